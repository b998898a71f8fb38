"""A game in which nearly everything happened that a record can hold, of any ruleset."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from referee.engine.ruleset import Ruleset
from referee.service.gm.corrections import Correct
from referee.service.gm.ending import EndGame
from referee.service.gm.order import GmOrder
from referee.service.gm.ruling import Rule, Withdraw
from referee.service.gm.seats import Replace
from referee.service.gm.turns import Rerun, Rollback
from referee.service.people import observers, vacancies
from referee.service.rounds.command import carry_out
from referee.store import games
from referee.store.tables import Reveal, Status
from tests.service.world import World

NAME = "autumn"
CAST = {
    "amber": ("Corwin", "Eric", "Fiona", "Random"),
    "living-trumps": ("Corwin", "Eric", "Fiona", "Random"),
}
"""Whom the games are played by whose seats are characters."""

SEATS = ("Ana", "Bob", "Cleo", "Dora")
WRITTEN = {"wizards-duel": ("LEAD HIGH\nREPLY LOW", "LEAD LOW\nSTANDING REPLY HIGH")}
MENDED = {
    "amagande": "REQUIRE HEARTS",
    "amber": "VASSAL Corwin OF Eric",
    "elements": "OPTION IMPULSES TO 1",
    "living-trumps": "SET BLOOD OF Corwin TO 4",
    "normal-cards": "OPTION TRICKS PER TURN TO 1",
    "wizards-duel": "SET POINTS OF Ana TO 40",
}
"""What the GM corrects."""

SECRET = "Meet me behind the elm"
"""What the first seat writes to the second alone."""


def seats_of(rules: Ruleset[Any, Any]) -> tuple[str, ...]:
    """The seats of a game of this ruleset: three, or as few or many as it can have."""
    return CAST.get(rules.slug, SEATS)[: min(max(3, rules.seats[0]), rules.seats[-1])]


def storied(folder: Path, slug: str, *, over: bool = True, draw: bool = False, reveal: Reveal = Reveal.FULL) -> World:
    """Play a game: with press, rulings, a correction, a turn taken back, observers, a bot and a successor.

    It goes on, or the GM ends it, or (``draw``) its players do. The first two seats have players, the second one later
    another; the referee plays the rest.
    """
    world = World.made(folder)
    names = seats_of(world.campaign.kit(slug).rules)
    first, second = names[:2]
    world.game(NAME, names[:2], start=False, ruleset=slug)
    with world.campaign.store.writing() as tx:
        games.game(tx, world.row(NAME).id).reveal = reveal
    for name in names[2:]:
        vacancies.play(world.campaign, NAME, name)
    world.start(NAME)
    told(world, f"{first}: TO ALL: Hello to you all, from {first}@players.example", f"{first}: TO {second}: {SECRET}")
    observers.add(world.campaign, NAME, "wat@players.example", demo=True)
    observers.add(world.campaign, NAME, "wen@players.example", demo=True)
    played(world, slug, first, second)
    do(world, Rule(text="Only you may look at it.", addressees=(second,)))
    do(world, Rule(text="A card that was shown stays where it was.", reason="The rules are silent."))
    do(world, Rule(text="This one goes."))
    do(world, Withdraw(n=2, text="It was wrong."))
    do(world, Correct(line=MENDED[slug], reason="We erred."))
    played(world, slug, first, second)
    carry_out(world.campaign, Rollback(n=world.row(NAME).step, text="A rule was read wrongly."), NAME)
    carry_out(world.campaign, Rerun(), NAME)
    do(world, Replace(player=second, address="eve@players.example", name="Evelyn Marsh", local=True))
    if over and draw:
        agreed(world, first, second)
    elif over:
        do(world, EndGame(result=first, reason="The year is over."))
    return world.quiet()


def told(world: World, *said: str) -> None:
    """Let seats write, and read it."""
    for one in said:
        seat, _, text = one.partition(": ")
        world.write(seat, text, game=NAME)
    world.tick()


def played(world: World, slug: str, *seats: str) -> None:
    """Let those who know how send orders, and the deadline come, if the game is not over."""
    if world.row(NAME).status is not Status.OVER:
        told(world, *(f"{seat}: {text}" for seat, text in zip(seats, WRITTEN.get(slug, ()), strict=False)))
        world.adjudicate(NAME)


def agreed(world: World, first: str, second: str) -> None:
    """Let the players agree to a draw, if the game is not over."""
    if world.row(NAME).status is not Status.OVER:
        told(world, f"{first}: PROPOSE DRAW")
        world.write(second, "VOTE YES", game=NAME, sender="eve@players.example")
        world.tick()
        world.adjudicate(NAME)


def do(world: World, what: GmOrder) -> None:
    """Let the GM do something, if the game is not over."""
    if world.row(NAME).status is not Status.OVER:
        carry_out(world.campaign, what, NAME)
