"""A letter explained: who wrote it as far as can be told, what it costs, and what each of its lines is."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import fields, replace
from datetime import datetime

from referee.config.sections import Limits as Bounds
from referee.engine.audience import GM, Seat
from referee.engine.values import named, value
from referee.mail import sender, worker
from referee.mail.address import tokens_in
from referee.mail.letter import Letter, Limits
from referee.mail.quoting import Labelled, classify
from referee.service.campaign.campaign import Campaign, Work
from referee.service.campaign.seal import is_sealed
from referee.service.letters import envelope
from referee.service.letters.aside import limits_of, parsed
from referee.service.letters.incoming import GameLetter, Incoming, form_answered, token_of
from referee.store import games, inbox, mails
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
class Explained:
    """A letter and the labels of its lines; ``game`` and ``seat`` are whose token it bears, if it is known."""

    letter: Letter
    size: int
    limits: Limits
    lines: tuple[Labelled, ...]
    game: str = ""
    seat: str = ""
    turn: int = 0
    doubt: str = ""

    def page(self) -> ExplainedPage:
        """Return it for people and programs to look at; tokens are masked."""
        letter = self.letter
        return ExplainedPage(
            sender=Writer(
                letter.sender,
                letter.sender_name,
                letter.sender_problem.value if letter.sender_problem else None,
                letter.machine.value if letter.machine else None,
            ),
            doubt=self.doubt or None,
            recipients=[masked(address) for address in letter.recipients],
            subject=letter.subject,
            message_id=letter.message_id,
            in_reply_to=list(letter.in_reply_to),
            token=KeyOf(self.game, self.seat, self.turn) if self.game else None,
            size=self.size,
            limits=Most(self.limits.size, self.limits.text),
            problem=letter.problem.value if letter.problem else None,
            fallbacks=list(letter.fallbacks),
            not_read=list(letter.ignored),
            disagrees=letter.disagrees,
            lines=[LineOf(line.text, line.label.value) for line in self.lines],
        )


@value
class Kept:
    """A kept letter with what became of it; ``sealed`` if it may hold orders of a game that is being played."""

    row: LetterRow
    explained: Explained
    sealed: bool

    def page(self, *, opens: bool) -> LetterPage:
        """Return it to be looked at; its words only if they are open to whoever looks."""
        told = self.explained.page()
        shown = told if opens else replace(told, lines=None, subject=None)
        found = {one.name: getattr(shown, one.name) for one in fields(shown)}
        row = self.row
        return LetterPage(
            letter=row.id, received=row.received_at, state=row.state.value, outcome=row.outcome, note=row.note,
            sealed=self.sealed, **found,
        )  # fmt: skip


def masked(address: str) -> str:
    """Return an address without the token in it."""
    return TOKEN.sub("+...@", address)


def explain(raw: bytes, campaign: Campaign | None = None, own: Sequence[str] = ()) -> Explained:
    """Explain a letter, in the light of a campaign if there is one: its limits, its tokens, the forms it sent."""
    if campaign is None:
        letter = worker.shared(Bounds().parse_time, Bounds().parse_bytes).read(raw, limits=Limits())
        return Explained(letter, len(raw), Limits(), tuple(classify(letter.lines, own=own, subject=letter.subject)))
    with campaign.reading() as work:
        now = work.now
        row = LetterRow(raw=raw, sha256="", envelope_sender="", recipient="", source="", received_at=now)
        return _explained(work, row, parsed(campaign, raw))


def kept(campaign: Campaign, letter_id: int) -> Kept:
    """Return one letter that came in."""
    with campaign.reading() as work:
        row = inbox.letter(work.tx, letter_id)
        letter = parsed(campaign, row.raw, row.envelope_sender)
        found = _explained(work, row, letter)
        game = games.named(work.tx, found.game) if found.game else None
        if game is None and row.player is not None:
            played = [games.game(work.tx, seat.game) for seat in games.seats_of(work.tx, row.player)]
            game = next((one for one in played if is_sealed(one)), None)
            found = replace(found, game=game.name if game else "", seat=_seat_of(work.tx, game, row.player))
        return Kept(row, found, sealed=game is not None and is_sealed(game) and found.seat != GM)


def _seat_of(tx: Transaction, game: GameRow | None, player: int) -> str:
    seats = games.seats(tx, game.id) if game is not None else []
    return next((seat.name for seat in seats if seat.player == player), "")


def whose(found: Kept) -> str:
    """Say in the players' words what is looked at when a kept letter is unsealed."""
    return f"a letter of {found.explained.seat}'s"


def _explained(work: Work, row: LetterRow, letter: Letter) -> Explained:
    case, limits = Incoming(work, row, letter), limits_of(work.campaign)
    token = token_of(case)
    size = len(row.raw)
    doubt = sender.doubt_of(envelope.heading(row.raw), work.campaign.settings.mail.results_of)
    if token is None:
        own = [work.campaign.settings.mail.from_address]
        labelled = tuple(classify(letter.lines, own=own, subject=letter.subject))
        game_name, seat = _came_back(case)
        return Explained(letter, size, limits, labelled, game_name, seat, doubt=doubt)
    game = games.game(work.tx, token.game)
    to_seat = case.known_as(GameLetter, token=token, game=game, seat=Seat(token.seat))
    labels = to_seat.labelled(form_answered(to_seat), other=True).lines
    return Explained(letter, size, limits, labels, game.name, token.seat, token.step, doubt)


def _came_back(case: Incoming) -> tuple[str, str]:
    """Return whose mail came back, as a report of it or as it went out: all that stood in it may stand here."""
    settings, named = case.campaign.settings.mail, case.letter.message_id
    found = tokens_in(case.places, mailbox=settings.bounce_local_part, domain=settings.domain)
    ours = [mails.returned(case.tx, token) for token in found] + ([mails.find(case.tx, named)] if named else [])
    mail = next((mail for mail in ours if mail is not None and mail.game is not None), None)
    return ("", "") if mail is None or mail.game is None else (games.game(case.tx, mail.game).name, mail.seat or "")
