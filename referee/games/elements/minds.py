"""What one player remembers: notes on spots, and what they saw of others' cards (EL-P1.3, section 4 of RULES.md)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from referee.engine.author import Event, Seat
from referee.games import corrections as cor
from referee.games.elements import events as ev
from referee.games.elements.values import is_face, type_of

ISLANDS, FLAMES, HANDS, OCEAN = "Island", "Flame", "Play Hand", "Ocean"


def ocean_spot(name: str) -> str:
    """Return the spot that a told place names, if it lies in the Ocean."""
    return name.removeprefix(f"{OCEAN} (").removesuffix(")") if name.startswith(OCEAN) else ""


@dataclass(slots=True)
class Mind:
    """Notes of one player: faces where they saw the card, types where they were told no more.

    ``spots`` are notes on top cards, ``under`` those on covered ones from the bottom up; ``islands``, ``flames`` and
    ``hands`` what is known for certain of others' cards (and their own). ``barred`` are the spots of cards that they
    laid down and may not touch yet, as far as they know; ``balks`` counts the times they were kept from one.
    """

    me: Seat
    seats: tuple[Seat, ...]
    spots: dict[str, str] = field(default_factory=dict)
    under: dict[str, tuple[str, ...]] = field(default_factory=dict)
    islands: dict[Seat, tuple[str, ...]] = field(default_factory=dict)
    flames: dict[Seat, str] = field(default_factory=dict)
    hands: dict[Seat, str] = field(default_factory=dict)
    barred: tuple[str, ...] = ()
    balks: int = 0

    def knows(self, spot: str, kind: str) -> bool:
        """Say whether the top card of a spot is noted as one of this type."""
        return type_of(self.spots.get(spot, "")) == kind

    def where(self, face: str) -> str:
        """Return the spot where this face is noted, on top or covered, or nothing."""
        for spot, noted in self.spots.items():
            if noted == face:
                return spot
        return next((spot for spot, covered in self.under.items() if face in covered), "")

    def faces(self) -> list[str]:
        """List the exact faces noted in the Ocean."""
        noted = [*self.spots.values(), *(face for covered in self.under.values() for face in covered)]
        return [face for face in noted if is_face(face)]

    def apply(self, event: Event, /) -> None:
        """Take in one event that this player was told."""
        match event:
            case ev.CardClaimed():
                self._claimed(event)
            case ev.CardLearned(seat=seat, source=source, card=card):
                if source == "island":
                    self._less(seat, card.code)
                self.hands[seat] = card.code
            case ev.CardPut():
                self._put(event)
            case ev.FaceShown(spot=spot, card=card):
                self.spots[spot] = card.code
                for seat in self.islands:
                    self._less(seat, card.code)
            case ev.FaceSeen(spot=spot, face=face):
                self.spots[spot] = face
            case ev.IslandTouched(seat=self.me) | ev.CardsFreed(seat=self.me) | ev.PlayRestarted():
                self.barred = ()
            case ev.TakeBarred(seat=self.me):
                self.balks += 1
            case ev.IslandSeen(seat=seat, cards=cards):
                self.islands[seat] = tuple(card.code for card in cards)
            case ev.WhirlwindCalled(seat=seat, spots=spots):
                self._scattered(seat, spots)
            case ev.IslandsPassed(touched=touched):
                self._passed(touched)
            case ev.RoundBegun():
                for notes in (self.spots, self.under, self.islands, self.flames, self.hands):
                    notes.clear()
                self.barred = ()
            case ev.OceanShown(spots=spots, cards=cards):
                self.spots.update({spot: card.code for spot, card in zip(spots, cards, strict=True)})
            case _:
                self._more(event)

    def _more(self, event: Event) -> None:
        match event:
            case ev.SpotsScried(spots=spots, faces=faces):
                for spot, face in zip(spots, faces, strict=True):
                    if type_of(self.spots.get(spot, "")) != face:
                        self.spots[spot] = face
            case ev.FlamePeeked(player=player, kind=kind) if kind:
                self.flames[player] = kind
            case ev.SpotsSwapped(one=one, other=other):
                self._swapped(one, other)
            case ev.SpotsShuffled(spots=spots):
                for spot in spots:
                    self.spots.pop(spot, None)
                self.barred = tuple(spot for spot in self.barred if spot not in spots)
            case ev.CardsGathered(spots=spots):
                self._gathered(spots)
            case ev.CardShed(seat=seat, spot=spot):
                if seat == self.me:
                    self.barred = (*self.barred, spot)
            case ev.OwnCardShed(seat=seat, card=card):
                self._less(seat, card.code)
            case ev.PenanceDone(seat=self.me, left=0):
                self.barred = ()
            case cor.CardCorrected(card=card, origin=origin, giver=giver, target=target, taker=taker):
                self._gone(origin, giver, card.code)
                self._come(target, taker, card.code)
            case cor.CardCorrectedUnseen(origin=origin, giver=giver, target=target, taker=taker):
                self._come(target, taker, self._gone(origin, giver))
            case cor.CardsExchanged(one=one, other=other):
                self._gone(event.origin, event.giver, one.code, instead=True)
                self._gone(event.target, event.taker, other.code, instead=True)
                for card, name, seat in cor.exchanged(event):
                    self._come(name, seat, card.code)
            case cor.CardsExchangedUnseen(origin=origin, giver=giver, target=target, taker=taker):
                one = self._gone(origin, giver, instead=True)
                other = self._gone(target, taker, instead=True)
                self._come(origin, giver, other)
                self._come(target, taker, one)

    def _gone(self, name: str, seat: Seat, face: str = "", *, instead: bool = False) -> str:
        """The GM took a card from somewhere; returns what is noted of it, be it the face that one was told.

        ``instead`` of it another lies there, on top of what is covered.
        """
        if (spot := ocean_spot(name)) and not instead:
            noted = self._lifted(spot, 0)
            return face or noted
        if spot:
            self.barred = tuple(one for one in self.barred if one != spot)
            noted = self.spots.pop(spot, "")
            return face or noted
        if name in (FLAMES, HANDS):
            return (self.flames if name == FLAMES else self.hands).pop(seat, "")
        if face and seat in self.islands:
            self._less(seat, face)
        else:
            self.islands.pop(seat, None)
        return face

    def _come(self, name: str, seat: Seat, face: str) -> None:
        """The GM put a card somewhere; without a face one has no idea which."""
        if not face:
            return
        if spot := ocean_spot(name):
            self.spots[spot] = face
        elif name == FLAMES:
            self.flames[seat] = type_of(face)
        elif name == HANDS:
            self.hands[seat] = face
        else:
            self.islands[seat] = (*self.islands.get(seat, ()), face)

    def _claimed(self, e: ev.CardClaimed) -> None:
        if e.source == "island":
            if e.seat != self.me:
                self.islands.pop(e.seat, None)
            return
        if e.source == "flame":
            known = self.flames.get(e.seat)
            if not e.left:
                self.flames.pop(e.seat, None)
        else:
            known = self._lifted(e.source, e.depth)
        if known:
            self.hands[e.seat] = known

    def _lifted(self, spot: str, depth: int) -> str:
        """Take the note on a card away, and uncover what lies under it."""
        covered = self.under.pop(spot, ())
        pile = (*covered, self.spots.pop(spot, ""))
        at = max(0, len(pile) - 1 - depth)
        self._stack(spot, (*pile[:at], *pile[at + 1 :]))
        if not depth:
            self.barred = tuple(one for one in self.barred if one != spot)
        return pile[at]

    def _stack(self, spot: str, pile: Sequence[str]) -> None:
        """Note a pile, from the bottom up."""
        if pile[:-1]:
            self.under[spot] = tuple(pile[:-1])
        if pile and pile[-1]:
            self.spots[spot] = pile[-1]

    def _put(self, e: ev.CardPut) -> None:
        known = self.hands.pop(e.seat, "")
        if e.place == "flame":
            if known:
                self.flames[e.seat] = type_of(known)
        elif e.place == "island":
            if known:
                self.islands[e.seat] = (*self.islands.get(e.seat, ()), known)
            if e.seat == self.me and e.source == "island":
                self.barred = ()
        else:
            if known:
                self.spots[e.spot] = known
            if e.seat == self.me:
                self.barred = (*self.barred, e.spot)

    def _less(self, seat: Seat, face: str) -> None:
        """Take one card out of what is known of an Island."""
        cards = list(self.islands.get(seat, ()))
        if face in cards:
            cards.remove(face)
        self.islands[seat] = tuple(cards)

    def _scattered(self, seat: Seat, spots: Sequence[str]) -> None:
        known = self.flames.pop(seat, "")
        if known:
            self.spots.update(dict.fromkeys(spots, known))
        if seat == self.me:
            self.barred = (*self.barred, *spots)

    def _passed(self, touched: Sequence[Seat]) -> None:
        """What one knew of an Island is known of its new owner; one's own is seen anew (EL-9.2)."""
        lefts = zip(self.seats, (*self.seats[1:], self.seats[0]), strict=True)
        self.islands = {left: self.islands[seat] for seat, left in lefts if seat in self.islands}
        if self.me in touched:
            self.barred = ()

    def _swapped(self, one: str, other: str) -> None:
        first, second = self.spots.pop(one, ""), self.spots.pop(other, "")
        self.spots |= {spot: face for spot, face in ((one, second), (other, first)) if face}
        names = {one: other, other: one}
        self.barred = tuple(names.get(spot, spot) for spot in self.barred)

    def _gathered(self, spots: Sequence[str]) -> None:
        pile: list[str] = []
        for spot in (spots[-1], *spots[:-1]):
            pile += [*self.under.pop(spot, ()), self.spots.pop(spot, "")]
        self._stack(spots[-1], pile)
        self.barred = tuple(dict.fromkeys(spots[-1] if spot in spots else spot for spot in self.barred))
