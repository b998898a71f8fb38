"""The law on the order in which hidden cards lie: which of a hand came last is as much a secret as the cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar

from referee.cases.letters import Post
from referee.engine.audience import OBSERVER, Seat
from referee.engine.chance import Chance
from referee.laws.breach import Breach
from referee.laws.cards import kinds
from referee.laws.played import Position, Step
from referee.laws.run import Run
from referee.laws.sealed import Path, owner, parts, put
from referee.laws.secrecy import given_away, otherwise, shown
from referee.laws.steps import named

T = TypeVar("T")


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


def rows(value: Any, found: tuple[type, ...], path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Every list of nothing but cards in a value, with the path of names to it."""
    if isinstance(value, list | tuple) and value and all(isinstance(one, found) for one in value):
        yield path, value
    elif not isinstance(value, found):
        for name, inner in parts(value):
            yield from rows(inner, found, (*path, name))


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
