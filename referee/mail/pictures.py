"""What stands in the text of a letter for its pictures and files: nobody wrote it."""

import re
from collections.abc import Sequence

_KINDS = "bmp|gif|heic|jpe?g|png|svg|tiff?|webp"
_FILES = f"{_KINDS}|asc|dat|docx?|ics|p7[ms]|pdf|vcf"
_NAMED = (
    "images?|cid|inline|bild(?:er)?|picture|logo|icon|photo|foto|immagine|imagen|imagem|afbeelding|obraz|attachment|"
    "facebook|instagram|linkedin|mastodon|twitter|whatsapp|xing|youtube"
)
_ONE = (
    rf"\[(?:(?:{_NAMED})\b[^\[\]]{{0,80}}|[^\[\]]{{1,120}}(?:\.(?:{_KINDS})|\b(?:logo|icon|photo|foto|picture)))\]|"
    rf"<[\w.-]{{1,60}}\.(?:{_FILES})>"
)
_PICTURES = re.compile(rf"(?:(?:{_ONE})(?: ?<https?://[^<>\s]{{1,300}}>)? ?)+", re.IGNORECASE)
_LONGEST = 1000

_DESCRIBED = (
    "description automatically generated]",
    "ai-generated content may be incorrect.]",
    "automatisch generierte beschreibung]",
    "ki-generierte inhalte können fehlerhaft sein.]",
    "description générée automatiquement]",
    "descripción generada automáticamente]",
    "descrizione generata automaticamente]",
    "automatisch gegenereerde beschrijving]",
    "descrição gerada automaticamente]",
)
"""How a description ends that Outlook made of a picture."""

_LINES = 4
"""Over so many lines it may go, an empty one among them."""


def is_picture(text: str) -> bool:
    """Say whether a line has pictures and where they lead, and nothing else."""
    return text[:1] in ("[", "<") and len(text) <= _LONGEST and _PICTURES.fullmatch(text) is not None


def described(lines: Sequence[str]) -> set[int]:
    """Return the numbers of the lines in which a program describes pictures, from bracket to bracket."""
    found: set[int] = set()
    for last, line in enumerate(lines):
        if not line[-80:].strip().lower().endswith(_DESCRIBED):
            continue
        for first in range(last, max(last - _LINES, -1), -1):
            text = lines[first].strip()
            if text.startswith("[") and "]" not in text[:-1]:
                found.update(range(first, last + 1))
                break
    return found
