"""Lines of a letter put into groups, whole ones or what touches their reader apart from the rest."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from referee.reports import others, spans
from referee.reports.document import Block, Said, Sentence, Table, Told
from referee.reports.marks import DEEPER, GOES_ON, Line, Mark
from referee.reports.spans import Prose


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
    last = group[-1] if group else None
    if not isinstance(last, Table) or last.level != row.level:
        group.append(row)
        return
    if row.header and last.header and last.rows[0] == row.rows[0]:
        return
    if row.header:
        group.append(row)
        return
    (cells,) = row.rows
    begun = next((n for n, one in enumerate(last.rows) if onward and one[0] == cells[0]), None)
    rows = [*last.rows, cells] if begun is None else list(last.rows)
    if begun is not None:
        pairs = zip(last.rows[begun][1:], cells[1:], strict=False)
        rows[begun] = (cells[0], *(spans.joined(pair, ", ") for pair in pairs))
    group[-1] = Table(tuple(rows), last.header, last.level)


def _cells(text: str) -> tuple[Prose, ...]:
    return tuple(spans.read(cell.strip()) for cell in text.strip().split("|"))


def _level(one: Line) -> int:
    """Say how deep a line stands below the sentence before it; what goes on with one stands at the margin."""
    return 0 if one.mark in GOES_ON else (len(one.text) - len(one.text.lstrip())) // len(DEEPER)
