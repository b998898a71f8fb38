"""Which lines of a letter stood in the letter of ours that it answers."""

from bisect import bisect_left
from collections.abc import Collection, Sequence
from itertools import accumulate, pairwise

from . import marks, own_page
from .form import Form, Known, key
from .openings import is_sentence, letters

_OWN = 10
"""A line of ours that is looked for among what was written without marks has so many letters at least."""

_SENTENCES = 2
"""A line that no other of ours stands beside is known by so many of our sentences in it."""

_MANY = 4
"""Who writes so many lines of ours a second time quotes them, even where each stands alone."""


def ends(lines: Sequence[str], form: Form) -> set[int]:
    """The line below the last one of our letter, which is known by its last lines; none if they are not there."""
    texts = [marks.unquoted(line) for line in lines]
    found = _ends(texts, form.letter) | _ends([marks.bare(text) for text in texts], form.page)
    return {max(found)} if found else found


def _ends(lines: Sequence[str], letter: Sequence[str]) -> set[int]:
    """The lines below the last one of one form of our letter."""
    said = [one for line in letter if (one := letters(line))]
    count = next((n for n in range(2, len(said) + 1) if len("".join(said[-n:])) >= own_page.TELLING), 0)
    if not count:
        return set()
    keys = [letters(line) for line in lines]
    reached = list(accumulate(map(len, keys)))
    flat, wanted, found, at = "".join(keys), "".join(said[-count:]), set[int](), 0
    while (at := flat.find(wanted, at)) >= 0:
        at += len(wanted)
        number = bisect_left(reached, at)
        if reached[number] == at:
            found.add(number + 1)
    return found


def next_filled(lines: Sequence[str]) -> list[int]:
    """For each line, and for the end, the number of the next one that is not blank."""
    following = [len(lines)] * (len(lines) + 1)
    for number in range(len(lines) - 1, -1, -1):
        following[number] = number if lines[number].strip() else following[number + 1]
    return following


def ours(lines: Sequence[str], form: Form) -> set[int]:
    """Unmarked lines of the letter that is answered: two as they followed each other there, or a long one.

    The form's own lines are left out: who writes them above the form means them.
    """
    wanted = {key(line) for line in form.lines}
    letter = [found for line in form.letter if (found := key(line)) and found not in wanted]
    known, pairs = Known(letter), set(pairwise(letter))
    keys = {number: found for number, line in enumerate(lines) if (found := key(line))}
    ours = {number for pair in pairwise(keys) if (keys[pair[0]], keys[pair[1]]) in pairs for number in pair}
    texts = [keys.get(number, "") for number in range(len(lines))]
    for number in keys:
        taken = known.taken(texts, number, len(lines))
        if len("".join(texts[number : number + taken])) >= own_page.TELLING:
            ours.update(range(number, number + taken))
    page = own_page.words(form)
    quoted = _quotation(ours | own_page.cells(lines, page), list(keys)) | _broken_off(lines, set(letter))
    quoted |= _unbarred(list(map(letters, lines)), [line for line in form.letter if key(line) not in wanted])
    return quoted | own_page.broken_off(lines, page) | _unbarred(own_page.unmarked(lines, form), form.page)


def _unbarred(lines: Sequence[str], letter: Sequence[str]) -> set[int]:
    """Lines that followed one another in our letter, wrapped in whatever way and without the bars of others' words.

    A sentence of our own stands among them: nobody can make up a quotation that swallows what a reader writes above
    it, and who writes their own lines a second time quotes nothing, though a receipt gave them back, indented.
    """
    known = [(line, letters(line)) for line in letter]
    flat = "".join(read for _, read in known)
    own = {read for line, read in known if len(read) >= _OWN and is_sentence(line)}
    filled = [(number, read) for number, read in enumerate(lines) if read]
    runs: list[list[tuple[int, str]]] = [[one] for one in filled[:1]]
    for above, below in pairwise(filled):
        if above[1] + below[1] in flat:
            runs[-1].append(below)
        else:
            runs.append([below])
    found: set[int] = set()
    for run in runs:
        read = "".join(text for _, text in run)
        if len(run) == 1 and read not in flat:
            continue
        if sum(line in read for line in own) >= (1 if len(run) > 1 else _SENTENCES):
            found.update(range(run[0][0], run[-1][0] + 1))  # with the lines between that have no letters
    return found


def _quotation(ours: set[int], filled: Sequence[int]) -> set[int]:
    """Leave lines of ours away that stand alone, if they are few: who writes words a second time quotes nothing."""
    if len(ours) >= _MANY:
        return ours
    return {number for pair in pairwise(filled) if ours.issuperset(pair) for number in pair}


def _broken_off(lines: Sequence[str], letter: Collection[str]) -> set[int]:
    """Unmarked ends of quoted lines that a program wrapped: what stands above and they are one line of the letter."""
    found: set[int] = set()
    for number, line in enumerate(lines):
        read = key(marks.unquoted(line)) if marks.is_quoted(line) or marks.is_said_by_others(line) else ""
        for below in range(number + 1, min(number + 1 + own_page.PIECES, len(lines)) if read else 0):
            if marks.is_quoted(lines[below]) or not lines[below].strip():
                break
            read = key(read + key(lines[below]))  # a ruler may have been broken in two
            if read in letter:
                found.update(range(number + 1, below + 1))
    return found
