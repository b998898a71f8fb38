"""Lines that a player might send: random ones, and ones that play to win by simple sense. From the view alone."""

from __future__ import annotations

from collections.abc import Sequence

from referee.engine.author import Chance, Scribe
from referee.games.normal_cards.state import PACK, POINTS
from referee.games.normal_cards.values import SUITS
from referee.games.normal_cards.view import View
from referee.games.normal_cards.words import CARD, CONDITIONS, How

WORDS = (*(how.value for how in How), "H", "K", "HIGHEST D", "SPADES", "QUEEN")
GARBLED = (
    "LEED KS", "LEAD", "LEAD the lot", "LEAD WIN CHEAP", "REPLY", "REPLY IF LED IS NICE DUMP", "TRICK LEAD 7H",
    "TRICK 0 LEAD LOWEST", "TRICK 99 LEAD LOWEST", "KEEP DUMP", "PLAY 4", "PLAY ON", "RESIGN NEVER", "LEAD 10S",
    "KEEP RJ", "LEAD 2H", "good luck to you",
)  # fmt: skip


def scribble(seen: View, chance: Chance, wild: bool) -> Sequence[str]:
    """Write random orders; if ``wild``, some of them illegal, garbled or rash."""
    scribe = Scribe(chance)
    return scribe.letter(lambda: _line(seen, scribe), 6, GARBLED, wild=wild, one_in=12)


def _line(seen: View, scribe: Scribe) -> str:
    pick, number = scribe.pick, scribe.number

    def entry() -> str:
        return pick([*map(CARD.show, seen.hand), *WORDS, CARD.show(scribe.card(PACK))])

    samples = [kind.example for kind in CONDITIONS]
    condition = pick([*samples, f"POINTS > {number(24)}", f"LED {pick(SUITS)}", "LAST AND POINTS >= 4", "NOT LAST"])
    match number(7):
        case 0 | 1:
            return f"LEAD {', '.join(entry() for _ in range(1 + number(3)))}"
        case 2:
            return f"REPLY IF {condition} {entry()}{pick(['', ' ELSE ' + entry()])}"
        case 3:
            return f"REPLY {pick(['WIN CHEAP', entry()])}"
        case 4:
            return f"TRICK {1 + number(4)} LEAD {entry()}"
        case 5:
            return f"KEEP {pick(['AS, 7S', 'A', 'S', *map(CARD.show, seen.hand)])}"
        case 6:
            return f"IF {condition} THEN LEAD {entry()}"
        case _:
            return f"PLAY ON {number(6)}"


def sensible(seen: View, chance: Chance) -> Sequence[str]:
    """Play to win: lead what is worthless, take what is worth it, keep rich trumps for rich tricks."""
    rich = [CARD.show(card) for card in seen.hand if card.suit == seen.trump and card.rank in POINTS]
    lines = ["LEAD DUMP"]
    if seen.stock == 0:
        lines = ["LEAD TRUMP HIGHEST, HIGHEST"] if chance.below(2, "sensible") else ["LEAD HIGHEST"]
    lines += [
        "REPLY IF POINTS >= 10 WIN CHEAP",
        "REPLY IF LAST WIN RICH IN SUIT",
        "REPLY IF LAST AND POINTS >= 4 WIN CHEAP",
        "REPLY DUMP",
    ]
    if rich and seen.stock:
        lines.append(f"KEEP {', '.join(rich)}")
    return [*lines, f"PLAY ON {chance.below(3, 'sensible')}"]
