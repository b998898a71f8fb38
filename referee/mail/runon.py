"""Lines that ran into one another: some programs write a text part without its line ends.

Then the letter that is answered stands behind what was written, on the same line. The HTML beside it has the line
ends; without that, our own letter is known, and what it begins with ends what was written. So does what programs put
before a quotation, if it names us; where nobody can be sure, nothing of the line counts, and its writer is told.
"""

from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from itertools import accumulate, pairwise

from .form import Form
from .lines import Text, is_forwarded, is_quoted, letters, sent, unquoted
from .midline import LONGEST_HEAD, footed, quotation_in, without_foot, without_lead
from .text import OURS, RUN_ON, STRUCK
from .wrapped import FEWEST, Known, Openings, piece, restored, set_apart, unwrapped

_AHEAD = 2_000
_MOST_STEPS = 10_000
"""So many times it is looked whether the next line of a text goes on as the HTML does."""

_LEAST_RUN_ON = 60
"""No shorter line holds what leads in a quotation, and more behind it."""

_LONG, _LEAST_WRAPPED = 60, 40
"""No shorter line of the HTML was wrapped in the text, and no shorter piece of one is its first there."""

_PIECES = 5
"""Into so many a line was wrapped that stands far from where the text and the HTML agreed last."""

_APART = (STRUCK, RUN_ON, OURS)

_TELLING = 16
"""So many letters of ours, which are all that a line has, are no chance."""


def by_html(plain: Sequence[str], html: Sequence[str]) -> list[str]:
    """The lines of a text; those that are several lines of the HTML, letter for letter, as they stand there.

    Several lines of the text are so, too, where they ran on into one another and were then wrapped anew; those that are
    one line of the HTML, which a program wrapped, are joined again.
    """
    runs = list(_runs(plain, html))
    anew = any(len(text) > 1 and _several(lines) for text, lines in runs)
    result: list[str] = []
    for text, lines in runs:
        if _several(lines) or (anew and any(map(is_quoted, lines))):
            result += lines
        elif _is_wrapped(text, lines):
            result.append(_joined(text))
        elif not (anew and result and _is_rest_of_ruler(text[0])):
            result += text
    return result


def _runs(plain: Sequence[str], html: Sequence[str]) -> Iterator[tuple[Sequence[str], Sequence[str]]]:
    """The lines of a text, one or some at a time, with those of the HTML that have the same letters, if any do."""
    page, said = _Page(html), Text.of(plain).unquoted.letters
    number = reached = 0
    while number < len(plain):
        taken, at, after = page.alike(said, number, reached)
        if taken:
            reached, there = after, page.between(at, after)
        else:  # the HTML alone may have a quotation above it
            taken, there = page.wrapped(plain, number) if len(plain[number]) > _LEAST_WRAPPED else (1, [])
        yield plain[number : number + taken], there
        number += taken


def _several(lines: Sequence[str]) -> bool:
    return sum(map(bool, map(letters, lines))) > 1


def _is_wrapped(text: Sequence[str], lines: Sequence[str]) -> bool:
    """Did a program wrap a long line of the HTML? It may put its quote marks before each piece, or the first alone."""
    pieces = len(text) > 1 and len(text[0]) > _LEAST_WRAPPED and all(map(letters, text))
    return pieces and _words(text) in [_words([line]) for line in lines if len(line) > _LONG]


def _joined(text: Sequence[str]) -> str:
    """Pieces of a line as one, behind the quote marks of the first."""
    return text[0].removesuffix(unquoted(text[0])) + _words(text)


def _words(text: Sequence[str]) -> str:
    """The words of pieces of one line, bare of quote marks if it has some: `>= 15` goes on in a line without."""
    return " ".join(" ".join(map(unquoted, text) if is_quoted(text[0]) else text).split())


def _is_rest_of_ruler(line: str) -> bool:
    """Is it a piece of a ruler? The HTML has it whole."""
    return len(line.strip()) > 1 and not letters(line)


class _Page:
    """The lines of the HTML, and all their letters in one row."""

    def __init__(self, lines: Sequence[str]) -> None:
        self.lines = lines
        keys = Text.of(lines).unquoted.letters
        self.flat, self.starts, self.ends = "".join(keys), dict[int, int](), dict[int, int]()
        for number, (start, end) in enumerate(pairwise(accumulate(map(len, keys), initial=0))):
            self.starts.setdefault(start, number)
            self.ends.setdefault(end, number + 1)
        self.long = {_words([line]): line for line in lines if len(line) > _LONG}
        self.steps = _MOST_STEPS

    def between(self, at: int, after: int) -> list[str]:
        """The lines whose letters stand there."""
        return list(self.lines[self.starts[at] : self.ends[after]])

    def alike(self, said: Sequence[str], number: int, reached: int) -> tuple[int, int, int]:
        """How many lines of the text from one on are whole lines here, not before what was reached, and where."""
        wanted = said[number]
        places = list(self._places(wanted, reached)) if wanted else []
        for at in places:
            if at + len(wanted) in self.ends:
                return 1, at, at + len(wanted)
        return next((found for at in places if (found := self._run(said, number, at))[0]), (0, 0, 0))

    def wrapped(self, plain: Sequence[str], number: int) -> tuple[int, list[str]]:
        """How many lines of the text from one on are a long line here, wherever that stands, and it; else just one."""
        pieces = ((count, _words(plain[number : number + count])) for count in range(2, _PIECES + 1))
        return next(((count, [self.long[whole]]) for count, whole in pieces if whole in self.long), (1, []))

    def _places(self, wanted: str, reached: int) -> Iterator[int]:
        """Where a line here begins with these letters, if anywhere near."""
        for _ in range(3):
            at = self.flat.find(wanted, reached, reached + len(wanted) + _AHEAD)
            if at < 0:
                return
            if at in self.starts:
                yield at
            reached = at + 1

    def _run(self, said: Sequence[str], number: int, at: int) -> tuple[int, int, int]:
        """How many lines of the text from one on come to an end together with a line here."""
        after, first = at, number
        while number < len(said) and self.steps and self.flat.startswith(said[number], after):
            after += len(said[number])
            number += 1
            self.steps -= 1
            if after in self.ends:
                return number - first, at, after
        return 0, 0, 0


def parted(lines: Sequence[str], form: Form | None, own: Collection[str] = ()) -> Text:
    """The lines of a text, of which one that runs on into a quotation is taken apart.

    What was written comes first; then, behind quote marks, what leads in the quotation, and our letter line by line,
    with what stands between; last what stands below it. Our letter is known as text or as HTML; any other by what
    leads it in, if that names an address of our ``own``. Where it is not sure where a quotation begins or ends, the
    line stands behind `RUN_ON`.
    """
    text = Text.of(lines)
    if not text:
        return text
    form = form or Form()
    known = (_flat(form.letter), _flat(form.page))
    forms = [(_openings(form.letter), known[1]), (_openings(form.page), known[0])]
    text = set_apart(_parted(_parted(text, form.letter, form.page), form.page, form.letter), forms)
    ours = {address.lower() for address in own if address}
    return text.each(lambda line: [line] if _is_ours(line, known) else _without_quotation(line, ours), _may_run_on)


def _is_ours(line: str, known: Collection[str]) -> bool:
    """Is a line, as it is, a piece of our letter? Then whatever leads in there are words in it that others wrote."""
    said = letters(line) if len(line) >= _LEAST_RUN_ON else ""
    return len(said) >= _TELLING and any(said in one for one in known)


def _parted(lines: Text, letter: tuple[str, ...], other: tuple[str, ...]) -> Text:
    """Take apart what runs on into one form of a letter of ours, and is no line of its other form."""
    openings = _openings(letter)
    if not openings.known:
        return lines
    whole = set(filter(None, sent(other).letters))
    text = unwrapped(lines, openings, "\0".join(whole))
    return text.each(lambda line: _taken_apart(line, openings, whole), _may_run_on)


def _flat(letter: tuple[str, ...]) -> str:
    return "\0".join(filter(None, sent(letter).letters))


@lru_cache(maxsize=4)
def _openings(letter: tuple[str, ...]) -> Openings:
    return Openings(sent(letter))


def _may_run_on(line: str) -> bool:
    """May an unmarked line run on into another? So may none that was set apart, nor one of few letters."""
    return len(line) > FEWEST and line[0] not in _APART


def _taken_apart(line: str, openings: Openings, whole: Collection[str]) -> list[str]:
    said = letters(line)
    if said in whole or (first := openings.first_in(said)) is None:
        return [line]
    at, known = first
    if said[at:] == known[0][1] and not at:
        return [line]
    places = [n for n, letter in enumerate(line) if letter.isalnum()]
    before = line[: places[at]].rstrip(" >|*\t")
    written, led = without_lead(before)
    return [*written, *(f"> {one}" for one in led), *_aligned(line, said, places, at, known)]


def _without_quotation(line: str, own: Collection[str]) -> list[str]:
    """Take a line apart that runs on into a quotation known by what leads it in alone, or into a program's own line."""
    if is_forwarded(line):
        return [line]
    start = quotation_in(line) if len(line) >= _LEAST_RUN_ON else None
    if start is None:
        return footed(line)
    written = without_foot(line[:start].rstrip(" >|*\t-_="))
    if written and not any(address in line[start : start + LONGEST_HEAD].lower() for address in own):
        return [RUN_ON + line]
    return [*written, f"> {line[start:]}"]


def _aligned(line: str, said: str, places: Sequence[int], at: int, known: Sequence[Known]) -> Iterator[str]:
    """Our lines again, quoted, with what stands between them; what stands below our last one is not quoted."""
    ours, last, ended = restored(line, said, places, at, known)
    yield from ours
    if last < len(said) and (rest := piece(line, places, last, len(said))):
        yield rest if ended else f"> {rest}"
