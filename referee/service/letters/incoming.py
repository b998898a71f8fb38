"""One letter before us: the row, what was read, the key that it came to, and whose it seems to be by its outside."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any, Self, TypeVar

from referee.engine.audience import Seat
from referee.engine.reader import Reader
from referee.mail.address import called, tokens_in
from referee.mail.beside import Both, both
from referee.mail.bounce import Bounce
from referee.mail.letter import Letter
from referee.mail.quoting import Form
from referee.service.campaign.campaign import AtWork, Work
from referee.service.campaign.logbook import log
from referee.service.letters.aside import Ahead, Aside
from referee.service.letters.outcome import Outcome
from referee.store import confirmations, games, inbox
from referee.store.tables import ConfirmationRow, GameRow, LetterRow, Matter, PlayerRow, Reading, TokenRow

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
    aside: Aside | None = None
    """Where hard work on its lines is done; None for one whose lines were looked at before."""

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

    @property
    def places(self) -> list[str]:
        """The addresses that it was sent to: the one of its envelope, if that is known, else those of its headers."""
        return [self.row.recipient] if self.row.recipient else list(self.letter.recipients)

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
        how = self.compared(form, other=other)
        found: Both = both(b"", **how) if self.aside is None else self.aside.ask(both, how, ahead)
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
    settings = case.campaign.settings.mail
    return tokens_in(case.places, mailbox=settings.reply_local_part, domain=settings.domain)
