"""A receipt is checked at the command line: in the campaign's folder, or anywhere with its key."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.cli.conftest import Referee, run


@pytest.fixture
def receipt(referee: Referee, folder: Path) -> str:
    """A receipt of Anna's as she has it."""
    referee("orders", "send", "duel", "Anna", "-l", "LEAD HIGHEST", "-l", "REPLY CHEAPEST WIN", "-l", "TURN 3 DRAW")
    with closing(sqlite3.connect(folder / "referee.db")) as database:
        code, proof = database.execute("SELECT receipt, proof FROM orders").fetchone()
    name, _, letters = code.partition(", ")
    return (
        "  1  LEAD HIGHEST\n  2  REPLY CHEAPEST WIN  (standing)\n\nOn file for turn 3:\n\n     DRAW\n\n"
        f"Receipt {name} of duel, {letters}. Keep it as your proof:\n\n  {proof}\n"
    )


def test_a_true_one_is_said_to_be_true_with_what_it_covers(referee: Referee, receipt: str) -> None:
    said = referee("receipt", "check", stdin=receipt)

    first, *rest = said.out.splitlines()
    assert said.code == 0
    assert first.startswith("Receipt 1-ANNA-1 of duel is true. The letter came ")
    assert rest == [
        "It covers:", "  turn 1", "    1  LEAD HIGHEST", "    2  REPLY CHEAPEST WIN", "  turn 3", "    1  DRAW",
    ]  # fmt: skip


def test_one_that_was_changed_is_not_and_the_exit_code_says_so(referee: Referee, receipt: str, tmp_path: Path) -> None:
    file = tmp_path / "shown.txt"
    file.write_text(receipt.replace("CHEAPEST", "HIGHEST"), encoding="utf-8")

    said = referee("receipt", "check", str(file))

    assert (said.code, said.out) == (
        1,
        "Receipt 1-ANNA-1 of duel is not true.\n"
        "Order 2 of the 3 that it covers does not stand in this text as signed.\n",
    )


def test_with_the_key_no_campaign_is_needed(referee: Referee, receipt: str) -> None:
    key = referee("game", "show", "duel", "--json").data["public_key"]

    said = run("receipt", "check", "--key", key, "--json", stdin=receipt)
    without = run("receipt", "check", stdin=receipt)

    assert (said.code, [one["true"] for one in said.data]) == (0, [True])
    assert said.data[0]["covers"] == [
        {"turn": 1, "order": "LEAD HIGHEST"}, {"turn": 1, "order": "REPLY CHEAPEST WIN"}, {"turn": 3, "order": "DRAW"},
    ]  # fmt: skip
    assert (without.code, without.err[:22]) == (2, "Whose receipt is it? N")


def test_a_dispute_is_printed_or_written_into_a_file_and_sealed_until_one_asks(
    referee: Referee, receipt: str, tmp_path: Path
) -> None:
    out = tmp_path / "turn.html"

    sealed = referee("dispute", "duel", "1", "Anna")
    printed = referee("dispute", "duel", "1", "Anna", "--unseal")
    written = referee("dispute", "duel", "1", "--unseal", "--format", "html", "--out", str(out))

    assert (sealed.code, sealed.out, "are sealed until duel is over. Add --unseal" in sealed.err) == (2, "", True)
    assert (printed.code, "  1  LEAD HIGHEST\n  2  REPLY CHEAPEST WIN\n" in printed.out) == (0, True)
    assert (written.code, written.out) == (0, f"It is in {out}.\n")
    assert "<h1" in out.read_text(encoding="utf-8")
