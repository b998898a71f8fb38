"""The desk: one seat's orders at work, and the defaults where they are silent (AG-P1.3)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from referee.engine.author import Answer, Ask, Desk, Event, Order, Seat, Why, all_hold, bidden, now
from referee.games.amagande.events import Act, CardsDrawnUnseen, Counter, Drawn, Move, NameSuit, Play, Resign
from referee.games.amagande.orders import AceSuit, CounterWith, DrawnCard, GiveUp, Hold, PlayLine, StyleOf
from referee.games.amagande.state import ACE_OF_SPADES
from referee.games.amagande.values import best_counter, fatal, fits, heaviest, lightest, most_held
from referee.games.amagande.view import View
from referee.games.amagande.words import Hand, Item, Pick, found
from referee.games.cards import Card, French, cards_among

Named = dict[tuple[int, Card], tuple[str, int]]
"""The suit that a PLAY line's ace is to name, and the line's number, by own turn and card."""

SINGLE = (StyleOf, DrawnCard, AceSuit)
"""Of these one line speaks at a time, the first whose IF holds (AG-R23)."""


def desk(seat: Seat, orders: Sequence[Order], look: Callable[[], View], edition: int = 3) -> Desk:
    """Make the answers of one seat out of its orders in force and its view."""
    named: Named = {}
    served: list[int] = []

    def answer(ask: Ask[Any]) -> Answer[Any]:
        seen = look()
        lines = list(now(orders, seen))
        if edition > 2:
            lines = speaking(lines)
        match ask:
            case Resign():
                return bidden(lines, GiveUp)  # A6: nobody resigns without saying so
            case Play():
                line = next_line(ask, lines, served)
                if edition > 2:
                    served.append(line.number if line else 0)
                return played(ask, line, lines, seen, named)
            case Counter():
                return countered(ask, lines, seen, edition)
            case Drawn():
                return drawn(ask, lines, seen)
            case NameSuit():
                return suited(ask, lines, seen, named)
            case _:
                raise AssertionError(f"{seat} cannot answer {ask}")

    return answer


def speaking(lines: Sequence[Order]) -> list[Order]:
    """Leave out what stands behind a line of its kind that speaks for it (AG-R23)."""
    first = {type(one): one for one in reversed(lines)}
    return [one for one in lines if not isinstance(one, SINGLE) or first[type(one)] is one]


def next_line(ask: Play, lines: Sequence[Order], served: Sequence[int]) -> PlayLine | None:
    """Pick the first PLAY line that is not used up; an own turn answered by mail uses up one (AG-P1.4, AG-R23)."""
    left = [one for one in lines if isinstance(one, PlayLine) and one.number not in served]
    return next(iter(left[ask.nth - 1 - len(served) :]), None)


def played(ask: Play, line: PlayLine | None, lines: Sequence[Order], seen: View, named: Named) -> Answer[Move]:
    """The own turn's PLAY line, its items left to right, the first that fits; else the STYLE policy (AG-P1.3)."""
    lapsed: list[tuple[int, str]] = []
    if line is not None:
        for item in line.items:
            move = meant(item, ask, lines, seen)
            if move is not None:
                if isinstance(move, Card) and item.suit:
                    named[ask.nth, move] = item.suit, line.number
                return Answer(move, line.number)
            if item.what is Act.DRAW:
                lapsed.append((line.number, "You could play, so you were not allowed to draw (AG-R5)."))
        if not lapsed:
            lapsed.append((line.number, "None of these could be played then."))
    style = next((one for one in lines if isinstance(one, StyleOf)), None)
    move = policy(ask, lines, seen, style.style if style else "HEAVY")
    because = style.number if style and isinstance(move, Card) else Why.DEFAULT
    return Answer(move, because, tuple(lapsed))


def meant(item: Item, ask: Play, lines: Sequence[Order], seen: View) -> Move | None:
    """Find what an item means now, if it can be done and its tests hold as they would after the play (AG-P1.3)."""
    if isinstance(item.what, Act):
        acts = [move for move in ask.choices if isinstance(move, Act)]
        return acts[0] if acts and all_hold(item.tests, seen) else None
    able = cards_among(ask.choices)
    pool = able if isinstance(item.what, Card) else free_of(able, lines, seen)
    card = found(item.what, pool, [one for one in pool if fatal(one, seen.reference)])
    return card if card is not None and all_hold(item.tests, behind(card, seen)) else None


def behind(move: Move, seen: View) -> Hand:
    """Return the own hand as it would be after a move, which is what tests look at (AG-P2.3)."""
    return Hand([one for one in seen.hand if one is not move], seen.foe_hand)


def policy(ask: Play, lines: Sequence[Order], seen: View, style: str) -> Move:
    """HEAVY plays the highest value that fits, LIGHT the lowest; held cards last, the fatal seven only of need (A1)."""
    cards = cards_among(ask.choices)
    if not cards:
        return ask.choices[-1]
    harmless = [card for card in cards if not fatal(card, seen.reference)] or cards
    best = lightest if style == "LIGHT" else heaviest
    return best(free_of(harmless, lines, seen)) or cards[0]


def free_of(cards: list[Card], lines: Sequence[Order], seen: View) -> list[Card]:
    """Leave out what is held back, unless nothing else fits (AG-R20)."""
    return [card for card in cards if not held(card, lines, seen)] or cards


def held(card: Card, lines: Sequence[Order], seen: View) -> bool:
    """Say whether a card is held back: by a HOLD line, or as the best counter of STYLE SAFE (AG-P2.2)."""
    kept = [what for one in lines if isinstance(one, Hold) for what in one.held]
    if card in kept or any(what.means(card) for what in kept if isinstance(what, Pick)):
        return True
    safe = any(isinstance(one, StyleOf) and one.style == "SAFE" for one in lines)
    return safe and card is best_counter(seen.hand)


def countered(ask: Counter, lines: Sequence[Order], seen: View, edition: int) -> Answer[Move]:
    """The COUNTER list, its first item that can, or TAKE; else the cheapest counter, the ace of spades last (A2)."""
    cards = cards_among(ask.choices)
    free = free_of(cards, lines, seen)
    for one in lines:
        if isinstance(one, CounterWith):
            for item in one.counters:
                pool = free if isinstance(item.what, Pick) and edition > 2 else cards
                move = item.what if isinstance(item.what, Act) else found(item.what, pool)
                if move is not None and all_hold(item.tests, behind(move, seen)):
                    return Answer(move, one.number)
    plain = [card for card in free if card is not ACE_OF_SPADES] or free
    return Answer(lightest(plain) or Act.TAKE, Why.DEFAULT)


def drawn(ask: Drawn, lines: Sequence[Order], seen: View) -> Answer[Act]:
    """A drawn card that fits is played; the fatal seven not, nor what is held while another card fits (A4, AG-R21)."""
    if Act.PLAY not in ask.choices:
        return Answer(Act.KEEP, Why.DEFAULT)
    for one in lines:
        if isinstance(one, DrawnCard):
            keep = one.keeping == "KEEP" or (one.keeping == "PLAY UNLESS ACE" and ask.card.rank == "A")
            return Answer(Act.KEEP if keep else Act.PLAY, one.number)
    others = [card for card in seen.hand if card is not ask.card]
    spare = any(fits(card, seen.top, seen.required, seen.options) for card in others) if seen.top else False
    keep = fatal(ask.card, seen.reference) or (spare and held(ask.card, lines, seen))
    return Answer(Act.KEEP if keep else Act.PLAY, Why.DEFAULT)


def suited(ask: NameSuit, lines: Sequence[Order], seen: View, named: Named) -> Answer[French]:
    """The suit of the PLAY line, else of ACE SUIT, else the one most held (A3)."""
    said: list[tuple[str, int | Why]] = [(one.suit, one.number) for one in lines if isinstance(one, AceSuit)]
    suit, because = named.get((ask.nth, ask.card)) or (*said, ("MOST", Why.DEFAULT))[0]
    return Answer(French(most_held(seen.hand) if suit == "MOST" else suit), because)


def unneeded(seen: View, told: Sequence[Event]) -> Callable[[Order], str]:
    """Return the function that says why an order did nothing, where that is more than that nothing asked for it."""
    said: dict[type[Order], str] = {PlayLine: "You were not on turn again"}
    if any(isinstance(e, CardsDrawnUnseen) and e.seat == seen.seat and e.due for e in told):
        said[CounterWith] = "None of these counters what you had to draw"
    return lambda order: said.get(type(order), "")


def examples(seen: View) -> Sequence[str]:
    """Show what to play of this hand, first what fits now, and what to counter with."""
    able = [card for card in seen.hand if seen.top and fits(card, seen.top, seen.required, seen.options)]
    if not seen.hand:
        return ("COUNTER 2, 3, JOKER", "STYLE SAFE")
    first = heaviest(able if seen.on_turn == seen.seat else able or seen.hand)
    rest = [card for card in seen.hand if card != first]
    next_to = [card for card in rest if first is not None and fits(card, first, "", seen.options)]
    then = (f"PLAY {heaviest(next_to or rest)} ELSE LOWEST",) if rest else ()
    suit = " SUIT MOST" if first is not None and first.rank == "A" else ""
    return (f"PLAY {first}{suit} ELSE HIGHEST" if first else "PLAY HIGHEST ELSE DRAW", *then, "COUNTER 2, 3, JOKER")


def form(seen: View) -> Sequence[str]:
    """Suggest the orders that are in force without any."""
    return ("STYLE HEAVY", "ACE SUIT MOST")
