"""What a line that cannot be read was perhaps meant as: a spell, a Whirlwind, or a take off one's own Island."""

from __future__ import annotations

from referee.engine.lexicon import split
from referee.games.elements.spellwords import SPELLS
from referee.games.elements.view import View
from referee.games.elements.words import SPOT

BLANKS = ' \t:."'
"""What may stand around somebody's own words for a spell."""

LITTLE = ("MY", "THE", "CARD", "CARDS", "ON", ":")
"""Words in a spell that need not be there."""


def closest(_seen: View, line: str) -> str:
    """Return the order that a line which cannot be read comes nearest to, or nothing."""
    words = [word.text for word in split(line)]
    spots = [word.lower() for word in words if SPOT.fullmatch(word)]
    match words:
        case ["LOOK" | "SEE" | "PEEK", *_] if spots:
            return f"MAGIC SCRY {', '.join(spots)}"
        case [word, _, *_] if word in SPELLS:
            return f"MAGIC {' '.join(said for said in words if said not in LITTLE)}"
        case ["SPELL" | "CAST" | "MAGIC" as word, said, *_] if said not in (*SPELLS, "AT", "VANITY", "FREE"):
            return f'MAGIC FREE "{line[len(word) :].strip(BLANKS)}"'
        case ["FREE", _, *_]:
            return f'MAGIC FREE "{line.strip()[len("FREE") :].strip(BLANKS)}"'
        case ["VANITY", _, *_]:
            return f"MAGIC VANITY {line.strip()[len('VANITY') :].strip(BLANKS)}"
        case ["CALL", *_] if "WHIRLWIND" in words:
            return "AIR"
        case ["TAKE", kind]:
            return f"TAKE ISLAND {kind}"
        case ["TAKE", kind, "FROM" | "OFF", *_] if "ISLAND" in words:
            return f"TAKE ISLAND {kind}"
        case _:
            return ""
