"""The cards of a case: laid as it gives them, and shown where they lie by the zones that a game declares."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from referee.cases.words.reading import REST, counted, listed
from referee.engine.audience import OBSERVER, Seat
from referee.engine.errors import SetupError
from referee.engine.table import S
from referee.engine.values import value
from referee.games.cards import Card, Pack, card_named
from referee.games.mending import Mending


def french(name: str) -> Card | None:
    """Find a French card by its code."""
    return card_named(name, Pack.FRENCH)


@value
class Pile:
    """A pile as a case writes it: the cards above and below REST, or how many there are; ``rests`` takes the others."""

    above: list[str]
    below: list[str]
    size: int | None
    rests: bool

    @classmethod
    def of(cls, written: Any) -> Pile:
        """Read a list, in which REST may stand, or a number; without REST all cards named are above."""
        size = counted(written)
        names = listed(written) if size is None else []
        place = names.index(REST) if REST in names else len(names)
        return cls(names[:place], names[place + 1 :], size, REST in names)

    @property
    def open(self) -> bool:
        """Whether no card of it is named."""
        return not self.above and not self.below


class Laying:
    """Lays the cards of one case: those that it names first, then so many as it counts; ``rest`` lie nowhere yet.

    Those ``anywhere`` may be named in any place; ``home`` is where REST may stand.
    """

    def __init__(
        self,
        cards: Iterable[Card],
        find: Callable[[str], Card | None] = french,
        anywhere: Sequence[Card] = (),
        home: str = "one pile",
    ) -> None:
        self.rest = list(cards)
        self._all = (*self.rest, *anywhere)
        self._find, self._anywhere, self._home = find, anywhere, home

    def take(self, written: Any) -> list[Card]:
        """Take the cards that are named out of the rest.

        Raises `SetupError` for what is no card of this game, for a card that lies elsewhere already, and for REST,
        which stands in a game's one pile alone and once.
        """
        return [self._one(name) for name in listed(written)]

    def _one(self, name: str) -> Card:
        if name == REST:
            raise SetupError(f"{REST} is every card that lies nowhere else: it stands in {self._home} alone, and once.")
        card = self._find(name)
        if card is None or card not in self._all:
            raise SetupError(f"There is no card {name} in this game.")
        if card not in self._anywhere:
            if card not in self.rest:
                raise SetupError(f"{name} lies in two places, or is not in this game's pack.")
            self.rest.remove(card)
        return card

    def deal(self, count: int) -> list[Card]:
        """Take so many cards of the rest, whichever they are; raises `SetupError` if too few lie nowhere."""
        if count > len(self.rest):
            raise SetupError(f"{count} cards cannot lie there: only {len(self.rest)} lie nowhere else.")
        found = self.rest[:count]
        del self.rest[:count]
        return found

    def hands(
        self, written: Mapping[Seat, Any], seats: Sequence[Seat]
    ) -> tuple[dict[Seat, list[Card]], dict[Seat, int]]:
        """Take the cards of hands that are named, and return the sizes of those that are only counted."""
        sizes = {seat: size for seat, value in written.items() if (size := counted(value)) is not None}
        return {seat: self.take(written[seat]) for seat in seats if seat in written and seat not in sizes}, sizes


def lying(mending: Mending[S], state: S, seats: Iterable[Seat], keys: Mapping[str, str]) -> dict[str, Any]:
    """Show which cards lie in zones that a game declares: by key the word of a zone, of each seat if it is theirs."""
    zones, show = {zone.word: zone for zone in mending.zones}, mending.deck.show
    found: dict[str, Any] = {}
    for key, word in keys.items():
        zone = zones[word]
        if zone.owned:
            found[key] = {seat: [*map(show, zone.cards(state, seat))] for seat in seats}
        else:
            found[key] = [*map(show, zone.cards(state, OBSERVER))]
    return found
