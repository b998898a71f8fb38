"""A letter's text is packed beside its document, and read whichever way it was kept."""

from __future__ import annotations

import zlib
from dataclasses import replace
from pathlib import Path

import pytest
from sqlmodel import col, select

from referee.store import integrity, migrations, outbox, reports
from referee.store.database import Store
from referee.store.reports import Composed, Envelope
from referee.store.tables import ReportRow
from tests.store.campaign import HOUR, NOW, PROGRAM, around, invited, letters, play, started
from tests.store.toy import BO

SAID = "Dear Bo,\n\nyou draw the Five of Cups; Ana leads the Ten of Swords, and the throne is hers.\n"
DOCUMENT = f'{{"blocks":[{{"text":"{SAID[10:-1]}"}}],"subject":"Turn 1"}}'
LONG = "".join(f"Line {n} says what befell {n * 7919 % 1000} of them.\n" for n in range(40_000))


def letter(number: int, body: str, document: str) -> Composed:
    """A letter to Bo that goes out."""
    envelope = Envelope(message_id=f"<{number}@x>")
    return Composed(
        seat=BO, kind="news", number=number, subject="News", body=body, document=document, envelope=envelope
    )


def kept(store: Store, *written: tuple[str, str]) -> int:
    """Keep letters with these texts and documents; return their game."""
    with store.writing() as tx:
        game = invited(tx)
        found = [letter(number, *one) for number, one in enumerate(written, 1)]
        reports.keep(tx, game, 0, found, made_at=NOW)
    return game


def make_older(store: Store) -> None:
    """Pack the texts of letters as they were packed at first: by themselves."""
    with store.writing() as tx:
        for row in tx.exec(select(ReportRow)).all():
            row.packed_body = zlib.compress(row.body.encode(), 1)
            tx.add(row)


@pytest.mark.parametrize(
    ("body", "document"),
    [(SAID, DOCUMENT), (SAID, ""), ("", DOCUMENT), ("", ""), (LONG, DOCUMENT), (SAID, LONG), (LONG, LONG)],
    ids=["a letter", "no document", "no text", "nothing", "a huge text", "a huge document", "both huge"],
)
def test_a_letter_is_read_and_sent_as_it_was_written(store: Store, body: str, document: str) -> None:
    game = kept(store, (body, document))

    with store.writing() as tx:
        (row,), (mail,) = reports.of_step(tx, game, 0), outbox.claim(tx, "sender", NOW, lease=HOUR)
    assert (row.body, row.document) == (body, document)
    assert (mail.body, mail.document) == (body, document)


def test_a_letter_kept_before_stands_beside_a_new_one(store: Store) -> None:
    game = kept(store, (SAID, DOCUMENT))
    make_older(store)
    with store.writing() as tx:
        reports.keep(tx, game, 0, [letter(2, SAID, DOCUMENT)], made_at=NOW)

    with store.writing() as tx:
        old, new = reports.of_step(tx, game, 0)
        mails = outbox.claim(tx, "sender", NOW, lease=HOUR)
    assert (old.body, new.body) == (SAID, SAID)
    assert [mail.body for mail in mails] == [SAID, SAID]
    assert zlib.decompress(old.packed_body).decode() == SAID
    assert 2 * len(new.packed_body) < len(old.packed_body)


def test_steps_kept_before_and_after_are_whole_together(store: Store) -> None:
    game = started(store, 1)
    make_older(store)
    with store.writing() as tx:
        play(tx, game, 2, letters=[replace(one, document=DOCUMENT) for one in around(2).letters])

    with store.reading() as tx:
        assert integrity.verify(tx, game) is None


@pytest.mark.parametrize("changed", ["body = substr(body, 1, length(body) - 5)", "document = X'789c030000000001'"])
def test_a_letter_that_lost_its_end_or_its_document_is_damaged(store: Store, changed: str) -> None:
    game = started(store, 1)
    with store.writing() as tx:
        play(tx, game, 2, letters=[replace(one, document=DOCUMENT) for one in letters(2)])
    with store.writing() as tx:
        tx.connection().exec_driver_sql(f"UPDATE report SET {changed} WHERE step = 2")

    with store.reading() as tx:
        row = tx.exec(select(ReportRow).where(ReportRow.step == 2).order_by(col(ReportRow.id))).first()
        broken = integrity.verify(tx, game)
    assert broken is not None
    assert broken.problem.startswith("it cannot be read")
    assert row is not None
    with pytest.raises(zlib.error):
        _ = row.body


def test_letters_of_a_database_of_before_are_not_touched(tmp_path: Path) -> None:
    path = tmp_path / "referee.db"
    migrations.bring_up_to_date(path, now=NOW, program=PROGRAM, new=True, head="0005")
    with Store(path) as older:
        game = kept(older, (SAID, DOCUMENT))
        make_older(older)

    with Store.open(path, now=NOW, program=PROGRAM) as store, store.reading() as tx:
        assert [row.body for row in reports.of_step(tx, game, 0)] == [SAID]
    assert migrations.revision(path) == migrations.HEAD
