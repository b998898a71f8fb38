"""A letter by whose it is: each kind has what is known of its writer, so that nobody has to ask once more."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from referee.mail.form import Form
from referee.service.letters.incoming import GameLetter, Incoming
from referee.service.letters.lines import lines_of
from referee.service.letters.outcome import Outcome
from referee.service.letters.reference import form_answered
from referee.service.letters.sorting import Lines
from referee.service.table.table import TableTop
from referee.store.tables import ConfirmationRow, GameRow, LetterRow, PlayerRow, SeatRow, TokenRow


class Sign(NamedTuple):
    """What becomes of a letter that no person wrote, and what showed that."""

    outcome: Outcome
    note: str


@dataclass(kw_only=True)
class ReturnedMail(Incoming):
    """What came to the return path of a mail of ours, by its token; '' if it bears none."""

    path: str


@dataclass(kw_only=True)
class GmLetter(GameLetter):
    """What came to the key of a game's GM; whether it is a GM's is seen where it is read."""

    token: TokenRow


@dataclass(kw_only=True)
class GmKeylessLetter(Incoming):
    """A letter from an address of a GM that bears no key of any game."""


@dataclass(kw_only=True)
class PlayerLetter(GameLetter):
    """A letter for a seat, from an address of the player who has it."""

    player: PlayerRow
    sitting: SeatRow

    @cached_property
    def form(self) -> Form:
        """The form of the letter of ours that it answers, with all lines of that."""
        return form_answered(self)

    @cached_property
    def lines(self) -> Lines:
        """Its lines by what they are."""
        return lines_of(self, self.form)

    @cached_property
    def top(self) -> TableTop:
        """The game as it stood when the letter came."""
        return TableTop.load(self.work, self.game, self.row.received_at)


@dataclass(kw_only=True)
class KeyLetter(PlayerLetter):
    """The same with the living key of the seat; ``vouched`` are held letters that its YES lets count."""

    token: TokenRow
    vouched: list[LetterRow] = field(default_factory=list)


@dataclass(kw_only=True)
class ForeignLetter(GameLetter):
    """A letter with the living key of a seat, from an address that is none of its player's."""

    token: TokenRow
    sitting: SeatRow


@dataclass(kw_only=True)
class OldKeyLetter(GameLetter):
    """A letter with a key that has died, from the player who was given it; ``seated`` is who has the seat now."""

    player: PlayerRow
    token: TokenRow
    seated: int | None


@dataclass(kw_only=True)
class KeylessLetter(Incoming):
    """A letter of a registered player without a key that counts."""

    player: PlayerRow


@dataclass(kw_only=True)
class CodeLetter(Incoming):
    """An answer to a code, from whoever it may be."""

    code: ConfirmationRow


@dataclass(kw_only=True)
class GameCodeLetter(CodeLetter):
    """An answer to a code that is about one game."""

    game: GameRow


@dataclass(kw_only=True)
class GmCodeLetter(GameLetter):
    """An answer to the code under which a GM's commands wait."""

    code: ConfirmationRow


@dataclass(kw_only=True)
class NewcomerLetter(Incoming):
    """What came to the address where strangers may write."""


@dataclass(kw_only=True)
class StrangerLetter(Incoming):
    """A letter of somebody whom we do not know, to nobody; ``why`` is noted beside it."""

    why: str


@dataclass(kw_only=True)
class ProgramLetter(Incoming):
    """A letter that no person wrote, with what shows that."""

    sign: Sign
