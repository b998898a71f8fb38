"""Players of the demo: each reads a mailbox and answers by mail, as people with several mail programs do."""

from __future__ import annotations

import queue
import random
import threading
from collections.abc import Callable, Mapping, Sequence
from email import message_from_bytes
from email.utils import parseaddr

from referee.bots.bot import own_chance
from referee.engine.audience import Seat
from referee.engine.values import value
from referee.mail.clients import STYLES, reply
from referee.mail.form import Form
from referee.service.campaign.campaign import Campaign, Work
from referee.service.table.table import TableTop
from referee.store import games, mails
from referee.store.tables import GameRow, ReportRow, Status

GREETINGS = (
    "good luck to you", "may the better one win", "a fine turn", "shall we make it a draw?", "hm, well",
    "I shall not forget that.", "who is with me?", "leave me in peace this time, and I leave you.",
)  # fmt: skip
TO_BE_ANSWERED = ("welcome", "report")
"""The letters that are answered with a turn's orders; a report to one who has none to send has no form."""

WORDS = ("abracadabra", "swordfish", "open sesame", "rosebud", "mellon", "xyzzy")


@value
class Asked:
    """What a letter asks of its reader: its kind, the turn that is open, the lines to answer, and its form."""

    kind: str
    seat: Seat
    turn: int
    lines: tuple[str, ...] = ()
    form: Form | None = None


def asked(campaign: Campaign, message_id: str) -> Asked | None:
    """Look up what a letter of ours asks for; the lines are made from that seat's view alone."""
    with campaign.reading() as work:
        mail = mails.find(work.tx, message_id)
        report = work.tx.get(ReportRow, mail.report) if mail is not None and mail.report is not None else None
        if report is None:
            return None
        row = games.game(work.tx, report.game)
        form = Form(report.form[0], tuple(report.form[1:-1]), report.form[-1]) if report.form else None
        is_open = report.kind in TO_BE_ANSWERED and row.status is Status.RUNNING and report.step == row.step
        lines = tuple(_sensible(work, row, Seat(report.seat))) if is_open else ()
        return Asked(report.kind, Seat(report.seat), row.step + 1, lines, form)


def _sensible(work: Work, row: GameRow, seat: Seat) -> Sequence[str]:
    """Write what a sensible player would, and now and then more than that."""
    top = TableTop.load(work, row, work.now)
    view, luck, rules = top.game.view(seat), own_chance(top.game.seed, seat, top.step), top.kit.rules
    lines = rules.bots.sensible(view, luck)
    return [*lines, *rules.bots.asides(view, luck)] if lines else ()


class Correspondent:
    """One such player; what they do besides giving orders follows from the seed."""

    def __init__(self, name: str, address: str, place: int, seed: int) -> None:
        self.name = name
        self.address = address
        self.place = place
        self.seed = seed
        self.programs: dict[str, int] = {}

    def answers(self, campaign: Campaign, raw: bytes) -> list[bytes]:
        """Answer a letter, or do not."""
        found = asked(campaign, str(message_from_bytes(raw)["Message-ID"]))
        if found is None:
            return []
        luck = random.Random(f"{self.seed} {self.place} {found.turn} {found.kind}")
        if found.kind == "invitation":
            return [self._reply(campaign, raw, [f"WORD {luck.choice(WORDS)}"], found, luck, form=False)]
        if not found.lines:
            return []
        lines = [*_slips(luck, found.lines), *found.lines, *self._asides(luck, found)]
        return [self._reply(campaign, raw, lines, found, luck, form=found.form is not None and luck.random() < 0.4)]

    def _reply(
        self, campaign: Campaign, raw: bytes, lines: Sequence[str], found: Asked, luck: random.Random, *, form: bool
    ) -> bytes:
        """Write in the program that is at hand this turn: at the desk, on the way, at a friend's."""
        programs = sorted(STYLES)
        style = programs[(self.seed + self.place + 2 * found.turn) % len(programs)]
        self.programs[style] = self.programs.get(style, 0) + 1
        return reply(
            style,
            raw,
            lines,
            f"{self.name} <{self.address}>",
            seed=luck.randrange(1000),
            where="form" if form else "above",
            form=found.form if form else None,
            date=campaign.clock.now(),
        )

    def _asides(self, luck: random.Random, found: Asked) -> list[str]:
        """Say something to the others now and then, or ask how things stand."""
        said = [f"TO ALL: {luck.choice(GREETINGS)}"] if found.turn == 1 + self.place or luck.random() < 0.2 else []
        return [*said, *(["STATUS"] if luck.random() < 0.15 else [])]


def _slips(luck: random.Random, lines: Sequence[str]) -> list[str]:
    """Mistype a line now and then; written right, it follows."""
    word, _, rest = lines[0].partition(" ")
    if luck.random() > 0.25 or len(word) < 4:
        return []
    at = luck.randrange(1, len(word) - 1)
    return [f"{word[:at]}{word[at + 1 :]} {rest}".strip()]


class Postman(threading.Thread):
    """Brings letters to their readers, one after the other, and posts what they answer.

    ``post`` sends a letter from an address to another; ``others`` is told of letters to anybody else.
    """

    def __init__(
        self,
        readers: Mapping[str, Correspondent],
        post: Callable[[bytes, str, str], None],
        campaign: Callable[[], Campaign],
        others: Callable[[str, bytes], None] = lambda address, raw: None,
    ) -> None:
        super().__init__(name="postman", daemon=True)
        self.readers = readers
        self.brought = 0
        self.taken = 0
        self.trouble: Exception | None = None
        self._post = post
        self._campaign = campaign
        self._others = others
        self._bag: queue.Queue[tuple[str, bytes] | None] = queue.Queue()

    def put(self, address: str, raw: bytes) -> None:
        """Take a letter for somebody."""
        self._bag.put((address, raw))

    def stop(self) -> None:
        """Go home when the letters in the bag are brought."""
        self._bag.put(None)
        if self.ident is not None:
            self.join(10)

    @property
    def idle(self) -> bool:
        """Whether the bag is empty."""
        return self._bag.empty()

    def run(self) -> None:
        """Bring letters until told to stop."""
        while (item := self._bag.get()) is not None:
            try:
                self._bring(*item)
            except Exception as trouble:  # noqa: BLE001 - the demo shows it, and ends
                self.trouble = trouble

    def _bring(self, address: str, raw: bytes) -> None:
        self.brought += 1
        reader = self.readers.get(address)
        if reader is None:
            self._others(address, raw)
            return
        for answer in reader.answers(self._campaign(), raw):
            to = parseaddr(str(message_from_bytes(raw)["Reply-To"]))[1]
            self._post(answer, address, to)
            self.taken += 1
