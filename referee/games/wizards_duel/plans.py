"""The desk: one seat's orders at work, in the order of asking (WD-P1.7), and the defaults where they are silent."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from referee.engine.author import Answer, Ask, Desk, If, Order, Seat, Why, all_hold, bidden, now
from referee.engine.lexicon import first_word
from referee.games.cards import Card
from referee.games.wizards_duel import orders as od
from referee.games.wizards_duel.events import Act, Lead, Move, PlayOn, Reply, Resign
from referee.games.wizards_duel.state import MOON, SUN
from referee.games.wizards_duel.values import cheapest_win, highest, lowest
from referee.games.wizards_duel.view import View
from referee.games.wizards_duel.words import CARD, ITEM, Item, found, looks_at_led


class Proposal(NamedTuple):
    """One thing to try, and the order that proposes it; if ``firm``, its sender hears why it could not be done."""

    order: Order
    item: Item
    firm: bool = True


def desk(seat: Seat, orders: Sequence[Order], look: Callable[[], View], edition: int = 3) -> Desk:
    """Make the answers of one seat out of its orders in force and its view."""

    def answer(ask: Ask[Any]) -> Answer[Any]:
        seen = look()
        lines = list(now(map(folded, orders), seen))
        match ask:
            case Resign():
                return bidden(lines, od.GiveUp)  # WD-W7: nobody resigns without saying so
            case Lead():
                return chosen(ask, leads(ask, lines, seen), lines, seen, edition)
            case Reply():
                return chosen(ask, replies(ask, lines, seen), lines, seen, edition)
            case PlayOn(played=played):
                return going_on(lines, played, seen)
            case _:
                raise AssertionError(f"{seat} cannot answer {ask}")

    return answer


def folded(one: Order) -> Order:
    """Read ``IF ... THEN CALL`` and ``IF ... THEN DRAW`` as ``CALL IF ...`` and ``DRAW IF ...`` (WD-P1.7)."""
    match one:
        case If(tests=tests, then=od.CallWhen(bare=True) | od.DrawWhen(bare=True) as then, otherwise=None):
            return replace(then, tests=tests, number=one.number, lasting=one.lasting)
        case _:
            return one


def chosen(
    ask: Lead | Reply, proposals: Iterator[Proposal], lines: Sequence[Order], seen: View, edition: int
) -> Answer[Move]:
    """Take the first proposal that can be done; what cannot falls through to the next, or the default (WD-R31)."""
    led = ask.led if isinstance(ask, Reply) else None
    failed: list[tuple[int, str]] = []
    for one, item, firm in proposals:
        move = item if isinstance(item, Act) else found(item, seen.hand, seen.options, led)
        against = hindrance(move, ask, lines, seen) if move is not None else ""
        if move is not None and not against:
            because: int | Why = one.number
            break
        if firm:
            failed.append((one.number, against or missing(item, edition)))
    else:
        move, because = default(ask, seen), Why.DEFAULT
    done = f"; you {deed(ask, move)}" if edition > 2 else ""
    return Answer(move, because, tuple((number, f"Round {ask.round}: {why}{done}.") for number, why in failed))


def missing(item: Item, edition: int) -> str:
    """Say that no card was there for an entry."""
    if edition < 3:
        return "you held no such card"
    return f"you {'did not hold' if isinstance(item, Card) else 'had nothing for'} {ITEM.show(item)}"


def deed(ask: Lead | Reply, move: Move) -> str:
    """Say what a player did in place of an entry that could not be done."""
    if move is Act.CALL:
        return "called"
    card = "a drawn card" if move is Act.DRAW else ITEM.show(move)
    return f"led {card}" if isinstance(ask, Lead) else f"answered with {card}"


def hindrance(move: Move, ask: Lead | Reply, lines: Sequence[Order], seen: View) -> str:
    """Say why a proposal cannot be done now, empty if it can.

    An ordered DRAW NEVER or CALL NEVER bars it everywhere, and CALL KEEP n binds every call (WD-P1.7, WD-R27).
    """
    if move is Act.DRAW and any(isinstance(one, od.DrawWhen) and one.never for one in lines):
        return "your DRAW NEVER stood against it"
    if move is Act.DRAW and move not in ask.choices:
        return "your deck was empty"
    if move is Act.CALL and isinstance(ask, Lead):
        return "only the responder can call"
    if move is not Act.CALL:
        return ""
    calls, policies = seen.sheets[seen.seat].calls, [one for one in lines if isinstance(one, od.CallWhen)]
    kept = max((one.keep or 0 for one in policies), default=0)
    if any(one.never for one in policies):
        return "your CALL NEVER stood against it"
    if not calls:  # WD-6.1
        return "you had no call left"
    return f"you had {calls} left, and meant to keep {kept}" if calls <= kept else ""


def default(ask: Lead | Reply, seen: View) -> Move:
    """A silent player leads the lowest card (WD-W2), and answers by the cheapest that wins, else by the lowest.

    The Sun answers the Moon, the Moon a Sun only if alone (WD-W5).
    """
    hand, found = seen.hand, None
    if isinstance(ask, Reply):
        suns = [card for card in hand if card.face is SUN and ask.led.face is MOON]
        hand = [card for card in hand if card.face is not MOON or ask.led.face is not SUN] or hand
        found = suns[0] if suns else cheapest_win(hand, ask.led, seen.options)
    usual = highest if seen.silent == "HIGHEST" else lowest
    return found or usual(hand, seen.options) or ask.choices[0]


def leads(ask: Lead, lines: Sequence[Order], seen: View) -> Iterator[Proposal]:
    """A leader: ROUND lines, DRAW, LEAD (WD-P1.7)."""
    for one in lines:
        match one:
            case od.RoundLead(n=ask.round):
                yield from (Proposal(one, item) for item in one.plays)
            case od.RoundDraw(n=ask.round) if leader_draws(one, seen):
                yield Proposal(one, Act.DRAW)
    for one in lines:
        if isinstance(one, od.DrawWhen) and leader_draws(one, seen):
            yield Proposal(one, Act.DRAW)
    # The n-th entry is for the n-th lead of the turn, the last repeats; what cannot be done is skipped (WD-R29).
    entries = [(one, item) for one in lines if isinstance(one, od.LeadWith) for item in one.plays]
    before = (ask.round - 1) // 2
    start = max(0, min(before, len(entries) - 1))
    for place, (one, item) in enumerate(entries[start:], start):
        yield Proposal(one, item, firm=place == before)


def leader_draws(one: od.DrawWhen | od.RoundDraw, seen: View) -> bool:
    """A leader's DRAW line holds if its conditions do; one that looks at a led card is not for leaders (WD-R28)."""
    never = isinstance(one, od.DrawWhen) and one.never
    return not never and not looks_at_led(one.tests) and all_hold(one.tests, seen)


def replies(ask: Reply, lines: Sequence[Order], seen: View) -> Iterator[Proposal]:
    """A responder: ROUND lines, CALL, DRAW, REPLY rules (WD-P1.7)."""
    for one in lines:
        match one:
            case od.RoundReply(n=ask.round) if all_hold(one.tests, seen):
                yield from (Proposal(one, item) for item in one.plays)
            case od.RoundCall(n=ask.round) if all_hold(one.tests, seen):
                yield Proposal(one, Act.CALL)
            case od.RoundDraw(n=ask.round) if all_hold(one.tests, seen):
                yield Proposal(one, Act.DRAW)
    for one in lines:
        if isinstance(one, od.CallWhen) and (one.tests or one.bare) and all_hold(one.tests, seen):
            yield Proposal(one, Act.CALL)
    for one in lines:
        if isinstance(one, od.DrawWhen) and not one.never and all_hold(one.tests, seen):
            yield Proposal(one, Act.DRAW)
    for one in lines:
        if isinstance(one, od.ReplyWith) and all_hold(one.tests, seen):
            yield from (Proposal(one, item, firm=bool(one.tests)) for item in one.plays)


def going_on(lines: Sequence[Order], played: int, seen: View) -> Answer[bool]:
    """Each PLAY ON line is a limit, and all must allow it (WD-R30); without one the turn ends (WD-W6, WD-P1.1)."""
    limits = [one for one in lines if isinstance(one, od.GoOn)]
    if not limits:
        return Answer(False, Why.DEFAULT)
    extra = played - seen.options.rounds
    stops = next((one for one in limits if not allows(one, extra, seen.behind)), None)
    return Answer(stops is None, (stops or limits[0]).number)


def allows(one: od.GoOn, extra: int, behind: int) -> bool:
    """PLAY ON n allows n more rounds; UNTIL BEHIND BY m, rounds until the player is m or more behind (WD-P1.1)."""
    return (one.n is None or extra < one.n) and (one.behind is None or behind < one.behind)


def examples(seen: View) -> Sequence[str]:
    """Show a lead, replies and a call, with the least card of this hand."""
    least = [CARD.show(card) for card, _ in seen.holding()[:1]]
    return (*(f"LEAD {card}, LOWEST" for card in least), "REPLY CHEAPEST WIN, HIGHEST", "CALL IF MARGIN >= 9")


def form(seen: View) -> Sequence[str]:
    """Suggest the orders that are in force without any."""
    return (f"LEAD {seen.silent}", f"REPLY CHEAPEST WIN, {seen.silent}", "PLAY ON 0")


def closest(_seen: View, line: str) -> str:
    """Return the order that a line which cannot be read comes nearest to: an answer is a reply."""
    return f"REPLY {line.strip()[len('ANSWER') :].strip()}" if first_word(line) == "ANSWER" else ""
