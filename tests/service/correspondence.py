"""All mail of a campaign in which a whole game of one ruleset was played, with what players and a GM ask meanwhile."""

from __future__ import annotations

import asyncio
import email
from collections.abc import Mapping
from datetime import timedelta
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from referee.bots.bot import own_chance
from referee.bots.simulate import Style, writer_of
from referee.service.people import observers
from referee.service.post.delivery import deliver
from referee.service.table.table import TableTop
from referee.store import games
from referee.store.tables import Status
from tests.laws.played import rulesets
from tests.service.world import READ, World

GAMES = ("amagande", "amber", "elements", "living-trumps", "normal-cards", "wizards-duel")
NAMES = ("Ana", "Bob", "Cleo", "Dora", "Eric", "Fiona", "Gerard", "Hanna", "Iris")
MOST_TURNS = 60

ASKED = (
    "HELP", "HELP VOTE", "RULES START", "RULES", "RULES DEFAULTS", "STATUS", "CALENDAR", "MAIL DATA", "NEWSLETTER ON",
)  # fmt: skip
WRITTEN = ("TO ALL: Good luck, and may the best of us win!", "TO GM: Is that so?", "WORD abracadabra", "LAED 3")
OF_THE_GM = ("HELP", "STATUS", "RULINGS", "EXTEND 2d", "ANNOUNCE I am away until Thursday.", "ROLLBACK 1: a mistake")
AFTERWARDS = ("HISTORY ORDERS", "HISTORY LUCK", "STATUS")


@cache
def sent(slug: str) -> dict[str, bytes]:
    """Return the letter of each kind that says most, of a game of the fewest seats; it is played once."""
    with TemporaryDirectory(prefix="correspondence-") as folder:
        return largest(correspondence(slug, Path(folder)))


def correspondence(slug: str, folder: Path, seats: int | None = None) -> dict[str, bytes]:
    """Return each letter as it went out, by game, kind, reader and number."""
    rules = rulesets()[slug]
    world = World.made(folder)
    world.game(slug, NAMES[: seats or min(rules.seats)], ruleset=slug, show_missing=True)
    if any(option.name == "live" for option in rules.options):
        world.game("live", NAMES[: min(rules.seats)], ruleset=slug, live="on")
    observers.add(world.campaign, slug, "olga@players.example", demo=True)
    for turn in range(1, MOST_TURNS):
        if world.row(slug).status is not Status.RUNNING:
            break
        if turn == 2:
            _remind(world, slug)
        _write(world, slug, ("\n".join((*ASKED, *WRITTEN))) if turn == 1 else "")
        world.tick()
        world.adjudicate(slug)
        if turn == 1:
            _ask_as_gm(world)
    world.write(NAMES[0], "\n".join(AFTERWARDS), game=slug)
    world.tick()
    return _sent(world, slug)


def largest(letters: Mapping[str, bytes]) -> dict[str, bytes]:
    """Choose the letter of each kind that says most."""
    kinds: dict[str, str] = {}
    for name in sorted(letters, key=lambda name: len(letters[name])):
        kinds[name.split()[1]] = name
    return {name: letters[name] for name in kinds.values()}


def page_of(wire: bytes) -> str:
    """Return a mail as a page of HTML; nothing, if it is text alone."""
    page = email.message_from_bytes(wire, policy=READ).get_body(("html",))
    return str(page.get_content()) if page is not None else ""


def _write(world: World, slug: str, more: str) -> None:
    """Let a bot write the orders of each seat, and a stranger to the first seat's address."""
    rules = rulesets()[slug]
    with world.campaign.reading() as work:
        row = games.named(work.tx, slug)
        assert row is not None
        top = TableTop.load(work, row, work.now)
    for number, seat in enumerate(top.game.setup.seats):
        write = writer_of(rules, (Style.SENSIBLE, Style.SCRIBBLE)[number % 2])
        lines = write(top.game.view(seat), own_chance(b"correspondence", seat, top.step))
        world.write(seat, "\n".join((*lines, more)), game=slug)
    if more:
        world.write(NAMES[0], "STATUS", game=slug, sender="eve@elsewhere.example")


def _remind(world: World, slug: str) -> None:
    """Let an hour before the deadline come without any orders."""
    due = world.row(slug).due_at
    assert due is not None
    world.clock.moment = due - timedelta(hours=1)
    world.tick()


def _ask_as_gm(world: World) -> None:
    """Let the GM answer the first letter that came to them."""
    asyncio.run(deliver(world.campaign, [world.sink]))
    taken = list(world.sink.taken)
    to_gm = next(mail for mail in world.mails() if mail.to == "gm@referee.example" and mail.message["Reply-To"])
    world.sink.taken = taken
    world.answer(to_gm, "\n".join(OF_THE_GM))


def _sent(world: World, slug: str) -> dict[str, bytes]:
    """Send what is due and close the campaign; return what went out."""
    asyncio.run(deliver(world.campaign, [world.sink]))
    world.campaign.close()
    found = {}
    for number, (_, to, wire) in enumerate(world.sink.taken, 1):
        kind = wire.partition(b"Message-ID: <")[2].split(b".")[4].decode().replace("_5f", "_")
        found[f"{slug} {kind} {number} to {to.partition('@')[0]}"] = wire
    return found
