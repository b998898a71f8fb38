"""Which lines of a letter stood in the letter of ours that it answers, be it as text or as a page of HTML.

Many programs make their plain text of the HTML: tables come cell by cell, lists with marks of their own or without,
links with where they lead, paragraphs wrapped anew. Orders stand there as bare as their writer wrote them, so that they
alone tell nothing: whoever writes them again means them.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Collection, Sequence
from itertools import pairwise

from .form import Form, Known
from .lines import Text, bare, is_said_by_others, key, letters, sent, taps, unquoted
from .wrapped import is_sentence

TELLING = 25
"""So many letters of ours are no chance."""

_TOGETHER = 12
"""So many letters of ours in lines that follow one another as on our page are no chance, no order being among them."""

PIECES = 3
"""Into so many lines more may one line of ours have been wrapped."""

_EDGE, _APART = "\0", "\1"

_OWN = 10
"""A line of ours that is looked for among what was written without marks has so many letters at least."""

_SENTENCES = 2
"""A line that no other of ours stands beside is known by so many of our sentences in it."""

_MANY = 4
"""Who writes so many lines of ours a second time quotes them, even where each stands alone."""


def ends(lines: Sequence[str], form: Form) -> set[int]:
    """The line below the last one of our letter, which is known by its last lines; none if they are not there."""
    texts = Text.of(lines).unquoted
    found = _ends(texts, sent(form.letter)) | _ends(texts.bare, sent(form.page))
    return {max(found)} if found else found


def _ends(lines: Text, letter: Text) -> set[int]:
    """The lines below the last one of one form of our letter."""
    said = [one for one in letter.letters if one]
    count = next((n for n in range(2, len(said) + 1) if len("".join(said[-n:])) >= TELLING), 0)
    if not count:
        return set()
    wanted, found, at = "".join(said[-count:]), set[int](), 0
    while (at := lines.row.find(wanted, at)) >= 0:
        at += len(wanted)
        number = bisect_left(lines.reached, at)
        if lines.reached[number] == at:
            found.add(number + 1)
    return found


def tapped(lines: Sequence[str]) -> set[int]:
    """Lines with links of ours that open an answer, and the words of such a link that stand by themselves above it."""
    found: set[int] = set()
    above = -1
    for number, line in enumerate(lines):
        if not line.strip():
            continue
        if orders := taps(line):
            found.add(number)
            if above >= 0 and not bare(line).strip() and key(bare(lines[above])) == key(orders[0]):
                found.add(above)
        above = number
    return found


def next_filled(lines: Sequence[str]) -> list[int]:
    """For each line, and for the end, the number of the next one that is not blank."""
    following = [len(lines)] * (len(lines) + 1)
    for number in range(len(lines) - 1, -1, -1):
        following[number] = number if lines[number].strip() else following[number + 1]
    return following


def ours(lines: Sequence[str], form: Form) -> set[int]:
    """Unmarked lines of the letter that is answered: two as they followed each other there, or a long one.

    The form's own lines are left out: who writes them above the form means them. So are orders as the letter suggests
    them or gives them back, where no other line of it stands without marks: who copies nothing else means those, too.
    """
    text, letter = Text.of(lines), sent(form.letter)
    found = _ours(text, form)
    copied = {number for number in found if text.keys[number] and not text.quoted[number]}
    if not copied:
        return found
    orders = {  # as they are set in there, and are no sentence and no words of others
        known
        for line, known in zip(letter, letter.keys, strict=True)
        if line[:1].isspace() and not is_said_by_others(line) and not is_sentence(line.strip())
    }
    return found - copied if all(text.keys[number] in orders for number in copied) else found


def _ours(text: Text, form: Form) -> set[int]:
    """Unmarked lines of the letter that is answered, but for its form's; if they are few, those that stand together."""
    letter, wanted = sent(form.letter), {key(line) for line in form.lines}
    said = [found for found in letter.keys if found and found not in wanted]
    known, pairs = Known(said), set(pairwise(said))
    keys = {number: found for number, found in enumerate(text.keys) if found}
    ours = {number for pair in pairwise(keys) if (keys[pair[0]], keys[pair[1]]) in pairs for number in pair}
    for number in keys:
        taken = known.taken(text.keys, number, len(text))
        if taken and len("".join(text.keys[number : number + taken])) >= TELLING:
            ours.update(range(number, number + taken))
    page = _words(form)
    quoted = _quotation(ours | _cells(text, page), list(keys)) | _broken_off(text, key, bool, set(said).__contains__)
    outside = Text(line for line, found in zip(letter, letter.keys, strict=True) if found not in wanted)
    asked = _asked(text)
    quoted |= _unbarred(text.letters, asked, outside if wanted else letter)
    if not page:
        return quoted
    quoted |= _broken_off(
        text, _key, lambda read: len(read) >= TELLING and read in page, lambda read: f"{read}{_EDGE}" in page
    )
    return quoted | _unbarred(_unmarked(text), asked, sent(form.page))


def _asked(lines: Text) -> set[int]:
    """The lines of which it is asked whether they are ours: of one behind a quote mark nobody has to ask.

    A mail store may have put that before the word From.
    """
    marked = zip(lines, lines.quoted, strict=True)
    return {n for n, (line, quoted) in enumerate(marked) if line.startswith(">From ") or (not quoted and line.strip())}


def _unbarred(lines: Sequence[str], asked: Collection[int], letter: Text) -> set[int]:
    """Lines that followed one another in our letter, wrapped in whatever way and without the bars of others' words.

    A sentence of our own stands among them: nobody can make up a quotation that swallows what a reader writes above
    it, and who writes their own lines a second time quotes nothing, though a receipt gave them back, indented. Only
    what is ``asked`` about is looked for, with what stands beside it.
    """
    filled = [number for number, read in enumerate(lines) if read]
    found: set[int] = set()
    after = 0
    for at in sorted({bisect_right(filled, number) - 1 for number in asked}):  # itself, or what stands above it
        if at < after:
            continue
        first, after = _run(lines, filled, at, letter.row)
        read = "".join(lines[number] for number in filled[first:after])
        alone = after - first == 1
        if (not alone or read in letter.row) and _sentences_in(read, letter) >= (_SENTENCES if alone else 1):
            found.update(range(filled[first], filled[after - 1] + 1))  # with the lines between that have no letters
    return found


def _run(lines: Sequence[str], filled: Sequence[int], at: int, flat: str) -> tuple[int, int]:
    """From where to where, among the lines that have letters, each stands behind the one above as in our letter."""
    first, after = at, at + 1
    while first and lines[filled[first - 1]] + lines[filled[first]] in flat:
        first -= 1
    while after < len(filled) and lines[filled[after - 1]] + lines[filled[after]] in flat:
        after += 1
    return first, after


def _sentences_in(read: str, letter: Text) -> int:
    """How many lines of our letter that are sentences stand in these letters."""
    said = zip(letter, letter.letters, strict=True)
    return len({found for line, found in said if len(found) >= _OWN and found in read and is_sentence(line)})


def _quotation(ours: set[int], filled: Sequence[int]) -> set[int]:
    """Leave lines of ours away that stand alone, if they are few: who writes words a second time quotes nothing."""
    if len(ours) >= _MANY:
        return ours
    return {number for pair in pairwise(filled) if ours.issuperset(pair) for number in pair}


def _broken_off(
    lines: Text, known_by: Callable[[str], str], begins: Callable[[str], bool], ends: Callable[[str], bool]
) -> set[int]:
    """Unmarked ends of quoted lines that a program wrapped: what stands above and they are one line of the letter.

    By what they are known by, one line of the letter may begin so, or end.
    """
    found: set[int] = set()
    for number, line in enumerate(lines[:-1]):
        if lines.quoted[number + 1] or not (lines.quoted[number] or is_said_by_others(line)):
            continue
        read = known_by(unquoted(line))
        for below in range(number + 1, min(number + 1 + PIECES, len(lines)) if begins(read) else 0):
            if lines.quoted[below] or not lines[below].strip():
                break
            read = key(read + known_by(lines[below]))  # a ruler may have been broken in two
            if ends(read):
                found.update(range(number + 1, below + 1))
    return found


def _unmarked(lines: Text) -> list[str]:
    """The letters of lines that no mark sets off, as on a page; what is quoted by a mark stands between two others."""
    marked = zip(lines, lines.quoted, strict=True)
    return [_APART if quoted else letters(bare(line)) for line, quoted in marked]


def _cells(lines: Text, flat: str) -> set[int]:
    """Unmarked lines that are `_words` of our page, in its order and long enough together; no order among them."""
    if not flat:
        return set()
    marked = enumerate(zip(lines, lines.quoted, strict=True))
    keys = [(n, found) for n, (line, quoted) in marked if (found := _APART if quoted else _key(line))]
    runs: list[list[tuple[int, str]]] = [[one] for one in keys[:1]]
    for above, below in pairwise(keys):
        if f"{_EDGE}{above[1]}{_EDGE}{below[1]}{_EDGE}" in flat:
            runs[-1].append(below)
        else:
            runs.append([below])
    told = (run for run in runs if sum(len(found) for _, found in run) >= (_TOGETHER if run[1:] else TELLING))
    return {number for run in told if f"{_EDGE}{run[0][1]}{_EDGE}" in flat for number, _ in run}


def _key(line: str) -> str:
    return key(bare(line))


def _words(form: Form) -> str:
    """The keys of what stands on our page, each between edges; an order, or words of others, part them."""
    shown = zip(form.page, sent(form.page).bare.keys, strict=True)
    keys = (_APART if line[:1].isspace() else found for line, found in shown)
    return f"{_EDGE}{_EDGE.join(filter(None, keys))}{_EDGE}" if form.page else ""
