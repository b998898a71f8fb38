"""Files of cases: Markdown with fenced YAML blocks, or plain YAML."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path
from textwrap import dedent
from typing import Any

import yaml

from referee.cases.expand import merged
from referee.cases.written import ALIASES, CLAIMS, KEYS, CaseError, Written

SUFFIXES = {".md", ".yaml", ".yml"}
FENCE = re.compile(
    r"^ {0,3}(?P<fence>```+|~~~+)[ \t]*ya?ml[ \t]*\n(?P<body>.*?)^ {0,3}(?P=fence)[ \t]*$",
    re.MULTILINE | re.DOTALL | re.IGNORECASE,
)
DEEPEST = 40
SLIP = 0.75
"""From here on a key of a part is like one of a case: a slip of the pen."""

SHARED = ("options", "given", "chance", "orders", "answers")
"""Keys of a head whose maps are laid under those of a case, key by key; of all others the case's own count alone."""


MOST_FIGURES = 18
"""No number of a game has more."""


class _Plain(yaml.SafeLoader):
    """YAML without traps: only whole numbers, true, false and null are more than text."""

    yaml_implicit_resolvers: dict[str, list[tuple[str, re.Pattern[str]]]] = {}  # noqa: RUF012 - PyYAML's own name and type


_Plain.add_implicit_resolver("tag:yaml.org,2002:int", re.compile(r"[-+]?(?:0|[1-9][0-9]*)$"), list("-+0123456789"))
_Plain.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile(r"(?:true|True|false|False)$"), list("tTfF"))
_Plain.add_implicit_resolver("tag:yaml.org,2002:null", re.compile(r"(?:~|null|)$"), ["~", "n", ""])


if yaml.__with_libyaml__:
    from yaml._yaml import CParser

    class _Quick(yaml.composer.Composer, CParser, yaml.resolver.Resolver):
        """Reads the same by libyaml, but puts it together here: libyaml crashes at brackets in brackets without end."""

        yaml_implicit_resolvers = _Plain.yaml_implicit_resolvers

        def __init__(self, source: str) -> None:
            CParser.__init__(self, source)
            yaml.composer.Composer.__init__(self)
            yaml.resolver.Resolver.__init__(self)


def files(paths: Iterable[Path]) -> list[Path]:
    """List the files of cases among these paths and below those that are folders; raise if one does not exist."""
    found: list[Path] = []
    for path in paths:
        if path.is_dir():
            found += sorted(p for p in path.rglob("*") if p.suffix in SUFFIXES and p.name != "README.md")
        elif path.is_file():
            found.append(path)
        else:
            raise CaseError(path, 0, "there is no such file or folder.")
    return list(dict.fromkeys(found))


def read(file: Path) -> tuple[list[Written], list[CaseError]]:
    """Read all cases of one file, what its head says laid under each, and collect what is wrong with others."""
    book = _Book(file)
    try:
        text = file.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as e:
        return [], [CaseError(file, 0, f"this cannot be read: {e}.")]
    for source, first in _blocks(file, text):
        try:
            documents = _documents(file, source, first)
        except CaseError as e:
            book.errors.append(e)
            continue
        for node in documents:
            book.take(node, _Page(file, source, first))
    return book.cases, book.errors


def _blocks(file: Path, text: str) -> Iterator[tuple[str, int]]:
    """Cut the YAML out of a file, with the number of the line before each piece."""
    if file.suffix != ".md":
        yield text, 0
        return
    for m in FENCE.finditer(text):
        yield dedent(m["body"]), text.count("\n", 0, m.start("body"))


def _documents(file: Path, source: str, first: int) -> list[yaml.Node]:
    try:
        return _composed(source)
    except yaml.MarkedYAMLError as e:
        mark = e.problem_mark or e.context_mark
        line = first + (mark.line if mark else 0) + 1
        hint = "A line with : # ' \" [ ] { } & * ! % or @ in it is safe between quotation marks."
        raise CaseError(file, line, f"this is not YAML: {e.problem}. {hint}") from None
    except yaml.YAMLError as e:
        raise CaseError(file, first + 1, f"this is not YAML: {e}.") from None
    except RecursionError:
        raise CaseError(file, first + 1, "brackets stand in brackets without end; no case wants that.") from None


def _composed(source: str) -> list[yaml.Node]:
    """Read YAML by libyaml, seven times as fast; what that does not take is read, or refused, in PyYAML's words."""
    try:
        return _nodes(_Quick(source) if yaml.__with_libyaml__ else _Plain(source))
    except yaml.YAMLError:
        return _nodes(_Plain(source))


def _nodes(loader: yaml.composer.Composer) -> list[yaml.Node]:
    found = []
    while loader.check_node():
        if (node := loader.get_node()) is not None:
            found.append(node)
    return found


def _items(node: yaml.Node | None) -> list[yaml.Node]:
    match node:
        case None:
            return []
        case yaml.SequenceNode():
            return list(node.value)
        case _:
            return [node]


class _Book:
    """The cases of one file, as they are found."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.head: Mapping[str, Any] = {}
        self.cases: list[Written] = []
        self.errors: list[CaseError] = []

    def take(self, node: yaml.Node, page: _Page) -> None:
        """Take in one document: a head, a case, or a list of cases."""
        try:
            if isinstance(node, yaml.MappingNode) and not page.has(node, "id"):
                self._open(node, page)
                items = _items(page.listed(node))
            else:
                items = _items(node)
                if len(items) > 1 and (head := page.head_among(items[0])) is not None:
                    self._open(head, page)
                    items = items[1:]
        except CaseError as e:
            self.errors.append(e)
            return
        for one in items:
            try:
                self._add(page.case(one, self.head))
            except CaseError as e:
                self.errors.append(e)

    def _open(self, node: yaml.MappingNode, page: _Page) -> None:
        """Take in a head; one of another game puts an end to what held before, and its game counts in any case."""
        game = page.game(node)
        if game and game != self.head.get("game", game):
            self.head = {}
        if game:
            self.head = {**self.head, "game": game}
        self.head = under(self.head, page.head(node))

    def _add(self, one: Written) -> None:
        twin = next((other for other in self.cases if other.id == one.id), None)
        if twin is not None:
            raise CaseError(one.file, one.line, f"there is a case {one.id} on line {twin.line} already.", one.id)
        self.cases.append(one)


class _Page:
    """Turns the nodes of one block into plain data, and knows on which line each stands."""

    def __init__(self, file: Path, source: str, first: int) -> None:
        self.file, self.source, self.first = file, source, first
        self.id = ""

    def has(self, node: yaml.MappingNode, key: str) -> bool:
        """Say whether a map has this key."""
        return any(k.value == key for k, _ in node.value)

    def head(self, node: yaml.MappingNode) -> Mapping[str, Any]:
        """Read what holds for the whole file: everything in this map but its ``cases``."""
        found = self._checked(node, ("id", "part", "parts", "variants"), also=("cases",))
        found.pop("cases", None)
        if not self.has(node, "cases") and {"expect", *CLAIMS} & found.keys():
            raise self._error(node, "this case has no id.")
        return found

    def head_among(self, node: yaml.Node) -> yaml.MappingNode | None:
        """Return the first member of a list if it is a head: a map with a game, options or a table, and no more."""
        if not isinstance(node, yaml.MappingNode) or not node.value:
            return None
        return node if all(ALIASES.get(k.value, k.value) in ("game", *SHARED) for k, _ in node.value) else None

    def game(self, node: yaml.MappingNode) -> str:
        """Find the game that a map names, whatever else stands in it."""
        return next((str(v.value) for k, v in node.value if k.value == "game" and isinstance(v, yaml.ScalarNode)), "")

    def listed(self, node: yaml.MappingNode) -> yaml.Node | None:
        """Find the list of cases in a map with a head."""
        return next((value for key, value in node.value if key.value == "cases"), None)

    def case(self, node: yaml.Node, head: Mapping[str, Any]) -> Written:
        """Read one case."""
        if not isinstance(node, yaml.MappingNode) or not self.has(node, "id"):
            raise self._error(node, "a case is a map with an id, such as `id: MY-01`.")
        self.id = next(str(v.value) for k, v in node.value if k.value == "id")
        data = self._checked(node, ("part",))
        written = Written(under(head, data), self.file, self._line(node))
        self.id = ""
        return written

    def _part(self, node: yaml.Node, but: tuple[str, ...]) -> dict[str, Any]:
        """Read a part or variant, which may be written short: a key that is no case's belongs to what is given."""
        if not isinstance(node, yaml.MappingNode):
            return self._checked(node, but)
        known = [*KEYS, *ALIASES]

        def is_short(name: str) -> bool:
            return name not in known and not get_close_matches(name, known, n=1, cutoff=SLIP)

        short = [(k, v) for k, v in node.value if is_short(str(k.value))]
        whole = yaml.MappingNode(node.tag, [pair for pair in node.value if pair not in short], node.start_mark)
        found = self._checked(whole, but)
        if short:
            given = self._data(yaml.MappingNode(node.tag, short, node.start_mark))
            found["given"] = {**given, **(found.get("given") or {})}
        return found

    def _checked(self, node: yaml.Node, but: tuple[str, ...] = (), also: tuple[str, ...] = ()) -> dict[str, Any]:
        """Read a map of a case's own keys, its parts and variants too."""
        if not isinstance(node, yaml.MappingNode):
            raise self._error(node, "a map of keys is wanted here.")
        known = [*(k for k in (*KEYS, *ALIASES) if k not in but), *also]
        out: dict[str, Any] = {}
        for key, value in node.value:
            name = str(key.value)
            if name not in known:
                near = get_close_matches(name, known, n=1, cutoff=0.6)
                hint = f"Did you mean {near[0]}?" if near else f"There are {', '.join(known)}."
                raise self._error(key, f"there is no key {name} here. {hint}")
            name = ALIASES.get(name, name)
            if name in out:
                raise self._error(key, f"the key {name} stands twice.")
            out[name] = self._value(name, value)
        return out

    def _value(self, name: str, node: yaml.Node) -> Any:
        match name, node:
            case "parts", yaml.MappingNode():
                return [{"part": str(k.value)} | self._part(v, ("id",)) for k, v in node.value]
            case "variants", yaml.MappingNode() if not any(k.value in (*KEYS, *ALIASES) for k, _ in node.value):
                return [{"part": str(k.value)} | self._part(v, ("id", "part", "parts")) for k, v in node.value]
            case ("parts" | "variants"), _:
                return [self._part(v, ("id", "parts")) for v in _items(node)]
            case "orders", yaml.MappingNode():
                return {str(k.value): self._lines(v) for k, v in node.value}
            case "orders", yaml.SequenceNode():
                return self._lines(node)
            case _:
                return self._data(node)

    def _lines(self, node: yaml.Node) -> list[str]:
        """Read order lines; a colon in one makes YAML see a map, but what was written is meant."""
        out: list[str] = []
        for item in _items(node):
            if isinstance(item, yaml.MappingNode) and item.value:
                out.append(" ".join(self.source[item.start_mark.index : item.end_mark.index].split()))
            elif isinstance(item, yaml.ScalarNode):
                out += [line for line in item.value.splitlines() if line.strip()]
            elif not isinstance(item, yaml.MappingNode):
                raise self._error(item, "an order line is wanted here.")
        return out

    def _data(self, node: yaml.Node, depth: int = 0) -> Any:
        """Turn a node into plain data."""
        if depth > DEEPEST:
            raise self._error(node, "this is nested too deeply.")
        match node:
            case yaml.MappingNode():
                out: dict[str, Any] = {}
                for k, v in node.value:
                    if not isinstance(k, yaml.ScalarNode):
                        raise self._error(k, "a key is one word or some.")
                    if k.value in out:
                        raise self._error(k, f"the key {k.value} stands twice.")
                    out[k.value] = self._data(v, depth + 1)
                return out
            case yaml.SequenceNode():
                return [self._data(v, depth + 1) for v in node.value]
            case _ if len(node.value) > MOST_FIGURES and node.tag.endswith(":int"):
                raise self._error(node, "a number has figures without end; no case wants that.")
            case _:
                return _scalar(node)

    def _line(self, node: yaml.Node) -> int:
        return self.first + int(node.start_mark.line) + 1

    def _error(self, node: yaml.Node, problem: str) -> CaseError:
        return CaseError(self.file, self._line(node), problem, self.id)


def under(head: Mapping[str, Any], data: Mapping[str, Any]) -> dict[str, Any]:
    """Lay what a head says under what is said below it."""
    return {**head, **{k: merged(head[k], v) if k in SHARED and k in head else v for k, v in data.items()}}


def _scalar(node: yaml.Node) -> Any:
    match node.tag.rpartition(":")[2]:
        case "int":
            return int(node.value)
        case "bool":
            return node.value.lower() == "true"
        case "null":
            return None
        case _:
            return node.value
