"""The laws that every step of every game keeps; each yields what breaks it, in words for the game's author."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from functools import partial
from typing import Any

from referee.engine.asks import Answer, NoAnswer, few, put
from referee.engine.audience import OBSERVER
from referee.engine.events import Event
from referee.laws.breach import Breach, beside, unanswered, worded
from referee.laws.cards import cards_in, kinds
from referee.laws.played import Step, recording
from referee.laws.run import Hush
from referee.store.codec import Codec, prepared

Law = Callable[[Step], Iterator[Breach]]

NOT_COPIED = "something there is not copied, for its type does not say that it changes"


def the_same_orders_give_the_same_game(step: Step) -> Iterator[Breach]:
    """A turn played again with the same luck and orders is the same turn."""
    once_more = step.again()
    if once_more.events != step.after.events:
        yield Breach(f"played a second time, {first_unlike(step.after.events, once_more.events)}")
    elif once_more.state != step.after.state:
        yield Breach("played a second time, the same events lead to another state")


def playing_leaves_its_input_alone(step: Step) -> Iterator[Breach]:
    """Playing a turn changes nothing that was there before it: it works on a copy."""
    store: Codec[Any, Any] = prepared(step.rules)
    state = store.dump_state(step.before.state)
    views = {seat: store.dump_view(view) for seat, view in step.before.views.items()}
    step.again()
    if store.dump_state(step.before.state) != state:
        yield Breach(f"playing it changed the state it began with: {NOT_COPIED}")
    for seat, view in step.before.views.items():
        if store.dump_view(view) != views[seat]:
            yield Breach(f"playing it changed what {named(seat)} knew before: {NOT_COPIED}", seat)


def everything_survives_storage(step: Step) -> Iterator[Breach]:
    """State, views, events and answers come back from the database as they were, to the byte."""
    store: Codec[Any, Any] = prepared(step.rules)
    after = step.after
    kept = store.dump_state(after.state)
    state = store.load_state(kept)
    if state != after.state:
        yield Breach("the state comes back from the database as something else")
    if store.dump_state(state) != kept:
        yield Breach("the state comes back from the database alike, but is written otherwise the second time")
    for seat, view in after.views.items():
        if store.load_view(store.dump_view(view)) != view:
            yield Breach(f"{named(seat)}'s view comes back from the database as something else", seat)
    if (back := store.load_events(store.dump_events(after.events))) != after.events:
        yield Breach(f"of the events that come back from the database, {first_unlike(after.events, back)}")
    for asked in step.asked:
        value = asked.answer.value
        if store.load_value(store.dump_value(value)) != value:
            yield Breach(f"the answer {worded(value)} comes back from the database as something else", asked.ask.seat)


def cards_are_conserved(step: Step) -> Iterator[Breach]:
    """No card is made or lost in a turn, and what `hidden` names is somewhere in the state."""
    found = kinds(step.before) or kinds(step.after)
    before, after = (Counter(cards_in(game.state, found)).keys() for game in (step.before, step.after))
    if before != after:
        lost, made = (few(sorted(map(str, one))) for one in (before - after, after - before))
        yield Breach("; ".join([f"{lost} got lost"] * bool(lost) + [f"{made} came out of nowhere"] * bool(made)))
    for seat in (*step.after.setup.seats, OBSERVER):
        ghosts = step.rules.hidden(step.after.state, seat) - after
        if ghosts:
            names = few(sorted(map(str, ghosts)))
            yield Breach(f"`hidden` names {names} for {named(seat)}, which lie nowhere in the state", seat)


def no_secret_is_told(step: Step) -> Iterator[Breach]:
    """No event names a card to somebody from whom it was hidden just before and just after.

    What will happen is known, so `hidden` is asked only for those who are told of a card now or by the next event.
    """
    rules, seats = step.rules, (*step.before.setup.seats, OBSERVER)
    found = kinds(step.before)

    def hearing(e: Event) -> tuple[Any, ...]:
        return tuple(seat for seat in seats if e.to.includes(seat)) if cards_in(e, found) else ()

    coming = map(hearing, step.after.events)
    last = {seat: rules.hidden(step.before.state, seat) for seat in next(coming, ())}
    suspects: list[tuple[Event, Any, Any]] = []
    guilty: list[tuple[Event, Any, Any]] = []

    def settle(state: Any) -> None:
        guilty.extend(s for s in suspects if s[1] in rules.hidden(state, s[2]))
        suspects.clear()

    def watch(state: Any, e: Event) -> None:
        nonlocal last
        settle(state)
        named, hear = set(cards_in(e, found)), hearing(e)
        now = {seat: rules.hidden(state, seat) for seat in {*hear, *next(coming, ())}}
        for seat in hear:  # where luck has it otherwise this time, nobody was asked for before
            suspects.extend((e, card, seat) for card in sorted(named & now[seat] & last.get(seat, named), key=str))
        last = now

    after = step.again(watch=watch)
    settle(after.state)
    for e, card, seat in guilty:
        yield Breach(f"the event {type(e).__name__} tells {named(seat)} of {card}, which is hidden from there", seat)


def views_agree_with_the_state(step: Step) -> Iterator[Breach]:
    """What a seat's view has made of what it was told agrees with the state."""
    for game in (step.before, step.after) if step.before.step == 0 else (step.after,):
        for seat, view in game.views.items():
            full = step.rules.look(game.state, seat, game.setup)
            if view != full:
                words = f"{named(seat)}'s view, made of what was told, {parted(view, full)} by the state"
                yield Breach(words, seat, game.step)


def the_first_questions_are_foreseen(step: Step) -> Iterator[Breach]:
    """Who is asked first, and what, is foreseen from the view alone; where nobody must act, nobody is waited for."""
    met = set()
    idle = bool(step.rules.pace.idle) and not step.before.pending()
    for i, asked in enumerate(step.asked):
        seat = asked.ask.seat
        if seat in met:
            continue
        met.add(seat)
        foreseen = step.rules.decide(step.before.views[seat])
        if foreseen is None:
            if i == 0 and not idle:
                words = f"{seat} is asked {put(asked.ask)}, but by `decide` nothing waits for that seat"
                yield Breach(words, seat)
        elif (type(foreseen), list(foreseen.choices)) != (type(asked.ask), list(asked.ask.choices)):
            yield Breach(f"{seat} is asked {put(asked.ask)}, but `decide` foresees {put(foreseen)}", seat)


def a_silent_live_game_is_a_batch_game(step: Step) -> Iterator[Breach]:
    """A live game in which nobody answers goes like one that never pauses, and a pause tells nothing else before."""
    pauses, after = step.live
    for pending in pauses:
        if list(step.after.events[: len(pending.events)]) != pending.events:
            other = first_unlike(step.after.events, pending.events)
            yield Breach(f"played live, where it pauses for {few(pending.asks)}, {other}")
            return
    if after is None:
        yield Breach(f"played live, the pause for {few(pauses[-1].asks)} never ends")
        return
    stops = [sorted(pending.asks) for pending in pauses]
    hush = Hush(step.before, step.orders, recording(step.before, step.orders, step.random, None))
    if hush.stops != stops:
        there, here = ("; ".join(map(", ".join, one)) or "nothing" for one in (hush.stops, stops))
        yield Breach(f"played live, it pauses for {here}, though there was {there} to pause for")
    if (after.events, after.state) != (step.after.events, step.after.state):
        yield Breach(f"played live with nobody answering, {first_unlike(step.after.events, after.events)}")


def every_default_is_legal(step: Step) -> Iterator[Breach]:
    """Every question has a default: a seat without orders answers it with one of the choices."""
    for asked in step.asked:
        try:
            answer = step.rules.desk(asked.ask.seat, [], partial(getattr, asked, "view"))(asked.ask)
        except Exception as e:  # noqa: BLE001 - a default that breaks off is what the law is about
            words = f"without orders, {asked.ask.seat}'s desk breaks off at the question {put(asked.ask)}: {e!r}"
            yield Breach(words, asked.ask.seat)
            continue
        if not isinstance(answer, Answer) or answer.value not in asked.ask.choices:
            yield Breach(f"without orders, {NoAnswer(asked.ask, answer)}", asked.ask.seat, cause=unanswered(asked.ask))


def questions_have_choices_of_their_own(step: Step) -> Iterator[Breach]:
    """Every question is put to a seat of the game, is one of the ruleset's, and has different choices."""
    for asked in step.asked:
        ask = asked.ask
        if type(ask) not in step.rules.stored.asks or ask.seat not in step.before.setup.seats:
            words = f"{put(ask)} to {ask.seat} is in none of the ruleset's `modules`, or that seat is not in the game"
            yield Breach(words)
        if len(set(ask.choices)) != len(ask.choices) or not ask.choices:
            yield Breach(f"the question {put(ask)} to {ask.seat} has choices twice, or none", ask.seat)


def told_events_are_the_rulesets_own(step: Step) -> Iterator[Breach]:
    """Every event told is listed by the ruleset, so that it can be stored and said."""
    listed = {*step.rules.stored.events}
    for e in step.after.events:
        if type(e) not in listed and type(e).__module__ != Event.__module__:
            yield Breach(f"the event {type(e).__name__} is told, but in none of the ruleset's `modules`")


def first_unlike(expected: Any, got: Any) -> str:
    """Say where two lists of events part."""
    for i, (a, b) in enumerate(zip(expected, got, strict=False), 1):
        if a != b:
            said, instead = beside(b, a)
            return f"event {i} is {said}, not {instead}"
    if len(got) == len(expected):
        return "the events are alike, but not the state"
    return f"{len(got)} events happen, not {len(expected)}"


def parted(view: Any, full: Any) -> str:
    """Say in which field a view is not what it should be."""
    if is_dataclass(view) and type(view) is type(full):
        for f in fields(view):
            has, should = getattr(view, f.name), getattr(full, f.name)
            if has != should:
                return f"has {f.name} = {worded(has)}, but {worded(should)}"
    return f"is {worded(view)}, but {worded(full)}"


def named(seat: Any) -> str:
    """Name a reader of letters, who may have no seat."""
    return str(seat) or "an observer"


STEP_LAWS: tuple[Law, ...] = (
    the_same_orders_give_the_same_game,
    playing_leaves_its_input_alone,
    everything_survives_storage,
    cards_are_conserved,
    no_secret_is_told,
    views_agree_with_the_state,
    the_first_questions_are_foreseen,
    a_silent_live_game_is_a_batch_game,
    every_default_is_legal,
    questions_have_choices_of_their_own,
    told_events_are_the_rulesets_own,
)
