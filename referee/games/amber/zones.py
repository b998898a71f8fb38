"""Where the cards of Amber lie, as a GM's correction names it: what may lie there, who sees it, how a view follows."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain

from referee.engine.author import Audience, Correction, Seat
from referee.games import corrections as cor
from referee.games.amber.deck import EMPRESS, HERMIT, KEPT, PROTECTION, is_suit
from referee.games.amber.knowledge import Knowledge, add
from referee.games.amber.state import Player, State
from referee.games.cards import Card
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

    def replace(s: State, seat: Seat, card: Card, other: Card) -> None:
        of(s, seat, card).remove(card)
        of(s, seat, other).append(other)

    return Zone(
        word, name, lambda s, seat: list(chain(*row(s.players[seat]))), seers,
        lambda s, seat, card: of(s, seat, card).remove(card), lambda s, seat, card: of(s, seat, card).append(card),
        replace, refuses=holdable,
    )  # fmt: skip


def holdable(s: State, seat: Seat, card: Card) -> str:
    """A hand has Shadow cards and others' Court cards (AM-2.1)."""
    if card.major:
        return "A Chaos card is never in a hand; one that is kept goes TO KEPT OF its player."
    return "One's own Court card lies open: TO COURT OF its player." if s.players[seat].card is card else ""


def unless(fits: Callable[[State, Seat, Card], bool], why: str) -> Callable[[State, Seat, Card], str]:
    """Say why a card cannot lie somewhere, unless it fits there."""
    return lambda s, seat, card: "" if fits(s, seat, card) else why


def at_throne(s: State, seat: Seat, card: Card) -> str:
    """Throne cards are Shadow cards, and there are some while somebody reigns (AM-2.18)."""
    if s.occupant is None:
        return "Nobody is on the Throne."
    return "" if is_suit(card) else "Throne cards are Shadow cards."


keepable = unless(lambda s, seat, card: card in KEPT, "Only the Magician, the Hermit, the Star and the Sun are kept.")
lasts = unless(lambda s, seat, card: card in LASTING, "Only the Empress, the Hermit and the Ace of Wands lie in play.")
own_court = unless(
    lambda s, seat, card: s.players[seat].card is card, "Before a player lies their own Court card and no other."
)
in_deck = unless(lambda s, seat, card: s.merged or is_suit(card), "Until the merge the deck has Shadow cards alone.")
chaotic = unless(lambda s, seat, card: card.major and not s.merged, "The Chaos deck has Chaos cards, until the merge.")
encountered = unless(
    lambda s, seat, card: card.court and not s.merged, "The Encounter deck has Court cards, until the merge."
)

ZONES: tuple[Zone[State], ...] = (
    held("HAND", HANDS, owner, lambda p: (p.down, p.concealed)),
    held("OPEN", OPEN, everybody, lambda p: (p.up, p.exposed)),
    pile("KEPT", KEEP, lambda s, seat: s.players[seat].kept, everybody, refuses=keepable),
    pile("PLAY", LASTS, lambda s, seat: s.players[seat].lasting, everybody, refuses=lasts),
    pile("COURT", COURT, lambda s, seat: s.players[seat].court, everybody, refuses=own_court),
    pile("DECK TOP", DECK, lambda s, _: s.deck, nobody, owned=False, end=cor.TOP, first=True, refuses=in_deck),
    pile("DECK BOTTOM", DECK, lambda s, _: s.deck, nobody, owned=False, end=cor.BOTTOM, refuses=in_deck),
    pile("CHAOS DECK", CHAOS_DECK, lambda s, _: s.chaos, nobody, owned=False, end=cor.TOP, first=True, refuses=chaotic),
    pile("ENCOUNTER DECK", ENCOUNTERS, lambda s, _: s.encounter, nobody, owned=False, end=cor.TOP, first=True,
         refuses=encountered),
    pile("DISCARDS", DISCARDS, lambda s, _: s.discards, nobody, owned=False),
    pile("THRONE", THRONE, lambda s, _: s.throne, everybody, owned=False, refuses=at_throne),
)  # fmt: skip
"""Nobody sees what lies in decks and discards (AM-2.9)."""


def corrected(v: Knowledge, e: Correction) -> None:
    """The GM has set something right."""
    match e:
        case cor.CardCorrected() | cor.CardCorrectedUnseen():
            counted(v, e.origin, e.giver, -1)
            counted(v, e.target, e.taker, 1)
            if isinstance(e, cor.CardCorrected):
                moved(v, e.card, (e.origin, e.giver), (e.target, e.taker))
        case cor.CardsExchanged():
            moved(v, e.one, (e.origin, e.giver), (e.target, e.taker))
            moved(v, e.other, (e.target, e.taker), (e.origin, e.giver))
        case cor.CountCorrected() if e.what == SENTENCE:
            v.players[e.seat].banished = e.n
        case cor.CountCorrected():
            v.taken = e.n
        case cor.LeadCorrected():
            v.initiative = (e.seat, *(seat for seat in v.initiative if seat != e.seat))


def moved(v: Knowledge, card: Card, origin: tuple[str, Seat], target: tuple[str, Seat]) -> None:
    """A card that one knows went from one place to another, perhaps where one does not see it."""
    if (cards := shown(v, *origin, card)) is not None:
        cards.remove(card)
    if (cards := shown(v, *target, card)) is not None:
        add(cards, (card,))


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
    elif name in PILES:
        setattr(v, PILES[name], getattr(v, PILES[name]) + change)


PILES = {DECK: "deck", CHAOS_DECK: "chaos", ENCOUNTERS: "encounter", DISCARDS: "discards"}
"""The piles that everybody counts, by the names of their counts."""
