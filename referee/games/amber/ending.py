"""AM-14: how the game ends, what is laid open then, and what a simulation counts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum

from referee.engine.author import Event, GameEnded, Seat
from referee.games.amber import events as ev
from referee.games.amber.deck import DEVIL, EMPEROR, REAPER
from referee.games.amber.draws import count_piles
from referee.games.amber.state import Amber, State
from referee.games.cards import Card

ENDS = {
    "throne held three turns": "A ruler has held the Throne for three complete turns (AM-14.1).",
    "emperor on the throne": "The Emperor lay on the Throne (AM-14.2).",
    "chaos held the throne three turns": "Chaos has held the Throne for three complete turns (AM-14.3).",
    "devil": "The Devil's attack got through (AM-14.4).",
    "all dead": "Nobody is alive (AM-14.5).",
    "all in the Tower": "Whoever is alive is a prisoner, and nobody is left to free them (R-79).",
    "last survivor": "One player alone is alive (R-63).",
    "turn limit": "The last turn of the game has been played (AM-14.7).",
}
"""The closed list of reasons for the end."""

REIGN = 3


def end(t: Amber, reason: str, winners: Iterable[Seat], *, draw: bool = False) -> None:
    """The game ends once, for one reason; nothing happens after it (I-24). Where nobody has won, all players lose."""
    t.state.end = reason
    count_piles(t)
    t.end(reason, tuple(winners), draw=draw)


def end_by_emperor(t: Amber, turner: Seat) -> None:
    """The Emperor on the Throne: every living player wins but the one who turned the card up (AM-14.2, R-64)."""
    end(t, "emperor on the throne", [p.seat for p in t.state.living() if p.seat != turner])


def look_for_end(t: Amber) -> None:
    """At the end of a turn: a player's reign, that of Chaos, all dead, a last survivor, the turn limit (B17).

    R-79 comes last, for it is there only to end what nothing else would.
    """
    s = t.state
    alive = [p.seat for p in s.living()]
    complete = s.complete_turns(s.turn)
    if complete >= REIGN and s.ruler is not None:
        end(t, "throne held three turns", [s.ruler])
    elif complete >= REIGN:
        end(t, "chaos held the throne three turns", ())
    elif not alive:
        end(t, "all dead", ())
    elif len(alive) == 1 and s.options.last_survivor == "wins":
        end(t, "last survivor", alive)
    elif s.options.turn_limit and s.turn >= s.options.turn_limit:
        end(t, "turn limit", (), draw=True)
    elif all(p.prison for p in s.living()) and s.occupant is None:
        end(t, "all in the Tower", ())  # nobody is left who could ever open it


def hands(state: State) -> Sequence[tuple[Seat, Sequence[Card]]]:
    """Lay open what each player still holds, for the end of the game."""
    return [(p.seat, [*p.down, *p.up, *p.concealed, *p.exposed, *p.kept]) for p in state.players.values()]


def tally(events: Sequence[Event]) -> Iterator[tuple[str, object]]:
    """Name what is worth counting in a whole game, as pairs of a heading and a label."""
    for end in events[-1:]:
        if isinstance(end, GameEnded):
            yield "Which Chaos card ended the game", ender(events, end) or "none of them"
    for e in events:
        if isinstance(e, ev.NoReply):
            yield "What replies did", "no reply"
        elif type(e) in TALLIED:
            heading, name = TALLIED[type(e)]
            what = getattr(e, name)
            yield heading, str(what) if isinstance(what, StrEnum) else what


TALLIED: Mapping[type[Event], tuple[str, str]] = {
    ev.ThroneTaken: ("How the Throne was taken", "claim"),
    ev.ThroneLost: ("How the Throne was lost", "fall"),
    ev.CombatBegan: ("How combats arose", "occasion"),
    ev.Clashed: ("What replies did", "result"),
    ev.Died: ("What players died of", "death"),
    ev.ChaosMet: ("Chaos cards met in Shadow", "card"),
    ev.AmberHeld: ("Attacks on Amber that were turned back", "threat"),
    ev.AmberFell: ("Attacks on Amber that got through", "threat"),
    ev.SiegeCancelled: ("Attacks on Amber that the Star or the Magician ended", "threat"),
}
"""Under which heading an event is counted, and by which of its fields."""


def ender(events: Sequence[Event], end: GameEnded) -> Card | None:
    """Find the Chaos card by which the game ended, if it was one (AM-14.2 to AM-14.5)."""
    match end.reason:
        case "emperor on the throne":
            return EMPEROR
        case "devil":
            return DEVIL
        case "chaos held the throne three turns":
            return next((e.card for e in reversed(events) if isinstance(e, ev.ChaosEnthroned)), None)
        case "all dead":
            died = next((e.death for e in reversed(events) if isinstance(e, ev.Died)), None)
            attacked = next((e.threat for e in reversed(events) if isinstance(e, ev.AmberAttacked)), None)
            by_chaos = died in (ev.Death.CHAOS, ev.Death.CHAOS_TEN)
            return REAPER if died is ev.Death.CARD else attacked if by_chaos else None
        case _:
            return None
