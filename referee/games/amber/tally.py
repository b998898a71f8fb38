"""What a simulation counts: which Chaos card ended the game, and what else a designer wants to know."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.engine.events import Event, GameEnded
from referee.games.amber import events as ev
from referee.games.amber.deck import DEVIL, EMPEROR, REAPER
from referee.games.amber.events import Death
from referee.games.cards import Card


def tally(events: Sequence[Event]) -> Iterator[tuple[str, object]]:
    """Name what is worth counting in a whole game, as pairs of a heading and a label."""
    for end in events[-1:]:
        if isinstance(end, GameEnded):
            yield "Which Chaos card ended the game", ender(events, end) or "none of them"
    for e in events:
        match e:
            case ev.ThroneTaken():
                yield "How the Throne was taken", str(e.claim)
            case ev.ThroneLost():
                yield "How the Throne was lost", str(e.fall)
            case ev.CombatBegan():
                yield "How combats arose", str(e.occasion)
            case ev.Clashed():
                yield "What replies did", str(e.result)
            case ev.NoReply():
                yield "What replies did", "no reply"
            case ev.Died():
                yield "What players died of", str(e.death)
            case ev.ChaosMet():
                yield "Chaos cards met in Shadow", e.card
            case ev.AmberHeld():
                yield "Attacks on Amber that were turned back", e.threat
            case ev.AmberFell():
                yield "Attacks on Amber that got through", e.threat
            case ev.SiegeCancelled():
                yield "Attacks on Amber that the Star or the Magician ended", e.threat
            case _:
                continue


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
            return _killer(events)
        case _:
            return None


def _killer(events: Sequence[Event]) -> Card | None:
    """Find the Chaos card that killed the last one who died."""
    died = next((e for e in reversed(events) if isinstance(e, ev.Died)), None)
    if died is not None and died.death is Death.CARD:
        return REAPER
    if died is not None and died.death in (Death.CHAOS, Death.CHAOS_TEN):
        return next((e.threat for e in reversed(events) if isinstance(e, ev.AmberAttacked)), None)
    return None
