"""Games that began by an earlier edition go on by it: where a dead player lays the cards of Chaos, and others."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.engine.audience import Seat
from referee.engine.game import Game
from referee.games import find
from referee.games.amber.case import CASE_WORDS
from referee.games.amber.deck import BY_CODE
from referee.games.amber.events import LosesTurns
from tests.games.amber.table import read
from tests.games.one_case import wrong

LAID = {
    "id": "first-edition",
    "options": "{chaos_player: dead}",
    "given": "{removed: [NP], deck: [X18, 2P, 7C, 8C, REST],"
    " players: {Corwin: {}, Eric: {down: [3S]}, Fiona: {}, Random: {at: dead, court: removed}}}",
    "orders": "{Corwin: [GO SHADOW], Random: [CHAOS LAY CUPS]}",
    "expect": "{players: {Corwin: {at: shadow, court: deck}, Eric: {at: dead, court: removed, down: []},"
    " Fiona: {at: dead, court: removed}}, removed: [NP, KP, QS], discard: [X18, 2P, 7C, 8C, 3S]}",
}

LOST = {
    "id": "lost-turns",
    "given": "{throne: {card: X12}, deck: [2S, 3S, REST],"
    " players: {Corwin: {status: idle, until: 5, down: [8P]}, Eric: {down: [9C]}, Fiona: {}, Random: {}}}",
    "orders": "{Eric: [PLAY 9C ON Corwin]}",
}
OPENED = {
    "id": "opened",
    "given": "{players: {Corwin: {down: [7W, 2C, 3S]}, Eric: {held: [NS]}, Fiona: {}, Random: {}}}",
    "orders": "{Eric: [SUMMON Corwin]}",
    "expect": "{players: {Corwin: {down: [], up: [7W, 2C, 3S], court: own}, Eric: {held: []}}}",
}
WAR = {
    "id": "war-on-anybody",
    "given": "{players: {Corwin: {lord: Eric, down: [4S]}, Eric: {}, Fiona: {}, Random: {}}}",
    "orders": "{Corwin: [SEIZE WITH 4S], Eric: [SEIZE], Fiona: [SEIZE]}",
}
INTERRUPT = {
    "id": "interrupt",
    "given": "{players: {Corwin: {down: [8S, 3W, 4W]}, Eric: {down: [7C, 5S]}, Fiona: {}, Random: {}}}",
    "orders": '{Corwin: [ATTACK Eric WITH 8S], Eric: ["DEFEND WITH 3W, 7C, 5S"]}',
}
USED = "8S 2P 9W 5P 3W NS KP QS NP KC QC".split()
UNUSED = [code for code in BY_CODE if code not in USED]
AGAIN = {
    "id": "led-again",
    "given": f"{{removed: [{', '.join(UNUSED)}], deck: [5P, 3W], initiative: [Eric, Corwin], players:"
    " {Corwin: {down: [8S], held: [KP, KC]}, Eric: {court: Corwin, down: [2P, 9W], held: [QC]}, Fiona: {},"
    " Random: {}}}",
    "orders": "{Corwin: [ATTACK Eric WITH 8S, ALLY KC, GIVE BACK Eric AND ATTACK WITH 8S],"
    ' Eric: ["DEFEND WITH 5P, 2P, 9W", ALLY QC]}',
    "chance": "{refill: [[8S, 9W]]}",
}
SPOILS = {
    "id": "spoils",
    "given": "{players: {Corwin: {down: [8P]}, Eric: {}, Fiona: {}, Random: {}}}",
    "orders": "{Corwin: [ATTACK Eric, SPOILS VASSAL, SPOILS BANISH]}",
}
WINDOW = {
    "id": "window",
    "given": "{players: {Corwin: {down: [9C, 2P]}, Eric: {}, Fiona: {}, Random: {}}}",
    "orders": "{Corwin: [IF RULER IS Eric THEN PLAY 2P ON Eric, PLAY 9C ON Eric], Eric: [THRONE DRAW NO]}",
}
COURTS = {
    "id": "courts",
    "given": "{players: {Corwin: {held: [KP, QS], down: [9S]}, Eric: {court: Corwin}, Fiona: {court: Corwin},"
    " Random: {}}}",
    "orders": '{Corwin: [IF Eric IN SHADOW THEN GIVE BACK Fiona, "GIVE BACK Eric AND ATTACK WITH 9S"]}',
}
TWICE = {
    "id": "twice",
    "given": "{throne: {card: X6}, deck: [X12, REST],"
    " players: {Corwin: {}, Eric: {down: [9C]}, Fiona: {}, Random: {}}}",
    "orders": "{Eric: [PLAY 9C ON Corwin], Corwin: [THRONE DRAW NO, GO SHADOW]}",
}
SEATED = {
    "id": "seated",
    "given": "{deck: [X5, 9S, 9P, 2W, 4C, KC, QC, REST],"
    " players: {Corwin: {}, Eric: {at: shadow, court: deck}, Fiona: {at: shadow, court: deck}, Random: {}}}",
    "orders": "{Corwin: [GO SHADOW]}",
    "expect": "{throne: {occupant: X5, taken: 5, cards: [9P, 2W, 4C]}, discard: [9S, KC, QC], removed: [NP],"
    " players: {Corwin: {at: shadow, court: deck}, Random: {at: dead, court: removed}}}",
}


@pytest.mark.parametrize(
    ("edition", "laid", "not_laid"), [("1", "Eight of Cups", "Seven of Cups"), ("2", "Seven of Cups", "Eight of Cups")]
)
def test_a_suit_has_its_special_card_too_since_edition_2(
    edition: str, laid: str, not_laid: str, tmp_path: Path
) -> None:
    told = {"told": f"{{all: [{laid}]}}", "untold": f"{{Fiona: [{not_laid}], Corwin: [{not_laid}]}}"}

    assert wrong(tmp_path, find("amber", edition), **LAID, **told) == []


@pytest.mark.parametrize(("edition", "drawn"), [("2", "2S, 3S"), ("3", "")])
def test_a_turn_that_is_being_lost_stays_lost_since_edition_3(edition: str, drawn: str, tmp_path: Path) -> None:
    throne = f"{{occupant: Corwin, taken: 5, card: none, cards: [{drawn}]}}"
    players = "{Corwin: {at: throne, status: idle, until: 6, down: []}, Eric: {down: []}}"
    expect = f"{{throne: {throne}, players: {players}, discard: [9C, X12, 8P]}}"

    assert wrong(tmp_path, find("amber", edition), **LOST, expect=expect) == []


@pytest.mark.parametrize(
    ("edition", "turned_up"),
    [
        ("2", "Seven of Wands, the Two of Cups and the Three of Swords"),
        ("3", "Three of Swords, the Seven of Wands and the Two of Cups"),
    ],
)
def test_cards_are_told_in_the_order_of_the_pack_since_edition_3(edition: str, turned_up: str, tmp_path: Path) -> None:
    told = f'{{Fiona: ["{turned_up}"]}}'

    assert wrong(tmp_path, find("amber", edition), **OPENED, told=told) == []


@pytest.mark.parametrize(("edition", "stopped"), [("3", False), ("4", True)])
def test_war_on_anybody_stops_at_one_s_lord_since_edition_4(edition: str, stopped: bool, tmp_path: Path) -> None:
    fought = "{Corwin: {down: [], attacked: true}, Fiona: {at: shadow, status: banished, until: 9}}"
    expect = "{discard: []}" if stopped else f"{{players: {fought}, discard: [4S]}}"

    assert wrong(tmp_path, find("amber", edition), **WAR, expect=expect) == []


@pytest.mark.parametrize(
    ("edition", "eric", "played"),
    [("3", "down: [5S]", "3W"), ("4", "down: [3W], at: shadow, status: banished, until: 8", "5S")],
)
def test_a_defence_goes_on_behind_an_interrupt_since_edition_4(
    edition: str, eric: str, played: str, tmp_path: Path
) -> None:
    players = f"{{Corwin: {{down: [4W], attacked: true}}, Eric: {{{eric}}}}}"
    expect = f"{{players: {players}, discard: [8S, 7C, {played}]}}"

    assert wrong(tmp_path, find("amber", edition), **INTERRUPT, expect=expect) == []


@pytest.mark.parametrize(
    ("edition", "eric", "spent"),
    [("4", "down: [5P]", "8S, 3W"), ("5", "down: [3W], at: shadow, status: banished, until: 8", "8S, 5P")],
)
def test_a_card_that_is_led_again_is_met_anew_since_edition_5(
    edition: str, eric: str, spent: str, tmp_path: Path
) -> None:
    corwin = "{down: [9W], held: [], allies: [KC], attacked: true}"
    players = f"{{Corwin: {corwin}, Eric: {{court: own, held: [], allies: [QC], {eric}}}}}"
    expect = f"{{players: {players}, discard: [{spent}]}}"

    assert wrong(tmp_path, find("amber", edition), **AGAIN, expect=expect) == []


@pytest.mark.parametrize(("edition", "word"), [("4", "none"), ("5", "no other")])
def test_a_line_whose_special_was_played_is_told_of_its_other_cards_since_edition_5(
    edition: str, word: str, tmp_path: Path
) -> None:
    given = "{players: {Corwin: {down: [8S]}, Eric: {down: [2P]}, Fiona: {}, Random: {}}}"
    orders = '{Corwin: [ATTACK Eric WITH 8S], Eric: ["DEFEND WITH 2P, 9W"]}'
    players = "{Corwin: {down: [], attacked: true}, Eric: {down: [], at: shadow, status: banished, until: 13}}"
    told = f"{{Eric: [You played 2P. Against 8S {word} of its cards would do.]}}"
    case = {"id": "played", "given": given, "orders": orders, "told": told}

    assert wrong(tmp_path, find("amber", edition), **case, expect=f"{{players: {players}, discard: [8S, 2P]}}") == []


@pytest.mark.parametrize(("edition", "eric"), [("3", "at: shadow, status: banished, until: 13"), ("4", "lord: Corwin")])
def test_of_spoils_the_first_counts_since_edition_4(edition: str, eric: str, tmp_path: Path) -> None:
    expect = f"{{players: {{Corwin: {{down: [], attacked: true}}, Eric: {{{eric}}}}}, discard: [8P]}}"

    assert wrong(tmp_path, find("amber", edition), **SPOILS, expect=expect) == []


@pytest.mark.parametrize(
    ("edition", "spoils"),
    [("3", "{SPOILS VASSAL: being later}"), ("4", "{SPOILS BANISH: is read first}")],
)
def test_a_receipt_says_which_spoils_count_in_its_edition(edition: str, spoils: str, tmp_path: Path) -> None:
    became = "{at: shadow, status: banished, until: 13}" if edition == "3" else "{lord: Corwin}"
    expect = f"{{players: {{Corwin: {{down: [], attacked: true}}, Eric: {became}}}, discard: [8P]}}"

    assert wrong(tmp_path, find("amber", edition), **SPOILS, expect=expect, warned=f"{{Corwin: [{spoils}]}}") == []


@pytest.mark.parametrize(("edition", "kept"), [("3", ""), ("4", "2P")])
def test_a_window_s_lines_are_read_once_since_edition_4(edition: str, kept: str, tmp_path: Path) -> None:
    players = f"{{Corwin: {{down: [{kept}]}}, Eric: {{at: throne}}}}"
    spent = "[9C]" if kept else "[9C, 2P]"
    expect = f"{{throne: {{occupant: Eric, taken: 5}}, players: {players}, discard: {spent}}}"

    assert wrong(tmp_path, find("amber", edition), **WINDOW, expect=expect) == []


@pytest.mark.parametrize(("edition", "held", "fiona"), [("3", "", "own"), ("4", "QS", "Corwin")])
def test_lines_for_court_cards_are_read_once_since_edition_4(
    edition: str, held: str, fiona: str, tmp_path: Path
) -> None:
    corwin = f"{{held: [{held}], down: [], attacked: true}}"
    eric = "{court: own, at: shadow, status: banished, until: 14}"
    expect = f"{{players: {{Corwin: {corwin}, Eric: {eric}, Fiona: {{court: {fiona}}}}}, discard: [9S]}}"

    assert wrong(tmp_path, find("amber", edition), **COURTS, expect=expect) == []


@pytest.mark.parametrize(
    ("edition", "seated"),
    [
        ("3", "with the Nine of Pentacles, the Two of Wands and the Four of Cups"),
        ("4", "with the Two of Wands, the Nine of Pentacles and the Four of Cups"),
    ],
)
def test_unlaid_forces_are_told_in_the_order_of_the_pack_since_edition_4(
    edition: str, seated: str, tmp_path: Path
) -> None:
    told = f'{{all: ["{seated}"]}}'

    assert wrong(tmp_path, find("amber", edition), **SEATED, told=told) == []


@pytest.mark.parametrize(("edition", "until"), [("3", 8), ("4", 7)])
def test_no_turn_is_lost_twice_since_edition_4(edition: str, until: int, tmp_path: Path) -> None:
    corwin = f"{{at: shadow, court: deck, status: idle, until: {until}}}"
    throne = "{occupant: none, card: none, taken: none}"
    expect = f"{{throne: {throne}, players: {{Corwin: {corwin}, Eric: {{down: []}}}}, discard: [9C, X6, X12]}}"

    assert wrong(tmp_path, find("amber", edition), **TWICE, expect=expect) == []


@pytest.mark.parametrize(("edition", "first"), [("3", 3), ("4", 5)])
def test_lost_turns_that_are_over_are_told_no_more_since_edition_4(edition: str, first: int) -> None:
    rules = find("amber", edition)
    names = ("Corwin", "Eric", "Fiona", "Random")
    players = {name: {"down": ["9C"]} if name == "Eric" else {} for name in names}
    start = CASE_WORDS.given(rules.settle({}), {"throne": {"card": "X12"}, "players": players})
    corwin = start.state.players[Seat("Corwin")]
    corwin.idle_from, corwin.idle = 3, 5
    game = Game.from_middle(rules, start.setup, start.state, start.step, b"lost turns")

    after = game.play({Seat("Eric"): [read("PLAY 9C ON Corwin")]})

    assert [(e.first, e.until) for e in after.events if isinstance(e, LosesTurns)] == [(first, 6)]
    assert after.view(Seat("Fiona")) == rules.look(after.state, Seat("Fiona"), after.setup)
