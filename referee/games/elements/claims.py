"""EL-3, EL-8 and EL-P3: hands reach for cards, contests are decided by due; and where claimed cards go."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from referee.engine.author import PUBLIC, Seat, only, value
from referee.games.cards import Card
from referee.games.elements import events as ev
from referee.games.elements.state import Held, Lying, Match, note, show_open, tell
from referee.games.elements.values import Call, Deed, Hand, Place, Take, TakeOwn
from referee.games.elements.view import look


@dataclass(slots=True)
class Moment:
    """One impulse, and what magic adds in it to due, by player and spot; ``edition`` is that of the rules in force."""

    impulse: int
    edition: int
    added: dict[tuple[Seat, str], int] = field(default_factory=dict)


@value
class Reach:
    """A hand that reaches for what lies on a spot, perhaps for a covered card that it called."""

    seat: Seat
    spot: str
    lying: Lying

    @property
    def card(self) -> Card:
        """The card that it reaches for."""
        return self.lying.card


def claim_all(t: Match, now: Moment, acts: Mapping[Seat, Hand]) -> None:
    """All take at once; who may not take a card yet touches the own Island first (EL-P2.2, EL-P2.7)."""
    for seat, act in acts.items():
        if act is Deed.TOUCH:
            touch(t, now, seat)
    reaches = [one for one in reaching(t, now, acts) if may_touch(t, now, one.seat, [(one.spot, one.lying)])]
    lapse_dibs(t, reaches)
    taken = decide_claims(t, now, reaches)
    for seat, act in acts.items():
        if isinstance(act, TakeOwn):  # lifting a card off the own Island (EL-8.2) is a touch (EL-R23)
            if now.edition >= 2:
                t.state.unbar(seat)
                tell(t, ev.CardsFreed(seat=seat, to=only(seat)))
            lift(t, now, seat, "island", act.card)
        elif act is Deed.TAKE_FLAME:
            lift(t, now, seat, "flame", in_order(t.state.flames[seat], now)[-1])
    call_dibs(t, now, acts, taken)


def in_order(cards: Sequence[Card], now: Moment) -> list[Card]:
    """Lay cards that others come to see so that their order betrays nothing: not which came first, nor from where."""
    return sorted(cards) if now.edition >= 3 else list(cards)


def touch(t: Match, now: Moment, seat: Seat, *, inserted: bool = False) -> None:
    """The player touches the own Island, or the empty place (EL-R5), and may take again what was laid down (EL-8.6)."""
    t.state.unbar(seat)
    tell(t, ev.IslandTouched(seat=seat, impulse=now.impulse, to=PUBLIC))
    note(t, seat, "TOUCH island (inserted)" if inserted else "TOUCH island")


def reaching(t: Match, now: Moment, acts: Mapping[Seat, Hand]) -> list[Reach]:
    """Find the card that each hand reaches for."""
    anywhere = random_spots(t, now, [seat for seat, act in acts.items() if act is Deed.TAKE_ANY])
    found = []
    for seat, act in acts.items():
        spot = act.spot if isinstance(act, Take) else anywhere.get(seat, "")
        if spot:
            pile = t.state.ocean[spot]
            called = t.state.dibs[seat] if isinstance(act, Take) and act.called else pile[-1].card
            found.append(Reach(seat, spot, next(lying for lying in pile if lying.card is called)))
    return found


def random_spots(t: Match, now: Moment, seats: Sequence[Seat]) -> dict[Seat, str]:
    """Who wants any card gets one they do not know; two never collide while the spots suffice (EL-P3.4)."""
    wishes = {seat: t.chance.shuffled(open_to(t, now, seat), "any", str(now.impulse), seat) for seat in seats}
    given: dict[str, Seat] = {}

    def place(seat: Seat, tried: list[str]) -> bool:
        for spot in wishes[seat]:
            if spot not in tried:
                tried.append(spot)
                if spot not in given or place(given[spot], tried):
                    given[spot] = seat
                    return True
        return False

    alone = [seat for seat in seats if not place(seat, [])]
    return {seat: spot for spot, seat in given.items()} | {seat: wishes[seat][0] for seat in alone}


def open_to(t: Match, now: Moment, seat: Seat) -> list[str]:
    """List the spots that a player may get who wants any card: unknown, and free to touch if any is (EL-P3.4)."""
    spots = look(t.state, seat).unknown()
    free = [spot for spot in spots if seat not in t.state.ocean[spot][-1].barred]
    return free if free and now.edition >= 4 else spots


def may_touch(t: Match, now: Moment, seat: Seat, cards: Iterable[tuple[str, Lying]]) -> bool:
    """Say whether a player may touch these cards, each on its spot: not what one laid down oneself (EL-8.6).

    If not, the own Island is touched instead, before the line comes again (EL-P2.7).
    """
    own = next((spot for spot, lying in cards if seat in lying.barred), "")
    if own:
        touch(t, now, seat, inserted=True)
        tell(t, ev.TakeBarred(seat=seat, impulse=now.impulse, spot=own, to=only(seat)))
    return not own


def lapse_dibs(t: Match, reaches: Sequence[Reach]) -> None:
    """Who does not take the called card, or takes another, has called for nothing (EL-11.5, EL-P3.3)."""
    for seat, card in list(t.state.dibs.items()):
        if not any(one.seat == seat and one.card is card for one in reaches):
            del t.state.dibs[seat]
            tell(t, ev.DibsLapsed(seat=seat, to=PUBLIC))


def decide_claims(t: Match, now: Moment, reaches: Sequence[Reach]) -> list[Card]:
    """The first hand on a card has it (EL-3.3); older dibs outrank a touch (EL-P3.3), else the highest due wins."""
    by_card: dict[Card, list[Reach]] = {}
    for one in reaches:
        by_card.setdefault(one.card, []).append(one)
    for card, rivals in by_card.items():
        caller = next((one.seat for one in rivals if t.state.dibs.get(one.seat) is card), None)
        first = caller or contest(t, now, rivals[0].spot, [one.seat for one in rivals])
        winner = next(one for one in rivals if one.seat == first)
        for one in rivals:
            if one is not winner:
                note(t, one.seat, f"TAKE {one.spot}", lost=True)
        take(t, now, winner)
    return list(by_card)


def contest(t: Match, now: Moment, spot: str, seats: Sequence[Seat]) -> Seat:
    """The highest due wins, equal due is decided by lot; losers' due rises, the winner's is cleared (EL-P3.1)."""
    if len(seats) == 1:
        return seats[0]
    weight = {seat: t.state.due[seat] + now.added.get((seat, spot), 0) for seat in seats}
    best = [seat for seat in seats if weight[seat] == max(weight.values())]
    winner = best[0] if len(best) == 1 else t.chance.pick(best, "lot", str(now.impulse), spot)
    n, lots = now.impulse, len(best) > 1
    tell(t, ev.ClaimContested(impulse=n, spot=spot, seats=tuple(seats), winner=winner, lots=lots, to=PUBLIC))
    for seat in seats:
        due = 0 if seat == winner else t.state.due[seat] + 1
        if due != t.state.due[seat]:
            t.state.due[seat] = due
            tell(t, ev.DueChanged(seat=seat, due=due, to=PUBLIC))
    return winner


def take(t: Match, now: Moment, one: Reach) -> None:
    """The player claims a card of the Ocean, and learns its type (EL-3.3, EL-P2.4); illusions on it end (EL-5.6)."""
    state = t.state
    pile = state.ocean[one.spot]
    lying = next(lying for lying in pile if lying.card is one.card)
    left = tuple(other for other in pile if other is not lying)
    depth = len(pile) - 1 - pile.index(lying)
    face = one.card.code if lying.up and not depth and not state.options.mage else ""
    if left:
        state.ocean[one.spot] = left
    else:
        del state.ocean[one.spot]
        state.hides.pop(one.spot, None)
    barred = {1: (), 2: one.lying.barred}.get(now.edition, lying.barred)
    state.hands[one.seat] = Held(one.card, one.spot, barred)
    note(t, one.seat, f"TAKE {one.spot}", face=face)
    claimed(t, now, one.seat, one.spot, one.card, depth=depth)
    if state.dibs.pop(one.seat, None) is not None:
        tell(t, ev.DibsLapsed(seat=one.seat, to=PUBLIC))


def claimed(t: Match, now: Moment, seat: Seat, source: str, card: Card, *, depth: int = 0, left: int = 0) -> None:
    """Tell a claim: all see where from, the claimer alone what."""
    tell(
        t,
        ev.CardClaimed(seat=seat, impulse=now.impulse, source=source, depth=depth, left=left, to=PUBLIC),
        ev.CardLearned(seat=seat, impulse=now.impulse, source=source, card=card, to=only(seat)),
    )


def lift(t: Match, now: Moment, seat: Seat, source: str, card: Card) -> None:
    """The player takes a card out of their Island or Flame (EL-8.2, EL-8.4)."""
    pile = (t.state.islands if source == "island" else t.state.flames)[seat]
    pile.remove(card)
    t.state.hands[seat] = Held(card, source)
    note(t, seat, f"TAKE {source.upper()}")
    claimed(t, now, seat, source, card, left=len(pile))


def call_dibs(t: Match, now: Moment, acts: Mapping[Seat, Hand], taken: Sequence[Card]) -> None:
    """A touch of the same impulse outranks dibs; of several calls the highest due wins (EL-11.4, EL-P3.3)."""
    by_card: dict[Card, list[Seat]] = {}
    for seat, act in acts.items():
        if isinstance(act, Call):
            by_card.setdefault(act.card, []).append(seat)
            note(t, seat, f"DIBS {act.card}", lost=act.card in taken)
    for card, seats in by_card.items():
        if card not in taken:
            spot = next(name for name, pile in t.state.ocean.items() if any(lying.card is card for lying in pile))
            winner = contest(t, now, spot, seats)
            t.state.dibs[winner] = card
            tell(t, ev.DibsCalled(seat=winner, impulse=now.impulse, card=card, to=PUBLIC))
            seats.remove(winner)
        for seat in seats:
            tell(t, ev.DibsOutranked(seat=seat, impulse=now.impulse, card=card, to=PUBLIC))


def put(t: Match, seat: Seat, place: Place) -> None:
    """The player adds the card to their Flame (EL-8.5) or Island (EL-8.3), or lets it go into the Ocean (EL-3.3).

    There it lies on the next new spot (EL-P1.3), open only without magic (EL-R13).
    """
    state, held, spot = t.state, t.state.hands.pop(seat), ""
    if place is Place.OCEAN:
        spot = state.let_go(seat, held.card, held.barred)
    else:
        (state.flames if place is Place.FLAME else state.islands)[seat].append(held.card)
    if place is Place.ISLAND and held.source == "island":
        state.unbar(seat)  # EL-R4: lifted and put back is a touch
    note(t, seat, f"PUT {place}{f' as {spot}' if spot else ''}")
    n, source, up = state.impulse, held.source, bool(spot) and not state.options.mage
    tell(t, ev.CardPut(seat=seat, impulse=n, place=place.lower(), source=source, spot=spot, up=up, to=PUBLIC))
    show_open(t, [spot] if spot else [])
