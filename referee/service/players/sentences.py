"""Letters before the start as people write them: a YES that goes on, and wishes in sentences."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from referee.engine.commands import Yes
from referee.engine.errors import Unreadable
from referee.engine.reader import Reader
from referee.engine.sheet import Heard, Line, Sheet
from referee.engine.trimmings import unwrapped
from referee.service.campaign.campaign import Kit
from referee.service.letters import statement
from referee.service.table.reading import with_meanings

SAYS_SO = re.compile(
    r"\W*(?:(?:h+m+|oh|ah|well|yes)\W+)*"
    r"(?:sure(?:\W+thing)?|of\W+course|why\W+not|ok|okay|fine|all\W*right|alright|yep|yeah|yup|gladly|gerne"
    r"|with\W+pleasure|(?:count\W+me|i\W?m|i\W+am)\W+in)(?:\W+then\b)?" + statement.POLITE,
    re.IGNORECASE,
)
"""A line that is a YES in other words and nothing else; one who has a seat says no more by it than by YES."""

LEADS_OVER = re.compile(r"\W*(?:(?:and|also|then|next|now|so|well|besides|h+m+)\b\W*)+$", re.IGNORECASE)
"""A line that only leads over to the next one."""

Read = Callable[[Sequence[str]], Sheet]

WISHES = (Heard.ORDER, Heard.STANDING)

MOST_PARTED, MOST_SENTENCES = 10, 4
"""So many lines of a letter are parted, and each so often; what is beyond that is read as it stands."""

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


def understood(kit: Kit, reader: Reader, lines: Sequence[str], heard: Read | None = None) -> Sheet:
    """Read the lines of a letter; where one says several things, what each part of it is.

    ``heard`` reads lines once they have been tried where they can do no harm; so are those that are made of them here.
    """
    heard = heard or reader.read
    sheet = with_meanings(kit.rules, heard(lines))
    open_ = [line for line in sheet.lines if _may_be_parted(line)][:MOST_PARTED]
    if made := [text for line in open_ for text in _made(kit, line)]:
        heard(made)
    out: list[Line] = []
    for line in sheet.lines:
        out += [_answered(kit, reader, part) for part in _parts(kit, reader, line)] if line in open_ else [line]
    return Sheet(tuple(map(_said_otherwise, out)))


def _said_otherwise(line: Line) -> Line:
    """Take a line for the YES or the mere courtesy that it is in a person's words."""
    if line.heard not in (Heard.CHATTER, Heard.UNREADABLE):
        return line
    if SAYS_SO.match(line.text):
        return Line(line.text, Heard.COMMAND, Yes())
    return Line(line.text, Heard.CHATTER, greets=True) if LEADS_OVER.match(line.text) else line


def speaks_of_a_wish(line: Line) -> bool:
    """Say whether a line that gave no wish may have been meant as one."""
    return line.like or any(map(WISHING.search, SENTENCE.split(line.text)))


def _may_be_parted(line: Line) -> bool:
    return line.heard in (Heard.CHATTER, Heard.UNREADABLE) or (isinstance(line.order, Yes) and bool(line.order.text))


def _made(kit: Kit, line: Line) -> Iterator[str]:
    """Yield what may be read instead of a line or of a sentence in it, behind a verb."""
    _, behind = statement.opened(line.text) or ("", line.text)
    for text in (behind, *SENTENCE.split(behind, MOST_SENTENCES)):
        yield from _behind_verbs(kit, _wanted(text) or _bare(text))


def _parts(kit: Kit, reader: Reader, line: Line) -> Iterator[Line]:
    opened = statement.opened(line.text)
    name, behind = opened or ("", line.text)
    whole = reader.read([behind]).lines if opened and behind else ()
    if any(one.order is not None for one in whole):
        found, left = list(whole), []
    else:
        said = [(text, _wish(kit, reader, _wanted(text))) for text in SENTENCE.split(behind, MOST_SENTENCES) if text]
        found = [wish for _, wish in said if wish is not None]
        left = [text for text, wish in said if wish is None]
    if opened is None and not found:
        yield line
        return
    if opened:
        yield Line(line.text, Heard.COMMAND, Yes(text=name))
    yield from found
    others = reader.read(left).lines
    yield from (one for one in others if one.heard is not Heard.CHATTER and not _asks(one))
    if any(_asks(one) or (one.heard is Heard.CHATTER and not one.greets) for one in others):
        yield Line(line.text, Heard.CHATTER, like=any(map(speaks_of_a_wish, others)))


def _asks(line: Line) -> bool:
    return line.heard is Heard.UNREADABLE and line.text.endswith("?")


def _wanted(text: str) -> str:
    """Return what somebody says in a sentence that they wish for, as a list; '' if it says nothing of the kind."""
    said = text.replace("\u2019", "'")
    if (begun := WISHING.match(said)) is None:
        return ""
    what = OR.sub(", ", _bare(said[begun.end() :]))
    return f"{mine[2]} {mine[1]}" if (mine := AS_MY.fullmatch(what)) else what


def _bare(text: str) -> str:
    return unwrapped(text).rstrip(" .!;")


def _behind_verbs(kit: Kit, what: str) -> Iterator[str]:
    """Yield words behind each of the verbs of the game's wishes, or that verb and they where they begin with it."""
    for verb in kit.rules.wishes.verbs:
        if verb.kind in kit.rules.seating.wishes:
            named = re.match(rf"{verb.word}\s+(?:of\s+)?(?:the\s+)?", what, re.IGNORECASE)
            yield f"{verb.word} {what[named.end() if named else 0 :]}"


def _wish(kit: Kit, reader: Reader, what: str) -> Line | None:
    """Return the wish that words are with certainty: read to the end behind one of the game's verbs, and no other."""
    read = [reader.read([text]).lines for text in _behind_verbs(kit, what)] if what else []
    found = {lines[0].order: lines[0] for lines in read if len(lines) == 1 and lines[0].heard in WISHES}
    return next(iter(found.values())) if len(found) == 1 else None


def _answered(kit: Kit, reader: Reader, line: Line) -> Line:
    """Say of a line that cannot be used which wish it would be; it is none by itself, for it may be a signature."""
    wish = _wish(kit, reader, _bare(line.text)) if line.heard is Heard.UNREADABLE and line.error is not None else None
    if wish is None or line.error is None:
        return line
    return replace(line, error=Unreadable(line.error.problem, f"Did you mean {wish.text}?"))
