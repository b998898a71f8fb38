"""What a game shows after a step beside what was expected: only the differences; and what cases came to."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import field
from difflib import get_close_matches
from fnmatch import fnmatchcase
from textwrap import wrap
from typing import Any

from referee.cases.faces import Face, no_face
from referee.cases.written import SUFFIXES, Case, CaseError, as_list, text_of
from referee.engine.values import value

LOOSE, ORDERED, TOGETHER = "_loose", "_ordered", "_together"
"""Keys beside the shown fields: the names of those that need not stay as given, of lists whose order counts, and of
lists of which a card may be written in either."""

SHUFFLED = re.compile(r"(?P<kept>not |un)?(?:re)?(?:shuffled|changed)\b", re.IGNORECASE)
"""Words for the order of a list: ``not shuffled``, ``unchanged``, ``reshuffled``, ``shuffled with 6C``."""

SHORT = 8
"""Of longer lists only the members are named that differ."""


@value
class Difference:
    """One field that is not as expected, both values in words."""

    field: str
    """What it is of the position."""
    expected: str
    """What the case expects, in words."""
    got: str
    """What came, in words."""


def differences(
    before: Mapping[str, Any], expect: Mapping[str, Any], after: Mapping[str, Any], face: Face = no_face
) -> list[Difference]:
    """Compare a shown state with what was expected; fields that ``expect`` does not name must be as they were before.

    ``after`` says under ``_loose`` which fields need not (``*`` for all), and under
    ``_ordered`` which lists are compared in order; both by the name of a field or by a
    pattern of its whole path, such as ``players.*.back_since``. By ``face`` a card may have any of its names.
    """
    return list(_Comparison(after, face).fields("", _shown(before), expect, _shown(after)))


def side_by_side(found: Sequence[Difference], width: int = 100) -> list[str]:
    """Set differences as a table that fits the width."""
    if not found:
        return []
    first = min(max(len(d.field) for d in found), width * 2 // 5)
    rows = [("", "expected", "got"), *((d.field, d.expected, d.got) for d in found)]
    second = min(max(len(row[1]) for row in rows), (width - first - 4) // 2)
    third = width - first - second - 4
    out = []
    for row in rows:
        cells = [wrap(text, size) or [""] for text, size in zip(row, (first, second, third), strict=True)]
        for i in range(max(map(len, cells))):
            a, b, c = (cell[i] if i < len(cell) else "" for cell in cells)
            out.append(f"{a:<{first}}  {b:<{second}}  {c}".rstrip())
    return out


def spoken_value(value: Any) -> str:
    """Say a value of a case on one line."""
    match value:
        case Mapping():
            return "{" + ", ".join(f"{text_of(k)}: {spoken_value(v)}" for k, v in value.items()) + "}"
        case list() | tuple():
            return "[" + ", ".join(map(spoken_value, value)) + "]"
        case Set():
            return "[" + ", ".join(sorted(map(spoken_value, value))) + "]"
        case _:
            return text_of(value)


def _shown(state: Mapping[str, Any]) -> dict[str, Any]:
    return {text_of(k): v for k, v in state.items() if k not in (LOOSE, ORDERED, TOGETHER)}


class _Comparison:
    """Compares field by field, as the game wants it."""

    def __init__(self, after: Mapping[str, Any], face: Face) -> None:
        self.face = face
        self.loose: Sequence[str] = tuple(after.get(LOOSE, ()))
        self.ordered: Sequence[str] = tuple(after.get(ORDERED, ()))
        self.together: Sequence[str] = tuple(after.get(TOGETHER, ()))

    def fields(
        self, path: str, before: Mapping[str, Any], expect: Mapping[str, Any], after: Mapping[str, Any]
    ) -> Iterator[Difference]:
        """Compare the written fields with what was expected and the others with what was before."""
        spoken_for = set(self.together) if self._alike_together(before, expect, after) else set()
        for key, wanted in expect.items():
            where = f"{path}.{key}" if path else key
            if key in spoken_for:
                continue
            if key in after:
                spoken_for.add(key)
                yield from self._value(where, before.get(key), wanted, after[key])
            elif part := _part_of(key, after):
                spoken_for.add(part[0])
                yield from self._in_part(where, wanted, *part)
            else:
                near = get_close_matches(key, after, n=1)
                hint = f"the game shows no {key}; did you mean {near[0]}?" if near else "the game shows no such field"
                yield Difference(where, spoken_value(wanted), hint)
        for key, got in after.items():
            where = f"{path}.{key}" if path else key
            if key not in spoken_for and not self._fits(self.loose, where):
                yield from self._unwritten(where, before.get(key), got)

    def _alike_together(
        self, before: Mapping[str, Any], expect: Mapping[str, Any], after: Mapping[str, Any]
    ) -> bool:
        """Say whether the lists of which a card may be written in either hold the expected cards between them."""
        if not self.together or not all(isinstance(after.get(key), list | tuple) for key in self.together):
            return False
        wanted = [one for key in self.together for one in _items(expect.get(key, before.get(key)))]
        return self._same_list(wanted, [one for key in self.together for one in after[key]], ordered=False)

    def _value(self, path: str, before: Any, wanted: Any, got: Any) -> Iterator[Difference]:
        match wanted, got:
            case Mapping(), Mapping():
                past = _keyed(before) if isinstance(before, Mapping) else {}
                yield from self.fields(path, past, wanted, _keyed(got))
            case str(), (list() | tuple()) if (m := SHUFFLED.match(wanted)) and isinstance(before, list | tuple):
                if _in_order(before, got) is not bool(m["kept"]):
                    yield Difference(path, wanted, "its cards lie as before" if not m["kept"] else "another order")
            case [Mapping(), *_], (list() | tuple()) if len(wanted) == len(got) and all(map(_is_map, [*wanted, *got])):
                beside = got if self._fits(self.ordered, path) else self._likest(path, wanted, got)
                for n, (one, have) in enumerate(zip(wanted, beside, strict=True), 1):
                    shown = _keyed(have)
                    yield from self.fields(f"{path}[{n}]", shown, one, shown)
            case list(), Mapping() if len(wanted) == len(got):
                for one, (name, have) in zip(wanted, _keyed(got).items(), strict=True):
                    yield from self._value(f"{path}.{name}", None, one, have)
            case list(), (list() | tuple() | Set()):
                have = list(got) if not isinstance(got, Set) else sorted(got, key=spoken_value)
                if not self._same_list(wanted, have, ordered=self._fits(self.ordered, path)):
                    yield _list_difference(path, wanted, have, ordered=self._fits(self.ordered, path))
            case _ if not self._same(wanted, got):
                yield Difference(path, spoken_value(wanted), spoken_value(got))

    def _likest(self, path: str, wanted: Sequence[Any], got: Sequence[Any]) -> list[Any]:
        """Lay beside each expected member the one that is like it; those that are like none stay in their order."""
        left, beside = list(got), dict[int, Any]()
        for n, one in enumerate(wanted):
            alike = next((have for have in left if not any(self.fields(path, _keyed(have), one, _keyed(have)))), None)
            if alike is not None:
                left.remove(alike)
                beside[n] = alike
        rest = iter(left)
        return [beside[n] if n in beside else next(rest) for n in range(len(wanted))]

    def _unwritten(self, path: str, before: Any, got: Any) -> Iterator[Difference]:
        if isinstance(before, Mapping) and isinstance(got, Mapping):
            yield from self.fields(path, _keyed(before), {}, _keyed(got))
            return
        wanted = list(before) if isinstance(before, tuple | Set) else before
        for found in self._value(path, before, wanted, got):
            yield Difference(path, f"{found.expected} (as given)", found.got)

    def _in_part(self, path: str, wanted: Any, stem: str, ending: str, have: list[Any]) -> Iterator[Difference]:
        items = as_list(wanted)
        match ending:
            case "_top":
                part = have[: len(items)]
                same = self._same_list(items, part, ordered=True)
            case "_bottom":
                part = have[len(have) - len(items) :]
                same = self._same_list(items, part, ordered=True)
            case _:
                part = have
                same = not Counter(map(self._key, items)) - Counter(map(self._key, have))
        if not same:
            yield Difference(path, spoken_value(items), spoken_value(part))

    def _same(self, wanted: Any, got: Any) -> bool:
        if _is_nothing(got) and wanted in (None, "none"):
            return True
        if isinstance(got, list | tuple | Set | Mapping):
            if type(wanted) is int:
                return len(got) == wanted
            if not got:
                return isinstance(wanted, list | Mapping) and not wanted
            if len(got) == 1 and isinstance(wanted, str) and not isinstance(got, Mapping):
                return self._key(wanted) == self._key(next(iter(got)))
        return _plain(wanted) == _plain(got) or self._key(wanted) == self._key(got)

    def _same_list(self, wanted: Sequence[Any], got: Sequence[Any], *, ordered: bool) -> bool:
        if [*map(_plain, wanted)] == [*map(_plain, got)]:
            return True
        left, right = list(map(self._key, wanted)), list(map(self._key, got))
        return left == right if ordered else Counter(left) == Counter(right)

    def _key(self, value: Any) -> str:
        """Return what a value is compared by: a card's printed name, or the value in words."""
        return self.face(text_of(value)) or _plain(value) if isinstance(value, str | int) else _plain(value)

    @staticmethod
    def _fits(patterns: Sequence[str], path: str) -> bool:
        name = path.rpartition(".")[2]
        return any(p == "*" or p == name or fnmatchcase(path, p) for p in patterns)


def _in_order(before: Sequence[Any], after: Sequence[Any]) -> bool:
    """Say whether what is left of a list lies in the order that it had."""
    rest = iter(before)
    return all(one in rest for one in after)


def _items(value: Any) -> list[Any]:
    return list(value) if isinstance(value, list | tuple) else [] if value in (None, "none") else [value]


def _is_map(value: Any) -> bool:
    return isinstance(value, Mapping)


def _keyed(values: Mapping[Any, Any]) -> dict[str, Any]:
    return {text_of(k): v for k, v in values.items()}


def _part_of(key: str, after: Mapping[str, Any]) -> tuple[str, str, list[Any]] | None:
    """Find the list that a key such as ``deck_top`` or ``hand_includes`` speaks of a part of."""
    for ending in SUFFIXES:
        for stem in (key.removesuffix(ending), key.removesuffix(ending) + "s"):
            if key.endswith(ending) and isinstance(after.get(stem), list | tuple | Set):
                return stem, ending, list(after[stem])
    return None


def _is_nothing(got: Any) -> bool:
    """Say whether a value is what ``none`` expects: a list or map with nothing in it, or numbers by name, all 0."""
    if isinstance(got, Mapping):
        return all(type(number) is int and not number for number in got.values())
    return isinstance(got, list | tuple | Set) and not got


def _plain(value: Any) -> str:
    return spoken_value(value).casefold()


def _list_difference(path: str, wanted: Sequence[Any], got: Sequence[Any], *, ordered: bool) -> Difference:
    if ordered or max(len(wanted), len(got)) <= SHORT:
        return Difference(path, spoken_value(list(wanted)), spoken_value(list(got)))
    left, right = Counter(map(spoken_value, wanted)), Counter(map(spoken_value, got))
    missing, extra = sorted((left - right).elements()), sorted((right - left).elements())
    return Difference(path, *(f"also {spoken_value(cards)}" if cards else "" for cards in (missing, extra)))


@value
class Result:
    """One case run: what is wrong in words, the fields that differ, and notes that are no failure."""

    case: Case
    problems: tuple[str, ...] = ()
    differs: tuple[Difference, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether everything was as expected."""
        return not self.problems and not self.differs

    def text(self) -> str:
        """Say what is wrong, in 100 columns, and why it should be otherwise."""
        head = f"{self.case.id}  {self.case.title}".strip()
        lines = [f"{head}  ({self.case.file}:{self.case.line})"]
        lines += [f"  {problem}" for problem in self.problems]
        lines += [f"  {row}" for row in side_by_side(self.differs, 98)]
        lines += [f"  note: {note}" for note in self.notes]
        if not self.ok and self.case.why:
            lines.append(f"  why: {self.case.why}")
        return "\n".join(lines)


@value
class Results:
    """All cases run, and the files that could not be read."""

    results: Sequence[Result] = ()
    errors: Sequence[CaseError] = field(default=())

    @property
    def ok(self) -> bool:
        """Whether every file could be read and every case holds."""
        return not self.errors and all(result.ok for result in self.results)

    @property
    def failed(self) -> list[Result]:
        """Those cases that do not hold."""
        return [result for result in self.results if not result.ok]

    def summary(self) -> str:
        """Say in one line how many cases hold."""
        good = len(self.results) - len(self.failed)
        words = sum(len(result.case.in_words) for result in self.results)
        parts = [f"{good} of {len(self.results)} cases hold"]
        if self.errors:
            parts.append(f"{len(self.errors)} could not be read")
        if words:
            parts.append(f"{words} {'fact' if words == 1 else 'facts'} in words, not checked")
        return "; ".join(parts) + "."
