"""Rules that are quicker shown one by one than in a whole turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest

from referee.engine.asks import Given, Pending
from referee.engine.audience import Seat, only
from referee.engine.errors import Illegal, SetupError
from referee.engine.events import Answered, OrderLapsed, told
from referee.engine.game import Game
from referee.engine.setup import SignUp
from referee.games.amber import RULESET
from referee.games.amber import events as ev
from referee.games.amber.case import CASE_WORDS
from referee.games.amber.deck import BY_CODE, clash
from referee.games.amber.events import Result
from referee.games.amber.mailed import answer
from referee.games.amber.setup import allotted
from tests.games.amber.table import Played, lexicon, read

FOUR = ("Corwin", "Eric", "Fiona", "Random")


@pytest.mark.parametrize(
    ("attack", "reply", "result", "margin"),
    [
        ("9S", "5S", Result.BEATEN, 4), ("6S", "8C", Result.BEATEN_OFF, 0), ("6S", "4P", Result.BEATEN, 2),
        ("8S", "2W", Result.NEGATED, 0), ("10C", "AS", Result.NEGATED, 0), ("8C", "3C", Result.BEATEN, 5),
        ("5C", "9P", Result.BEATEN_OFF, 0), ("5C", "9W", Result.COUNTERED, 4), ("6P", "9S", Result.BEATEN_OFF, 0),
        ("10P", "AC", Result.NEGATED, 0), ("4P", "6P", Result.COUNTERED, 2), ("6P", "7W", Result.COUNTERED, 1),
        ("6S", "6C", Result.TIE, 0), ("5S", "8S", Result.COUNTERED, 3),
    ],
)  # fmt: skip
def test_the_twelve_pairings(attack: str, reply: str, result: Result, margin: int) -> None:
    assert clash(BY_CODE[attack], BY_CODE[reply]) == (result, margin)


def test_wishes_go_to_the_earlier_sign_up() -> None:
    cards = allotted([("", ("CHARACTER NS, QS",)), ("", ("CHARACTER NS, QS",)), ("", ()), ("Eric", ())])

    assert [card.code for card in cards] == ["NS", "QS", "KS", "KP"]


def test_seats_are_named_as_asked_or_by_their_characters() -> None:
    signups = [SignUp("Anna"), SignUp("", ("CHARACTER NS",)), SignUp("corwin"), SignUp("")]

    assert RULESET.seating.christen(signups, RULESET.settle({})) == ("Anna", "Corwin", "Fiona", "Brand")


def test_a_big_table_may_be_refused() -> None:
    settled = RULESET.settle({"big_table": "refuse"})
    seats = RULESET.seating.christen([SignUp("") for _ in range(14)], settled)

    with pytest.raises(SetupError, match="big_table"):
        Game.start(RULESET, CASE_WORDS.given(settled, {"turn": 0, "players": list(seats)}).setup, b"seed")


def test_the_order_of_cuts_does_not_matter() -> None:
    orders = {"Corwin": ["GO SHADOW"], "Eric": ["CUT 3"], "Fiona": ["CUT 5"]}
    other = {"Corwin": ["GO SHADOW"], "Eric": ["CUT 5"], "Fiona": ["CUT 3"]}

    assert play({}, orders).state.deck == play({}, other).state.deck


def test_discards_go_under_the_deck_and_all_cut_it() -> None:
    """AM-2.11, B18: after a turn the discards are shuffled, put under the deck, and every living player cuts once."""
    orders = {"Corwin": ["ATTACK Eric WITH 5S", "CUT 2"], "Eric": ["CUT 1"]}
    turn = play({"Corwin": {"down": ["5S"]}, "Eric": {"down": ["2W"]}}, orders)
    deck = list(turn.state.deck)
    after = turn.play({})

    assert [card.code for card in turn.state.discards] == ["5S", "2W"]
    assert turn.state.cut == 3
    assert not after.state.discards
    assert after.state.deck[: len(deck) - 3] == deck[3:]
    assert {card.code for card in after.state.deck[len(deck) - 3 : -3]} == {"5S", "2W"}
    assert after.state.deck[-3:] == deck[:3]


def test_a_live_game_that_nobody_answers_is_the_batch_game() -> None:
    given = {"Eric": {"down": ["8S", "6P"]}, "Corwin": {"down": ["2W", "7W"]}}
    orders = {"Eric": ["ATTACK Corwin WITH 8S, 6P"]}
    silent: set[str] = set()
    while True:
        try:
            live = play(given, orders, Given(silent=frozenset(silent), live=True))
        except Pending as pending:
            silent |= pending.asks.keys()
            continue
        break

    assert live.events == play(given, orders).events
    assert "Corwin/Reply/1" in silent


def test_a_mailed_answer_replaces_the_order_for_that_point_alone() -> None:
    given = {"Eric": {"down": ["8S", "6P"]}, "Corwin": {"down": ["2W", "9P"]}}
    orders = {"Eric": ["ATTACK Corwin WITH 8S, 6P"]}
    with pytest.raises(Pending) as stop:
        play(given, orders, Given(live=True))
    ((key, ask),) = stop.value.asks.items()

    found = answer(ask, "nine of pentacles", lexicon(tuple(map(Seat, FOUR))))
    after = play(given, orders, Given({key: found}, live=True))

    assert found is BY_CODE["9P"]
    assert ev.Clashed in map(type, after.events)
    assert [e.because for e in told(after.events, Seat("Corwin")) if isinstance(e, Answered)] == ["mailed"]


def test_a_card_is_shown_at_once_to_one_player_alone() -> None:
    game = play({"Corwin": {"down": ["5S"]}}, {})
    view = game.view(Seat("Corwin"))

    (shown,) = RULESET.orders.at_once(view, read("SHOW 5S TO Eric", "Corwin"))
    with pytest.raises(Illegal):
        RULESET.orders.at_once(view, read("SHOW 6S TO Eric", "Corwin"))

    assert shown == ev.CardShown(
        seat=Seat("Corwin"), target=Seat("Eric"), card=BY_CODE["5S"], to=only(Seat("Corwin"), Seat("Eric"))
    )


def test_an_order_that_lapses_says_why_to_its_player_alone() -> None:
    after = play({"Corwin": {"down": ["5S"]}}, {"Corwin": ["PLAY 2P ON Eric", "RANSOM Fiona"]})

    lapsed = [e for e in after.events if isinstance(e, OrderLapsed)]
    assert [e.order for e in lapsed] == [1, 2]
    assert all(e.to.includes(Seat("Corwin")) and not e.to.includes(Seat("Eric")) for e in lapsed)


def play(
    players: Mapping[str, Mapping[str, object]], orders: Mapping[str, Sequence[str]], given: Given | None = None
) -> Played:
    """Play a turn at a table of four."""
    start = CASE_WORDS.given(RULESET.settle({}), {"players": {name: players.get(name, {}) for name in FOUR}})
    game = Game.from_middle(RULESET, start.setup, start.state, start.step, b"seed")
    words = lexicon(start.setup.seats)
    orders_read = {
        Seat(name): [
            replace(RULESET.grammar.read(line, words, Seat(name)), number=i) for i, line in enumerate(lines, 1)
        ]
        for name, lines in orders.items()
    }
    return game.play(orders_read, given or Given())


@pytest.mark.parametrize(("timing", "left"), [("free", ["3W"]), ("combat", ["7C", "2P", "9C"])])
def test_a_play_that_was_filed_under_another_option_waits_for_a_combat(timing: str, left: list[str]) -> None:
    options = RULESET.settle({"special_timing": timing})
    players = {"Corwin": {"down": ["7C", "2P", "9C"]}, "Eric": {"down": ["3W", "4W"]}, "Fiona": {}, "Random": {}}
    start = CASE_WORDS.given(options, {"players": players})
    corwin, lines = Seat("Corwin"), ["PLAY 7C ON Eric", "PLAY 2P ON Eric LAST", "PLAY 9C ON ME LAST"]
    game = Game.from_middle(RULESET, start.setup, start.state, start.step, b"seed")
    orders = [replace(read(line, "Corwin"), number=i) for i, line in enumerate(lines, 1)]

    after = game.play({corwin: orders})

    assert [card.code for card in after.state.players[corwin].down] == left


def test_what_the_tower_leaves_of_a_banishment_is_known_to_its_prisoner() -> None:
    eric = {"at": "shadow", "court": "deck", "status": "banished", "until": 4}
    table = {"Corwin": {}, "Eric": eric, "Fiona": {}, "Random": {}}
    start = CASE_WORDS.given(RULESET.settle({}), {"players": table, "deck": ["X16", "REST"]})
    game = Game.from_middle(RULESET, start.setup, start.state, start.step, b"tower")

    after = game.play({Seat("Eric"): [replace(read("RETURN"), number=1)]})

    assert after.state.players[Seat("Eric")].banished == 4  # AM-9.5
    for seat in game.setup.seats:
        assert after.view(seat) == RULESET.look(after.state, seat, after.setup)
