"""What a receipt says of a letter: what is kept, what it replaces, what was not used and why."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import zip_longest

from referee.engine.orders import Order
from referee.reports import wrap
from referee.reports.others import said_by
from referee.reports.pages import ReceiptPage
from referee.reports.parts import Later, Unused, Warned
from referee.reports.when import When


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
    if page.standing_only:
        joins = "; the standing ones replace those of their kind, nothing else is changed"
    elif before:
        joins = f"; the new ones are added to {before}" if page.added else f"; they replace {before}"
    return f"For {turn}{due} I keep these orders{joins}."


def passed(pairs: Iterable[tuple[str, str]]) -> list[str]:
    """List lines as they were written, each with a word on it below."""
    out: list[str] = []
    for text, why in pairs:
        out += wrap.hung(f"  {' '.join(wrap.clean(text).split())}", " " * 7)
        out += said_of(why)
    return out


def unused_list(lines: Sequence[Unused]) -> list[str]:
    """List lines that were not used, each with its problem below."""
    return passed([(one.text, one.why) for one in lines])


def cited_list(lines: Sequence[Unused]) -> list[str]:
    """List lines that somebody else wrote, or may have written, each behind a bar and with its problem below."""
    out: list[str] = []
    for one in lines:
        out += said_by(" ".join(one.text.split()))
        out += said_of(one.why)
    return out


def said_of(why: str) -> list[str]:
    """Set what is said of a line below it; words of others in that stay behind their bar."""
    parts = [" ".join(part.split()) for part in why.split("\n\n")]
    return [line for part in parts if part for line in wrap.wrapped(f"       {part}")]


def minded(warnings: Sequence[Warned]) -> list[str]:
    """List warnings under the numbers of their orders, those about the whole set last."""
    ordered = sorted(warnings, key=lambda w: w.number or 1_000_000)
    return [line for w in ordered for line in wrap.hung(f"{w.number or '':>3}  {w.text}", " " * 5)]


def later_lists(
    later: Iterable[Later], turn: str, explain: Callable[[Order], str] = lambda one: ""
) -> list[tuple[str, list[str]]]:
    """List what is on file for later turns, each under its title, with its meaning below."""
    return [
        (f"On file for {turn} {one.step}:", _explained(one, explain))
        for one in sorted(later, key=lambda one: one.step)
    ]


def _explained(one: Later, explain: Callable[[Order], str]) -> list[str]:
    out: list[str] = []
    for text, order in zip_longest(one.lines, one.orders):
        out += wrap.hung(f"     {text}", " " * 7)
        if order is not None and (meaning := explain(order)):
            out += wrap.wrapped(" " * 7 + meaning)
    return out


def _idle(page: ReceiptPage) -> str:
    if page.same_form:
        return "It holds the form as I sent it, so nothing is changed."
    if page.done:
        return "It changes none of your orders."
    if page.unused:
        return "I could not use any line of it, so nothing is changed."
    return "It changes none of your orders."


def _still(page: ReceiptPage, turn: str, due: str, before: str) -> str:
    if not page.orders:
        return _remains(page, turn, due)
    which = f", {before}" if before else ""
    return f"For {turn}{due} these orders stay on file{which}."


def _remains(page: ReceiptPage, turn: str, due: str) -> str:
    return f"For {turn}{due} {'these stay on file' if page.orders else 'nothing from you is on file'}."
