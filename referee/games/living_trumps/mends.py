"""What a GM may set right in Living Trumps: cards of both decks, Blood, the Jewel, the Curse, and who is first."""

from __future__ import annotations

from collections.abc import Callable

from referee.engine.audience import PUBLIC, Audience, Seat, only
from referee.games.cards import Card
from referee.games.corrections import BOTTOM, TOP, Spot
from referee.games.living_trumps import view
from referee.games.living_trumps.deck import FIRST_SHADOW_COPY, FIRST_SHADOW_JOKER, HAND
from referee.games.living_trumps.poker import FULL
from referee.games.living_trumps.shadows import lay_in
from referee.games.living_trumps.state import JewelAt, Laid, Player, State
from referee.games.mending import Count, Mending, Thing, Zone, everybody, nobody, pile

Row = Callable[[Player], list[Laid]]

WHOLE = f"A Hand has {HAND} cards; SWAP one card with another."


def in_hand(s: State, seat: Seat, card: Card) -> Audience:
    """A Hand is its owner's secret, unless it lies open (LT-4.2, LT-R27)."""
    return PUBLIC if s.is_open(seat) else only(seat)


def is_trump(card: Card) -> bool:
    """Say of which deck a card is (LT-1.3, LT-1.4)."""
    return card.copy < (FIRST_SHADOW_JOKER if card.joker else FIRST_SHADOW_COPY)


def no_trump(s: State, seat: Seat, card: Card) -> str:
    """Only Shadow cards lie here (LT-I2)."""
    return "A Trump card never lies among Shadow cards." if is_trump(card) else ""


def no_shadow(s: State, seat: Seat, card: Card) -> str:
    """Only Trump cards lie here (LT-I1)."""
    return "" if is_trump(card) else "A Shadow card never lies among Trump cards."


def no_joker(s: State, seat: Seat, card: Card) -> str:
    """No Joker is a Shadow or in a Powerbase (LT-I11)."""
    return "A Joker is never laid out." if card.joker else no_trump(s, seat, card)


def laid_out(word: str, name: str, row: Row) -> Zone[State]:
    """Make the zone of cards laid out before a player; those that lie face-down belong to a Place, and stay."""

    def cards(s: State, seat: Seat) -> list[Card]:
        return [one.card for one in row(s.players[seat]) if not one.down]

    def take(s: State, seat: Seat, card: Card) -> None:
        laid = row(s.players[seat])
        laid.remove(next(one for one in laid if one.card is card))

    def put(s: State, seat: Seat, card: Card) -> None:
        lay_in(row(s.players[seat]), card)

    def replace(s: State, seat: Seat, card: Card, other: Card) -> None:
        next(one for one in row(s.players[seat]) if one.card is card).card = other

    return Zone(word, name, cards, everybody, take, put, replace, refuses=no_joker)


def wrong(s: State) -> str:
    """Twelve cards in each Hand, one to five in each Powerbase, and the Jewel is Blood (LT-I3, LT-I6, LT-R60)."""
    for p in s.players.values():
        if len(p.hand) != HAND:
            return WHOLE
        if not 1 <= len(p.base) <= FULL:
            return f"A Powerbase has one to {FULL} cards."
        if p.free < (s.jewel == p.seat and s.jewel_at is JewelAt.FREE):
            return "No Blood goes below zero, and the Jewel is one of it."
    return ""


def never(origin: Spot | None, target: Spot) -> str:
    """No card alone comes to a Hand or leaves it (LT-I3)."""
    return WHOLE if "HAND" in (target.zone, origin and origin.zone) else ""


def blood(s: State, seat: Seat, n: int) -> None:
    """So much of the player's Blood is free."""
    s.players[seat].free = n


def jewel(s: State, seat: Seat, has: bool) -> None:
    """The Jewel is of the player's free Blood, or goes to the bank (LT-23.5, LT-23.7); one on a card stays there."""
    if s.jewel is not None:
        s.players[s.jewel].free -= 1
    s.jewel, s.jewel_at = (seat, JewelAt.FREE) if has else (None, JewelAt.BANK)
    if has:
        s.players[seat].free += 1


def curse(s: State, seat: Seat, has: bool) -> None:
    """The player may curse, or has done it (LT-10.4)."""
    s.players[seat].cursed = not has


def lead(s: State, seat: Seat) -> str:
    """The player is first in the order of the coming Turn."""
    s.initiative = [seat, *(one for one in s.initiative if one != seat)]
    return ""


def deck(
    word: str, name: str, at: Callable[[State], list[Card]], refuses: Callable[[State, Seat, Card], str], end: str = ""
) -> Zone[State]:
    """Make the zone of a pile of Trump or Shadow cards."""
    return pile(word, name, lambda s, _: at(s), nobody, owned=False, end=end, first=end == TOP, refuses=refuses)


MENDING: Mending[State] = Mending(
    "8S",
    lambda s: s.players,
    (
        pile("HAND", view.HANDS, lambda s, seat: s.players[seat].hand, in_hand, refuses=no_shadow),
        deck("TRUMP DECK", view.TRUMP_DECK, lambda s: s.trump_deck, no_shadow, TOP),
        deck("TRUMP DECK BOTTOM", view.TRUMP_DECK, lambda s: s.trump_deck, no_shadow, BOTTOM),
        deck("DISCARDS", view.DISCARDS, lambda s: s.discard, no_shadow),
        deck("SHADOW DECK", view.SHADOW_DECK, lambda s: s.shadow_deck, no_trump, TOP),
        deck("SHADOW DECK BOTTOM", view.SHADOW_DECK, lambda s: s.shadow_deck, no_trump, BOTTOM),
        laid_out("SHADOWS", view.SHADOWS, lambda p: p.shadows),
        laid_out("POWERBASE", view.BASE, lambda p: p.powerbase),
    ),
    wrong,
    never,
    counts=(Count("BLOOD", view.BLOOD, blood, most=99),),
    things=(
        Thing("JEWEL", view.JEWEL, lambda s, seat: s.jewel == seat, jewel),
        Thing("CURSE", view.CURSE, lambda s, seat: not s.players[seat].cursed, curse),
    ),
    lead=lead,
    other="KH",
)  # fmt: skip
