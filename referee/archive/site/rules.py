"""A game's rulebook as one page: each chapter and each numbered rule can be linked to."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup

from referee.engine.values import value
from referee.reports.markdown import NUMBER, own_number

FILE = "RULES.md"
LINKED = re.compile(r"(?<![\w-])[A-Z]{1,4}-[A-Z]{0,2}\d+(?:\.\d+)?(?![\w-])")
"""A number that is a rule's wherever it stands; a short one, such as D12, may be a die."""

ELSEWHERE = re.compile(r'<a href="[^":#]+\.md[^"]*">(.*?)</a>')
"""A link to another text of ours, which a site does not have."""

DEEPEST = 3
"""Headings down to this one stand in the list of contents."""


@value
class Chapter:
    """A heading: its words, its place on the page, how deep it is, and the words below it, for the search."""

    title: str
    anchor: str
    depth: int
    text: str = ""
    rules: tuple[tuple[str, str], ...] = ()
    """The numbered rules below it, each with its words."""


@value
class Book:
    """A rulebook as HTML, its title, its chapters in their order, and the numbers that can be linked to."""

    title: str
    html: Markup
    chapters: tuple[Chapter, ...]
    numbers: frozenset[str]

    @property
    def contents(self) -> tuple[Chapter, ...]:
        """The chapters that stand in a list of contents."""
        return tuple(one for one in self.chapters if 1 < one.depth <= DEEPEST)

    @property
    def below(self) -> Markup:
        """The same without the title, for a page that has one."""
        return Markup(self.html.partition("</h1>")[2])


@lru_cache(32)
def book(file: Path) -> Book:
    """Read a RULES.md; tags in it are words like any others."""
    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = reader.parse(file.read_text(encoding="utf-8") if file.is_file() else "")
    numbers = frozenset(_numbered(tokens))
    chapters = list(_chapters(tokens))
    for before, token, after in zip(tokens, tokens[1:], tokens[2:], strict=False):
        if token.type != "inline":
            continue
        token.children = list(_linked(token, numbers))
        if before.tag == "th" and not token.content:  # it heads nothing
            before.tag = after.tag = "td"
    title = next((one.title for one in chapters if one.depth == 1), "")
    made = ELSEWHERE.sub(r"\1", reader.renderer.render(tokens, reader.options, {}))
    return Book(title, Markup(made), tuple(chapters), numbers)


def _numbered(tokens: list[Token]) -> Iterator[str]:
    """Give each item, paragraph, row and heading that begins with a number its place on the page, the first one."""
    seen: set[str] = set()
    for at, token in enumerate(tokens):
        if token.type != "inline":
            continue
        opened = _around(tokens, at)
        bullet = "- " if opened.type == "list_item_open" or opened.type == "tr_open" else ""
        number = own_number(bullet + token.content)
        if not number and opened.type == "heading_open":
            number = next(iter(NUMBER.findall(token.content.split(" ")[0])), "")
        if number and number not in seen:
            seen.add(number)
            opened.attrSet("id", number)
            token.meta["number"] = number
            yield number


def _around(tokens: list[Token], at: int) -> Token:
    """Return what the words at a place give a number: the item whose first they are, the row, or what they stand in."""
    before = tokens[at - 1]
    if before.type == "paragraph_open" and tokens[at - 2].type == "list_item_open":
        return tokens[at - 2]
    if before.type in ("td_open", "th_open") and tokens[at - 2].type == "tr_open":
        return tokens[at - 2]
    return before


def _chapters(tokens: list[Token]) -> Iterator[Chapter]:
    """List the headings, each with its place, made of its words unless its number is it, and the text below."""
    last: Chapter | None = None
    text: list[str] = []
    rules: list[tuple[str, str]] = []
    for at, token in enumerate(tokens):
        if token.type != "inline":
            continue
        opened, words = tokens[at - 1], _plain(token)
        if opened.type == "heading_open":
            if last:
                yield replace(last, text=" ".join(text), rules=tuple(rules))
            anchor = str(opened.attrGet("id") or re.sub(r"[^a-z0-9]+", "-", words.lower()).strip("-"))
            opened.attrSet("id", anchor)
            last, text, rules = Chapter(words, anchor, int(opened.tag[1:])), [], []
        elif "number" in token.meta:
            rules.append((token.meta["number"], words))
        elif rules:
            rules[-1] = (rules[-1][0], f"{rules[-1][1]} {words}")
        else:
            text.append(words)
    if last:
        yield replace(last, text=" ".join(text), rules=tuple(rules))


def _plain(token: Token) -> str:
    return "".join(child.content if child.content else " " for child in token.children or ()).strip()


def _linked(token: Token, numbers: frozenset[str]) -> Iterator[Token]:
    """Make links of the numbers among words; that by which the words themselves are known leads to itself."""
    own = str(token.meta.get("number", ""))
    inside = 0
    for child in token.children or ():
        inside += child.nesting if child.type.startswith("link_") else 0
        if child.type not in ("text", "code_inline") or inside:
            yield child
            continue
        start = 0
        for found in LINKED.finditer(child.content) if child.type == "text" else ():
            if found[0] in numbers:
                yield from _text(child.content[start : found.start()])
                yield from _link(_text(found[0]), found[0], found[0] == own)
                own = "" if found[0] == own else own
                start = found.end()
        if child.type == "code_inline" and child.content in numbers:
            yield from _link([child], child.content, child.content == own)
        else:
            yield from _text(child.content[start:]) if child.type == "text" else (child,)


def _text(words: str) -> list[Token]:
    return [Token("text", "", 0, content=words)] if words else []


def _link(inside: list[Token], number: str, own: bool) -> Iterator[Token]:
    yield Token("link_open", "a", 1, attrs={"href": f"#{number}", "class": "own" if own else "rule"})
    yield from inside
    yield Token("link_close", "a", -1)
