"""A command of the GM: declared once, and carried out by the same function whether it is mailed or typed.

Its class says its words, what it is about, whether the GM is asked once more before it is done, what it would do, what
it does, and how the answer reads; its help by mail and at the command line is made from it. A letter's line is read by
the grammar of `verbs`, a typed command makes the order from its arguments; from there on both go the same way.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple, Self

from referee.engine.audience import GM, REFEREE, Audience, Seat
from referee.engine.commands import ALL
from referee.engine.orders import Order
from referee.engine.values import value
from referee.reports.document import Block, Code
from referee.reports.when import When
from referee.service.campaign.campaign import AtWork
from referee.service.campaign.names import seat_in
from referee.store import games
from referee.store.tables import GameRow


class Text(NamedTuple):
    """A longer text: its title, its lines as the command line prints them, and as a letter shows it.

    Without ``shown`` its lines are looked at as they stand.
    """

    title: str
    lines: Sequence[str]
    shown: Block | None = None

    @property
    def block(self) -> Block:
        """The text as a part of a letter."""
        return self.shown or Code(tuple(f"  {line}".rstrip() for line in self.lines))


def words_for(**fields: str) -> Mapping[str, str]:
    """Explain what is filled in, field by field."""
    return fields


ASKED_FIRST = "I ask for your YES before it is done."


@value
class Answer:
    """What came of a command: in words, as a value for programs, and the longer texts that were asked for.

    Where there are no words, the texts say all. ``failed`` is what was carried out, and did not do what was wanted.
    ``shell`` and ``mail`` say how one goes on from here, at the command line and in a letter.
    """

    words: str
    value: Any = None
    texts: Sequence[Text] = ()
    failed: bool = False
    shell: str = ""
    mail: str = ""

    @property
    def typed(self) -> str:
        """The words as they answer at the command line."""
        return f"{self.words} {self.shell}".strip()

    @property
    def mailed(self) -> str:
        """The words as they stand in a letter, behind the line that is answered; the texts stand below."""
        return f"{self.words} {self.mail}".strip() or "Below."


@dataclass
class GmWork(AtWork):
    """One piece of the GM's work, and the number of the game that it is about, if it is about one.

    ``back`` is the turn that an earlier line of the same letter takes back once the GM says YES.
    """

    game: int = 0
    back: int = 0

    @property
    def row(self) -> GameRow:
        """The game as it stands now."""
        return games.game(self.tx, self.game)

    @property
    def when(self) -> When:
        """Times as the GM reads them: in the game's zone."""
        return When(self.row.zone, self.now)

    def record(self, what: str, to: Audience = REFEREE, **details: Any) -> None:
        """Write down in the game's log what the GM did, where ``to`` may see it."""
        self.work.record(what, game=self.game, details=details, to=to)

    def seat(self, name: str) -> Seat:
        """Find a seat by its name or an unmistakable beginning; raises `SetupError` that names the seats."""
        return seat_in(self.tx, self.game, name)

    def readers(self, names: Sequence[str]) -> tuple[Seat, ...]:
        """Find those whom words are for: none where they are for everybody. Raises `SetupError`."""
        if any(name.upper() == ALL for name in names):
            return ()
        return tuple(GM if name == GM else self.seat(name) for name in names)


class GmOrder(Order):
    """A command of the GM. Its docstring is what its help says of it, by mail and at the command line.

    ``typed`` are examples of it at the command line, without the program's name. ``said`` explains by field what is
    filled in. ``by_mail`` and ``shell`` are what only a letter's writer must know, and what only one who types it.
    ``asks`` marks one that is carried out by mail only after the GM has confirmed it by a code.
    ``shows`` is the type of its answer's value, where that is what programs are shown rather than the words.
    ``long`` is one whose words may go on to a line with a single full stop. ``seat_behind`` are the words between the
    command and the seat that it is about, if it is about one. ``letters_first`` is one before which all letters that
    came are read; a letter's own line needs no such thing, for it is read in its turn.
    """

    typed: ClassVar[tuple[str, ...]] = ()
    said: ClassVar[Mapping[str, str]] = {}
    by_mail: ClassVar[str] = ""
    shell: ClassVar[str] = ""
    asks: ClassVar[bool] = False
    shows: ClassVar[Any] = None
    long: ClassVar[bool] = False
    seat_behind: ClassVar[tuple[str, ...] | None] = None
    letters_first: ClassVar[bool] = False

    @classmethod
    def meaning(cls) -> str:
        """Say what it does, as every help does."""
        return " ".join((cls.__doc__ or "").split())

    @classmethod
    def in_letters(cls) -> str:
        """Say what it does as a letter's HELP does."""
        return " ".join(filter(None, (cls.meaning(), cls.by_mail, ASKED_FIRST if cls.asks else "")))

    @property
    def saves(self) -> bool:
        """Whether it leaves anything behind; else it only looks."""
        return True

    def begun(self, gm: GmWork) -> Self:
        """Return it with what it found, before the letters that came are read."""
        return self

    def understood(self, gm: GmWork) -> Self:
        """Return it with its free words read into what they mean at this table and hour; raises `SetupError`."""
        return self

    def foreseen(self, gm: GmWork) -> str:
        """Say exactly what it will do; raises `SetupError` if it cannot be done. Only what ``asks`` is asked for it."""
        raise AssertionError(f"{self} needs no code")

    def done(self, gm: GmWork) -> Answer:
        """Do it, and say what came of it.

        Raises `SetupError` and other `OrderError`s and `NotThere` that say why not; then nothing of it is done.
        """
        raise AssertionError(f"{self} is not carried out")


class Question(GmOrder):
    """A command that only asks, and leaves nothing behind."""

    @property
    def saves(self) -> bool:
        return False
