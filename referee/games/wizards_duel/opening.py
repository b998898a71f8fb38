"""WD-1, WD-2.1 and WD-10: the decks, the dice for the lead, and the first hands."""

from __future__ import annotations

from referee.engine.audience import PUBLIC, Seat, all_but, only
from referee.engine.chance import Chance
from referee.engine.events import Event
from referee.engine.setup import Setup
from referee.engine.table import Table
from referee.games.wizards_duel.events import DeckShuffled, HandDrawn, HandDrawnUnseen, LeadRolled
from referee.games.wizards_duel.state import Options, Side, State

HAND = 4
D12 = 12


def start(t: Table[State], setup: Setup) -> None:
    """Set up a duel: dice for the lead, decks shuffled and perhaps cut, four cards each."""
    options = Options.of(setup.options)
    first, second = setup.seats
    rolled = opening_roll(first, second, t.chance)
    t.state = State((first, second), options, rolled.leader, {})
    t.tell(rolled)
    for copy, seat in enumerate(t.seats):
        t.state.sides[seat], shuffled = new_deck(seat, copy, options, t.chance)
        t.tell(shuffled)
    for seat in t.seats:
        t.tell(*draw_hand(seat, t.state.sides[seat]))


def opening_roll(first: Seat, second: Seat, chance: Chance) -> LeadRolled:
    """Both roll a D12, and the higher leads the first round (WD-2.1); equal rolls are rolled again (WD-R2)."""
    ones: list[int] = []
    twos: list[int] = []
    while ones == twos or ones[-1] == twos[-1]:
        ones.append(chance.die(D12, "opening", first))
        twos.append(chance.die(D12, "opening", second))
    leader = first if ones[-1] > twos[-1] else second
    return LeadRolled(
        first=first, first_rolls=tuple(ones), second=second, second_rolls=tuple(twos), leader=leader, to=PUBLIC
    )


def new_deck(seat: Seat, copy: int, options: Options, chance: Chance) -> tuple[Side, DeckShuffled]:
    """Each player's own deck is shuffled (WD-1.3, WD-R1); of a half deck the top part is kept (WD-R20)."""
    cards = chance.shuffled(options.pack(copy), "deck", seat)
    kept = options.half_cut if options.deck == "half" else len(cards)
    side = Side(deck=cards[:kept], aside=cards[kept:])
    return side, DeckShuffled(seat=seat, cards=kept, aside=len(side.aside), to=PUBLIC)


def draw_hand(seat: Seat, side: Side) -> list[Event]:
    """Draw four cards from the top of the deck, or as many as are left (WD-1.4, WD-R4)."""
    drawn = tuple(side.deck[:HAND])
    del side.deck[:HAND]
    side.hand += drawn
    return [
        HandDrawn(seat=seat, cards=drawn, to=only(seat)),
        HandDrawnUnseen(seat=seat, count=len(drawn), to=all_but(seat)),
    ]
