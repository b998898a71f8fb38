"""What a GM may set right in every game of cards: where a card lies, a number, who is first, what somebody has.

The lines that are written, what is told of them, and how a view follows. What a game declares, and how a correction
is tried and carried out, is in mending.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from referee.engine.audience import OBSERVER, Seat
from referee.engine.events import Event
from referee.engine.lexicon import Words
from referee.engine.mends import Correction, CorrectionRefused, Mend, NothingCorrected, OptionChanged
from referee.engine.slots import Player, Slot
from referee.engine.values import value
from referee.games.cards import Card

TOP, BOTTOM = "top", "bottom"


@value
class Spot:
    """A place as a line names it: the word of its zone, and whose it is, if it is somebody's."""

    zone: str
    seat: Seat = OBSERVER


class PutCard(Mend):
    """Put a card elsewhere, wherever it lies; FROM is needed only where like cards lie in several places."""

    usage = "CARD card [FROM origin:zone] TO target:zone"
    open = False
    card: Card
    target: Spot
    origin: Spot | None = None

    def told(self) -> str:
        """Name no card and no place, for one of them might say which card it is."""
        return "a card is put right"

    def named(self) -> tuple[Any, ...]:
        return (self.card,)


class SwapCards(Mend):
    """Let two cards change places: so nobody has one more or less."""

    usage = "SWAP card [FROM origin:zone] WITH other:card [IN target:zone]"
    open = False
    card: Card
    other: Card
    origin: Spot | None = None
    target: Spot | None = None

    def told(self) -> str:
        return "two cards are put right"

    def named(self) -> tuple[Any, ...]:
        return self.card, self.other


class SetCount(Mend):
    """Set a number, of a player or of the whole table."""

    usage = ("SET count OF player TO value", "SET count TO value")
    count: str
    value: int
    player: Seat = OBSERVER

    def told(self) -> str:
        return f"{self.count.lower()}{f' of {self.player}' if self.player else ''} set to {self.value}"


class SetLead(Mend):
    """Let a player be the first: to lead, or on turn."""

    usage = "FIRST player"
    player: Seat

    def told(self) -> str:
        return f"{self.player} is first"


class GiveThing(Mend):
    """Give a player what stands from turn to turn; who had it before has it no more, where there is only one."""

    usage = "GIVE thing TO player"
    thing: str
    player: Seat

    def told(self) -> str:
        return f"{self.thing.lower()} given to {self.player}"


class TakeThing(Mend):
    """Take from a player what stands from turn to turn."""

    usage = "TAKE thing FROM player"
    thing: str
    player: Seat

    def told(self) -> str:
        return f"{self.thing.lower()} taken from {self.player}"


class Moved(Correction):
    """One or two cards went from place to place; ``giver`` and ``taker`` are whose these are."""

    origin: str
    giver: Seat
    target: str
    taker: Seat


class CardCorrected(Moved):
    """A card was moved by the GM, for those who may know which."""

    card: Card
    end: str


class CardCorrectedUnseen(Moved):
    """A card was moved by the GM, for the others."""

    end: str


class CardsExchanged(Moved):
    """Two cards changed places, for those who may know which: ``one`` lay at ``origin``, ``other`` at ``target``."""

    one: Card
    other: Card


class CardExchanged(Moved):
    """A card changed places with another, for those who know this one alone; it lay at ``origin``."""

    card: Card


class CardsExchangedUnseen(Moved):
    """Two cards changed places, for the others."""


class CountCorrected(Correction):
    """A number was set, of a player or of the table."""

    what: str
    seat: Seat
    n: int


class LeadCorrected(Correction):
    """Somebody is the first now."""

    seat: Seat


class ThingCorrected(Correction):
    """Somebody has something now, or has it no more."""

    what: str
    seat: Seat
    has: bool


CORRECTIONS: tuple[type[Event], ...] = (
    CardCorrected, CardCorrectedUnseen, CardsExchanged, CardExchanged, CardsExchangedUnseen, CountCorrected,
    LeadCorrected, ThingCorrected, OptionChanged, NothingCorrected, CorrectionRefused,
)  # fmt: skip


class ZoneSlot(Slot[Spot]):
    """The slot ``zone``: a place of the game, and whose."""

    name = "zone"
    label = "place"

    def __init__(self, zones: Mapping[str, bool], first: str) -> None:
        """Take the words of the places, each with whether it is somebody's, and which stands in examples."""
        self.zones = sorted(zones.items(), key=lambda zone: -len(zone[0].split()))
        written = [f"{word} OF player" if owned else word for word, owned in zones.items()]
        self.usage = " or ".join([", ".join(written[:-1]), written[-1]] if written[1:] else written)
        self.example = f"{first} OF ME" if zones[first] else first

    def read(self, words: Words) -> Spot:
        """Read the longest word of a zone that fits, and whose it is."""
        for word, owned in self.zones:
            if words.phrase(*word.split()):
                if not owned:
                    return Spot(word)
                words.take("OF")
                if words.done:
                    raise words.unreadable("whose it is", hint=f"Write {word} OF and a player.")
                return Spot(word, Player().read(words))
        raise words.unreadable("a place", self.vocabulary(words), f"Write {self.usage}.")

    def show(self, value: Spot) -> str:
        return f"{value.zone} OF {value.seat}" if value.seat else value.zone

    def vocabulary(self, words: Words) -> Iterable[str]:
        return [word.split()[0] for word, _ in self.zones]

    def phrases(self, words: Words) -> Iterable[str]:
        whose = words.lexicon.seats.vocabulary()
        found = [[f"{word} OF {seat}" for seat in whose] if owned else [word] for word, owned in self.zones]
        return [phrase for phrases in found for phrase in phrases]


Shown = Callable[[str, Seat], "list[Card] | None"]
Counted = Callable[[str, Seat, int], object]


def follow(e: Event, shown: Shown, counted: Counted) -> None:
    """Let a view follow cards that were moved by the GM.

    ``shown`` gives the list of a place by name and owner where the view knows its cards, and ``counted`` changes the
    number of cards at one.
    """
    match e:
        case CardCorrected() | CardCorrectedUnseen():
            if isinstance(e, CardCorrected) and (cards := shown(e.origin, e.giver)) is not None:
                cards.remove(e.card)
            if isinstance(e, CardCorrected) and (cards := shown(e.target, e.taker)) is not None:
                cards.insert(0 if e.end == BOTTOM else len(cards), e.card)
            counted(e.origin, e.giver, -1)
            counted(e.target, e.taker, 1)
        case CardsExchanged(one=one, other=other):
            for (come, place, seat), gone in zip(exchanged(e), (one, other), strict=True):
                if (cards := shown(place, seat)) is not None:
                    cards[cards.index(gone)] = come


def exchanged(e: Event) -> Sequence[tuple[Card, str, Seat]]:
    """List the cards that an exchange names, each with where it lies now, and whose that is."""
    match e:
        case CardsExchanged(one=one, other=other):
            return (other, e.origin, e.giver), (one, e.target, e.taker)
        case CardExchanged(card=card):
            return ((card, e.target, e.taker),)
        case _:
            return ()
