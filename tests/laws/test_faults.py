"""The usual faults of authors, each put into a copy of the tiny game: the check says in plain words what is wrong."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from referee.laws.trial import KEPT, Verdict
from referee.service.rulesets import law_check
from referee.service.rulesets.law_check import check, same
from referee.service.rulesets.new_game import write

GAMES = range(5)
"""One game in each manner of play."""


@pytest.fixture(autouse=True)
def own_imports(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What a test imports from a folder of its own is forgotten after it."""
    monkeypatch.setattr(sys, "path", sys.path[:])
    before = set(sys.modules)
    yield
    for name in set(sys.modules) - before:
        if name.startswith("small_thing"):
            del sys.modules[name]


def faulty(folder: Path, *changes: tuple[str, str, str]) -> Verdict:
    """The verdict on the tiny game, with something in its files otherwise."""
    made = write("small-thing", folder / "small-thing")
    for file, old, new in changes:
        place = made.folder / "small_thing" / file
        text = place.read_text(encoding="utf-8")
        assert old in text
        place.write_text(text.replace(old, new, 1), encoding="utf-8")
    return check(str(made.folder), GAMES, elsewhere=False)


def said(verdict: Verdict, law: str) -> str:
    """What was found first against a law, and where."""
    held = next(one for one in verdict.laws if one.law == law)
    return held.found[0].at() + held.found[0].words if held.found else ""


FAULTS = {
    "a view that leaks a hidden card": (
        "__init__.py",
        "    hidden=table.hidden,\n",
        "    hidden=table.hidden,\n    look=lambda state, who, setup: seat.View(\n"
        "        who, [*state.hand.get(who, ()), *state.bag[:1]], len(state.bag), dict(state.points)\n    ),\n",
        {
            "views_agree_with_the_state": "'s view, made of what was told, has hand = ",
            "hidden_cards_cannot_be_felt": "'s view is another with ",
        },
    ),
    "an event that names a hidden card to all": (
        "turn.py",
        "StoneDrawn(seat=seat, stone=stone, to=only(seat)), StoneDrawnUnseen(seat=seat, to=all_but(seat))",
        "StoneDrawn(seat=seat, stone=stone, to=PUBLIC)",
        {"no_secret_is_told": "the event StoneDrawn tells Bruno of S"},
    ),
    "an ask put because of a secret": (
        "turn.py",
        "    laid = dict(zip(laying, t.ask_all([Lay(seat, sorted(s.hand[seat])) for seat in laying]), strict=True))",
        "    Lay.live = True\n"
        "    laid = {seat: t.ask(Lay(seat, sorted(hand))) if max(hand).number % 2 else min(hand)\n"
        "            for seat in laying for hand in [s.hand[seat]]}",
        {"pauses_follow_from_what_all_know": "all that everybody sees is the same, but a live game pauses for"},
    ),
    "an event that is not taken into the view": (
        "seat.py",
        "            case TrickWon(seat=seat):\n                self.points[seat] += 1\n",
        "",
        {"views_agree_with_the_state": "'s view, made of what was told, has points = {"},
    ),
    "a default that is missing": (
        "__init__.py",
        "    hidden=table.hidden,\n",
        "    hidden=table.hidden,\n    desk=lambda who, orders, look: lambda ask: None,  # type: ignore\n",
        {"the_game_can_be_played": "in game 0, turn 1: Anna's desk answers the question Lay (S"},
    ),
    "dice that are not the table's": (
        "turn.py",
        "    s.points[winner] += 1\n",
        "    s.points[winner] += 1\n    import random\n\n    t.state.points[t.seats[0]] += random.randrange(10**6)\n",
        {
            "the_same_orders_give_the_same_game": "in game 0, turn 1: played a second time, the same events lead",
            "the_game_imports_only_what_stays_the_same": "turn.py:26: imports random",
            "the_game_rolls_no_dice_of_its_own": "turn.py:26: uses luck or a clock of this machine",
        },
    ),
    "lines that name a secret": (
        "lines.txt.j2",
        "{{ who(e.seat, me) }} {{ does(e.seat, me, \"score\", \"scores\") }} a point.",
        "{{ who(e.seat, me) }} {{ does(e.seat, me, \"score\", \"scores\") }}, and S7 would have lost.",
        {"letters_name_only_what_was_told": "'s report names S7, of which that seat was never told"},
    ),
    "orders that do not print as they are read": (
        "seat.py",
        "STONE = Choice(",
        "class Unlike(Choice[Stone]):\n    def show(self, value: Stone) -> str:\n"
        "        return f\"S{value.number + 1}\"\n\n\nSTONE = Unlike(",
        {
            "every_example_reads_and_prints_back": "the example LAY S12 is read, but prints back as LAY S13",
            "every_slot_reads_and_prints_its_example": "the slot stone reads its example S1, but prints S2",
            "orders_print_as_they_are_read": "'s order is stored as LAY S",
        },
    ),
    "a game that never ends": (
        "turn.py",
        "    if not any(s.hand.values()):\n",
        "    if any(s.hand.values()):\n        s.bag.append(s.away.pop())\n    else:\n",
        {
            "every_game_ends": "in game 0, turn 500: it is not over after 500 turns",
            "nobody_need_send_orders": "with 2 players who send nothing it is not over after 500 turns",
        },
    ),
    "a case that does not hold": (
        "turn.py",
        "winner = max(laid,",
        "winner = min(laid,",
        {"the_cases_hold": "ST-01  The highest stone scores, and all draw"},
    ),
    "a rule that nothing shows": (
        "RULES.md",
        "## ST-3 The end\n",
        "- ST-2.5 Nobody may whistle.\n\n## ST-3 The end\n",
        {"every_rule_is_shown": "ST-2.5 is cited by no case and no test"},
    ),
    "lines, a table and a form that will not do": (
        "lines.txt.j2",
        "{{ plural(points, \"point\", \"points\") }}",
        "points, {{ view.hand | length }} in hand{{ view.hand.count(1, 2) if points > 3 }}",
        {
            "the_table_is_one_for_all": "the table in Anna's letter is another than an observer's",
            "the_game_can_be_played": "the rules break off with TypeError: list.count() takes exactly one",
        },
    ),
    "a macro that is missing": (
        "lines.txt.j2",
        "macro TrickWon(e, me)",
        "macro TrickLost(e, me)",
        {"every_event_and_question_has_its_lines": "lines.txt.j2 has no macro TrickWon"},
    ),
    "a macro with a slip in its name": (
        "lines.txt.j2",
        "macro about(options)",
        "macro abuot(options)",
        {
            "every_event_and_question_has_its_lines": "lines.txt.j2 has a macro abuot, which nothing calls. "
            "Did you mean about?"
        },
    ),
    "words for an order that is not there": (
        "lines.txt.j2",
        "{% macro StoneLaid(e, me) %}",
        "{% macro Order_LaysStone(o, v) %}You lay it.{% endmacro %}\n{% macro StoneLaid(e, me) %}",
        {
            "every_event_and_question_has_its_lines": "lines.txt.j2 has a macro Order_LaysStone, which nothing calls. "
            "Did you mean Order_LayStone?"
        },
    ),
    "a pile that nothing calls hidden": (
        "table.py",
        "{*state.bag, *(stone",
        "{*(stone",
        {"what_is_not_hidden_was_told": "in game 0, before the first turn: `hidden` does not name S"},
    ),
    "a view that begins otherwise than the state": (
        "seat.py",
        "bag: int = len(STONES)",
        "bag: int = len(STONES) - 1",
        {
            "views_agree_with_the_state": "in game 0, before the first turn: Anna's view, made of what was told, has "
            "bag = 11, but 12 by the state",
        },
    ),
    "a usage line that fills no field": (
        "seat.py",
        '"PREFER which:HIGH|LOW"',
        '"PREFER what:HIGH|LOW"',
        {
            "the_game_can_be_played": "the rules break off with ValueError: the usage line PREFER HIGH|LOW fills what, "
            "which is no field of Prefer; declare it below the line, or correct the name ("
        },
    ),
    "a field that no usage line fills": (
        "seat.py",
        "    standing = True\n    which: str\n",
        "    standing = True\n    which: str\n    times: int\n",
        {
            "the_game_can_be_played": "the rules break off with ValueError: the usage line PREFER HIGH|LOW does not "
            "fill times of Prefer, which has no default ("
        },
    ),
    "an order that answers nothing": (
        "seat.py",
        'usage = "LAY stone"\n    example = "LAY S12"\n    stone: Stone\n',
        'usage = "LAY stone [n]"\n    example = "LAY S12"\n    stone: Stone\n    n: int = 0\n',
        {
            "every_order_and_condition_has_a_meaning": "LayStone has no `answer_to`, so it answers nothing",
        },
    ),
    "a condition that says nothing": (
        "seat.py",
        "class Prefer(Order):",
        "from referee.engine.conditions import Condition\n\n\nclass Held(Condition):\n"
        '    """Whether you hold a stone (ST-4.1)."""\n\n    usage = "HOLDING"\n    example = "HOLDING"\n\n\n'
        "class Prefer(Order):",
        {"every_order_and_condition_has_a_meaning": "Held has no `holds`"},
    ),
    "a bot that writes what cannot be read": (
        "__init__.py",
        " import Option, Ruleset\n\nfrom . import seat, table, turn\n\nRULESET = Ruleset(\n",
        " import Bots, Option, Ruleset\n\nfrom . import seat, table, turn\n\nRULESET = Ruleset(\n"
        "    bots=Bots(sensible=lambda view, chance: ['LAYS S3']),\n",
        {
            "bots_write_what_can_be_read": "in game 3, before the first turn: `sensible` writes the line LAYS S3 for "
            "Anna, but: I don't know the order \"LAYS\"."
        },
    ),
    "a bot that asks": (
        "__init__.py",
        " import Option, Ruleset\n\nfrom . import seat, table, turn\n\nRULESET = Ruleset(\n",
        " import Bots, Option, Ruleset\n\nfrom . import seat, table, turn\n\nRULESET = Ruleset(\n"
        "    bots=Bots(sensible=lambda view, chance: ['LAY S3?']),\n",
        {
            "bots_are_taken_at_their_word": "in game 3, before the first turn: `sensible` writes lines for Anna that a "
            "letter has otherwise: LAY S3?"
        },
    ),
    "refusals that a receipt has not": (
        "__init__.py",
        " import Option, Ruleset\n\nfrom . import seat, table, turn\n\nRULESET = Ruleset(\n",
        " import Option, Orders, Ruleset\nfrom referee.engine.sections import refusal\n\n"
        "from . import seat, table, turn\n\nRULESET = Ruleset(\n"
        "    orders=Orders(refuse=lambda view, orders: (refusal(one, 'No.') for one in orders)),\n",
        {"bots_are_refused_what_players_are": "`refuse` and `check` refuse different orders of "},
    ),
    "a question without choices": (
        "turn.py",
        "    laying = [seat for seat in t.seats if s.hand[seat]]",
        "    laying = [*t.seats]",
        {"the_game_can_be_played": "is asked Lay (no choices) (turn.py, line 19, in play)"},
    ),
    "a turn that goes round in circles": (
        "turn.py",
        "    t.tell(TrickWon(seat=winner, to=PUBLIC))\n",
        "    while laid:\n        t.tell(TrickWon(seat=winner, to=PUBLIC))\n",
        {"the_game_can_be_played": "more than 100000 events are told in one turn: something goes round in circles ("},
    ),
    "an order of things by their place in this machine": (
        "turn.py",
        "    for seat in t.seats:\n",
        "    for seat in sorted(t.seats, key=id):\n",
        {"the_game_goes_through_no_set_in_its_own_order": "turn.py:27: sorts by id, another one in every run"},
    ),
    "a slot that is not there": (
        "seat.py",
        '= "LAY stone"',
        '= "LAY stone:number"',
        {
            "the_game_can_be_played": "the rules break off with ValueError: stone:number in a usage line wants a slot "
            "number, which is not there; there are addressees, compare, conditions, n, player, players, quoted, "
            "stone, text, topic (the usage line of LayStone) (found by frame.py, line ",
        },
    ),
    "an order without a usage line": (
        "seat.py",
        '    usage = "LAY stone"\n',
        "",
        {
            "the_game_can_be_played": "the rules break off with ValueError: LayStone has no usage line; give it one, "
            'such as usage = "LAY card" (found by '
        },
    ),
    "an end without a reason": (
        "turn.py",
        't.end("stones are out", [',
        "t.end([",
        {
            "the_game_can_be_played": "the rules break off with ValueError: `end` wants a reason in words and then a "
            "list of the seats that won; it was given ['Anna'], () (turn.py, line 31, in play)"
        },
    ),
    "a winner who is no list": (
        "turn.py",
        "[seat for seat in t.seats if s.points[seat] == max(s.points.values())]",
        "t.seats[0]",
        {
            "the_game_can_be_played": "the rules break off with ValueError: `end` wants a reason in words and then a "
            "list of the seats that won; it was given 'stones are out', 'Anna' (turn.py, line 31, in play)"
        },
    ),
    "an event without words": (
        "__init__.py",
        "    start=turn.start,\n",
        "    modules=(seat, turn),\n    start=turn.start,\n",
        {"told_events_are_the_rulesets_own": "the event StoneLaid is told, but in none of the ruleset's `modules`"},
    ),
}


@cache
def verdict_on(fault: str) -> Verdict:
    """The verdict on the tiny game with one of these faults."""
    with TemporaryDirectory() as folder:
        return faulty(Path(folder), FAULTS[fault][:3])


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_told_in_plain_words(fault: str) -> None:
    expected = FAULTS[fault][3]

    verdict = verdict_on(fault)

    assert {law: said(verdict, law) for law, words in expected.items() if words not in said(verdict, law)} == {}
    assert not verdict.ok
    assert all(len(one.found) <= KEPT and one.advice for one in verdict.laws)


@pytest.mark.parametrize(
    "fault", ["a default that is missing", "a macro that is missing", "a turn that goes round in circles"]
)
def test_a_fault_that_keeps_laws_from_looking_is_told_once_and_first(fault: str) -> None:
    expected = FAULTS[fault][3]

    verdict = verdict_on(fault)

    assert [one.law for one in verdict.laws if not one.ok] == [verdict.laws[0].law] == [*expected]
    assert [len(one.found) for one in verdict.laws if not one.ok] == [1]


@pytest.mark.parametrize(("kind", "value"), [("int", "stone.number"), ("bool", "stone.number > 9")])
def test_a_card_that_is_drawn_unseen_cannot_be_felt_by_what_all_are_told(
    kind: str, value: str, tmp_path: Path
) -> None:
    verdict = faulty(
        tmp_path,
        ("table.py", "Somebody else drew a stone (ST-1.2, ST-2.3).\"\"\"\n\n    seat: Seat\n",
         f"Somebody else drew a stone (ST-1.2, ST-2.3).\"\"\"\n\n    seat: Seat\n    high: {kind}\n"),
        ("turn.py", "StoneDrawnUnseen(seat=seat, to", f"StoneDrawnUnseen(seat=seat, high={value}, to"),
    )  # fmt: skip

    assert [one.law for one in verdict.laws if not one.ok] == ["hidden_cards_cannot_be_felt"]
    assert "is told otherwise: StoneDrawnUnseen(seat=" in said(verdict, "hidden_cards_cannot_be_felt")


def test_what_differs_on_another_machine_only_is_told(tmp_path: Path) -> None:
    made = write("small-thing", tmp_path / "small-thing")
    turn = made.folder / "small_thing" / "turn.py"
    text = turn.read_text(encoding="utf-8")
    unlike = text.replace("    for seat in t.seats:\n", "    for seat in sorted(t.seats, key=hash):\n")
    turn.write_text(unlike, encoding="utf-8")

    assert same(str(made.folder)).found[0].words in [f"game {n} is another game there" for n in range(3)]


def test_a_game_without_all_its_words_is_played_nowhere_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = write("small-thing", tmp_path / "small-thing")
    lines = made.folder / "small_thing" / "lines.txt.j2"
    lines.write_text(lines.read_text(encoding="utf-8").replace("macro TrickWon(", "macro TrickLost("), encoding="utf-8")
    monkeypatch.setattr(law_check, "ENOUGH", 1)

    verdict = check(str(made.folder), range(1))

    assert [one.law for one in verdict.laws if not one.ok] == ["every_event_and_question_has_its_lines"]


def test_the_tiny_game_as_it_is_keeps_every_law(tmp_path: Path) -> None:
    verdict = check(str(write("small-thing", tmp_path / "small-thing").folder), range(20), elsewhere=False)

    assert [one.law for one in verdict.laws if not one.ok or not one.looked] == []


def test_a_case_that_fails_is_told_with_what_as_given_and_parts_and_variants_mean() -> None:
    verdict = verdict_on("a case that does not hold")

    advice = next(one.advice for one in verdict.laws if one.law == "the_cases_hold")
    assert "must be as given, that is, as it was before the turn" in advice
    assert "is a part or a variant: each is a case of its own" in advice
