"""The desk: one seat's lines as a program, done in order, and the standing policies where it is silent (EL-P2.6)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any

from referee.engine.author import Answer, Ask, Desk, If, Order, Seat, Why, all_hold, now, word_of
from referee.games.cards import Card
from referee.games.elements import hunt
from referee.games.elements import orders as od
from referee.games.elements.asks import Act, Again, Arrange, Cast, Conjure, Empty, Put, Shed, Speak
from referee.games.elements.orders import Magic
from referee.games.elements.spells import Free, Lost, Vanity
from referee.games.elements.values import Call, Deed, Flip, Gather, Hand, Place, Take, TakeOwn
from referee.games.elements.view import View
from referee.games.elements.words import BEST, Instead, Source, Way

PROGRAM = (
    od.TakeCard, od.PutCard, od.TouchIsland, od.CallAir, od.Dibs, od.ArrangeFlip, od.ArrangeMove, od.WaitHere,
    od.CallHalt,
)  # fmt: skip
"""The verbs whose lines are done in order."""

Lapsed = list[tuple[int, str]]
Route = tuple[Sequence[Way], int]


def desk(seat: Seat, orders: Sequence[Order], look: Callable[[], View]) -> Desk:
    """Make the answers of one seat out of its orders in force and its view."""
    return Clerk(orders, look).answer


def of_program(one: Order) -> bool:
    """Say whether a line belongs to the program, perhaps under a condition."""
    return isinstance(one.then, PROGRAM) if isinstance(one, If) else isinstance(one, PROGRAM)


class Clerk:
    """Goes through one player's lines, impulse by impulse."""

    def __init__(self, orders: Sequence[Order], look: Callable[[], View]) -> None:
        self.orders = orders
        self.look = look
        self.lines = [one for one in orders if of_program(one)]
        self.at = 0
        self.waits = 0
        self.waiter = 0
        self.armed: list[od.CallAir] = []
        self.route: Route = ((), 0)
        self.halt: tuple[str, int] = ("", 0)
        self.spent: list[int] = []
        self.free: dict[int, Free] = {}
        self.retry = -1
        self.balks = 0
        self.hunted = False

    def answer(self, ask: Ask[Any]) -> Answer[Any]:
        """Answer one question."""
        seen = self.look()
        match ask:
            case Act():
                return self.act(ask, seen)
            case Put():
                return self.put(ask, seen)
            case Empty():
                return self.routed(ask.choices, seen, self.standing(od.WhirlPut, seen))
            case Speak():
                (reason, number), self.halt = self.halt, ("", 0)
                return Answer(reason, number if reason else Why.DEFAULT)
            case Cast():
                return self.cast(ask, seen)
            case Conjure():
                return self.conjure(seen)
            case Arrange():
                return self.arrange(ask, seen)
            case Shed():
                return self.shed(ask, seen)
            case Again():
                for one in self.standing(od.AgainRound, seen):
                    return Answer(one.answer == "YES", one.number)
                return Answer(True, Why.DEFAULT)
            case _:
                raise AssertionError(f"nobody can answer {ask}")

    def standing(self, kind: type[Any], seen: View) -> list[Any]:
        """List the policies of a kind that hold now, the last one first."""
        return [one for one in now(self.orders, seen) if isinstance(one, kind)][::-1]

    def policy(self, seen: View) -> tuple[str, tuple[str, ...], int]:
        """What is hunted and kept, and the number of the line that says so."""
        hunts, keeps = self.standing(od.Hunt, seen), self.standing(od.Keep, seen)
        kinds = tuple(kind for one in keeps for kind in one.kinds)
        return (hunts[0].target, kinds, hunts[0].number) if hunts else (BEST, kinds, 0)

    def act(self, ask: Act, seen: View) -> Answer[Hand]:
        """The next line that is possible; when all are done the hunt goes on (EL-P2.6, RULES.md, 3.2)."""
        if self.retry >= 0 and seen.mind.balks > self.balks:
            self.at = self.retry  # EL-P2.7: the same line follows
        self.retry, self.balks, self.route = -1, seen.mind.balks, ((), 0)
        lapsed: Lapsed = []
        for armed in self.armed:
            if seen.flame and all_hold(armed.tests or (), seen):
                self.armed.remove(armed)
                return Answer(Deed.AIR, armed.number)
        if self.waits:
            self.waits -= 1
            return Answer(Deed.WAIT, self.waiter)
        while self.at < len(self.lines):
            line = self.lines[self.at]
            self.at += 1
            for one in now([line], seen):
                found = self.line(one, ask, seen, lapsed)
                if found is not None:
                    return Answer(found, one.number, tuple(lapsed))
        return self.after(ask, seen, lapsed)

    def after(self, ask: Act, seen: View, lapsed: Lapsed) -> Answer[Hand]:
        """When the lines are done: the card that was called, else the hunt."""
        hunted, keeps, number = self.policy(seen)
        self.hunted, self.route = True, ((), 0)  # what an impossible line said was for that line's card
        found = hunt.hunting(seen, hunted, keeps)
        called = seen.dibs.get(seen.seat)
        if called is not None and (own := take_face(called, ask, seen)) is not None:
            found = own
        return Answer(found, number or Why.DEFAULT, tuple(lapsed))

    def line(self, one: Order, ask: Act, seen: View, lapsed: Lapsed) -> Hand | None:
        """Do one line of the program, or say why it is impossible now."""
        found: Hand | None = None
        instead: Instead | None = None
        reason = ""
        match one:
            case od.TakeCard(source=source, route=route):
                found, reason = self.take(source, ask, seen)
                self.route, instead = (route, one.number), one.instead
            case od.TouchIsland():
                found = Deed.TOUCH
            case od.CallAir(tests=tests) if tests and not (seen.flame and all_hold(tests, seen)):
                self.armed.append(one)
                return None
            case od.CallAir():
                found, reason, instead = (Deed.AIR if seen.flame else None), "your Flame was empty.", one.instead
            case od.WaitHere(n=n) if n:
                self.waits, self.waiter, found = n - 1, one.number, Deed.WAIT
            case od.Dibs(face=face):
                calls = [call for call in ask.choices if isinstance(call, Call) and call.card.face is face]
                found, reason, instead = next(iter(calls), None), f"nobody saw {face} in the Ocean.", one.instead
            case od.ArrangeFlip(spot=spot, side=up):
                found, reason = Flip(spot, up), f"{spot} could not be turned so."
            case od.ArrangeMove(spots=spots):
                found, reason = Gather(spots), "these cards could not be moved together."
            case od.PutCard():
                reason = "there was no card in your Play Hand."
            case od.CallHalt(quoted=words):
                self.halt = (words or "halt", one.number)
        if found is not None and found in ask.choices:
            if isinstance(one, od.TakeCard | od.ArrangeFlip | od.ArrangeMove):
                self.retry = self.at - 1
            return found
        if instead is not None and (other := self.instead(instead, one.number, ask, seen)) is not None:
            return other
        if reason:
            lapsed.append((one.number, f"Impulse {ask.impulse}: {reason}"))
        return None

    def take(self, source: Source, ask: Act, seen: View) -> tuple[Hand | None, str]:
        """Say which action takes this, or why none does now; in words that everybody may hear."""
        match source.where:
            case "SPOT":
                found: Hand | None = Take(source.spot) if seen.nameable(source.spot) else None
                return found, f"you could not see {source.spot} in the Ocean."
            case "ANY":
                found = Deed.TAKE_ANY if Deed.TAKE_ANY in ask.choices else None
                return found, "no card was left that you do not know."
            case "FLAME":
                return (Deed.TAKE_FLAME if seen.flame else None), "your Flame was empty."
            case "ISLAND":
                named = (one for one in seen.island if one.rank == source.kind or one.face is source.card)
                card = next(named, None)
                return (TakeOwn(card) if card else None), "no such card was on your Island."
            case _:
                assert source.card is not None
                return take_face(source.card, ask, seen), f"you did not see {source.card} in the Ocean."

    def instead(self, other: Instead, number: int, ask: Act, seen: View) -> Hand | None:
        """The ELSE of a line whose own action is impossible (EL-P2.6)."""
        if other.source is None:
            return other.deed if other.deed in ask.choices else None
        found, _ = self.take(other.source, ask, seen)
        self.route = (other.route, number)
        if found is None or found not in ask.choices:
            return None
        self.retry = self.at - 1
        return found

    def put(self, ask: Put, seen: View) -> Answer[Place]:
        """As the TAKE says, or a PUT behind it; else where the card is wanted (EL-P2.5)."""
        card, (ways, number) = seen.hand, self.route
        assert card is not None
        if not ways:
            ways, number = self.behind(seen)
        for way in ways:
            if way.place in ask.choices and way.suits(card.rank):
                return Answer(way.place, number)
        hunted, keeps, _ = self.policy(seen)
        place = hunt.wanted_place(card, ask.choices, seen, hunted, keeps)
        lapsed = ((number, f"Impulse {ask.impulse}: the card could not go where you said."),) if ways else ()
        return Answer(place, self.wish(place, card, seen), lapsed)

    def behind(self, seen: View) -> Route:
        """Find the PUT that the lines come to now; a HALT in front of it speaks (EL-P2.5, EL-P5.1)."""
        while self.at < len(self.lines) and word_of(self.lines[self.at]) in ("PUT", "HALT"):
            one = next(now([self.lines[self.at]], seen), None)
            if isinstance(one, od.CallHalt):
                self.halt = (one.quoted or "halt", one.number)
            elif isinstance(one, od.PutCard):
                self.at += 1
                return one.route, one.number
            elif one is not None:
                break
            self.at += 1
        return (), 0

    def wish(self, place: Place, card: Card, seen: View) -> int | Why:
        """Name the line by which a card is wanted there: the KEEP for the Island, the HUNT for the Flame (EL-P2.5)."""
        if place is Place.ISLAND:
            return next((one.number for one in self.standing(od.Keep, seen) if card.rank in one.kinds), Why.DEFAULT)
        hunts = self.standing(od.Hunt, seen) if place is Place.FLAME and not self.hunted else []
        return hunts[0].number if hunts else Why.DEFAULT

    def routed(self, choices: Sequence[Place], seen: View, orders: Sequence[od.WhirlPut]) -> Answer[Place]:
        """As WHIRL PUT says; else Flame, else Island, else Ocean (E6)."""
        assert seen.hand is not None
        for one in orders:
            for way in one.route:
                if way.place in choices and way.suits(seen.hand.rank):
                    return Answer(way.place, one.number)
        return Answer(choices[0], Why.DEFAULT)

    def cast(self, ask: Cast, seen: View) -> Answer[Any]:
        """The spell that is due in this impulse; a violator's waits, or lapses if it was timed (EL-P4.1, EL-P4.6)."""
        left = seen.options.spells - len({*self.spent, *self.free})
        lines = [one for one in self.magic(seen) if one.number in self.free or left > 0]
        atoning = bool(seen.penance.get(seen.seat))
        one = due(lines, ask.impulse, self.spent, self.free, atoning=atoning)
        if one is None:
            return Answer(None, Why.DEFAULT)
        self.spent.append(one.number)
        spell = self.free.get(one.number) or one.spell or Vanity(one.vanity)
        if spell in ask.choices:
            return Answer(spell, one.number)
        said = "your spell" if isinstance(spell, Free) else str(spell)
        why = f"you were making a broken rule good, and {said} lapsed."
        reason = why if atoning else f"{said} had no such card to act on, and lapsed."
        return Answer(Lost(spell), Why.DEFAULT, ((one.number, f"Impulse {ask.impulse}: {reason}"),))

    def conjure(self, seen: View) -> Answer[Any]:
        """All free spells of this deadline (EL-P4.3)."""
        self.free = announced(self.magic(seen), seen.options.impulses, seen.penance.get(seen.seat, 0))
        return Answer(tuple(self.free.values()), next(iter(self.free), Why.DEFAULT))

    def magic(self, seen: View) -> list[Magic]:
        """List the lines that cast, no more than are allowed."""
        return [one for one in now(self.orders, seen) if isinstance(one, Magic)][: seen.options.spells]

    def arrange(self, ask: Arrange, seen: View) -> Answer[Any]:
        """The cards named first, the others behind them as they lay."""
        for one in self.standing(od.ArrangeIsland, seen):
            first = [card for face in one.cards for card in seen.island if card.face is face]
            order = tuple(dict.fromkeys([*first, *seen.island]))
            return Answer(order, one.number)
        return Answer(ask.choices[0], Why.DEFAULT)

    def shed(self, ask: Shed, seen: View) -> Answer[Card]:
        """The first type named that is there, else the type least held (E7)."""
        for one in self.standing(od.ShrinkDrop, seen):
            for kind in one.kinds:
                for card in ask.choices:
                    if card.rank == kind:
                        return Answer(card, one.number)
        return Answer(hunt.shed(ask.choices, seen), Why.DEFAULT)


def take_face(face: Card, ask: Act, seen: View) -> Hand | None:
    """Take a card by its face: where it is noted on top, or covered if it was called (EL-11.4)."""
    spot = seen.mind.where(face.code)
    if not spot or not seen.nameable(spot):
        return None
    if seen.mind.spots.get(spot) == face.code:
        return Take(spot)
    called = seen.dibs.get(seen.seat)
    return Take(spot, called=True) if called is not None and called.face is face else None


def form(seen: View) -> Sequence[str]:
    """Suggest the orders that are in force without any."""
    if seen.hand is not None:
        return ("PUT FLAME ELSE ISLAND ELSE OCEAN", "HUNT BEST")
    return ("HUNT BEST",)


def announced(lines: Sequence[Magic], impulses: int, atoning: int) -> dict[int, Free]:
    """Name the free spells by the numbers of their lines, each with the impulse it is meant for.

    That is the one written, else the first that no spell has, behind those in which the caster is ``atoning``
    (EL-P4.6).
    """
    taken = {one.at for one in lines if one.at} | set(range(1, atoning + 1))
    found: dict[int, Free] = {}
    for one in lines:
        at = one.at or next((n for n in range(1, impulses + 1) if n not in taken), 0)
        taken.add(at)
        if one.free and 1 <= at <= impulses and not any(free.at == at for free in found.values()):
            found[one.number] = Free(one.free, at)
    return found


def due(
    lines: Sequence[Magic], impulse: int, cast: Collection[int], free: Collection[int], *, atoning: bool
) -> Magic | None:
    """Find the line whose spell is due in an impulse: one timed for it, else the first that is to be cast any time.

    Lines that were ``cast`` are done, and of those in the caster's own words only the announced ones, ``free``,
    count. While the caster is ``atoning``, what has no time waits (EL-7.1, EL-P4.6).
    """
    open_to = [one for one in lines if one.number not in cast and (not one.free or one.number in free)]
    timed = next((one for one in open_to if one.at == impulse), None)
    if timed is not None or atoning:
        return timed
    return next((one for one in open_to if not one.at), None)
