"""What a GM may set right in Amagande: where cards lie, whose turn it is, the penalty, and what has to be met."""

from __future__ import annotations

from dataclasses import replace

from referee.engine.author import PUBLIC, Audience, Choice, Mend, Order, Seat, Slot, Table, only
from referee.games.amagande.events import DirectionCorrected, RequirementCorrected, TopCorrected
from referee.games.amagande.state import BACKWARD, BLACK, FORWARD, RED, State
from referee.games.amagande.values import penalty
from referee.games.amagande.view import DISCARDS, HANDS, STOCK
from referee.games.cards import Card
from referee.games.corrections import BOTTOM, TOP
from referee.games.mending import Count, Mending, everybody, nobody, pile, refuse

REQUIRED: Slot[str] = Choice(
    "required",
    {"HEARTS": "H", "DIAMONDS": "D", "CLUBS": "C", "SPADES": "S", RED: RED, BLACK: BLACK, "NOTHING": ""},
)


class Require(Mend):
    """Set what the next play has to meet: a suit, as after an ace, a colour, as after a Joker, or nothing besides."""

    usage = "REQUIRE required"
    example = "REQUIRE HEARTS"
    required: str

    def told(self) -> str:
        return f"required is {REQUIRED.show(self.required).lower()}"


class Reverse(Mend):
    """Let the turns go round the other way."""

    usage = "REVERSE"
    example = "REVERSE"

    def told(self) -> str:
        return "the direction of play is turned round"


def in_hand(s: State, seat: Seat, card: Card) -> Audience:
    """A hand is its owner's secret, unless a check laid it open."""
    return PUBLIC if seat in s.opened else only(seat)


def wrong(s: State) -> str:
    """Who plays has a card, who is out has none, there is a top card, and a penalty is one of it (AG-2.4, AG-2.5)."""
    if any(not s.hands[seat] for seat in s.playing) and not s.over:
        return "Each player must have a card left; SWAP one card with another."
    if not s.discard:
        return "The discard pile must have a card."
    if s.pending and not penalty(s.top):
        return "The card on top asks for no penalty: SET PENALTY TO 0 first."
    return ""


def top(before: State, t: Table[State]) -> None:
    """Show the card that lies on top now."""
    if t.state.top is not before.top:
        t.tell(TopCorrected(card=t.state.top, to=PUBLIC))


MENDING: Mending[State] = Mending(
    "8S",
    lambda s: s.playing,
    (
        pile("HAND", HANDS, lambda s, seat: s.hands[seat], in_hand),
        pile("STOCK", STOCK, lambda s, _: s.stock, nobody, owned=False, end=TOP, first=True),
        pile("STOCK BOTTOM", STOCK, lambda s, _: s.stock, nobody, owned=False, end=BOTTOM),
        pile("DISCARDS", DISCARDS, lambda s, _: s.discard, everybody, owned=False, end=TOP),
        pile("DISCARDS BOTTOM", DISCARDS, lambda s, _: s.discard, everybody, owned=False, end=BOTTOM, first=True),
    ),
    wrong,
    counts=(Count("PENALTY", "penalty", lambda s, _, n: setattr(s, "pending", n), most=60, owned=False),),
    lead=lambda s, seat: setattr(s, "on_turn", seat),
    then=top,
    other="KH",
)


def mend(t: Table[State], one: Order) -> None:
    """Carry a correction out before the turn; one that does not fit changes nothing."""
    s = t.state
    match one:
        case Require(required=required) if required == s.required:
            refuse(t, "That is so already.")
        case Require(required=required):
            s.required = required
            t.tell(RequirementCorrected(required=required, to=PUBLIC))
        case Reverse():
            s.direction = BACKWARD if s.direction == FORWARD else FORWARD
            t.tell(DirectionCorrected(direction=s.direction, to=PUBLIC))
        case _:
            MENDING.mend(t, one)


MENDS = replace(MENDING.section, verbs=(*MENDING.verbs, Require, Reverse), mend=mend, slots=(*MENDING.slots, REQUIRED))
