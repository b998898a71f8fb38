"""One whole game of every ruleset, written out: what each seat sent, and every letter it got."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from referee.bots.simulate import Style, orders_from, seed_of, setup, writer_of
from referee.cases.letters import Post
from referee.engine.audience import OBSERVER, Seat
from referee.engine.game import Game
from referee.engine.sheet import OnFile
from referee.laws.played import Position, Rules
from referee.reports.parts import Letter
from referee.resources import Resources
from tests.laws.played import rulesets

FOLDER = Path(__file__).parent
STYLES = (Style.SENSIBLE, Style.SCRIBBLE, Style.SILENT)
"""How the seats play, in turn."""

OTHERWISE = {"amber": (5, 19), "living-trumps": (4, 8)}
"""How many seats, and which game, where it is not the fewest and the first."""


def folder_of(slug: str) -> Path:
    """Where the game of a ruleset is kept."""
    return FOLDER / slug.replace("-", "_")


def written(orders: list[str], letters: dict[Seat, list[Letter]]) -> dict[str, str]:
    """Write a played game down: a file for each seat, and one with all orders."""
    out = {f"{seat.lower() or 'newsletter'}.txt": "\n".join(map(as_text, found)) for seat, found in letters.items()}
    return {"orders.txt": "\n".join(orders) + "\n", **out}


def played(rules: Rules, resources: Resources | None = None) -> tuple[list[str], dict[Seat, list[Letter]]]:
    """Play the game; return what was ordered, and each seat's letters."""
    post = Post(rules, resources or Resources(), reveal=True)
    letters: dict[Seat, list[Letter]] = {}
    orders: list[str] = []
    past = []
    for game, files in steps(rules, post):
        past.append((game.step, game.events))
        if game.step:
            orders += [f"turn {game.step}  {seat}: {line}" for seat in files for line in files[seat].lines(game.step)]
        for seat in (*game.setup.seats, OBSERVER):
            letters.setdefault(seat, []).append(post.letter(game, seat, files.get(seat)))
    for seat, found in letters.items():
        found.append(post.last(game, seat, past))
    return orders, letters


def steps(rules: Rules, post: Post) -> Iterator[tuple[Position, Mapping[Seat, OnFile]]]:
    """Play one game, with few seats and all options at their defaults."""
    count, number = OTHERWISE.get(rules.slug, (rules.seats[0], 1))
    game: Position = Game.start(rules, setup(rules, count, {}), seed_of(number))
    seats, lexicon = game.setup.seats, post.lexicon(game.setup.seats)
    files = {seat: OnFile() for seat in seats}
    yield game, files
    while game.end is None:
        orders = {}
        for i, seat in enumerate(seats):
            write = writer_of(rules, STYLES[i % len(STYLES)])
            files[seat], orders[seat] = orders_from(write, game, seat, lexicon, files[seat])
        game = game.play(orders)
        yield game, files


def as_text(letter: Letter) -> str:
    """A letter as a file shows it."""
    return f"##### {letter.kind}: {letter.subject}\n\n{letter.body}"


def regenerate() -> None:
    """Write all games anew."""
    for slug, rules in rulesets().items():
        folder = folder_of(slug)
        folder.mkdir(exist_ok=True)
        for old in folder.glob("*.txt"):
            old.unlink()
        for name, text in written(*played(rules)).items():
            (folder / name).write_text(text, encoding="utf-8")
