"""A campaign that was begun before receipts were signed goes on, and signs them from its next start on."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from referee.archive.receipt import Receipt, covered, is_true, read
from referee.engine.audience import Seat
from referee.games.wizards_duel import RULESET
from referee.service.campaign.campaign import Campaign
from referee.store import migrations, orders
from tests.cli.conftest import run

BEFORE = Path(__file__).with_name("begun_before_receipts_were_signed.tar.gz")
"""A backup of one whose duel had a turn behind it, and orders of Anna for the next: made by `referee backup make`."""


def test_a_campaign_from_before_goes_on_and_has_a_key(tmp_path: Path) -> None:
    folder = tmp_path / "autumn"
    run("backup", "restore", str(BEFORE), str(folder))
    key = run("game", "show", "duel", "--json", folder=folder).data["public_key"]
    sent = run("orders", "send", "duel", "Bruno", "-l", "LEAD HIGHEST", folder=folder)
    said = [run(*words, folder=folder) for words in (("turn", "run", "duel"), ("archive", "verify", "duel"))]

    assert len(bytes.fromhex(key)) == 32
    assert (sent.code, [one.code for one in said]) == (0, [0, 0])
    beside = f"played under edition 1; this program has {RULESET.edition}, and the earlier rules beside it"
    assert said[1].out == f"duel: 3 steps are as they were written, {beside}.\n"
    assert run("game", "show", "duel", "--json", folder=folder).data["public_key"] == key
    (copy,) = (folder / "backups").glob("referee-0001-*.db")
    assert migrations.revision(copy) == "0001"
    assert given(folder) == [
        ("1-ANNA-1, 9XEG-N91E-3DX9", False),
        ("2-ANNA-1, 8TBF-GGZN-RQFM", False),
        (sent.out.rpartition("Receipt ")[2].removesuffix(".\n"), True),
    ]
    with Campaign.open(folder) as campaign, campaign.reading() as work:
        newest = orders.latest_row(work.tx, 1, Seat("Bruno"))
        assert newest is not None
        assert newest.proof is not None
        made = Receipt(
            "duel", newest.receipt, newest.received_at, covered(orders.on_file_from(newest.on_file), newest.step)
        )
        assert made.lines == ((2, "LEAD HIGHEST"),)
        assert is_true(made, read([newest.proof]), bytes.fromhex(key))


def test_a_backup_carries_the_key(folder: Path, tmp_path: Path) -> None:
    key = run("game", "show", "duel", "--json", folder=folder).data["public_key"]
    run("backup", "make", str(tmp_path / "all.tar.gz"), folder=folder)
    run("backup", "restore", str(tmp_path / "all.tar.gz"), str(tmp_path / "again"))

    assert run("game", "show", "duel", "--json", folder=tmp_path / "again").data["public_key"] == key


def given(folder: Path) -> list[tuple[str, bool]]:
    """The receipts that were given, and whether they are signed."""
    with closing(sqlite3.connect(folder / "referee.db")) as database:
        return database.execute("SELECT receipt, proof IS NOT NULL FROM orders ORDER BY id").fetchall()
