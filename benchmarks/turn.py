"""Whole turns at their deadline, from the rows of the last one to the last mail sent, beside their floors."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks import realm
from benchmarks.duel_floor import DuelFloor
from benchmarks.floor import Floor
from benchmarks.pairs import Row, Taken, row, size, timed, times
from benchmarks.realm import Realm, lasting
from benchmarks.realm_floor import RealmFloor
from benchmarks.world import DOMAIN, TURNS, campaign, play_due, reach_deadlines, sent
from referee.engine.game import Game
from referee.service.campaign.campaign import Campaign
from referee.store.tables.columns import unpacked

DUELS = 12
GAMES, SEATS, ROUNDS = 6, 9, 8


@dataclass(frozen=True)
class Round:
    """What one turn took: played and its letters sent, ours and the floor's, and the bare rules beside the floor."""

    played: Taken
    sent: Taken
    flat: Taken
    flat_sent: Taken
    rules: Taken


def duel() -> list[Row]:
    """Compare a turn of a duel, which the floor plays by flat rules of its own."""
    with campaign() as world:
        world.add(DUELS)
        floor, before = DuelFloor(copied(world.campaign), DOMAIN), _size(world.campaign)
        found = _measured(world.campaign, floor, world.games, TURNS - 1)
        grown = _size(world.campaign) - before
        floor.close()
    return [
        *_rows("Duel: a turn at its deadline", "floor", found),
        size("Duel: a turn in the database", "", grown / (DUELS * TURNS) / 1024, "KB"),
    ]


def amber() -> list[Row]:
    """Compare a turn of nine seats, to whose floor the rules' own cost is added, for it has none."""
    with campaign() as world:
        played = Realm(world.campaign)
        played.add(lasting(ROUNDS + 1, SEATS), GAMES)
        floor = RealmFloor(copied(world.campaign), DOMAIN)

        def hear() -> None:
            with world.campaign.store.reading() as tx:
                floor.hear(tx.connection())

        def ready() -> None:
            played.ready()
            rules.ready()

        before, rules = _size(world.campaign), Rules(played)
        found = _measured(world.campaign, floor, list(played.games.values()), ROUNDS, ready, hear, rules.play)
        grown = _size(world.campaign) - before
        floor.close()
    name, turns = f"Amber: a turn of {SEATS} seats", GAMES * (ROUNDS + 1)
    without = [(one.rules, one.flat + one.flat_sent) for one in found]
    return [
        *_rows(f"{name} at its deadline", "floor + rules", found),
        row("    the bare rules / floor without them", "", without, times),
        size(f"{name} in the database", "<= 60 KB", grown / turns / 1024, "KB"),
    ]


class Rules:
    """The games of a realm played by the bare engine."""

    def __init__(self, played: Realm) -> None:
        self.of = list(played.rehearsals.values())
        self.games: list[Game[Any, Any]] = [Game.start(realm.RULES, one.setup, one.seed) for one in self.of]
        self.words = realm.lexicon_of(SEATS)

    def ready(self) -> None:
        """Read the lines of the next turn once, as ours were read when they were filed."""
        for game, one in zip(self.games, self.of, strict=True):
            for seat, file in one.on_file[game.step].items():
                file.in_force(game.step + 1, realm.RULES.reader(self.words, seat))

    def play(self) -> None:
        """Play the next turn of every game."""
        both = zip(self.games, self.of, strict=True)
        self.games = [realm.turned(game, one.on_file[game.step], self.words) for game, one in both]


def copied(opened: Campaign) -> Path:
    """Send what is queued, and copy the database for a floor."""
    sent(opened)
    copy = Path(opened.settings.folder) / "floor.db"
    opened.store.copy_to(copy)
    return copy


def _size(opened: Campaign) -> int:
    opened.store.checkpoint()
    return opened.settings.database.stat().st_size


def _measured(
    opened: Campaign,
    floor: Floor,
    games: list[int],
    rounds: int,
    ready: Callable[[], None] = lambda: None,
    hear: Callable[[], None] = lambda: None,
    rules: Callable[[], None] = lambda: None,
) -> list[Round]:
    """Play turns of all games on both sides, and send their mail; the first round warms both and is left out."""
    found, bytes_sent = list[Round](), 0

    def send() -> None:
        nonlocal bytes_sent
        bytes_sent += sent(opened)

    def flat() -> None:
        for game in games:
            floor.advance(game)
        floor.checkpoint()

    for _ in range(rounds + 1):
        ready()
        reach_deadlines(opened)
        played, mailed = timed(lambda: play_due(opened, len(games)), len(games)), timed(send, len(games))
        hear()
        found.append(Round(played, mailed, *(timed(one, len(games)) for one in (flat, floor.send, rules))))
    _alike(opened, floor, bytes_sent)
    return found[1:]


def _rows(name: str, beside: str, found: list[Round]) -> list[Row]:
    whole = [(one.played + one.sent, one.flat + one.flat_sent + one.rules) for one in found]
    return [
        row(f"{name} / {beside}", "<= 3.0", whole, times),
        row("    of that, until it is written", "", [(one.played, one.flat + one.rules) for one in found], times),
        row("    of that, its letters sent", "", [(one.sent, one.flat_sent) for one in found], times),
    ]


def written(letters: Iterable[Any]) -> int:
    """Return how long the texts of letters are, each given as it is stored, with its document."""
    return sum(len(unpacked(body, unpacked(document))) for body, document in letters)


def _alike(opened: Campaign, floor: Floor, bytes_sent: int) -> None:
    """Make sure that both wrote as much: the same letters and mails, as long within a tenth."""
    query = (
        "SELECT count(*), (SELECT count(*) FROM mail WHERE state = 'sent'),"
        " (SELECT sum(length(state) + length(events)) FROM step) FROM report"
    )
    texts = "SELECT body, document FROM report"
    with opened.store.reading() as tx:
        *rows, steps = tx.connection().exec_driver_sql(query).one()
        words = written(tx.connection().exec_driver_sql(texts))
    *flat_rows, flat_steps = floor.sql.execute(query).fetchone()
    flat_words = written(floor.sql.execute(texts))
    assert rows == flat_rows, (rows, flat_rows)
    for ours, theirs in (words, flat_words), (steps, flat_steps), (bytes_sent, floor.mail_bytes):
        assert 0.9 < theirs / ours < 1.1, (ours, theirs)
