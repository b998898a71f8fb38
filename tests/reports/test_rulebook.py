from pathlib import Path

import pytest

from referee.reports import markdown, wrap
from referee.reports.document import Code, Outline, Para, Point, Section, Table
from referee.reports.rulebook import rulebook, rules_text
from referee.reports.spans import Rule, Strong, Words
from referee.reports.text import stacked
from tests.reports.high_card import high_card


def as_text(lines: list[str]) -> list[str]:
    """Set what Markdown says in 72 columns."""
    return wrap.layout("\n".join(stacked(markdown.read(lines)))).strip("\n").split("\n")


CHAPTER = """\
HC-1 PLAYING

- HC-1.1 Everybody plays one card; the highest wins the round, whoever
  sits wherever and whatever was played before.
  - HC-1.11 Equal cards win nothing.
- HC-1.2 A played card is gone.
- Ruling HC-R1 (who is first?): the seat named first."""

RULE = """\
- HC-1.1 Everybody plays one card; the highest wins the round, whoever
  sits wherever and whatever was played before.
  - HC-1.11 Equal cards win nothing."""

CHAPTERS = """\
- HC-1 Playing
- HC-2 Defaults
- HC-3 Options

Options, settled when a game is created; the usual value comes first:

  HC.CARDS: 9 or another from 5 to 9. How many cards there are (HC-3).
  HC.TIES: none or both. Who wins with equal cards (HC-1.11)."""

DEFAULTS = """\
HC-2 DEFAULTS

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
        (
            "HC.CARDS",
            "  HC.CARDS: 9 or another from 5 to 9. How many cards there are (HC-3).\n\n- Option HC.CARDS=9 (5-9).",
        ),
        ("", CHAPTERS),
        ("whoever sits", RULE),
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


def test_a_wide_table_wraps_its_widest_column() -> None:
    table = ["| # | decision | order |", "|---|---|---|", f"| 1 | {'which card ' * 5}| PLAY n, {'or so ' * 5}|"]

    assert as_text(table) == [
        "  #  decision                      order",
        "  1  which card which card which   PLAY n, or so or so or so or so or so",
        "     card which card which card",
    ]


def test_marks_and_rulers_are_left_out() -> None:
    assert as_text(["## **Bold** `code`", "=====", "text"]) == ["BOLD CODE", "", "text"]


def test_a_part_is_found_by_its_tables_column(tmp_path: Path) -> None:
    rules = high_card(tmp_path)
    text = (tmp_path / "RULES.md").read_text(encoding="utf-8")
    (tmp_path / "RULES.md").write_text(text.replace("HC-2 Defaults", "HC-2 Decisions"), encoding="utf-8")
    rulebook.cache_clear()

    assert rules_text(rules, "DEFAULTS")[0] == "HC-2 DECISIONS"


def test_what_was_cut_into_lines_is_put_back_together_but_not_between_fences() -> None:
    text = ["- HC-1 One rule", "  that goes on.", "HC-2 Another", "one.", "", "```", "PLAY 7", "PLAY 8", "```"]

    assert as_text(text) == [
        "- HC-1 One rule that goes on.",
        "",
        "HC-2 Another one.",
        "",
        "    PLAY 7",
        "    PLAY 8",
    ]


NUMBERED = """\
# Rules

## R-1 to R-2: rulings
- **R-1** One thing, and
  X7 is part of it.
- **R-2** Another. Options `most_cards`, `sun=on`.

## Steps
- **B7** The seizer sits down.
- D3 your lowest card.
- **AM-C1** The first card.
- **AM-C13** Death, `another` word.

| `most_cards` | 1, 2 |
"""


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("R-1", "- R-1 One thing, and X7 is part of it."),
        ("r-2", "- R-2 Another. Options most_cards, sun=on."),
        ("B7", "- B7 The seizer sits down."),
        ("D3", "- D3 your lowest card."),
        ("AM-C1", "- AM-C1 The first card."),
        ("AM-C13", "- AM-C13 Death, another word."),
        ("X7", "- R-1 One thing, and X7 is part of it."),
        ("seizer", "- B7 The seizer sits down."),
    ],
)
def test_numbers_of_every_form_are_found(tmp_path: Path, asked: str, said: str) -> None:
    (tmp_path / "NUMBERED.md").write_text(NUMBERED, encoding="utf-8")

    assert as_text(rulebook(tmp_path / "NUMBERED.md").part(asked)) == [said]


DEFINED = """# Defined

## Words

- *Vassal*, *follower*: one who pays
  the lord.
- **AM-1** Of a vassal.

## Vassals and others

- AM-2 What they do.
"""


@pytest.mark.parametrize(("asked", "more"), [("vassals", "- AM-2 What they do."), ("Follower", ""), ("lord", "")])
def test_what_a_word_means_is_said_first(tmp_path: Path, asked: str, more: str) -> None:
    (tmp_path / "DEFINED.md").write_text(DEFINED, encoding="utf-8")

    said = as_text(rulebook(tmp_path / "DEFINED.md").part(asked))

    assert said[0] == "- *Vassal*, *follower*: one who pays the lord."
    assert [line for line in said[1:] if line.startswith("- ")] == ([more] if more else [])


@pytest.mark.parametrize(("asked", "named"), [("most_cards", 2), ("sun", 1), ("another", 0)])
def test_an_option_is_named_with_or_without_its_value(tmp_path: Path, asked: str, named: int) -> None:
    (tmp_path / "NUMBERED.md").write_text(NUMBERED, encoding="utf-8")

    assert len(rulebook(tmp_path / "NUMBERED.md").naming(asked)) == named


def test_headings_lists_tables_and_code_are_blocks() -> None:
    text = [
        "## One", "Words.", "", "- first", "  - inner", "- second", "", "### Deeper", "| a | b |", "|---|---|",
        "| 1 | 2 |", "", "1. a step", "", "```", "PLAY 7", "```", "## Two", "End.",
    ]  # fmt: skip

    assert markdown.read(text) == (
        Section("One", (
            Para(("Words.",)),
            Outline((Point("first"), Point("inner", "-", 1), Point("second"))),
            Section("Deeper", (
                Table((("a", "b"), ("1", "2")), header=True), Outline((Point("a step", "1."),)), Code(("    PLAY 7",)),
            ), 2),
        )),
        Section("Two", (Para(("End.",)),)),
    )  # fmt: skip


def test_numbers_of_rules_and_what_is_bold_are_spans() -> None:
    (found,) = markdown.read(["- **RC-8.5** Who has an Ace **must** play it (RC-8.6, **not RC-2**); A-2-3 `wins`."])

    assert found == Outline(
        (
            Point(
                Words(
                    (
                        Rule("RC-8.5"), " Who has an Ace ", Strong("must"), " play it (", Rule("RC-8.6"), ", ",
                        Strong("not RC-2"), "); A-2-3 wins.",
                    )
                )
            ),
        )
    )  # fmt: skip


def test_the_whole_rulebook_comes_on_request_and_its_start_is_named_first(tmp_path: Path) -> None:
    rules = high_card(tmp_path)
    text = (tmp_path / "RULES.md").read_text(encoding="utf-8")
    more = "\n".join(f"- HC-{n} Rule {n}." for n in range(100, 300))
    (tmp_path / "RULES.md").write_text(f"{text}\n{more}\n\n## Start\n\nLay your best card.\n", encoding="utf-8")
    rulebook.cache_clear()

    whole = rules_text(rules, "all")

    assert [line for line in whole if "Rule 299" in line or "There is more" in line] == ["- HC-299 Rule 299."]
    assert rules_text(rules, "START") == ["START", "", "Lay your best card."]
    assert rules_text(rules, "")[:2] == ["- Start", "- HC-1 Playing"]
    rulebook.cache_clear()
