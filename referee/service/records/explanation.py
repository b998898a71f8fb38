"""A letter explained: who wrote it as far as can be told, what it costs, and what each of its lines is.

Letters to a turn are set down as they were received: their headers, each line with what it is, and what was made of it.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, replace
from datetime import datetime
from email import message_from_bytes
from typing import Any

from referee.config.sections import Limits as Bounds
from referee.engine.audience import GM, Seat
from referee.engine.values import named, value
from referee.mail import sender, worker
from referee.mail.letter import Letter, Limits
from referee.mail.quoting import Labelled, classify
from referee.reports.document import Block, Code, Facts, Para, Remarked, Remarks, Section
from referee.service.campaign.campaign import Campaign, Work
from referee.service.campaign.seal import is_sealed
from referee.service.letters import envelope
from referee.service.letters.aside import limits_of, parsed
from referee.service.letters.incoming import GameLetter, Incoming, form_answered, token_of
from referee.store import games, inbox, mails, orders
from referee.store.database import Transaction
from referee.store.tables import GameRow, LetterRow


@value
class Writer:
    """Who wrote a letter, as far as can be told."""

    address: str | None
    """The address, if it can be believed."""
    name: str
    """The name beside it."""
    problem: str | None
    """Why no address can be believed."""
    machine: str | None
    """By what sign a program wrote it."""


@value
class KeyOf:
    """Whose key a letter bears."""

    game: str
    """The game."""
    seat: str
    """The seat."""
    turn: int
    """The turn of the letter that it answers."""


@value
class Most:
    """How much of a letter is read."""

    bytes: int
    """So many bytes of the whole letter."""
    text: int
    """So many characters of its text."""


@value
class LineOf:
    """One line of a letter."""

    text: str
    """The line."""
    label: str
    """What it is, such as new or quoted."""


@named
class ExplainedPage:
    """A letter explained."""

    sender: Writer
    """Who wrote it."""
    doubt: str | None
    """What our mail server found out against its sender."""
    recipients: list[str]
    """Whom it is for; keys are masked."""
    subject: str | None
    """Its subject, unless it is sealed."""
    message_id: str | None
    """Its own name."""
    in_reply_to: list[str]
    """The letters that it answers."""
    token: KeyOf | None
    """Whose key it bears, if the key is known here."""
    size: int
    """Its bytes."""
    limits: Most
    """How much of one is read."""
    problem: str | None
    """What is wrong with it as a letter."""
    fallbacks: list[str]
    """What was read by another character set than it names."""
    not_read: list[str]
    """Its parts that are not read."""
    disagrees: str | None
    """Where its text and its HTML do not say the same."""
    lines: list[LineOf] | None
    """Its lines, unless they are sealed."""


@named
class LetterPage(ExplainedPage):
    """A letter that came in, with what became of it."""

    letter: int
    """Its number."""
    received: datetime
    """When it came."""
    state: str
    """stored, read or held."""
    outcome: str
    """What became of it."""
    note: str
    """A remark of the referee or the GM."""
    sealed: bool
    """Whether its words are sealed, unless asked for by --unseal."""


TOKEN = re.compile(r"\+[^@+\s]{16,}@")


@value
class Kept:
    """A kept letter, explained; ``sealed`` if it may hold orders of a game that is being played."""

    row: LetterRow
    told: ExplainedPage
    sealed: bool

    @property
    def key(self) -> KeyOf:
        """Whose it is, as far as is known."""
        return self.told.token or KeyOf("", "", 0)

    def page(self, *, opens: bool) -> LetterPage:
        """Return it with what became of it; its words only if they are open to whoever looks."""
        shown = self.told if opens else replace(self.told, lines=None, subject=None)
        found = {one.name: getattr(shown, one.name) for one in fields(shown)}
        row = self.row
        return LetterPage(
            letter=row.id, received=row.received_at, state=row.state.value, outcome=row.outcome, note=row.note,
            sealed=self.sealed, **found,
        )  # fmt: skip


def masked(address: str) -> str:
    """Return an address without the token in it."""
    return TOKEN.sub("+...@", address)


def explain(raw: bytes, campaign: Campaign | None = None) -> ExplainedPage:
    """Explain a letter, in the light of a campaign if there is one: its limits, its tokens, the forms it sent."""
    if campaign is None:
        letter = worker.shared(Bounds().parse_time, Bounds().parse_bytes).read(raw, limits=Limits())
        return _page(letter, len(raw), Limits(), classify(letter.lines, subject=letter.subject))
    with campaign.reading() as work:
        now = work.now
        row = LetterRow(raw=raw, sha256="", envelope_sender="", recipient="", source="", received_at=now)
        return _explained(work, row, parsed(campaign, raw))


def kept(campaign: Campaign, letter_id: int) -> Kept:
    """Return one letter that came in."""
    with campaign.reading() as work:
        row = inbox.letter(work.tx, letter_id)
        found = _explained(work, row, parsed(campaign, row.raw, row.envelope_sender))
        game = games.named(work.tx, found.token.game) if found.token else None
        if game is None and row.player is not None:
            played = [(games.game(work.tx, seat.game), seat.name) for seat in games.seats_of(work.tx, row.player)]
            game, name = next(((one, name) for one, name in played if is_sealed(one)), (None, ""))
            found = replace(found, token=KeyOf(game.name, name, 0) if game else None)
        seat = found.token.seat if found.token else ""
        return Kept(row, found, sealed=game is not None and is_sealed(game) and seat != GM)


def _explained(work: Work, row: LetterRow, letter: Letter) -> ExplainedPage:
    case, limits, size = Incoming(work, row, letter), limits_of(work.campaign), len(row.raw)
    doubt = sender.doubt_of(envelope.heading(row.raw), work.campaign.settings.mail.results_of)
    token = token_of(case)
    if token is None:
        own = [work.campaign.settings.mail.from_address]
        new = classify(letter.lines, own=own, subject=letter.subject)
        return _page(letter, size, limits, new, _came_back(case), doubt)
    game = games.game(work.tx, token.game)
    to_seat = case.known_as(GameLetter, token=token, game=game, seat=Seat(token.seat))
    lines = to_seat.labelled(form_answered(to_seat), other=True).lines
    return _page(letter, size, limits, lines, KeyOf(game.name, token.seat, token.step), doubt)


def _page(
    letter: Letter, size: int, limits: Limits, lines: Iterable[Labelled], key: KeyOf | None = None, doubt: str = ""
) -> ExplainedPage:
    """Return a letter for people and programs to look at; tokens are masked."""
    problem, machine = letter.sender_problem, letter.machine
    return ExplainedPage(
        sender=Writer(letter.sender, letter.sender_name, problem and problem.value, machine and machine.value),
        doubt=doubt or None,
        recipients=[masked(address) for address in letter.recipients],
        subject=letter.subject,
        message_id=letter.message_id,
        in_reply_to=list(letter.in_reply_to),
        token=key,
        size=size,
        limits=Most(limits.size, limits.text),
        problem=letter.problem.value if letter.problem else None,
        fallbacks=list(letter.fallbacks),
        not_read=list(letter.ignored),
        disagrees=letter.disagrees,
        lines=[LineOf(line.text, line.label.value) for line in lines],
    )


def _came_back(case: Incoming) -> KeyOf | None:
    """Return whose mail came back, as a report of it or as it went out: all that stood in it may stand here."""
    found, named = case.tokens_at(case.campaign.settings.mail.bounce_local_part), case.letter.message_id
    ours = [mails.returned(case.tx, token) for token in found] + ([mails.find(case.tx, named)] if named else [])
    mail = next((mail for mail in ours if mail is not None and mail.game is not None), None)
    return KeyOf(games.game(case.tx, mail.game).name, mail.seat or "", 0) if mail is not None and mail.game else None


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
        explained = kept(campaign, one.id).told
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


def _sender(one: LetterRow, explained: ExplainedPage) -> Iterator[tuple[str, str]]:
    who = explained.sender
    problem = f" ({who.problem})" if who.problem else ""
    sender = f"{who.name} {who.address or 'nobody who can be believed'}"
    yield "written by", visible(f"{sender}{problem}".strip())
    yield "envelope", visible(one.envelope_sender or "the null sender")
    if explained.doubt:
        yield "doubt", visible(explained.doubt)
    if who.machine:
        yield "a program", visible(who.machine)
    yield "size", f"{explained.size} bytes"
    if one.note:
        yield "note", visible(one.note)


def _headers(one: LetterRow) -> Iterator[Block]:
    end = min((at for mark in (b"\r\n\r\n", b"\n\n") if (at := one.raw.find(mark)) >= 0), default=len(one.raw))
    lines = one.raw[:end].decode("utf-8", "backslashreplace").replace("\r\n", "\n").split("\n")
    yield Para(("Its headers:",))
    yield Code(tuple(f"  {visible(line)}" for line in lines[:MOST_HEADERS]))
    yield from _left_out(one, len(lines) - MOST_HEADERS)


def _lines(one: LetterRow, explained: ExplainedPage) -> Iterator[Block]:
    lines = explained.lines or ()
    yield Para(("Its lines, and what each was taken for:",))
    yield Code(tuple(f"  {line.label:<11} | {visible(line.text)}".rstrip() for line in lines[:MOST_LINES]))
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
    if sheet:
        yield Para(("What was made of those that were read:",))
        yield Remarks(tuple(Remarked(visible(line["text"]), _came_to(line)) for line in sheet[:MOST_LINES]))
        yield from _left_out(one, len(sheet) - MOST_LINES)


def _came_to(line: Mapping[str, Any]) -> str:
    if line.get("problem"):
        return f"Not used: {visible(line['problem'])}"
    order = f" {visible(line['order'])}" if line.get("order") else ""
    return f"{line.get('heard', 'read').capitalize()}{':' if order else '.'}{order}"
