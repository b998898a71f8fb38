"""The law on lines that a game's own words and slots can be put together to: what they print is what was read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import product
from typing import Any

from referee.bots.simulate import setup
from referee.cases.letters import Post
from referee.engine.audience import Seat
from referee.engine.errors import OrderError
from referee.engine.game import Game
from referee.engine.lexicon import Lexicon, Words, split
from referee.engine.orders import Grammar, Order
from referee.engine.slots import Choice, Listed, Number, Player, Slot, read_all
from referee.engine.usage import Clause, Hole, Keyword, Part, cut, usages
from referee.laws.breach import Breach
from referee.laws.cards import cards_in, kinds
from referee.laws.played import Position, Rules

MOST = 12
"""So many phrases are tried for one slot, and so many lines for one usage."""

NUMBERS = ("3", "0", "1", "2", "12", "20", "100")


def whatever_a_line_holds_it_prints(rules: Rules, post: Post) -> Iterator[Breach]:
    """Whatever phrases stand in the slots of an order or a condition, the line that it prints reads as the same."""
    for line, grammar in lines(rules, post):
        one = read(rules, post, line, grammar)
        if isinstance(one, OrderError):
            continue
        shown = grammar.show(one)
        if (again := read(rules, post, shown, grammar)) != one:
            yield Breach(f"the line {line} prints as {shown}, which reads as {spoken(again)}")


def lines(rules: Rules, post: Post) -> Iterator[tuple[str, Grammar]]:
    """Put lines together for every verb, condition and wish, each with its language; not all can be read."""
    own, game = rules.orders, Game.start(rules, setup(rules, rules.seats[-1], {}), b"words")
    known = Phrases(rules.grammar, game, post)
    tests = [kind.example for kind in own.conditions[:1]]
    for verb in own.verbs:
        for line in known.lines(verb):
            yield line, rules.grammar
            yield from ((f"IF {test} THEN {line} ELSE {own.verbs[0].example}", rules.grammar) for test in tests)
    for test in own.conditions if own.verbs else ():
        yield from ((f"IF {line} THEN {own.verbs[0].example}", rules.grammar) for line in known.lines(test))
    wished = Phrases(rules.wishes, game, post)
    for wish in rules.seating.wishes:
        yield from ((line, rules.wishes) for line in wished.lines(wish))


class Phrases:
    """What can stand in the slots of one order language."""

    def __init__(self, grammar: Grammar, game: Position, post: Post, most: int = MOST) -> None:
        """Take the names and cards of a game; ``most`` phrases are tried for each slot."""
        self.seats, self.slots, self.most = game.setup.seats, grammar.slots, most
        self.lexicon = post.lexicon(self.seats)
        self.cards = [str(card) for card in (*game.rules.words.cards, *cards_in(game.state, kinds(game)))]
        self.found: dict[str, list[str]] = {}

    def lines(self, kind: type[Any]) -> Iterator[str]:
        """Put lines together by each usage of an order or a condition, with what may be left out and without it."""
        for usage in usages(kind):
            parts = cut(usage, self.slots)
            for whole, n in product((True, False), range(self.most)):
                yield " ".join(self._said(parts, whole, n))

    def _said(self, parts: Sequence[Part], whole: bool, n: int) -> Iterator[str]:
        for at, part in enumerate(parts):
            match part:
                case Keyword(words=options):
                    yield options[n % len(options)]
                case Hole(slot=slot):
                    some = self.of(slot)
                    yield some[(n + at) % len(some)]
                case Clause(parts=inner) if whole:
                    yield from self._said(inner, whole, n)

    def of(self, slot: Slot[Any]) -> Sequence[str]:
        """List phrases that a slot reads."""
        if slot.name not in self.found:
            some = dict.fromkeys(self._tried(slot))
            self.found[slot.name] = self._spread([one for one in some if self._reads(slot, one)])
        return self.found[slot.name] or [slot.example]

    def _tried(self, slot: Slot[Any]) -> list[str]:
        """List phrases of which a slot may read some: several side by side too, where it might be a list."""
        match slot:
            case Choice(choices=choices):
                return list(choices)
            case Number():
                return [*NUMBERS, *(["-3"] if slot.below else [])]
            case Player():
                return [*self.seats]
            case Listed(each=each):
                single = list(self.of(each))
            case _:
                words = dict.fromkeys((*slot.known, *slot.phrases(self._words(slot.example)), *self.cards))
                single = [*dict.fromkeys((slot.example, *self._spread([*words])))]
        pairs = zip(single, single[1:] + single[:1], strict=True)
        return [*single, *(f"{one}{mark}{other}" for one, other in pairs for mark in (", ", " "))]

    def _reads(self, slot: Slot[Any], phrase: str) -> bool:
        try:
            read_all(slot, phrase, self._words(phrase))
        except OrderError:
            return False
        return True

    def _words(self, phrase: str) -> Words:
        return Words(split(phrase), self.lexicon, self.seats[0], phrase)

    def _spread(self, some: Sequence[str]) -> list[str]:
        """Pick a few of many from their whole length."""
        return [some[i * len(some) // self.most] for i in range(self.most)] if len(some) > self.most else list(some)


def read(rules: Rules, post: Post, line: str, grammar: Grammar) -> Order | OrderError:
    """Read a line at the largest table of this game; what cannot be read is returned as the error."""
    sitting, lexicon = _largest(rules, post)
    try:
        return grammar.read(line, replace(lexicon), sitting[0])  # new words each time, which have read nothing yet
    except OrderError as e:
        return e


@lru_cache(1)
def _largest(rules: Rules, post: Post) -> tuple[tuple[Seat, ...], Lexicon]:
    """The seats of the largest table of a game, and its words; laws read very many lines there."""
    return seats(rules), post.lexicon(seats(rules))


def seats(rules: Rules) -> tuple[Seat, ...]:
    """Return the seats of the largest table of this game."""
    return setup(rules, rules.seats[-1], {}).seats


def examples(rules: Rules) -> list[tuple[str, Grammar]]:
    """List the example of every verb, condition and wish, each with its language."""
    found = [kind.example for kind in rules.orders.verbs]
    if rules.orders.verbs:
        verb = rules.orders.verbs[0].example
        found += [f"IF {kind.example} THEN {verb}" for kind in rules.orders.conditions]
        found += [f"IF NOT {kind.example} THEN {verb} ELSE {verb}" for kind in rules.orders.conditions]
    wished = [(kind.example, rules.wishes) for kind in rules.seating.wishes]
    return [*((one, rules.grammar) for one in found), *wished]


def spoken(read: Order | OrderError) -> str:
    """Say what a line was read as."""
    return f"nothing: {read.problem}" if isinstance(read, OrderError) else f"another order, {read}"
