"""Games of Amber under way: rehearsed by bots, so that one knows what they will order, and played on campaigns."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import count, islice
from typing import Any

from benchmarks.world import address, fix_secret, secret_of
from referee import games
from referee.bots.simulate import NAMES, Style, orders_from, writer_of
from referee.engine.asks import Answer, Ask
from referee.engine.audience import Seat
from referee.engine.chance import mixed
from referee.engine.game import Game
from referee.engine.lexicon import Lexicon
from referee.engine.ruleset import Ruleset
from referee.engine.setup import Setup, SignUp
from referee.engine.sheet import OnFile
from referee.resources import Resources
from referee.service.campaign.campaign import Campaign
from referee.service.gm.start import create_game, seat_player, start_game
from referee.service.players.orders import send
from referee.service.turns.advance import advance
from referee.service.turns.turn import Advanced
from referee.store.tables import Occasion

RULES: Ruleset[Any, Any] = games.find("amber")
PEOPLE = (*NAMES, "Moritz", "Nora", "Otto", "Paula")
STYLES = (Style.SENSIBLE, Style.SCRIBBLE)
"""Of two games one is played by sense and one by whim."""

OPTIONS = {RULES.pace.idle: "no"}
"""A turn in which nobody has a decision waits for its deadline, too, so that all games stand at the same turn."""

PEACE = ("STANDING WAIT", "STANDING DEFEND WITH ANY", "STANDING DEFEND AMBER WITH ALL")
"""What is on file in a game that goes on for ever."""

Lines = Mapping[Seat, tuple[str, ...]]


@dataclass(frozen=True)
class Rehearsed:
    """A game as bots play it: what each seat writes and has on file before each turn.

    ``answered`` counts the asks that desks answered, by an order or by default.
    """

    number: int
    setup: Setup
    seed: bytes
    letters: tuple[Lines, ...]
    on_file: tuple[Mapping[Seat, OnFile], ...]
    answered: int


@cache
def setup_of(seats: int) -> Setup:
    """Set a table."""
    settled = RULES.settle(OPTIONS)
    return Setup(RULES.seating.christen([SignUp(name) for name in PEOPLE[:seats]], settled), settled)


def lexicon_of(seats: int) -> Lexicon:
    """Make the words of a table anew, so that no line counts as read before."""
    return RULES.words.lexicon(setup_of(seats).seats, _tables())


@cache
def _tables() -> dict[str, Mapping[str, Any]]:
    """Read the tables of words from their files, which a program does once."""
    return Resources().tables(RULES.words.tables, RULES.folder)


def turned(game: Game[Any, Any], files: Mapping[Seat, OnFile], lexicon: Lexicon) -> Game[Any, Any]:
    """Play one turn by the bare engine: orders read, desks, the turn, every seat's view folded."""
    step = game.step + 1
    after = game.play({seat: file.in_force(step, RULES.reader(lexicon, seat)) for seat, file in files.items()})
    for seat in after.setup.seats:
        after.view(seat)
    return after


@cache
def rehearsed(number: int, seats: int, turns: int, style: Style) -> Rehearsed | None:
    """Play the first turns of a game, once for all figures that play it; None if it is over by then."""
    setup, write = setup_of(seats), writer_of(RULES, style)
    seed, lexicon = mixed(secret_of(number), [(seat, "") for seat in setup.seats]), lexicon_of(seats)
    game, filed = Game.start(RULES, setup, seed), dict.fromkeys(setup.seats, OnFile())
    letters, on_file = list[Lines](), list[Mapping[Seat, OnFile]]()
    answered = 0

    def counting(view: Callable[[], Any], seat: Seat, orders: Any) -> Any:
        desk = RULES.desk(seat, orders, view)

        def answer(ask: Ask[Any]) -> Answer[Any]:
            nonlocal answered
            answered += 1
            return desk(ask)

        return answer

    for _ in range(turns):
        said, orders = dict[Seat, tuple[str, ...]](), dict[Seat, Any]()

        def noted(view: Any, chance: Any) -> tuple[str, ...]:
            said[seat] = tuple(write(view, chance))  # noqa: B023 - called at once
            return said[seat]  # noqa: B023 - called at once

        for seat in setup.seats:
            filed[seat], orders[seat] = orders_from(noted, game, seat, lexicon, filed[seat])
        letters.append(said)
        on_file.append(dict(filed))
        desks = {
            seat: (lambda view, seat=seat, lines=lines: counting(view, seat, lines)) for seat, lines in orders.items()
        }
        game = game.play({}, desks=desks)
        if game.end is not None:
            return None
    return Rehearsed(number, setup, seed, tuple(letters), tuple(on_file), answered)


def lasting(turns: int, seats: int, style: Style | None = None) -> Iterator[Rehearsed]:
    """List games that last so many turns; their last letters are another matter."""
    games = (rehearsed(number, seats, turns, style or STYLES[number % len(STYLES)]) for number in count())
    return (one for one in games if one is not None)


@dataclass
class Realm:
    """A campaign with games of Amber that are not over: by their names, with their ids."""

    campaign: Campaign
    games: dict[str, int] = field(default_factory=dict)
    rehearsals: dict[str, Rehearsed] = field(default_factory=dict)
    turn: int = 0

    def add(self, games: Iterator[Rehearsed], how_many: int) -> None:
        """Begin games that were rehearsed."""
        for one in islice(games, how_many):
            name = self.begin(one.number, len(one.setup.seats))
            self.rehearsals[name] = one

    def begin(self, number: int, seats: int) -> str:
        """Begin one game."""
        name = f"amber{number}-{seats}"
        row = create_game(
            self.campaign,
            name,
            RULES.slug,
            title=f"The Throne {number}",
            deadline="Tue,Fri 20:00",
            options=OPTIONS,
            policy={"mass_silence": "0"},  # bots that play by whim send nothing now and then, and nobody waits
        )
        fix_secret(self.campaign, name, number)
        for place, person in enumerate(PEOPLE[:seats]):
            seat_player(self.campaign, name, person, address(f"p{place}-", number), demo=True)
        start_game(self.campaign, name)
        self.games[name] = row.id
        return name

    def file(self) -> None:
        """File what was rehearsed for the next turn, seat by seat, as a letter would."""
        for name, one in self.rehearsals.items():
            for seat, lines in one.letters[self.turn].items():
                if lines:
                    send(self.campaign, name, seat, lines)
        self.turn += 1

    def advance(self) -> int:
        """Play the next turn of every game; return how many that were."""
        for game in self.games.values():
            result = advance(self.campaign, game, Occasion.GM)
            assert result is Advanced.PLAYED, result
        return len(self.games)

    def ready(self) -> None:
        """Do what comes before a turn: the letters of the players, and what the service does between turns."""
        self.file()
        self.campaign.store.checkpoint()
