"""What always holds (RULES.md, section 4), looked at after every step of whole duels of every kind."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import pytest

from referee.engine.audience import OBSERVER
from referee.engine.events import told
from referee.games.wizards_duel import RULESET
from referee.games.wizards_duel.bots import scribble
from referee.games.wizards_duel.events import CallGained, CallSpent, MoonPaid, RoundEnded, Verdict
from tests.games.wizards_duel.duels import SEATS, Duel, by_answers, by_orders

VARIANTS = [
    {"deck": deck, "drinking": drinking, "fool_underdog": fool, "sun_scores": sun, "numbering": numbering}
    for deck in ("full", "half", "majors", "minors")
    for drinking, fool, sun, numbering in (("off", "no", "yes", "rws"), ("on", "yes", "no", "marseille"))
]
SIZES = {"full": 78, "half": 78, "majors": 22, "minors": 56}


def duels(options: dict[str, str], number: int) -> Iterator[list[Duel]]:
    """The same table played in four ways."""
    seed = f"{sorted(options.items())} {number}".encode()
    yield list(by_orders(options, seed, lambda view, chance: RULESET.bots.scribble(view, chance, False)))
    yield list(by_orders(options, seed, lambda view, chance: RULESET.bots.scribble(view, chance, True)))
    yield list(by_orders(options, seed, RULESET.bots.sensible))
    yield list(by_answers(options, seed))


@pytest.mark.parametrize("options", VARIANTS, ids=lambda o: "-".join(o.values()))
def test_what_always_holds(options: dict[str, str]) -> None:
    for number in range(3):
        for steps in duels(options, number):
            for game in steps:
                cards_are_where_they_belong(game, SIZES[options["deck"]])
                views_agree(game)
            sheets_follow_from_the_rounds(steps, drinking=options["drinking"] == "on")
            assert steps[-1].end is not None
            assert steps[-1].end.reason in RULESET.ending.reasons


def cards_are_where_they_belong(game: Duel, size: int) -> None:
    """WD-I1, WD-I2 and WD-I7."""
    for side in game.state.sides.values():
        cards = [*side.deck, *side.hand, *side.discard, *side.aside, *side.table]
        assert len(cards) == len(set(cards)) == size
        assert side.table == []
        assert len(side.hand) <= 4
        assert side.hand or not side.deck or game.end is not None


def views_agree(game: Duel) -> None:
    """What was told adds up to what is so; an observer knows no hand."""
    for seat in SEATS:
        assert game.view(seat) == RULESET.look(game.state, seat, game.setup)
    assert RULESET.look(game.state, OBSERVER, game.setup).hand == []


def sheets_follow_from_the_rounds(steps: Iterable[Duel], *, drinking: bool) -> None:
    """WD-I3, WD-I4, WD-I5 and WD-I6, and that no played card comes back (WD-I7)."""
    scores, calls = dict.fromkeys(SEATS, 0), dict.fromkeys(SEATS, 3)
    played: list[object] = []
    leader = None
    for game in steps:
        for e in game.events:
            match e:
                case RoundEnded():
                    assert e.leader == (leader or e.leader)
                    leader = e.responder
                    played += [card for card in (e.led, e.reply) if card is not None]
                    award_is_possible(e)
                    if e.winner:
                        assert e.sheet == (e.winner if not drinking else next(s for s in SEATS if s != e.winner))
                        scores[e.sheet] += e.points
                        calls[e.winner] += e.points >= 9
                case CallSpent(seat=seat):
                    calls[seat] -= 1
                    assert e.calls == calls[seat] >= 0
                case CallGained(seat=seat, calls=now):
                    assert now == calls[seat]
                case MoonPaid(seat=seat, change=change):
                    assert change == (24 if drinking else -24)
                    scores[seat] += change
        assert {seat: side.score for seat, side in game.state.sides.items()} == scores
        assert {seat: side.calls for seat, side in game.state.sides.items()} == calls
    assert len(played) == len(set(played))


def award_is_possible(e: RoundEnded) -> None:
    """WD-I5: at most one is awarded points, and not more than two cards or two dice can bring."""
    assert bool(e.winner) is (e.points > 0)
    match e.verdict:
        case Verdict.CALLED | Verdict.DEATHS:
            assert e.points == 0
        case Verdict.SAME:
            assert 3 <= e.points <= 23
        case Verdict.ECLIPSE:
            assert e.points in (0, 1)
        case Verdict.COMPARED:
            assert e.points == abs(e.led_value - e.reply_value) <= 22


def test_the_same_seed_and_orders_give_the_same_game() -> None:
    first, second = (
        [game.events for game in by_orders({}, b"twice", lambda view, chance: scribble(view, chance, True))]
        for _ in range(2)
    )

    assert first == second


def test_all_kinds_of_rounds_and_ends_are_met() -> None:
    games = [by_answers({"deck": "majors"}, bytes([n])) for n in range(60)]
    ends = {steps.end.reason for game in games for steps in game if steps.end is not None}
    rounds = {
        e.verdict
        for n in range(60)
        for g in by_answers({"deck": "majors"}, bytes([n]))
        for e in g.events
        if isinstance(e, RoundEnded)
    }

    assert ends == {"out of cards", "two Deaths"}
    assert rounds == set(Verdict)


def test_an_observer_is_told_no_card_that_is_not_open() -> None:
    for game in by_orders({}, b"watched", RULESET.bots.sensible):
        view = RULESET.look(game.state, OBSERVER, game.setup)
        for e in told(game.events, OBSERVER):
            view.apply(e)
        assert view.hand == []
        assert RULESET.decide(view) is None
