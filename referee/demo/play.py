"""A game for one: the newcomer against bots, by real mail on this machine."""

from __future__ import annotations

import queue
import re
import time
from collections.abc import Sequence
from email import message_from_bytes
from email.policy import default
from email.utils import parseaddr
from pathlib import Path
from types import TracebackType
from typing import Self

from referee import games as rulesets
from referee.bots.simulate import names_for
from referee.demo.correspondents import TO_BE_ANSWERED, Correspondent, Postman, asked
from referee.demo.demo import GAME, address_of, refuse_used, seat_all, wait, words_in, write_letters
from referee.demo.loopback import HOST, Loopback, mailbox
from referee.engine.errors import SetupError
from referee.engine.orders import readable
from referee.engine.seatnames import names_problem
from referee.engine.values import value
from referee.mail.clients import reply
from referee.resources import Resources
from referee.service.campaign.campaign import kit_for
from referee.service.campaign.names import game_named
from referee.service.gm.start import start_game
from referee.service.players import orders
from referee.service.records import sent
from referee.service.table.table import TableTop
from referee.store import games, people
from referee.store.tables import Status

PROGRAM = "mutt"

SETTINGS = """\
set folder="{folder}"
set spoolfile="{mailbox}"
set from="{name} <{address}>"
set use_envelope_from=yes
set smtp_url="smtp://{host}:{port}"
set ssl_starttls=no
set ssl_force_tls=no
set record=""
set reply_to=yes
set include=yes
set fast_reply=yes
set mail_check=2
"""
"""What mutt and neomutt must be told: where letters come in, who answers, and where to send."""

STEERING = re.compile(r'[\\"$`]')
"""What means more than itself there, between double quotes."""

DEADLINE = "every 24 hours"


@value
class Came:
    """A letter that lies in the player's mailbox; ``asks`` if it waits for orders."""

    kind: str
    subject: str
    text: str
    asks: bool


class Sitting:
    """`with Sitting("wizards-duel", folder, name="Anna", seed=1) as sitting: ...`."""

    def __init__(self, slug: str, folder: Path, *, name: str, seed: int) -> None:
        rules = rulesets.find(slug)
        known = names_for(rules, rules.seats[-1])
        name = name or known[0]
        problem = names_problem([name], kit_for(rules, Resources()).reserved)
        if problem:
            raise SetupError(problem)
        refuse_used(folder)
        self.slug = slug
        self.name = name
        self.seed = seed
        self.address = address_of(name)
        others = [other for other in known if not names_problem([name, other], set())]
        self.names = [name, *others[: rules.seats[0] - 1]]
        bots = {address_of(n): Correspondent(n, address_of(n), i, seed) for i, n in enumerate(self.names[1:], 1)}
        self._postman = Postman(bots, lambda *x: self.world.post(*x), lambda: self.world.campaign, self._mine)
        self.world = Loopback(folder, self._postman.put)
        self._box: queue.Queue[bytes] = queue.Queue()
        self._last: bytes = b""
        self._turn = 0

    @property
    def mailbox(self) -> Path:
        """The Maildir that the player's letters come to."""
        return mailbox(self.world.folder, self.address)

    @property
    def host(self) -> tuple[str, int]:
        """Where the player's own mail program sends: host and port."""
        return HOST, self.world.smtp_port

    def write_settings(self) -> Path:
        """Write the settings with which mutt or neomutt play this seat, and return their file."""
        host, port = self.host
        box, folder = (STEERING.sub(r"\\\g<0>", str(path)) for path in (self.mailbox, self.mailbox.parent))
        name = STEERING.sub(r"\\\g<0>", self.name)
        values = {"mailbox": box, "folder": folder, "name": name, "address": self.address, "host": host, "port": port}
        file = self.world.folder / "muttrc"
        file.write_text(SETTINGS.format(**values), encoding="utf-8")
        return file

    @property
    def over(self) -> bool:
        """Whether the game has ended, or is held."""
        with self.world.campaign.store.reading() as tx:
            return game_named(tx, GAME).status in (Status.OVER, Status.HELD)

    def __enter__(self) -> Self:
        self.world.__enter__()
        self._postman.start()
        try:
            seat_all(self.world.campaign, self.slug, self.names, seed=self.seed, deadline=DEADLINE)
            wait(lambda: words_in(self.world.campaign) >= len(self.names) - 1, time.monotonic() + 10)
            start_game(self.world.campaign, GAME)
        except BaseException:
            self.__exit__(None, None, None)
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._postman.stop()
        self.world.__exit__(kind, error, trace)

    def next(self, timeout: float) -> Came | None:
        """Wait for the next letter, for so long; invitations, which the welcome repeats, are passed over."""
        try:
            raw = self._box.get(timeout=timeout)
        except queue.Empty:
            return None
        found = asked(self.world.campaign, str(message_from_bytes(raw)["Message-ID"]))
        kind = found.kind if found is not None else "letter"
        if kind == "invitation":
            return self.next(timeout)
        if found is not None and found.kind in TO_BE_ANSWERED:
            self._last, self._turn = raw, found.turn
        letter = message_from_bytes(raw, policy=default)
        text = letter.get_body(("plain",))
        assert text is not None, "every letter has its text"
        lines = str(text.get_content()).splitlines()
        return Came(kind, str(letter["Subject"]), "\n".join(lines), bool(found and found.lines))

    def problems(self, lines: Sequence[str]) -> list[str]:
        """Say what the referee could not use of these lines, before they are sent."""
        checked = orders.check(self.world.campaign, GAME, self.seat(), lines)
        return [f"{one.text}\n    {readable(one.error)}" for one in checked.found.unused if one.error is not None]

    def send(self, lines: Sequence[str]) -> None:
        """Answer the latest report by mail."""
        to = parseaddr(str(message_from_bytes(self._last)["Reply-To"]))[1]
        sender = f"{self.name} <{self.address}>"
        raw = reply(PROGRAM, self._last, lines, sender, date=self.world.campaign.clock.now())
        self.world.post(raw, self.address, to)

    def must_act(self) -> bool:
        """Whether the open turn, whose letter was read, waits for this player's orders."""
        with self.world.campaign.reading() as work:
            row = game_named(work.tx, GAME)
            if row.status is not Status.RUNNING or row.step + 1 != self._turn:
                return False
            top = TableTop.load(work, row, work.now)
            seat = self.seat()
            return any(seat == one for one in top.game.pending()) and seat not in top.heard

    def seat(self) -> str:
        """Return the name that this player has in the game."""
        with self.world.campaign.store.reading() as tx:
            row = game_named(tx, GAME)
            player = people.player_at(tx, self.address)
            return next(s.name for s in games.seats(tx, row.id) if player is not None and s.player == player.id)

    def lay_out(self) -> Path:
        """Write all letters of the game as text files, and return their folder."""
        return write_letters(sent.letters(self.world.campaign, GAME), self.world.folder / "letters")

    def _mine(self, address: str, raw: bytes) -> None:
        if address == self.address:
            self._box.put(raw)
