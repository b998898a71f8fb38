"""Answers as many programs write them, in many languages: no order is lost, and none that is quoted counts."""

import json
from html import escape
from pathlib import Path

import pytest
import yaml

from referee.mail.letter import read
from referee.mail.quoting import Label, classify

PROGRAMS = yaml.safe_load((Path(__file__).parent / "programs.yaml").read_text(encoding="utf-8"))
ODD = Path(__file__).parent / "odd"
EXPECTED: dict[str, dict[str, list[str]]] = json.loads((ODD / "expected.json").read_text(encoding="utf-8"))
HEADERS: dict[str, str] = PROGRAMS["headers"]
LEADS: dict[str, str] = PROGRAMS["attributions"]
FORWARDS: dict[str, str] = PROGRAMS["forwards"]

TOP = "From: Anna <anna@players.test>\r\nTo: game1+k7f3q@referee.test\r\nMessage-ID: <1@players.test>\r\n"
OLD = ["A PAR HOLD", "F BRE HOLD"]
ORDERS = ["A PAR-BUR", "F BRE-MAO", "A MAR S A PAR-BUR"]
REPORT = ["Your orders so far for turn 3:", *OLD, "Deadline Sat 18:00 UTC."]
QUOTED = [f"> {line}" for line in REPORT]


def new(*lines: str, kind: str = "plain") -> list[str]:
    """What counts as written now in a letter of these lines, bare of spaces at its ends."""
    head = f"{TOP}Content-Type: text/{kind}; charset=utf-8\r\n\r\n"
    letter = read(f"{head}{chr(10).join(lines)}\n".encode())
    assert (letter.problem, letter.error) == (None, None)
    return [" ".join(line.text.split()) for line in classify(letter.lines) if line.label is Label.NEW]


def on_a_page(*lines: str) -> str:
    return "<br>".join(escape(line, quote=False) for line in lines)


@pytest.mark.parametrize("name", HEADERS)
def test_below_a_block_of_headers_nothing_is_new(name: str) -> None:
    block = HEADERS[name].split("\n")

    assert new(*ORDERS, "", *block, "", *REPORT) == ORDERS
    assert new(*ORDERS, "", "-- ", "Anna", "", *block, "", *REPORT) == ORDERS


@pytest.mark.parametrize("name", HEADERS)
def test_nor_is_it_on_a_page(name: str) -> None:
    block = on_a_page(*HEADERS[name].split("\n"))
    page = f"{''.join(f'<div>{order}</div>' for order in ORDERS)}<div>{block}</div><p>{on_a_page(*REPORT)}</p>"

    assert new(page, kind="html") == ORDERS


@pytest.mark.parametrize("name", HEADERS)
def test_but_answers_to_lines_that_are_marked_below_it_are(name: str) -> None:
    block = HEADERS[name].split("\n")
    between = [QUOTED[0], ORDERS[0], QUOTED[1], "", ORDERS[1], "", *QUOTED[2:], ORDERS[2]]

    assert [line for line in new(*block, "", *QUOTED, "", *ORDERS, "", "-- ", "Anna") if line not in block] == ORDERS
    assert [line for line in new(*block, "", *between) if line not in block] == ORDERS
    assert new(*ORDERS, "", *block, "", REPORT[0], *QUOTED[1:], "F SPA-POR") == ORDERS


def test_nor_need_there_be_more_than_a_line_that_says_what_follows() -> None:
    assert new("-----Original Message-----", *QUOTED, "", *ORDERS) == ORDERS
    assert new(*ORDERS, "", "-----Original Message-----", *REPORT, "F SPA-POR") == ORDERS


@pytest.mark.parametrize("name", LEADS)
def test_answers_above_below_and_between_are_found(name: str) -> None:
    lead = LEADS[name].split("\n")
    between = [QUOTED[0], ORDERS[0], QUOTED[1], "", ORDERS[1], "", *QUOTED[2:], ORDERS[2]]

    assert [line for line in new(*ORDERS, "", *lead, "", *QUOTED) if line not in lead] == ORDERS
    assert [line for line in new(*lead, *QUOTED, "", *ORDERS, "", "-- ", "Anna") if line not in lead] == ORDERS
    assert [line for line in new(*lead, "", *between) if line not in lead] == ORDERS


@pytest.mark.parametrize("name", [name for name, lead in LEADS.items() if "@" in lead])
def test_where_an_address_stands_in_the_lead_quotes_need_no_marks(name: str) -> None:
    assert new(*ORDERS, "", *LEADS[name].split("\n"), "", *REPORT) == ORDERS


@pytest.mark.parametrize("name", FORWARDS)
def test_what_is_forwarded_is_never_new(name: str) -> None:
    forward = FORWARDS[name].split("\n")

    assert new(*ORDERS, "", *forward, "", *REPORT, "", "F SPA-POR") == ORDERS
    assert new(*ORDERS, "", "On 20/11/2026 10:14, Referee wrote:", *(f"> {line}" for line in forward)) == ORDERS


@pytest.mark.parametrize("footer", PROGRAMS["footers"])
def test_a_programs_own_line_is_nobodys_order_and_ends_nothing(footer: str) -> None:
    lead = "On 20/11/2026 09:14, Referee wrote:"

    assert new(ORDERS[0], "", footer, "", *ORDERS[1:], "", lead, *QUOTED) == ORDERS


@pytest.mark.parametrize("path", sorted(ODD.glob("*.eml")), ids=lambda path: path.stem)
def test_a_letter_that_is_built_oddly_loses_no_order(path: Path) -> None:
    expected = EXPECTED[path.stem]
    letter = read(path.read_bytes())

    found = [" ".join(line.text.split()) for line in classify(letter.lines) if line.label is Label.NEW]

    assert (letter.problem, letter.error, letter.sender) == (None, None, "anna@players.test")
    assert [order for order in expected["orders"] if " ".join(order.split()) not in found] == []
    assert [line for line in expected["phantom"] if " ".join(line.split()) in found] == []
