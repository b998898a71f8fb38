"""Pages that cannot rot: their links lead somewhere, and their commands exist."""

import ast
import re
import shlex
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

from tests.house.source import ROOT, texts, within

BLOCK = re.compile(r"^```(?:console|sh|shell|bash)\n(.*?)^```", re.MULTILINE | re.DOTALL)
ANY_BLOCK = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)(?: \"[^\"]*\")?\)|^\[[^\]]+\]: (\S+)", re.MULTILINE)
CODE = re.compile(r"`[^`\n]*`")
NAMED = re.compile(r"\breferee ([a-z]+) ([a-z-]+)")

PAGES = list(texts({".md"}))


def test_every_link_between_pages_leads_somewhere() -> None:
    assert [f"{page}: {target}" for page in PAGES for target in dead_links(page)] == []


def test_every_command_on_a_page_exists(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert [f"{page}: {line}" for page, line in commands("referee") if not exists(line, monkeypatch)] == []
    capsys.readouterr()


def test_every_command_that_a_text_of_ours_names_exists() -> None:
    said = {words for module in within("referee.service", "referee.cli") for words in named(module.tree)}

    assert {words for words in said if not known(*words)} == set()
    assert {("turn", "run"), ("seat", "replace"), ("game", "extend")} <= said


def test_every_make_target_on_a_page_exists() -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    named = {(page.name, word) for page, line in commands("make") for word in plain_words(line)}

    assert {(page, word) for page, word in named if word not in targets} == set()


def test_a_dead_link_is_found(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("# One two\n[a](there.md) [b](gone.md) [c](#one-two) [d](#three) [e](https://x.example) `[f](g)`\n")
    (tmp_path / "there.md").touch()

    assert list(dead_links(page)) == ["gone.md", "#three"]


def test_commands_are_read_out_of_blocks(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        "```console\n$ make demo\n$ X=1 .venv/bin/referee game new \\\n    --seats 4 | less\nDone.\n```\n"
        "```sh\ncd x && referee serve\n```\n```\nreferee nothing\n```\n"
    )

    assert [line for _, line in commands("referee", [page])] == ["game new --seats 4", "serve"]


def commands(program: str, pages: list[Path] = PAGES) -> Iterator[tuple[Path, str]]:
    """What the pages tell their readers to call this program with."""
    for page in pages:
        for block in BLOCK.findall(page.read_text(encoding="utf-8")):
            for line in block.replace("\\\n", " ").splitlines():
                for part in re.split(r"&&|\|\||[|;><]", line.strip().removeprefix("$ ").split(" #")[0]):
                    words = shlex.split(part.strip()) if part.count("'") % 2 == part.count('"') % 2 == 0 else []
                    while words and re.fullmatch(r"\w+=.*|sudo", words[0]):
                        words = words[1:]
                    if words and Path(words[0]).name == program:
                        yield page, shlex.join(words[1:])


def exists(line: str, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Whether the program knows these commands and options; nothing is carried out."""
    from referee.cli import main

    monkeypatch.setattr(sys, "argv", ["referee", *shlex.split(line), "--help"])
    with pytest.raises(SystemExit) as stop:
        main()
    return stop.value.code in (0, None)


def named(tree: ast.AST) -> Iterator[tuple[str, str]]:
    """The commands that our texts send their readers to, such as the remedies of an alarm: noun and verb."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield from NAMED.findall(node.value)


@cache
def verbs_of(noun: str) -> frozenset[str]:
    """The verbs of a noun; none where it is a command by itself, or no noun of ours."""
    from referee.cli.app import app

    top: Any = get_command(app)
    return frozenset(getattr(top.get_command(None, noun), "commands", ()))


def known(noun: str, verb: str) -> bool:
    """Whether a noun that has verbs has this one."""
    return not verbs_of(noun) or verb in verbs_of(noun)


def plain_words(line: str) -> list[str]:
    """The targets in a call of make."""
    return [word for word in shlex.split(line) if "=" not in word and not word.startswith("-")]


def dead_links(page: Path) -> Iterator[str]:
    """The links of a page to files or headings that are not there."""
    text = CODE.sub("", ANY_BLOCK.sub("", page.read_text(encoding="utf-8")))
    for inline, listed in LINK.findall(text):
        target = inline or listed
        if re.match(r"[a-z]+:", target):
            continue
        file, _, heading = target.partition("#")
        there = page.parent / file if file else page
        if not there.exists() or (heading and there.suffix == ".md" and heading not in headings(there)):
            yield target


def headings(page: Path) -> set[str]:
    """The names under which the page's headings can be linked to."""
    lines = re.findall(r"^#+ +(.*)$", ANY_BLOCK.sub("", page.read_text(encoding="utf-8")), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", line.lower()).strip().replace(" ", "-") for line in lines}
