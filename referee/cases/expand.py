"""One written case into independent ones: parts, variants, and luck by purpose."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from referee.cases.differ import spoken_value
from referee.cases.written import CLAIMS, SUFFIXES, WORDS, Case, CaseError, Written, as_list, text_of

UNDER = re.compile(r"(?:(?P<field>[a-z0-9_]+)_)?with_(?P<option>[A-Z][A-Z0-9_]*)_(?P<value>[a-z0-9-]+)")
"""A field of ``expect`` as it would be with another option: ``legal_with_JOKER_WILD_any``."""


def expand(one: Written) -> list[Case]:
    """Make the independent cases of a written one: each part, then each of its variants, in their order."""
    return [_case(one, name, block) for name, block in _under_options(_blocks(one))]


def _under_options(blocks: Iterator[tuple[str, Mapping[str, Any]]]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Make cases of their own out of fields such as ``legal_with_JOKER_WILD_any``: the same table under an option."""
    for name, block in blocks:
        expect = block.get("expect")
        if not isinstance(expect, Mapping):
            yield name, block
            continue
        others = {key: m for key in expect if (m := UNDER.fullmatch(key))}
        yield name, {**block, "expect": {key: value for key, value in expect.items() if key not in others}}
        for key, m in others.items():
            field = m["field"] or "in_words"
            changed = {"options": {m["option"]: m["value"]}, "expect": {field: expect[key]}}
            yield f"{name}/{key}", merged({**block, "expect": {}}, changed)


def merged(below: Any, above: Any) -> Any:
    """Lay one value over another: maps key by key, everything else replaced.

    A key that speaks of a part of a list takes the place of one that speaks of the whole, and the other way round.
    """
    if not isinstance(below, Mapping) or not isinstance(above, Mapping):
        return above
    out = dict(below)
    for key, value in above.items():
        stem = _stem(key)
        for rival in [k for k in out if k != key and _stem(k) == stem and (k == stem or key == stem)]:
            del out[rival]
        out[key] = merged(out[key], value) if key in out else value
    return out


def flat(script: Any, *path: str) -> dict[str, list[Any]]:
    """Flatten scripted luck to lists by purpose: ``{dice: {Ana: [4]}}`` is ``dice/Ana``; lists of maps go in order."""
    out: dict[str, list[Any]] = {}
    match script:
        case None:
            return {}
        case Mapping():
            parts = [(str(key), value) for key, value in script.items()]
        case list():
            parts = []
            for item in script:
                if isinstance(item, Mapping | list):
                    parts.append(("", item))
                else:
                    out.setdefault("/".join(path), []).append(item)
        case _:
            return {"/".join(path): [script]}
    for key, value in parts:
        for purpose, values in flat(value, *path, *([key] if key else [])).items():
            out.setdefault(purpose, []).extend(values)
    return out


def _stem(key: str) -> str:
    return next((key.removesuffix(s) for s in SUFFIXES if key.endswith(s)), key)


def _blocks(one: Written) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Lay parts over the case and variants over the parts, none over another."""
    whole = {k: v for k, v in one.data.items() if k not in ("parts", "variants")}
    for i, part in enumerate(one.data.get("parts") or [{}], 1):
        own = {k: v for k, v in part.items() if k != "variants"}
        block = merged(whole, own)
        name = f"{one.id}/{own.get('part', i)}" if one.data.get("parts") else one.id
        yield name, block
        for n, variant in enumerate([*(part.get("variants") or []), *(one.data.get("variants") or [])], 1):
            yield f"{name}/v{variant.get('part', n)}", merged(block, variant)


def _case(one: Written, name: str, block: Mapping[str, Any]) -> Case:
    problem = _Problems(one, name)
    expect = dict(problem.map(block, "expect"))
    claims: dict[str, Any] = {}
    for key in CLAIMS:
        found = [source.pop(key) for source in (dict(block), expect) if key in source]
        claims[key] = found[0] if len(found) == 1 else merged(found[1], found[0]) if found else None
    return Case(
        id=name,
        file=one.file,
        line=one.line,
        title=text_of(block.get("title") or ""),
        why=" ".join(text_of(block.get("why") or "").split()),
        game=text_of(block.get("game") or ""),
        rules=tuple(map(text_of, as_list(block.get("rules") or []))),
        options={k: text_of(v) for k, v in problem.map(block, "options").items()},
        given=problem.map(block, "given"),
        chance=flat(problem.map(block, "chance")),
        orders={seat: tuple(lines or ()) for seat, lines in problem.orders(block).items()},
        answers={k: text_of(v) for k, v in problem.map(block, "answers").items()},
        expect=expect,
        told={seat: problem.phrases("told", p) for seat, p in problem.map(claims, "told").items()},
        untold={seat: problem.phrases("untold", p) for seat, p in problem.map(claims, "untold").items()},
        refused={seat: problem.remarks("refused", r) for seat, r in problem.seated(claims, "refused").items()},
        warned={seat: problem.remarks("warned", r) for seat, r in problem.map(claims, "warned").items()},
        in_words=tuple(fact for key in WORDS for fact in problem.facts(claims[key])),
    )


class _Problems:
    """Reads the values of one block, and blames them by name."""

    def __init__(self, one: Written, name: str) -> None:
        self.one, self.name = one, name

    def map(self, block: Mapping[str, Any], key: str) -> Mapping[str, Any]:
        """Read a map, or nothing."""
        found = block.get(key)
        if found is None:
            return {}
        if not isinstance(found, Mapping):
            by = "by seat" if key in CLAIMS or key == "orders" else "as a map"
            raise self.error(f"{key} is written {by}, such as {key}: {{Ana: ...}}.")
        return found

    def orders(self, block: Mapping[str, Any]) -> Mapping[str, Any]:
        """Read orders by seat; a list without a seat is of the one whom the case is about."""
        found = block.get("orders")
        return {"": found} if isinstance(found, list) else self.map(block, "orders")

    def seated(self, block: Mapping[str, Any], key: str) -> Mapping[str, Any]:
        """Read remarks by seat; without a seat they are of the one whom the case is about."""
        found = block.get(key)
        return self.map(block, key) if found is None or isinstance(found, Mapping) else {"": found}

    def phrases(self, key: str, value: Any) -> tuple[str, ...]:
        """Read one phrase or a list of them."""
        items = as_list(value)
        if any(isinstance(item, Mapping | list) for item in items):
            raise self.error(f"{key}: a phrase with a colon in it must stand between quotation marks.")
        return tuple(map(text_of, items))

    def facts(self, value: Any) -> tuple[str, ...]:
        """Read facts in words, one or a list of them; whatever they are, nobody checks them."""
        return tuple(map(spoken_value, [] if value is None else as_list(value)))

    def remarks(self, key: str, value: Any) -> Mapping[str, str]:
        """Read order lines, each perhaps with words that the receipt must say of it."""
        out: dict[str, str] = {}
        for item in as_list(value):
            match item:
                case Mapping():
                    out |= {str(line): text_of(words) for line, words in item.items()}
                case list():
                    raise self.error(f"{key}: an order line, or a map from a line to words of the receipt, is wanted.")
                case _:
                    out[text_of(item)] = ""
        return out

    def error(self, problem: str) -> CaseError:
        """Make the error for this part or variant."""
        return CaseError(self.one.file, self.one.line, problem, self.name)
