"""Letters to a turn as they were received: their headers, each line with what it is, and what was made of it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from datetime import datetime
from email import message_from_bytes
from typing import Any

from referee.engine.audience import Seat
from referee.reports.document import Block, Code, Facts, Para, Remarked, Remarks, Section
from referee.service.campaign.campaign import Campaign
from referee.service.records.explanation import Explained, kept, masked
from referee.store import games, inbox, orders
from referee.store.database import Transaction
from referee.store.tables import GameRow, LetterRow

MOST_HEADERS, MOST_LINES = 80, 300
"""So many lines of a letter are set down; what is left out is said, with where it can be seen."""

LONGEST = 400
"""No more of a line is set down, however long it is."""

GONE = (
    "What stood in it is not kept any more: its player asked to be forgotten, or it was let go of when its time was"
    " over ([keeping] in referee.toml). That it came, when, and what became of it stays."
)
Say = Callable[[datetime], str]

Sheets = Mapping[int, Sequence[Mapping[str, Any]]]
"""What the lines of letters came to, by the letters' numbers."""


def letters_to(
    tx: Transaction, row: GameRow, step: int, seat: Seat | None, since: datetime, until: datetime
) -> list[LetterRow]:
    """List the letters to a turn, oldest first: to it, and what else its players, or one, sent while it was open."""
    players = {one.name: one.player for one in games.seats(tx, row.id) if seat is None or one.name == seat}
    found = inbox.of_turn(tx, row.id, step, since, until, set(players.values()))
    return [one for one in found if seat is None or one.seat == seat or one.game is None]


def sections(campaign: Campaign, found: Sequence[LetterRow], sheets: Sheets, say: Say) -> Iterator[Block]:
    """Set letters down one below the other."""
    for one in found:
        kept_at = one.kept_at if one.kept_at != one.received_at else None
        about = [
            ("received", say(one.received_at) + (f", kept {say(kept_at)}" if kept_at else "")),
            ("by way of", one.source),
            ("outcome", one.outcome or one.state.value),
        ]
        title = f"Letter {one.id}, from {one.seat or 'nobody known'}"
        if not one.raw:
            yield Section(title, (Facts(tuple(about)), Para((GONE,))), level=2)
            continue
        explained = kept(campaign, one.id).explained
        about += _sender(one, explained)
        inside = (Facts(tuple(about)), *_headers(one), *_lines(one, explained), *_made_of(one, sheets.get(one.id, ())))
        yield Section(title, inside, level=2)


def visible(text: str) -> str:
    """Show what cannot be seen, or steers a screen, as the escapes by which programs write it; keys are masked."""
    shown = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in masked(text))
    return shown if len(shown) <= LONGEST else f"{shown[:LONGEST]} ... ({len(shown) - LONGEST} more)"


def sheets_of(tx: Transaction, game: int, step: int, seats: Collection[Seat]) -> Sheets:
    """Return what was made of the lines of the letters that brought orders for a step."""
    found = (one for one in orders.revisions(tx, game, step=step) if one.seat in seats)
    return {one.letter: one.sheet for one in found if one.letter is not None}


def _sender(one: LetterRow, explained: Explained) -> Iterator[tuple[str, str]]:
    letter = explained.letter
    problem = f" ({letter.sender_problem.value})" if letter.sender_problem else ""
    sender = f"{letter.sender_name} {letter.sender or 'nobody who can be believed'}"
    yield "written by", visible(f"{sender}{problem}".strip())
    yield "envelope", visible(one.envelope_sender or "the null sender")
    if explained.doubt:
        yield "doubt", visible(explained.doubt)
    if letter.machine:
        yield "a program", visible(letter.machine.value)
    yield "size", f"{explained.size} bytes"
    if one.note:
        yield "note", visible(one.note)


def _headers(one: LetterRow) -> Iterator[Block]:
    """Set the headers down as they came."""
    end = min((at for mark in (b"\r\n\r\n", b"\n\n") if (at := one.raw.find(mark)) >= 0), default=len(one.raw))
    lines = one.raw[:end].decode("utf-8", "backslashreplace").replace("\r\n", "\n").split("\n")
    yield Para(("Its headers:",))
    yield Code(tuple(f"  {visible(line)}" for line in lines[:MOST_HEADERS]))
    yield from _left_out(one, len(lines) - MOST_HEADERS)


def _lines(one: LetterRow, explained: Explained) -> Iterator[Block]:
    """Set its lines down, each behind what it is."""
    lines = explained.lines
    yield Para(("Its lines, and what each was taken for:",))
    yield Code(tuple(f"  {line.label.value:<11} | {visible(line.text)}".rstrip() for line in lines[:MOST_LINES]))
    yield from _left_out(one, len(lines) - MOST_LINES)
    if unseen := "".join(dict.fromkeys(_unseen(one.raw))):
        yield Para((f"Signs in it that nobody sees, and that do not count: {visible(unseen)}",))


def _unseen(raw: bytes) -> Iterator[str]:
    """Go through the characters of a letter's texts that steer a screen, or are not shown on one."""
    for part in message_from_bytes(raw).walk():
        data = part.get_payload(decode=True) if part.get_content_maintype() == "text" else None
        if isinstance(data, bytes):
            yield from (c for c in data.decode("utf-8", "ignore") if not c.isprintable() and not c.isspace())


def _left_out(one: LetterRow, more: int) -> Iterator[Block]:
    if more > 0:
        yield Para((f"{more} more lines are left out here; referee mail show {one.id} has them all.",))


def _made_of(one: LetterRow, sheet: Sequence[Mapping[str, Any]]) -> Iterator[Block]:
    """Say what each line that was read came to."""
    if sheet:
        yield Para(("What was made of those that were read:",))
        yield Remarks(tuple(Remarked(visible(line["text"]), _came_to(line)) for line in sheet[:MOST_LINES]))
        yield from _left_out(one, len(sheet) - MOST_LINES)


def _came_to(line: Mapping[str, Any]) -> str:
    if line.get("problem"):
        return f"Not used: {visible(line['problem'])}"
    order = f" {visible(line['order'])}" if line.get("order") else ""
    return f"{line.get('heard', 'read').capitalize()}{':' if order else '.'}{order}"
