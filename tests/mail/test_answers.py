"""Whole answers as programs of many kinds and languages write them: no order is lost, and none comes from elsewhere."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from referee.mail.letter import read
from referee.mail.quoting import Label, classify

ANSWERS: dict[str, dict[str, Any]] = yaml.safe_load(
    (Path(__file__).parent / "answers.yaml").read_text(encoding="utf-8")
)
TOP = "From: Ana <ana@players.test>\r\nTo: game1+k7f3q@referee.test\r\nSubject: Re: [Siege] Turn 3\r\n"
ORDERS = ["LEAD HIGHEST", "DRAW THREE", "TO Bob: see you there"]
REPORT = [
    "SIEGE PERILOUS Turn 3, for CORWIN",
    "Your orders so far:",
    "LEAD 9 CUPS",
    "ATTACK Bob WITH 3C",
    "Deadline Sat 18:00 UTC.",
]
MEANT = {"$ORDERS": ORDERS, "$REPORT": REPORT, "$QUOTED": [f"> {line}" for line in REPORT]}
REFEREE = "Referee of the Game <game1+k7f3q@referee.test>"


def whole(lines: list[str]) -> list[str]:
    """The lines with what their short words stand for."""
    return [full.replace("$REFEREE", REFEREE) for line in lines for full in MEANT.get(line, [line])]


@pytest.mark.parametrize("name", ANSWERS)
def test_what_was_written_in_an_answer_is_new_and_nothing_else(name: str) -> None:
    answer = ANSWERS[name]
    head = f"{TOP}Content-Type: text/{answer.get('kind', 'plain')}; charset=utf-8\r\n\r\n"
    letter = read((head + "\r\n".join(whole(answer["lines"])) + "\r\n").encode())

    labelled = classify(letter.lines, own=["game1@referee.test"], subject=letter.subject)
    new = [" ".join(line.text.split()) for line in labelled if line.label is Label.NEW]

    assert (letter.problem, letter.error, letter.disagrees) == (None, None, None)
    assert new == whole(answer.get("new", ["$ORDERS"]))
