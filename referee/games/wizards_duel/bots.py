"""Lines that a player might send: random ones, and ones that play to win by simple sense. From the view alone."""

from __future__ import annotations

from collections.abc import Sequence

from referee.engine.author import Chance, Scribe
from referee.games.wizards_duel.state import MOON, SUN
from referee.games.wizards_duel.values import book, ordered
from referee.games.wizards_duel.view import View
from referee.games.wizards_duel.words import CARD, CONDITIONS, How, Kind

WORDS = (*(how.value for how in How if how is not How.CHEAPEST_WIN), *(kind.value for kind in Kind), "HIGHEST SWORDS")
GARBLED = (
    "LEED KS", "LEAD", "LEAD the lot", "LEAD CALL", "REPLY", "REPLY IF LED IS NICE PLAY SUN", "REPLY IF LED >= CALL",
    "ROUND LEAD M7", "ROUND 0 LEAD LOWEST", "ROUND 99 REPLY LOWEST", "CALL MAYBE", "CALL KEEP", "DRAW IF", "PLAY 4",
    "PLAY ON UNTIL BEHIND BY 0", "RESIGN NEVER", "LEAD 11S", "LEAD M22", "LEAD EMP", "LEAD CHEAPEST WIN",
    "good luck to you",
)  # fmt: skip


def scribble(seen: View, chance: Chance, wild: bool) -> Sequence[str]:
    """Write random orders; if ``wild``, some of them illegal, garbled or rash."""
    scribe = Scribe(chance)
    return scribe.letter(lambda: _line(seen, scribe), 6, GARBLED, wild=wild, one_in=40)


def _line(seen: View, scribe: Scribe) -> str:
    pick, number = scribe.pick, scribe.number

    def entry() -> str:
        return pick([*map(CARD.show, seen.hand), *WORDS, "DRAW", CARD.show(scribe.card(seen.options.pack(0)))])

    samples = [kind.example for kind in CONDITIONS]
    condition = pick([*samples, f"LED > {number(24)}", f"BEST < {number(21)}", "LED MINOR"])
    match number(9):
        case 0 | 1:
            return f"LEAD {', '.join(entry() for _ in range(1 + number(3)))}"
        case 2:
            return f"REPLY IF {condition} {pick(['PLAY ' + entry(), 'CALL', 'DRAW'])}"
        case 3:
            return f"REPLY {pick(['CHEAPEST WIN', entry()])}"
        case 4:
            return f"ROUND {1 + number(4)} {pick(['LEAD', 'REPLY'])} {entry()}"
        case 5:
            when = [f"IF {condition}", f"MARGIN >= {number(12)}", f"KEEP {number(3)}", "NEVER"]
            return f"CALL {pick(when)}"
        case 6:
            return pick(["DRAW NEVER", f"DRAW IF {condition}"])
        case 7:
            return f"ROUND {1 + number(4)} {pick(['CALL', 'DRAW', f'CALL IF {condition}'])}"
        case 8:
            return f"IF {condition} THEN LEAD {entry()}"
        case _:
            return f"PLAY ON {pick([str(number(9)), f'UNTIL BEHIND BY {1 + number(20)}', '9 UNTIL BEHIND BY 9'])}"


def sensible(seen: View, chance: Chance) -> Sequence[str]:
    """Play to win: lead what is hard to beat, call what cannot be met, keep the Sun for the Moon.

    A turn plays all the rounds it can, so that the duel does not drag on.
    """
    hand = ordered(seen.hand, seen.options)
    leads = [CARD.show(card) for card in reversed(hand) if card.face not in (SUN, MOON)][:2]
    draws = "DRAW IF BEST <= 6" if seen.sheets[seen.seat].in_deck else "DRAW NEVER"
    lines = [f"LEAD {', '.join([*leads, 'HIGHEST'])}"]
    if any(card.face is SUN for card in hand):
        lines.append("REPLY IF LED = M18 PLAY M19")
    lines += ["REPLY CHEAPEST WIN, HIGHEST", "CALL IF MARGIN >= 8", draws]
    calls, weak = seen.sheets[seen.seat].calls, bool(hand) and book(hand[-1], seen.options) <= 8
    if calls <= 1 and not weak and chance.below(2, "sensible"):
        lines[-2] = "CALL IF MARGIN >= 12"
    return [*lines, "PLAY ON 16"]
