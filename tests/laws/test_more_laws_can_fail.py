"""The laws on what a ruleset says of itself, on its code and on whole games: each notices what breaks it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

import pytest

from referee.cases.letters import Post
from referee.engine.asks import Ask
from referee.engine.errors import SetupError, Unreadable
from referee.engine.events import Event
from referee.engine.lexicon import Words
from referee.engine.orders import Order
from referee.engine.sections import Ending, Pace, Seating
from referee.engine.slots import Slot
from referee.laws import breach, language, lines, walls, wholes
from referee.laws.breach import Breach, TooLong, broke_off, guarded, patient
from referee.laws.played import Record, Rules, digest, record
from referee.resources import Resources
from tests.package_game.higher_card import RULESET
from tests.package_game.higher_card.play import CardSlot
from tests.package_game.higher_card.table import Card

POST = Post(RULESET, Resources())


class Unexplained(Event):
    __doc__ = "no sentence"


class Boast(Ask[bool]):
    """Do you boast?"""

    rule: ClassVar[str] = "HC-2.1"
    live: ClassVar[bool] = True


class Curt(CardSlot):
    """A slot that says nothing of what it wants."""

    def read(self, words: Words) -> Card:
        """Read a code, or be curt."""
        try:
            return super().read(words)
        except Unreadable:
            raise Unreadable("No.", "") from None


class Red(CardSlot):
    """A slot that prints every card as if it were red, as its example is."""

    def show(self, value: Card) -> str:
        """Print the number."""
        return f"{value.rank}R"


class Pile(Slot[tuple[Card, ...]]):
    """A slot that reads several cards, and prints the first."""

    name = "pile"
    usage = "cards"
    example = "3R"

    def read(self, words: Words) -> tuple[Card, ...]:
        """Read one card after the other."""
        found = [CardSlot().read(words)]
        while words.take(",") or not words.done:
            found.append(CardSlot().read(words))
        return tuple(found)

    def show(self, value: tuple[Card, ...]) -> str:
        """Print the first card."""
        return str(value[0])


class Lead(Order):
    """Lead from these cards."""

    usage: ClassVar[str | tuple[str, ...]] = "LEAD pile"
    example: ClassVar[str] = "LEAD 3R"
    pile: tuple[Card, ...]


def no_die(t: Any, setup: Any) -> None:
    """Set up no table that rolls dice."""
    if setup["ties"] == "die":
        raise SetupError("ties cannot be die today.")
    RULESET.start(t, setup)


def otherwise(**stored: Any) -> Rules:
    """Return the rules with other events or asks."""
    return replace(RULESET, stored=replace(RULESET.stored, **stored))


NAMED = replace(RULESET, seating=Seating(names=("High", "Low", "Al", "Ed")))
CURT = replace(RULESET, orders=replace(RULESET.orders, slots=(Curt(),)))
RED = replace(RULESET, orders=replace(RULESET.orders, slots=(Red(),)))
PILE = replace(RULESET, orders=replace(RULESET.orders, verbs=(*RULESET.orders.verbs, Lead), slots=(CardSlot(), Pile())))

SAID: list[tuple[Callable[[Rules, Post], Iterator[Breach]], Rules, str]] = [
    (language.everything_is_explained, otherwise(events=(Unexplained,)), "Unexplained has no docstring"),
    (language.options_with_a_meaning_have_it, replace(RULESET, pace=Pace(live="ties")), "live names ties, but no"),
    (language.options_with_a_meaning_have_it, replace(RULESET, pace=Pace(limit="turns")), "limit names turns, but"),
    (language.every_event_and_question_has_its_lines, otherwise(asks=(Boast,)), "has no macro Ask_Boast"),
    (language.seats_are_called_by_no_word_of_the_language, NAMED, "High"),
    (lines.whatever_a_line_holds_it_prints, RED, "the line PLAY 5G prints as PLAY 5R, which reads as another order"),
    (lines.whatever_a_line_holds_it_prints, PILE, "the line LEAD 3R, 5G prints as LEAD 3R, which reads as another"),
    (language.what_is_misspelt_gets_a_kind_answer, CURT, "is refused without saying what"),
]


@pytest.mark.parametrize(("law", "rules", "words"), SAID, ids=[law.__name__ for law, _, _ in SAID])
def test_a_law_on_what_is_said_notices_what_breaks_it(
    law: Callable[[Rules, Post], Iterator[Breach]], rules: Rules, words: str
) -> None:
    assert words in next(iter(law(rules, POST)))


def test_words_for_orders_and_conditions_that_break_off_are_all_told(tmp_path: Path) -> None:
    own = tmp_path / "templates" / RULESET.slug / "lines.txt.j2"
    own.parent.mkdir(parents=True)
    broken = "".join(
        f"{{% macro {name}({arguments}) %}}{{{{ nowhere.near }}}}{{% endmacro %}}\n"
        for name, arguments in (("Order_Play", "o, v"), ("If_Points", "c, wanted"), ("about", "options"))
    )
    own.write_text(f"{(RULESET.folder / 'lines.txt.j2').read_text(encoding='utf-8')}\n{broken}", encoding="utf-8")

    found = [*map(str, language.every_order_and_condition_can_be_said(RULESET, Post(RULESET, Resources(tmp_path))))]

    first = len(own.read_text(encoding="utf-8").splitlines()) - 2
    assert found == [
        f"the words of lines.txt.j2 for {what} break off (line {first + at}): 'nowhere' is undefined"
        for what, at in (
            ("PLAY 3R", 0),
            ("IF POINTS >= 2 THEN PLAY 3R", 0),
            ("IF NOT POINTS >= 2 THEN PLAY 3R ELSE PLAY 3R", 0),
            ("the game in an invitation", 2),
        )
    ]


def test_an_option_that_begins_no_game_is_told() -> None:
    rules = replace(RULESET, start=no_die)

    assert [*wholes.every_option_begins_a_game(rules)] == ["no game can be begun with ties = die"]


def test_an_end_that_is_not_listed_is_told() -> None:
    rules = replace(RULESET, ending=Ending({"all are tired": "Nobody wants to go on."}))

    assert [*wholes.every_game_ends(one_game(rules))] == [
        "it ends for 'cards are out', which is not among the `reasons` of its `ending`"
    ]


def test_what_never_comes_up_is_told() -> None:
    rules = otherwise(events=(*RULESET.stored.events, *[Unexplained] * 5), asks=(*RULESET.stored.asks, Boast))
    covered = wholes.Covered()
    covered.add(one_game(RULESET))

    assert [*wholes.every_question_is_answered_both_ways(rules, covered)][-1].endswith("no default ever answered Boast")
    assert "Unexplained" in next(wholes.most_events_happen(rules, covered))


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("import random\n", "game.py:1: imports random"),
        ("from referee.reports import pages\n", "game.py:1: imports referee.reports"),
        ("from referee.games import amber\n", "game.py:1: imports referee.games.amber"),
        ("import numpy.random\n", "game.py:1: imports numpy.random"),
        ("from referee.cases.words import CaseWords\n", "game.py:1: imports referee.cases.words"),
        ("from .case import CASE_WORDS\n", "game.py:1: imports mine.case"),
        ("from . import case\n", "game.py:1: imports mine.case"),
        ("from mine import case\n", "game.py:1: imports mine.case"),
        ("print(1)\n", "game.py:1: calls print"),
        ("x = datetime.now()\n", "game.py:1: uses luck or a clock of this machine"),
        ("try:\n    x()\nexcept KeyError:\n    y()\n", "game.py:1: catches an exception"),
        ("for x in {1, 2}:\n    y(x)\n", "game.py:1: goes through a set; sort it first"),
    ],
)
def test_code_that_would_run_otherwise_some_day_is_told(tmp_path: Path, code: str, words: str) -> None:
    rules = written(tmp_path, code)

    assert words in [breach for law in walls.CODE_LAWS for breach in law(rules)]


@pytest.mark.parametrize(
    "code",
    [
        "import re\nfrom collections import Counter\nfrom referee.engine.asks import Ask\nfrom .state import State\n",
        "from referee.games.cards import Card\nfrom mine import state\nfor x in sorted({1, 2}):\n    y(x)\n",
    ],
)
def test_code_that_stays_the_same_is_left_alone(tmp_path: Path, code: str) -> None:
    rules = written(tmp_path, code)

    assert [breach for law in walls.CODE_LAWS for breach in law(rules)] == []


def test_what_goes_round_in_circles_is_broken_off_and_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def circles() -> Iterator[Breach]:
        while True:
            time.monotonic()
        yield Breach("never")

    monkeypatch.setattr(breach, "patient", lambda: patient(0.02))

    said = guarded(circles, Path("/nowhere"))[0]

    assert said.startswith("it does not come back within 60 seconds: something goes round in circles (")


def test_patience_gives_back_the_alarm_that_was_set_before() -> None:
    def waits() -> None:
        with patient(10):
            pass
        while True:  # the outer alarm rings here
            time.monotonic()

    with pytest.raises(TooLong), patient(0.05):
        waits()


def test_what_breaks_off_is_told_with_the_line_of_the_game() -> None:
    try:
        RULESET.view(None, None)  # type: ignore[arg-type]
    except AttributeError as e:
        said = broke_off(e, RULESET.folder)

    assert said.startswith("the rules break off with AttributeError: 'NoneType' object has no attribute 'seats' (__in")


def test_a_digest_is_that_of_every_byte() -> None:
    one, again, other = (digest([one_game(RULESET, number)], POST) for number in (0, 0, 1))

    assert one == again != other


def one_game(rules: Rules, number: int = 0) -> Record:
    """A game by these rules."""
    return record(rules, number, POST.lexicon)


def written(folder: Path, code: str) -> Rules:
    """A ruleset whose folder holds this code."""
    mine = folder / "mine"
    mine.mkdir()
    (mine / "__init__.py").touch()
    (mine / "game.py").write_text(code, encoding="utf-8")
    return replace(RULESET, folder=mine)
