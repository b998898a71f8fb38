"""The order language of Elements (RULES.md, 3.1), and what a line that cannot be read was perhaps meant as."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, ClassVar

from referee.engine.author import Mend, Order, Tests
from referee.engine.lexicon import split
from referee.engine.usage import usages
from referee.engine.values import compared
from referee.games.cards import Card
from referee.games.elements.spells import Book, Scry
from referee.games.elements.spellwords import SPELLS
from referee.games.elements.view import View
from referee.games.elements.words import BEST, SPOT, Instead, Source, Way


class Hunt(Order):
    """The type that you hunt when your lines are done, or BEST: the one you know most copies of. It lasts."""

    usage = "HUNT target"
    example = "HUNT 8"
    standing = True
    target: str = BEST


class Keep(Order):
    """Types worth a place on your Island. It lasts until another KEEP."""

    usage = "KEEP kinds"
    example = "KEEP 8, K"
    standing = True
    kinds: tuple[str, ...]


class TakeCard(Order):
    """Claim a card, and in the next impulse put it where it goes; ELSE names an action if that is impossible."""

    usage = ("TAKE source [-> route] [ELSE instead]", "TAKE source (TO) (INTO) (ONTO) route [ELSE instead]")
    example = "TAKE o12 -> FLAME IF 8 ELSE ISLAND IF K ELSE OCEAN"
    source: Source
    route: tuple[Way, ...] = ()
    instead: Instead | None = None


class PutCard(Order):
    """Put the card that is still in your Play Hand."""

    usage = "PUT route"
    example = "PUT FLAME ELSE ISLAND ELSE OCEAN"
    route: tuple[Way, ...]


class TouchIsland(Order):
    """Touch a card of your own Island."""

    usage = "TOUCH (ISLAND)"
    example = "TOUCH"


class CallAir(Order):
    """Whirlwind: your Flame goes into the Ocean, each Island to the next player. With IF it waits until that holds."""

    usage = ("AIR IF tests:conditions", "AIR [ELSE instead]")
    example = "AIR IF FLAME <= 1 AND IMPULSE >= 8"
    tests: Tests | None = None
    instead: Instead | None = None


class WhirlPut(Order):
    """Where the card in your Play Hand goes if a Whirlwind comes. It lasts."""

    usage = "WHIRL PUT route"
    example = "WHIRL PUT FLAME ELSE ISLAND ELSE OCEAN"
    standing = True
    route: tuple[Way, ...]


class Dibs(Order):
    """Without magic: call a card of the Ocean by its full name, and take it in the next impulse."""

    usage = "DIBS face [ELSE instead]"
    example = "DIBS 8H"
    face: Card
    instead: Instead | None = None


class ArrangeFlip(Order):
    """Without magic: turn a card of the Ocean."""

    usage = "ARRANGE FLIP spot side"
    example = "ARRANGE FLIP o3 DOWN"
    spot: str
    side: bool


class ArrangeMove(Order):
    """Without magic: move cards of the Ocean onto the last spot named, five at most."""

    usage = "ARRANGE MOVE spots"
    example = "ARRANGE MOVE o3, o4"
    spots: tuple[str, ...]


class ArrangeIsland(Order):
    """Without magic: lay out your Island in this order before play."""

    usage = "ARRANGE ISLAND cards"
    example = "ARRANGE ISLAND 8H, KD"
    cards: tuple[Card, ...]


class Magic(Order):
    """Cast a spell in an impulse (AT), or in the first that is free; FREE is a spell in your own words for the GM."""

    usage: ClassVar[tuple[str, ...]] = (
        "MAGIC [AT (IMPULSE) at:n] spell",
        "MAGIC [AT (IMPULSE) at:n] FREE free:quoted",
        "MAGIC [AT (IMPULSE) at:n] VANITY vanity:text",
        "MAGIC [AT (IMPULSE) at:n] free:quoted",
    )
    example = "MAGIC AT 2 SCRY o4, o9, o11"
    at: int = 0
    spell: Book | None = None
    free: str = ""
    vanity: str = ""

    @property
    def wants_ruling(self) -> bool:
        """Say whether it is a spell in the caster's own words (EL-P4.3)."""
        return bool(self.free)


class ScryAt(Order):
    """See up to three cards of the Ocean, as MAGIC SCRY does."""

    usage = "SCRY spots [AT (IMPULSE) at:n]"
    example = "SCRY o4, o9"
    leads = True
    spots: tuple[str, ...]
    at: int = 0

    def stands_for(self) -> Order:
        return Magic(at=self.at, spell=Scry(self.spots))


class ShrinkDrop(Order):
    """Without magic: which types go first when your Island has to shrink. It lasts."""

    usage = "SHRINK DROP kinds"
    example = "SHRINK DROP 2, 5"
    standing = True
    kinds: tuple[str, ...]


class WaitHere(Order):
    """Do nothing for one impulse, or for n."""

    usage = "WAIT [n]"
    example = "WAIT 2"
    n: int = 1


class CallHalt(Order):
    """Ask for a halt when your lines come to this; play stops when more than half of the players have asked."""

    usage = "HALT [quoted]"
    example = 'HALT "two fives of hearts?"'
    quoted: str = ""


class AgainRound(Order):
    """Whether you want a new round when this one is over. It lasts."""

    usage = "AGAIN answer:YES|NO"
    example = "AGAIN NO"
    standing = True
    answer: str


def also(kind: type[Order], word: str, doc: str, example: str, usage: Sequence[str] = ()) -> type[Order]:
    """Make another word for an order, as which it is filed; its usage is the order's own where none is given."""
    said: dict[str, Any] = {"__doc__": doc, "__module__": __name__, "example": example, "leads": True}
    said["usage"] = tuple(usage) or tuple(f"{word} {line.partition(' ')[2]}" for line in usages(kind))
    said["stands_for"] = lambda self: kind(**{name: getattr(self, name) for name in compared(kind)})
    return type(f"{kind.__name__}By{word.title()}", (kind,), said)


SPELT = tuple(f"[AT (IMPULSE) at:n] {what}" for what in ("spell", "(FREE) free:quoted", "VANITY vanity:text"))
IN_WORDS = "Cast a spell, as MAGIC does; words between quotation marks are one of your own, for the GM."

VERBS: tuple[type[Order], ...] = (
    Hunt, Keep, TakeCard, PutCard, TouchIsland, CallAir, WhirlPut, Dibs, ArrangeFlip, ArrangeMove, ArrangeIsland,
    Magic, ShrinkDrop, WaitHere, CallHalt, AgainRound,
    also(CallAir, "WHIRLWIND", "Call a Whirlwind, as AIR does.", "WHIRLWIND"), ScryAt,
    also(TakeCard, "CLAIM", "Claim a card, as TAKE does.", "CLAIM o12 -> FLAME"),
    also(Magic, "CAST", "Cast a spell, as MAGIC does.", "CAST SCRY o4, o9", [f"CAST (MAGIC) {line}" for line in SPELT]),
    also(Magic, "SPELL", IN_WORDS, "SPELL SCRY o4, o9", [f"SPELL {line}" for line in SPELT]),
)  # fmt: skip


def unusable(v: View) -> Collection[type[Order]]:
    """Name the orders that this match has no use for: those of magic, or those without it (EL-11.2)."""
    out: set[type[Order]] = {Dibs, ArrangeFlip, ArrangeMove, ArrangeIsland} if v.options.mage else {Magic}
    out |= set() if v.options.shrink else {ShrinkDrop}
    return out | (set() if v.options.rounds > 1 else {AgainRound})


class HaltBatch(Mend):
    """Stop play at the end of this impulse of the next deadline, as the GM may."""

    usage = "HALT AT n"
    example = "HALT AT 4"
    n: int

    def told(self) -> str:
        return f"play stops after impulse {self.n}"


HUNTS = ("COLLECT", "GATHER", "CHASE", "SEEK")
"""Words for HUNT that begin no other order."""

INSTEAD = {name: f"MAGIC {name}" for name in SPELLS if name != "SCRY"} | dict.fromkeys(HUNTS, "HUNT")
"""Orders that one may write for others."""

BLANKS = ' \t:."'
"""What may stand around somebody's own words for a spell."""

LITTLE = ("MY", "THE", "CARD", "CARDS", "ON", ":")
"""Words in a spell that need not be there."""


def closest(_seen: View, line: str) -> str:
    """Return the order that a line which cannot be read comes nearest to, or nothing."""
    words = [word.text for word in split(line) if word.text != ":"]
    spots = [word.lower() for word in words if SPOT.fullmatch(word)]
    match words:
        case ["LOOK" | "SEE" | "PEEK", *_] | ["MAGIC" | "SPELL" | "CAST", "LOOK" | "SEE" | "PEEK", *_] if spots:
            return f"MAGIC SCRY {', '.join(spots)}"
        case [word, _, *_] if word in SPELLS:
            return f"MAGIC {' '.join(said for said in words if said not in LITTLE)}"
        case ["SPELL" | "CAST" | "MAGIC" as word, said, *_] if said not in (*SPELLS, "AT", "VANITY", "FREE"):
            return f'MAGIC FREE "{line[len(word) :].strip(BLANKS)}"'
        case ["FREE", _, *_]:
            return f'MAGIC FREE "{line.strip()[len("FREE") :].strip(BLANKS)}"'
        case ["VANITY", _, *_]:
            return f"MAGIC VANITY {line.strip()[len('VANITY') :].strip(BLANKS)}"
        case [word, *said] if word in ("HUNT", *HUNTS):
            return f"HUNT {next((one for one in said if one not in LITTLE), '')}"
        case ["CALL", *_] if "WHIRLWIND" in words:
            return "AIR"
        case ["TAKE", kind]:
            return f"TAKE ISLAND {kind}"
        case _:
            return ""
