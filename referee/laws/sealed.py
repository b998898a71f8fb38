"""The laws on what no oracle names: hidden numbers, such as sealed bids, and the order in which hidden cards lie.

Of numbers, what the views show says whose they are; which of a hand came last is as much a secret as the cards.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import is_dataclass, replace
from functools import partial
from itertools import zip_longest
from typing import Any, TypeVar

from referee.cases.letters import Post
from referee.engine.asks import Answer, Ask
from referee.engine.audience import GM, OBSERVER, Seat
from referee.engine.chance import Chance
from referee.engine.events import told
from referee.engine.table import Desk
from referee.engine.values import value
from referee.laws.breach import Breach
from referee.laws.cards import Path, kind_of_zone, kinds, parts, rows
from referee.laws.played import Position, Sit, Step, recording, through
from referee.laws.run import Run
from referee.laws.secrecy import given_away, otherwise, shown
from referee.laws.steps import named

LOOKED_AT = 8
"""Of how many kinds of numbers it is found out in a step whether they are hidden."""

ANSWERS = 2
"""How many answers are given otherwise in a step, one after the other."""

T = TypeVar("T")


@value
class Differs:
    """A place in a state where another has something else."""

    path: Path
    here: Any
    there: Any


def hidden_numbers_cannot_be_felt(step: Step, post: Post, only: Seat | None = None) -> Iterator[Breach]:
    """With another hidden number of another player's, or another laid by them, a seat is told the very same.

    A number is hidden from a seat if its owner's view shows it and that seat's does not. If it is so at the end of the
    turn, and all else is as it was, nothing told in that turn may follow from it; what an event gives away by a rule
    may. Each step is looked at from one seat, in turn.
    """
    seats = step.before.setup.seats
    reader = only or seats[(step.number + step.turn) % len(seats)]
    plain = told(step.after.events, reader)
    for after in (*with_other_numbers(step, reader), *with_other_answers(step, reader)):
        places = sealed(step.after, after, reader)
        parted = next(((a, b) for a, b in zip_longest(plain, told(after.events, reader)) if a != b), None)
        if not places or parted is None or any(e is not None and e.gives_away for e in parted):
            continue
        where = ", ".join(f"{'.'.join(map(str, one.path))} {one.there} and not {one.here}" for one in places)
        what = " and not ".join("nothing" if e is None else str(e) for e in reversed(parted))
        yield Breach(f"with {where}, hidden from {reader}, {reader} is told otherwise: {what}", reader)


def sealed(one: Position, other: Position, reader: Seat) -> list[Differs]:
    """List the hidden numbers in which two positions differ; none if they differ in anything else."""
    found = list(differences(one.state, other.state))
    if not found or any(owner(place.path, one) in (None, reader) for place in found):
        return []
    if any(type(place.here) is not int or type(place.there) is not int for place in found):
        return []
    if seen(one, reader) != seen(other, reader):
        return []
    owners = {seat for place in found if (seat := owner(place.path, one)) is not None}
    return found if all(seen(one, seat) != seen(other, seat) for seat in owners) else []


def seen(game: Position, seat: Seat) -> Any:
    """What a seat's view shows of a position."""
    return game.rules.look(game.state, seat, game.setup)


def owner(path: Path, game: Position) -> Seat | None:
    """The seat under whose name something lies, if any."""
    return next((part for part in path if part in game.setup.seats), None)


def with_other_numbers(step: Step, reader: Seat) -> Iterator[Position]:
    """Play the step from positions in which a number hidden from a seat is another's of the same kind."""
    game = step.before
    kinds: dict[Path, list[tuple[Path, int]]] = {}
    for path, n in counted(game.state):
        if owner(path, game) is not None:
            kinds.setdefault(kind_of_zone(path, game.setup.seats), []).append((path, n))
    luck = Chance(game.seed, step.after.step)
    for alike in luck.shuffled(list(kinds.values()), "kinds of numbers")[:LOOKED_AT]:
        theirs = [one for one in alike if owner(one[0], game) != reader and any(m != one[1] for _, m in alike)]
        if not theirs:
            continue
        path, n = luck.pick(theirs, "hidden number", str(theirs))
        other = luck.pick([m for _, m in alike if m != n], "other number", str(path))
        changed = replace(game, state=put(game.state, path, other))
        if sealed(game, changed, reader):
            yield step.again(before=replace(changed, views=shown(changed)))


def with_other_answers(step: Step, reader: Seat) -> Iterator[Position]:
    """Play the step with one question to another player answered otherwise."""
    luck = Chance(step.before.seed, step.after.step)
    others = [(i, one) for i, one in enumerate(step.asked) if one.ask.seat not in (reader, GM)]
    asked = [(i, one) for i, one in others if len(one.ask.choices) > 1 and type(one.answer.value) is int]
    for i, one in luck.shuffled(asked, "other answers")[:ANSWERS]:
        said = luck.pick([choice for choice in one.ask.choices if choice != one.answer.value], "other answer", str(i))
        yield step.before.play(step.orders, desks=answering(step, i, said))


def answering(step: Step, which: int, said: Any) -> Mapping[Seat, Sit]:
    """Desks that answer as ever, but for one question, by its place among all that were put."""
    count = [0]

    def answer(ask: Ask[Any], desk: Desk) -> Answer[Any]:
        found, place = desk(ask), count[0]
        count[0] += 1
        return replace(found, value=said) if place == which and said in ask.choices else found

    return through(answer, recording(step.before, step.orders, step.random, None))


def counted(value: Any, path: Path = ()) -> Iterator[tuple[Path, int]]:
    """Every number in a value, with the path of names to it; what is part of a card or its like is none."""
    if type(value) is int:
        yield path, value
    elif not is_dataclass(value) or type(value).__setattr__ is object.__setattr__:
        for name, inner in parts(value):
            yield from counted(inner, (*path, name))


def differences(one: Any, other: Any, path: Path = ()) -> Iterator[Differs]:
    """Every place where two values differ, as deep as can be."""
    if one == other:
        return
    here, there = dict(parts(one)), dict(parts(other))
    if type(one) is not type(other) or not here or here.keys() != there.keys():
        yield Differs(path, one, other)
        return
    for name, inner in here.items():
        yield from differences(inner, there[name], (*path, name))


def put(value: Any, path: Path, n: int) -> Any:
    """A copy of a value with another number at a path."""
    if not path:
        return n
    name, rest = path[0], path[1:]
    if isinstance(value, Mapping):
        return type(value)((key, put(inner, rest, n) if key == name else inner) for key, inner in value.items())  # type: ignore[call-arg]
    if isinstance(value, list | tuple):
        return type(value)(put(inner, rest, n) if i == name else inner for i, inner in enumerate(value))
    return replace(value, **{name: put(getattr(value, name), rest, n)})


def the_order_of_hidden_cards_cannot_be_felt(step: Step, post: Post, only: Seat | None = None) -> Iterator[Breach]:
    """With a hand in another order, others get the very same letters, questions and pauses, also when it is opened.

    That goes for every list of cards that its owner knows and the reader does not: its order is the one in which they
    came there. Others would learn from it which card was drawn last, or which of them was bought. All do what they
    did before, and luck falls on the same cards. Each step is looked at from one seat, or as who looks on, in turn.
    """
    readers = (*step.before.setup.seats, OBSERVER)
    reader = readers[(step.number + step.turn) % len(readers)] if only is None else only
    found = kinds(step.before)
    views = shown(step.before)
    changed, where = in_other_orders(step.before, reader, found)
    if not where or views != step.before.views:
        return
    rearranged = f"with the cards of {' and '.join('.'.join(map(str, path)) for path in where)} in another order"
    if changed.views[reader] != views[reader]:
        yield Breach(f"{rearranged}, {named(reader)}'s view is another", reader)
        return
    luck = partial(Blind, found)
    plain = Run(step.before, step, reader, post, found, luck=luck)
    run = Run(changed, step, reader, post, found, like=plain, luck=luck)
    if not run.strayed and not given_away(plain.told, run.told):
        yield from otherwise(plain, run, rearranged)


def in_other_orders(game: Position, reader: Seat, found: tuple[type, ...]) -> tuple[Position, list[Path]]:
    """A position with the cards in another order where others know them and a reader does not, and where that is."""
    state, where, luck = game.state, [], Chance(game.seed, game.step + 1)
    secret = game.rules.hidden(game.state, reader)
    for path, cards in rows(game.state, found):
        holder = owner(path, game)
        if holder in (None, reader):
            continue
        unseen = game.rules.hidden(game.state, holder)
        own = [card for card in cards if card in secret and card not in unseen]
        others = luck.shuffled(own, "order", *map(str, path))
        if others != own:
            where.append(path)
            turn = dict(zip(own, others, strict=True))
            state = put(state, path, type(cards)(turn.get(card, card) for card in cards))
    changed = replace(game, state=state)
    return replace(changed, views=shown(changed)), where


class Blind(Chance):
    """Luck that falls on the same cards, in whatever order they lie."""

    def __init__(self, found: tuple[type, ...], seed: bytes, step: int) -> None:
        super().__init__(seed, step)
        self._found = found

    def pick(self, items: Sequence[T], *purpose: str) -> T:
        """Pick one of the cards as they lie when they are sorted."""
        return super().pick(self._sorted(items), *purpose)

    def shuffled(self, items: Sequence[T], *purpose: str) -> list[T]:
        """Sort the cards, then shuffle them."""
        return super().shuffled(self._sorted(items), *purpose)

    def _sorted(self, items: Sequence[T]) -> Sequence[T]:
        return sorted(items, key=repr) if all(isinstance(one, self._found) for one in items) else items
