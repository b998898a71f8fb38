"""Letters into the archive and the outbox, in the transaction of what they tell of."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from referee.archive.receipt import code_letters
from referee.engine.audience import GM, OBSERVER, Seat
from referee.mail.address import new_token
from referee.mail.outgoing import message_id
from referee.reports.desk_pages import DeskPage
from referee.reports.pages import Page
from referee.reports.parts import Head, Kind, Letter
from referee.service.campaign.campaign import AtWork
from referee.service.campaign.policy import Policy
from referee.service.post import calendar, caps, pace
from referee.service.post.blotting import blotted, clean
from referee.service.post.calendar import Change
from referee.service.post.threads import Thread, next_identity
from referee.store import games, inbox, people, reports, rollbacks
from referee.store.database import Transaction
from referee.store.games import Place
from referee.store.inbox import NewToken
from referee.store.reports import Composed, Envelope
from referee.store.tables import CalendarRow, GameRow, LetterRow, PlayerRow

if TYPE_CHECKING:
    from referee.mail.letter import Letter as Read

REPLIES = tuple(kind.value for kind in (Kind.RECEIPT, Kind.REFUSAL, Kind.NOTICE))
"""Every letter that is answered gets one of these."""

HOUR = timedelta(hours=1)

HELP_COMES, RULES_COME = "Help comes in a letter of its own.", "The rules come in a letter of their own."
NOT_NOW = "I have answered so many letters of yours in this hour that it does not come now; ask again in an hour."

FORM_CODE = 8
"""Five bits a letter: who guesses has one chance in a million millions, and each guess needs an answer to it."""


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


class Way(NamedTuple):
    """Where a letter goes: to an address, to a player, or (neither) to who has the seat; and what answers it."""

    address: str | None
    player: int | None
    token: str


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
        return self.tokens([seat], step)[seat]

    def tokens(self, seats: Iterable[str], step: int) -> dict[str, str]:
        """Return the living tokens of several readers for a step, and make those that are wanting."""
        found, new = self._tokens(seats, step)
        inbox.give_tokens(self.tx, new)
        return found

    def _tokens(self, seats: Iterable[str], step: int) -> tuple[dict[str, str], list[NewToken]]:
        """Return the same, and those of them that are not kept yet."""
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
        silent: bool = False, mailed: bool = True, read: Read | None = None,
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
        return next((one.player for one in self.seats if one.name == seat), None)

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
        self,
        letters: Sequence[tuple[Seat, Letter]],
        *,
        step: int,
        answers: LetterRow | None = None,
        shuffled: bool = False,
        owed: bool = False,
        silent: bool = False,
        read: Read | None = None,
    ) -> Mailing:
        """Make letters ready for the archive, with their envelopes; reports and questions change nothing by that."""
        order = shuffle(letters) if shuffled else list(letters)
        thread = Thread(self.tx, self.game.id, step, answers, read)
        counted = reports.numbers(self.tx, self.game.id, step)
        known, new = self._tokens([seat for seat, _ in order if seat != OBSERVER], self.open_step)
        kept: dict[int, CalendarRow] = people.calendars(self.tx, self.game.id)
        changes: list[Change] = []
        out = []
        for seat, letter in order:
            key = (seat, letter.kind.value)
            counted[key] = counted.get(key, 0) + 1
            left = 1 if answers is None or owed else 0 if silent else self.replies_left(seat, step, letter.kind)
            made = self._composed(seat, letter, step, counted[key], answers, thread, known.get(seat, ""), left)
            row = kept.get(self.player_of(seat) or 0)
            found = calendar.change(row, letter, self.game, self.open_step) if row is not None else None
            if found is not None and made[0].envelope is not None:
                made, changes = [_bringing(made[0], made[0].envelope, found)], [*changes, found]
                del kept[found.said["player"]]  # one letter of several brings it
            out += made
        return Mailing(out, new, changes)

    def _composed(
        self,
        seat: Seat,
        letter: Letter,
        step: int,
        number: int,
        answers: LetterRow | None,
        thread: Thread,
        token: str,
        left: int,
    ) -> list[Composed]:
        """Make one letter ready; the GM's goes to every address of theirs, under a number each, and so to observers.

        A seat without a player has it in the archive alone, and so has one of which no more letters are answered
        (``left``).
        """
        if left <= 0 and letter.kind.value in REPLIES:
            what = f"{self.game.title}: so many letters come from {seat} that I answer no more of them in this hour."
            caps.tell_of_flood(self.work, what)
        letter = clean(self.tx, letter)
        if answers is not None and left <= 0 and letter.kind.value in REPLIES:
            self._gather(seat, letter, answers, token)
        may_wait = answers is None and not self.urgent and letter.kind in pace.CAN_WAIT
        player = self._player(seat) if may_wait else None
        if player is not None and pace.gathered(self.tx, self.game.id, seat, token, letter, player):
            left = 0
        if any(s.name == seat and s.vacant_since is not None for s in self.seats):
            left = 0
        form = () if letter.form is None else (letter.form.begin, *letter.form.lines, letter.form.end)
        ways = self._ways(seat, token)
        return [
            Composed(
                seat=seat,
                kind=letter.kind.value,
                number=number + i,
                subject=blotted(self.tx, thread.subject(letter.kind, letter.subject)),
                body=letter.body,
                document=letter.data,
                form=form,
                envelope=self._envelope(
                    seat,
                    letter.kind.value,
                    step,
                    number + i,
                    answers,
                    thread,
                    way,
                    pace.not_before(letter.kind, player, self.game, self.now) if player else None,
                )
                if left > 0
                else None,
            )
            for i, way in enumerate(ways)
        ]

    def _gather(self, seat: Seat, letter: Letter, answers: LetterRow, token: str) -> None:
        """Let an answer that is not sent be told of later, to the player who has the seat."""
        place = next((s for s in self.seats if s.name == seat), None)
        if place is None or place.player is None or place.vacant_since is not None:
            return
        name, step = self.game.name, self.game.step + 1
        caps.gather(
            self.work, self.game, self.head(seat), letter, answers=answers, player=place.player,
            token=token, identity=lambda kind: next_identity(self.work, name, step, seat, kind),
        )  # fmt: skip

    def _ways(self, seat: Seat, token: str) -> list[Way]:
        """Return where a letter goes, and what it is answered to."""
        if seat == OBSERVER:
            return [Way(None, player, code) for player, code in people.watchers(self.tx, self.game.id)]
        addresses = self.campaign.settings.campaign.gms if seat == GM else (None,)
        return [Way(address, None, token) for address in addresses]

    def _player(self, seat: Seat) -> PlayerRow | None:
        found = self.player_of(seat)
        return people.player(self.tx, found) if found is not None else None

    def _envelope(
        self,
        seat: Seat,
        kind: str,
        step: int,
        number: int,
        answers: LetterRow | None,
        thread: Thread,
        way: Way,
        not_before: datetime | None = None,
    ) -> Envelope:
        mail = self.campaign.settings.mail
        headers = thread.headers(seat, way.player, way.address) | {"token": way.token}
        if self.about is not None:
            headers["about"], headers["letter"] = self.about
        if kind == Kind.REMINDER.value:
            headers["unsubscribe"] = "reminders"
        if kind == Kind.NEWSLETTER.value:
            headers["unsubscribe"] = "newsletter"
        if seat == OBSERVER:
            headers["unsubscribe"] = "observer"
        return Envelope(
            message_id=message_id(self.campaign.mark(self.tx), self.game.name, step, seat, kind, number, mail.domain),
            headers=headers,
            address=way.address,
            player=way.player,
            null_return=answers is not None,
            not_before=not_before,
        )


def shuffle(letters: Sequence[tuple[Seat, Letter]]) -> list[tuple[Seat, Letter]]:
    """Return letters in an order that tells nothing of their readers; those to one reader stay in theirs."""
    order = [seat for seat, _ in letters]
    secrets.SystemRandom().shuffle(order)
    waiting = {reader: iter([one for one in letters if one[0] == reader]) for reader in order}
    return [next(waiting[reader]) for reader in order]


def _bringing(one: Composed, envelope: Envelope, change: Change) -> Composed:
    """Let a letter bring what it changes in its player's calendar."""
    return replace(one, envelope=replace(envelope, headers={**envelope.headers, "calendar": dict(change.said)}))


def form_code(key: bytes, game: str, step: int, seat: Seat, player: int | None, anew: int = 0) -> str:
    """Make the code in the markers of one letter's form: ``K7F3M2QX``.

    It follows from a key of the campaign, which is opened with no game, from the turn that the form is for, its seat
    and who has that, and how often turns were taken back. So nobody can ever make up what passes for a form of
    another's letter, and that of a report that was taken back is none of the new one's.
    """
    again = [str(anew)] if anew else []
    return code_letters(key, "\n".join(["form", game, str(step), seat, str(player), *again]), FORM_CODE)
