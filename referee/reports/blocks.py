"""Parts of letters that need setting rather than words: headings, order lists, fates, options, forms."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import datetime

from referee.engine.audience import Seat
from referee.engine.commands import Command
from referee.engine.options import Option
from referee.engine.orders import Verb
from referee.reports import others, spans, speech, wrap
from referee.reports.desk_pages import Incident
from referee.reports.document import (
    Block,
    Document,
    Entry,
    Facts,
    Fates,
    Form,
    Listing,
    Orders,
    Said,
    Sentence,
    Told,
    Usage,
    Usages,
    changed,
)
from referee.reports.fates import Fate
from referee.reports.parts import Explain, OrderLine, meanings

NAME = re.compile(r"\b[A-Z][a-z]+\b")
"""The name of somebody in the example of an order; all else in it is in capitals."""

LONG = 70
LONGEST_WHO = 40
SLOTS = 2
"""Behind so many sentences on a verb, its meaning and its example, stand those on its slots."""

CARRIED_OUT = "Carried out"
CODE = re.compile(r"(?<=, )(code )\w+")


def form(lines: Sequence[str], turn: str, step: int, code: str) -> Form:
    """Set an order form between its markers; each order keeps its line, however long.

    The markers name the turn, and a code that only this letter has: so no other letter's form is taken for this one,
    and nothing that others write.
    """
    known_by = f", code {code}" if code else ""
    begin, end = (marker(f"orders for {turn} {step}, {where} here{known_by}") for where in ("from", "to"))
    return Form(begin, tuple(wrap.clean(line) for line in lines), end)


def recoded(document: Document, code: str) -> Document:
    """Give a letter's form another code, for somebody who has not seen the letter before."""

    def swap(block: Block) -> Block:
        if not isinstance(block, Form):
            return block
        begin, end = (CODE.sub(rf"\g<1>{code}", line) for line in (block.begin, block.end))
        return replace(block, begin=begin, end=end)

    return replace(document, blocks=changed(document.blocks, swap))


def marker(text: str) -> str:
    """Draw the line above or below a form."""
    return f"---- {text} ".ljust(LONG, "-")


def said(found: Sequence[tuple[Seat, str]]) -> Told | str:
    """Set the words of several seats below one another, each below its name; nothing where there are none."""
    return Told(tuple((Sentence(f"{who}:"), words(text)) for who, text in found)) if found else ""


def words(text: str) -> Said:
    """Set somebody's words apart."""
    return Said(others.lines_of(text))


def orders(found: Sequence[OrderLine], explain: Explain) -> Orders:
    """Number the orders in force, each with its meaning where the game has words for it."""
    said = meanings([one.order for one in found], explain)
    return Orders(
        tuple(
            Entry(one.number, one.text, one.standing, spans.read(what)) for one, what in zip(found, said, strict=True)
        )
    )


def fates(found: Sequence[Fate], answered_by: Iterable[tuple[str, str]]) -> Fates:
    """List the orders of which there is something to say, the others in one line each, and what else answered.

    Of an order that was carried out there is nothing to say where the story tells what came of it.
    """
    used, idle = list[Entry](), dict[str, list[str]]()
    for f in found:
        what = " ".join([*f.texts, f.lapsed]).strip()
        if what:
            used.append(Entry(f.number, f.line, f.standing, spans.read(what)))
        else:
            idle.setdefault(_why(f), []).append(f.line)
    answered = tuple((by, spans.read(said)) for by, said in answered_by)
    listed = sorted(idle.items(), key=lambda one: one[0] != CARRIED_OUT)
    return Fates(tuple(used), answered, tuple((why, f"{'; '.join(lines)}.") for why, lines in listed))


def _why(fate: Fate) -> str:
    return CARRIED_OUT if fate.worked else (fate.reason or "Not needed").rstrip(".")


def otherwise(found: Iterable[tuple[Option, str]]) -> Facts:
    """List the options that differ from their defaults, with their values and meaning, but for those told in words."""
    other = [(one, value) for one, value in found if value != one.default and not one.told]
    return Facts(tuple((f"{one.name} = {value}", one.meaning) for one, value in other))


def usages(verbs: Iterable[Verb], seats: Sequence[Seat] = ()) -> Usages:
    """Explain verbs: usage, meaning, example, and what may stand for their slots.

    Their examples name those of ``seats``, where any are given, and instead of anybody else the first of them.
    """
    return Usages(tuple(_explained(verb, seats) for verb in verbs))


def usages_of_one_word(verbs: Iterable[Verb], seats: Sequence[Seat] = ()) -> Usages:
    """Explain verbs that begin alike; what may stand for slots that several have is told once, at the end."""
    found = [_explained(verb, seats) for verb in verbs]
    counts = Counter(line for one in found for line in one.said[SLOTS:])
    shared = tuple(line for line, n in counts.items() if n > 1)
    own = [Usage(one.forms, tuple(line for line in one.said if line not in shared)) for one in found]
    return Usages((*own, *([Usage((), shared)] if shared else [])))


def at_table(example: str, seats: Sequence[Seat]) -> str:
    """Return the example of an order of a game with somebody's name in it that can be written at this table."""
    return NAME.sub(lambda name: name[0] if name[0] in seats or not seats else seats[0], example)


def _explained(verb: Verb, seats: Sequence[Seat] = ()) -> Usage:
    lines = verb.help().split("\n")
    rest = [line.strip() for line in lines[len(verb.frames) :]]
    example = next(i for i, line in enumerate(rest) if line.startswith("For instance:"))
    if not issubclass(verb.kind, Command):
        rest[example] = rest[example].replace(verb.kind.example, at_table(verb.kind.example, seats))
    said = [" ".join(filter(None, rest[:example])), *rest[example:]]
    return Usage(tuple(lines[: len(verb.frames)]), tuple(line for line in said if _says_more(line)))


def _says_more(line: str) -> bool:
    """Say whether a line tells more of a slot than that its name is written there."""
    slot, _, words = line.partition(": ")
    return bool(line) and words != slot.upper()


def in_order(seats: Iterable[Seat], order: Sequence[Seat]) -> list[Seat]:
    """Sort seats as they sit; those unknown at the table come last, by name."""
    places = {seat: i for i, seat in enumerate(order)}
    return sorted(seats, key=lambda seat: (places.get(seat, len(places)), seat))


def incidents(found: Sequence[Incident], say: Callable[[datetime], str]) -> Listing:
    """List letters that were held or came back: no line begins with words of others, and long ones have a bar."""
    return Listing(tuple(_incident(one, speech.cap(say(one.at))) for one in found))


def _incident(one: Incident, at: str) -> str:
    said = f"\n{others.barred(one.words)}" if one.words else ""
    return f"{at}, {others.inline(one.who)[:LONGEST_WHO]}: {one.what}{said}"
