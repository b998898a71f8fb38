"""All that one reader may know of one game, as values.

Whatever is made for a reader, of a game that goes on or one that is over, is made from that reader's record and from
nothing else; so what it cannot tell follows from the record alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field
from datetime import datetime, timedelta
from typing import Any

from referee.engine.audience import GM, OBSERVER, Audience, Seat
from referee.engine.sheet import OnFile
from referee.engine.values import named, value
from referee.store.chain import Hashes

WHOLE, SEAT, PUBLIC = "whole", "seat", "observer"
"""The scopes of a record."""

OVER, FULL = "over", "full"
"""The status of a game that has ended, and that its secrets are opened then."""


@value
class Place:
    """A seat of the game; of a game that is not known whole, wishes and word are the reader's own alone."""

    name: Seat
    wishes: tuple[str, ...] = ()
    word: str = ""


@value
class End:
    """How the game ended: one reason out of its closed list, who won, and who lost."""

    reason: str
    winners: tuple[Seat, ...]
    losers: tuple[Seat, ...]


@named
class About:
    """What a game is, as it was created and as it stands; `step` is the last that was adjudicated, -1 before set-up.

    `options` are as the game began, `edition` is that by which it is played now. `deadline` is the rule for deadlines,
    `due_at` what readers are told of the next. `policy` are the settings beside the rules, as they were written.
    """

    name: str
    title: str
    ruleset: str
    edition: str
    options: Mapping[str, str]
    commitment: str
    seats: tuple[Place, ...]
    status: str
    step: int
    reveal: str
    zone: str
    deadline: str
    early: bool
    show_missing: bool
    live_pause: timedelta
    policy: Mapping[str, str]
    created_at: datetime
    started_at: datetime | None
    ended_at: datetime | None
    due_at: datetime | None
    end: End | None


@named
class Sealed:
    """What only the whole record has of a step: why it came then, what went in, what came out, and its hashes.

    `given` and `state` are JSON, exactly as the hashes are taken of them (CHAIN.md).
    """

    why: str
    given: bytes
    state: bytes
    hashes: Hashes


@named
class Step:
    """One adjudication: the lines in force by seat, answers to questions by key, and what was told, as JSON.

    Of a whole record, `events` are the bytes that hashes are taken of, each event with its audience. Else they are
    those that the reader was told, and instead of an audience each says ``"to":"all"`` (told to everybody, or to
    everybody but some) or ``"to":"you"`` (told to few); orders and answers are the reader's own.
    """

    step: int
    played_at: datetime
    edition: str
    events: bytes
    orders: Mapping[Seat, tuple[str, ...]]
    answers: Mapping[str, Any]
    sealed: Sealed | None = None


@named
class Revision:
    """One revision of a seat's orders: what was on file after it, what became of each line, its receipt's code.

    `sheet` has a dictionary for each line, with its ``text``, how it was ``heard``, the ``order`` as printed, and the
    ``problem``. `proof` is what is signed of its receipt, None from before receipts were signed. It counts no more
    since `set_aside_at`, when the turn was taken back in whose light it was written.
    """

    received_at: datetime
    step: int
    seat: Seat
    revision: int
    on_file: OnFile
    sheet: tuple[Mapping[str, Any], ...]
    receipt: str
    proof: str | None = None
    set_aside_at: datetime | None = None


@named
class Letter:
    """A letter that we composed; `document` is JSON, of which every form is made, and `form` the lines of its form.

    `played` says that it is part of the adjudication of its step, and of the chain; of one that was taken back,
    `undone` is its number among those, from 1.
    """

    step: int
    seat: Seat
    kind: str
    number: int
    made_at: datetime
    subject: str
    body: str
    document: str
    form: tuple[str, ...] = ()
    played: bool = False
    undone: int | None = None


@named
class Press:
    """What one seat wrote to others, or (`at_once`) an order that worked at once."""

    step: int
    seat: Seat
    addressees: tuple[Seat, ...]
    body: str
    written_at: datetime
    at_once: bool = False


@named
class Ruling:
    """A decision of the GM's; `step` is the one whose report cites it, None if it was withdrawn.

    `number` is its number for this reader: of a whole record among all, else among those that everybody knows, and 0
    if it is none of these. `correction`, `about`, `answer` (JSON) and `to` are of the whole record alone; `corrects`
    says that it corrected something.
    """

    number: int
    step: int | None
    text: str
    reason: str
    at: datetime
    corrects: bool = False
    correction: str = ""
    about: str = ""
    answer: str | None = None
    to: Audience | None = None


@named
class Act:
    """Something that the GM or the referee did.

    The whole record has `details` and audience (`to`), and no words: `acts.words` says them. Any other has `words`.
    """

    at: datetime
    who: str
    what: str
    words: str = ""
    details: Mapping[str, Any] | None = None
    to: Audience | None = None


@named
class Undone:
    """A turn that was taken back."""

    step: Step
    undone_at: datetime
    reason: str


@value
class Chance:
    """What the luck came from: the secret of a game that is over, and the seed of one that has begun."""

    secret: bytes | None
    seed: bytes | None


@named
class Record:
    """All that its reader may know of a game: the GM, a seat, or an observer, who knows what is public.

    Everything is in the order in which it came to be; rulings by their numbers.
    """

    reader: Seat
    about: About
    steps: tuple[Step, ...] = ()
    orders: tuple[Revision, ...] = ()
    letters: tuple[Letter, ...] = ()
    press: tuple[Press, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    acts: tuple[Act, ...] = ()
    undone: tuple[Undone, ...] = ()
    chance: Chance | None = None
    """Of the whole record."""
    here: str = field(default="", compare=False)
    """The game's short name in the campaign that the record was read from; a bundle does not say it."""

    @property
    def name(self) -> str:
        """The game's short name: where it was read from, no other game has it."""
        return self.here or self.about.name

    @property
    def scope(self) -> str:
        """Whose record it is: ``whole``, ``seat`` or ``observer``."""
        return {GM: WHOLE, OBSERVER: PUBLIC}.get(self.reader, SEAT)

    @property
    def whole(self) -> bool:
        """Whether it is the GM's, with all that there is."""
        return self.reader == GM

    @property
    def opened(self) -> bool:
        """Whether the game is over, and of those whose secrets are opened then."""
        return self.about.status == OVER and self.about.reveal == FULL

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats' names, in their order."""
        return tuple(one.name for one in self.about.seats)

    def letters_to(self, seat: Seat, kinds: Iterable[str] = (), step: int | None = None) -> tuple[Letter, ...]:
        """Return the letters to a reader, of some kinds, of one step; none that was taken back."""
        wanted = frozenset(kinds)
        return tuple(
            one
            for one in self.letters
            if one.seat == seat
            and one.undone is None
            and (not wanted or one.kind in wanted)
            and step in (None, one.step)
        )
