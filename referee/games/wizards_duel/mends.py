"""What a GM may set right in a duel: score sheets, calls, who leads, and a card from one place to another."""

from __future__ import annotations

from typing import ClassVar

from referee.engine.audience import PUBLIC, Audience, Seat, all_but, only
from referee.engine.mends import Mend
from referee.engine.orders import Order, order
from referee.engine.slots import Choice, Number, Slot
from referee.engine.table import Table
from referee.games.cards import Card
from referee.games.wizards_duel.events import (
    CallsCorrected,
    CardPut,
    CardPutUnseen,
    LeaderCorrected,
    NothingCorrected,
    Place,
    ScoreCorrected,
)
from referee.games.wizards_duel.state import Side, State

POINTS: Slot[int] = Number("points", below=True)

PLACE: Slot[Place] = Choice(
    "place",
    {
        "HAND": Place.HAND,
        "DECK TOP": Place.TOP,
        "DECK BOTTOM": Place.BOTTOM,
        "DECK": Place.TOP,
        "DISCARDS": Place.DISCARDS,
        "DISCARD": Place.DISCARDS,
    },
    "HAND, DECK TOP, DECK BOTTOM or DISCARDS",
)


@order
class SetPoints(Mend):
    """Set a player's score."""

    usage: ClassVar[str | tuple[str, ...]] = "POINTS player points"
    example: ClassVar[str] = "POINTS ME 12"
    player: Seat
    points: int

    def told(self) -> str:
        """Say what the score is set to."""
        return f"the score of {self.player} is set to {self.points}"


@order
class SetCalls(Mend):
    """Set how many calls a player has left."""

    usage: ClassVar[str | tuple[str, ...]] = "CALLS player n"
    example: ClassVar[str] = "CALLS ME 3"
    player: Seat
    n: int

    def told(self) -> str:
        """Say how many calls are left."""
        return f"{self.player} has {self.n} call{'' if self.n == 1 else 's'} left"


@order
class SetLeader(Mend):
    """Set who leads the next round."""

    usage: ClassVar[str | tuple[str, ...]] = "LEADER player"
    example: ClassVar[str] = "LEADER ME"
    player: Seat

    def told(self) -> str:
        """Say who leads."""
        return f"{self.player} leads the next round"


@order
class PutCard(Mend):
    """Put one of a player's own cards from where it lies somewhere else; only who may see it learns which it was."""

    usage: ClassVar[str | tuple[str, ...]] = "CARD card OF player FROM origin:place TO target:place"
    example: ClassVar[str] = "CARD 5C OF ME FROM HAND TO DECK BOTTOM"
    open: ClassVar[bool] = False
    card: Card
    player: Seat
    origin: Place
    target: Place

    def told(self) -> str:
        """Name the player and no card."""
        return f"a card of {self.player} is put right"


MENDS: tuple[type[Mend], ...] = (SetPoints, SetCalls, SetLeader, PutCard)


def mend(t: Table[State], one: Order) -> None:
    """Carry a correction out before the turn; one that does not fit the state changes nothing."""
    match one:
        case SetPoints(player=seat, points=points):
            t.state.sides[seat].score = points
            t.tell(ScoreCorrected(seat=seat, score=points, to=PUBLIC))
        case SetCalls(player=seat, n=calls):
            t.state.sides[seat].calls = calls
            t.tell(CallsCorrected(seat=seat, calls=calls, to=PUBLIC))
        case SetLeader(player=seat):
            t.state.leader = seat
            t.tell(LeaderCorrected(seat=seat, to=PUBLIC))
        case PutCard(player=seat):
            put(t, seat, one)
        case _:
            raise AssertionError(f"{one} is no correction of a duel")


def put(t: Table[State], seat: Seat, one: PutCard) -> None:
    """Move the card, and name it to those who saw it where it lay or see it where it lies now."""
    side = t.state.sides[seat]
    lay = {Place.TOP: side.deck, Place.BOTTOM: side.deck}.get(one.origin, zone(side, one.origin))
    card = next((card for card in lay if card.face is one.card.face), None)
    if card is None:
        t.tell(NothingCorrected(seat=seat, to=PUBLIC))
        return
    lay.remove(card)
    target = zone(side, one.target)
    target.insert(0 if one.target is Place.TOP else len(target), card)
    ends = {one.origin, one.target}
    if Place.DISCARDS in ends:
        t.tell(named(seat, card, one, PUBLIC))
    elif Place.HAND in ends:
        t.tell(named(seat, card, one, only(seat)), unseen(seat, one, all_but(seat)))
    else:
        t.tell(unseen(seat, one, PUBLIC))


def named(seat: Seat, card: Card, one: PutCard, to: Audience) -> CardPut:
    """Tell which card it was."""
    return CardPut(seat=seat, card=card, origin=one.origin, target=one.target, to=to)


def unseen(seat: Seat, one: PutCard, to: Audience) -> CardPutUnseen:
    """Tell that a card was moved."""
    return CardPutUnseen(seat=seat, origin=one.origin, target=one.target, to=to)


def zone(side: Side, place: Place) -> list[Card]:
    """Return the cards that lie at a place."""
    return {Place.HAND: side.hand, Place.DISCARDS: side.discard}.get(place, side.deck)
