"""Receipts as people send them: quoted, wrapped, with words around them; found, and each line held against its mark."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, pairwise, product
from typing import NamedTuple

from referee.archive.receipt import Lines, NoProof, Proof, Receipt, head_mark, is_true, mark, read
from referee.engine.values import value

FOOT = re.compile(
    r"\bReceipt\s+(?P<name>[0-9]{1,9}-[^,]{1,80}?-[0-9]+)(?:\s+of\s+(?P<game>[^\s,]+))?"
    r",\s+(?P<hash>[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4})\."
)
"""How a receipt names itself; one from before receipts were signed does not say of which game it is."""

BEGINNING = re.compile(r"[A-Za-z0-7]{16,}")
"""The first word of a proof: no other word near it is so long."""

NEAR = 40
"""So many words below its name a receipt's proof begins, or it has none."""

QUOTE = re.compile(r"[ \t]*>(?![=>]{0,1}=)[ \t]?")
ITEM = re.compile(r"[0-9]+[.)]?|[-*\N{BULLET}]")
"""What an order may stand behind in a list."""

NUMBERED = re.compile(r"\s*([0-9]{1,9})[0-9]*[.)]?(?:\s\s+|\t)(\S.*)")
LATER = re.compile(r"On file for turn ([0-9]{1,9})[0-9]*:")
"""How a receipt prints orders for its turn, and what it leads in those for others with."""

STANDING = "(standing)"
LONGEST = 400
"""An order has no more words than this."""

MOST_TRIES = 2000
"""Two lines of a text may have the same mark by chance; so many ways to take them are tried."""


class Line(NamedTuple):
    """A line of a text: the signs of a quotation before it, and what stands behind them."""

    signs: int
    text: str


@value
class Pasted:
    """A receipt found in a text: what it says of itself, the lines above it, and its proof if it has one.

    Without a proof ``why`` says what is the matter with it. One from before receipts were signed names no game.
    """

    code: str
    game: str
    above: tuple[Line, ...]
    proof: Proof | None
    why: str = ""


@value
class Checked:
    """What the check of a receipt came to; if it is true, ``lines`` are all that it covers, each with its turn.

    Else a line that does not stand in the text as it was signed is None there, and ``head`` says whether its name, its
    game and its moment are those that were signed. One of which all is as it was, and which is not true, was signed
    with another key. ``others`` are lines that stand among the orders and are not those that were signed there.
    """

    pasted: Pasted
    true: bool = False
    head: bool = False
    lines: tuple[tuple[int, str | None], ...] = ()
    others: tuple[str, ...] = ()


def receipts_in(text: str) -> list[Pasted]:
    """Find the receipts in a text, quoted or not, in their order."""
    lines = [_unquoted(line) for line in text.splitlines()]
    whole = "\n".join(line.text for line in lines)
    found, first = [], 0
    for foot in FOOT.finditer(whole):
        last = whole.count("\n", 0, foot.start())
        beside = whole[whole.rfind("\n", 0, foot.start()) + 1 : foot.start()]
        above = (*lines[first:last], Line(lines[last].signs, beside))
        found.append(_pasted(foot, above, whole[foot.end() :].split(None, NEAR * 4)))
        first = whole.count("\n", 0, foot.end()) + 1
    return found


def check(pasted: Pasted, public: bytes) -> Checked:
    """Hold a receipt against its proof, and that against the public half of a campaign's key."""
    if (proof := pasted.proof) is None:
        return Checked(pasted)
    head = Receipt(pasted.game, pasted.code, proof.received_at, ())
    wanted = proof.lines(head.turn)
    turns = [turn for turn, _ in wanted]
    standing = [_standing(pasted, number, one) for number, (_, one) in enumerate(wanted, 1)]
    as_signed = head_mark(head) == proof.head
    for texts in islice(product(*standing), MOST_TRIES):
        lines: Lines = tuple(zip(turns, texts, strict=True))
        if as_signed and is_true(Receipt(pasted.game, pasted.code, proof.received_at, lines), proof, public):
            return Checked(pasted, True, True, lines, _others(pasted.above, lines, len(proof.own)))
    known = tuple((turn, next(iter(texts), None)) for turn, texts in zip(turns, standing, strict=True))
    return Checked(pasted, False, as_signed, known, _others(pasted.above, known, len(proof.own)))


def stands_in(pasted: Pasted, order: str) -> bool:
    """Say whether an order stands above a receipt, as a whole line however it was wrapped."""
    wanted = " ".join(order.split())
    return wanted in _whole(pasted.above)


def _pasted(foot: re.Match[str], above: tuple[Line, ...], below: Sequence[str]) -> Pasted:
    code, game = f"{' '.join(foot['name'].split())}, {foot['hash']}", foot["game"] or ""
    first = next((at for at, word in enumerate(below[:NEAR]) if BEGINNING.fullmatch(word)), None)
    if first is None:
        return Pasted(code, game, above, None, "its proof is missing")
    try:
        return Pasted(code, game, above, read(below[first:]))
    except NoProof as error:
        return Pasted(code, game, above, None, str(error))


def _unquoted(line: str) -> Line:
    """Take off the signs of a quotation; those of a comparison (>=) are none."""
    signs, rest = 0, line
    while found := QUOTE.match(rest):
        signs, rest = signs + 1, rest[found.end() :]
    return Line(signs, rest)


def _standing(pasted: Pasted, number: int, wanted: bytes) -> list[str]:
    """Find what has the mark of a line: whole lines of the text, or else the beginning of what was run together."""

    def fitting(texts: Iterable[str]) -> list[str]:
        return list(dict.fromkeys(text for text in texts if mark(pasted.code, text) == wanted))

    return fitting(_whole(pasted.above)) or fitting(_run_together(pasted.above, number))


def _whole(lines: Sequence[Line]) -> Iterator[str]:
    """Go through what may be an order: a line, and it with those that follow without a gap."""
    for at in range(len(lines)):
        words: list[str] = []
        for line in _follow(lines, at):
            words += line
            yield from _bare(words)


def _run_together(lines: Sequence[Line], number: int) -> Iterator[str]:
    """Go through the beginnings of lines, and of what stands behind an order's number, also amid a line."""
    for at in range(len(lines)):
        words = [word for line in _follow(lines, at) for word in line]
        here = len(lines[at].text.split())
        for start in range(min(here, len(words))):
            if start == 0 or words[start - 1] in (str(number), f"{number}."):
                for end in range(start + 1, min(len(words), start + LONGEST) + 1):
                    yield from _bare(words[start:end])


def _follow(lines: Sequence[Line], at: int) -> Iterator[list[str]]:
    """Go through the words of a line and of those below it, up to an empty one or to what is too long for an order.

    Signs that a line has more than the first are its own: an order may compare.
    """
    first, count = lines[at], 0
    for line in lines[at:]:
        words = [">"] * (line.signs - first.signs) + line.text.split()
        count += len(words)
        if not words or count > LONGEST:
            return
        yield words


def _bare(words: Sequence[str]) -> Iterator[str]:
    """Say words as an order, without what a list puts around it."""
    inner = words[:-1] if words[-1:] == [STANDING] else words
    yield " ".join(inner)
    yield " ".join(inner).strip("*_")
    if inner and ITEM.fullmatch(inner[0]):
        yield " ".join(inner[1:])
        yield " ".join(inner[1:]).strip("*_")


def _others(lines: Sequence[Line], known: Sequence[tuple[int, str | None]], own: int) -> tuple[str, ...]:
    """Name what stands among the orders, as the referee prints them, and is not what was signed at this place.

    Of a text whose lines were filled anew no more is said than its numbers show.
    """
    texts, signed = [line.text for line in lines], [one for _, one in known[:own]]
    numbered = [(int(found[1]), _plain(found[2])) for text in texts if (found := NUMBERED.fullmatch(text))]
    lists = _lists(numbered)
    ours = max(lists, key=lambda some: sum(_begins(order, signed) for _, order in some), default=[])
    others = [f"{n} {order}" for n, order in ours if not _begins(order, signed[n - 1 : n])]
    for turn, order in _later(texts):
        if not _begins(order, [one for signed_for, one in known[own:] if signed_for == turn]):
            others.append(f"turn {turn}: {order}")
    return tuple(others)


def _lists(numbered: Sequence[tuple[int, str]]) -> list[Sequence[tuple[int, str]]]:
    """Part what is numbered where the numbers begin anew: a receipt has lists of other things below its orders."""
    begins = [at for at, (n, _) in enumerate(numbered) if n == 1 or at == 0]
    return [numbered[at:end] for at, end in pairwise([*begins, len(numbered)])]


def _begins(order: str, signed: Sequence[str | None]) -> bool:
    """Say whether one of these orders begins so; one that was changed is told of elsewhere."""
    return any(one is None or one.startswith(order) for one in signed)


def _later(texts: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Go through what stands on file for later turns: what is explained stands further in than its order."""
    turn, margin = 0, 0
    for text in texts:
        inset = len(text) - len(text.lstrip())
        if found := LATER.fullmatch(text.strip()):
            turn, margin = int(found[1]), 0
        elif turn and text.strip():
            margin = margin or inset
            turn = turn if inset >= margin > 0 else 0
            if turn and inset == margin:
                yield turn, _plain(text)


def _plain(text: str) -> str:
    """Return an order without what is around it."""
    return list(_bare(text.split()))[1]
