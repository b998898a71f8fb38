"""The Markdown that rulebooks are written in, read as blocks: headings, paragraphs, lists, tables and code."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from referee.engine.lexicon import plain
from referee.reports import spans
from referee.reports.document import Block, Code, Outline, Para, Point, Section, Table, changed, nested

CODE = "    "
"""What lines between fences are set in by, and begin with where there are none."""

CHAPTER = 2
"""How deep the heading of a chapter is; what is deeper belongs to one."""

HEADING = re.compile(r"(#+)\s+(.*)")
NUMBER = re.compile(
    r"(?<![\w-])(?:[A-Z]{1,4}-[A-Z]{0,2}\d+(?:\.\d+)?|[A-Z]{2,4}\.[A-Z_]+|[A-Z]\d{1,3})(?!\w)", re.IGNORECASE
)
BULLET = re.compile(r"(\s*)([-*]|\d+\.)\s+")
RULER = re.compile(r"[-=*_]{3,}|\|[-:| ]+\|")
MARKS = re.compile(r"\*\*|__|`")
BOLD = re.compile(r"\*\*(.+?)\*\*")
RULE = re.compile(rf"({spans.OPEN}[^{spans.CLOSE}]*)?(?<![\w-])[A-Z]{{1,4}}-[A-Z]{{0,2}}\d+(?:\.\d+)?(?![\w-])")
"""The number of a rule as it is cited, and what begins a span before it, in which no other can stand."""

_LONG_NUMBER = re.compile(r"[A-Z]{2,4}[-.]", re.IGNORECASE)


def read(lines: Sequence[str]) -> tuple[Block, ...]:
    """Read lines of Markdown as blocks; what is bold in a line, and numbers of rules, are spans, other marks go."""
    whole = (line if line.startswith(CODE) else _marked(line) for line in _whole(lines))
    runs = (_run(kind, list(run)) for kind, run in groupby(whole, _kind))
    return changed(nested(block for run in runs for block in run), _headed)


def is_text(line: str) -> bool:
    """Say whether a line is one of a paragraph or an item."""
    return bool(line) and not HEADING.match(line) and not line.lstrip().startswith("|")


def own_number(line: str) -> str:
    """Return the number that a line is about: behind its bullet, with ``Ruling`` or ``Option`` before it or not.

    A short one, such as R-7 or D3, may stand at the beginning of a line by chance: it needs a bullet.
    """
    m = re.match(rf"[\s\-*`]*(?:(?:Ruling|Option)\s+)?`?({NUMBER.pattern})", line, re.IGNORECASE)
    if m is None or not (_LONG_NUMBER.match(m[1]) or BULLET.match(line)):
        return ""
    return plain(m[1])


def _whole(lines: Sequence[str]) -> list[str]:
    """Make each paragraph, item and heading one line; those between fences stay as they are, deeper in."""
    out: list[str] = []
    fenced = open_ended = False
    for line in map(str.rstrip, lines):
        if line.lstrip().startswith("```"):
            fenced, open_ended = not fenced, False
        elif fenced:
            out.append(CODE + line if line else "")
        elif RULER.fullmatch(line.strip()):
            open_ended = False
        elif open_ended and is_text(line) and not BULLET.match(line) and not own_number(line):
            out[-1] += f" {line.strip()}"
        else:
            out.append(line.lstrip() if line.lstrip().startswith("|") else line)
            open_ended = is_text(line)
    return out


def _marked(line: str) -> str:
    """Mark what is bold and the numbers of rules, but for a heading, which is bold as it is."""
    if HEADING.match(line):
        return MARKS.sub("", line)
    strong = BOLD.sub(lambda m: m[1] if RULE.fullmatch(m[1]) else str(spans.strong(MARKS.sub("", m[1]))), line)
    return RULE.sub(lambda m: m[0] if m[1] else str(spans.rule(m[0])), MARKS.sub("", strong))


def _kind(line: str) -> type[Block] | None:
    """Say what a line becomes; None for an empty one."""
    if not line.strip():
        return None
    if HEADING.match(line):
        return Section
    if line.startswith("|"):
        return Table
    if BULLET.match(line):
        return Outline
    return Code if line.startswith(CODE) else Para


def _run(kind: type[Block] | None, lines: list[str]) -> Iterator[Block]:
    if kind is Section:
        for line in lines:
            depth, _, title = line.partition(" ")
            yield Section(title.strip(), (), 1 if len(depth) <= CHAPTER else 2)
    elif kind is Table:
        cells = (tuple(spans.read(cell.strip()) for cell in line.strip("|").split("|")) for line in lines)
        yield Table(tuple(cells), header=True)
    elif kind is Outline:
        yield Outline(tuple(map(_point, lines)))
    elif kind is Code:
        yield Code(tuple(lines))
    elif kind is Para:
        yield Para(tuple(map(spans.read, lines)))


def _point(line: str) -> Point:
    m = BULLET.match(line)
    assert m is not None, "it was looked at before"
    return Point(spans.read(line[m.end() :]), m[2].replace("*", "-"), len(m[1]) // 2)


def _headed(block: Block) -> Block:
    """Return a section; a heading with nothing below it is a line."""
    return Para((block.title,)) if isinstance(block, Section) and not block.inside else block
