"""All decision points of Elements (RULES.md, 3.3), and what may be answered: drawn from what a seat knows alone."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from itertools import pairwise
from typing import Any

from referee.engine.author import OBSERVER, Ask, Seat
from referee.games.cards import Card
from referee.games.elements import spells
from referee.games.elements.state import Options
from referee.games.elements.values import PACK, TYPES, Call, Deed, Flip, Gather, Hand, Open, Place, Take, TakeOwn
from referee.games.elements.view import View


class Arrange(Ask[tuple[Card, ...]]):
    """E2: how do you lay out your Island before play?"""

    rule = "EL-11.1"


class Conjure(Ask[tuple[spells.Free, ...]]):
    """E8: which spells in your own words do you cast in this deadline?"""

    rule = "EL-P4.3"


class Cast(Ask[spells.Book | spells.Free | spells.Lost | None]):
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


class Ruling(Ask[spells.Verdict]):
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


class Judge(Ask[spells.Guilty]):
    """E11, for the GM: play was halted; who is in violation?"""

    rule = "EL-P5.1"
    for_gm = True
    doing = (
        "GUILTY and names: each of them loses two impulses (EL-P5.1).",
        "GUILTY NOBODY, or no answer at all: play goes on, and it costs nobody anything.",
    )
    reasons: tuple[str, ...]


SCRIED = 3
"""Cards that one SCRY shows at most (EL-P4.2)."""

PILED = 5
"""Cards that may be gathered on one spot (EL-R12)."""

FACES = {card.code: card for card in PACK}

Casting = spells.Book | spells.Free | spells.Lost | None


def deeds(seen: View) -> Sequence[Hand]:
    """List what an empty Play Hand may do (EL-P2.1)."""
    spots = seen.nearby()
    listed: list[Hand] = [Deed.TOUCH, *map(Take, spots)]
    if seen.unknown():
        listed.append(Deed.TAKE_ANY)
    listed += map(TakeOwn, seen.island)
    if seen.flame:
        listed += [Deed.TAKE_FLAME, Deed.AIR]
    listed.append(Deed.WAIT)
    if seen.options.mage:
        return listed
    return Open([*listed, *_arranging(seen, spots)], lambda one: _fits(one, seen))


def _arranging(seen: View, spots: Sequence[str]) -> list[Hand]:
    """What only the non-mage game knows: dibs, turning and moving cards (EL-11.1, EL-11.3, EL-11.4)."""
    found: list[Hand] = [Flip(spot, not seen.spots[spot][-1]) for spot in spots[:4]]
    found += [Call(FACES[face]) for face in seen.mind.faces()]
    found += [Gather(pair) for pair in list(pairwise(spots))[:2] if _piled(seen, pair)]
    called = seen.dibs.get(seen.seat)
    if called is not None and (spot := seen.mind.where(called.code)):
        found.append(Take(spot, called=True))
    return found


def _fits(one: object, seen: View) -> bool:
    match one:
        case Flip(spot=spot, up=up):
            return spot in seen.spots and seen.spots[spot][-1] != up
        case Gather(spots=spots):
            return _piled(seen, spots)
        case _:
            return False


def _piled(seen: View, spots: Sequence[str]) -> bool:
    """Say whether these cards may be gathered: five at most on one spot (EL-R12)."""
    there = [seen.spots[spot] for spot in dict.fromkeys(spots) if spot in seen.spots]
    return len(there) == len(spots) > 1 and sum(map(len, there)) <= PILED


def places(card: Card, source: str, seen: View) -> Sequence[Place]:
    """List where a claimed card may go (EL-8.2 to EL-8.5, EL-P2.5)."""
    if source == "flame":
        return (Place.OCEAN,)
    fits = not seen.flame or seen.flame_type == card.rank
    legal = {Place.FLAME: fits, Place.ISLAND: seen.room, Place.OCEAN: True}
    return tuple(place for place, able in legal.items() if able)


def castings(seen: View, announced: Sequence[spells.Free], *, whole: bool) -> Sequence[Casting]:
    """List what may be cast: nothing, a spell upon cards that one may name (EL-5.7), or an announced one of one's own.

    Others are lost, and so is whatever a violator means to cast before the rule is made good (EL-7.1). For ``whole``
    see `spells.reached`.
    """
    if seen.penance.get(seen.seat):
        return Open([None], lambda one: isinstance(one, spells.Lost))
    spots, others = seen.nearby(), [one for one in seen.seats if one != seen.seat]
    listed: list[Casting] = [None, *announced, *map(spells.Peek, others), *map(spells.Guard, spells.Ward)]
    listed += [spells.Shuffle(), spells.Vanity("sparks")]
    listed += [spells.Scry((spot,)) for spot in spots[:6]]
    listed += [spells.Swap(one, other) for one, other in list(pairwise(spots))[:4]]
    for spot in spots[:2]:
        listed += [Flip(spot, True), Flip(spot, False), spells.Pull(spot), spells.Hide(spot)]
        listed.append(spells.Illusion(spot, TYPES[0]))
        listed += [spells.Push(spot, player) for player in others]
    return Open(listed, lambda one: isinstance(one, spells.Lost) or castable(one, seen, whole=whole))


def castable(one: object, seen: View, *, whole: bool) -> bool:
    """Say whether a spell of the book can be tried: its cards lie in the Ocean, and its caster may name them."""
    if not isinstance(one, spells.Book) or spells.reached(one, seen.nameable, whole=whole) is None:
        return False
    match one:
        case spells.Scry(spots=spots):
            return 0 < len(set(spots)) == len(spots) <= SCRIED
        case spells.Swap(one=first, other=second):
            return first != second
        case spells.Shuffle(spots=spots):
            return len(set(spots)) == len(spots) != 1
        case spells.Peek(player=player) | spells.Push(player=player):
            return player in seen.seats and player != seen.seat
        case spells.Illusion(kind=kind):
            return kind in TYPES
        case _:
            return True


def freely(options: Options) -> Sequence[tuple[spells.Free, ...]]:
    """No free spell, or some, each in an impulse of its own and no more than spells are allowed (EL-P4.1)."""

    def fits(one: Any) -> bool:
        if not isinstance(one, tuple) or len(one) > options.spells or not all(isinstance(f, spells.Free) for f in one):
            return False
        times = [free.at for free in one]
        return len(set(times)) == len(times) and all(1 <= at <= options.impulses for at in times)

    return Open([()], fits)


def arrangements(island: Sequence[Card]) -> Sequence[tuple[Card, ...]]:
    """Any order of one's own Island (EL-11.1)."""
    return Open([tuple(island)], lambda one: isinstance(one, tuple) and sorted(one) == sorted(island))


def words() -> Sequence[str]:
    """No call for a halt, or one with any reason (EL-7.2)."""
    return Open([""], lambda one: isinstance(one, str))


def verdicts() -> Sequence[spells.Verdict]:
    """What the GM may rule on a free spell; that nobody ruled stands first (EL-P4.3, EL-P4.4)."""

    def fits(one: Any) -> bool:
        if isinstance(one, spells.Legal):
            return all(isinstance(effect, spells.Book) for effect in one.effects)
        return isinstance(one, spells.Illegal) or one is spells.Nothing.NO_EFFECT

    return Open([spells.Nothing.UNRULED], fits)


def judgements(seats: Sequence[Seat]) -> Sequence[spells.Guilty]:
    """Whom the GM may find in violation; nobody stands first (EL-P5.1)."""
    listed = [spells.Guilty(), *(spells.Guilty((seat,)) for seat in seats)]
    return Open(listed, lambda one: isinstance(one, spells.Guilty) and all(seat in seats for seat in one.seats))


def decide(seen: View) -> Ask[Any] | None:
    """Name the decision that a seat meets first in the next deadline."""
    if seen.over or seen.seat == OBSERVER:
        return None
    if seen.options.mage:
        return Conjure(seen.seat, freely(seen.options))
    return Arrange(seen.seat, arrangements(seen.island))
