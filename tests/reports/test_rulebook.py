from pathlib import Path

import pytest

from referee.reports.rulebook import as_text, rulebook, rules_text
from tests.reports.high_card import high_card

CHAPTER = """\
HC-1 Playing
- HC-1.1 Everybody plays one card; the highest wins the round, whoever
  sits wherever and whatever was played before.
  - HC-1.11 Equal cards win nothing.
- HC-1.2 A played card is gone.
- Ruling HC-R1 (who is first?): the seat named first."""

RULE = """\
- HC-1.1 Everybody plays one card; the highest wins the round, whoever
  sits wherever and whatever was played before.
  - HC-1.11 Equal cards win nothing."""

DEFAULTS = """\
HC-2 Defaults
  decision     order  default
  card played  PLAY   lowest"""


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("HC-1", CHAPTER),
        (" hc-1. ", CHAPTER),
        ("playing", CHAPTER),
        ("HC-1.1", RULE),
        ("HC-1.11", "  - HC-1.11 Equal cards win nothing."),
        ("HC-1.2", "- HC-1.2 A played card is gone."),
        ("hc-r1", "- Ruling HC-R1 (who is first?): the seat named first."),
        ("DEFAULTS", DEFAULTS),
        ("HC.CARDS", "- Option HC.CARDS=9 (5-9)."),
        ("", "- HC-1 Playing\n- HC-2 Defaults\n- HC-3 Options"),
    ],
)
def test_a_part_is_found_by_its_number_or_its_word(tmp_path: Path, asked: str, said: str) -> None:
    assert "\n".join(rules_text(high_card(tmp_path), asked)).strip("\n") == said.strip("\n")


@pytest.mark.parametrize("asked", ["HC-9", "dragons", "1", "*", "\x00", "x" * 500])
def test_what_is_not_there_is_said_kindly(tmp_path: Path, asked: str) -> None:
    text = " ".join(rules_text(high_card(tmp_path), asked))

    assert text.startswith("The rules of High Card have no part")
    assert "RULES alone lists the chapters" in text


def test_the_nearest_word_is_offered(tmp_path: Path) -> None:
    assert "Did you mean DEFAULTS?" in " ".join(rules_text(high_card(tmp_path), "DEFUALTS"))


def test_a_game_without_rules_says_so(tmp_path: Path) -> None:
    rules = high_card(tmp_path)
    (tmp_path / "RULES.md").unlink()

    assert rules_text(rules, "HC-1")[0].startswith("The rules of High Card have no part")


def test_a_wide_table_is_said_row_by_row() -> None:
    table = ["| # | decision | order |", "|---|---|---|", f"| 1 | {'which card ' * 5}| PLAY n, {'or so ' * 5}|"]

    assert as_text(table) == [
        "  1; decision: which card which card which card which card which card;",
        "    order: PLAY n, or so or so or so or so or so",
    ]


def test_marks_and_rulers_are_left_out() -> None:
    assert as_text(["## **Bold** `code`", "=====", "text"]) == ["Bold code", "text"]


def test_a_part_is_found_by_its_tables_column(tmp_path: Path) -> None:
    rules = high_card(tmp_path)
    text = (tmp_path / "RULES.md").read_text(encoding="utf-8")
    (tmp_path / "RULES.md").write_text(text.replace("HC-2 Defaults", "HC-2 Decisions"), encoding="utf-8")
    rulebook.cache_clear()

    assert rules_text(rules, "DEFAULTS")[0] == "HC-2 Decisions"


def test_what_was_cut_into_lines_is_put_back_together_but_not_between_fences() -> None:
    text = ["- HC-1 One rule", "  that goes on.", "HC-2 Another", "one.", "", "```", "PLAY 7", "PLAY 8", "```"]

    assert as_text(text) == ["- HC-1 One rule that goes on.", "HC-2 Another one.", "", "    PLAY 7", "    PLAY 8"]
