"""Lines that a player adds for good measure: a card shown, a condition, a plan for a rainy day."""

from __future__ import annotations

from collections.abc import Sequence

from referee.engine.chance import Chance
from referee.games.amber.deck import SPECIALS
from referee.games.amber.knowledge import Knowledge
from referee.games.amber.words import CARD

PLANS = (
    "DEFEND AGAINST CUPS WITH LOW SWORDS, ENOUGH",
    "DEFEND AGAINST SWORDS WITH WANDS LOW",
    "IF CIVIL WAR THEN DEFEND WITH ENOUGH, NOTHING",
    "IF THRONE EMPTY THEN CUT 7 ELSE CUT 23",
    "SPOILS VASSAL",
)


def asides(v: Knowledge, chance: Chance) -> Sequence[str]:
    """Show a card to somebody now and then, lay down a plan, keep a special card back."""
    lines = []
    others = [seat for seat, p in v.players.items() if seat != v.seat and p.alive]
    if v.down and others and chance.below(6, "show") == 0:
        card, friend = chance.pick(v.down, "shown"), chance.pick(others, "friend")
        lines.append(f"SHOW {CARD.show(card)} TO {friend}")
    if chance.below(3, "plan") == 0:
        lines.append(chance.pick(PLANS, "which plan"))
    special = next((card for card in v.stock if card in SPECIALS), None)
    if special is not None and chance.below(3, "keep") == 0:
        lines.append(f"KEEP {CARD.show(special)}")
    return lines
