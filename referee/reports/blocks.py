"""Parts of letters that need setting rather than words: headings, order lists, fates, options, forms."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from referee.engine.audience import OBSERVER, Seat
from referee.engine.options import Option
from referee.engine.orders import Order, Verb
from referee.reports import wrap
from referee.reports.fates import Fate
from referee.reports.others import inline
from referee.reports.parts import Form, Head, Letter, OrderLine
from referee.reports.speech import cap

RULE = "=" * 70
MOST_BESIDE = 48
CODE = re.compile(r"(?<=, )(code )\w+")


def heading(head: Head, title: str, right: str) -> list[str]:
    """Name the game on the left, the occasion on the right; in two lines if one is too short."""
    name = inline(head.game).upper()
    left = name if title.upper() in name else f"{name}, {title}"
    room = len(RULE) - wrap.width(left)
    if room >= wrap.width(right) + 2:
        return [left + wrap.lpad(right, room), RULE]
    return [*wrap.wrapped(left), wrap.lpad(right, len(RULE)), RULE]


def occasion(head: Head, step: int) -> str:
    """Say which turn, and for whom: ``Turn 5, for CORWIN``."""
    return f"{cap(head.turn)} {step}, for {'ALL' if head.seat == OBSERVER else head.seat.upper()}"


def form(lines: Sequence[str], turn: str, step: int, code: str) -> Form:
    """Set an order form between its markers; each order keeps its line, however long.

    The markers name the turn, and a code that only this letter has: so no other letter's form is taken for this one,
    and nothing that others write.
    """
    known_by = f", code {code}" if code else ""
    begin, end = (marker(f"orders for {turn} {step}, {where} here{known_by}") for where in ("from", "to"))
    return Form(begin, tuple(wrap.clean(line) for line in lines), end)


def recoded(letter: Letter, code: str) -> Letter:
    """Give a letter's form another code, for somebody who has not seen the letter before."""
    if letter.form is None:
        return letter
    old = letter.form
    begin, end = (CODE.sub(rf"\g<1>{code}", line) for line in (old.begin, old.end))
    lines = {old.begin: begin, old.end: end}
    body = "".join(f"{lines.get(line, line)}\n" for line in letter.body.split("\n")[:-1])
    return replace(letter, body=body, form=Form(begin, old.lines, end))


def marker(text: str) -> str:
    """Draw the line above or below a form."""
    return f"---- {text} ".ljust(len(RULE), "-")


def form_lines(one: Form | None) -> list[str]:
    """Print a form."""
    return [one.begin, *one.lines, one.end] if one else []


def order_list(orders: Sequence[OrderLine], explain: Callable[[Order | None], str]) -> list[str]:
    """Number the orders in force, each with its meaning below where the game has words for it."""
    out: list[str] = []
    for one in orders:
        out += wrap.hung(f"{one.number:>3}  {one.text}{_stands(one.standing)}", " " * 5)
        if meaning := explain(one.order):
            out += wrap.wrapped(" " * 7 + meaning)
    if any(one.standing for one in orders):
        out += ["", *wrap.wrapped("     Standing orders hold every time, until you change or cancel them.")]
    return out


def fate_list(fates: Sequence[Fate]) -> list[str]:
    """List the orders that were in force with what became of each at their right."""
    lefts = [f"{f.number:>5}  {f.line}{_stands(f.standing)}" for f in fates]
    column = max((w + 3 for w in map(wrap.width, lefts) if w + 3 <= MOST_BESIDE), default=MOST_BESIDE)
    return [line for f, left in zip(fates, lefts, strict=True) for line in wrap.beside(left, _what(f), column)]


def option_list(options: Iterable[tuple[Option, str]]) -> list[str]:
    """List options with their values and meaning."""
    return [
        line
        for option, value in options
        for line in wrap.hung(f"  {option.name} = {value}   {option.meaning} ({option.allowed()})", " " * 6)
    ]


def settled(options: Sequence[tuple[Option, str]]) -> tuple[list[str], list[str]]:
    """List the options that differ from their defaults, and all the others."""
    other = [(o, value) for o, value in options if value != o.default]
    usual = [(o, value) for o, value in options if value == o.default]
    return option_list(other), option_list(usual)


def verb_help(verbs: Iterable[Verb]) -> list[str]:
    """Explain verbs: usage, meaning, example, and what may stand for their slots."""
    return "\n\n".join("\n".join(_explained(verb)) for verb in verbs).split("\n")


def _explained(verb: Verb) -> list[str]:
    lines = verb.help().split("\n")
    usages, rest = lines[: len(verb.frames)], [line.strip() for line in lines[len(verb.frames) :]]
    example = next(i for i, line in enumerate(rest) if line.startswith("For instance:"))
    said = [" ".join(filter(None, rest[:example])), *rest[example:]]
    out = [line for usage in usages for line in wrap.hung(f"  {usage}", " " * 8)]
    return out + [line for text in said if text for line in wrap.hung(f"      {text}", " " * 8)]


def in_order(seats: Iterable[Seat], order: Sequence[Seat]) -> list[Seat]:
    """Sort seats as they sit; those unknown at the table come last, by name."""
    places = {seat: i for i, seat in enumerate(order)}
    return sorted(seats, key=lambda seat: (places.get(seat, len(places)), seat))


def _stands(standing: bool) -> str:
    return "  (standing)" if standing else ""


def _what(fate: Fate) -> str:
    if not fate.needed:
        return fate.reason or "Not needed."
    return " ".join([*fate.texts, fate.lapsed]).strip() or "Used."
