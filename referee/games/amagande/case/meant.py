"""Rule cases: own turns in sentences, and the end of a case where its orders end, though the turn by mail goes on."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from referee.engine.audience import Seat
from referee.engine.events import Answered, Event, GameEnded
from referee.games.amagande.case.given import shown
from referee.games.amagande.events import TurnPassed
from referee.games.amagande.state import OwnTurn, State
from referee.games.cards import Pack, card_named

WHOLE = ("own_turns", "end", "winner", "winners", "loser", "losers")
"""What a case expects of a whole turn by mail."""

OWN_TURN = re.compile(r"turn_(\d+)")
DRAWS = re.compile(r"\bdraws (\d+)", re.IGNORECASE)
SPELT = re.compile(r"\b[A-Z0-9]{2,3}\b")


def shortened(expect: Mapping[str, Any], state: State, events: Sequence[Event]) -> Mapping[str, Any]:
    """End a case behind the last own turn that it tells of, or for which an order was new; never before the first."""
    if state.most or any(expect.get(key) not in (None, "none") for key in WHOLE):
        return {}
    told = expect.get("sequence")
    named = [int(m[1]) for key in expect if (m := OWN_TURN.fullmatch(key))]
    last = len(told) if isinstance(told, list) else max(1, ordered(events), *named)
    return {"own_turns": last} if 0 < last < len(state.turns) else {}


def meant(
    expect: Mapping[str, Any], state: State, events: Sequence[Event]
) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
    """Compare own turns told in sentences with those played."""
    found, told = dict(shown(state)), expect.get("sequence")
    if isinstance(told, list) and told and all(isinstance(one, str) for one in told):
        like = len(told) == len(state.turns) and all(map(tells, told, state.turns))
        found["sequence"] = told if like else [spoken(one) for one in state.turns]
    return expect, found


def ordered(events: Sequence[Event]) -> int:
    """Count the own turns up to the last one with an order in it; a policy counts where it is first used."""
    last = own = 0
    used: set[tuple[Seat, int | str]] = set()
    for e in events:
        match e:
            case Answered(about="Play" | "Counter" | "Drawn" | "NameSuit") if (e.seat, e.because) not in used:
                last = own + 1
                used.add((e.seat, e.because))
            case TurnPassed() | GameEnded():
                own += 1
    return last


def tells(sentence: str, one: OwnTurn) -> bool:
    """Say whether a sentence tells an own turn: its player first, then the cards played, or how many were drawn."""
    cards = [card for word in SPELT.findall(sentence) if (card := card_named(word, Pack.FRENCH)) is not None]
    drawn = DRAWS.search(sentence)
    return (
        sentence.casefold().startswith(f"{one.seat.casefold()} ")
        and all(card is one.played or card in one.drawn for card in cards)
        and (drawn is None or int(drawn[1]) == len(one.drawn))
        and ("counter" not in sentence.casefold() or one.countered)
    )


def spoken(one: OwnTurn) -> str:
    """Say an own turn as a case would."""
    if one.played is not None:
        return f"{one.seat} {'counters' if one.countered else 'plays'} {one.played}"
    return f"{one.seat} draws {len(one.drawn)}"
