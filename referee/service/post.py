"""Letters into the archive and the outbox, in the transaction of what they tell of."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from referee.engine.audience import GM, Seat
from referee.mail.address import new_token
from referee.mail.outgoing import Automatic, message_id
from referee.reports.pages import Head, Kind, Letter
from referee.service.campaign import Campaign
from referee.service.trouble import tell_gm
from referee.store import games, outbox, people, reports, tokens
from referee.store.database import Transaction
from referee.store.reports import Composed, Envelope
from referee.store.tables import GameRow, LetterRow, SeatRow

REPLIES = tuple(kind.value for kind in (Kind.RECEIPT, Kind.REFUSAL, Kind.NOTICE))
"""Every letter that is answered gets one of these."""

HOUR = timedelta(hours=1)


def next_identity(tx: Transaction, game: str, step: int, seat: str, kind: str, domain: str) -> str:
    """Return the Message-ID of a reader's next mail of a kind that is no report.

    Its number counts that reader's mails alone: any other would tell him how much others write.
    """
    number = outbox.count_beginning(tx, message_id(game, step, seat, kind, 0, domain).removesuffix(f"0@{domain}>")) + 1
    return message_id(game, step, seat, kind, number, domain)


@dataclass
class Post:
    """The letters that one transaction brings forth, of one game."""

    campaign: Campaign
    tx: Transaction
    game: GameRow
    now: datetime
    open_step: int = 0
    about: str = ""
    seats: list[SeatRow] = field(default_factory=list)
    _zones: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Look the seats up; answers are for the step whose orders are being collected, if no other is given."""
        self.seats = games.seats(self.tx, self.game.id)
        self.open_step = self.open_step or self.game.step + 1

    @property
    def names(self) -> tuple[Seat, ...]:
        """The seats' names in order."""
        return tuple(Seat(s.name) for s in self.seats)

    def head(self, seat: Seat) -> Head:
        """Return what every letter to this reader begins with; his own time zone, the game's for others."""
        if not self._zones:
            self._zones = people.zones(self.tx, self.game.id)
        return Head(self.game.title, seat, self.now, self._zones.get(seat) or self.game.zone, self.names)

    def token(self, seat: str, step: int) -> str:
        """Return the living token of a reader for a step, a new one if there is none."""
        return self.tokens([seat], step)[seat]

    def tokens(self, seats: Iterable[str], step: int) -> dict[str, str]:
        """Return the living tokens of several readers for a step, and make those that are wanting."""
        found = tokens.alive_in(self.tx, self.game.id, step)
        sitting = {s.name: s.player for s in self.seats}
        new = [
            tokens.New(new_token(), self.game.id, seat, step, sitting.get(seat), self.now)
            for seat in dict.fromkeys(seats)
            if seat not in found
        ]
        tokens.give_all(self.tx, new)
        return found | {row.seat: row.token for row in new}

    def send(self, seat: Seat, letter: Letter, *, step: int, answers: LetterRow | None = None) -> None:
        """Archive a letter to one seat, or to the GM, and put it into the outbox."""
        self.send_all([(seat, letter)], step=step, answers=answers)

    def replies_left(self, seat: Seat, step: int) -> int:
        """Say how many more letters of this seat are answered in this hour; so no two programs can go on answering."""
        since = self.now - HOUR
        sent = reports.count_since(self.tx, self.game.id, step, seat, REPLIES, since)
        return self.campaign.settings.limits.replies_per_hour - sent

    def send_all(
        self,
        letters: Sequence[tuple[Seat, Letter]],
        *,
        step: int,
        answers: LetterRow | None = None,
        shuffled: bool = False,
    ) -> None:
        """Archive letters and put them into the outbox; ``shuffled`` ones leave in an order that tells nothing."""
        done = self.composed(letters, step=step, answers=answers, shuffled=shuffled)
        reports.keep(self.tx, self.game.id, step, done, made_at=self.now)

    def composed(
        self,
        letters: Sequence[tuple[Seat, Letter]],
        *,
        step: int,
        answers: LetterRow | None = None,
        shuffled: bool = False,
    ) -> list[Composed]:
        """Make letters ready for the archive, with their envelopes."""
        order = list(letters)
        if shuffled:
            secrets.SystemRandom().shuffle(order)
        counted = reports.numbers(self.tx, self.game.id, step)
        known = self.tokens([seat for seat, _ in order], self.open_step)
        out = []
        for seat, letter in order:
            key = (seat, letter.kind.value)
            counted[key] = counted.get(key, 0) + 1
            out += self._composed(seat, letter, step, counted[key], answers, known[seat])
        return out

    def _composed(
        self, seat: Seat, letter: Letter, step: int, number: int, answers: LetterRow | None, token: str
    ) -> list[Composed]:
        """Make one letter ready; the GM's goes to every address of his, under a number each."""
        left = 1 if answers is None else self.replies_left(seat, step)
        if left == 0 and letter.kind.value in REPLIES:
            self._tell_of_flood(seat)
        form = () if letter.form is None else (letter.form.begin, *letter.form.lines, letter.form.end)
        addresses = self.campaign.settings.campaign.gms if seat == GM else (None,)
        return [
            Composed(
                seat=seat,
                kind=letter.kind.value,
                number=number + i,
                subject=letter.subject,
                body=letter.body,
                form=form,
                envelope=self._envelope(seat, letter.kind.value, step, number + i, answers, address, token)
                if left > 0
                else None,
            )
            for i, address in enumerate(addresses)
        ]

    def _tell_of_flood(self, seat: Seat) -> None:
        what = f"{self.game.title}: so many letters come from {seat} that I answer no more of them in this hour."
        tell_gm(self.campaign, self.tx, what, "They are read all the same.", "referee mail list")

    def _envelope(
        self,
        seat: Seat,
        kind: str,
        step: int,
        number: int,
        answers: LetterRow | None,
        address: str | None,
        token: str,
    ) -> Envelope:
        mail = self.campaign.settings.mail
        headers: dict[str, Any] = {"token": token, "automatic": Automatic.GENERATED.value}
        if answers is not None:
            headers["automatic"] = Automatic.REPLIED.value
            if answers.message_id:
                headers["in_reply_to"] = answers.message_id
        if self.about:
            headers["about"] = self.about
        return Envelope(
            message_id=message_id(self.game.name, step, seat, kind, number, mail.domain),
            headers=headers,
            address=address,
            null_return=answers is not None,
        )
