"""No text of ours calls a player or a GM he: it says you, they, the player, or the seat's name."""

import re
from collections.abc import Iterator

import pytest

from tests.house.source import ROOT, TEXT, texts

HE = re.compile(r"(?<![\w-])(?:he|him|his|himself)(?![\w-])", re.IGNORECASE)
READ = ("referee", "templates", "data", "deploy", "tests/golden", "tests/reports/letters", "tests/package_game")
PAGES = ("README.md", "CONTRIBUTING.md", "benchmarks/README.md")
WRITTEN_BY_PLAYERS = {
    "referee/engine/talk.py": {"HE"},  # words of plain talk, which is no order
    "referee/games/amber/verbs/powers.py": {"HIM", "HIS"},  # GIVE Eric BACK HIS CARD: an owner has a sex
    "referee/games/living_trumps/case/shown.py": {"HIS"},  # rule cases in other words
}


def test_no_text_calls_its_reader_or_another_he() -> None:
    files = {str(file.relative_to(ROOT)): file.read_text(encoding="utf-8") for file in texts(TEXT | {".svg", ".html"})}
    read = {
        name: text for name, text in files.items() if name in PAGES or name.startswith(tuple(f"{at}/" for at in READ))
    }

    found = {
        name: [told for told in said(text) if told[1] not in WRITTEN_BY_PLAYERS.get(name, ())]
        for name, text in read.items()
    }

    assert {name: told for name, told in found.items() if told} == {}
    assert len(read) > 300


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Each player\nturns up his cards; He waits.", [(2, "his"), (2, "He")]),
        ("He's here, by himself", [(1, "He"), (1, "himself")]),
        ("They, theirs; this, the, held, HISTORY, he-goat, his_own", []),
    ],
)
def test_such_a_word_is_found_with_its_line(text: str, found: list[tuple[int, str]]) -> None:
    assert list(said(text)) == found


def said(text: str) -> Iterator[tuple[int, str]]:
    """Each such word of a text, with its line."""
    for number, line in enumerate(text.splitlines(), 1):
        for word in HE.findall(line):
            yield number, word
