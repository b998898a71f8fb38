"""Letters into the archive and the outbox, in the transaction of what they tell of, and which mail each follows."""

import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from referee.archive.receipt import code_letters
from referee.engine.audience import GM, OBSERVER, Seat
from referee.mail import outgoing
from referee.mail.address import new_token
from referee.mail.outgoing import Automatic, message_id
from referee.reports.desk_pages import DeskPage
from referee.reports.pages import Page
from referee.reports.parts import Head, Kind, Letter
from referee.service.campaign.campaign import AtWork, Work
from referee.service.campaign.policy import Policy
from referee.service.post import calendar, caps, pace
from referee.service.post.blotting import blotted, clean
from referee.service.post.calendar import Change
from referee.store import games, inbox, mails, people, reports, rollbacks
from referee.store.database import Transaction
from referee.store.games import Place
from referee.store.inbox import NewToken
from referee.store.reports import Composed, Envelope
from referee.store.tables import CalendarRow, GameRow, LetterRow

if TYPE_CHECKING:
    from referee.mail.letter import Letter as Read

REPLIES = tuple(kind.value for kind in (Kind.RECEIPT, Kind.REFUSAL, Kind.NOTICE))
"""Every letter that is answered gets one of these."""

MAY_LEAVE = {Kind.REMINDER.value: "reminders", Kind.NEWSLETTER.value: "newsletter"}
"""Letters that one may leave off by a letter, and how that is said; who looks on so leaves all of them."""

HOUR = timedelta(hours=1)

HELP_COMES, RULES_COME = "Help comes in a letter of its own.", "The rules come in a letter of their own."
NOT_NOW = "I have answered so many letters of yours in this hour that it does not come now; ask again in an hour."

FORM_CODE = 8
"""Five bits a letter: who guesses has one chance in a million millions, and each guess needs an answer to it."""

FOLLOWED = (Kind.INVITATION.value, Kind.WELCOME.value, Kind.REPORT.value, Kind.GM_TURN.value)
FOLLOWED_BY_ALL = (*FOLLOWED, Kind.NEWSLETTER.value)
"""Other letters are answers to one of these, or stand beside it; those to who looks on beside a newsletter, too."""


class Mailing(NamedTuple):
    """Letters made ready, the new tokens that answers to them are known by, and what they change in calendars.

    All is kept, or nothing.
    """

    letters: Sequence[Composed]
    tokens: Sequence[NewToken]
    changes: Sequence[Change] = ()

    def keep_aside(self, tx: Transaction) -> None:
        """Keep what stands beside the letters."""
        inbox.give_tokens(tx, self.tokens)
        for one in self.changes:
            people.told_calendar(tx, one.calendar, one.step, one.due)


@dataclass
class Post(AtWork):
    """The letters that one transaction brings forth, of one game; if ``urgent``, none waits for a better time."""

    game: GameRow
    open_step: int = 0
    about: tuple[str, int] | None = None
    """For a question whether a held letter is its player's: who wrote it, and its number."""
    urgent: bool = False
    seats: list[Place] = field(default_factory=list)
    _zones: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Look the seats up; answers are for the step whose orders are being collected, if no other is given."""
        super().__post_init__()
        self.seats = games.places(self.tx, self.game.id)
        self.open_step = self.open_step or self.game.step + 1

    @property
    def names(self) -> tuple[Seat, ...]:
        """The seats' names in order."""
        return tuple(Seat(s.name) for s in self.seats)

    @property
    def public(self) -> tuple[Seat, ...]:
        """The readers of what is public: the seats, and an observer if anybody looks on."""
        return (*self.names, *self.onlookers)

    @cached_property
    def newsletter(self) -> bool:
        """Whether who looks on gets one letter a turn, as the GM has settled it."""
        own = Policy.of(self.game).newsletter
        return self.campaign.settings.campaign.newsletter if own is None else own

    @property
    def onlookers(self) -> tuple[Seat, ...]:
        """The one letter that all observers get, if anybody looks on."""
        return (OBSERVER,) if people.observers(self.tx, self.game.id) else ()

    def head(self, seat: Seat) -> Head:
        """Return what every letter to this reader begins with; their own time zone, the game's for others."""
        if not self._zones:
            self._zones = people.zones(self.tx, self.game.id)
        zone = self._zones.get(seat) or self.game.zone
        return Head(self.game.title, seat, self.now, zone, self.names, gm=self.campaign.gm)

    def form_code(self, seat: Seat, step: int) -> str:
        """Return the code in the markers of the form that this reader gets now for a step."""
        player = self.player_of(seat)
        key, anew = self.campaign.form_key(self.tx), self._times_taken_back
        return form_code(key, self.game.name, step, seat, player, anew)

    @cached_property
    def _times_taken_back(self) -> int:
        return rollbacks.times(self.tx, self.game.id)

    def token(self, seat: str, step: int) -> str:
        """Return the living token of a reader for a step, a new one if there is none."""
        found, new = self._tokens([seat], step)
        inbox.give_tokens(self.tx, new)
        return found[seat]

    def _tokens(self, seats: Iterable[str], step: int) -> tuple[dict[str, str], list[NewToken]]:
        """Return the tokens of several readers, and those of them that are not kept yet."""
        found = inbox.living_tokens(self.tx, self.game.id, step)
        sitting = {s.name: s.player for s in self.seats}
        new = [
            NewToken(new_token(), self.game.id, seat, step, sitting.get(seat), self.now)
            for seat in dict.fromkeys(seats)
            if seat not in found
        ]
        return found | {row.seat: row.token for row in new}, new

    def send(
        self, page: Page | DeskPage, *, step: int, answers: LetterRow | None = None, owed: bool = False,
        silent: bool = False, mailed: bool = True, read: "Read | None" = None,
    ) -> None:  # fmt: skip
        """Write a letter to the reader of a page, archive it and, unless it is not ``mailed``, put it into the outbox.

        What is ``owed``, for it proves orders, goes out however many letters were answered in the hour; a ``silent``
        one does not go out, as if too many were. The head of the letter that it ``answers`` may be ``read`` already.
        """
        written = [(page.head.seat, self._written(page))]
        made = self.composed(written, step=step, answers=answers, owed=owed, silent=silent, read=read)
        unsent = [replace(one, envelope=None) for one in made.letters]
        self.keep(made if mailed else Mailing(unsent, made.tokens), step)

    def bring(self, page: Page | DeskPage, comes: str, *, step: int, answers: LetterRow | None) -> str:
        """Send what a letter asks for in one of its own, and return that it ``comes``; or that it does not, for so many
        were answered in this hour.
        """
        if answers is not None and self.replies_left(page.head.seat, step) <= 0:
            return NOT_NOW
        self.send(page, step=step, answers=answers)
        return comes

    def send_letter(self, seat: Seat, letter: Letter, *, step: int) -> None:
        """Archive a letter that is written already, and put it into the outbox."""
        self.keep(self.composed([(seat, letter)], step=step), step)

    def _written(self, page: Page | DeskPage) -> Letter:
        return self.campaign.kit_of(self.game).writer.write(page)

    def player_of(self, seat: Seat) -> int | None:
        """Return who has a seat, if anybody does."""
        place = self._place(seat)
        return place.player if place is not None else None

    def _place(self, seat: Seat) -> Place | None:
        return next((one for one in self.seats if one.name == seat), None)

    def replies_left(self, seat: Seat, step: int, kind: Kind = Kind.RECEIPT) -> int:
        """Say how many more letters of this seat are answered in this hour; so no two programs can go on answering.

        Refusals are counted by the player, whatever seat they are for.
        """
        since = self.now - HOUR
        sent = reports.count_since(self.tx, self.game.id, step, seat, REPLIES, since)
        left = self.campaign.settings.limits.replies_per_hour - sent
        player = self.player_of(seat)
        if kind is not Kind.REFUSAL or player is None:
            return left
        return min(left, caps.refusals_left(self.work, player))

    def send_all(self, pages: Iterable[Page | DeskPage], *, step: int) -> None:
        """Write a letter for each page, and let them leave in an order that tells nothing."""
        written = [(page.head.seat, self._written(page)) for page in pages]
        self.keep(self.composed(written, step=step, shuffled=True), step)

    def keep(self, mailing: Mailing, step: int) -> None:
        """Archive letters that were made ready, and put them into the outbox."""
        mailing.keep_aside(self.tx)
        reports.keep(self.tx, self.game.id, step, mailing.letters, made_at=self.now)

    def composed(
        self, letters: Sequence[tuple[Seat, Letter]], *, step: int, answers: LetterRow | None = None,
        shuffled: bool = False, owed: bool = False, silent: bool = False, read: "Read | None" = None,
    ) -> Mailing:  # fmt: skip
        """Make letters ready for the archive, with their envelopes; reports and questions change nothing by that.

        The GM's goes to every address of theirs, under a number each, and so to observers.
        """
        order = shuffle(letters) if shuffled else list(letters)
        thread = Thread(self.tx, self.game.id, step, answers, read)
        counted = reports.numbers(self.tx, self.game.id, step)
        known, new = self._tokens([seat for seat, _ in order if seat != OBSERVER], self.open_step)
        calendars: dict[int, CalendarRow] = people.calendars(self.tx, self.game.id)
        domain, changes = self.campaign.settings.mail.domain, list[Change]()
        out: list[Composed] = []
        for seat, letter in order:
            kind, token = letter.kind.value, known.get(seat, "")
            first = counted[seat, kind] = counted.get((seat, kind), 0) + 1
            left = 1 if answers is None or owed else 0 if silent else self.replies_left(seat, step, letter.kind)
            letter = clean(self.tx, letter)
            goes, not_before = self._goes(seat, letter, token, answers, left)
            row = calendars.get(self.player_of(seat) or 0) if goes else None
            change = calendar.change(row, letter, self.game, self.open_step) if row is not None else None
            if change is not None:
                changes.append(change)
                del calendars[change.said["player"]]  # one letter of several brings it
            subject = blotted(self.tx, thread.subject(letter.kind, letter.subject))
            form = () if letter.form is None else (letter.form.begin, *letter.form.lines, letter.form.end)
            envelopes = self._envelopes(seat, kind, thread, token, change)
            for number, envelope in enumerate(envelopes, first):
                identity = message_id(self.campaign.mark(self.tx), self.game.name, step, seat, kind, number, domain)
                sent = replace(envelope, message_id=identity, not_before=not_before) if goes else None
                out.append(
                    Composed(
                        seat=seat, kind=kind, number=number, subject=subject, body=letter.body, document=letter.data,
                        form=form, envelope=sent,
                    )
                )  # fmt: skip
        return Mailing(out, new, changes)

    def _goes(
        self, seat: Seat, letter: Letter, token: str, answers: LetterRow | None, left: int
    ) -> tuple[bool, datetime | None]:
        """Say whether a letter goes out, or is in the archive alone; and not before when, if it waits.

        One to a seat without a player does not go, and none of which no more letters are answered (``left``).
        """
        place = self._place(seat)
        vacant = place is not None and place.vacant_since is not None
        if left <= 0 and letter.kind.value in REPLIES:
            what = f"{self.game.title}: so many letters come from {seat} that I answer no more of them in this hour."
            caps.tell_of_flood(self.work, what)
            if answers is not None and place is not None and place.player is not None and not vacant:
                self._gather(seat, letter, answers, place.player, token)
        not_before = None
        if answers is None and not self.urgent and letter.kind in pace.CAN_WAIT and place and place.player:
            player = people.player(self.tx, place.player)
            if pace.gathered(self.tx, self.game.id, seat, token, letter, player):
                return False, None
            not_before = pace.not_before(letter.kind, player, self.game, self.now)
        return left > 0 and not vacant, not_before

    def _gather(self, seat: Seat, letter: Letter, answers: LetterRow, player: int, token: str) -> None:
        """Let an answer that is not sent be told of later, to the player who has the seat."""
        name, step = self.game.name, self.game.step + 1
        caps.gather(
            self.work, self.game, self.head(seat), letter, answers=answers, player=player,
            token=token, identity=lambda kind: next_identity(self.work, name, step, seat, kind),
        )  # fmt: skip

    def _envelopes(
        self, seat: Seat, kind: str, thread: "Thread", token: str, change: Change | None
    ) -> list[Envelope]:
        """Return how a letter goes to each who gets it: to the seat, to every GM, or to each who looks on."""
        ways: list[tuple[str | None, int | None, str]] = [(None, None, token)]
        if seat == OBSERVER:
            ways = [(None, player, code) for player, code in people.watchers(self.tx, self.game.id)]
        elif seat == GM:
            ways = [(address, None, token) for address in self.campaign.settings.campaign.gms]
        more: dict[str, Any] = {"about": self.about[0], "letter": self.about[1]} if self.about is not None else {}
        if what := "observer" if seat == OBSERVER else MAY_LEAVE.get(kind):
            more["unsubscribe"] = what
        if change is not None:
            more["calendar"] = dict(change.said)
        return [
            Envelope(
                message_id="",
                headers=thread.headers(seat, player, address) | {"token": answer, **more},
                player=player,
                address=address,
                null_return=thread.is_answer,
            )
            for address, player, answer in ways
        ]


def shuffle(letters: Sequence[tuple[Seat, Letter]]) -> list[tuple[Seat, Letter]]:
    """Return letters in an order that tells nothing of their readers; those to one reader stay in theirs."""
    order = [seat for seat, _ in letters]
    secrets.SystemRandom().shuffle(order)
    waiting = {reader: iter([one for one in letters if one[0] == reader]) for reader in order}
    return [next(waiting[reader]) for reader in order]


def form_code(key: bytes, game: str, step: int, seat: Seat, player: int | None, anew: int = 0) -> str:
    """Make the code in the markers of one letter's form: ``K7F3M2QX``.

    It follows from a key of the campaign, which is opened with no game, from the turn that the form is for, its seat
    and who has that, and how often turns were taken back. So nobody can ever make up what passes for a form of
    another's letter, and that of a report that was taken back is none of the new one's.
    """
    again = [str(anew)] if anew else []
    return code_letters(key, "\n".join(["form", game, str(step), seat, str(player), *again]), FORM_CODE)


def next_identity(work: Work, game: str, step: int, seat: str, kind: str) -> str:
    """Return the Message-ID of a reader's next mail of a kind that is no report.

    Its number counts that reader's mails alone: any other would tell them how much others write.
    """
    domain = work.campaign.settings.mail.domain
    begun = message_id(work.campaign.mark(work.tx), game, step, seat, kind, 0, domain).removesuffix(f"0@{domain}>")
    return f"{begun}{mails.count_beginning(work.tx, begun) + 1}@{domain}>"


class Answering(NamedTuple):
    """What an answer takes over: its headers, as the outbox keeps them, and its subject, '' for none."""

    headers: dict[str, Any]
    subject: str


def answering(row: LetterRow, read: "Read | None" = None) -> Answering:
    """Return what an answer to a letter takes over from it; what may not stand in a header of ours is left out."""
    if read is None:
        from referee.mail import letter  # which a letter that answers none can do without

        read = letter.heading(row.raw)
    headers: dict[str, Any] = {"automatic": Automatic.REPLIED.value}
    for answered in outgoing.believable([read.message_id or ""]):
        headers["references"] = outgoing.references(read.references or read.in_reply_to, answered)
    return Answering(headers, outgoing.answer_subject(read.subject))


class Thread:
    """Where letters about a step belong: to the letter that they answer, or to each reader's newest report."""

    def __init__(
        self, tx: Transaction, game: int, step: int, answers: LetterRow | None, read: "Read | None" = None
    ) -> None:
        self.is_answer = answers is not None
        self._answered = answering(answers, read) if answers is not None else None
        self._newest = {} if answers is not None else mails.newest_of(tx, game, step, FOLLOWED, FOLLOWED_BY_ALL)

    def subject(self, kind: Kind, own: str) -> str:
        """Return the subject of a letter: a receipt keeps the one that it answers."""
        kept = self._answered.subject if self._answered is not None and kind is Kind.RECEIPT else ""
        return kept or own

    def headers(self, seat: str, player: int | None, address: str | None) -> dict[str, Any]:
        """Return the headers of a mail to this reader that say what it follows, and of an answer that it is one."""
        if self._answered is not None:
            return self._answered.headers
        before = self._newest.get((seat, player, address))
        return {"references": [*before.references[:1], before.message_id]} if before is not None else {}
