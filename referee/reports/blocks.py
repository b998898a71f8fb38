"""What stands in a letter: the blocks of its filled frame, and those that are set from values, such as order lists.

In a frame's source a line that begins with ``# `` is the heading of a section, ``## `` that of a list, behind `` | ``
with words beside it; ``! `` begins what must not be missed. A line of blanks and words is copied as it stands, any
other is a sentence; lines without an empty one between stand close together. The marks count in the source alone:
what is filled in is words, whatever they begin with.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import groupby, zip_longest
from typing import Any

from jinja2.ext import Extension

from referee.engine.audience import Seat
from referee.engine.ruleset import Option
from referee.reports import document as doc
from referee.reports import others, spans, wrap
from referee.reports.desk_pages import Incident
from referee.reports.document import END, MARK, Block
from referee.reports.fates import Fate
from referee.reports.pages import ReceiptPage
from referee.reports.parts import Done, Explain, Fallen, Later, OrderLine, Unused, Warned
from referee.reports.spans import Prose
from referee.reports.when import When

MARKED = re.compile(r"^(##?|!) ", re.MULTILINE)
PLACE = re.compile(f"{MARK}([0-9]+){END}")
BESIDE = " | "
HEADINGS = {f"{MARK}# ": 1, f"{MARK}## ": 2}
ALERT = f"{MARK}! "

LONGEST_WHO = 40
CARRIED_OUT = "Carried out"

PROOF = "  "
"""What the lines of a proof begin with."""


class Marks(Extension):
    """Makes the marks of a frame's source tell from the same signs in what is filled in."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        """Set a sign before each mark that nobody's words hold."""
        return MARKED.sub(rf"{MARK}\1 ", source)


def read(text: str, parts: Mapping[str, Any]) -> tuple[Block, ...]:
    """Read a filled frame as blocks; ``parts`` hold those that stand in it by their places."""
    return doc.nested(_blocks(text, tuple(_given(parts.values()))))


def paragraphs(text: str) -> doc.Several:
    """Read sentences of the referee's that may have words of others among them, behind their bars."""
    return doc.Several(tuple(_run(kind, run) for kind, run in _runs(spans.clean(text))))


def _given(parts: Iterable[Any]) -> Iterator[Block]:
    for one in parts:
        if isinstance(one, Block):
            yield one
        elif isinstance(one, list | tuple):
            yield from _given(one)


def _blocks(text: str, given: tuple[Block, ...]) -> Iterator[Block]:
    """Read one run of lines after the other; a heading has nothing below it yet."""
    places = {id(block): block for block in given}
    for kind, run in _runs(text):
        if kind is not Block:
            yield _run(kind, run)
            continue
        for line in run:
            if place := PLACE.fullmatch(line):
                number = int(place[1])
                within = (one for one in doc.walked(given) if id(one) == number)
                block = places[number] if number in places else next(within)
                yield from block.blocks() if isinstance(block, doc.Several) else (block,)
            else:
                mark = next(mark for mark in HEADINGS if line.startswith(mark))
                title, _, hint = spans.plain(line).removeprefix(mark).partition(BESIDE)
                yield doc.Section(title, (), HEADINGS[mark], hint)


def _runs(text: str) -> Iterator[tuple[type[Block], list[str]]]:
    """Part a text where a line is empty, and where another kind of line begins."""
    parted = groupby(map(str.rstrip, text.split("\n")), _kind)
    return ((kind, list(run)) for kind, run in parted if kind is not None)


def _kind(line: str) -> type[Block] | None:
    """Say what a line becomes; `Block` for one that stands alone, None for an empty one."""
    if not line:
        return None
    if not line.startswith(MARK):
        return doc.Code if line.startswith(" ") else doc.Para
    if line.startswith(ALERT):
        return doc.Alert
    return Block if PLACE.fullmatch(line) or line.startswith(tuple(HEADINGS)) else doc.Para


def _run(kind: type[Block], run: Sequence[str]) -> Block:
    if kind is doc.Alert:
        return doc.Alert(tuple(spans.read(line.removeprefix(ALERT)) for line in run))
    if kind is doc.Code:
        run = list(map(spans.plain, run))
        said = [line.lstrip().removeprefix(wrap.BAR.rstrip()).removeprefix(" ") for line in run]
        quoted = all(line.lstrip().startswith(wrap.BAR.rstrip()) for line in run)
        return doc.Said(tuple(said), wrap.indent(run[0]) // 2 - 1) if quoted else doc.Code(tuple(run))
    return doc.Para(tuple(map(spans.read, run)))


def form(lines: Sequence[str], turn: str, step: int, code: str) -> doc.Form:
    """Set an order form between its markers; each order keeps its line, however long.

    The markers name the turn, and a code that only this letter has: so no other letter's form is taken for this one,
    and nothing that others write.
    """
    known_by = f", code {code}" if code else ""
    begin, end = (marker(f"orders for {turn} {step}, {where} here{known_by}") for where in ("from", "to"))
    return doc.Form(begin, tuple(wrap.clean(line) for line in lines), end)


def marker(text: str) -> str:
    """Draw the line above or below a form."""
    return f"---- {text} ".ljust(len(wrap.RULE), "-")


def said(found: Sequence[tuple[Seat, str]]) -> doc.Told | str:
    """Set the words of several seats below one another, each below its name; nothing where there are none."""
    return doc.Told(tuple((doc.Sentence(f"{who}:"), words(text)) for who, text in found)) if found else ""


def words(text: str) -> doc.Said:
    """Set somebody's words apart."""
    return doc.Said(others.lines_of(text))


def orders(found: Sequence[OrderLine], explain: Explain) -> doc.Orders:
    """Number the orders in force, each with its meaning where the game has words for it."""
    said = explain([one.order for one in found])
    both = zip(found, said, strict=True)
    return doc.Orders(tuple(doc.Entry(one.number, one.text, one.standing, spans.read(what)) for one, what in both))


def fates(found: Sequence[Fate], answered_by: Iterable[tuple[str, str]]) -> doc.Fates:
    """List the orders of which there is something to say, the others in one line each, and what else answered.

    Of an order that was carried out there is nothing to say where the story tells what came of it.
    """
    used, idle = list[doc.Entry](), dict[str, list[str]]()
    for f in found:
        what = " ".join([*f.texts, f.lapsed]).strip()
        if what:
            used.append(doc.Entry(f.number, f.line, f.standing, spans.read(what)))
        else:
            idle.setdefault(_why(f), []).append(f.line)
    answered = tuple((by, spans.read(said)) for by, said in answered_by)
    listed = sorted(idle.items(), key=lambda one: one[0] != CARRIED_OUT)
    return doc.Fates(tuple(used), answered, tuple((why, f"{'; '.join(lines)}.") for why, lines in listed))


def _why(fate: Fate) -> str:
    return CARRIED_OUT if fate.worked else (fate.reason or "Not needed").rstrip(".")


def otherwise(found: Iterable[tuple[Option, str]]) -> doc.Facts:
    """List the options that differ from their defaults, with their values and meaning, but for those told in words."""
    other = [(one, value) for one, value in found if value != one.default and not one.told]
    return doc.Facts(tuple((f"{one.name} = {value}", one.meaning) for one, value in other))


def in_order(seats: Iterable[Seat], order: Sequence[Seat]) -> list[Seat]:
    """Sort seats as they sit; those unknown at the table come last, by name."""
    places = {seat: i for i, seat in enumerate(order)}
    return sorted(seats, key=lambda seat: (places.get(seat, len(places)), seat))


def incidents(found: Sequence[Incident], say: Callable[[datetime], str]) -> doc.Listing:
    """List letters that were held or came back: no line begins with words of others, and long ones have a bar."""
    return doc.Listing(tuple(_incident(one, spans.cap(say(one.at))) for one in found))


def _incident(one: Incident, at: str) -> str:
    said = f"\n{others.barred(one.words)}" if one.words else ""
    return f"{at}, {others.inline(one.who)[:LONGEST_WHO]}: {one.what}{said}"


def receipt_subject(page: ReceiptPage) -> str:
    """Say in public words how many of the order lines were taken."""
    bad = len(page.unused)
    if not page.changed:
        return "your letter, nothing changed" if bad or page.same_form else "your letter"
    if page.cleared and not page.read:
        return "your orders, withdrawn"
    return f"your orders, {page.read} of {page.read + bad} lines" if bad else "your orders"


def kept(page: ReceiptPage, when: When) -> str:
    """Say what the letter came to, in whole sentences."""
    turn = f"{page.head.turn} {page.step}"
    due = f", due {when.due(page.deadline)}," if page.deadline else ""
    before = f"those of {when.short(page.before)}" if page.before else ""
    if not page.changed:
        return f"{_idle(page)} {_still(page, turn, due, before)}"
    if page.cleared and not page.read:
        which = f" ({before})" if before else ""
        return f"Your orders for {turn}{which} are withdrawn. {_remains(page, turn, due)}"
    if not page.orders:
        return _remains(page, turn, due)
    joins = ""
    if page.standing_only and (page.fallen or len(page.orders) > page.read):
        joins = "; the standing ones replace those of their kind, nothing else is changed"
    elif before:
        joins = f"; the new ones are added to {before}" if page.added else f"; they replace {before}"
    return f"For {turn}{due} I keep these orders{joins}."


def remarks(lines: Iterable[Done | Unused], foreign: bool = False) -> doc.Remarks:
    """List lines as they were written, each with a word on it; ``foreign`` ones somebody else may have written."""
    said = ((one.text, one.what if isinstance(one, Done) else one.why) for one in lines)
    return doc.Remarks(tuple(doc.Remarked(written, _read(what), foreign) for written, what in said))


def minded(warnings: Sequence[Warned]) -> doc.Table | None:
    """Set warnings beside the numbers of their orders, those about the whole set last; what is alike once."""
    numbers: dict[str, list[int]] = {}
    for one in sorted(warnings, key=lambda w: w.number or 1_000_000):
        numbers.setdefault(one.text, []).append(one.number)
    rows = ((", ".join(str(n) for n in of if n), spans.read(text)) for text, of in numbers.items())
    return doc.Table(tuple(rows)) if numbers else None


def proof(word: str) -> doc.Code | None:
    """Set what is signed in lines about as long as one another."""
    if not word:
        return None
    count = -(-len(word) // (wrap.WIDTH - len(PROOF)))
    each = -(-len(word) // count)
    return doc.Code(tuple(PROOF + word[at : at + each] for at in range(0, len(word), each)))


def _read(what: str) -> Prose:
    """Read what is said of a line; that which has paragraphs may have words of others among them."""
    return spans.plain(what) if "\n\n" in what else spans.read(" ".join(what.split()))


def later_lists(
    later: Iterable[Later], turn: str, explain: Explain = lambda orders: ()
) -> list[tuple[str, doc.Orders]]:
    """List what is on file for later turns, each under its title, with its meaning."""
    return [
        (f"On file for {turn} {one.step}:", _explained(one, explain)) for one in sorted(later, key=lambda one: one.step)
    ]


def fallen_lists(fallen: Iterable[Fallen], step: int, turn: str) -> list[tuple[str, doc.Orders]]:
    """List what is on file no more, turn by turn."""
    found = []
    for one in fallen:
        lines = [(line, False) for line in one.lines] + [(line, True) for line in one.standing]
        title = "No longer on file:" if one.step == step else f"No longer on file for {turn} {one.step}:"
        found.append((title, doc.Orders(tuple(doc.Entry(None, line, stands) for line, stands in lines))))
    return found


def _explained(one: Later, explain: Explain) -> doc.Orders:
    said = zip_longest(one.lines, explain(one.orders), fillvalue="")
    return doc.Orders(tuple(doc.Entry(None, text, meaning=spans.read(meaning)) for text, meaning in said))


def _idle(page: ReceiptPage) -> str:
    if page.same_form:
        return "It holds the form as I sent it, so nothing is changed."
    if page.unused and not page.done:
        return "I could not use any line of it, so nothing is changed."
    return "It changes none of your orders."


def _still(page: ReceiptPage, turn: str, due: str, before: str) -> str:
    if not page.orders:
        return _remains(page, turn, due)
    which = f", {before}" if before else ""
    return f"For {turn}{due} these orders stay on file{which}."


def _remains(page: ReceiptPage, turn: str, due: str) -> str:
    return f"For {turn}{due} {'these stay on file' if page.orders else 'nothing from you is on file'}."
