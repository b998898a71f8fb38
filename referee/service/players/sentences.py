"""Letters before the start as people write them: a YES that goes on, and wishes in sentences."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from referee.engine.commands import Yes
from referee.engine.sheet import Heard, Line, Sheet
from referee.engine.trimmings import unwrapped
from referee.service.campaign.campaign import Kit
from referee.service.letters import statement
from referee.service.table.reading import with_meanings

Read = Callable[[Sequence[str]], Sheet]

WISHES = (Heard.ORDER, Heard.STANDING)

SENTENCE = re.compile(r"(?<=[.!?;])\s+")

WISHING = re.compile(
    r"(?:(?:and|but|so)\s+)?(?:"
    r"I(?:'d|\s+would)\s+(?:(?:really|also|rather|very\s+much)\s+)?(?:like|love|prefer)|I\s+(?:want|wish|choose|prefer)"
    r"|I(?:'ll|\s+will|'d\s+rather|\s+would\s+rather)(?=\s+(?:be|play)\b)"
    r"|my\s+(?:first\s+)?(?:choice|wish|character)\s+(?:is|would\s+be))"
    r"(?:\s+(?:to\s+)?(?:play|be|have)(?:\s+(?:as|for))?|\s+for)?\s+(?:of\s+)?(?:(?:the|a|an)\s+)?(?=\S)",
    re.IGNORECASE,
)
"""Who speaks of whom they want to be; what follows must be that and nothing else, or nothing is taken for a wish."""

AS_MY = re.compile(r"(.+?)\s+as\s+my\s+(\w+)", re.IGNORECASE)
OR = re.compile(r"\s*,?\s+(?:or(?:\s+else)?|(?:and\s+)?then|otherwise)\s+", re.IGNORECASE)


def understood(kit: Kit, read: Read, lines: Sequence[str]) -> Sheet:
    """Read the lines of a letter; where one says several things, what each part of it is."""
    sheet = with_meanings(kit.rules, read(lines))
    return Sheet(tuple(part for line in sheet.lines for part in _parts(kit, read, line)))


def speaks_of_a_wish(line: Line) -> bool:
    """Say whether a line that gave no wish may have been meant as one."""
    return line.like or any(map(WISHING.search, SENTENCE.split(line.text)))


def _parts(kit: Kit, read: Read, line: Line) -> Iterator[Line]:
    if line.heard not in (Heard.CHATTER, Heard.UNREADABLE) and not (isinstance(line.order, Yes) and line.order.text):
        yield line
        return
    opened = statement.opened(line.text)
    name, behind = opened or ("", line.text)
    whole = read([behind]).lines if opened and behind else ()
    if any(one.order is not None for one in whole):
        found, left = list(whole), []
    else:
        said = [(text, _wish(kit, read, text)) for text in SENTENCE.split(behind) if text]
        found = [wish for _, wish in said if wish is not None]
        left = [text for text, wish in said if wish is None]
    if opened is None and not found:
        yield line
        return
    if opened:
        yield Line(line.text, Heard.COMMAND, Yes(text=name))
    yield from found
    others = read(left).lines if left else ()
    yield from (one for one in others if one.heard is not Heard.CHATTER and not _asks(one))
    if any(_asks(one) or (one.heard is Heard.CHATTER and not one.greets) for one in others):
        yield Line(line.text, Heard.CHATTER, like=any(map(speaks_of_a_wish, others)))


def _asks(line: Line) -> bool:
    return line.heard is Heard.UNREADABLE and line.text.endswith("?")


def _wish(kit: Kit, read: Read, text: str) -> Line | None:
    """Return the wish that a sentence is with certainty: read to its end by one of the game's verbs, and no other."""
    said = text.replace("\u2019", "'")
    if (begun := WISHING.match(said)) is None:
        return None
    what = OR.sub(", ", unwrapped(said[begun.end() :]).rstrip(" .!;"))
    if mine := AS_MY.fullmatch(what):
        what = f"{mine[2]} {mine[1]}"
    found = {}
    for verb in kit.rules.wishes.verbs:
        if verb.kind in kit.rules.seating.wishes:
            named = re.match(rf"{verb.word}\s+(?:of\s+)?(?:the\s+)?", what, re.IGNORECASE)
            line, *more = read([f"{verb.word} {what[named.end() if named else 0 :]}"]).lines
            if line.heard in WISHES and not more:
                found[line.order] = line
    return next(iter(found.values())) if len(found) == 1 else None
