"""What the tests of the store begin with: an hour, players, a game of three seats, letters to send."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from referee.engine.audience import Seat
from referee.store import games, people, steps
from referee.store.codec import codec
from referee.store.database import Store, Transaction
from referee.store.reports import Composed, Envelope
from referee.store.steps import Circumstances
from referee.store.tables import Occasion
from tests.store import toy
from tests.store.toy import BO, SEATS

NOW = datetime(2026, 11, 20, 19, 0, tzinfo=UTC)
HOUR = timedelta(hours=1)
PROGRAM = "0.1.0"
CODEC = codec(toy.RULES)


def invited(tx: Transaction, name: str = "Perilous") -> int:
    """Create a game with three seats taken, one of them with a wish, and return its id."""
    options = {"b": "no", "a": "yes"}
    row = games.create(
        tx,
        name,
        title="Toy",
        ruleset="toy",
        edition="1",
        options=options,
        secret=b"s" * 32,
        at=NOW,
        zone="Europe/Berlin",
    )
    for seat in SEATS:
        address = f"{seat}@{name}.Example"
        player = people.add_player(tx, seat, zone="UTC", address=address, normal=address.lower(), at=NOW)
        games.join(tx, row.id, player.id, name=seat, at=NOW, wishes=("WANTS Eric",) if seat == BO else ())
    return row.id


def letters(step: int, seats: tuple[Seat, ...] = SEATS, *, name: str = "Perilous") -> list[Composed]:
    """One report for each seat, to be sent."""
    return [
        Composed(
            seat=seat,
            kind="report",
            number=1,
            subject=f"Turn {step}",
            body=f"Dear {seat},\n\nyou draw the Five of Cups.\n",
            form=("WAIT", "DEFEND WITH ANY"),
            envelope=Envelope(message_id=f"<{name}.{step}.{seat}@x>", headers={"reply_to": f"orders+{seat}"}),
        )
        for seat in seats
    ]


def around(step: int, **changed: Any) -> Circumstances:
    """The circumstances of a step, with a letter for each seat."""
    plain: dict[str, Any] = {
        "why": Occasion.DEADLINE if step else Occasion.SET_UP,
        "at": NOW + step * HOUR,
        "orders": {BO: ("ATTACK Ana", "WAIT")} if step else {},
        "letters": letters(step),
        "due_at": NOW + (step + 1) * HOUR,
    }
    return Circumstances(**(plain | changed))


def play(tx: Transaction, game_id: int, step: int, **changed: Any) -> str:
    """Save a step of the made-up game."""
    return steps.save(tx, CODEC, game_id, toy.game(step), around(step, **changed))


def started(store: Store, steps_played: int = 0) -> int:
    """Create a game, set it up and play some steps; return its id."""
    with store.writing() as tx:
        game_id = invited(tx)
    for step in range(steps_played + 1):
        with store.writing() as tx:
            play(tx, game_id, step)
    return game_id
