"""What a receipt says of a letter: what is kept, what it replaces, what was not used and why."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import zip_longest

from referee.reports import spans, wrap
from referee.reports.document import Code, Entry, Orders, Remarked, Remarks, Table
from referee.reports.pages import ReceiptPage
from referee.reports.parts import Done, Explain, Later, Unused, Warned, meanings
from referee.reports.spans import Prose
from referee.reports.when import Marking

PROOF = "  "
"""What the lines of a proof begin with."""


def receipt_subject(page: ReceiptPage) -> str:
    """Say in public words how many of the order lines were taken."""
    bad = len(page.unused)
    if not page.changed:
        return "your letter, nothing changed" if bad or page.same_form else "your letter"
    if page.cleared and not page.read:
        return "your orders, withdrawn"
    return f"your orders, {page.read} of {page.read + bad} lines" if bad else "your orders"


def kept(page: ReceiptPage, when: Marking) -> str:
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


def remarks(lines: Iterable[Done | Unused], foreign: bool = False) -> Remarks:
    """List lines as they were written, each with a word on it; ``foreign`` ones somebody else may have written."""
    said = ((one.text, one.what if isinstance(one, Done) else one.why) for one in lines)
    return Remarks(tuple(Remarked(written, _read(what), foreign) for written, what in said))


def minded(warnings: Sequence[Warned]) -> Table | None:
    """Set warnings beside the numbers of their orders, those about the whole set last."""
    ordered = sorted(warnings, key=lambda w: w.number or 1_000_000)
    return None if not ordered else Table(tuple((str(w.number or ""), spans.read(w.text)) for w in ordered))


def proof(word: str) -> Code | None:
    """Set what is signed in lines about as long as one another."""
    if not word:
        return None
    count = -(-len(word) // (wrap.WIDTH - len(PROOF)))
    each = -(-len(word) // count)
    return Code(tuple(PROOF + word[at : at + each] for at in range(0, len(word), each)))


def _read(what: str) -> Prose:
    """Read what is said of a line; that which has paragraphs may have words of others among them."""
    return spans.plain(what) if "\n\n" in what else spans.read(" ".join(what.split()))


def later_lists(
    later: Iterable[Later], turn: str, explain: Explain = lambda one, before, after: ""
) -> list[tuple[str, Orders]]:
    """List what is on file for later turns, each under its title, with its meaning."""
    return [
        (f"On file for {turn} {one.step}:", _explained(one, explain))
        for one in sorted(later, key=lambda one: one.step)
    ]


def _explained(one: Later, explain: Explain) -> Orders:
    said = zip_longest(one.lines, meanings(one.orders, explain), fillvalue="")
    return Orders(tuple(Entry(None, text, meaning=spans.read(meaning)) for text, meaning in said))


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
