"""What a game of cards declares for its GM's corrections, and how one is tried on a copy, carried out and told.

A card is named to those who saw it where it lay or see it where it lies now; the others hear from where to where one
went, as they would see at a table. What does not fit changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from typing import Any, Generic, TypeVar

from referee.engine.audience import OBSERVER, PUBLIC, REFEREE, Audience, Seat, only
from referee.engine.copies import copied
from referee.engine.events import Event
from referee.engine.mends import CorrectionRefused, Mend, NothingCorrected
from referee.engine.orders import Order
from referee.engine.sections import Mends
from referee.engine.slots import Choice, Number, Slot
from referee.engine.table import State, Table
from referee.engine.values import value
from referee.games import corrections as cor
from referee.games.cards import Card, CardSlot, Pack

S = TypeVar("S", bound=State)
W = TypeVar("W")


def nothing_wrong(*_: Any) -> str:
    """Say that nothing speaks against it."""
    return ""


def everybody(*_: Any) -> Audience:
    """Let all see what lies here."""
    return PUBLIC


def nobody(*_: Any) -> Audience:
    """Let no player see what lies here."""
    return REFEREE


def owner(state: Any, seat: Seat, card: Card) -> Audience:
    """Let a place's owner alone see what lies there."""
    return only(seat)


@value
class Zone(Generic[S]):
    """A place of a game: how a line writes it, what it is called when it is told, and how cards come and go.

    ``owned`` places are somebody's each. Two zones of one ``name`` are one place, with an ``end`` each at which
    cards are put. ``seers`` says who knows a card that lies there, ``refuses`` why one cannot be put there, ``where``
    at which spot of a wide place it lies.
    """

    word: str
    name: str
    cards: Callable[[S, Seat], Sequence[Card]]
    seers: Callable[[S, Seat, Card], Audience]
    take: Callable[[S, Seat, Card], object]
    put: Callable[[S, Seat, Card], object]
    replace: Callable[[S, Seat, Card, Card], object]
    owned: bool = True
    end: str = ""
    refuses: Callable[[S, Seat, Card], str] = nothing_wrong
    where: Callable[[S, Seat, Card], str] = nothing_wrong

    def called(self, state: S, seat: Seat, card: Card) -> str:
        """Call the place of a card by its name, with where in it the card lies if all see that."""
        where = self.where(state, seat, card)
        return f"{self.name} ({where})" if where else self.name


def pile(
    word: str,
    name: str,
    at: Callable[[S, Seat], list[Card]],
    seers: Callable[[S, Seat, Card], Audience],
    *,
    owned: bool = True,
    end: str = "",
    first: bool = False,
    refuses: Callable[[S, Seat, Card], str] = nothing_wrong,
) -> Zone[S]:
    """Make the zone of a plain list of cards; a card that is put there comes ``first`` or last."""

    def put(state: S, seat: Seat, card: Card) -> None:
        cards = at(state, seat)
        cards.insert(0 if first else len(cards), card)

    def replace(state: S, seat: Seat, card: Card, other: Card) -> None:
        cards = at(state, seat)
        cards[cards.index(card)] = other

    def take(state: S, seat: Seat, card: Card) -> None:
        at(state, seat).remove(card)

    return Zone(word, name, at, seers, take, put, replace, owned, end, refuses)


@value
class Count(Generic[S]):
    """A number of a game, of each player or of the table: how a line writes it, how it is told, and how it is set."""

    word: str
    name: str
    set: Callable[[S, Seat, int], None]
    least: int = 0
    most: int = 999
    owned: bool = True
    refuses: Callable[[S, Seat, int], str] = nothing_wrong


@value
class Thing(Generic[S]):
    """What a player has or has not: how a line writes it, how it is told, and how it is given and taken."""

    word: str
    name: str
    has: Callable[[S, Seat], bool]
    set: Callable[[S, Seat, bool], None]


@value
class Lies(Generic[S]):
    """A card that was found: where, and whose the place is."""

    card: Card
    zone: Zone[S]
    seat: Seat


@dataclass(frozen=True)
class Mending(Generic[S]):
    """The corrections of one game.

    ``card`` and ``other`` are cards of its ``deck``, for the examples. ``wrong`` says what is wrong with a state
    between two turns, or nothing; ``never`` why no card alone goes from one place to another, whatever the state.
    ``lead`` makes somebody the first, or says why it can't be. ``then`` is called with the state as it was, and
    tells what follows besides; ``tell`` is how this game tells what happened.
    """

    card: str
    seats: Callable[[S], Iterable[Seat]]
    zones: tuple[Zone[S], ...]
    wrong: Callable[[S], str]
    never: Callable[[cor.Spot | None, cor.Spot], str] = nothing_wrong
    counts: tuple[Count[S], ...] = ()
    things: tuple[Thing[S], ...] = ()
    lead: Callable[[S, Seat], str | None] | None = None
    then: Callable[[S, Table[S]], None] | None = None
    other: str = ""
    deck: CardSlot = field(default_factory=lambda: CardSlot(Pack.FRENCH))
    tell: Callable[..., None] = Table.tell

    @cached_property
    def verbs(self) -> tuple[type[Mend], ...]:
        """Make the verbs of this game, each with an example of its own."""
        found: dict[type[Mend], str] = {cor.PutCard: f"CARD {self.card} TO {self._place.example}"}
        found[cor.SwapCards] = f"SWAP {self.card} WITH {self.other}"
        for count in self.counts[:1]:
            found[cor.SetCount] = f"SET {count.word}{' OF ME' if count.owned else ''} TO {max(count.least, 1)}"
        if self.lead is not None:
            found[cor.SetLead] = "FIRST ME"
        for thing in self.things[:1]:
            found |= {cor.GiveThing: f"GIVE {thing.word} TO ME", cor.TakeThing: f"TAKE {thing.word} FROM ME"}
        with_examples = ((kind, {"__doc__": kind.__doc__, "example": example}) for kind, example in found.items())
        return tuple(type(kind.__name__, (kind,), said) for kind, said in with_examples)

    @cached_property
    def _place(self) -> cor.ZoneSlot:
        possible = next(zone.word for zone in self.zones if not self.never(None, cor.Spot(zone.word)))
        return cor.ZoneSlot({zone.word: zone.owned for zone in self.zones}, possible)

    @cached_property
    def slots(self) -> tuple[Slot[Any], ...]:
        """Make the slots that these verbs need besides the game's own."""
        called = [(word, one.word) for one in self.counts for word in (one.word, one.name.upper())]
        counts = {word: meant for word, meant in called if " " not in word}  # as a line writes it, or a report calls it
        things = {one.word: one.word for one in self.things}
        named = [Choice(name, words, label=label) for name, words, label in
                 (("count", counts, "number"), ("thing", things, "thing")) if words]  # fmt: skip
        return (self.deck, self._place, Number("value", below=True), *named)

    @cached_property
    def section(self) -> Mends[S]:
        """The section of a ruleset that has these corrections and no more."""
        return Mends(self.verbs, self.mend, self.is_never, self.slots, cor.CORRECTIONS)

    def is_never(self, one: Order) -> str:
        """Say why a correction fits no state of this game; nothing if one may."""
        return self.never(one.origin, one.target) if isinstance(one, cor.PutCard) else ""

    def mend(self, t: Table[S], one: Order) -> None:
        """Carry a correction out if it fits; else say that nothing was changed."""
        before = copied(t.state)
        if why := self._done(t, one):
            refuse(t, why)
        elif self.then is not None:
            self.then(before, t)

    def _done(self, t: Table[S], one: Order) -> str:
        match one:
            case cor.PutCard():
                return self._put(t, one)
            case cor.SwapCards():
                return self._swap(t, one)
            case cor.SetCount():
                return self._set(t, one)
            case cor.SetLead() | cor.GiveThing() | cor.TakeThing() if why := self._left(t.state, one.player):
                return why
            case cor.SetLead(player=seat):
                lead = self.lead or nothing_wrong
                return self._changed(t, lambda state: lead(state, seat), cor.LeadCorrected(seat=seat, to=PUBLIC))
            case cor.GiveThing(thing=word, player=seat) | cor.TakeThing(thing=word, player=seat):
                return self._give(t, word, seat, has=isinstance(one, cor.GiveThing))
            case _:
                raise AssertionError(f"{one} is no correction of this game")

    def _left(self, state: S, seat: Seat) -> str:
        """Say that a player has left the game, or nothing."""
        return "" if seat in self.seats(state) else f"{seat} is not in the game any more."

    def _wrong(self, trial: S, before: S) -> str:
        """Say why a state that was tried will not do: it breaks a rule, or is none but the one before."""
        return "That is so already." if trial == before else self.wrong(trial)

    def _found(self, state: S, card: Card, at: cor.Spot | None) -> Iterator[Lies[S]]:
        """Find the cards of a face, one in each place; if ``at`` is given, only there."""
        seen: list[tuple[str, Seat]] = []
        names = {zone.name for zone in self.zones if at is not None and zone.word == at.zone}
        for zone in self.zones:
            for seat in self.seats(state) if zone.owned else (OBSERVER,):
                if (zone.name, seat) in seen or (at is not None and (zone.name not in names or seat != at.seat)):
                    continue
                lying = next((lies for lies in zone.cards(state, seat) if lies.face is card.face), None)
                if lying is not None:
                    seen.append((zone.name, seat))
                    yield Lies(lying, zone, seat)

    def _only(self, state: S, ways: Iterable[W], change: Callable[[S, W], str]) -> W | str:
        """Try each way on a copy, and return the only one that fits; or why none does, or that there are more."""
        whys, fits = list[str](), list[W]()
        for way in ways:
            trial = copied(state)
            if why := change(trial, way) or self._wrong(trial, state):
                whys.append(why)
            else:
                fits.append(way)
        if len(fits) > 1:
            return "Such cards lie in several places: say where with FROM, and in a SWAP with IN for the second."
        return fits[0] if fits else whys[0] if whys else "No such card lies there."

    def _put(self, t: Table[S], one: cor.PutCard) -> str:
        zone = next(zone for zone in self.zones if zone.word == one.target.zone)
        seat, found = one.target.seat, self._found(t.state, one.card, one.origin)
        lies = self._only(t.state, found, lambda state, lies: self._put_on(state, lies, zone, seat))
        if isinstance(lies, str):
            return lies
        knew, origin = lies.zone.seers(t.state, lies.seat, lies.card), lies.zone.called(t.state, lies.seat, lies.card)
        self._put_on(t.state, lies, zone, seat)
        to = union(knew, zone.seers(t.state, seat, lies.card))
        where: dict[str, Any] = {
            "origin": origin, "giver": lies.seat, "target": zone.called(t.state, seat, lies.card), "taker": seat,
            "end": zone.end,
        }  # fmt: skip
        told: list[Event] = [cor.CardCorrected(card=lies.card, to=to, **where)]
        self.tell(t, *told, *([cor.CardCorrectedUnseen(to=but(to), **where)] if to is not PUBLIC else ()))
        return ""

    def _put_on(self, state: S, lies: Lies[S], zone: Zone[S], seat: Seat) -> str:
        """Put a card on a state; returns why that would not do."""
        if (lies.zone.name, lies.seat) == (zone.name, seat) and not zone.end:
            return "It lies there already."
        if why := (seat and self._left(state, seat)) or zone.refuses(state, seat, lies.card):
            return why
        lies.zone.take(state, lies.seat, lies.card)
        zone.put(state, seat, lies.card)
        return ""

    def _swap(self, t: Table[S], one: cor.SwapCards) -> str:
        pairs = product(self._found(t.state, one.card, one.origin), self._found(t.state, one.other, one.target))
        pair = self._only(t.state, pairs, lambda state, pair: self._swap_on(state, *pair))
        if isinstance(pair, str):
            return pair
        lies, other = pair
        one_known = lies.zone.seers(t.state, lies.seat, lies.card)
        other_known = other.zone.seers(t.state, other.seat, other.card)
        origin, target = (it.zone.called(t.state, it.seat, it.card) for it in (lies, other))
        self._swap_on(t.state, lies, other)
        one_known = union(one_known, other.zone.seers(t.state, other.seat, lies.card))
        other_known = union(other_known, lies.zone.seers(t.state, lies.seat, other.card))
        there: dict[str, Any] = {"origin": origin, "giver": lies.seat, "target": target, "taker": other.seat}
        back: dict[str, Any] = {"origin": target, "giver": other.seat, "target": origin, "taker": lies.seat}
        told: list[Event] = [
            cor.CardsExchanged(one=lies.card, other=other.card, to=both(one_known, other_known), **there),
            cor.CardExchanged(card=lies.card, to=both(one_known, but(other_known)), **there),
            cor.CardExchanged(card=other.card, to=both(but(one_known), other_known), **back),
            cor.CardsExchangedUnseen(to=both(but(one_known), but(other_known)), **there),
        ]
        self.tell(t, *(e for e in told if e.to != REFEREE or e is told[0]))
        return ""

    def _swap_on(self, state: S, lies: Lies[S], other: Lies[S]) -> str:
        """Exchange two cards on a state; returns why that would not do."""
        if (lies.zone.name, lies.seat) == (other.zone.name, other.seat):
            return "They lie in one place."
        lies.zone.replace(state, lies.seat, lies.card, other.card)
        other.zone.replace(state, other.seat, other.card, lies.card)
        whys = (lies.zone.refuses(state, lies.seat, other.card), other.zone.refuses(state, other.seat, lies.card))
        return next(filter(None, whys), "")

    def _set(self, t: Table[S], one: cor.SetCount) -> str:
        count = next(count for count in self.counts if count.word == one.count)
        if count.owned != bool(one.player):
            return f"Write SET {count.word}{' OF and a player,' if count.owned else ''} TO and a number."
        if count.owned and (why := self._left(t.state, one.player)):
            return why
        if not count.least <= one.value <= count.most:
            return f"It may be {count.least} to {count.most}."
        if why := count.refuses(t.state, one.player, one.value):
            return why
        told = cor.CountCorrected(what=count.name, seat=one.player, n=one.value, to=PUBLIC)
        return self._changed(t, lambda state: count.set(state, one.player, one.value), told)

    def _changed(self, t: Table[S], change: Callable[[S], str | None], told: Event) -> str:
        """Make a change that fits, and tell of it; or return why it does not, as it says itself or a rule does."""
        trial = copied(t.state)
        if why := change(trial) or self._wrong(trial, t.state):
            return why
        change(t.state)
        self.tell(t, told)
        return ""

    def _give(self, t: Table[S], word: str, seat: Seat, *, has: bool) -> str:
        thing = next(thing for thing in self.things if thing.word == word)
        if thing.has(t.state, seat) is has:
            return f"{seat} {'has' if has else 'has not'} {thing.name}."
        told = cor.ThingCorrected(what=thing.name, seat=seat, has=has, to=PUBLIC)
        return self._changed(t, lambda state: thing.set(state, seat, has), told)


def refuse(t: Table[Any], why: str) -> None:
    """Say that a correction changed nothing: why not may follow from what is hidden, so that stays with the referee."""
    t.tell(NothingCorrected(to=PUBLIC), CorrectionRefused(why=why, to=REFEREE))


def union(*audiences: Audience) -> Audience:
    """Make the audience of all who are in one of these."""
    named = [a for a in audiences if not a.others]
    heard = {seat for a in named for seat in a.seats}
    if len(named) == len(audiences):
        return only(*sorted(heard))
    left = set.intersection(*(set(a.seats) for a in audiences if a.others)) - heard
    return Audience(tuple(sorted(left)), others=True) if left else PUBLIC


def both(one: Audience, other: Audience) -> Audience:
    """Make the audience of all who are in both."""
    return but(union(but(one), but(other)))


def but(audience: Audience) -> Audience:
    """Make the audience of all others."""
    return Audience(audience.seats, others=not audience.others)
