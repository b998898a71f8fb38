"""What must hold of the short help in any game: its length, and that it names only what can be used."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

import pytest

from referee.bots.simulate import seed_of, setup
from referee.cases.letters import WRITTEN
from referee.engine.audience import Seat
from referee.engine.game import Game
from referee.engine.orders import Order
from referee.engine.reader import Reader
from referee.laws.played import Position
from referee.laws.secrecy import exchanged_position, pairs
from referee.reports.pages import HelpPage
from referee.reports.parts import Contact, Head
from tests.laws.played import PLAYED, played, post, rulesets

MOST = 40
NUMBERS = range(5)
GM = Contact("Gail", "gail@referee.example")


def positions(slug: str) -> Iterator[tuple[Position, Seat]]:
    """Every position of some games, with different seats and options, each looked at from one seat."""
    for number in NUMBERS:
        for step in played(slug, number).steps:
            seats = step.before.setup.seats
            yield step.before, seats[(number + step.turn) % len(seats)]


def helped(game: Position, seat: Seat, topic: str = "") -> str:
    head = Head(game.rules.title, seat, WRITTEN, seats=game.setup.seats, gm=GM)
    return post(game.rules.slug).writer.write(HelpPage(head, topic, view=game.view(seat))).body


@PLAYED
def test_help_is_one_screen(slug: str) -> None:
    lengths = [len(helped(game, seat).splitlines()) for game, seat in positions(slug)]

    assert max(lengths) <= MOST


@PLAYED
def test_help_for_any_order_is_two_screens_at_most(slug: str) -> None:
    game, seat = next(positions(slug))
    found = {verb.word: len(helped(game, seat, verb.word).splitlines()) for verb in game.rules.grammar.verbs}

    assert {word: lines for word, lines in found.items() if lines > 2 * MOST} == {}


@PLAYED
def test_all_of_help_names_every_order_and_tells_each_thing_once(slug: str) -> None:
    game, seat = next(positions(slug))
    text = helped(game, seat, "ALL").replace("\n        ", " ")
    meanings = re.findall(r"^ {6}([a-z]+): (.*)", text, re.M)
    named = {verb.word for verb in game.rules.grammar.verbs if verb.kind.stands_for is Order.stands_for}
    clear = [name for name, n in Counter(name for name, _ in set(meanings)).items() if n == 1]

    assert named - set(re.findall(r"[A-Z]+", text)) == set()
    assert sorted(name for name, _ in meanings if name in clear) == sorted(clear)


def exchanges(slug: str) -> Iterator[tuple[Position, Position, Seat]]:
    """Positions of some games, the same with two cards in each other's place, and a seat from which both are hidden."""
    for number in NUMBERS:
        for step in played(slug, number).steps:
            game, seats = step.before, step.before.setup.seats
            reader = seats[(number + step.turn) % len(seats)]
            for one, other in pairs(step, reader):
                yield game, exchanged_position(game, one, other), reader


@PLAYED
def test_hidden_cards_cannot_be_felt_in_it(slug: str) -> None:
    found = [(helped(game, seat), helped(changed, seat)) for game, changed, seat in exchanges(slug)]

    assert found
    assert [one for one, other in found if one != other] == []


@PLAYED
def test_each_order_that_it_names_is_explained_on_request(slug: str) -> None:
    game, seat = next(positions(slug))
    shown, _, _ = helped(game, seat).partition("And these lines")
    words = {line.split()[0] for line in shown.splitlines()[2:] if line.startswith("  ") and line[2] != " "}

    assert words
    assert [word for word in words if not helped(game, seat, word).startswith(f"This is how {word} is written:")] == []


@pytest.mark.parametrize("slug", list(rulesets()))
def test_every_word_that_one_may_ask_about_is_read(slug: str) -> None:
    rules = rulesets()[slug]
    lexicon = post(slug).lexicon((Seat("Fiona"), Seat("Corwin")))
    words = {word: word for word in rules.grammar.words if word != "TO"} | {"EVERYTHING": "ALL"}

    letter = Reader(rules.grammar, lexicon, Seat("Fiona"), 1).read([f"HELP {word}" for word in words])

    read = {word: line.order and rules.grammar.show(line.order) for word, line in zip(words, letter.lines, strict=True)}

    assert read == {word: f"HELP {topic}" for word, topic in words.items()}


def test_amber_names_no_order_of_a_card_that_its_reader_does_not_hold() -> None:
    rules = rulesets()["amber"]
    game = Game.start(rules, setup(rules, 4, {}), seed_of(1))
    seat = game.setup.seats[0]
    first = helped(game, seat)

    words = {line.split()[0] for line in first.splitlines() if line.startswith("  ")}
    assert {"WAIT", "SEIZE", "ATTACK", "GO", "DEFEND"} <= words
    assert words.isdisjoint({"STAY", "RETURN", "MAGICIAN", "STAR", "SUN", "SUMMON", "RANSOM", "RELEASE", "CHAOS"})


@pytest.mark.parametrize(("mode", "named", "unnamed"), [("mage", "MAGIC", "DIBS"), ("non-mage", "DIBS", "MAGIC")])
def test_elements_names_what_its_mode_has(mode: str, named: str, unnamed: str) -> None:
    rules = rulesets()["elements"]
    game = Game.start(rules, setup(rules, 3, {"mode": mode}), seed_of(1))

    text = helped(game, game.setup.seats[0])

    assert (f"\n  {named} " in text, f"\n  {unnamed} " in text) == (True, False)


@PLAYED
def test_the_help_for_an_order_under_conditions_says_which_there_are(slug: str) -> None:
    game, seat = next(positions(slug))
    grammar, orders = game.rules.grammar, game.rules.orders
    under = {verb.word for verb in grammar.verbs for frame in verb.frames if grammar.conditions in frame.slots()}
    shown = {word: helped(game, seat, word) for word in under}

    missing = [
        (word, kind.example) for word in shown for kind in orders.conditions if f"  {kind.example}  " not in shown[word]
    ]
    assert missing == []


@PLAYED
def test_the_help_for_conditions_says_what_each_asks(slug: str) -> None:
    game, seat = next(positions(slug))
    said = " ".join(helped(game, seat, "IF").split())

    missing = [kind for kind in game.rules.orders.conditions if " ".join((kind.__doc__ or "?").split()) not in said]
    assert missing == []


@pytest.mark.parametrize("slug", rulesets())
def test_what_is_for_authors_alone_stands_in_no_rulebook(slug: str) -> None:
    text = (rulesets()[slug].folder / "RULES.md").read_text(encoding="utf-8").casefold()

    assert "keys of" not in text
    assert "yaml" not in text
