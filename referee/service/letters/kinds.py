"""A letter by whose it is: each kind has what is known of its writer, so that nobody has to ask once more."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property

from referee.engine.commands import Log, Yes
from referee.engine.reader import HARMLESS
from referee.engine.sheet import Heard, Sheet
from referee.mail.form import Form
from referee.mail.letter import Machine
from referee.service.letters.aside import Wanted
from referee.service.letters.incoming import GameLetter, Incoming, form_answered
from referee.service.letters.outcome import Outcome
from referee.service.letters.sorting import Ground, Lines, sorted_and_tried, tried
from referee.service.table.table import TableTop
from referee.store.tables import ConfirmationRow, GameRow, LetterRow, PlayerRow, SeatRow, Status, TokenRow

SPOKEN = frozenset({Heard.ORDER, Heard.STANDING, Heard.CLEAR, Heard.CANCEL})
"""What a player writes, and no vacation note."""

IDLE = (*HARMLESS, Log, Yes)
"""Commands that change nothing; their words begin many a sentence."""

MOST_WORDS = 2
"""So many a command has that only asks for something, RULES AM-8; no sentence of a program is one."""

WISH = re.compile(r"unsubscribe(?: (reminders|newsletter))?", re.IGNORECASE | re.ASCII)


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
        """Its lines by what they are; raises `Wanted` until they are sorted in the process that may be killed."""
        known: Lines = self.aside.known(self._sorting)
        return known

    @cached_property
    def _sorting(self) -> Wanted:
        """The sorting of its lines, in which those written now are tried at once."""

        def tried_too(found: Lines) -> Lines:
            self.aside.take(self._trial(found.new), True)
            return found

        how = self.compared(self.form, other=True) | {"ground": self._ground}
        return Wanted(sorted_and_tried, how, tried_too)

    def heard(self, lines: Iterable[str]) -> Sheet:
        """Read lines of it; raises `Wanted` until they have been tried where they can do no harm.

        What an order comes to is no plain data, so it does not cross that border; but lines that did no harm there do
        none here.
        """
        found: Sheet = self.aside.known(self._trial(tuple(lines)))
        return found

    def _trial(self, said: tuple[str, ...]) -> Wanted:
        """Return the trial of lines, after which they are read here."""
        return Wanted(tried, {"lines": said, "ground": self._ground}, lambda _: self.reader.read(said))

    @cached_property
    def _ground(self) -> Ground:
        """All that a trial needs of the game, for rows are not read out of a transaction."""
        return Ground(
            folder=str(self.campaign.settings.folder),
            ruleset=self.game.ruleset,
            wishes=self.game.started_at is None,
            seats=tuple(self.reader.lexicon.seats.vocabulary()),
            me=self.reader.me,
            turn=self.reader.turn,
        )

    @cached_property
    def top(self) -> TableTop:
        """The game as it stood when the letter came."""
        return TableTop.load(self.work, self.game, self.row.received_at)


@dataclass(kw_only=True)
class KeyLetter(PlayerLetter):
    """The same with the living key of the seat; ``vouched`` are held letters that its YES lets count.

    A program may have written it, or have helped to write it: some leave our reminders for their owner by a subject.
    """

    token: TokenRow
    vouched: list[LetterRow] = field(default_factory=list)

    @property
    def is_doubtful(self) -> bool:
        """Whether it may be a vacation note all the same, though it speaks, so that its player is asked first.

        So the subject says; by a header that some host wrote only where the letter brings no orders.
        """
        machine = self.letter.machine
        if machine is None or machine.is_clear or machine.is_of_a_host or self.confirmed:
            return False
        return machine is Machine.SUBJECT or not SPOKEN & self.heard(self.lines.new).kinds

    @property
    def speaks(self) -> bool:
        """Whether the right sender with the right key gives orders in it, or asks for something to be done."""
        if self.game.status is Status.OVER:
            return False
        sheet, machine = self.heard(self.lines.new), self.letter.machine
        if self.game.status is Status.INVITING:
            return any(line.order is not None for line in sheet.lines)
        tried = machine is None or machine.is_of_a_host
        asked = (line.text for line in sheet.lines if line.heard is Heard.COMMAND)
        if tried and (Heard.UNREADABLE in sheet.kinds or any(len(text.split()) <= MOST_WORDS for text in asked)):
            return True
        refused = (line.text for line in sheet.lines if line.heard is Heard.UNREADABLE)
        if any(self.reader.intent.addressing.head(text) is not None for text in refused):
            return True  # words to somebody that were held back
        return bool(SPOKEN & sheet.kinds) or any(not isinstance(x, IDLE) for x in sheet.requests())

    @property
    def unsubscribes(self) -> bool:
        """Whether it is what a mail program writes when its owner leaves a list (RFC 2369); with orders it is not."""
        return WISH.fullmatch(self.letter.subject.strip()) is not None and not self.speaks


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
class NobodysLetter(Incoming):
    """A letter that is never answered: a program's, our own, or of somebody whom we do not know, to nobody."""

    outcome: Outcome
    note: str
