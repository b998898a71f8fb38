"""A mailbox whose letters are too many for an hour: those that may not be taken yet stay there, unseen and unharmed."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import pytest

from referee.mail import fetched as waiting
from referee.mail.fetched import AGAIN
from referee.mail.imap import Account, ImapMailbox
from referee.service.letters.keeping import Gate, keep_fetched
from tests.service.world import World

EVE, ANA = "eve@elsewhere.example", "ana@players.example"


class Server:
    """An IMAP server with letters in it, which notes what it is asked and which of them are marked as seen."""

    def __init__(self, letters: list[bytes]) -> None:
        self.letters = letters
        self.seen: dict[int, str] = {}
        self.fetched: list[int] = []

    def noop(self) -> tuple[str, list[None]]:
        return "OK", [None]

    def response(self, code: str) -> tuple[str, list[None]]:
        return code, [None]

    def uid(self, command: str, *words: str) -> tuple[str, list[object]]:
        if command == "SEARCH":
            return "OK", [" ".join(str(n) for n in range(1, len(self.letters) + 1) if n not in self.seen).encode()]
        number = int(words[0])
        if command == "STORE":
            self.seen[number] = words[2]
            return "OK", [None]
        self.fetched.append(number)
        raw = self.letters[number - 1]
        about = f'1 (UID {number} RFC822.SIZE {len(raw)} INTERNALDATE "24-Nov-2026 12:00:00 +0000" BODY[]<0>'
        return "OK", [(about.encode(), raw), b")"]


def test_what_may_not_be_taken_in_this_hour_waits_in_the_mailbox_and_is_taken_in_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [1000.0]
    monkeypatch.setattr(waiting, "monotonic", lambda: now[0])
    world = World.made(tmp_path, limits_letters_per_hour=2)
    world.game()
    join = "join@referee.example"
    letters = [world.letter(f"JOIN {n}", EVE, To=join) for n in range(4)]
    server = Server([*letters, world.letter("LEAD LOWEST", ANA, To=world.reply_address("Ana"))])
    tries: dict[str, int] = {}
    box = ImapMailbox(Account("x", 1, "none", "u", "p"), size=10_000, kept_of_oversize=100, tries=tries)
    monkeypatch.setattr(box, "_box", SimpleNamespace(client=server))
    gate = Gate(world.campaign)
    take = partial(box.take, lambda fetched: keep_fetched(world.campaign, fetched, "imap", gate))

    first, at_once = take(), take()
    asked = list(server.fetched)
    now[0] += AGAIN + 1
    still = take()
    world.clock.forward(hours=1, minutes=1)
    now[0] += AGAIN + 1
    later = take()
    world.tick()

    assert (first, at_once, still, later) == ((3, None), (0, None), (0, None), (2, None))
    assert asked == [1, 2, 3, 4, 5]  # not asked for again and again
    assert server.seen == dict.fromkeys((1, 2, 3, 4, 5), r"(\Seen)")
    assert tries == {}  # nobody is to blame
    assert [world.kept(n).envelope_sender for n in range(1, 6)] == [EVE, EVE, ANA, EVE, EVE]
    assert {world.kept(n).received_at for n in (4, 5)} == {world.clock.now() - timedelta(hours=1, minutes=1)}
    assert world.on_file("Ana") == ("LEAD LOWEST",)
    world.campaign.close()
