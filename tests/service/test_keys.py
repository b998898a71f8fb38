"""The keys in reply addresses: in no text that goes out, and changed when one may be known."""

from __future__ import annotations

from sqlmodel import select

from referee.service.gm.announcements import Announce
from referee.service.post.blotting import BLOT, blotted
from referee.service.post.tokens import rotate
from referee.service.rounds.command import carry_out
from referee.store import mails
from referee.store.tables import MailRow, TokenRow
from tests.service.world import World


def keys_of(world: World) -> set[str]:
    """Return every living key, of reply addresses and of return paths."""
    with world.campaign.store.reading() as tx:
        alive = {row.token for row in tx.exec(select(TokenRow)) if row.dead_at is None}
        return alive | {row.return_token for row in tx.exec(select(MailRow)) if row.return_token}


def test_a_living_key_is_blotted_out_however_it_is_written(world: World) -> None:
    key, other = world.token("Ana"), "0" * 24
    written = [
        f"write to orders+{key}@referee.example!",
        f"mailto:orders%2B{key}@referee.example",
        f"the key is {key.upper()}.",
        f"xx{key}yy{key}",
        f"<{key.replace('0', 'o').replace('1', 'l')}>",
        f"orders+{other}@referee.example and {'f' * 64}",
    ]

    with world.campaign.store.reading() as tx:
        found = [blotted(tx, text) for text in written]

    assert found == [
        f"write to {BLOT}!",
        f"mailto:{BLOT}",
        f"the key is {BLOT}.",
        f"xx{BLOT}yy{BLOT}",
        f"<{BLOT}>",
        written[-1],
    ]


def test_no_letter_of_any_kind_holds_a_key_but_in_its_readers_reply_address(world: World) -> None:
    world.write("Bob", "LEAD LOWEST")
    world.tick()
    [receipt] = world.mails()
    key, back = world.token("Ana"), receipt.reply_to
    words = f"LEAD {key}\nTO Bob: answer to {back}\nTO ALL: my key is {key}\nHELP\nSTATUS\nRULES\nRESEND\n{key}"
    world.write("Ana", words)
    carry_out(world.campaign, Announce(text=f"Somebody wrote to orders+{key}@referee.example"), "duel")
    world.arrive(world.letter("LEAD LOWEST", "eve@elsewhere.example"), world.reply_address("Bob"))
    world.arrive(world.letter("x", "ana@players.example"), "referee@referee.example", "ana@players.example")
    world.tick()
    mails = world.mails()
    world.clock.forward(hours=9)
    world.tick()
    mails += world.mails()
    world.game("second", start=False)
    mails += world.mails()
    rotate(world.campaign, "duel", "Ana")
    mails += world.mails()

    keys = keys_of(world)
    kinds = {one.message["Message-ID"].split(".")[4] for one in mails}
    wanted = "press notice receipt report refusal help rules again gm_5fturn invitation".split()
    assert set(wanted) <= kinds
    for one in mails:
        head = "\n".join(f"{n}: {v}" for n, v in one.message.items() if n not in ("Reply-To", "List-Unsubscribe"))
        assert not [key for key in keys if key in (head + one.body).lower()], one.subject
    readers = {one.reply_to: one.to for one in mails if one.message["Reply-To"]}
    assert all(readers[one.reply_to] == one.to for one in mails if one.message["Reply-To"])


def test_after_a_change_of_keys_the_old_one_is_refused_and_the_new_one_counts(world: World) -> None:
    old = world.reply_address("Ana")
    with world.campaign.store.reading() as tx:
        waiting = mails.waiting_of(tx, world.row().id, "Ana")

    _, died = rotate(world.campaign, "duel", "Ana")

    [told] = world.mails()
    stale = world.arrive(world.letter("LEAD LOWEST", "ana@players.example"), old, "ana@players.example")
    world.tick()
    [refused] = world.mails()
    fresh = world.arrive(world.letter("LEAD HIGHEST", "ana@players.example"), told.reply_to, "ana@players.example")
    world.tick()
    assert (waiting, died) == ([], 2)
    assert told.subject == "[The duel] your address for answers has changed"
    assert (world.outcome(stale), world.outcome(fresh)) == ("no token", "orders filed")
    assert refused.reply_to == told.reply_to == world.reply_address("Ana") != old
    assert world.on_file("Ana") == ("LEAD HIGHEST",)


def test_a_letter_that_waits_to_be_sent_has_the_new_key(world: World) -> None:
    world.write("Bob", "TO Ana: hello")
    world.tick()

    rotate(world.campaign, "duel", "Ana")

    mine = {one.reply_to for one in world.mails() if one.to == "ana@players.example"}
    assert mine == {world.reply_address("Ana")}
