"""The frames of letters: templates whose lines become blocks.

In a frame's source a line that begins with ``# `` is the heading of a section, ``## `` that of a list, behind `` | ``
with words beside it; ``! `` begins what must not be missed. A line of blanks and words is copied as it stands, any
other is a sentence; lines without an empty one between stand close together. The marks count in the source alone:
what is filled in is words, whatever they begin with.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from jinja2.ext import Extension

from referee.reports import spans, wrap
from referee.reports.document import (
    END,
    MARK,
    Alert,
    Block,
    Code,
    Para,
    Said,
    Section,
    Several,
    nested,
    walked,
)

MARKED = re.compile(r"^(##?|!) ", re.MULTILINE)
PLACE = re.compile(f"{MARK}([0-9]+){END}")
BESIDE = " | "
HEADINGS = {f"{MARK}# ": 1, f"{MARK}## ": 2}
ALERT = f"{MARK}! "


class Marks(Extension):
    """Makes the marks of a frame's source tell from the same signs in what is filled in."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        """Set a sign before each mark that nobody's words hold."""
        return MARKED.sub(rf"{MARK}\1 ", source)


def read(text: str, parts: Mapping[str, Any]) -> tuple[Block, ...]:
    """Read a filled frame as blocks; ``parts`` hold those that stand in it by their places."""
    places = {id(block): block for block in _within(parts.values())}
    return nested(_blocks(text, places))


def paragraphs(text: str) -> Several:
    """Read sentences of the referee's that may have words of others among them, behind their bars."""
    return Several(tuple(_run(run) for run in _runs(spans.clean(text))))


def _within(found: Iterable[Any]) -> Iterator[Block]:
    for one in found:
        if isinstance(one, Block):
            yield from walked((one,))
        elif isinstance(one, list | tuple):
            yield from _within(one)


def _blocks(text: str, places: Mapping[int, Block]) -> Iterator[Block]:
    """Read one run of lines after the other; a heading has nothing below it yet."""
    for run in _runs(text):
        first = run[0]
        if place := PLACE.fullmatch(first):
            block = places[int(place[1])]
            yield from block.blocks() if isinstance(block, Several) else (block,)
        elif mark := next((mark for mark in HEADINGS if first.startswith(mark)), None):
            title, _, hint = spans.plain(first).removeprefix(mark).partition(BESIDE)
            yield Section(title, (), HEADINGS[mark], hint)
        else:
            yield _run(run)


def _runs(text: str) -> Iterator[list[str]]:
    """Part a text where a line is empty, and where another kind of line begins."""
    run: list[str] = []
    for line in [*map(str.rstrip, text.split("\n")), ""]:
        if run and (not line or _kind(line) != _kind(run[0]) or _kind(line) is Block):
            yield run
            run = []
        if line:
            run.append(line)


def _kind(line: str) -> type[Block]:
    """Say what a line becomes; `Block` for a line of its own."""
    if PLACE.fullmatch(line) or line.startswith(tuple(HEADINGS)):
        return Block
    if line.startswith(ALERT):
        return Alert
    return Code if line.startswith(" ") else Para


def _run(run: Sequence[str]) -> Block:
    kind = _kind(run[0])
    if kind is Alert:
        return Alert(tuple(spans.read(line.removeprefix(ALERT)) for line in run))
    if kind is Code:
        run = list(map(spans.plain, run))
        said = [line.lstrip().removeprefix(wrap.BAR.rstrip()).removeprefix(" ") for line in run]
        quoted = all(line.lstrip().startswith(wrap.BAR.rstrip()) for line in run)
        return Said(tuple(said), wrap.indent(run[0]) // 2 - 1) if quoted else Code(tuple(run))
    return Para(tuple(map(spans.read, run)))
