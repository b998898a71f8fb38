"""What one seat knows, folded from what it was told; and who must act next, from that alone."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from referee.engine.audience import OBSERVER, Seat
from referee.engine.events import Answered, Event, GameEnded, OrderLapsed
from referee.engine.mends import Correction, OptionChanged
from referee.engine.setup import Setup
from referee.engine.usual import alike
from referee.games import corrections as cor
from referee.games.cards import Card
from referee.games.living_trumps import events as ev
from referee.games.living_trumps.asks import SPENDS, Spending
from referee.games.living_trumps.deck import Court, height, held, ladder
from referee.games.living_trumps.moves import Place, Zone
from referee.games.living_trumps.options import Options
from referee.games.living_trumps.poker import Power, near, value
from referee.games.living_trumps.state import Entry, JewelAt, Laid, State

HANDS, TRUMP_DECK, DISCARDS, SHADOW_DECK = "Hand", "Trump Deck", "Trump discards", "Shadow Deck"
COUNTED = {TRUMP_DECK: "trumps", DISCARDS: "discard", SHADOW_DECK: "shadows"}
SHADOWS, BASE, BLOOD, JEWEL, CURSE = "Shadows", "Powerbase", "free Blood", "the Jewel", "the Curse"

IDLE = frozenset({
    Answered, OrderLapsed, ev.DrewUnseen, ev.DiscardedUnseen, ev.HandedUnseen, ev.Shapeshifted, ev.IntrigueBegan,
    ev.ActionBegan, ev.CardsTurned, ev.DealProposed, ev.AntesShown, ev.AnteWon, ev.DealStruck, ev.TrickDeclared,
    ev.RankTaken, ev.Flipped, ev.Replied, ev.FeintPlaced, ev.StormStruck, ev.Reshuffled, ev.Showed, ev.BoonNamed,
})  # fmt: skip
"""Of all that is told and changes nothing here, what happens most often."""


@dataclass(slots=True)
class Lying:
    """A card of a Powerbase or a Shadow, as far as one knows it."""

    card: Card | None
    slot: int
    down: bool = False
    known: bool = True

    def printed(self) -> str:
        """Print it as all see it."""
        face = str(self.card) if self.known else "?"
        return f"({face})" if self.down else face


def lying_in(row: Sequence[Lying], slot: int) -> Lying:
    """Find the card in a slot of a row."""
    return next(one for one in row if one.slot == slot)


def in_slots(row: Sequence[Lying]) -> list[tuple[Lying, bool]]:
    """Put cards in the order of their slots, each with whether it lies in the slot next to the one before it."""
    cards = sorted(row, key=lambda one: one.slot)
    before = (0, *(one.slot for one in cards))
    return [(one, one.slot == last + 1) for one, last in zip(cards, before, strict=False)]


@dataclass(slots=True)
class Sheet:
    """What everybody knows of one player, but for the faces of cards that lie face-down."""

    court: Court = Court.AMBER
    rank: str = ""
    forte: str = ""
    free: int = 0
    placed: int = 0
    staked: int = 0
    where: Place = Place.NONE
    shadows: list[Lying] = field(default_factory=list)
    powerbase: list[Lying] = field(default_factory=list)
    cursed: bool = False
    open_turn: int = 0
    deed: int = 0

    @property
    def blood(self) -> int:
        """All that the player owns."""
        return self.free + self.placed + self.staked

    @property
    def open_shadows(self) -> list[Card]:
        """The Shadows that lie open."""
        return [one.card for one in self.shadows if not one.down and one.card is not None]

    @property
    def open_ranks(self) -> list[str]:
        """The ranks of the Shadows that lie open, which Tricks can put into the Powerbase (LT-14.3)."""
        return [card.rank for card in self.open_shadows]

    @property
    def place(self) -> Place:
        """Where the player is; a Chaosian without a Shadow is at the Abyss (LT-8.8)."""
        return Place.ABYSS if self.court is Court.CHAOS and not self.shadows else self.where

    @property
    def base(self) -> list[Card]:
        """The player's face-up Powerbase."""
        return [one.card for one in self.powerbase if not one.down and one.card is not None]

    @property
    def ranked(self) -> list[Card]:
        """The player's face-up Powerbase from the highest card down."""
        return sorted(self.base, key=lambda card: height(card.rank), reverse=True)

    def faces(self, *, base: bool = False) -> str:
        """Print the Shadows, or the Powerbase, as all see them; a slot stands where it is not the next one."""
        row = in_slots(self.powerbase if base else self.shadows)
        return ", ".join(one.printed() if next_ else f"{one.slot}:{one.printed()}" for one, next_ in row) or "none"

    def take(self, slot: int) -> Lying:
        """Take a Shadow away."""
        found = self.shadow(slot)
        self.shadows.remove(found)
        return found

    def shadow(self, slot: int) -> Lying:
        """Return the Shadow in a slot."""
        return lying_in(self.shadows, slot)


@dataclass(slots=True)
class View:
    """One seat's knowledge: all sheets, its Hand and those that lie open, the order of the Turn, decks, ledger."""

    seat: Seat
    seats: tuple[Seat, ...]
    options: Options
    sheets: dict[Seat, Sheet]
    hands: dict[Seat, list[Card]]
    initiative: tuple[Seat, ...] = ()
    turn: int = 1
    trumps: int = 0
    discard: int = 0
    shadows: int = 0
    jokers: int = 0
    reserve: int = 0
    jewel: Seat | None = None
    jewel_at: JewelAt = JewelAt.BANK
    ledger: list[Entry] = field(default_factory=list)
    over: bool = False

    @property
    def me(self) -> Sheet:
        """The own sheet."""
        return self.sheets[self.seat]

    @property
    def hand(self) -> list[Card]:
        """The own Hand, from the lowest card."""
        return self.hands.get(self.seat, [])

    def holding(self, rank: str) -> int:
        """Count the natural cards of a rank in the own Hand (LT-P1.6)."""
        return held(self.hand, rank)

    @property
    def wild(self) -> int:
        """How many Jokers are in the own Hand."""
        return sum(card.joker for card in self.hand)

    @property
    def richest(self) -> list[Seat]:
        """List those who own most Blood, who acts first before others."""
        seats = self.initiative or self.seats
        most = max(self.sheets[seat].blood for seat in seats)
        return [seat for seat in seats if self.sheets[seat].blood == most]

    @property
    def threats(self) -> list[tuple[Seat, str]]:
        """Who lacks one card for a winning hand and which that is, those with most Blood first."""
        low = self.options.low_ace
        found = [
            (seat, hand.title.title()) for seat, one in self.sheets.items() for hand in near(one.base, low_ace=low)
        ]
        return sorted(found, key=lambda one: -self.sheets[one[0]].blood)

    def account(self, seat: Seat) -> list[tuple[str, int]]:
        """Sum up how somebody's free Blood changed in the Turn, by reasons (LT-I9)."""
        changes: dict[str, int] = {}
        for entry in self.ledger:
            if entry.seat == seat:
                changes[entry.why.value] = changes.get(entry.why.value, 0) + entry.free
        return [(why, n) for why, n in changes.items() if n]

    def standing(self, winners: Collection[Seat]) -> dict[Seat, tuple[bool, object, int]]:
        """Say by what everybody ranks at the end: whoever won, then the open Powerbase, then Blood (LT-6.1, LT-R67)."""
        values = {seat: value(one.base, low_ace=self.options.low_ace) for seat, one in self.sheets.items()}
        return {seat: (seat in winners, values[seat], one.blood) for seat, one in self.sheets.items()}

    def power(self, seat: Seat) -> str:
        """Name the hand that somebody's open Powerbase is: ``a Flush``."""
        title = Power(value(self.sheets[seat].base, low_ace=self.options.low_ace)[0]).title
        return f"a {title.title()}".replace(" Of A ", " of a ")

    def apply(self, event: Event, /) -> None:
        """Take in one event that this seat was told."""
        if type(event) in IDLE:
            return
        match event:
            case ev.BloodMoved(seat=seat, why=why, free=free, placed=placed, staked=staked):
                s = self.sheets[seat]
                s.free, s.placed, s.staked = s.free + free, s.placed + placed, s.staked + staked
                self.ledger.append(Entry(seat, why, free, placed, staked))
            case ev.Drew(seat=seat, cards=cards) | ev.HandDealt(seat=seat, cards=cards):
                self._hold(seat, cards)
            case ev.Discarded(seat=seat, cards=cards):
                self._lose(seat, cards)
            case ev.Handed(giver=giver, taker=taker, cards=cards):
                self._lose(giver, cards)
                self._hold(taker, cards)
            case ev.HandOpened(seat=seat, cards=cards):
                self.hands[seat] = sorted(cards, key=ladder)
            case ev.TurnBegan():
                self.ledger = []
            case ev.InitiativeSet(turn=turn, order=order):
                self.turn, self.initiative = turn, order
                self.hands = {seat: hand for seat, hand in self.hands.items() if seat == self.seat}
            case ev.JewelMoved(seat=seat, at=at):
                self.jewel, self.jewel_at = (None if at is JewelAt.BANK else seat), at
            case ev.DecksCounted():
                self.trumps, self.discard, self.shadows = event.trumps, event.discard, event.shadows
                self.jokers, self.reserve = event.jokers, event.reserve
            case ev.Cursed(seat=seat, victim=victim):
                self.sheets[seat].cursed = True
                self.sheets[victim].open_turn = self.turn + 1
            case ev.DeedDone(seat=seat):
                self.sheets[seat].deed = self.turn
            case GameEnded():
                self.over = True
            case OptionChanged(settled=settled):
                self.options = Options.of(dict(settled))
            case Correction():
                self._corrected(event)
            case _:
                self._laid(event)

    def _corrected(self, e: Event) -> None:
        """The GM set something right."""
        match e:
            case cor.CountCorrected(seat=seat, n=n):
                self.sheets[seat].free = n
            case cor.LeadCorrected(seat=seat):
                self.initiative = (seat, *(one for one in self.initiative if one != seat))
            case cor.ThingCorrected(what=what, seat=seat, has=has) if what == CURSE:
                self.sheets[seat].cursed = not has
            case cor.ThingCorrected(seat=seat, has=has):
                self._jewel(seat if has else None)
            case _:
                cor.follow(e, lambda name, seat: self.hands.get(seat) if name == HANDS else None, self._count)
                self._lay(e)
                for hand in self.hands.values():
                    hand.sort(key=ladder)

    def _jewel(self, holder: Seat | None) -> None:
        """The Jewel is one of the free Blood of its holder."""
        if self.jewel is not None:
            self.sheets[self.jewel].free -= 1
        self.jewel, self.jewel_at = holder, JewelAt.FREE if holder is not None else JewelAt.BANK
        if holder is not None:
            self.sheets[holder].free += 1

    def _count(self, name: str, seat: Seat, change: int) -> None:
        if name in COUNTED:
            setattr(self, COUNTED[name], getattr(self, COUNTED[name]) + change)

    def _lay(self, e: Event) -> None:
        """Follow a card that lies face-up before a player, or did."""
        match e:
            case cor.CardCorrected(card=card, origin=origin, giver=giver, target=target, taker=taker):
                if (laid := self._row(origin, giver)) is not None:
                    laid.remove(next(one for one in laid if one.card is card))
                if (laid := self._row(target, taker)) is not None:
                    slots = [one.slot for one in laid]
                    laid.append(Lying(card, next(n for n in range(1, len(slots) + 2) if n not in slots)))
            case cor.CardsExchanged(one=one, origin=origin, giver=giver, other=other, target=target, taker=taker):
                for laid, gone, come in (
                    (self._row(origin, giver), one, other),
                    (self._row(target, taker), other, one),
                ):
                    if laid is not None:
                        next(one for one in laid if one.card is gone).card = come

    def _row(self, name: str, seat: Seat) -> list[Lying] | None:
        return {SHADOWS: self.sheets[seat].shadows, BASE: self.sheets[seat].powerbase}.get(name) if seat else None

    def _hold(self, seat: Seat, cards: tuple[Card, ...]) -> None:
        if seat == self.seat or seat in self.hands:
            self.hands[seat] = sorted([*self.hands.get(seat, []), *cards], key=ladder)

    def _lose(self, seat: Seat, cards: tuple[Card, ...]) -> None:
        if seat in self.hands:
            self.hands[seat] = [card for card in self.hands[seat] if card not in cards]

    def _laid(self, event: Event) -> None:
        """Take in what happened to Shadows, Places and Powerbases."""
        match event:
            case ev.IdentityTaken(seat=seat, court=court, rank=rank, forte=forte, card=card, slot=slot):
                self.sheets[seat] = Sheet(court, rank, forte, powerbase=[Lying(card, slot)])
            case ev.OpeningBlood(seat=seat, free=free, placed=placed, place=place):
                s = self.sheets[seat]
                s.free, s.placed, s.where = free, placed, place
            case ev.ShadowDealt(seat=seat, card=card, slot=slot) | ev.ShadowGained(seat=seat, card=card, slot=slot):
                self.sheets[seat].shadows.append(Lying(card, slot))
            case ev.ShadowDealtDown(seat=seat, card=card, slot=slot):
                self.sheets[seat].shadows.append(Lying(card, slot, down=True, known=False))
            case ev.ShadowDealtDownUnseen(seat=seat, slot=slot):
                self.sheets[seat].shadows.append(Lying(None, slot, down=True, known=False))
            case ev.ShadowTaken(giver=giver, gone=gone, taker=taker, card=card, slot=slot):
                self.sheets[giver].take(gone)
                self.sheets[taker].shadows.append(Lying(card, slot))
            case ev.GiftsTurned(gifts=gifts):
                for gift in gifts:
                    self.sheets[gift.giver].take(gift.gone)
                for gift in gifts:
                    self.sheets[gift.taker].shadows.append(Lying(gift.card, gift.slot))
            case ev.ShadowsSwept(seat=seat, slots=slots):
                self.sheets[seat].shadows = [one for one in self.sheets[seat].shadows if one.slot not in slots]
                if not any(one.down for one in self.sheets[seat].shadows):
                    self.sheets[seat].where = Place.NONE
            case ev.PlaceTaken(seat=seat, place=place):
                self.sheets[seat].where = place if place is not Place.ABYSS else Place.NONE
            case ev.PlaceLeft(seat=seat, slots=slots, cards=cards):
                self.sheets[seat].where = Place.NONE
                for slot, card in zip(slots, cards, strict=True):
                    self._turn_up(self.sheets[seat].shadow(slot), card)
            case ev.TurnedDown(seat=seat, slot=slot):
                self.sheets[seat].shadow(slot).down = True
            case ev.Switched(seat=seat, up=up, card=card, down=down):
                self._turn_up(self.sheets[seat].shadow(up), card)
                self.sheets[seat].shadow(down).down = True
            case _:
                self._powered(event)

    def _powered(self, event: Event) -> None:
        match event:
            case ev.Scryed(zone=Zone.SHADOW | Zone.POWER as zone, owner=owner, place=place, card=card):
                row = self.sheets[owner].shadows if zone is Zone.SHADOW else self.sheets[owner].powerbase
                lying_in(row, place).card = card
            case ev.Consolidated(seat=seat, gone=gone, slot=slot):
                was = self.sheets[seat].take(gone)
                self.sheets[seat].powerbase.append(Lying(was.card, slot, down=True, known=was.known))
            case ev.PowerTurnedUp(seat=seat, slots=slots, cards=cards):
                for slot, card in zip(slots, cards, strict=True):
                    self._turn_up(lying_in(self.sheets[seat].powerbase, slot), card)
            case ev.Recycled(seat=seat, gone=gone, card=card, slot=slot):
                s = self.sheets[seat]
                s.powerbase = [one for one in s.powerbase if one.slot != gone]
                s.shadows.append(Lying(card, slot))

    @staticmethod
    def _turn_up(lying: Lying, card: Card) -> None:
        lying.card, lying.down, lying.known = card, False, True


def view(seat: Seat, setup: Setup) -> View:
    """Make the view of a seat, or of an observer, that has been told nothing yet."""
    return View(seat, setup.seats, Options.of(setup.options), {one: Sheet() for one in setup.seats}, {})


def look(state: State, seat: Seat, setup: Setup) -> View:
    """Make the view that a full history would have given."""
    found = alike(view(seat, setup), state, seat)

    def seen(laid: Laid, owner: Seat) -> Lying:
        known = laid.known or owner == seat or state.scried(seat, laid.card)
        return Lying(laid.card if known else None, laid.slot, laid.down, laid.known)

    for name, p in state.players.items():
        found.sheets[name] = Sheet(
            p.court, p.rank, p.forte, p.free, p.placed, p.staked, p.where, [seen(one, name) for one in p.shadows],
            [seen(one, name) for one in p.powerbase], p.cursed, p.open_turn, p.deed,
        )  # fmt: skip
        if name == seat or state.is_open(name):
            found.hands[name] = sorted(p.hand, key=ladder)
    found.initiative = tuple(state.initiative)
    found.trumps, found.shadows = len(state.trump_deck), len(state.shadow_deck)
    found.jokers = sum(card.joker for card in state.shadow_deck)
    return found


def decide(seen: View) -> Spending | None:
    """Name the decision that a seat meets first in a Turn: how it pays (LT-R13)."""
    if seen.over or seen.seat == OBSERVER:
        return None
    return Spending(seen.seat, SPENDS)
