"""A usage line cut into its parts.

Upper-case words are keywords, lower-case words slots; ``rival:player`` fills the field ``rival`` by the slot
``player``; ``choice:YES|NO`` fills a field with one of the words; ``[...]`` may be left out; ``[WITHOUT CARD]``,
without a slot, fills the field ``without_card`` with true; ``(THRONE)`` is a word that may be written, means nothing
and is shown to nobody; ``{...}`` may be written and is not shown. In a clause the parts keep their order.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from referee.engine.lexicon import Words
from referee.engine.slots import Choice, Slot
from referee.engine.values import value

USAGE_TOKEN = re.compile(r"[=<>]\|\w+|[\[\]{}]|\([^)]*\)|>=|<=|->|[=<>:]|[\w:|]+")


@value
class Keyword:
    """A word that must stand here; several stand for one another."""

    words: tuple[str, ...]

    def __str__(self) -> str:
        return self.words[0]


@value
class Noise:
    """Words that may stand here and mean nothing; people need not be shown them."""

    words: tuple[str, ...]

    def __str__(self) -> str:
        return ""


@value
class Hole:
    """A field to be filled by a slot."""

    field: str
    slot: Slot[Any]

    def __str__(self) -> str:
        if isinstance(self.slot, Choice) and "|" in self.slot.usage:
            return self.slot.usage
        return self.slot.label or self.slot.name


@dataclass(frozen=True)
class Clause:
    """Parts that keep their order; optional ones may be left out, with a flag's field if they hold no slot."""

    parts: tuple[Part, ...]
    optional: bool = False
    flag: str = ""
    shown: bool = True

    def __str__(self) -> str:
        return self.usage

    @cached_property
    def usage(self) -> str:
        """The clause as it stands in the usage line."""
        inner = " ".join(filter(None, map(str, self.parts))) if self.shown else ""
        return f"[{inner}]" if self.optional and inner else inner

    @cached_property
    def fields(self) -> tuple[str, ...]:
        """The names of the fields that it fills."""
        own = (self.flag,) if self.flag else ()
        return own + tuple(name for part in self.parts for name in _fields(part))

    def leaves(self) -> Iterator[Keyword | Noise | Hole]:
        """List its parts in order, those of the clauses in it too."""
        for part in self.parts:
            if isinstance(part, Clause):
                yield from part.leaves()
            else:
                yield part

    @cached_property
    def openers(self) -> tuple[str, ...]:
        """The words that it may begin with, if it begins with a word."""
        first = self.parts[0]
        return first.words if isinstance(first, Keyword | Noise) else ()


Part = Keyword | Noise | Hole | Clause


def _fields(part: Part) -> tuple[str, ...]:
    if isinstance(part, Hole):
        return (part.field,)
    return part.fields if isinstance(part, Clause) else ()


def usages(kind: type[Any]) -> tuple[str, ...]:
    """Return the usage lines of an order or a condition, which has one or several; raise `ValueError` for none."""
    usage: str | tuple[str, ...] = getattr(kind, "usage", ())
    if not usage:
        raise ValueError(f'{kind.__name__} has no usage line; give it one, such as usage = "LAY card"')
    return (usage,) if isinstance(usage, str) else usage


def cut(usage: str, slots: Mapping[str, Slot[Any]]) -> list[Part]:
    """Cut a usage line into its parts, in order."""
    return _parts(USAGE_TOKEN.findall(usage), slots)


def _parts(tokens: list[str], slots: Mapping[str, Slot[Any]]) -> list[Part]:
    """Read usage tokens up to the closing bracket or the end."""
    out: list[Part] = []
    while tokens:
        token = tokens.pop(0)
        if token in "]}":
            break
        if token in "[{":
            inner = tuple(_parts(tokens, slots))
            keywords = [w for p in inner if isinstance(p, Keyword) for w in p.words[:1]]
            plain = all(isinstance(p, Keyword | Noise) for p in inner)
            out.append(Clause(inner, True, "_".join(keywords).lower() if plain else "", shown=token == "["))
        elif token.startswith("("):
            out.append(Noise(tuple(token[1:-1].split())))
        else:
            out.append(_part(token, slots))
    return out


def _part(token: str, slots: Mapping[str, Slot[Any]]) -> Part:
    name, _, kind = token.rpartition(":")
    if "|" in kind and name:
        return Hole(name, Choice(name, {w: w for w in kind.split("|")}, kind))
    if kind and kind[0].islower():
        if kind not in slots:
            known = ", ".join(sorted(slots))
            raise ValueError(f"{token} in a usage line wants a slot {kind}, which is not there; there are {known}")
        return Hole(name or kind, slots[kind])
    return Keyword(tuple(token.split("|")))


def grouped(parts: Sequence[Part]) -> tuple[Clause, ...]:
    """Group the parts behind a verb: a keyword takes the slots behind it, other parts stand alone."""
    out: list[Clause] = []
    run: tuple[Keyword, ...] = ()
    for part in parts:
        if isinstance(part, Keyword):
            run = (*run, part)
            continue
        if run and not isinstance(part, Hole):
            out.append(Clause(run))
            run = ()
        out.append(part if isinstance(part, Clause) else Clause((*run, part)))
        run = ()
    return (*out, Clause(run)) if run else tuple(out)


def openers(part: Part) -> Sequence[str]:
    """List the words of which one must stand for a part that is a keyword or a choice among words."""
    if isinstance(part, Hole) and type(part.slot) is Choice:  # a subclass may read other words, or none
        return part.slot.firsts
    return part.words if isinstance(part, Keyword) else ()


def exampled(part: Part, words: Words) -> Iterator[str]:
    """Say the least that a part needs, with examples in its slots."""
    match part:
        case Keyword(words=options): yield options[0]
        case Hole(slot=slot): yield slot.instance(words)
        case Clause(parts=parts, optional=False):
            for one in parts:
                yield from exampled(one, words)
        case _: return


def offers(clause: Clause, word: str) -> bool:
    """Say whether a clause begins with a choice among words of which this is one: whole words win over beginnings."""
    first = clause.parts[0]
    return isinstance(first, Hole) and isinstance(first.slot, Choice) and first.slot.begins(word)


def missing(part: Part) -> str:
    """Say what is missing where nothing fits a part."""
    match part:
        case Hole(slot=slot): return slot.usage.replace("|", " or ")
        case Clause(parts=(Hole() as hole,)): return missing(hole)
        case _: return str(part)
