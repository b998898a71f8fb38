"""Lines that a player might send: random ones, and ones that play to win by simple sense. From the view alone."""

from __future__ import annotations

from collections.abc import Sequence

from referee.engine.author import Chance, Scribe
from referee.games.amagande.state import PACK
from referee.games.amagande.values import eliminated, fatal, total
from referee.games.amagande.view import View
from referee.games.amagande.words import CARD, CONDITIONS

WORDS = ("LOWEST", "HIGHEST", "8", "K", "ANY H", "ANY RED", "ANY SPADES", "JOKER", "QUEEN", "DRAW", "A SUIT MOST")
COUNTERS = ("2", "3", "RJ", "BJ", "AS", "2S", "3H", "JOKER", "ANY BLACK")
SHED = "PLAY 8 ELSE J ELSE HIGHEST"
GARBLED = (
    "PLEY KS", "PLAY", "PLAY the lot", "PLAY JOKER KS", "COUNTER", "COUNTER KH", "COUNTER TAKE ELSE 2S", "PLAY ANY",
    "PLAY KS SUIT H", "DRAWN", "DRAWN MAYBE", "ACE H", "STYLE WILD", "HOLD", "PLAY 7H IF", "RESIGN NEVER", "PLAY 11S",
    "good luck to you",
)  # fmt: skip


def scribble(seen: View, chance: Chance, wild: bool) -> Sequence[str]:
    """Write random orders; if ``wild``, some of them illegal, garbled or rash."""
    scribe = Scribe(chance)
    return scribe.letter(lambda: _line(seen, scribe), 7, GARBLED, wild=wild, one_in=10)


def _line(seen: View, scribe: Scribe) -> str:
    pick, number = scribe.pick, scribe.number

    def test() -> str:
        return pick([*(kind.example for kind in CONDITIONS), f"SUM < {number(60)}", f"HAND > {number(6)}"])

    def entry() -> str:
        what = pick([*map(CARD.show, seen.hand), *WORDS, CARD.show(scribe.card(PACK))])
        return f"{what} IF {test()}" if number(3) == 0 else what

    match number(9):
        case 0 | 1 | 2 | 3:
            return f"PLAY {' ELSE '.join(entry() for _ in range(1 + number(2)))}"
        case 4:
            return f"COUNTER {', '.join(pick(COUNTERS) for _ in range(1 + number(2)))}{pick(['', ' ELSE TAKE'])}"
        case 5:
            return f"DRAWN {pick(['PLAY', 'KEEP', 'PLAY UNLESS ACE'])}"
        case 6:
            return f"ACE SUIT {pick('HDCS')}"
        case 7:
            return f"STYLE {pick(['HEAVY', 'LIGHT', 'SAFE'])}"
        case 8:
            return f"HOLD {pick(['AS', '7D', 'A', '2', *map(CARD.show, seen.hand)])}"
        case _:
            return f"IF {test()} THEN PLAY {entry().partition(' IF ')[0]}"


def sensible(seen: View, chance: Chance) -> Sequence[str]:
    """Play to win: another turn if there is one, else what is heavy; keep counters, and aces, which always fit at last.

    The check is called when the own hand stands it and others hold enough to fall by it.
    """
    lines = [SHED] * seen.options.plays
    held = ["A", "2", "3", "JOKER"]
    if seven := next((card for card in seen.hand if fatal(card, seen.reference)), None):
        rest = [card for card in seen.hand if card is not seven]
        held.append(CARD.show(seven))
        if not eliminated(rest) and (seen.foe_hand > 1 or total(rest) <= 12 + chance.below(12, "sensible")):
            lines[0] = f"PLAY {CARD.show(seven)} ELSE 8 ELSE J ELSE HIGHEST"
    counters = "COUNTER 2, 3, JOKER, AS"
    return [*lines, f"HOLD {', '.join(held)}", "STYLE HEAVY", counters, "ACE SUIT MOST", "DRAWN PLAY"]
