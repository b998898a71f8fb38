"""What a seat gets, and what a GM sees in passing, is the same to the byte whatever the others hold, in every game."""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from referee.engine.audience import Seat
from referee.engine.chance import Chance
from referee.engine.events import Event, told
from referee.games import slugs
from referee.laws.cards import exchanged, kinds
from referee.laws.order import in_other_orders, rows
from referee.laws.played import Position
from referee.laws.secrecy import hidden_zones, shown
from referee.service.campaign.clock import SystemClock
from referee.service.gm.announcements import Announce
from referee.service.gm.corrections import Correct
from referee.service.gm.deadlines import Extend
from referee.service.gm.order import GmOrder
from referee.service.gm.turns import Rerun, Rollback
from referee.service.people import observers
from referee.service.rounds.command import carry_out
from referee.service.table.table import TableTop
from tests.cli.conftest import run
from tests.service.processes import LUCK
from tests.service.storied import NAME, seats_of
from tests.service.test_archive_secrecy import Read, assert_same, read
from tests.service.test_people_looking_on import OLGA
from tests.service.world import World

SHORT = {
    "amagande": {"plays_per_turn": "1"},
    "normal-cards": {"tricks_per_turn": "1"},
    "wizards-duel": {"rounds_per_turn": "1"},
}
"""Options by which cards stay hidden for some turns."""

EXCHANGES = 6
"""How many pairs of cards are exchanged in zones of one kind."""

ASKED = (
    "STATUS\nHISTORY 1\nLOG",
    "HELP ALL\nRESEND\nRULES RULINGS",
    "hm, what now?\nPLAY THE BEST ONE",
    "ADD\nWAIT FLAG ON",
)
LOOKED_AT = (
    ("status",), ("game", "show"), ("game", "log"), ("turn", "status"), ("turn", "preview"), ("orders", "history"),
    ("report", "list"), ("press", "list"), ("archive", "list"), ("archive", "show"), ("seat", "list"), ("mail", "list"),
    ("mail", "outbox"), ("ruling", "list"),
)  # fmt: skip


def table(world: World) -> Position:
    """The game as it stands in the store."""
    with world.campaign.reading() as work:
        return TableTop.load(work, world.row(NAME), world.clock.now()).game


@pytest.fixture(scope="module", params=slugs())
def begun(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> World:
    """A game of each ruleset after two turns in which nobody sent orders; its campaign is closed, to be copied."""
    slug: str = request.param
    world = World.made(tmp_path_factory.mktemp(slug))
    seats = seats_of(world.campaign.kit(slug).rules)
    world.game(NAME, seats, ruleset=slug, start=False, **SHORT.get(slug, {}))
    world.settle_luck(LUCK, NAME)
    world.start(NAME)
    observers.add(world.campaign, NAME, OLGA)
    world.adjudicate(NAME)
    world.adjudicate(NAME)
    world.quiet().campaign.close()
    return world


def twin(begun: World, folder: Path, change: Callable[[Position], Position] = lambda game: game) -> World:
    """A copy of a campaign in which the others hold other cards."""
    folder.mkdir()
    world = World.copied(begun.campaign.settings.folder, folder)
    world.clock.moment = begun.clock.moment
    kit, game = world.campaign.kit_of(world.row(NAME)), table(world)
    changed = change(game)
    with sqlite3.connect(world.campaign.settings.database) as database:
        for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            database.execute(f"DROP TRIGGER {name}")
        state = zlib.compress(kit.codec.dump_state(changed.state))
        database.execute("UPDATE step SET state = ? WHERE step = ?", (state, game.step))
        views = [(zlib.compress(kit.codec.dump_view(view)), seat) for seat, view in changed.views.items()]
        database.executemany("UPDATE view SET view = ? WHERE seat = ?", views)
    return world.again()


def other_hands(game: Position, reader: Seat) -> Position:
    """The position with cards that a reader may not know in each other's place, and hands in another order."""
    found, luck, rules, state = kinds(game), Chance(b"others", game.step), game.rules, game.state
    for zone, cards in hidden_zones(game, reader).items():
        for n in range(EXCHANGES):
            one, other = luck.pick(cards, str(zone), str(n)), luck.pick(cards, str(zone), str(n))
            if one != other and rules.exchangeable(state, one, other):
                state = exchanged(state, one, other)
    changed = replace(game, state=state)
    return in_other_orders(replace(changed, views=shown(changed)), reader, found)[0]


def written(game: Position, reader: Seat) -> Iterator[str]:
    """Letters of a seat: all that can be asked, examples of all orders, right and wrong ones."""
    rules, view = game.rules, game.view(reader)
    yield from ASKED
    yield "\n".join(rules.orders.examples(view))
    yield "ADD\n" + "\n".join(f"{verb.example}" for verb in rules.orders.verbs if verb.example)
    for n in range(3):
        yield "\n".join(rules.bots.scribble(view, Chance(b"wrong", n), False))
    yield "\n".join(rules.bots.sensible(view, Chance(b"right", 1)))


def lived(world: World, usual: World, reader: Seat, monkeypatch: pytest.MonkeyPatch) -> Read:
    """Let a seat write all sorts of letters, and look at all that it gets, and at what a GM sees in passing."""
    for text in written(table(world), reader):
        world.write(reader, text, game=NAME)
        world.tick()
        world.clock.forward(minutes=10)
    carry_out(world.campaign, Announce(text="The GM is on a journey."), NAME)
    carry_out(world.campaign, Extend(time="24h", reason="A holiday."), NAME)
    found = read(world, NAME, reader, "in the turn")
    monkeypatch.setattr(SystemClock, "now", lambda clock: world.clock.now())
    folder, another = world.campaign.settings.folder, table(world).setup.seats[1]
    typed = [word for text in written(table(usual), another) for line in text.splitlines() for word in ("-l", line)]
    for words in (*LOOKED_AT, ("orders", "check", another, *typed), ("orders", "send", another, *typed)):
        said = run(*words, folder=folder)
        lines = [line.replace(str(folder), "") for line in (said.out + said.err).splitlines()]
        if words == ("report", "list"):  # whose letters are made in any order
            lines.sort()
        found[" ".join(words[:2])] = "\n".join([str(said.code), *lines]).encode()
    return found


def test_what_the_others_hold_changes_no_byte(begun: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    usual = twin(begun, tmp_path / "usual")
    reader = table(usual).setup.seats[0]
    other = twin(begun, tmp_path / "other", lambda game: other_hands(game, reader))
    assert table(other).state != table(usual).state

    found, instead = (lived(world, usual, reader, monkeypatch) for world in (usual, other))

    assert_same(instead, found)


SWAPPED = {
    "amagande": ("hands.{}", "HAND OF {}", "stock", "STOCK"),
    "amber": ("players.{}.down", "HAND OF {}", "deck", "DECK TOP"),
    "elements": ("islands.{}", "ISLAND OF {}", "islands.Cleo", "ISLAND OF Cleo"),
    "living-trumps": ("players.{}.hand", "HAND OF {}", "trump_deck", "TRUMP DECK"),
    "normal-cards": ("hands.{}", "HAND OF {}", "hands.Cleo", "HAND OF Cleo"),
    "wizards-duel": ("sides.{}.hand", "HAND OF {}", "sides.{}.deck", "DECK TOP OF {}"),
}
"""Of each game two places between which a GM exchanges hidden cards: where in the state, and in a GM's words."""


def correction(world: World, n: int) -> str:
    """A correction that exchanges the second seat's first card for one of another zone, by its place."""
    game, kit = table(world), world.campaign.kit_of(world.row(NAME))
    zones = {".".join(map(str, path)): cards for path, cards in rows(game.state, kinds(game))}
    hand, origin, stock, target = (words.format(game.setup.seats[1]) for words in SWAPPED[kit.rules.slug])
    one, other = map(kit.rules.corrections.slots["card"].show, (zones[hand][0].face, zones[stock][1 + n].face))
    return f"SWAP {one} FROM {origin} WITH {other} IN {target}"


def governed(world: World, reader: Seat, n: int) -> list[tuple[list[Event], Read]]:
    """Let the GM set hidden cards right, run the turn, take it back, set others right and run it once more.

    Returns of each of these moments what the reader was told at the table, and all that they could read.
    """

    def looked(moment: str) -> tuple[list[Event], Read]:
        return told(table(world).events, reader), read(world, NAME, reader, moment)

    def do(order: GmOrder) -> None:
        assert not carry_out(world.campaign, order, NAME).failed

    do(Correct(line=correction(world, n), reason="It was dealt wrongly."))
    moments = [looked("corrected")]
    world.adjudicate(NAME)
    moments.append(looked("played"))
    do(Rollback(n=3, text="A letter was lost.", reopen=True))
    moments.append(looked("taken back"))
    do(Correct(line=correction(world, n + 1), reason="It was dealt wrongly."))
    do(Rerun())
    return [*moments, looked("played again")]


def test_which_hidden_cards_a_gm_sets_right_changes_no_byte(begun: World, tmp_path: Path) -> None:
    worlds = [twin(begun, tmp_path / name) for name in ("one", "other")]
    reader = table(worlds[0]).setup.seats[0]

    usual, others = (governed(world, reader, n) for n, world in enumerate(worlds))

    assert [heard for heard, _ in others] == [heard for heard, _ in usual]
    for (_, instead), (_, found) in zip(others, usual, strict=True):
        assert_same(instead, found)
