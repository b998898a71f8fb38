"""What the Patternfall War asks besides a hand: the deed, the Place of Power, the Jewel (LT-24.3).

The Jewel stops New Blood, so it is taken last: whoever gets it early spends it for the sake of its four Blood, and
whoever has a built hand and the deed done lets a Joker strike while the Jewel waits.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from referee.games.living_trumps.deck import RANKS, Court, held
from referee.games.living_trumps.goals import Goal
from referee.games.living_trumps.moves import Place
from referee.games.living_trumps.poker import wins
from referee.games.living_trumps.view import View

HOMES = {Court.AMBER: Place.AMBER, Court.CHAOS: Place.ABYSS, Court.SHADOW: Place.KEEP}
ROADS = {Court.AMBER: "AMBER", Court.CHAOS: "ABYSS", Court.SHADOW: "KEEP"}
CARDS = {Court.AMBER: 1, Court.CHAOS: 0, Court.SHADOW: 4}
NEAR, DEEP, DEAR = 2, 6, 2


@dataclass(frozen=True)
class War:
    """One seat's part in the War; in the other variants it asks for nothing."""

    seen: View
    goal: Goal

    @property
    def on(self) -> bool:
        """Whether it is the War at all."""
        return self.seen.options.war

    @property
    def holder(self) -> bool:
        """Whether this seat holds the Jewel."""
        return self.seen.jewel == self.seen.seat

    @property
    def waits(self) -> bool:
        """Whether the Jewel waits for one who suffers."""
        return self.on and self.seen.jewel is None

    @property
    def built(self) -> bool:
        """Whether the Powerbase would win the War; in the other variants the game is over then."""
        return self.on and wins(self.seen.me.base, low_ace=self.seen.options.low_ace)

    @property
    def home(self) -> bool:
        """Whether this seat is in its own Place of Power."""
        return self.seen.me.place is HOMES[self.seen.me.court]

    def policies(self) -> Iterator[str]:
        """Say how Jokers are met, and whether the Jewel is spent."""
        me = self.seen.me
        if me.court is Court.SHADOW:
            yield f"SPEND {'FREE ONLY' if self.on and (self.built or not me.deed) else 'PLACE OK'}"
        if self.on:
            near = me.deed and (self.built or self.goal.distance <= NEAR)
            yield f"JEWEL {'LAST' if near else 'FIRST'}"
        if self.waits and (self.built or len(self.goal.cards) < DEAR):
            bold = me.court is Court.CHAOS and not me.deed
            yield "CHAOS CONTROL INTENSIFY" if bold else "CHAOS SUFFER"
            yield "STORM SUFFER"
        else:
            yield "CHAOS CONTROL INTENSIFY" if self.on else "CHAOS CONTROL"
            yield "STORM CONTROL"

    def shadow(self) -> str:
        """Travel where the deed is done, and home when the hand is built."""
        me = self.seen.me
        wanted = self.built or (me.court is not Court.CHAOS and not me.deed)
        if not self.on or self.home or not wanted or len(me.shadows) < CARDS[me.court]:
            return ""
        if me.free + (not self.holder) < CARDS[me.court]:
            return ""
        return f"SHADOW TRAVEL {ROADS[me.court]}"

    def substance(self, spare: int, shifted: str) -> Iterator[str]:
        """Do the deed; with the hand built, look for the Joker that brings the Jewel, or bide one's time."""
        me = self.seen.me
        if not self.on:
            return
        if not me.deed:
            yield from self.deed(spare)
        if not self.built:
            return
        if not self.home and spare:
            yield from self.gather(spare, shifted)
        if self.waits and spare:
            if me.court is Court.CHAOS:
                yield f"SUBSTANCE BROKEN {self.rarest()} PILE 1"
            most = min(spare, self.seen.shadows)
            if self.home and most:
                yield f"SUBSTANCE SHADOWSHIFT {most} {shifted}"
        yield "SUBSTANCE SCHEME"

    def gather(self, spare: int, shifted: str) -> Iterator[str]:
        """Get the Shadows without which there is no way home: out of the deck, or for a Blood from who has many."""
        lacking = CARDS[self.seen.me.court] - len(self.seen.me.shadows)
        drawn = min(lacking, spare, self.seen.shadows - self.seen.jokers)
        if drawn > 0:
            yield f"SUBSTANCE SHADOWSHIFT {drawn} {shifted}"
        if lacking > 0:
            for seat, sheet in self.seen.sheets.items():
                open_cards = [one.card for one in sheet.shadows if not one.down]
                if seat != self.seen.seat and open_cards:
                    yield f"SUBSTANCE HELLRIDE {seat} {open_cards[-1]} OFFER"

    def deed(self, spare: int) -> Iterator[str]:
        """The deed of one's court (LT-24.4); a Chaosian needs a purse for the price."""
        me = self.seen.me
        match me.court:
            case Court.AMBER if self.home or self.shadow():
                yield f"SUBSTANCE PATTERN {me.rank} TIR"
            case Court.SHADOW if self.home or self.shadow():
                yield f"SUBSTANCE LIVING {me.forte} TENDRILS {max(1, spare)} CHOOSE {me.rank}"
            case Court.CHAOS if spare >= DEEP:
                yield f"SUBSTANCE BROKEN {self.rarest()} PILE 1"

    def rarest(self) -> str:
        """Name the rank of which most lie on the table, so that a search meets a Joker first."""
        lying = (one.card for s in self.seen.sheets.values() for one in (*s.shadows, *s.powerbase))
        laid = [card for card in lying if card is not None]
        return max(RANKS, key=lambda rank: held(laid, rank))
