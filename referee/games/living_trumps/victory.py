"""LT-24: who has won."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.engine.audience import Seat
from referee.engine.events import Event
from referee.games.cards import Card
from referee.games.living_trumps.deck import Court
from referee.games.living_trumps.events import ActionBegan, AntesShown, ChaosMet, DuelEnded, TrickDeclared
from referee.games.living_trumps.initiative import cut, ranking
from referee.games.living_trumps.moves import Place
from referee.games.living_trumps.poker import value, wins
from referee.games.living_trumps.state import JewelAt, Player, State, Trumps

VICTORY, WAR_WON, LIMIT = "victory", "war won", "turn limit"

ENDS = {
    VICTORY: "A Powerbase was a Straight or a Flush at the end of a Turn (LT-24.1).",
    WAR_WON: "Straight or Flush, the Jewel, the Place of Power and the deed came together (LT-24.3).",
    LIMIT: "The last Turn was played: the strongest Powerbase wins, then more Blood, then the higher cut (LT-R67).",
}

OWN_PLACE = {Court.AMBER: Place.AMBER, Court.CHAOS: Place.ABYSS, Court.SHADOW: Place.KEEP}


def check_victory(t: Trumps) -> bool:
    """Look for winners at the end of a Turn, and end the game if there are any, or at the limit (LT-15.3)."""
    s = t.state
    winning = [p for p in s.players.values() if has_won(s, p)]
    if winning:
        tell_end(t, WAR_WON if s.options.war else VICTORY, best(t, winning))
    elif s.options.max_turns and s.turn >= s.options.max_turns:
        tell_end(t, LIMIT, ranking(t)[:1])
    return s.over


def has_won(s: State, p: Player) -> bool:
    """A winning hand; in the War also the Jewel, one's own Place, and the deed (LT-24.1, LT-24.3, LT-R66)."""
    if not wins(p.base, low_ace=s.options.low_ace):
        return False
    if not s.options.war:
        return True
    deed = p.deed == s.turn if s.options.deed_same_turn else p.deed > 0
    return s.jewel == p.seat and s.jewel_at is not JewelAt.BANK and p.place is OWN_PLACE[p.court] and deed


def best(t: Trumps, winning: Sequence[Player]) -> list[Seat]:
    """Of several the higher hand wins, then more Blood; a last tie is shared, or cut for (LT-24.2, LT-R64)."""
    strength = {p.seat: (value(p.base, low_ace=t.state.options.low_ace), p.blood) for p in winning}
    top = max(strength.values())
    seats = [seat for seat, one in strength.items() if one == top]
    return cut(t, seats)[:1] if t.state.options.cut_final_tie else seats


def tell_end(t: Trumps, reason: str, winners: Sequence[Seat]) -> None:
    """End the game."""
    t.state.over = True
    t.end(reason, winners, draw=False)


def hands(state: State) -> Sequence[tuple[Seat, Sequence[Card]]]:
    """Lay open each Hand and what lies face-down, and both decks, after the end."""
    opened: list[tuple[Seat, Sequence[Card]]] = [(seat, p.hand) for seat, p in state.players.items()]
    for seat, p in state.players.items():
        down = [one.card for one in (*p.shadows, *p.powerbase) if one.down]
        if down:
            opened.append((Seat(f"{seat}'s cards face-down"), down))
    opened.append((Seat("the Trump Deck, from the top"), state.trump_deck))
    opened.append((Seat("the Shadow Deck, from the top"), state.shadow_deck))
    return opened


def tally(events: Sequence[Event]) -> Iterator[tuple[str, object]]:
    """Name what simulations count: actions, Deals, how Primal Chaos was met, Duels and Tricks."""
    for e in events:
        match e:
            case ActionBegan(kind=kind):
                yield "Substance Actions", kind.value
            case AntesShown(result=result):
                yield "What Deals came to", result
            case ChaosMet(control=control):
                yield "Primal Chaos", control.value.lower()
            case DuelEnded():
                yield "Duels", "fought"
            case TrickDeclared():
                yield "Tricks", "declared"
