"""Why a line was passed over or not needed: the true reason, and none that its player may not know."""

from __future__ import annotations

from dataclasses import replace

import pytest

from referee.bots.simulate import setup
from referee.engine.audience import PUBLIC, Seat
from referee.engine.chance import Chance
from referee.engine.events import Answered, Event, told
from referee.engine.game import Game
from referee.engine.orders import Order
from referee.games.living_trumps import RULESET, bots
from referee.games.living_trumps import events as ev
from referee.games.living_trumps.deck import RANKS
from referee.games.living_trumps.fates import unneeded
from referee.games.living_trumps.hindrances import hindrance
from referee.games.living_trumps.moves import Name
from referee.games.living_trumps.state import State
from referee.games.living_trumps.view import View
from referee.resources import Resources

TABLES = {"french": Resources().table("french", game_folder=RULESET.folder)}


def table(variant: str = "nine-princes") -> Game[State, View]:
    """A new table of three."""
    return Game.start(RULESET, setup(RULESET, 3, {"variant": variant}), b"reasons")


def read(game: Game[State, View], *lines: str, seat: Seat | None = None) -> list[Order]:
    """Read lines as orders of a seat, or of the first."""
    reader = RULESET.reader(RULESET.words.lexicon(game.setup.seats, TABLES), seat or game.setup.seats[0])
    return [replace(reader(line), number=n) for n, line in enumerate(lines, 1)]


CHAOS = table("prince-of-chaos")
ME, OTHER, *_ = CHAOS.setup.seats
CARD = CHAOS.view(ME).hand[0]


@pytest.mark.parametrize(
    ("variant", "line", "why"),
    [
        ("nine-princes", "SUBSTANCE SHADOWSHIFT 9", "it costs nine Blood, and you had four."),
        ("nine-princes", "SUBSTANCE BROKEN K", "the Broken Pattern is not walked from Amber (LT-9.13)."),
        ("nine-princes", "SUBSTANCE HELLRIDE Eric KEEP 2 DUEL", "Eric was not in the Keep."),
        ("nine-princes", "SUBSTANCE HELLRIDE Eric AMBER OFFER",
         "a Place card can be attacked by the forced Duel alone (LT-9.11)."),
        ("nine-princes", "SHADOW TRAVEL AMBER", "you were in Amber already."),
        ("nine-princes", "SHADOW SCRY SHADOW Eric 9", "Eric had nothing in slot 9."),
        ("nine-princes", "SHADOW SCRY DECK SHADOW TOP 200", "there were too few cards in that deck."),
        ("nine-princes", "SHADOW SCRY HAND Benedict", "your own cards are not scried (LT-R9)."),
        ("prince-of-chaos", "SUBSTANCE DIVE", "one dives without a Shadow (LT-11.5)."),
        ("prince-of-chaos", "SHADOW SWITCH 7D FOR 9C", "you had no Place card to switch (LT-8.10)."),
        ("trumps-of-doom", "SHADOW TRAVEL KEEP", "you were in the Keep already."),
        ("trumps-of-doom", "SUBSTANCE HELLRIDE Ganelon AMBER DUEL", "one rides against another player's Shadow."),
    ],
)  # fmt: skip
def test_a_line_that_cannot_be_done_says_what_hinders_it(variant: str, line: str, why: str) -> None:
    game = table(variant)
    names = {"Eric": game.setup.seats[1], "Benedict": game.setup.seats[0], "Ganelon": game.setup.seats[0]}
    for name, seat in names.items():
        line, why = line.replace(name, seat), why.replace(name, seat)
    (order,) = read(game, line)

    assert hindrance(order, game.view(game.setup.seats[0])) == why


def test_a_trick_says_which_cards_it_lacked() -> None:
    game = table()
    seen = game.view(game.setup.seats[0])
    rank = max("23456789", key=lambda one: -seen.holding(one))
    (order,) = read(game, f"TRICK {rank}")

    said = hindrance(order, seen)

    assert said.startswith("a Trick takes four cards, and you had ")
    assert f"of rank {rank}" in said


def test_what_is_not_seen_never_shows_in_a_reason() -> None:
    game = table()
    first, other = game.setup.seats[:2]
    hidden = next(one for one in game.state.players[other].shadows if one.down)
    (order,) = read(game, f"SUBSTANCE HELLRIDE {other} {hidden.card} OFFER")

    assert hindrance(order, game.view(first)) == f"{other} had no such Shadow lying open."


def test_an_idle_turn_says_of_each_line_why_it_was_not_needed() -> None:
    game = table()
    first = game.setup.seats[0]
    lines = {
        "SUBSTANCE SCHEME": "An earlier line was carried out.",
        "DEFEND YIELD": "Nobody rode against you with one Blood.",
        "CHAOS SUFFER": "No Primal Chaos met you.",
        "STORM CONTROL": "No Storm struck you.",
        "JEWEL FIRST": "There is no Jewel in this game.",
        "SPEND FREE ONLY": "In force all Turn.",
        "DEALS OPEN": "Nobody proposed a Deal to you.",
        f"DEAL {game.setup.seats[1]} PLAY HONOUR": "No Blood was staked on a Deal with them.",
        "DUEL CALL NEVER": "You fought no Duel.",
        "CONTEST FLIP 3, 1": "You fought no contest.",
        "HELP NONE": "Nobody called you for help.",
        f"RENEGE {game.setup.seats[2]}": f"You owed {game.setup.seats[2]} nothing.",
        "BOON NAME K": "You won no Boon.",
        "BOON YIELD 4H": "You owed no Boon.",
        "TURNING GIVE 4D": "Only Chaosians give Shadows in a Turning.",
        "POWERBASE DROP 7C": "Nothing had to be recycled.",
        "TRICKS AUTO": "There was no Power Trick to declare.",
    }
    orders = read(game, *lines)
    after = game.play({})

    why = unneeded(after.view(first), told(after.events, first))

    assert {line: why(order) for line, order in zip(lines, orders, strict=True)} == lines


def test_of_a_standing_line_that_grew_old_a_report_says_what_it_lacks_now() -> None:
    game = table()
    first, other = game.setup.seats[:2]
    after = game.play({})
    seen = after.view(first)
    lacked = next(Name(rank, "H") for rank in RANKS if not seen.holding(rank))
    lines = {
        f"DEAL {other} GIVE {lacked} GET ANY": f"No Blood was staked on a Deal with them. You hold no {lacked} now;"
        " without it the Deal would be a lie of yours.",
        f"BOON YIELD {lacked}": "You owed no Boon. You hold none of these now; the default decides.",
    }
    orders = read(game, *lines)

    why = unneeded(seen, told(after.events, first))

    assert {line: why(replace(order, lasting=True)) for line, order in zip(lines, orders, strict=True)} == lines
    assert [why(order) for order in orders] == ["No Blood was staked on a Deal with them.", "You owed no Boon."]


@pytest.mark.parametrize(
    ("line", "about", "met"),
    [
        ("STORM SUFFER", "ControlStorm", ev.StormStruck(seat=ME, controlled=True, to=PUBLIC)),
        ("POWERBASE DROP 7C", "Drop", ev.Recycled(seat=ME, gone=1, card=CARD, slot=1, to=PUBLIC)),
        ("DUEL GAUNTLET 7C", "Gauntlet", ev.DuelBegan(challenger=ME, defender=OTHER, to=PUBLIC)),
        ("TURNING GIVE 7C", "GiveShadow", ev.GiftsTurned(gifts=(ev.Gift(ME, 1, OTHER, CARD, 1),), to=PUBLIC)),
    ],
)
def test_of_two_lines_the_second_is_told_that_the_first_spoke(line: str, about: str, met: Event) -> None:
    (order,) = read(CHAOS, line)
    answered = Answered(seat=ME, about=about, value=None, because=1, to=PUBLIC)
    seen = CHAOS.view(ME)

    assert unneeded(seen, [met, answered])(order) == "Another line spoke first."
    assert unneeded(seen, [met])(order) != "Another line spoke first."


def test_asides_are_lines_that_can_be_read() -> None:
    game = table()
    seen = game.view(game.setup.seats[0])

    written = [line for n in range(20) for line in bots.asides(seen, Chance(b"asides", n))]

    assert written
    assert len(read(game, *written)) == len(written)


def test_a_receipt_warns_of_what_is_not_held_or_does_not_lie_open() -> None:
    game = table()
    seat, other = game.setup.seats[:2]
    view = game.view(seat)
    held, lacking = view.hand[0], next(rank for rank in RANKS if not view.holding(rank))
    open_here = next(one.card for one in view.sheets[other].shadows if one.card is not None)
    lying = {card.rank for card in view.sheets[other].open_shadows}
    elsewhere = next(Name(rank) for rank in RANKS if rank not in lying)
    lines = [
        f"DEAL {other} GIVE {held} GET 2 PLAY HONOUR",
        f"DEAL {other} GIVE {lacking} GET 2 PLAY HONOUR",
        f"DEAL {other} GIVE {lacking} GET 2 PLAY LIE {held}",
        f"SUBSTANCE HELLRIDE {other} {open_here} DUEL",
        f"SUBSTANCE HELLRIDE {other} {elsewhere} DUEL",
    ]
    assert [(one.order.number, one.text) for one in RULESET.orders.remarks(view, read(game, *lines))] == [
        (2, f"You hold no {lacking} now; without it the Deal would be a lie of yours."),
        (5, f"As things stand, {other} has no such Shadow lying open."),
    ]
