"""The import wall: secrets hold because most modules cannot even name what they must not read."""

import re
import tomllib
from pathlib import Path

import pytest

from tests.house import imports
from tests.house.imports import LEFT, ROOMS, arrows, circles, libraries_used, permission, upward, wrong_arrows
from tests.house.source import ROOT, ours

OURS = ("dev", "bench")
"""The extras for those who work on the referee."""

LIBRARY_NAMES = {  # how a distribution is imported, where the names differ
    "pyyaml": "yaml",
    "python-dateutil": "dateutil",
    "confusable-homoglyphs": "confusable_homoglyphs",
    "css-inline": "css_inline",
    "email-validator": "email_validator",
    "imap-tools": "imap_tools",
    "pynacl": "nacl",
    "markdown-it-py": "markdown_it",
}
NOT_IMPORTED = {"tzdata"}
BROUGHT_ALONG = {"click", "pydantic", "markupsafe"}  # by typer, sqlmodel and jinja2, which speak their types


def test_every_import_follows_the_table() -> None:
    assert wrong_arrows(ROOT) == []


@pytest.mark.parametrize(
    ("module", "line"),
    [
        ("engine/table.py", "from referee.games import cards"),
        ("engine/table.py", "import jinja2"),
        ("engine/table.py", "import referee"),
        ("games/cards.py", "from referee.games.amber import state"),
        ("games/amber/combat.py", "from referee.games.elements.state import State"),
        ("games/amber/combat.py", "from referee.reports import compose"),
        ("games/amber/combat.py", "from ..elements import state"),
        ("games/amber/combat.py", "from ...store import codec"),
        ("games/amber/__init__.py", "from ..elements import state"),
        ("games/amber/combat.py", "from referee import resources"),
        ("games/amber/combat.py", "from referee.cases.words import CaseWords"),
        ("games/amber/combat.py", "from referee.games.amber.case import CASE_WORDS"),
        ("games/amber/combat.py", "from .case import CASE_WORDS"),
        ("games/amber/combat.py", "from . import case"),
        ("games/amber/case.py", "from referee.cases.run import Runner"),
        ("games/amber/case.py", "from referee.games.elements.case import CASE_WORDS"),
        ("reports/compose.py", "import referee.games.amber"),
        ("reports/compose.py", "from referee.games import cards"),
        ("reports/compose.py", "from referee.store import codec"),
        ("bots/easy.py", "if False:\n    from referee.games.amber.state import State"),
        ("bots/easy.py", "import importlib\n\nimportlib.import_module('referee.games.amber')"),
        ("bots/easy.py", "from referee.reports import compose"),
        ("store/codec.py", "from referee.resources import Resources"),
        ("cases/run.py", "from referee.bots import easy"),
        ("mail/letter.py", "from referee.engine.audience import Seat"),
        ("mail/letter.py", "import sqlmodel"),
        ("service/turns/advance.py", "from referee.cli import main"),
        ("service/turns/advance.py", "import typer"),
        ("cli/game.py", "from referee.store import codec"),
        ("cli/game.py", "from referee import engine"),
        ("cli/game.py", "import sqlmodel"),
        ("resources.py", "from referee.engine import events"),
        ("config/reading.py", "from referee.resources import Resources"),
        ("new_thing.py", "import re"),
    ],
)
def test_another_arrow_is_found(tmp_path: Path, module: str, line: str) -> None:
    made_up_tree(tmp_path, {module: line})

    assert len(wrong_arrows(tmp_path)) == 1


@pytest.mark.parametrize(
    ("module", "line"),
    [
        ("engine/table.py", "from . import events"),
        ("games/amber/combat.py", "from .state import State"),
        ("games/amber/combat.py", "from referee.games.cards import Card"),
        ("games/amber/combat.py", "from ..cards import Card"),
        ("games/amber/combat.py", "from referee.engine import events"),
        ("games/amber/case.py", "from referee.cases.words import CaseWords\nfrom .state import State"),
        ("reports/compose.py", "import jinja2\nfrom referee.resources import Resources"),
        ("cases/run.py", "from referee.reports import compose"),
        ("mail/letter.py", "import email.message\nimport selectolax.lexbor"),
        ("service/turns/advance.py", "from referee.games.amber import state\nfrom referee.config import Settings"),
        ("cli/game.py", "import typer\nfrom referee.service import advance\nfrom referee import __version__"),
    ],
)
def test_a_permitted_arrow_is_left_alone(tmp_path: Path, module: str, line: str) -> None:
    made_up_tree(tmp_path, {module: line})

    assert wrong_arrows(tmp_path) == []


def test_no_room_of_the_service_imports_from_one_above_it() -> None:
    assert upward(arrows(ROOT)) == []


def test_every_part_of_the_service_lies_in_a_room_that_is_listed() -> None:
    rooms = {folder.name for folder in (ROOT / "referee" / "service").iterdir() if (folder / "__init__.py").is_file()}

    assert rooms == set(ROOMS)


def test_no_modules_import_one_another_in_a_circle() -> None:
    assert circles(arrows(ROOT)) == []


def test_no_arrow_is_left_that_has_been_mended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(imports, "LEFT", frozenset())
    drawn = arrows(ROOT)
    up, ring = set(upward(drawn)), {name for circle in circles(drawn) for name in circle}

    assert {pair for pair in LEFT if pair[1] in drawn.get(pair[0], ()) and (pair in up or set(pair) <= ring)} == LEFT


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("from referee.service.turns import advance", []),
        ("from referee.service.rounds import tick", [("referee.service.gm.desk", "referee.service.rounds.tick")]),
        (
            "def late() -> None:\n    import referee.service.intake.gate",
            [("referee.service.gm.desk", "referee.service.intake.gate")],
        ),
    ],
)
def test_an_arrow_that_goes_up_is_found(tmp_path: Path, line: str, found: list[tuple[str, str]]) -> None:
    rooms = {"service/gm/desk.py": line, "service/rounds/tick.py": "", "service/intake/gate.py": ""}
    made_up_tree(tmp_path, rooms)

    assert upward(arrows(tmp_path)) == found


@pytest.mark.parametrize("late", ["", "if TYPE_CHECKING:\n    ", "def later() -> None:\n    "])
def test_a_circle_is_found_however_long_and_late(tmp_path: Path, late: str) -> None:
    ring = {
        "bots/easy.py": "from referee.bots import hard",
        "bots/hard.py": "from referee.bots import wild",
        "bots/wild.py": f"{late}from referee.bots.easy import Bot",
        "bots/mild.py": "from referee.bots import easy",
    }
    made_up_tree(tmp_path, ring)

    assert circles(arrows(tmp_path)) == [("referee.bots.easy", "referee.bots.hard", "referee.bots.wild")]


def test_a_new_game_needs_no_line_in_the_table() -> None:
    assert permission("referee.games.brand_new.state") == permission("referee.games.amber.state")


def test_every_library_is_declared_and_used() -> None:
    used = libraries_used(list(ours()))
    declared = {LIBRARY_NAMES.get(name, name) for name in dependencies() - NOT_IMPORTED}

    assert used - declared - BROUGHT_ALONG == set()
    if all((ROOT / "referee" / folder).is_dir() for folder in ("store", "cases", "service", "cli")):
        assert declared - used == set()


def dependencies() -> set[str]:
    """The distributions that the package asks for, or that one of its extras brings."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = [line for name, lines in project["optional-dependencies"].items() if name not in OURS for line in lines]
    return {re.split(r"[^a-z0-9-]", line)[0] for line in [*project["dependencies"], *extras]}


def made_up_tree(root: Path, changed: dict[str, str]) -> None:
    """A small referee with one module in every group, and the changed ones."""
    tree = {
        "engine/events.py", "games/cards.py", "games/amber/state.py", "games/amber/case.py",
        "games/elements/state.py", "games/elements/case.py", "cases/words.py",
        "reports/compose.py", "bots/easy.py", "store/codec.py", "cases/run.py", "mail/letter.py",
        "service/turns/advance.py", "cli/game.py", "resources.py", "config/reading.py",
    }  # fmt: skip
    for name in tree | changed.keys():
        file = root / "referee" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(changed.get(name, ""), encoding="utf-8")
    for folder in [root / "referee", *(path for path in root.rglob("*") if path.is_dir())]:
        (folder / "__init__.py").touch()
