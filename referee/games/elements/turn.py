"""EL-P1, EL-P2 and EL-9: a deadline, impulse by impulse, and the Whirlwinds in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from referee.engine.author import GM, PUBLIC, Ask, Seat, only
from referee.games.cards import Card
from referee.games.elements import asks
from referee.games.elements import events as ev
from referee.games.elements.chronicle import chronicle, rows
from referee.games.elements.claims import Moment, claim_all, in_order, may_touch, put
from referee.games.elements.magic import Ruled, cast_all, end_effects, flip
from referee.games.elements.rounds import end_round, fire, fires
from referee.games.elements.state import Grid, Lying, Match, State, note, show_open, tell
from referee.games.elements.values import Deed, Flip, Gather, Hand, Place
from referee.games.elements.view import look


def play_turn(t: Match, *, edition: int = 7) -> None:
    """A deadline plays its impulses (EL-P1.2), until Fire ends the round or a halt the deadline (EL-10.1, EL-P5.1)."""
    state = t.state
    state.turn += 1
    state.since += 1
    reasons = tuple(done.what for done in state.done if done.what.startswith("HALT"))
    state.done = []
    since, flames, islands = len(t.events), sizes(state.flames), sizes(state.islands)
    tell(t, ev.TurnBegun(turn=state.turn, round=state.round, impulse=state.impulse, to=PUBLIC))
    if state.restart:  # after a halt the GM says who broke a rule, all touch, and play goes on (EL-7.2, EL-P5.1)
        guilty = t.ask(asks.Judge(GM, asks.judgements(state.seats), reasons)).seats
        state.restart = False
        for seat in state.seats:
            state.unbar(seat)
        state.penance.update(dict.fromkeys(guilty, 2))
        tell(t, ev.PlayRestarted(guilty=guilty, to=PUBLIC))
    ruled = prepare(t)
    spoken: dict[Seat, str] = {}
    winners: list[Seat] = []
    for n in range(state.impulse, state.options.impulses + 1):
        state.impulse = n
        winners = play_impulse(t, Moment(n, edition), ruled, spoken)
        if winners or halted(t, spoken):
            break
    end_effects(t)
    state.impulse, state.halt_at = 1, 0
    state.grid = Grid(*rows(state))
    chronicle(t, since, flames, islands, over=bool(winners), edition=edition)
    tell(t, ev.DeadlinePlayed(impulses=state.grid.impulses, rows=state.grid.rows, to=PUBLIC))
    if winners or state.since >= state.options.limit:  # EL-R14
        end_round(t, winners)


def sizes(piles: Mapping[Seat, Sequence[Card]]) -> dict[Seat, int]:
    """Count everybody's cards."""
    return {seat: len(cards) for seat, cards in piles.items()}


def prepare(t: Match) -> Ruled:
    """Free spells go to the GM before anything happens (EL-P4.3); without magic Islands are laid out (EL-11.1)."""
    state = t.state
    if not state.options.mage:
        questions = [asks.Arrange(seat, asks.arrangements(state.islands[seat])) for seat in state.seats]
        for seat, cards in zip(state.seats, t.ask_all(questions), strict=True):
            if list(cards) != state.islands[seat]:
                state.islands[seat] = list(cards)
                tell(t, ev.IslandArranged(seat=seat, cards=cards, to=only(seat)))
        return {}
    choices = asks.freely(state.options)
    spoken = t.ask_all([asks.Conjure(seat, choices) for seat in state.seats])
    asked = [(seat, one) for seat, spells in zip(state.seats, spoken, strict=True) for one in spells]
    found: Ruled = {}
    for seat, one in asked:
        found.setdefault(seat, {})[one] = t.ask(asks.Ruling(GM, asks.verdicts(), seat, one.text, one.at))
    return found


def play_impulse(t: Match, now: Moment, ruled: Ruled, spoken: dict[Seat, str]) -> list[Seat]:
    """Magic, actions chosen, claims, puts, Fire, Whirlwinds (EL-P2.2); return who won the round, if anybody did."""
    tell(t, ev.ImpulseBegun(impulse=now.impulse, to=PUBLIC))
    atoning = {seat: t.state.penance[seat] for seat in t.state.seats if seat in t.state.penance}
    if t.state.options.mage:
        cast_all(t, now, ruled)
    acts, puts = choose(t, now, atoning)
    speak(t, now, spoken)
    atone(t, now, atoning)
    if now.edition >= 2:
        acts = {seat: act for seat, act in acts.items() if may_touch(t, now, seat, handled(t.state, act))}
    meant = {seat: t.state.ocean[act.spot][-1].card for seat, act in acts.items() if isinstance(act, Flip)}
    claim_all(t, now, acts)
    arrange(t, now, acts, meant)
    for seat, place in puts.items():
        put(t, seat, place)
    if fires(t.state):
        return fire(t, now)
    callers = [seat for seat, act in acts.items() if act is Deed.AIR]
    if callers:
        whirlwind(t, now, callers)
    return fire(t, now) if fires(t.state) else []


def choose(t: Match, now: Moment, atoning: Mapping[Seat, int]) -> tuple[dict[Seat, Hand], dict[Seat, Place]]:
    """All choose at the same moment: what an empty hand does, and where a claimed card goes (EL-8.1, EL-P2.2)."""
    state = t.state
    busy = [seat for seat in state.seats if seat not in atoning]
    questions: list[Ask[Any]] = []
    for seat in busy:
        held, seen = state.hands.get(seat), look(state, seat)
        if held is not None:
            questions.append(asks.Put(seat, asks.places(held.card, held.source, seen), now.impulse))
        else:
            questions.append(asks.Act(seat, asks.deeds(seen), now.impulse))
    answers = dict(zip(busy, t.ask_all(questions), strict=True))
    puts = {seat: one for seat, one in answers.items() if isinstance(one, Place)}
    acts = {seat: one for seat, one in answers.items() if seat not in puts}
    for seat in (seat for seat, act in acts.items() if act is Deed.WAIT):
        note(t, seat, "WAIT")
    return acts, puts


def atone(t: Match, now: Moment, atoning: Mapping[Seat, int]) -> None:
    """A violator spends one impulse undoing what they did and one touching their Island (EL-7.1, EL-P4.6).

    A card in that Play Hand stays there until the lines go on (EL-R18).
    """
    state = t.state
    for seat, left in atoning.items():
        note(t, seat, "UNDO" if left > 1 else "TOUCH island (penance)")
        del state.penance[seat]
        if left > 1:
            state.penance[seat] = left - 1
        tell(t, ev.PenanceDone(seat=seat, impulse=now.impulse, left=left - 1, to=PUBLIC))
        if left == 1:
            state.unbar(seat)


def handled(state: State, act: Hand) -> list[tuple[str, Lying]]:
    """List the cards that a hand turns or moves, each with its spot: to do so is to touch them (EL-11.3, EL-R23)."""
    match act:
        case Flip(spot=spot):
            return [(spot, state.ocean[spot][-1])]
        case Gather(spots=spots):
            return [(spot, lying) for spot in spots for lying in state.ocean[spot]]
        case _:
            return []


def arrange(t: Match, now: Moment, acts: Mapping[Seat, Hand], meant: Mapping[Seat, Card]) -> None:
    """Cards of the Ocean are turned, then moved about, if nobody has just claimed them (EL-11.1, EL-11.3, EL-R20)."""
    ocean = t.state.ocean
    for seat, act in acts.items():
        if isinstance(act, Flip):
            there = act.spot in ocean and ocean[act.spot][-1].card == meant[seat]
            note(t, seat, str(act), lost=not there)
            if there:
                flip(t, now, seat, act.spot, act.up, magic=False)
    for seat, act in acts.items():
        if isinstance(act, Gather):  # five cards at most lie on one spot (EL-R12)
            piles = [ocean.get(spot, ()) for spot in act.spots]
            able = all(piles) and sum(map(len, piles)) <= asks.PILED
            note(t, seat, f"MOVE {', '.join(act.spots)}", lost=not able)
            if able:  # they are laid onto the last spot, in the order named (EL-11.3)
                *others, last = act.spots
                ocean[last] = (*ocean[last], *(lying for spot in others for lying in ocean.pop(spot)))
                tell(t, ev.CardsGathered(seat=seat, impulse=now.impulse, spots=act.spots, to=PUBLIC))


def speak(t: Match, now: Moment, spoken: dict[Seat, str]) -> None:
    """Who comes to a HALT line speaks; that takes no action of the Play Hand (EL-P5.1)."""
    questions = [asks.Speak(seat, asks.words(), now.impulse) for seat in t.state.seats if seat not in spoken]
    for ask, reason in zip(questions, t.ask_all(questions), strict=True):
        if reason:
            spoken[ask.seat] = reason
            note(t, ask.seat, f"HALT {reason}")
            tell(t, ev.HaltCalled(seat=ask.seat, impulse=now.impulse, reason=reason, to=PUBLIC))


def halted(t: Match, spoken: Mapping[Seat, str]) -> bool:
    """Play stops as soon as more than half of the players have spoken, or where the GM says so (EL-P5.1)."""
    state = t.state
    by_gm = state.halt_at == state.impulse
    if not by_gm and len(spoken) * 2 <= len(state.seats):
        return False
    state.restart = True
    tell(t, ev.PlayHalted(impulse=state.impulse, by_gm=by_gm, to=PUBLIC))
    return True


def whirlwind(t: Match, now: Moment, callers: Sequence[Seat]) -> None:
    """Callers' Flames go, all hands are emptied, and unless that was Fire the Islands pass once per call (EL-P2.2)."""
    state, up = t.state, not t.state.options.mage
    for caller in callers:  # the whole Flame goes into the Ocean at once (EL-9.1)
        spots = [state.let_go(caller, card) for card in in_order(state.flames[caller], now)]
        state.flames[caller] = []
        note(t, caller, "AIR")
        tell(t, ev.WhirlwindCalled(seat=caller, impulse=state.impulse, spots=tuple(spots), up=up, to=PUBLIC))
        show_open(t, spots)
    empty_hands(t)
    if fires(t.state):
        return  # EL-R8: the fourth card was the action being finished
    for _ in callers:  # EL-R7
        pass_islands(t, now)


def empty_hands(t: Match) -> None:
    """Everybody finishes what they are doing and empties their Play Hand (EL-9.2)."""
    holding = [seat for seat in t.state.seats if seat in t.state.hands]
    questions = []
    for seat in holding:
        held = t.state.hands[seat]
        questions.append(asks.Empty(seat, asks.places(held.card, held.source, look(t.state, seat)), t.state.impulse))
    for seat, place in zip(holding, t.ask_all(questions), strict=True):
        put(t, seat, place)


def pass_islands(t: Match, now: Moment) -> None:
    """All take up their whole Islands and pass them to the left at once (EL-9.2); that is a touch (EL-R6)."""
    state = t.state
    touched = tuple(seat for seat in state.seats if state.islands[seat])
    right = dict(zip(state.seats, (state.seats[-1], *state.seats), strict=False))
    state.islands = {seat: in_order(state.islands[right[seat]], now) for seat in state.seats}
    for seat in touched:
        state.unbar(seat)
    tell(t, ev.IslandsPassed(impulse=state.impulse, touched=touched, to=PUBLIC))
    for seat in state.seats:
        tell(t, ev.IslandSeen(seat=seat, cards=tuple(state.islands[seat]), to=only(seat)))
    if state.options.shrink:
        shrink(t)


def shrink(t: Match) -> None:
    """Islands may hold one card less, but one at least; what is too much goes into the Ocean (EL-11.2, EL-R11)."""
    state = t.state
    if state.size > 1:
        state.size -= 1
        tell(t, ev.IslandsShrunk(size=state.size, to=PUBLIC))
    while full := [seat for seat in state.seats if len(state.islands[seat]) > state.size]:
        chosen = t.ask_all([asks.Shed(seat, tuple(state.islands[seat])) for seat in full])
        for seat, card in zip(full, chosen, strict=True):
            state.islands[seat].remove(card)
            spot = state.let_go(seat, card)
            tell(t, ev.CardShed(seat=seat, spot=spot, to=PUBLIC), ev.OwnCardShed(seat=seat, card=card, to=only(seat)))
            show_open(t, [spot])
