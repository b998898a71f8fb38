"""The laws that every step of every game keeps; each yields what breaks it, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from referee.engine.asks import Given, Pending
from referee.engine.audience import OBSERVER
from referee.engine.events import Event, told
from referee.store.codec import Codec, codec
from tests.laws.cards import cards_in, kinds
from tests.laws.played import Asked, Position, Step

Law = Callable[[Step], Iterator[str]]


def the_same_orders_give_the_same_game(step: Step) -> Iterator[str]:
    """Same seed and orders, same events and state."""
    once_more = step.again()
    if once_more.events != step.after.events:
        yield first_unlike(step.after.events, once_more.events)
    if once_more.state != step.after.state:
        yield "another state"


def playing_leaves_its_input_alone(step: Step) -> Iterator[str]:
    """The state and views given to a step are not changed by it."""
    store: Codec[Any, Any] = codec(step.rules)
    state = store.dump_state(step.before.state)
    views = {seat: store.dump_view(view) for seat, view in step.before.views.items()}
    step.again()
    if store.dump_state(step.before.state) != state:
        yield "the state was changed"
    for seat, view in step.before.views.items():
        if store.dump_view(view) != views[seat]:
            yield f"{seat}'s view was changed"


def everything_survives_storage(step: Step) -> Iterator[str]:
    """State, views, events and choices come back from the store as they were, to the byte."""
    store: Codec[Any, Any] = codec(step.rules)
    after = step.after
    if store.load_state(store.dump_state(after.state)) != after.state:
        yield "the state came back otherwise"
    if store.dump_state(store.load_state(store.dump_state(after.state))) != store.dump_state(after.state):
        yield "the state came back as other bytes"
    for seat, view in after.views.items():
        if store.load_view(store.dump_view(view)) != view:
            yield f"{seat}'s view came back otherwise"
    if (back := store.load_events(store.dump_events(after.events))) != after.events:
        yield f"events came back otherwise: {first_unlike(after.events, back)}"
    for asked in step.asked:
        value = asked.answer.value
        if store.load_value(store.dump_value(value)) != value:
            yield f"the answer {value!r} came back otherwise"


def cards_are_conserved(step: Step) -> Iterator[str]:
    """No card is made or lost, and what the oracle calls hidden is there."""
    found = kinds(step.before) or kinds(step.after)
    before, after = (Counter(cards_in(game.state, found)).keys() for game in (step.before, step.after))
    if before != after:
        yield f"lost {sorted(map(str, before - after))}, made {sorted(map(str, after - before))}"
    for seat in (*step.after.setup.seats, OBSERVER):
        ghosts = step.rules.hidden(step.after.state, seat) - after
        if ghosts:
            yield f"hidden from {seat or 'an observer'}, but nowhere: {sorted(map(str, ghosts))}"


def no_secret_is_told(step: Step) -> Iterator[str]:
    """A card is named only to those from whom it was not hidden just before or just after."""
    rules, seats = step.rules, (*step.before.setup.seats, OBSERVER)
    found = kinds(step.before)
    last = {seat: rules.hidden(step.before.state, seat) for seat in seats}
    suspects: list[tuple[Event, Any, Any]] = []
    guilty: list[tuple[Event, Any, Any]] = []

    def settle(state: Any) -> None:
        guilty.extend(s for s in suspects if s[1] in rules.hidden(state, s[2]))
        suspects.clear()

    def watch(state: Any, e: Event) -> None:
        settle(state)
        named = set(cards_in(e, found))
        for seat in seats:
            now = rules.hidden(state, seat)
            if named and e.to.includes(seat):
                suspects.extend((e, card, seat) for card in sorted(named & now & last[seat], key=str))
            last[seat] = now

    after = step.again(watch=watch)
    settle(after.state)
    for e, card, seat in guilty:
        yield f"{type(e).__name__} names {card} to {seat or 'an observer'}, from whom it was hidden before and after"


def views_agree_with_the_state(step: Step) -> Iterator[str]:
    """What a seat folded from what it was told is what a full history would have given."""
    for seat, view in step.after.views.items():
        full = step.rules.look(step.after.state, seat, step.after.setup)
        if view != full:
            yield f"{seat} folded {view}, but should know {full}"


def the_first_questions_are_foreseen(step: Step) -> Iterator[str]:
    """Who is asked first, and what, follows from the view alone; where nobody must act, nobody is waited for."""
    met = set()
    idle = bool(step.rules.idle_option) and not step.before.pending()
    for i, asked in enumerate(step.asked):
        seat = asked.ask.seat
        if seat in met:
            continue
        met.add(seat)
        foreseen = step.rules.decide(step.before.views[seat])
        if foreseen is None:
            if i == 0 and not idle:
                yield f"{seat} is asked {asked.ask} first, and could not know"
        elif (type(foreseen), list(foreseen.choices)) != (type(asked.ask), list(asked.ask.choices)):
            yield f"{seat} expected {foreseen}, but was asked {asked.ask}"


def a_silent_live_game_is_a_batch_game(step: Step) -> Iterator[str]:
    """If nobody answers, pauses change nothing; what a pause has told is the beginning of what the step tells."""
    silent: set[str] = set()
    while True:
        try:
            after = step.again(given=Given(silent=frozenset(silent), live=True))
        except Pending as pending:
            if list(step.after.events[: len(pending.events)]) != pending.events:
                yield f"the pause for {list(pending.asks)} told {first_unlike(step.after.events, pending.events)}"
                return
            if not pending.asks.keys() - silent:
                yield f"the pause for {list(pending.asks)} never ends"
                return
            silent |= pending.asks.keys()
            continue
        break
    if (after.events, after.state) != (step.after.events, step.after.state):
        yield first_unlike(step.after.events, after.events)


def every_default_is_legal(step: Step) -> Iterator[str]:
    """Whatever is asked, a seat without orders answers with one of the choices."""
    for asked in step.asked:
        try:
            answer = step.rules.desk(asked.ask.seat, [], partial(getattr, asked, "view"))(asked.ask)
        except Exception as e:  # noqa: BLE001 - a default that breaks off is what the law is about
            yield f"the default for {asked.ask} breaks off: {e!r}"
            continue
        if answer.value not in asked.ask.choices:
            yield f"the default for {asked.ask} is {answer.value}"


def questions_have_choices_of_their_own(step: Step) -> Iterator[str]:
    """Every question is put to a seat of the game, is one of the ruleset's, and has different choices."""
    for asked in step.asked:
        ask = asked.ask
        if type(ask) not in step.rules.asks or ask.seat not in step.before.setup.seats:
            yield f"{ask} is no question of this game"
        if len(set(ask.choices)) != len(ask.choices) or not ask.choices:
            yield f"{ask} has choices twice, or none"


def told_events_are_the_rulesets_own(step: Step) -> Iterator[str]:
    """Every event told is listed by the ruleset, so that it can be stored and said."""
    listed = {*step.rules.events}
    for e in step.after.events:
        if type(e) not in listed and type(e).__module__ != Event.__module__:
            yield f"{type(e).__name__} is not among the ruleset's events"


def first_unlike(expected: Any, got: Any) -> str:
    """The first place where two lists of events part."""
    for i, (a, b) in enumerate(zip(expected, got, strict=False)):
        if a != b:
            return f"event {i} is {b}, not {a}"
    return f"{len(got)} events, not {len(expected)}"


def told_in(game: Position, seat: Any) -> list[Event]:
    """What a seat was told in the step that led here."""
    return told(game.events, seat)


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

__all__ = ["STEP_LAWS", "Asked", "Law"]
