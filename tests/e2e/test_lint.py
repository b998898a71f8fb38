"""Letters as mail programs know them, by the data of caniemail.com: they read well without what one does not know.

Its linter is a package of npm: ``npm ci --prefix tests/e2e/lint`` puts it where this test finds it.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.service.correspondence import GAMES, page_of, sent

LINT = Path(__file__).parent / "lint"
THERE = shutil.which("node") and (LINT / "node_modules").is_dir()

FALLBACKS = {
    "<abbr> element": "The code of a card stands there; its name is in the sentences.",
    "aria-label attribute": "It names a table for those who hear letters; a heading stands above.",
    "<body> element": "It has a margin and nothing else.",
    "<style> element": "What stands in it is for the dark and for narrow screens; a test in a browser goes without.",
    "@media": "It stands in <style>.",
    "border-radius": "The corners are square.",
    "overflow": "There is none; the linter takes overflow-wrap for it.",
    "overflow-wrap": "word-wrap stands beside it, and does nearly the same.",
    "role attribute": "It is for those who hear letters; headings are headings without it.",
    "white-space": "Lines of a form and of code stand in <pre>, and those of players have a <br> between them.",
}
"""What Gmail, Outlook, Apple Mail, Yahoo or Samsung's do not know, and how a letter reads there."""

pytestmark = [
    pytest.mark.skipif(not THERE, reason="The linter is not installed: npm ci --prefix tests/e2e/lint"),
    pytest.mark.xdist_group("browser"),
]


def test_mail_programs_know_what_a_letter_cannot_do_without() -> None:
    pages = {name: page for slug in GAMES for name, wire in sent(slug).items() if (page := page_of(wire))}

    unknown = linted(pages)

    assert {what: where for what, where in unknown.items() if what not in FALLBACKS} == {}


def test_what_a_mail_program_does_not_know_is_found() -> None:
    assert set(linted({"it": '<p style="position: sticky">x</p>'})["position"]) >= {"gmail.ios", "outlook.windows"}


def linted(pages: dict[str, str]) -> dict[str, dict[str, list[str]]]:
    """Return what is not known: by which programs, and in which pages."""
    done = subprocess.run(["node", "lint.mjs"], cwd=LINT, input=json.dumps(pages).encode(), capture_output=True)
    assert done.returncode == 0, done.stderr.decode()
    found: dict[str, dict[str, list[str]]] = json.loads(done.stdout)
    return found
