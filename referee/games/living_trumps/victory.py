"""LT-24: who has won."""

from __future__ import annotations

from collections.abc import Sequence

from referee.engine.audience import PUBLIC, Seat
from referee.engine.events import GameEnded
from referee.games.living_trumps.deck import Court
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
    losers = tuple(seat for seat in t.state.players if seat not in winners)
    t.tell(GameEnded(reason=reason, winners=tuple(winners), losers=losers, to=PUBLIC))
