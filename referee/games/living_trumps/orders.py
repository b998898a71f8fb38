"""The actions that one may order, Shadow, Substance, Tricks (RULES.md, 3.2); policies stand in ``policies``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields
from typing import ClassVar

from referee.engine.audience import Seat
from referee.engine.conditions import Tests
from referee.engine.orders import Order
from referee.games.living_trumps.moves import Name
from referee.games.living_trumps.words import NOTHING_SAID, Prize, Spot, Wording

IF = "[IF tests:conditions]"
NOISE = re.compile(r"^\(\w+\) ")


class Action(Order):
    """What one does in a Turn, perhaps under conditions."""

    usage: ClassVar[str | tuple[str, ...]] = ""
    example = ""
    tests: Tests = ()


class ScryAt(Action):
    """Look at a card for one Blood."""

    usage = f"SHADOW SCRY spot {IF}"
    example = "SHADOW SCRY DECK SHADOW TOP 1"
    spot: Spot


class Shift(Action):
    """Draw and discard so many times; what to keep and to discard, and when to stop."""

    usage = f"SHADOW SHAPESHIFT n [KEEP keep:names] [DISCARD drop:names] [UNTIL HOLD until:n rank] {IF}"
    example = "SHADOW SHAPESHIFT 3 KEEP K, Q DISCARD 2C, 4 UNTIL HOLD 4 K"
    n: int
    keep: tuple[Name, ...] = ()
    drop: tuple[Name, ...] = ()
    until: int | None = None
    rank: str | None = None


class TraceWith(Action):
    """Show these cards, one Blood each; whoever holds a card of the rank must say so."""

    usage = f"SHADOW TRACE|TRACK cards:names {IF}"
    example = "SHADOW TRACE QH, 7S"
    cards: tuple[Name, ...]


class TravelAmber(Action):
    """Go to Amber: one of your Shadows becomes the Amber card."""

    usage = f"SHADOW TRAVEL AMBER (WITH) [cards:names] {IF}"
    example = "SHADOW TRAVEL AMBER 7D"
    cards: tuple[Name, ...] = ()


class TravelAbyss(Action):
    """Go to the Abyss: all your Shadows return to the deck."""

    usage = f"SHADOW TRAVEL ABYSS {IF}"
    example = "SHADOW TRAVEL ABYSS"


class TravelKeep(Action):
    """Go to the Keep of Four Worlds: four of your Shadows become its cards."""

    usage = f"SHADOW TRAVEL KEEP (OF FOUR WORLDS) (WITH) [cards:names] {IF}"
    example = "SHADOW TRAVEL KEEP 7D, 9C, 2H, QS"
    cards: tuple[Name, ...] = ()


class SwitchFor(Action):
    """Change a Place card for another of your Shadows."""

    usage = f"SHADOW SWITCH old:names FOR new:names {IF}"
    example = "SHADOW SWITCH 7D FOR 9C"
    old: tuple[Name, ...]
    new: tuple[Name, ...]


class PassShadow(Action):
    """Do nothing in the Shadow Phase."""

    usage = f"SHADOW PASS {IF}"
    example = "SHADOW PASS"


class SchemeNow(Action):
    """Gain one Blood."""

    usage = f"SUBSTANCE SCHEME {IF}"
    example = "SUBSTANCE SCHEME"


class ShiftShadow(Action):
    """Invest so much Blood for as many Shadows, and Deal for it; if talks fail, with a second partner."""

    usage = (
        "SUBSTANCE SHADOWSHIFT n [DEAL|WITH (WITH) partner:player [terms]] [THEN DEAL (WITH) second:player "
        f"[others:terms]] {IF}"
    )
    example = "SUBSTANCE SHADOWSHIFT 3 DEAL Eric GIVE 8C GET K"
    n: int
    partner: Seat | None = None
    terms: Wording = NOTHING_SAID
    second: Seat | None = None
    others: Wording = NOTHING_SAID


class Ride(Action):
    """Hellride against a Shadow: DUEL forces a Duel for two Blood, OFFER for one leaves the owner the choice."""

    usage = f"SUBSTANCE HELLRIDE (OF) (AGAINST) target:player (FOR) prize way:DUEL|OFFER [terms] {IF}"
    example = "SUBSTANCE HELLRIDE Eric 8D OFFER GIVE 5C GET KH PLAY LIE 9S"
    target: Seat
    prize: Prize
    way: str
    terms: Wording = NOTHING_SAID


class BrokenWalk(Action):
    """Walk the Broken Pattern for a rank, in one of three piles."""

    usage = (
        f"SUBSTANCE BROKEN (PATTERNWALK) (PATTERN) (FOR) rank [PILE pile:n] {IF}",
        f"SUBSTANCE BROKEN (PATTERNWALK) (PATTERN) (FOR) rank pile:n {IF}",
    )
    example = "SUBSTANCE BROKEN K PILE 2"
    rank: str
    pile: int = 1


class Walk(Action):
    """Walk the Pattern for a rank: Tir-na Nog'th from the top, Rebma from the bottom, Amber after a cut."""

    usage = (
        f"SUBSTANCE PATTERN|PATTERNWALK (FOR) rank [way] {IF}",
        f"SUBSTANCE PATTERN|PATTERNWALK way (FOR) rank {IF}",
    )
    example = "SUBSTANCE PATTERN K TIR"
    rank: str
    way: str = "AMBER"


class CurseOn(Action):
    """Lay another's Hand open next Turn for all your Blood; once a game."""

    usage = f"SUBSTANCE (BLOOD) CURSE player {IF}"
    example = "SUBSTANCE CURSE Eric"
    player: Seat


class SendTendrils(Action):
    """Send Logrus Tendrils for an exact card: so many, one Blood each, and which cards you would like."""

    usage = (
        f"SUBSTANCE LOGRUS (TENDRILS) (FOR) card:name [TENDRILS n] [CHOOSE wanted:names] {IF}",
        f"SUBSTANCE LOGRUS (TENDRILS) (FOR) card:name n [CHOOSE wanted:names] {IF}",
    )
    example = "SUBSTANCE LOGRUS KH TENDRILS 3 CHOOSE KH, K, HEARTS"
    card: Name
    n: int = 1
    wanted: tuple[Name, ...] = ()


class PitDive(Action):
    """Dive with all your Blood for pairs of these ranks, or for all."""

    usage = (
        f"SUBSTANCE (PIT) DIVE [PAIRS|PAIR|FOR every:all] {IF}",
        f"SUBSTANCE (PIT) DIVE [PAIRS|PAIR|FOR ranks] {IF}",
        f"SUBSTANCE (PIT) DIVE every:all {IF}",
        f"SUBSTANCE (PIT) DIVE ranks {IF}",
    )
    example = "SUBSTANCE DIVE PAIRS Q, 7"
    ranks: tuple[str, ...] = ()
    every: str = ""


class LivingTrump(Action):
    """Search for a suit by Living Trump: so many times, one Blood each, and which card you would like."""

    usage = (
        f"SUBSTANCE LIVING (TRUMP) (FOR) suit [TENDRILS n] [CHOOSE wanted:names] {IF}",
        f"SUBSTANCE LIVING (TRUMP) (FOR) suit n [CHOOSE wanted:names] {IF}",
    )
    example = "SUBSTANCE LIVING S TENDRILS 2 CHOOSE 9, QS"
    suit: str
    n: int = 1
    wanted: tuple[Name, ...] = ()


class Declare(Action):
    """Declare four of a rank; perhaps with which cards, which Shadow for the Powerbase, and what rank to demand."""

    usage = (
        f"TRICK rank [CARDS cards:names] [CONSOLIDATE shadow:names] [TAKE take:ranks] {IF}",
        f"TRICK rank [CARDS cards:names] [CONSOLIDATE shadow:names] [TAKE NONE] {IF}",
    )
    example = "TRICK 7 CARDS 7H, 7S, 7D, JOKER CONSOLIDATE 7C TAKE Q, K"
    rank: str
    cards: tuple[Name, ...] = ()
    shadow: tuple[Name, ...] = ()
    take: tuple[str, ...] = ()
    take_none: bool = False


class DropFirst(Action):
    """Which Powerbase cards are recycled first, if there are more than five."""

    usage = f"POWERBASE DROP cards:names {IF}"
    example = "POWERBASE DROP 7C, 2D"
    cards: tuple[Name, ...]


SHADOW_ORDERS = (ScryAt, Shift, TraceWith, TravelAmber, TravelAbyss, TravelKeep, SwitchFor, PassShadow)
SUBSTANCE_ORDERS = (
    SchemeNow, ShiftShadow, Ride, Walk, BrokenWalk, CurseOn, SendTendrils, PitDive, LivingTrump,
)  # fmt: skip
BEGUN: dict[type[Action], tuple[str, str]] = {
    CurseOn: ("BLOOD", ""),
    PitDive: ("PIT", ""),
    Walk: ("PATTERNWALK", "PATTERN|PATTERNWALK"),
    SendTendrils: ("TENDRILS", "LOGRUS (TENDRILS)"),
    TraceWith: ("TRACK", "TRACE|TRACK"),
}
"""Other first words of an action, and what they stand for at the beginning, if they do not stand before it."""


def bare(kind: type[Action]) -> Iterator[type[Order]]:
    """Make an action's other forms, without the name of its phase: ``SCHEME`` for ``SUBSTANCE SCHEME``."""
    usages = (kind.usage,) if isinstance(kind.usage, str) else kind.usage
    names = tuple(one.name for one in fields(kind) if one.name not in ("number", "lasting"))

    def stands_for(self: Order) -> Order:
        return kind(**{name: getattr(self, name) for name in names})

    for written, meant in (("", ""), *([BEGUN[kind]] if kind in BEGUN else ())):
        forms = [NOISE.sub("", usage.partition(" ")[2]) for usage in usages]
        phase, _, action = usages[0].partition(" ")
        about = {
            "__doc__": f"The same as {phase} {re.split('[ |]', NOISE.sub('', action))[0]}.",
            "__module__": __name__,
            "usage": tuple(f"{written} {form.removeprefix(meant).strip()}".strip() for form in forms),
            "example": " ".join([*written.split(), *kind.example.split()[2 if meant else 1 :]]),
            "leads": True,
            "stands_for": stands_for,
        }
        yield type(f"Bare{written.title()}{kind.__name__}", (kind,), about)


BARE = tuple(one for kind in (*SHADOW_ORDERS, *SUBSTANCE_ORDERS) if kind is not PassShadow for one in bare(kind))
ACTIONS: tuple[type[Order], ...] = (*SHADOW_ORDERS, *SUBSTANCE_ORDERS, Declare, DropFirst)
