"""What somebody without a seat says: YES or NO to a code, or JOIN, STANDBY, OBSERVE at the open address."""

from __future__ import annotations

import re
from dataclasses import dataclass

from referee.mail.address import clean_name
from referee.mail.quoting import Label, classify
from referee.service.incoming import Incoming

MOST_LINES = 40
"""In a longer letter nobody hides what he wants."""

YES = re.compile(r"\W*(?:yes\b|(?:ja|oui|si|sí)\W*$)", re.IGNORECASE)
"""In other languages it stands alone: with `Si` begins many a vacation note."""

NO = re.compile(r"\W*(?:(?:no|stop|unsubscribe)\b|(?:nein|non|nee)\W*$)", re.IGNORECASE)
WANTS = re.compile(r"\W*(join|standby|observe)\b(?:\s+([A-Za-z0-9-]{1,40}))?", re.IGNORECASE)
NAMED = re.compile(r"\b(?:as|name)\s+(.{1,80})$", re.IGNORECASE)


@dataclass(frozen=True)
class Said:
    """What the new lines of a letter come to; `game` and `name` are as written."""

    yes: bool = False
    no: bool = False
    wants: str = ""
    game: str = ""
    name: str = ""


def new_lines(case: Incoming) -> list[str]:
    """Return the lines that were written now, of a letter that answers none of a game's."""
    settings = case.campaign.settings.mail
    own = [settings.from_address, *(a for a in case.letter.recipients if a.endswith(f"@{settings.domain}"))]
    labelled = classify(case.letter.lines, own=own, subject=case.letter.subject)
    found = [x.text.strip() for x in labelled if x.label is Label.NEW]
    return [text for text in found if text][:MOST_LINES]


def heard(case: Incoming) -> Said:
    """Read them; the subject counts where the text is silent, for many write JOIN there."""
    lines = new_lines(case)
    found = read(lines)
    return found if found != Said() else read([case.letter.subject])


def read(lines: list[str]) -> Said:
    """Read lines: the first that wants something, the first name that is given, YES and NO at the beginning of one."""
    wanted = next((m for m in map(WANTS.match, lines) if m), None)
    named = next((m for m in map(NAMED.search, lines) if m), None)
    game = (wanted[2] or "") if wanted else ""
    return Said(
        yes=any(YES.match(line) for line in lines),
        no=any(NO.match(line) for line in lines),
        wants=wanted[1].upper() if wanted else "",
        game="" if game.lower() == "as" else game,
        name=clean_name(named[1].strip(" \"'.,!")) if named else "",
    )
