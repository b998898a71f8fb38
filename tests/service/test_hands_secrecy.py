"""What a seat gets, and what a GM sees in passing, is the same to the byte whatever the others hold, in every game."""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path
from pkgutil import resolve_name
from typing import Any

import pytest

from referee.engine.audience import Seat
from referee.engine.chance import Chance
from referee.engine.commands import Help, Log, Resend, Status
from referee.engine.errors import Illegal
from referee.engine.events import Event, told
from referee.engine.orders import Order
from referee.engine.sheet import Sheet
from referee.games import slugs
from referee.laws.cards import exchanged, kinds, rows
from referee.laws.played import Position
from referee.laws.sealed import in_other_orders
from referee.laws.secrecy import hidden_zones, shown
from referee.reports.pages import HelpPage
from referee.service.campaign.clock import SystemClock
from referee.service.gm.announcements import Announce
from referee.service.gm.corrections import Correct
from referee.service.gm.deadlines import Extend
from referee.service.gm.order import GmOrder
from referee.service.gm.turns import Rerun, Rollback
from referee.service.people import observers
from referee.service.players import requests
from referee.service.post.post import Mailing
from referee.service.rounds.command import carry_out
from referee.service.table.table import TableTop
from referee.store import inbox
from referee.store.reports import Composed
from tests.cli.conftest import run
from tests.service.processes import LUCK
from tests.service.storied import NAME, seats_of
from tests.service.test_archive_secrecy import Read, assert_same, mailed, read
from tests.service.test_gm_commands import GM
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
    "TO GM: who is ahead?",
)
BY_GM = "STATUS\nPREVIEW\nRULINGS\nLOG\nHELP"
"""What the GM asks by mail."""

LOOKED_AT = (
    ("status",), ("game", "show"), ("game", "log"), ("turn", "status"), ("turn", "preview"), ("orders", "history"),
    ("report", "list"), ("press", "list"), ("archive", "list"), ("archive", "show"), ("seat", "list"), ("mail", "list"),
    ("mail", "outbox"), ("ruling", "list"),
)  # fmt: skip


def table(world: World) -> Position:
    """The game as it stands in the store."""
    with world.campaign.reading() as work:
        return TableTop.load(work, world.row(NAME), world.clock.now()).game


LEAKED = "wizards-duel"
"""Leaks are tried in this game, and it comes first: pytest puts what has the first parameter side by side."""


@pytest.fixture(scope="module", params=sorted(slugs(), key=LEAKED.__ne__))
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
    """Let a seat write all sorts of letters, and look at all that it gets, when, and at what a GM sees in passing."""
    mails = Read()
    for n, text in enumerate((*written(table(world), reader), None)):
        if text is not None:
            world.write(reader, text, game=NAME)
        else:
            world.arrive(world.letter(BY_GM, GM), world.reply_address("GM", NAME), GM)
        world.tick()
        found = mailed(world, GM, OLGA, World.address(reader))
        mails |= {f"letter {n} {path}": data for path, data in found.items()}
        world.clock.forward(minutes=10)
    carry_out(world.campaign, Announce(text="The GM is on a journey."), NAME)
    carry_out(world.campaign, Extend(time="24h", reason="A holiday."), NAME)
    found = mails | read(world, NAME, reader, "in the turn")
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


@dataclass
class Usual:
    """What one seat could read as it was, and the world in which that was."""

    world: World
    reader: Seat
    found: Read


@pytest.fixture(scope="module")
def usual(begun: World, tmp_path_factory: pytest.TempPathFactory) -> Usual:
    """A copy in which all is as it was."""
    world = twin(begun, tmp_path_factory.mktemp("usual") / "world")
    copy = twin(begun, tmp_path_factory.mktemp("copy") / "world")
    reader = table(copy).setup.seats[0]
    with pytest.MonkeyPatch.context() as patched:
        return Usual(copy, reader, lived(world, copy, reader, patched))


def in_another_world(begun: World, usual: Usual, folder: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[World, Read]:
    """Let the same be done where the others hold other cards."""
    other = twin(begun, folder, lambda game: other_hands(game, usual.reader))
    assert table(other).state != table(usual.world).state
    return other, lived(other, usual.world, usual.reader, monkeypatch)


def test_what_the_others_hold_changes_no_byte(
    begun: World, usual: Usual, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, instead = in_another_world(begun, usual, tmp_path / "other", monkeypatch)

    assert_same(instead, usual.found)


@dataclass
class Hidden:
    """What code knows that gives away what another holds in the other world: who that is."""

    another: Seat


Leak = Callable[[pytest.MonkeyPatch, Hidden], None]


def wrapped(where: str, more: Callable[[Hidden, Any, Any], Any]) -> Leak:
    """Make the leak by which a function of ours returns ``more``, of what it was given and what it returns."""

    def plant(patched: pytest.MonkeyPatch, hidden: Hidden) -> None:
        place, _, name = where.rpartition(".")
        owner = resolve_name(f"referee.{place}")
        found = getattr(owner, name)

        def leaking(*given: Any, **how: Any) -> Any:
            return more(hidden, given, found(*given, **how))

        patched.setattr(owner, name, leaking)

    return plant


def handled(command: type[Order], answer: Callable[[Hidden, requests.Request, str], str]) -> Leak:
    """Make the leak by which a command of a player is answered otherwise."""

    def plant(patched: pytest.MonkeyPatch, hidden: Hidden) -> None:
        handler = requests.HANDLERS[command]

        def leaking(asked: requests.Request, one: Order) -> str:
            return answer(hidden, asked, handler(asked, one))

        patched.setitem(requests.HANDLERS, command, leaking)

    return plant


def more_help(hidden: Hidden, asked: requests.Request, said: str) -> str:
    asked.send(HelpPage(asked.post.head(asked.seat), "", view=asked.top.game.view(hidden.another)), said)
    return said


def of_another(hidden: Hidden, given: Any, clerk: Any) -> Any:
    return replace(clerk, view=given[0].game.view(hidden.another))


def another_error(_: Hidden, __: Any, sheet: Sheet) -> Sheet:
    wrong = Illegal("Bob has it.")
    return Sheet(tuple(replace(line, error=wrong) if line.error is not None else line for line in sheet.lines))


def warned(_: Hidden, __: Any, sheet: Any) -> Any:
    return replace(sheet, lines=[replace(one, warnings=["Mind Bob."]) for one in sheet.lines])


def renumbered(_: Hidden, __: Any, made: Mailing) -> Mailing:
    def other(one: Composed) -> Composed:
        sent = one.envelope
        return one if sent is None else replace(one, envelope=replace(sent, message_id=f"<1{sent.message_id[1:]}"))

    return made._replace(letters=[other(one) for one in made.letters])


LEAKS: dict[str, Leak] = {
    "a note in the receipt": wrapped("service.players.receipts.remarks", lambda _, __, said: (*said, "Mind Bob.")),
    "orders held against another's hand": wrapped("service.table.table.TableTop.clerk", of_another),
    "the words of an error": wrapped("service.table.reading.with_examples", another_error),
    "STATUS": handled(Status, lambda _, __, said: f"{said} Bob holds more."),
    "HELP by another's hand": handled(Help, more_help),
    "one letter more": handled(Log, lambda _, asked, said: requests.HANDLERS[Resend](asked, Resend()) and said),
    "a number in a Message-ID": wrapped("service.post.post.Post.composed", renumbered),
    "the size of a letter": wrapped("reports.writer.Writer.write", lambda _, __, it: replace(it, body=f"{it.body} ")),
    "when a letter leaves": wrapped("service.post.pace.not_before", lambda _, how, __: how[3] + timedelta(minutes=5)),
    "a letter to the GM": wrapped("service.gm.status.attention.attention", lambda _, __, items: items[:0]),
    "what is sealed to a GM who types": wrapped("service.players.orders.sheet_of", warned),
    "an exit code": wrapped("service.players.orders.sheet_of", lambda _, __, sheet: replace(sheet, ok=not sheet.ok)),
}
"""Code that gives away what another holds, on every way on which something reaches a seat or its GM."""


@pytest.mark.parametrize("begun", [LEAKED], indirect=True)
@pytest.mark.parametrize("leak", LEAKS)
def test_whatever_gives_it_away_is_seen(
    begun: World, usual: Usual, leak: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    LEAKS[leak](monkeypatch, Hidden(table(usual.world).setup.seats[1]))
    other, instead = in_another_world(begun, usual, tmp_path / "other", monkeypatch)

    with other.campaign.store.reading() as tx:
        assert inbox.held(tx) == []
    with pytest.raises(AssertionError):
        assert_same(instead, usual.found)


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
