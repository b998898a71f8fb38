"""The words of one line as a grammar takes them: without what means nothing, and in other orders of their parts."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import zip_longest

from referee.engine.lexicon import ARTICLE, SHORTEST, Lexicon, Word, figures

JUNCTIONS = frozenset({"IF", "THEN", "ELSE"})
"""Keywords of every order language."""


def straight(line: Sequence[Word], keywords: Collection[str], lexicon: Lexicon) -> Sequence[Word]:
    """Return a line with OTHERWISE as ELSE, articles as such, and without commas that mean nothing."""
    said = {word.text for word in line}
    if "OTHERWISE" in said:
        line = [replace(word, text="ELSE") if word.text == "OTHERWISE" else word for word in line]
    line = lexicon.with_articles(line)
    if "AS" in said:
        line = _called(line, keywords, lexicon)
    return _punctuated(line, keywords, lexicon) if "," in said or "OR" in said else line


def _called(line: Sequence[Word], keywords: Collection[str], lexicon: Lexicon) -> list[Word]:
    """Read AS between a card and a word as a filler, never as the Ace of Spades: *queens as boon*."""
    out = list(line)
    for i, (before, word, behind) in enumerate(zip(line, line[1:], line[2:], strict=False), 1):
        if word.text != "AS" or behind.text in keywords or lexicon.names(behind.text):
            continue
        spoken = behind.text in lexicon.fillers or (behind.text.isalpha() and len(behind.text) >= SHORTEST)
        if spoken and (lexicon.names(before.text) or figures(before.text)):
            out[i] = replace(word, text=ARTICLE)
    return out


def _punctuated(line: Sequence[Word], keywords: Collection[str], lexicon: Lexicon) -> Sequence[Word]:
    """Leave out commas that mean nothing, in whatever game: those before a keyword, and those behind ELSE or IF.

    A keyword that is a name as well, as ACE in *swords, ace of cups*, may begin an entry of its own.
    """
    line = [w for w, behind in zip_longest(line, line[1:]) if (w.text, behind and behind.text) != ("OR", "ELSE")]
    commas = [i for i, word in enumerate(line) if word.text == "," and i]
    before = {i for i in commas if line[i - 1].text in JUNCTIONS}
    behind = {i: line[i + 1].text for i in commas if i + 1 < len(line)}
    stray = before | {i for i, word in behind.items() if word in keywords and not lexicon.names(word)}
    return [word for i, word in enumerate(line) if i not in stray] if stray else line


def rearranged(before: Sequence[Word], behind: Sequence[Word], tail: Sequence[str]) -> tuple[Word, ...]:
    """Put the parts that begin with these keywords behind all others, in their order; empty if they stand so."""
    parts: list[tuple[int, list[Word]]] = []
    for run in (before, behind):
        parts.append((0, []))
        for word in run:
            if word.text in tail:
                parts.append((1 + tail.index(word.text), []))
            parts[-1][1].append(word)
    ordered = sorted(parts, key=lambda part: part[0])
    return tuple(word for _, part in ordered for word in part) if ordered != parts else ()
