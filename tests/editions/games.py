"""Games of every edition of every ruleset, kept as they were played: what they came to must not change.

A file holds the games of one edition: the table, each step's orders as printed, and of its events the hash. In the
middle of each lies the game as a campaign's store has it, from which it must be able to go on.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from referee.engine.audience import Seat
from referee.engine.game import Game, readers
from referee.engine.lexicon import Lexicon
from referee.engine.setup import Setup
from referee.engine.sheet import OnFile
from referee.laws.played import Position, Rules, record
from referee.resources import Resources
from referee.store.codec import codec

FOLDER = Path(__file__).parent / "kept"
NUMBERS = (0, 2, 3, 5, 7, 8, 10, 12)
"""The games that are kept: with the usual options, and with others; in three styles that write orders."""

LONGEST = 12
"""So many steps of each."""

STORED = (0, 7, 12)
"""The games of which the middle is kept too, one of each style."""

Kept = dict[str, Any]


def file_of(rules: Rules) -> Path:
    """Where the games of an edition are kept."""
    return FOLDER / f"{rules.slug}-{rules.edition}.json"


def written(rules: Rules) -> str:
    """Play the games of an edition, as they are kept."""
    games = [_written(rules, number) for number in NUMBERS]
    return json.dumps(games, ensure_ascii=False, indent=0, sort_keys=True) + "\n"


def _written(rules: Rules, number: int) -> Kept:
    made = record(rules, number, lambda seats: words(rules, seats))
    show, game = rules.grammar.show, made.start
    steps, stored = [], None
    for step in made.steps[:LONGEST]:
        if number in STORED and step.turn == 1 + min(LONGEST, len(made.steps)) // 2:
            stored = _stored(rules, game)
        orders = {seat: [show(one) for one in orders] for seat, orders in step.orders.items() if orders}
        game = _played(rules, game, orders)
        steps.append({"orders": orders, "events": hash_of(rules, game)})
    setup = made.start.setup
    return {
        "seats": list(setup.seats),
        "options": dict(setup.options),
        "seed": game.seed.hex(),
        "start": hash_of(rules, made.start),
        "steps": steps,
        "middle": stored,
    }


def _stored(rules: Rules, game: Position) -> Kept:
    """Write a game as a campaign's store has it."""
    views = {seat: codec(rules).dump_view(game.views[seat]).decode() for seat in readers(game.setup)}
    return {"step": game.step, "state": codec(rules).dump_state(game.state).decode(), "views": views}


def _played(rules: Rules, game: Position, lines: Mapping[Seat, list[str]]) -> Position:
    """Play the next step with lines that are on file for it."""
    turn, lexicon = game.step + 1, words(rules, game.setup.seats)
    read = {seat: rules.reader(lexicon, seat) for seat in map(Seat, lines)}
    return game.play({seat: OnFile({turn: tuple(lines[seat])}).in_force(turn, read[seat]) for seat in read})


def words(rules: Rules, seats: tuple[Seat, ...]) -> Lexicon:
    """Return the words of a table."""
    return rules.words.lexicon(seats, Resources().tables(rules.words.tables, rules.folder))


def hash_of(rules: Rules, game: Position) -> str:
    """Return the hash of the last step's events."""
    return hashlib.sha256(codec(rules).dump_events(game.events)).hexdigest()[:16]


def begun(rules: Rules, kept: Kept) -> Position:
    """Set a kept game up again."""
    return Game.start(rules, _table(rules, kept), bytes.fromhex(kept["seed"]))


def taken_up(rules: Rules, kept: Kept) -> Position:
    """Take a kept game up in its middle, as a program does that finds it in its store."""
    middle, setup = kept["middle"], _table(rules, kept)
    state = codec(rules).load_state(middle["state"].encode())
    views = {seat: codec(rules).load_view(middle["views"][seat].encode()) for seat in readers(setup)}
    return Game(rules, setup, bytes.fromhex(kept["seed"]), middle["step"], state, views)


def as_far(rules: Rules, kept: Kept) -> Position:
    """Play a kept game from its start to its middle."""
    game = begun(rules, kept)
    for step in kept["steps"][: kept["middle"]["step"]]:
        game = _played(rules, game, step["orders"])
    return game


def differing(rules: Rules, kept: Kept, game: Position) -> int | None:
    """Play a kept game on to its end, and return the first step that does not come to what it came to."""
    for number, step in enumerate(kept["steps"][game.step :], game.step + 1):
        game = _played(rules, game, step["orders"])
        if hash_of(rules, game) != step["events"]:
            return number
    return None


def _table(rules: Rules, kept: Kept) -> Setup:
    return Setup(tuple(map(Seat, kept["seats"])), rules.completed(kept["options"]))
