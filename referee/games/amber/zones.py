"""Where the cards of Amber lie, as a GM's correction names it: what may lie there, who sees it, how a view follows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from referee.engine.audience import Audience, Seat
from referee.games.amber.deck import EMPRESS, HERMIT, KEPT, PROTECTION, is_suit
from referee.games.amber.knowledge import Knowledge
from referee.games.amber.state import Player, State
from referee.games.cards import Card
from referee.games.corrections import (
    BOTTOM,
    TOP,
    CardCorrected,
    CardCorrectedUnseen,
    CardsExchanged,
    CountCorrected,
    LeadCorrected,
)
from referee.games.mending import Zone, everybody, nobody, owner, pile

HANDS, OPEN, KEEP, LASTS, COURT = "hand", "open cards", "kept cards", "cards in play", "own Court card"
DECK, CHAOS_DECK, ENCOUNTERS, DISCARDS, THRONE = "deck", "Chaos deck", "Encounter deck", "discards", "Throne cards"
SENTENCE, REIGN = "last turn of banishment", "first turn of the reign"

LASTING = (EMPRESS, HERMIT, PROTECTION)
"""Cards that may lie before a player in play (AM-11.4, AM-10.2)."""

Row = tuple[list[Card], list[Card]]


def held(
    word: str, name: str, seers: Callable[[State, Seat, Card], Audience], row: Callable[[Player], Row]
) -> Zone[State]:
    """Make the zone of what a player holds: Shadow cards in one list, others' Court cards in another."""

    def of(s: State, seat: Seat, card: Card) -> list[Card]:
        suits, courts = row(s.players[seat])
        return courts if card.court else suits

    def cards(s: State, seat: Seat) -> list[Card]:
        suits, courts = row(s.players[seat])
        return [*suits, *courts]

    def take(s: State, seat: Seat, card: Card) -> None:
        of(s, seat, card).remove(card)

    def put(s: State, seat: Seat, card: Card) -> None:
        of(s, seat, card).append(card)

    def replace(s: State, seat: Seat, card: Card, other: Card) -> None:
        take(s, seat, card)
        put(s, seat, other)

    return Zone(word, name, cards, seers, take, put, replace, refuses=holdable)


def holdable(s: State, seat: Seat, card: Card) -> str:
    """A hand has Shadow cards and others' Court cards (AM-2.1)."""
    if card.major:
        return "A Chaos card is never in a hand; one that is kept goes TO KEPT OF its player."
    return "One's own Court card lies open: TO COURT OF its player." if s.players[seat].card is card else ""


def keepable(s: State, seat: Seat, card: Card) -> str:
    """Only four Chaos cards are kept (AM-11.4)."""
    return "" if card in KEPT else "Only the Magician, the Hermit, the Star and the Sun are kept."


def lasts(s: State, seat: Seat, card: Card) -> str:
    """Only these lie in play before a player."""
    return "" if card in LASTING else "Only the Empress, the Hermit and the Ace of Wands lie in play."


def own_court(s: State, seat: Seat, card: Card) -> str:
    """Before a player lies their own Court card."""
    return "" if s.players[seat].card is card else "Before a player lies their own Court card and no other."


def at_throne(s: State, seat: Seat, card: Card) -> str:
    """Throne cards are Shadow cards, and there are some while somebody reigns (AM-2.18)."""
    if s.occupant is None:
        return "Nobody is on the Throne."
    return "" if is_suit(card) else "Throne cards are Shadow cards."


def in_deck(s: State, seat: Seat, card: Card) -> str:
    """Until the merge the deck has Shadow cards alone (AM-2.1)."""
    return "" if s.merged or is_suit(card) else "Until the merge the deck has Shadow cards alone."


def chaotic(s: State, seat: Seat, card: Card) -> str:
    """There is a Chaos deck until the merge."""
    return "" if card.major and not s.merged else "The Chaos deck has Chaos cards, until the merge."


def encountered(s: State, seat: Seat, card: Card) -> str:
    """There is an Encounter deck until the merge."""
    return "" if card.court and not s.merged else "The Encounter deck has Court cards, until the merge."


ZONES: tuple[Zone[State], ...] = (
    held("HAND", HANDS, owner, lambda p: (p.down, p.concealed)),
    held("OPEN", OPEN, everybody, lambda p: (p.up, p.exposed)),
    pile("KEPT", KEEP, lambda s, seat: s.players[seat].kept, everybody, refuses=keepable),
    pile("PLAY", LASTS, lambda s, seat: s.players[seat].lasting, everybody, refuses=lasts),
    pile("COURT", COURT, lambda s, seat: s.players[seat].court, everybody, refuses=own_court),
    pile("DECK TOP", DECK, lambda s, _: s.deck, nobody, owned=False, end=TOP, first=True, refuses=in_deck),
    pile("DECK BOTTOM", DECK, lambda s, _: s.deck, nobody, owned=False, end=BOTTOM, refuses=in_deck),
    pile("CHAOS DECK", CHAOS_DECK, lambda s, _: s.chaos, nobody, owned=False, end=TOP, first=True, refuses=chaotic),
    pile("ENCOUNTER DECK", ENCOUNTERS, lambda s, _: s.encounter, nobody, owned=False, end=TOP, first=True,
         refuses=encountered),
    pile("DISCARDS", DISCARDS, lambda s, _: s.discards, nobody, owned=False),
    pile("THRONE", THRONE, lambda s, _: s.throne, everybody, owned=False, refuses=at_throne),
)  # fmt: skip
"""Nobody sees what lies in decks and discards (AM-2.9)."""


def moved(v: Knowledge, e: CardCorrected) -> None:
    """A card went from one place to another, and one knows which."""
    counted(v, e.origin, e.giver, -1)
    counted(v, e.target, e.taker, 1)
    gone(v, e.origin, e.giver, e.card)
    come(v, e.target, e.taker, e.card)


def moved_unseen(v: Knowledge, e: CardCorrectedUnseen) -> None:
    """A card went from one place to another, and one does not know which."""
    counted(v, e.origin, e.giver, -1)
    counted(v, e.target, e.taker, 1)


def exchanged(v: Knowledge, e: CardsExchanged) -> None:
    """Two cards changed places, and one knows which."""
    gone(v, e.origin, e.giver, e.one)
    gone(v, e.target, e.taker, e.other)
    come(v, e.origin, e.giver, e.other)
    come(v, e.target, e.taker, e.one)


def set_to(v: Knowledge, e: CountCorrected) -> None:
    """A number was set."""
    if e.what == SENTENCE:
        v.players[e.seat].banished = e.n
    else:
        v.taken = e.n


def first(v: Knowledge, e: LeadCorrected) -> None:
    """Somebody is first in the order of the turn."""
    v.initiative = (e.seat, *(seat for seat in v.initiative if seat != e.seat))


def gone(v: Knowledge, name: str, seat: Seat, card: Card) -> None:
    """A card left a place where one knew it, if one did."""
    if (cards := shown(v, name, seat, card)) is not None:
        cards.remove(card)


def come(v: Knowledge, name: str, seat: Seat, card: Card) -> None:
    """A card came to a place where one knows it, if one does."""
    if (cards := shown(v, name, seat, card)) is not None:
        cards.append(card)
        cards.sort()


def shown(v: Knowledge, name: str, seat: Seat, card: Card) -> list[Card] | None:
    """Return the list of a place that such a card is in, if its cards are known."""
    if name == HANDS and seat == v.seat:
        return v.concealed if card.court else v.down
    if name == THRONE:
        return v.throne
    if name == OPEN:
        return v.players[seat].exposed if card.court else v.players[seat].up
    if name in (KEEP, LASTS):
        return v.players[seat].kept if name == KEEP else v.players[seat].lasting
    return None


def counted(v: Knowledge, name: str, seat: Seat, change: int) -> None:
    """A place has one card more or less."""
    if name == HANDS:
        v.players[seat].hidden += change
    elif name == COURT:
        v.players[seat].court = change > 0
    elif name == DECK:
        v.deck += change
    elif name == CHAOS_DECK:
        v.chaos += change
    elif name == ENCOUNTERS:
        v.encounter += change
    elif name == DISCARDS:
        v.discards += change


CORRECTED: Mapping[type, Callable[[Knowledge, Any], None]] = {
    CardCorrected: moved, CardCorrectedUnseen: moved_unseen, CardsExchanged: exchanged, CountCorrected: set_to,
    LeadCorrected: first,
}  # fmt: skip
