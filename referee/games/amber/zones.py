"""Where the cards of Amber lie, as a GM's correction names it: who sees what, and what may lie where."""

from __future__ import annotations

from collections.abc import Callable

from referee.engine.audience import Audience, Seat
from referee.games.amber.deck import EMPRESS, HERMIT, KEPT, PROTECTION, is_suit
from referee.games.amber.seen import CHAOS_DECK, COURT, DECK, DISCARDS, ENCOUNTERS, HANDS, KEEP, LASTS, OPEN, THRONE
from referee.games.amber.state import Player, State
from referee.games.cards import Card
from referee.games.corrections import BOTTOM, TOP
from referee.games.mending import Zone, everybody, nobody, owner, pile

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
