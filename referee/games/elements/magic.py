"""EL-5, EL-6 and EL-P4: spells of the book, and the effects that a ruling gives a free one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from referee.engine.audience import PUBLIC, Seat, only
from referee.games.elements import events as ev
from referee.games.elements import spells
from referee.games.elements.asks import Cast, castings
from referee.games.elements.claims import Moment
from referee.games.elements.state import Match, fooled, show_open, tell
from referee.games.elements.values import Flip
from referee.games.elements.view import look

Ruled = dict[Seat, dict[spells.Free, spells.Verdict]]
"""The free spells that are still to be cast, and what was ruled on them."""


def cast_all(t: Match, now: Moment, ruled: Ruled) -> None:
    """The spells of an impulse act in lot order, guards first (EL-P4.7, EL-R16); one spell each (EL-P4.1)."""
    seats = t.state.seats
    own = {seat: tuple(ruled.get(seat, ())) for seat in seats}
    whole = now.edition < 3
    asks = [Cast(seat, castings(look(t.state, seat), own[seat], whole=whole), now.impulse) for seat in seats]
    answers = zip(seats, t.ask_all(asks), strict=True)
    chosen = {seat: spell for seat, spell in answers if spell is not None and not isinstance(spell, spells.Lost)}
    casters = list(chosen)
    if len(casters) > 1:
        casters = t.chance.shuffled(casters, "magic", str(now.impulse))
    for seat in sorted(casters, key=lambda one: not isinstance(chosen[one], spells.Guard)):
        match chosen[seat]:
            case spells.Free() as spell:
                free_spell(t, now, seat, spell, ruled[seat].pop(spell))
            case spell:
                cast(t, now, seat, spell)


def free_spell(t: Match, now: Moment, seat: Seat, spell: spells.Free, verdict: spells.Verdict) -> None:
    """A free spell does what was ruled: nothing, its effects, or a violation (EL-P4.3, EL-P4.4, EL-P4.6)."""
    if verdict is spells.Nothing.UNRULED:
        tell(t, ev.SpellUnruled(seat=seat, impulse=now.impulse, text=spell.text, to=only(seat)))
        return
    said = {spells.Legal: "LEGAL", spells.Illegal: "ILLEGAL"}.get(type(verdict), "NO EFFECT")
    tell(t, ev.SpellRuled(seat=seat, impulse=now.impulse, text=spell.text, verdict=said, to=only(seat)))
    if isinstance(verdict, spells.Legal):
        for effect in verdict.effects:
            cast(t, now, seat, effect)
    elif isinstance(verdict, spells.Illegal):
        t.state.penance[seat] = 2
        tell(t, ev.RuleBroken(seat=seat, impulse=now.impulse, rule=verdict.rule, to=PUBLIC))


def cast(t: Match, now: Moment, seat: Seat, spell: spells.Book) -> None:
    """Carry a spell out; if its card was claimed or hidden meanwhile it lapses, without a violation (EL-P4.5).

    Of several cards those that are gone are left out, if it can do without (EL-R24).
    """
    spots = reached(t, now, seat, spell)
    if spots is None:
        tell(t, ev.SpellLapsed(seat=seat, impulse=now.impulse, spell=str(spell), to=only(seat)))
        return
    match spell:
        case spells.Scry():
            scry(t, now, seat, spots)
        case spells.Peek(player=player):
            peek(t, now, seat, player)
        case spells.Swap(one=one, other=other):
            swap(t, now, seat, one, other)
        case spells.Shuffle():
            shuffle(t, now, seat, spots)
        case Flip(spot=spot, up=up):
            flip(t, now, seat, spot, up)
        case spells.Illusion(spot=spot, kind=kind):
            feign(t, now, seat, spot, kind)
        case spells.Guard(ward=ward):
            guard(t, now, seat, ward)
        case spells.Pull(spot=spot) | spells.Push(spot=spot):  # counts in this impulse (EL-P3.2)
            player, more = (spell.player, -1) if isinstance(spell, spells.Push) else (seat, 1)
            now.added[player, spot] = now.added.get((player, spot), 0) + more
            tell(t, ev.CardPulled(seat=seat, impulse=now.impulse, spot=spot, player=player, to=PUBLIC))
        case spells.Hide(spot=spot):  # lasts for the deadline (EL-P4.2)
            t.state.hides[spot] = seat
            tell(t, ev.SpotHidden(seat=seat, impulse=now.impulse, spot=spot, to=PUBLIC))
        case spells.Vanity(text=text):
            tell(t, ev.VanityShown(seat=seat, text=text, to=PUBLIC))


def reached(t: Match, now: Moment, seat: Seat, spell: spells.Book) -> Sequence[str] | None:
    """Name the spots that a spell acts on; nothing if too few of its cards are there. ALL names none (EL-R24)."""
    seen, whole = look(t.state, seat), now.edition < 3
    if spell != spells.Shuffle():
        return spells.reached(spell, seen.nameable, whole=whole)
    spots = tuple(t.state.ocean)
    return None if whole and not all(map(seen.nameable, spots)) else spots


def scry(t: Match, now: Moment, seat: Seat, spots: Sequence[str]) -> None:
    """The caster sees the types of these cards, or what they feign (EL-P4.2, EL-R3)."""
    faces = []
    for spot in spots:
        lying = t.state.ocean[spot][-1]
        feigned = lying.feigned if fooled(t.state, seat, lying.feigner) else ""
        faces.append(feigned or lying.card.rank)
    tell(t, ev.SpotsScried(seat=seat, impulse=now.impulse, spots=tuple(spots), faces=tuple(faces), to=only(seat)))


def peek(t: Match, now: Moment, seat: Seat, player: Seat) -> None:
    """The caster sees type and number of a Flame, unless it is guarded (EL-5.5, EL-P4.2)."""
    flame, guarded = t.state.flames[player], t.state.guarded(player, spells.Ward.FLAME)
    kind = flame[0].rank if flame and not guarded else ""
    n, count = now.impulse, len(flame)
    tell(t, ev.FlamePeeked(seat=seat, impulse=n, player=player, kind=kind, count=count, guarded=guarded, to=only(seat)))


def swap(t: Match, now: Moment, seat: Seat, one: str, other: str) -> None:
    """Two cards change spots, in secret so far as they lie face-down (EL-6.5, EL-P4.2)."""
    ocean = t.state.ocean
    ocean[one], ocean[other] = ocean[other], ocean[one]
    ups = ocean[one][-1].up, ocean[other][-1].up
    to = PUBLIC if any(ups) else only(seat)
    tell(t, ev.SpotsSwapped(seat=seat, impulse=now.impulse, one=one, other=other, ups=ups, to=to))
    show_open(t, [one, other])


def shuffle(t: Match, now: Moment, seat: Seat, spots: Sequence[str]) -> None:
    """These cards are mixed, and all notes on them are void (EL-P4.2)."""
    piles = t.chance.shuffled([t.state.ocean[spot] for spot in spots], "shuffle", str(now.impulse), seat)
    t.state.ocean.update(dict(zip(spots, piles, strict=True)))
    ups = tuple(pile[-1].up for pile in piles)
    tell(t, ev.SpotsShuffled(seat=seat, impulse=now.impulse, spots=tuple(spots), ups=ups, to=PUBLIC))
    show_open(t, spots)


def flip(t: Match, now: Moment, seat: Seat, spot: str, up: bool, *, magic: bool = True) -> None:
    """A card of the Ocean is turned, for all to see (EL-6.5, EL-11.1)."""
    pile = t.state.ocean[spot]
    t.state.ocean[spot] = (*pile[:-1], replace(pile[-1], up=up))
    tell(t, ev.CardFlipped(seat=seat, impulse=now.impulse, spot=spot, up=up, magic=magic, to=PUBLIC))
    show_open(t, [spot])


def feign(t: Match, now: Moment, seat: Seat, spot: str, kind: str) -> None:
    """A card seems to be of another type, to who looks at it (EL-R3)."""
    pile = t.state.ocean[spot]
    t.state.ocean[spot] = (*pile[:-1], replace(pile[-1], feigned=kind, feigner=seat))
    tell(t, ev.IllusionCast(seat=seat, impulse=now.impulse, spot=spot, kind=kind, to=only(seat)))
    show_open(t, [spot])


def guard(t: Match, now: Moment, seat: Seat, ward: spells.Ward) -> None:
    """A guard is up for the deadline (EL-P4.2), also against illusions that fooled its caster till then (EL-R17)."""
    state = t.state
    lies = {spot: pile[-1] for spot, pile in state.ocean.items() if pile[-1].up and pile[-1].feigned}
    seen_through = [spot for spot, lying in lies.items() if fooled(state, seat, lying.feigner)]
    state.guards[seat] = (*state.guards.get(seat, ()), ward)
    tell(t, ev.GuardRaised(seat=seat, impulse=now.impulse, ward=ward, to=only(seat)))
    if now.edition >= 4 and ward is not spells.Ward.FLAME:
        tell(t, *(ev.FaceSeen(spot=spot, face=lies[spot].card.rank, to=only(seat)) for spot in seen_through))


def end_effects(t: Match) -> None:
    """All effects end with the deadline or with Fire (EL-P4.7): nothing is hidden, guarded or feigned any more."""
    state = t.state
    state.hides.clear()
    state.guards.clear()
    feigned = [spot for spot, pile in state.ocean.items() if pile[-1].feigned]
    for spot in feigned:
        pile = state.ocean[spot]
        state.ocean[spot] = (*pile[:-1], replace(pile[-1], feigned="", feigner=Seat("")))
    show_open(t, feigned)
