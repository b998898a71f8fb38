"""Our form in both alternatives of a letter: what was changed in it in the one that is not read is not lost."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from .form import Form, Known, as_sent, find
from .lines import Text, key, keys_of
from .quoting import Label, Labelled, classify
from .runon import by_html, parted
from .text import STRUCK

RUNS_ON = (
    "In one line of your letter stands another letter behind your own words, and I can't tell where yours end, so I "
    "used nothing of that line. Please write it once more, each order on a line of its own, without the letter that "
    "you answer below it."
)
"""What is said of a line in which nobody can tell what was written now."""

Labels = Callable[[Sequence[str]], Sequence[Labelled]]

_SHOWN = 80
_MOST_SHOWN = 3


@dataclass(frozen=True, slots=True)
class Both:
    """The lines of a letter with their labels, and what is said of those that the other alternative alone has.

    `sent` are the numbers of those that stand in a quotation of ours as they went out.
    """

    lines: tuple[Labelled, ...]
    told: str = ""
    sent: tuple[int, ...] = ()


def both(
    _: bytes, *, lines: tuple[str, ...], other: tuple[str, ...], form: Form | None, own: tuple[str, ...], subject: str,
    names: tuple[str, ...],
) -> Both:  # fmt: skip
    """Label the text that is read, and what our form in the other alternative adds to it.

    Its arguments and what it returns cross the border to another process.
    """
    came, (lines, other) = lines, (parted(one, form, own) for one in (lines, other))
    whole = lines == came
    if not whole:  # what was written ran on, and the other alternative may have its line ends
        lines = Text(by_html(lines, other))
    labels = partial(classify, form=form, own=own, subject=subject, names=names)
    labelled = labels(lines, whole=whole)
    more, told = beside(lines, labelled, other, labels, form) if form is not None and form.begin and other else ((), "")
    taken = (*labelled, *more)
    texts = Text(line.text for line in taken)
    sent = as_sent(lines if texts == lines else texts, form) if form is not None else ()
    return Both(taken, " ".join(filter(None, (told, _run_on(taken)))), tuple(sent))


def _run_on(labelled: Sequence[Labelled]) -> str:
    """Say which line was not used because it holds a quotation, or seems to, behind what was written."""
    first = next((line.text for line in labelled if line.label is Label.RUN_ON), None)
    return f'{RUNS_ON} It begins "{_cut(first)}".' if first is not None else ""


def beside(
    lines: Sequence[str], labelled: Sequence[Labelled], other: Sequence[str], labels: Labels, form: Form
) -> tuple[Sequence[Labelled], str]:
    """Compare the form in two alternatives; the first one is read, and the other labelled only where it has more.

    Returns the lines that the other one alone has in our form and that are taken, and what is said of them.

    Where it holds the form as we sent it, or not at all, the changes of the other are taken: some programs leave
    the quotation out of the plain text, or copy it from the letter that is answered. Where both hold changes, those
    of the first count. What was struck out anywhere is left to those who told of it.
    """
    known = Known(keys_of(line.text for line in labelled if line.label is Label.NEW))
    changed = _changed(other, form)
    if all(known.taken([key(text)], 0, 1) for text in changed.values()):
        return (), ""
    others = labels(other)
    if any(line.label is Label.STRUCK for line in (*labelled, *others)):
        return (), ""
    there = [others[number] for number in changed if others[number].label is Label.NEW]
    only = [line for line in there if not known.taken([key(line.text)], 0, 1)]
    if not only:
        return (), ""
    shown = [f'"{_cut(line.text)}"' for line in only[:_MOST_SHOWN]]
    shown += [f"{len(only) - _MOST_SHOWN} more"] if len(only) > _MOST_SHOWN else []
    what = " and ".join(filter(None, (", ".join(shown[:-1]), shown[-1])))
    if any(labelled[number].label is Label.NEW for number in _changed(lines, form)):
        return (), f"In the form, the HTML of your letter has {what} besides; I went by its plain text."
    told = f"In the form, only the HTML of your letter has {what}; I took what stands there."
    return (Labelled("", Label.BLANK), *there), told


def _cut(text: str) -> str:
    return text.strip()[:_SHOWN].strip()


def _changed(lines: Sequence[str], form: Form) -> dict[int, str]:
    """The lines that are not as we sent them, in the form, each by its number."""
    found = find(["" if line.startswith(STRUCK) else line for line in lines], form)
    return {number: one.text for number, one in sorted(found.items()) if one.changed}
