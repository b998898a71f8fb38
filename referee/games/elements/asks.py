"""All decision points of Elements (RULES.md, 3.3)."""

from __future__ import annotations

from hashlib import sha256

from referee.engine.asks import Ask
from referee.engine.audience import Seat
from referee.games.cards import Card
from referee.games.elements.spells import Book, Free, Guilty, Lost, Verdict
from referee.games.elements.values import Hand, Place


class Arrange(Ask[tuple[Card, ...]]):
    """E2: how do you lay out your Island before play?"""

    rule = "EL-11.1"


class Conjure(Ask[tuple[Free, ...]]):
    """E8: which spells in your own words do you cast in this deadline?"""

    rule = "EL-P4.3"


class Cast(Ask[Book | Free | Lost | None]):
    """E8 and E9: which spell do you cast in this impulse?"""

    rule = "EL-P4.1"
    impulse: int


class Act(Ask[Hand]):
    """E3 and E5: what does your empty Play Hand do in this impulse?"""

    rule = "EL-P2.1"
    impulse: int


class Put(Ask[Place]):
    """E4: where does the card in your Play Hand go?"""

    rule = "EL-P2.5"
    impulse: int


class Empty(Ask[Place]):
    """E6: a Whirlwind comes; where does the card in your Play Hand go?"""

    rule = "EL-9.2"
    impulse: int


class Shed(Ask[Card]):
    """E7: your Island is too full; which card goes into the Ocean?"""

    rule = "EL-R11"


class Speak(Ask[str]):
    """E11: do you call for a halt, and why?"""

    rule = "EL-P5.1"
    impulse: int


class Again(Ask[bool]):
    """E12: do you want a new round?"""

    rule = "EL-10.2"
    round: int


class Ruling(Ask[Verdict]):
    """E10, for the GM: a spell in a player's own words; is it legal, and what does it do?"""

    rule = "EL-P4.3"
    for_gm = True
    doing = (
        "LEGAL and its effects, such as LEGAL SWAP o1 o2; SCRY o3: just this happens.",
        "NO EFFECT, or no answer at all: nothing comes of it, and it costs nothing.",
        "ILLEGAL and the rule, such as ILLEGAL EL-5.4: nothing happens, and the caster loses two impulses (EL-P4.6).",
    )
    caster: Seat
    text: str
    at: int

    @property
    def name(self) -> str:
        """Name it by caster and words, so that a ruling never serves another spell."""
        return f"Ruling-{self.caster}-{sha256(self.text.encode()).hexdigest()[:8]}"


class Judge(Ask[Guilty]):
    """E11, for the GM: play was halted; who is in violation?"""

    rule = "EL-P5.1"
    for_gm = True
    doing = (
        "GUILTY and names: each of them loses two impulses (EL-P5.1).",
        "GUILTY NOBODY, or no answer at all: play goes on, and it costs nobody anything.",
    )
    reasons: tuple[str, ...]
