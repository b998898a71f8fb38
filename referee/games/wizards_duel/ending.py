"""WD-9: when a duel ends, and who wins."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.engine.audience import PUBLIC, Seat
from referee.engine.events import Event
from referee.games.cards import Card
from referee.games.wizards_duel.events import Resigned, RoundEnded, Verdict
from referee.games.wizards_duel.state import Duel, State

OUT_OF_CARDS, TWO_DEATHS, RESIGNED, BOTH_RESIGNED = "out of cards", "two Deaths", "resigned", "both resigned"

ENDS = {
    OUT_OF_CARDS: "A player has neither hand nor deck left (WD-9.1, WD-R18).",
    TWO_DEATHS: "Death met Death (WD-8.4).",
    RESIGNED: "A player gave up (WD-R19).",
    BOTH_RESIGNED: "Both players gave up in the same turn (WD-R25).",
}


def ends(t: Duel) -> bool:
    """The game ends when Death meets Death, or when a player has no card left to play (WD-9.1); tell it if so."""
    if t.state.rounds[-1].verdict is Verdict.DEATHS:
        tell_end(t, TWO_DEATHS)
    elif any(out_of_cards(t, seat) for seat in t.state.seats):
        tell_end(t, OUT_OF_CARDS)
    else:
        return False
    return True


def out_of_cards(t: Duel, seat: Seat) -> bool:
    """After refilling a player has neither hand nor deck; what the other still holds is void (WD-R18)."""
    side = t.state.sides[seat]
    return not side.hand and not side.deck


def tell_end(t: Duel, reason: str) -> None:
    """The higher score wins (WD-9.2), in the drinking game the lower (WD-11.3); equal scores are a draw (WD-R19)."""
    t.state.over = True
    first, second = t.state.seats
    lead = t.state.sides[first].score - t.state.sides[second].score
    if t.state.options.drinking:
        lead = -lead
    t.end(reason, [first if lead > 0 else second] if lead else ())


def resign(t: Duel, resigning: list[Seat]) -> None:
    """Who resigns loses, whatever the scores (WD-R19); if both do at once, it is a draw (WD-R25)."""
    t.state.over = True
    t.tell(*(Resigned(seat=seat, to=PUBLIC) for seat in resigning))
    if len(resigning) == 1:
        t.end(RESIGNED, [t.state.other(resigning[0])])
    else:
        t.end(BOTH_RESIGNED)


def hands(state: State) -> Sequence[tuple[Seat, Sequence[Card]]]:
    """Lay open what each player still holds, the rest of their deck, and the half set aside (section 3)."""
    opened: list[tuple[Seat, Sequence[Card]]] = [(seat, sorted(side.hand)) for seat, side in state.sides.items()]
    for seat, side in state.sides.items():
        opened.append((Seat(f"{seat}'s deck, from the top"), side.deck))
        if side.aside:
            opened.append((Seat(f"{seat}'s half set aside"), side.aside))
    return opened


def tally(events: Sequence[Event]) -> Iterator[tuple[str, object]]:
    """Name what simulations count: how rounds are decided, and whose."""
    for e in events:
        if isinstance(e, RoundEnded):
            yield "How rounds were decided", e.verdict.value
            yield "Who scored", "nobody" if not e.winner else "the leader" if e.winner == e.leader else "the responder"
