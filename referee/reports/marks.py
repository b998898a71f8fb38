"""The marks of a macro's output, listed in MARKS.md beside this file, and how lines that belong together become one.

Of such lines groups of blocks are made, whole ones or what touches their reader apart from the rest.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from functools import lru_cache
from typing import NamedTuple

from referee.reports import others, spans
from referee.reports.document import Block, Said, Sentence, Table, Told
from referee.reports.spans import Prose

DEEPER = " " * 4
"""The blanks before a sentence that belongs to the one before it."""

TWICE = 2
MOST_OF_ONE = 3
"""So many things are said of one subject in one sentence."""


class Mark(Enum):
    """What a line of a macro is."""

    PLAIN = ""
    ROW = "= "
    HEADER = "== "
    ONWARD = "=+ "
    OTHERS = "> "
    ITEM = "* "
    MORE = "+"
    ALIKE = "&"
    BREAK = "\n"
    SEAM = ";"


GOES_ON = (Mark.MORE, Mark.ALIKE)
ROWS = (Mark.ROW, Mark.HEADER, Mark.ONWARD)
TIMES = " ~n"
"""Where the count of a sentence goes that is said several times in a row."""

SUM = " ~sum "
"""What stands between a number that may be added up with others and what it counts."""

PARTING = (Mark.BREAK, Mark.SEAM)
CLOSED = (*PARTING, Mark.ITEM, Mark.OTHERS)
"""Lines with which none goes on."""


class Line(NamedTuple):
    """One line as a macro said it, or several made one.

    ``subject`` is that of its last sentence, if it has one marked, and ``what`` is said of it there; ``several`` are
    those of whom it is said, if it may be said of more, and ``each`` whether of each of them; ``gathers`` says that it
    stands in one paragraph with others that do. ``mine`` says that its reader hears it in other words than those whom
    it does not touch. ``counted`` is the sentence as it may be said of several ``times``, with a mark where the count
    goes. ``total`` is the number of a sum, and ``tail`` what is summed up, which then stands at the end of the text.
    """

    mark: Mark
    text: str
    subject: str = ""
    what: tuple[str, ...] = ()
    several: tuple[str, ...] = ()
    each: bool = False
    gathers: bool = False
    mine: bool = False
    counted: str = ""
    times: int = 1
    total: int = 0
    tail: str = ""


def heard(text: str) -> list[Line]:
    """Read the marks of a macro's output; empty lines at its edges do not count. Only the first may still go on."""
    out: list[Line] = []
    for line in spans.clean(text).strip("\n").split("\n") if text.strip() else ():
        go_on(out, [_said(line.rstrip())], bool(out))
    return out


def go_on(out: list[Line], said: Sequence[Line], follows: bool) -> None:
    """Add what was said next; if it goes on with the line before, that must be just before it and no break."""
    first = said[0]
    if first.mark not in GOES_ON or not (out or follows):
        out += said
        return
    if first.tail and first.text.strip() != _sum(first):
        go_on(out, [_untailed(first)], follows)
        first, follows = Line(Mark.MORE, f" {_sum(first)}", total=first.total, tail=first.tail), True
    before = out[-1] if out and follows and _open(out[-1], first) else None
    mine = first.mine or (before is not None and before.mine)
    alike = before is not None and first.subject != "" and same(before, first)
    if before is not None and first.tail and first.mark is Mark.MORE:
        out[-1] = _summed(before, first)._replace(mine=mine)
    elif before is not None and alike and len(before.what) < MOST_OF_ONE and not before.tail:
        what = (*before.what, *first.what)
        start = before.text.removesuffix(_sentence(before.subject, before.what))
        several = before.several if first.several else ()
        text = start + _sentence(before.subject, what)
        out[-1] = before._replace(text=text, what=what, several=several, each=before.each or first.each, mine=mine)
    elif before is not None and first.mark is Mark.MORE and (both := _of_both(before, first)):
        out[-1] = both
    elif before is not None and (alike or first.mark is Mark.MORE):
        out[-1] = first._replace(mark=before.mark, text=before.text + first.text, mine=mine)
    else:
        out.append(first._replace(mark=Mark.PLAIN, text=first.text.lstrip()))
    out += said[1:]


def _open(before: Line, more: Line) -> bool:
    """Say whether a line may go on with another; with a row only another cell may."""
    if before.mark in ROWS:
        return more.text.lstrip().startswith("|")
    return before.mark not in CLOSED


def together(said: Iterable[Line]) -> list[Line]:
    """Say once what is said of one after another, each in a paragraph or a line of its own."""
    out: list[Line] = []
    for one in gathered(said):
        parted = len(out) > 1 and out[-1].mark in PARTING
        if one.mark is Mark.SEAM and (not out or out[-1].mark in PARTING):
            continue
        again = out[-2] if parted and out[-1].mark is Mark.SEAM else out[-1] if out else None
        if again is not None and one.counted and one.counted == again.counted:
            out[-2 if parted else -1 :] = [_times(one, again.times + 1)]
            continue
        before = out[-2] if parted else out[-1] if out else None
        both = _of_both(before, one) if before is not None and before.mark is one.mark is Mark.PLAIN else None
        if both is not None and one.text.strip() == _sentence(one.subject, one.what):
            out[-2 if parted else -1 :] = [both]
        else:
            out.append(one)
    return out


def gathered(said: Iterable[Line]) -> Iterator[Line]:
    """Make one paragraph of each run of sentences that gather; breaks within it are passed over, seams part it."""
    run: list[Line] = []
    breaks: list[Line] = []
    seamed = False
    for one in said:
        if one.gathers:
            _gather(run, one)
            seamed = seamed or any(between.mark is Mark.SEAM for between in breaks)
            breaks = []
        elif run and one.mark in PARTING:
            breaks.append(one)
        else:
            if run:
                yield from (*_paragraph(run, seamed), *breaks)
                run, breaks = [], []
            yield one
            seamed = one.mark is Mark.SEAM
    yield from (*_paragraph(run, seamed), *breaks)


def _gather(run: list[Line], one: Line) -> None:
    """Put a sentence to one of the run that says the same of others, or behind all."""
    for n, before in enumerate(run):
        if both := _of_both(before, one):
            run[n] = both
            return
    run.append(one)


def _paragraph(run: Sequence[Line], seamed: bool) -> Iterator[Line]:
    """Join sentences; where seams part them, those that touch the reader are a line of their own."""
    own, rest = ([one for one in run if (seamed and one.mine) is wanted] for wanted in (True, False))
    if own:
        yield Line(Mark.PLAIN, " ".join(one.text.strip() for one in own), mine=True)
    if own and rest:
        yield Line(Mark.SEAM, "")
    if rest:
        yield Line(Mark.PLAIN, " ".join(one.text.strip() for one in rest))


def _summed(before: Line, more: Line) -> Line:
    """Put what is summed up behind a line, or add it to what is said there."""
    if before.tail and before.tail != more.tail:
        return more._replace(mark=before.mark, text=f"{before.text} {_sum(more)}")
    both = more._replace(total=before.total + more.total)
    said = " ".join(filter(None, (_untailed(before).text, _sum(both))))
    return before._replace(text=said, total=both.total, tail=more.tail)


def _sum(one: Line) -> str:
    thing, _, rest = one.tail.partition(" ")
    return spans.cap(f"{spans.number(one.total)} {spans.plural(one.total, thing, f'{thing}s')} {rest}")


def _untailed(one: Line) -> Line:
    return one._replace(text=one.text.removesuffix(_sum(one)).rstrip(), total=0, tail="") if one.tail else one


def _times(one: Line, times: int) -> Line:
    """Say a sentence once, and how often it was so."""
    often = "twice" if times == TWICE else f"{spans.number(times)} times"
    return one._replace(text=one.counted.replace(TIMES, f" {often}"), times=times)


def _of_both(before: Line, after: Line) -> Line | None:
    """Say of both what is said of each of them, if it is the same and may be said of several."""
    if not (before.several and after.several):
        return None
    if before.what != after.what or before.each != after.each or same(before, after):
        return None
    several = (*before.several, *map(_within, after.several))
    subject = spans.spoken(several)
    start = _untailed(before).text.removesuffix(_sentence(_who(before), before.what))
    one = before._replace(subject=subject, several=several, mine=before.mine or after.mine)
    behind = f" {_sum(before)}" if before.tail else ""
    return one._replace(text=start + _sentence(_who(one), before.what) + behind)


def same(one: Line, other: Line) -> bool:
    """Say whether two sentences have the same subject, in whichever words of a template it was named."""
    return one.subject == other.subject or spans.plain(one.subject) == spans.plain(other.subject)


def _within(subject: str) -> str:
    return spans.begun(subject, str.lower) if spans.plain(subject) == "You" else subject


def _who(said: Line) -> str:
    return f"{said.subject} each" if said.each and len(said.several) > 1 else said.subject


def _sentence(subject: str, what: Sequence[str]) -> str:
    """Say several things of one subject: ``Ana was beaten by 4, lost a card and went home.``"""
    said = [one.removesuffix(".") for one in what]
    comma = "," if any(", " in one or " and " in one for one in said[:-1]) else ""
    return f"{subject} {', '.join(said[:-1])}{comma} and {said[-1]}." if len(said) > 1 else f"{subject} {said[0]}."


def _said(line: str) -> Line:
    if line.startswith(Mark.OTHERS.value):
        return Line(Mark.OTHERS, line[2:])
    if SUM in line:
        number, _, tail = line.partition(SUM)
        one = Line(_marked(number).mark, "", total=int(number.lstrip("+")), tail=tail)
        return one._replace(text=f"{' ' * (one.mark is Mark.MORE)}{_sum(one)}")
    if TIMES in line:
        return _said(line.replace(TIMES, ""))._replace(counted=line)
    subject, parted, what = line.partition(" ~")
    if not parted:
        return _marked(line)
    who, said = subject.lstrip("+& "), what.removeprefix("~").removeprefix("+").removeprefix("each ")
    several = (who,) if what.startswith("~") else ()
    marked, each, gathers = _marked(f"{subject} {said}"), what.startswith("~each "), what.startswith("~+")
    return marked._replace(subject=who, what=(said,), several=several, each=each, gathers=gathers)


def _marked(text: str) -> Line:
    line = text.lstrip(" ")
    blanks = text[: len(text) - len(line)]
    match line[:2]:
        case "": return Line(Mark.BREAK, "")
        case "|": return Line(Mark.BREAK, "")
        case ";": return Line(Mark.SEAM, "")
        case "= " | "==" | "=":
            header = line.startswith("==")
            return Line(Mark.HEADER if header else Mark.ROW, blanks + line[1 + header :])
        case "=+": return Line(Mark.ONWARD, blanks + line[2:])
        case "* ": return Line(Mark.ITEM, line[2:])
        case mark if mark[0] in "+&":
            glue = " " if spans.first(line[1:]).isalnum() else ""
            return Line(Mark(mark[0]), glue + line[1:])
        case _: return Line(Mark.PLAIN, text)


def finished(said: Iterable[Line]) -> Told:
    """Put lines into groups; a break ends one, and so does what follows the items of a list."""
    return _told(_groups(said), True, False)


def by_reader(said: Iterable[Line]) -> tuple[Told, Told]:
    """Part what touches the reader, whole groups or what seams part of one, from the rest; not where all would."""
    groups = list(_groups(said))
    own, rest = _told(groups, True), _told(groups, False)
    return (own, rest) if own and rest else (Told(), _told(groups, True, False))


def _told(groups: Iterable[Sequence[_Part]], *mine: bool) -> Told:
    """Tell those parts of each group that touch the reader, or those that do not, or both."""
    chosen = (tuple(block for part in group if part.mine in mine for block in part.blocks) for group in groups)
    return Told(tuple(filter(None, chosen)))


class _Part:
    """What stands between two seams of a group, and whether a sentence of it touches the reader; a row does not."""

    def __init__(self) -> None:
        self.blocks: list[Block] = []
        self.mine = False


def _groups(said: Iterable[Line]) -> Iterator[list[_Part]]:
    """Put lines into groups, each in the parts that its seams make of it."""
    group = [_Part()]
    last = Mark.BREAK
    for one in said:
        if group[0].blocks and (one.mark is Mark.BREAK or (last is Mark.ITEM and one.mark is not Mark.ITEM)):
            yield group
            group = [_Part()]
        if one.mark is Mark.SEAM and group[-1].blocks:
            group.append(_Part())
        match _block(one):
            case None: pass
            case Table() as row: _under(group[-1].blocks, row, onward=one.mark is Mark.ONWARD)
            case block:
                group[-1].blocks.append(block)
                group[-1].mine = group[-1].mine or one.mine
        last = one.mark
    if group[0].blocks:
        yield group


@lru_cache(1024)
def _block(one: Line) -> Block | None:
    """Make a block of a line; most lines of a turn stand in the letters of all its seats."""
    match one.mark:
        case Mark.BREAK | Mark.SEAM: return None
        case Mark.OTHERS: return Said(others.lines_of(one.text), 1)
        case Mark.ROW | Mark.HEADER | Mark.ONWARD:
            return Table((_cells(one.text),), one.mark is Mark.HEADER, _level(one))
        case _: return Sentence(spans.read(one.text.lstrip()), _level(one))


def _under(group: list[Block], row: Table, *, onward: bool) -> None:
    """Put a row below the one before it, if that is one of the same table, or behind the one that begins alike.

    A header said again heads the same table.
    """
    last, (cells,) = group[-1] if group else None, row.rows
    if not isinstance(last, Table) or last.level != row.level:
        group.append(row)
    elif row.header:
        group += [] if last.header and last.rows[0] == cells else [row]
    else:
        rows = list(last.rows)
        begun = next((n for n, one in enumerate(rows) if onward and one[0] == cells[0]), None)
        if begun is None:
            rows.append(cells)
        else:
            pairs = zip(rows[begun][1:], cells[1:], strict=False)
            rows[begun] = (cells[0], *(spans.joined(pair, ", ") for pair in pairs))
        group[-1] = Table(tuple(rows), last.header, last.level)


def _cells(text: str) -> tuple[Prose, ...]:
    return tuple(spans.read(cell.strip()) for cell in text.strip().split("|"))


def _level(one: Line) -> int:
    """Say how deep a line stands below the sentence before it; what goes on with one stands at the margin."""
    return 0 if one.mark in GOES_ON else (len(one.text) - len(one.text.lstrip())) // len(DEEPER)
