"""The laws on letters: they name no card that their reader was not told, and hidden cards cannot be felt through."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import Any

from referee.cases.letters import Post
from referee.engine.asks import Pending
from referee.engine.audience import OBSERVER, Seat
from referee.engine.chance import Chance
from referee.engine.events import Event, told
from referee.engine.orders import Order
from referee.engine.reader import Reader
from referee.engine.ruleset import Ruleset
from referee.engine.sheet import OnFile
from referee.laws.breach import Breach, beside
from referee.laws.cards import cards_in, exchanged, kind_of_zone, kinds, piles, places
from referee.laws.played import Position, Record, Step
from referee.laws.run import Hush, Run
from referee.laws.steps import named
from referee.reports.document import walked
from referee.reports.parts import Letter
from referee.reports.tabletop import Picture

PAIRS = 2
"""How many pairs of cards are exchanged in a step."""

LINES = 2
"""How many lines of orders are left out of a step, one after the other."""


def letters_name_only_what_was_told(record: Record, post: Post) -> Iterator[Breach]:
    """A letter names no card but those that its reader was told of, now or before, or wrote."""
    rules, found = record.start.rules, kinds(record.start)
    everything = sorted({card for seat in record.start.setup.seats for card in rules.hidden(record.start.state, seat)}
                        | set(cards_in(record.start.state, found)), key=str)  # fmt: skip
    faces = Faces(rules, {str(card): card for card in everything}, post.tables)
    known = {seat: faces.of(told(record.start.events, seat), found) for seat in (*record.start.setup.seats, OBSERVER)}
    always = {seat: always_said(record, seat, post) for seat in known}
    for seat in record.start.setup.seats:
        text = own_lines(whole(post.welcome(record.start, seat)), always[seat])
        yield from never_told(faces.named(text) - known[seat], f"{seat}'s welcome", seat, 0)
    for step in record.steps:
        for key, pending in questions(step):
            seat = pending.asks[key].seat
            new = faces.named(whole(post.question(step.before, pending, key))) - known[seat]
            for face in sorted(new - faces.of(told(pending.events, seat), found) if new else ()):
                words = f"the question {key} names {face}, of which {seat} was never told"
                yield Breach(words, seat, step.turn)
        naming = [(e, these) for e in step.after.events if (these := faces.of(e, found))]
        for seat in known:
            known[seat].update(*(these for e, these in naming if e.to.includes(seat)))
            files = step.files.get(seat, OnFile())
            own = faces.named(" ".join(files.lines(step.after.step)))
            text = own_lines(whole(post.report(step.after, seat, files)), always[seat])
            yield from never_told(faces.named(text) - known[seat] - own, f"{named(seat)}'s report", seat, step.turn)
    for seat in known if record.end.end is not None else ():
        text = own_lines(whole(post.last(record.end, seat, record.past())), always[seat])
        what = f"{named(seat)}'s last letter"
        yield from never_told(faces.named(text) - known[seat], what, seat, record.end.step)


def never_told(named_there: set[str], what: str, seat: Seat, turn: int) -> Iterator[Breach]:
    """Say of each card that something names to a seat which was never told of it."""
    for face in sorted(named_there):
        yield Breach(f"{what} names {face}, of which that seat was never told", seat, turn)


def what_is_not_hidden_was_told(record: Record) -> Iterator[Breach]:
    """A card of a pile that `hidden` does not name for a seat was told to that seat, or its view shows it.

    What `hidden` leaves out no other law looks at.
    """
    found = kinds(record.start)
    known: dict[Seat, set[Any]] = {seat: set() for seat in record.start.setup.seats}
    for game in record.positions:
        lay = [card for pile in piles(game.state, found) for card in pile]
        for seat, cards in known.items():
            cards.update(cards_in(told(game.events, seat), found), cards_in(game.views[seat], found))
            hidden, words = game.rules.hidden(game.state, seat), set(cards_in(game.views[seat], (str,)))
            for card in (one for one in lay if one not in hidden and one not in cards and str(one) not in words):
                yield Breach(f"`hidden` does not name {card} for {seat}, who was never told of it", seat, game.step)


def questions(step: Step) -> Iterator[tuple[str, Pending]]:
    """Every question of a step that is played live, and nobody answers: its key, and the pause for it."""
    for pending in step.live[0]:
        yield from ((key, pending) for key in pending.asks)


def always_said(record: Record, seat: Seat, post: Post) -> set[str]:
    """The lines that letters have even for one who was told nothing: they can be no secret."""
    views = {reader: record.start.rules.view(reader, record.start.setup) for reader in (seat, OBSERVER)}
    first, last = (replace(game, events=(), views=views) for game in (record.start, record.end))
    letters = [post.welcome(first, seat), post.report(first, seat), post.report(last, seat)]
    letters += [post.last(last, seat)] if last.end is not None else []
    return {line for letter in letters for line in whole(letter).splitlines()}


def whole(letter: Letter) -> str:
    """All that a letter says: its subject, in which its headline stands, its text, and the cards in its pictures."""
    pictures = (block for block in walked(letter.document.blocks) if isinstance(block, Picture))
    cards = [f"{card.code}, {card.name}" for picture in pictures for card in picture.cards()]
    return "\n".join((letter.subject, letter.body, *cards))


def own_lines(text: str, always: set[str]) -> str:
    """The lines of a letter that are there because of what happened."""
    return "\n".join(line for line in text.splitlines() if line not in always)


class Faces:
    """The printed names of a game's cards, and where they stand in a text; a word in small letters is none."""

    def __init__(self, rules: Ruleset[Any, Any], cards: Mapping[str, Any], tables: Mapping[str, Any]) -> None:
        say = rules.words.say(tables)
        self.by_name = {name: face for face, card in cards.items() for name in (face, say(card))}
        names = sorted(self.by_name, key=len, reverse=True)
        any_name = "|".join(map(re.escape, names)) or "(?!)"  # which no text has: a game may hide no card
        self._pattern = re.compile(rf"(?<![\w'])(?:{any_name})(?![\w'])")

    def named(self, text: str) -> set[str]:
        """The faces that a text names, line breaks aside."""
        return {self.by_name[m] for m in self._pattern.findall(" ".join(text.split()))}

    @staticmethod
    def of(events: Any, found: tuple[type, ...]) -> set[str]:
        """The faces of the cards in events."""
        return {str(card) for card in cards_in(events, found)}


def hidden_cards_cannot_be_felt(step: Step, post: Post, only: Seat | None = None) -> Iterator[Breach]:
    """With two hidden cards in each other's place, a seat gets the very same letters, questions and pauses.

    The cards may lie still, or go from one hidden place to another: from the stock to a hand, from a hand face down
    to the table. What is named to this seat, or lies open to it in the end, tells of itself and is not compared, nor
    what an event gives away by a rule. The others do with the one card what they did with the other. Each step is
    looked at from one seat, or as who looks on, in turn.
    """
    readers = (*step.before.setup.seats, OBSERVER)
    reader = readers[(step.number + step.turn) % len(readers)] if only is None else only
    found = kinds(step.before)
    views = shown(step.before)
    plain = Run(step.before, step, reader, post, found)
    met = set()
    for one, other in (*moving(step, plain), *pairs(step, reader)):
        if frozenset((one, other)) in met:
            continue
        met.add(frozenset((one, other)))
        changed = exchanged_position(step.before, one, other)
        if changed.views[reader] != views[reader]:
            words = f"{reader}'s view is another with {one} and {other} in each other's place, both of them hidden"
            yield Breach(words, reader)
            continue
        if views != step.before.views:
            continue  # of which `views_agree_with_the_state` tells
        run = Run(changed, step, reader, post, found, like=plain, swapped=(one, other))
        if not may_compare(plain, run, one, other) or given_away(plain.told, run.told):
            continue
        yield from otherwise(plain, run, f"with {one} and {other}, both hidden from {reader}, in each other's place")


def otherwise(plain: Run, run: Run, what: str) -> Iterator[Breach]:
    """Say where two runs part for their reader, and with what: in what is told, in questions, letters or pauses."""
    reader = plain.reader
    if run.told != plain.told:
        yield Breach(f"{what}, {named(reader)} is told otherwise: {unlike(plain.told, run.told)}", reader)
    elif run.questions != plain.questions:
        yield Breach(f"{what}, {named(reader)} is asked otherwise", reader)
    elif run.letter != plain.letter:
        yield Breach(f"{what}, {named(reader)} reads otherwise: {unlike(plain.letter, run.letter)}", reader)
    elif run.pauses != plain.pauses:
        yield Breach(f"{what}, {paused(run.pauses, plain.pauses)}", reader)


def moving(step: Step, plain: Run) -> Iterator[tuple[Any, Any]]:
    """Some pairs of hidden cards of which one goes to another hidden place in this step."""
    luck, zones = Chance(step.before.seed, step.after.step), hidden_zones(step.before, plain.reader)
    moved = [(card, cards) for cards in zones.values() for card in cards if plain.moves(card) and plain.secret(card)]
    for card, cards in luck.shuffled(moved, "moving")[:PAIRS]:
        others = [other for other in cards if other != card and step.rules.exchangeable(step.before.state, card, other)]
        if others:
            yield card, luck.pick(others, "moving", str(card))


def may_compare(plain: Run, run: Run, *cards: Any) -> bool:
    """Say whether two runs must be alike to their reader: these cards lie still, or stay secret wherever they go."""
    if not any(one.moves(card) or one.chosen(card) or card in one.named for one in (plain, run) for card in cards):
        return True
    return not run.strayed and all(one.secret(card) for one in (plain, run) for card in cards)


def given_away(one: Sequence[Event], other: Sequence[Event]) -> bool:
    """Say whether two tales part at what a rule lets everybody know of hidden cards."""
    parted = next(((a, b) for a, b in zip_longest(one, other) if a != b), ())
    return any(e is not None and e.gives_away for e in parted)


def pauses_follow_from_what_all_know(step: Step, post: Post) -> Iterator[Breach]:
    """When a live game pauses follows from what everybody knows: other hidden cards, or other orders, change nothing.

    Nobody's answers are forced here, so the two runs differ in all that nobody sees.
    """
    plain = public_run(step.before, step.orders)
    for what, game, orders in variations(step, post):
        found = public_run(game, orders)
        if found[0] == plain[0] and found[1] != plain[1]:
            yield Breach(f"with {what}, all that everybody sees is the same, but {paused(found[1], plain[1])}")


def paused(got: list[list[str]], usual: list[list[str]]) -> str:
    """Say where a live game pauses, and where it should."""
    here, there = ("; ".join(map(", ".join, pauses)) or "nothing" for pauses in (got, usual))
    return f"a live game pauses for {here}, not for {there}"


def public_run(game: Position, orders: Mapping[Seat, Sequence[Order]]) -> tuple[list[Any], list[list[str]]]:
    """What everybody sees of a step, and its pauses when it is played live and nobody answers."""
    live = Hush(game, orders)
    return list(told(live.after.events, OBSERVER)), live.stops


def variations(step: Step, post: Post) -> Iterator[tuple[str, Position, Mapping[Seat, Sequence[Order]]]]:
    """The step with two hidden cards exchanged, or with a line of one seat left out, or with more lines of it."""
    for one, other in pairs(step, OBSERVER):
        yield f"{one} and {other} in each other's place", exchanged_position(step.before, one, other), step.orders
    luck = Chance(step.before.seed, step.after.step)
    every = [(seat, i) for seat, lines in step.orders.items() for i in range(len(lines))]
    for seat, i in luck.shuffled(every, "lines left out")[:LINES]:
        lines = step.orders[seat]
        yield f"{seat}'s order {lines[i]} left out", step.before, {**step.orders, seat: [*lines[:i], *lines[i + 1 :]]}
    for i, seat in enumerate(luck.shuffled(list(step.orders), "more lines")[:LINES]):
        more = scribbled(step, seat, str(i), post)
        yield f"more orders of {seat}", step.before, {**step.orders, seat: [*more, *step.orders[seat]]}


def scribbled(step: Step, seat: Seat, purpose: str, post: Post) -> list[Order]:
    """Some more lines of a seat, as a random bot would write them."""
    game = step.before
    own = Chance(f"{step.number} {seat} {purpose}".encode(), game.step)
    lines = game.rules.bots.scribble(game.view(seat), own, False)
    return Reader(game.rules.grammar, post.lexicon(game.setup.seats), seat, game.step + 1).read(lines).orders()


def pairs(step: Step, reader: Seat) -> Iterator[tuple[Any, Any]]:
    """Some pairs of cards that are hidden from a seat, both in the same kind of zone."""
    several = [cards for _, cards in sorted(hidden_zones(step.before, reader).items(), key=str) if len(cards) > 1]
    luck = Chance(step.before.seed, step.after.step)
    for i in range(PAIRS if several else 0):
        cards = luck.shuffled(luck.pick(several, "zone", str(i)), "pair", str(i))
        if step.rules.exchangeable(step.before.state, cards[0], cards[1]):
            yield cards[0], cards[1]


def hidden_zones(game: Position, reader: Seat) -> dict[tuple[Any, ...], list[Any]]:
    """The cards that are hidden from a seat, by the kind of zone in which they lie: all hands are one kind."""
    zones: dict[tuple[Any, ...], list[Any]] = {}
    hidden = game.rules.hidden(game.state, reader)
    for card, path in places(game.state, kinds(game)):
        if card in hidden:
            zones.setdefault(kind_of_zone(path, game.setup.seats), []).append(card)
    return zones


def exchanged_position(game: Position, one: Any, other: Any) -> Position:
    """The same position with two cards in each other's place, and what everybody would know then."""
    changed = replace(game, state=exchanged(game.state, one, other))
    return replace(changed, views=shown(changed))


def shown(game: Position) -> dict[Seat, Any]:
    """What the state shows each seat, as its view would have it."""
    return {seat: game.rules.look(game.state, seat, game.setup) for seat in game.views}


def unlike(one: Any, other: Any) -> str:
    """Where two texts or lists part, in short."""
    if isinstance(one, str):
        one, other = one.splitlines(), other.splitlines()
    for a, b in zip(one, other, strict=False):
        if a != b:
            return "{}, not {}".format(*beside(b, a)) if isinstance(a, Event) else f"“{b.strip()}”, not “{a.strip()}”"
    return f"{len(other)} instead of {len(one)}"
