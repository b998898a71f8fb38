"""One letter before us: the row, what was read, the key that it came to, and which letter of ours it answers.

What others write goes out in our letters and comes back in answers to them. So a form counts only where the letter
that is answered had one; a letter without any, such as one that brings press, has none, whatever is quoted in it.
"""

import hashlib
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, fields, replace
from functools import cached_property, lru_cache
from typing import Any, Self, TypeVar

from referee.engine.audience import Seat
from referee.engine.reader import Reader
from referee.mail.address import called, mailbox_of, normal, read_token
from referee.mail.beside import Both, both
from referee.mail.bounce import Bounce
from referee.mail.form import APART, find, holds
from referee.mail.letter import Letter
from referee.mail.quoting import Form, written
from referee.reports.data import loads
from referee.reports.html import page_lines
from referee.reports.parts import Kind
from referee.service.campaign.campaign import AtWork, Work
from referee.service.campaign.logbook import log
from referee.service.letters.aside import Ahead, Aside
from referee.service.letters.outcome import Outcome
from referee.store import confirmations, games, inbox, mails, reports
from referee.store.tables import (
    ConfirmationRow,
    GameRow,
    LetterRow,
    MailRow,
    Matter,
    PlayerRow,
    Reading,
    ReportRow,
    TokenRow,
)

CODED = re.compile(r"code [0-9A-Z]{8}\b")
"""Markers without a code are of letters that went out before there were any; others could make them up."""

MOST_ANSWERED = 400
"""So many of the newest letters of a turn are known where a program does not say which one it answers."""

MOST_SHOWN = 50
"""So many of them are known as HTML, too."""

SAID_BACK = (Kind.RECEIPT.value, Kind.REFUSAL.value, Kind.NOTICE.value)
"""Letters in which what their reader wrote stands indented."""

SURELY_OURS = 20
"""So many letters of a line of ours are no chance."""

Known = TypeVar("Known", bound="Incoming")


@dataclass
class Incoming(AtWork):
    """A letter on its way through one transaction.

    ``player`` is who is registered at its sender's address, ``token`` the key that it came to, with its ``game``.
    ``confirmed`` says that it was held and is read only now, because its player has claimed it, or the GM
    released it.
    ``doubt`` is why our mail server does not believe its sender, if so. ``returned`` is what it reports of a mail of
    ours that came back.
    """

    row: LetterRow
    letter: Letter
    player: PlayerRow | None = None
    token: TokenRow | None = None
    game: GameRow | None = None
    confirmed: bool = False
    doubt: str = ""
    returned: Bounce | None = None
    aside: Aside = field(default_factory=Aside)
    """Where hard work on its lines is done."""

    def known_as(self, kind: type[Known], **more: Any) -> Known:
        """Return the letter as one of a kind of which more is known (`letters.kinds`)."""
        return kind(**{one.name: getattr(self, one.name) for one in fields(Incoming)} | more)

    def taken_up(self, work: Work, rows: Iterable[object]) -> Self:
        """Go on with it in a transaction in which all that was read for it still stands, its rows among that."""
        self.work = work
        self.__post_init__()
        work.tx.add_all(rows)
        return self

    @cached_property
    def body(self) -> str:
        """The hash of its words, by which the same letter is known on another route."""
        return hashlib.sha256("\n".join(self.letter.lines).encode("utf-8", "replace")).hexdigest()

    @cached_property
    def answered(self) -> MailRow | None:
        """The mail of ours that it says it answers."""
        named = (mails.find(self.tx, one) for one in (*self.letter.in_reply_to, *reversed(self.letter.references)))
        return next((mail for mail in named if mail is not None), None)

    @cached_property
    def sender(self) -> str:
        """The address of its sender, as addresses are compared; '' if nobody is believed to have written it."""
        return normal(self.letter.sender) if self.letter.sender else ""

    @property
    def writer(self) -> str:
        """The same as it stands there, or what is wrong with it."""
        return self.letter.sender or str(self.letter.sender_problem or "")

    @property
    def places(self) -> list[str]:
        """The addresses that it was sent to: the one of its envelope, if that is known, else those of its headers."""
        return [self.row.recipient] if self.row.recipient else list(self.letter.recipients)

    @cached_property
    def mailboxes(self) -> list[tuple[str, str]]:
        """Ours among them, each with what is behind its plus."""
        return [mailbox_of(place, self.campaign.settings.mail.domain) for place in self.places]

    def tokens_at(self, mailbox: str) -> list[str]:
        """Return the tokens in the addresses of one mailbox of ours, in order and once each."""
        found = (read_token(rest) for name, rest in self.mailboxes if name == mailbox)
        return list(dict.fromkeys(filter(None, found)))

    @property
    def own_addresses(self) -> tuple[str, ...]:
        """Our own addresses that a quotation of ours may name."""
        settings = self.campaign.settings.mail
        to_us = (a for a in self.letter.recipients if a.endswith(f"@{settings.domain}"))
        return (settings.from_address, *to_us)

    def labelled(
        self, form: Form | None, *, other: bool = False, ahead: Callable[[], Ahead] | None = None
    ) -> Both:
        """Label its lines against the letter of ours that it answers; with what the ``other`` alternative adds."""
        found: Both = self.aside.ask(both, self.compared(form, other=other), ahead)
        return found

    def compared(self, form: Form | None, *, other: bool) -> dict[str, Any]:
        """Return what its lines are labelled by (`mail.beside.both`)."""
        letter = self.letter
        how: dict[str, Any] = {"form": form, "own": self.own_addresses, "subject": letter.subject}
        how["names"] = tuple(sorted(called(letter.sender_name)))
        return how | {"lines": letter.lines, "other": letter.other if other else ()}

    def close(self, outcome: Outcome, *, state: Reading = Reading.DONE, note: str = "") -> int | None:
        """Write down what became of the letter; return its game."""
        game, token = self.game, self.token
        inbox.settle(
            self.tx,
            self.row.id,
            outcome,
            state=state,
            note=note,
            message_id=self.letter.message_id or "",
            body_sha256=self.body,
            game=game.id if game else None,
            seat=token.seat if token else None,
            player=self.player.id if self.player else None,
            step=token.step if token else None,
        )
        log.info("read", letter=self.row.id, outcome=outcome.value, game=game.name if game else None)
        return game.id if game else None


@dataclass(kw_only=True)
class GameLetter(Incoming):
    """A letter about one game, for one of its seats, or for the GM."""

    game: GameRow
    seat: Seat

    @cached_property
    def reader(self) -> Reader:
        """What reads its lines: wishes before the game begins, orders for the open turn from then on."""
        kit, begun = self.campaign.kit_of(self.game), self.game.started_at is not None
        lexicon = kit.lexicon([Seat(place.name) for place in games.places(self.tx, self.game.id)])
        grammar, turn = (kit.rules.grammar, self.game.step + 1) if begun else (kit.rules.wishes, 0)
        return Reader(grammar, lexicon, self.seat, turn)


def token_of(case: Incoming) -> TokenRow | None:
    """Find the token in the envelope's recipient, or, where none is known, in the letter's own headers."""
    known = (inbox.token(case.tx, token) for token in _written(case))
    return next((token for token in known if token is not None), None)


def code_of(case: Incoming) -> ConfirmationRow | None:
    """Find the code there that is waiting for an answer, or was; a GM's before any other."""
    rows = [row for code in _written(case) if (row := confirmations.find(case.tx, code)) is not None]
    return next((row for row in rows if row.what is Matter.GM_ORDER), rows[0] if rows else None)


def _written(case: Incoming) -> list[str]:
    """List what stands where a token would, in the addresses that a letter was sent to."""
    return case.tokens_at(case.campaign.settings.mail.reply_local_part)


@lru_cache(64)  # a letter is looked at again and again until all that it wants to be done aside is done
def page_of(document: str) -> tuple[str, ...]:
    """Return all words of a letter, line by line, whether it went out as HTML or not; none without a document."""
    return tuple(page_lines(loads(document))) if document else ()


def lines_answered(case: Incoming) -> Form | None:
    """Return what stood in the mail that is answered, of which no form counts; None if it is not known."""
    return None if case.answered is None else said_in(case, case.answered)


def lines_sent(case: GameLetter) -> Form:
    """Return what stood in the letters that a seat, or the GM, may be answering, of which no form counts.

    Where their letter holds none of our words, it quotes none of these letters; so it may say once more what stands
    there as theirs.
    """
    rows = reports.since(case.tx, case.game.id, case.seat, case.game.step, MOST_ANSWERED)
    lines = [
        (line, row.kind in SAID_BACK and line.startswith(" "))
        for row in rows
        for line in (APART, *row.body.splitlines())
    ]
    ours = [line for line, theirs in lines if not theirs]
    quoted = len(ours) < len(lines) and holds(case.letter.lines, ours, SURELY_OURS)
    known = tuple([line for line, _ in lines] if quoted else ours)
    shown = tuple(line for row in rows[:MOST_SHOWN] for line in (APART, *page_of(row.document)))
    return Form(letter=known, page=shown)


def lines_mailed(case: Incoming) -> Form:
    """Return what stood in mails to the writer by themselves, of which they may be answering one; no form counts.

    What is indented there may be their own words, which they may say once more.
    """
    rows = mails.lately_to(case.tx, case.letter.sender or "", MOST_SHOWN)
    letter = (line for row in rows for line in (APART, *(row.body or "").splitlines()))
    page = (line for row in rows for line in (APART, *page_of(row.document or "")))
    kept, shown = (tuple(line for line in one if not line.startswith(" ")) for one in (letter, page))
    return Form(letter=kept, page=shown)


def said_in(case: Incoming, mail: MailRow) -> Form:
    """Return what stood in a mail of ours, as text and as HTML, of which no form counts."""
    row = _kept(case, mail)
    return Form(letter=tuple((row.body or "").splitlines()), page=page_of(row.document or ""))


def subject_of(case: Incoming, mail: MailRow) -> str:
    """Return the subject of a mail of ours."""
    return _kept(case, mail).subject or ""


def _kept(case: Incoming, mail: MailRow) -> MailRow | ReportRow:
    """Return where the words of a mail of ours are: in the letter that it takes to somebody, or in itself."""
    row = case.tx.at(ReportRow, mail.report) if mail.report is not None and mail.body is None else None
    return mail if row is None else row


def form_answered(case: GameLetter) -> Form:
    """Return the form of the letter of ours that a seat's letter answers, with all lines of that letter.

    Only the newest form that was sent to the seat can count, for any other is of a turn that is over. Where the letter
    that is answered had none, it counts only if its markers were written now, as by somebody who takes it out of that
    earlier letter. Where a program does not say what it answers, the form is known by its markers alone.
    """
    mail, row = case.answered, _newest_form(case)
    if mail is None or not _is_for(mail, case):
        sent = lines_sent(case)
        form = _form(row, sent) if row is not None and CODED.search(row.form[0]) else None
        texts = filter(None, (case.letter.lines, case.letter.other))
        if form is None or any(find(lines, form) for lines in texts):
            return form or sent
        return replace(form, begin="", end="")  # who types the form's lines means them
    answered = said_in(case, mail)
    if row is None:
        return answered
    form, had_it = _form(row, answered), {row.form[0], row.form[-1]}.issubset(answered.letter)
    if had_it or (CODED.search(form.begin) and find(written(case.labelled(answered).lines), form)):
        return form
    return answered


def _form(row: ReportRow, answered: Form) -> Form:
    begin, *inside, end = row.form
    return replace(answered, begin=begin, lines=tuple(inside), end=end)


def _is_for(mail: MailRow, case: GameLetter) -> bool:
    """Say whether a mail went to this seat, or to its player."""
    mine = mail.player is not None and case.player is not None and mail.player == case.player.id
    return mail.game == case.game.id and (mail.seat == case.seat or mine)


def _newest_form(case: GameLetter) -> ReportRow | None:
    """Return the letter with the newest form that was sent to a seat."""
    rows = (reports.latest(case.tx, case.game.id, case.seat, kind) for kind in ("report", "welcome"))
    return next((row for row in rows if row is not None and row.form), None)
