"""A receipt that a player sends on is found true, or what differs is said, whatever program sent it."""

from __future__ import annotations

import json
from base64 import b32encode, b64encode, urlsafe_b64encode
from email.message import EmailMessage
from email.policy import SMTP
from pathlib import Path
from zipfile import ZipFile

import pytest

from referee.engine.errors import SetupError
from referee.mail.clients import STYLES, reply
from referee.service.campaign.campaign import Campaign
from referee.service.people import personal_data
from referee.service.records.bundles import export
from referee.service.records.overview import game_page
from referee.service.records.receipts import HEAD, NOTHING, OfReceipt, checked
from referee.service.upkeep import backups
from referee.store.tables import OrdersRow
from tests.service.world import Mail, World

ORDERS = "LEAD HIGHEST\nREPLY IF LED >= 15 CALL\nREPLY CHEAPEST WIN, LOWEST\nTURN 2 LEAD LOWEST\nLAED 3"
COVERED = (
    (1, "LEAD HIGHEST"), (1, "REPLY IF LED >= 15 CALL"), (1, "REPLY CHEAPEST WIN, LOWEST"), (2, "LEAD LOWEST"),
)  # fmt: skip
TRUE = (
    "Receipt 1-ANA-1 of duel is true. The letter came Tue 2026-11-24 12:00:00 (UTC), and it proves the orders below and"
    " nothing else."
)


def receipt_in(world: World) -> Mail:
    """Let Ana send orders, and return the receipt."""
    world.quiet().write("Ana", ORDERS)
    world.tick()
    [receipt] = world.mails()
    return receipt


def only(world: World, data: bytes, key: str = "") -> OfReceipt:
    [found] = checked(data, world.campaign, key)
    return found


@pytest.mark.parametrize("style", sorted(STYLES))
def test_a_receipt_that_was_answered_or_forwarded_is_true(world: World, style: str) -> None:
    receipt = receipt_in(world)
    sent = reply(style, receipt.message.as_bytes(), ["Look."], "Ana <ana@players.example>", date=world.clock.now())

    found = only(world, sent)

    assert (found.true, found.words, covers(found)) == (True, (TRUE,), COVERED)


def test_it_is_true_as_it_came_as_text_as_a_page_and_as_an_attachment(world: World) -> None:
    receipt = receipt_in(world)
    forward = EmailMessage(policy=SMTP)
    forward["From"], forward["Subject"] = "ana@players.example", "Fwd: my receipt"
    forward.set_content("Here it is.")
    forward.add_attachment(receipt.message)

    for data in (receipt.message.as_bytes(), receipt.body.encode(), receipt.page.encode(), forward.as_bytes()):
        assert only(world, data).words == (TRUE,)


def test_whoever_has_the_key_needs_no_campaign(world: World) -> None:
    receipt = receipt_in(world)
    with world.campaign.reading() as work:
        key = world.campaign.public_key(work.tx).hex()

    assert checked(receipt.body.encode(), None, key)[0].words == (TRUE,)
    other = "The campaign with this key did not sign it"
    [found] = checked(receipt.body.encode(), None, "00" * 32)
    assert (found.true, found.words[0]) == (False, "Receipt 1-ANA-1 of duel is not true.")
    assert other[4:] in found.words[1]


@pytest.mark.parametrize("key", ["", "00", "zz" * 32])
def test_a_key_must_be_one(world: World, key: str) -> None:
    body = receipt_in(world).body.encode()

    with pytest.raises(SetupError, match="key"):
        checked(body, None, key)


def test_a_text_without_a_receipt_is_told_so(world: World) -> None:
    with pytest.raises(SetupError, match="There is no receipt in it"):
        checked(b"LEAD HIGHEST\n", world.campaign)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("LED >= 15", "LED >= 16", "Order 2 of the 4 that it covers does not stand in this text as signed."),
        ("LEAD ", "LAED ", "Orders 1 and 4 of the 4 that it covers do not stand in this text as signed."),
        ("1-ANA-1", "1-ANA-2", HEAD),
    ],
)
def test_what_differs_is_said_and_what_is_on_file_only_when_that_is_not_sealed(
    world: World, old: str, new: str, said: str
) -> None:
    body = receipt_in(world).body.replace(old, new).encode()

    found = only(world, body)

    assert (found.true, covers(found), found.on_file) == (False, (), ())
    assert found.words[1:] == (said,)


def test_one_with_the_code_of_another_receipt_has_nothing_of_its_proof(world: World) -> None:
    body = receipt_in(world).body
    code = body.partition("of duel, ")[2][:14]

    found = only(world, body.replace(code, "0000-0000-0000").encode())

    assert (found.true, found.words[1:]) == (False, (NOTHING,))


def test_a_game_that_is_over_shows_what_is_on_file_beside_what_was_changed(world: World) -> None:
    body = receipt_in(world).body
    over(world)

    found = only(world, body.replace("LED >= 15", "LED >= 16").encode())

    assert (found.true, tuple((one.turn, one.order) for one in found.on_file)) == (False, COVERED)


def test_a_true_one_that_was_not_the_last_is_said_to_be_so(world: World) -> None:
    body = receipt_in(world).body.encode()
    world.clock.forward(hours=1)
    world.write("Ana", "LEAD LOWEST")
    world.tick()

    found = only(world, body)

    assert found.words == (TRUE, "It was not the last: revision 2 came 2026-11-24 13:00:00 (UTC).")


def test_one_whose_revision_is_gone_speaks_of_a_backup(world: World) -> None:
    body = receipt_in(world).body.encode()
    with world.campaign.writing() as work:
        work.tx.delete(work.tx.get(OrdersRow, 1))

    assert "restored from a backup" in only(world, body).words[1]


def test_one_from_before_receipts_were_signed_is_checked_by_its_code_once_the_game_is_open(world: World) -> None:
    body = receipt_in(world).body
    old = body[: body.index(" Keep it as")].replace(" of duel", "")
    sealed = only(world, old.encode())
    over(world)

    opened, changed = only(world, old.encode()), only(world, old.replace("CHEAPEST", "HIGHEST").encode())

    assert (sealed.true, sealed.words[1][:49]) == (False, "The code can be checked once the game is over and")
    assert (opened.true, covers(opened)) == (True, COVERED[:3])
    assert opened.words == (
        "Receipt 1-ANA-1 of duel is true by its code: it was given before receipts were signed, and the game is over.",
    )
    assert (changed.true, changed.words[1]) == (
        False,
        "Its code stands for orders that are not in this text: REPLY CHEAPEST WIN, LOWEST",
    )


def test_the_key_that_signs_leaves_the_campaign_nowhere_but_in_a_backup(world: World, tmp_path: Path) -> None:
    world.quiet().write("Ana", ORDERS)
    world.tick()
    sent = [mail.message.as_bytes() for mail in world.mails()]
    over(world)
    export(world.campaign, "duel", tmp_path / "duel.zip")
    with ZipFile(tmp_path / "duel.zip") as bundle:
        files = [bundle.read(name) for name in bundle.namelist()]
    person = json.dumps(personal_data.export(world.campaign, "ana@players.example", unseal=True)).encode()
    shown = repr((game_page(world.campaign, "duel"), world.campaign)).encode()
    with world.campaign.reading() as work:
        key, public = world.campaign.signing_key(work.tx), world.campaign.public_key(work.tx)

    written = [key, key.hex().encode(), b64encode(key)[:40], urlsafe_b64encode(key)[:40], b32encode(key).lower()[:48]]
    everything = [*sent, *files, person, shown]
    assert [form for form in written if any(form in one or form in one.lower() for one in everything)] == []
    assert any(public.hex().encode() in one for one in files)
    backups.make(world.campaign.settings.folder, tmp_path / "all.tar.gz", now=world.clock.now())
    backups.restore(tmp_path / "all.tar.gz", tmp_path / "again")
    with Campaign.open(tmp_path / "again") as again, again.reading() as work:
        assert again.signing_key(work.tx) == key


def covers(found: OfReceipt) -> tuple[tuple[int, str], ...]:
    return tuple((one.turn, one.order) for one in found.covers)


def over(world: World) -> None:
    """Let the GM end the game."""
    from referee.store.games import named
    from referee.store.tables import Status

    with world.campaign.writing() as work:
        row = named(work.tx, "duel")
        assert row is not None
        work.tx.change(row, status=Status.OVER)
