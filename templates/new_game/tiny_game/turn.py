"""How the game is played: set-up and one turn. What a player decides is asked for, never looked up in orders."""

from __future__ import annotations

from referee.engine.audience import PUBLIC, Seat, all_but, only
from referee.engine.chance import Chance
from referee.engine.events import Event, GameEnded
from referee.engine.setup import Outcome, Setup
from referee.engine.table import Table

from .asks import Lay
from .events import StoneDrawn, StoneDrawnUnseen, StoneLaid, TrickWon
from .state import STONES, State, Stone


def start(setup: Setup, chance: Chance) -> Outcome[State]:
    """The stones are shuffled, and each player is dealt a hand (TG-1.2)."""
    hands: dict[Seat, list[Stone]] = {seat: [] for seat in setup.seats}
    state = State(setup.seats, hands, chance.shuffled(STONES, "stones"), dict.fromkeys(setup.seats, 0))
    events = [e for _ in range(int(setup["hand"])) for seat in setup.seats for e in draw(state, seat)]
    return Outcome(state, events)


def play(t: Table[State]) -> None:
    """All lay a stone, the highest scores, all draw (TG-2)."""
    s = t.state
    laying = [seat for seat in s.seats if s.hands[seat]]
    laid = dict(zip(laying, t.ask_all([Lay(seat, s.hands[seat][:]) for seat in laying]), strict=True))
    for seat, stone in laid.items():
        s.hands[seat].remove(stone)
        s.away.append(stone)
        t.tell(StoneLaid(seat=seat, stone=stone, to=PUBLIC))
    score(t, laid)
    for seat in s.seats:
        if s.bag:
            t.tell(*draw(s, seat))
    if not any(s.hands.values()):
        t.tell(end(s))


def score(t: Table[State], laid: dict[Seat, Stone]) -> None:
    """Whoever laid the highest stone scores a point (TG-2.2)."""
    winner = max(laid, key=lambda seat: laid[seat].number)
    t.state.points[winner] += 1
    t.tell(TrickWon(seat=winner, to=PUBLIC))


def draw(s: State, seat: Seat) -> list[Event]:
    """The next stone of the bag goes into a hand; which it is, only its owner is told (TG-2.3)."""
    stone = s.bag.pop(0)
    s.hands[seat].append(stone)
    return [StoneDrawn(seat=seat, stone=stone, to=only(seat)), StoneDrawnUnseen(seat=seat, to=all_but(seat))]


def end(s: State) -> GameEnded:
    """The most points win (TG-3.1)."""
    best = max(s.points.values())
    winners = tuple(seat for seat in s.seats if s.points[seat] == best)
    losers = tuple(seat for seat in s.seats if s.points[seat] < best)
    return GameEnded(reason="stones are out", winners=winners, losers=losers, to=PUBLIC)
