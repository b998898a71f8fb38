"""Games and seats found by the name that somebody wrote, and the names of the rulesets."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from referee import games as rules
from referee.engine.audience import GM, Seat
from referee.engine.errors import SetupError
from referee.engine.lexicon import Lexicon, Names, split
from referee.store import games, people
from referee.store.database import Transaction
from referee.store.tables import GameRow, Status

MOST = 40
"""No game's short name has more letters."""


def game_named(tx: Transaction, game: str) -> GameRow:
    """Return the game of this name; raises `SetupError` that names those there are.

    One that was brought in from a bundle is there to be looked at: it is returned to nobody who is about to write.
    """
    row = games.named(tx, game)
    if row is None:
        raise SetupError(f"There is no game {game}. {_those_there_are([g.name for g in games.games(tx)])}")
    if tx.writes and row.bundle:
        raise SetupError(
            f"{row.title} was brought in from a bundle, as a game that is over. Nobody here plays it, so nothing is"
            " changed in it, and nothing goes out of it; it can be looked at, verified, and handed out again."
        )
    return row


def _those_there_are(names: Sequence[str]) -> str:
    match names:
        case []:
            return "None was created yet."
        case [name]:
            return f"The only one is {name}."
        case _:
            return f"There are {', '.join(names)}."


def short_name(name: str) -> str:
    """Return a name that a game may have; raises `SetupError` for any other."""
    if not name.isascii() or not name.replace("-", "").isalnum() or len(name) > MOST:
        raise SetupError(f"A game's short name has letters, digits and hyphens; {name!r} will not do.")
    return name


def begun(row: GameRow) -> None:
    """Refuse a game that has not begun or is over; raises `SetupError`."""
    if row.status in (Status.INVITING, Status.OVER):
        raise SetupError(f"{row.title} {'has not begun' if row.status is Status.INVITING else 'is over'}.")


def seat_in(tx: Transaction, game: int, name: str) -> Seat:
    """Find a seat by its name, a sure beginning or its player's whole name; raises `SetupError` with the seats."""
    seats, words = [Seat(place.name) for place in games.places(tx, game)], [word.text for word in split(name)]
    found = None if name in Names({seat: seat for seat in seats}) else Names(played_by(tx, game)).exact(words)
    return found[0] if found is not None else seat_named(seats, name)


def played_by(tx: Transaction, game: int) -> dict[str, Seat]:
    """Return the seats that are called otherwise than who plays them, by those people's names; for the GM alone.

    Nobody is found by a name that two of them have.
    """
    called = people.called(tx, game)
    often = Counter(person.casefold() for person, _ in called)
    return {person: Seat(seat) for person, seat in called if person != seat and often[person.casefold()] == 1}


def with_people(tx: Transaction, game: int, lexicon: Lexicon) -> Lexicon:
    """Return the words of a table with those people's names beside its seats'; for the GM alone."""
    if not (before := played_by(tx, game)):
        return lexicon
    return replace(lexicon, seats=_SeatsAndPeople(lexicon.seats, before))


class _SeatsAndPeople(Names[Seat]):
    """Seats by their names and by people's, and else by whatever the game itself takes for a seat's name."""

    def __init__(self, seats: Names[Seat], before: dict[str, Seat]) -> None:
        super().__init__({**before, **{name: Seat(name) for name in seats.vocabulary()}})
        self._seats = seats

    def exact(self, words: Sequence[str]) -> tuple[Seat, int] | None:
        return super().exact(words) or self._seats.exact(words)

    def find(self, words: Sequence[str]) -> tuple[Seat, int] | None:
        return super().find(words) or self._seats.find(words)


def seat_named(seats: Sequence[Seat], name: str) -> Seat:
    """Find a seat by its name or an unmistakable beginning; raises `SetupError` that names the seats."""
    found = Names({s: s for s in seats}).find([word.text for word in split(name)])
    if found is None:
        there_are = f"The seats are {', '.join(seats)}." if seats else "No seat is taken yet."
        raise SetupError(f"There is no seat {name}. {there_are}")
    return found[0]


def rulesets() -> list[str]:
    """Name the rulesets that can be played, without loading any."""
    return rules.slugs()


def reader_in(tx: Transaction, game: int, name: str) -> Seat:
    """Find whose letters of a game are meant: a seat's, as `seat_in` does, or the GM's."""
    return GM if name.upper() == GM else seat_in(tx, game, name)
