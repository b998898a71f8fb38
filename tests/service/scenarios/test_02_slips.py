"""Scenario 2: five orders, one with a slip in a card's name, one that names a card which is not held now."""

from __future__ import annotations

import pytest

from referee.engine.audience import Seat
from referee.games.cards import Card
from referee.service.table.table import TableTop
from tests.service.world import World


def table(world: World) -> TableTop:
    """Take the game up."""
    with world.campaign.reading() as work:
        return TableTop.load(work, world.row(), world.clock.now())


def code(card: Card) -> str:
    """Write a card as a player does."""
    return f"M{card.number}" if card.major else str(card)


def receipt(world: World, lines: list[str]) -> str:
    """Let Ana send lines, and return what her receipt says, on one line."""
    world.write("Ana", "\n".join(lines))
    world.tick()
    [mail] = world.mails()
    return " ".join(mail.body.split())


def lines_with(card: Card) -> list[str]:
    """Five orders: the second has a slip, the third names this card."""
    return ["LEAD HIGHEST", "REPLY IF LED = Magicain CALL", f"ROUND 2 LEAD {code(card)}", "PLAY ON 2", "CALL NEVER"]


def test_the_slip_is_refused_with_its_line_and_the_nearest_name_and_the_rest_stands(world: World) -> None:
    mine = {c.face for c in table(world).game.state.sides[Seat("Ana")].hand}
    deck = table(world).game.state.sides[Seat("Ana")].deck
    strange = next(c for c in deck if c.face not in mine and not c.major)
    said = receipt(world, lines_with(strange))

    assert 'REPLY IF LED = Magicain CALL "Magicain" is not a card. Did you mean MAGICIAN?' in said
    assert len(world.on_file("Ana")) == 4
    for line in ("LEAD HIGHEST", f"ROUND 2 LEAD {code(strange)}", "PLAY ON 2", "CALL NEVER"):
        assert line in world.on_file("Ana"), line


@pytest.mark.parametrize("turns", [0, 2])
def test_a_card_that_they_do_not_hold_is_kept_with_the_same_warning_wherever_it_is(world: World, turns: int) -> None:
    for _ in range(turns):
        world.adjudicate()
        world.quiet()
    state = table(world).game.state
    own, other = state.sides[Seat("Ana")], state.sides[Seat("Bob")]
    mine = {c.face for c in own.hand}
    spent = {c.face for c in own.discard}
    places = {
        "their own deck": next(c for c in own.deck if c.face not in mine and not c.major),
        "another's hand": next((c for c in other.hand if c.face not in mine | spent and not c.major), None),
        "another's deck": next(c for c in other.deck if c.face not in mine | spent and not c.major),
    }

    said = set()
    for n, card in enumerate(card for card in places.values() if card is not None):
        name = table(world).kit.rules.words.say(table(world).kit.tables)(card)
        text = receipt(world, ["LEAD HIGHEST", f"ROUND 2 LEAD {code(card)}"])
        assert f"ROUND 2 LEAD {code(card)}" in world.on_file("Ana")
        minded = text.partition("Please note:")[2].partition("Where no line")[0]
        assert minded, f"letter {n} has no warning"
        said.add(minded.replace(name, "CARD").replace(code(card), "CARD"))

    assert len(said) == 1
