"""What reaches one player does not depend, by a byte, on what another keeps to themselves."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from email.policy import default
from pathlib import Path
from typing import Any

import pytest
from sqlmodel import select

from referee.engine.audience import Seat
from referee.engine.chance import Chance
from referee.service.gm.announcements import Announce
from referee.service.gm.deadlines import Extend
from referee.service.players import orders as by_hand
from referee.service.rounds.command import carry_out
from referee.store import orders
from referee.store.tables import TokenRow
from tests.service.processes import LUCK
from tests.service.world import REACHED, Mail, World

Deed = Callable[[World], object]

AS_SENT = default.clone(refold_source="none")

TOKEN = re.compile(r"orders\+([0-9a-z]{24})@")


def begun(folder: Path, **options: str) -> World:
    """Let a duel begin in a campaign of its own; luck and clock are the same in all of them."""
    world = World.made(folder)
    world.game(start=False, **options)
    world.quiet().settle_luck(LUCK)
    world.start()
    return world


def read_by(world: World, mails: Sequence[Mail], reader: str) -> list[bytes]:
    """Return the mails to one reader as bytes, in their order; each token is replaced by whose it is and for when."""
    with world.campaign.store.reading() as tx:
        owners = {row.token: f"<{row.seat} {row.step}>" for row in tx.exec(select(TokenRow))}
    return [
        TOKEN.sub(lambda found: owners[found[1]], mail.message.as_string(policy=AS_SENT)).encode()
        for mail in mails
        if mail.to == World.address(reader)
    ]


def ana_plays(world: World, *others: Deed) -> list[bytes]:
    """Let Ana do all sorts of things before the deadline, and others between them; return what she reads."""
    todo = list(others)
    mails: list[Mail] = []

    def others_turn() -> None:
        if todo:
            todo.pop(0)(world)
        world.tick()
        mails.extend(world.mails())
        world.clock.forward(minutes=10)

    others_turn()
    for text in ("LEAD LOWEST\nREPLY HIGHEST", "LAED 5X\nREPLY M19", "ADD\nROUND 2 LEAD KS", "STATUS", "RESEND\nHELP"):
        world.write("Ana", text)
        others_turn()
    world.write("Ana", "LEAD LOWEST", sender="ana@work.example")
    others_turn()
    world.arrive(world.letter("STATUS", "ana@players.example"), "orders@referee.example", "ana@players.example")
    others_turn()
    carry_out(world.campaign, Announce(text="The GM is on a journey."), "duel")
    others_turn()
    carry_out(world.campaign, Extend(time=world.clock.now().replace(hour=22).isoformat(), reason="A holiday."), "duel")
    others_turn()
    return read_by(world, mails, "Ana")


def bob(text: str, **how: Any) -> Deed:
    """Let Bob write something."""
    return lambda world: world.write("Bob", text, **how)


def by_the_gm(world: World) -> None:
    """Let the GM type what Bob told them."""
    by_hand.send(world.campaign, "duel", "Bob", ["LEAD HIGHEST"])


SECRETS: dict[str, tuple[Deed, ...]] = {
    "orders": (bob("LEAD HIGHEST\nREPLY LOWEST"),),
    "other orders, again and again": (bob("CALL NEVER"), bob("LEAD LOWEST"), bob("CLEAR"), bob("LEAD DRAW")),
    "a line that is no order": (bob("LAED HIGHEST"), bob("hm")),
    "resigning": (bob("RESIGN"),),
    "the flag": (bob("WAIT FLAG ON"), bob("WAIT FLAG OFF")),
    "words to the GM": (bob("TO GM: he cheats, I think"), bob("TO GM: " + "really " * 500)),
    "questions": (bob("HELP\nSTATUS\nRULES WD-6\nHISTORY 0\nRESEND"),),
    "a letter from elsewhere": (bob("LEAD LOWEST", sender="bob@work.example"), bob("YES")),
    "letters that cannot be read": (bob("", raw=b"From: bob@players.example\n\n"), bob("", raw=b"\xff\x00")),
    "a letter too large": (bob("x" * 2_000_000),),
    "the same letter twice": (
        bob("LEAD DRAW", Message_ID="<1@x>"),
        bob("LEAD DRAW", Message_ID="<1@x>", To="a@b.example"),
    ),
    "orders by the GM's hand": (by_the_gm,),
    "fifteen letters": tuple(bob(f"ROUND {n % 4 + 1} LEAD LOWEST") for n in range(15)),
}


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> list[bytes]:
    """Return what Ana reads when Bob does nothing."""
    world = begun(tmp_path_factory.mktemp("quiet"))
    found = ana_plays(world)
    world.campaign.close()
    return found


def test_ana_has_much_to_read(undisturbed: list[bytes]) -> None:
    subjects = [re.findall(rb"(?m)^Subject: (.*)$", wire)[0].decode() for wire in undisturbed]

    assert subjects == [
        "[The duel] Welcome: the game begins",
        "[The duel] Turn 1: your orders",
        "[The duel] Turn 1: your orders, 1 of 2 lines",
        "[The duel] Turn 1: your orders",
        "[The duel] Turn 1: your letter",
        "[The duel] Welcome: the game begins",
        "[The duel] The orders of Wizard's Duel",
        "[The duel] Turn 1: your letter",
        "[The duel] Was this you?",
        "[The duel] Your letter was not used",
        "[The duel] a word from the GM",
        "[The duel] the deadline was moved",
    ]


@pytest.mark.parametrize("deeds", SECRETS.values(), ids=SECRETS.keys())
def test_what_bob_does_before_the_deadline_changes_no_byte_for_ana(
    tmp_path: Path, undisturbed: list[bytes], deeds: Sequence[Deed]
) -> None:
    world = begun(tmp_path)

    assert ana_plays(world, *deeds) == undisturbed
    world.campaign.close()


def test_what_bob_holds_changes_no_byte_for_ana(
    tmp_path: Path, undisturbed: list[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = Chance.shuffled

    def otherwise(self: Chance, items: Sequence[Any], *purpose: str) -> list[Any]:
        return honest(self, items, *purpose, *(("otherwise",) if purpose == ("deck", "Bob") else ()))

    monkeypatch.setattr(Chance, "shuffled", otherwise)
    world = begun(tmp_path)

    assert ana_plays(world, bob("LEAD HIGHEST")) == undisturbed
    world.campaign.close()


def test_whether_bob_wrote_at_all_is_not_in_anas_report(tmp_path: Path) -> None:
    found = []
    for name, text in (("silent", ""), ("writing", "LEAD LOWEST\nREPLY CHEAPEST WIN\nPLAY ON 0\nTO GM: hello")):
        world = begun(tmp_path / name)
        world.write("Ana", "LEAD HIGHEST")
        if text:
            world.write("Bob", text)
        world.tick()
        world.clock.forward(hours=9)
        world.tick()
        found.append(read_by(world, world.mails(), "Ana"))
        world.campaign.close()

    assert found[0] == found[1]


def test_anas_reminder_is_the_same_whatever_bob_does(tmp_path: Path) -> None:
    found = []
    for name in ("", "orders", "the flag", "words to the GM"):
        world = begun(tmp_path / name, deadline="Fri 20:00 Europe/Berlin").quiet()
        for deed in SECRETS.get(name, ()):
            deed(world)
        world.tick()
        world.quiet().clock.forward(days=2, hours=12)
        world.tick()
        found.append(read_by(world, world.mails(), "Ana"))
        world.campaign.close()

    assert [b".duel.1.Ana.reminder.1@referee.example>" in wire for wire in found[0]] == [True]
    assert found == [found[0]] * 4


def whole_turns(world: World, turns: int) -> Iterator[list[Mail]]:
    """Play some turns with letters of all kinds, and give the mails of each."""
    for turn in range(turns):
        for seat, other in (("Ana", "Bob"), ("Bob", "Ana")):
            world.write(seat, f"LEAD LOWEST\nTO {other}: hello\nTO ALL: hello all\nTO GM: hello GM\nRESEND\nHELP")
        world.write("Ana", "LEAD LOWEST", sender="ana@work.example")
        world.tick()
        world.clock.forward(days=3 if turn % 2 else 4)
        world.tick()
        yield world.mails()


def test_every_mail_holds_its_readers_own_tokens_and_nobodys_address(tmp_path: Path) -> None:
    world = begun(tmp_path)
    mails = [*world.mails(), *(mail for turn in whole_turns(world, 3) for mail in turn)]

    with world.campaign.store.reading() as tx:
        owners = {row.token: row.seat for row in tx.exec(select(TokenRow))}
    texts = [(mail.to, mail.message.as_string() + mail.body) for mail in mails]
    found = {(to, owners[token]) for to, text in texts for token in TOKEN.findall(text)}
    named = {(to, one) for to, text in texts for one in re.findall(r"[\w.]+@(?:players|work)\.example", text)}

    assert found == {("ana@players.example", "Ana"), ("bob@players.example", "Bob"), ("gm@referee.example", "GM")}
    assert named == {
        ("ana@players.example", "ana@players.example"),
        ("ana@players.example", "ana@work.example"),
        ("bob@players.example", "bob@players.example"),
    }
    world.campaign.close()


def test_press_carries_its_words_and_the_seats_name_and_nothing_else_of_the_letter(world: World) -> None:
    world.write(
        "Bob",
        "TO Ana: have at you\n-- \nBob Builder, +49 30 1234567",
        From='"Robert Builder" <bob@players.example>',
        Subject="from the desk of Robert",
        Message_ID="<secret-host.local@bobs-laptop>",
        X_Mailer="Bobmail 3",
        User_Agent="Bobmail 3",
    )
    world.tick()

    [press] = [mail for mail in world.mails() if mail.to == "ana@players.example"]
    text = press.message.as_string()
    how = "To answer, send me a line TO Bob: and your words."
    assert press.body == f"Bob writes to you:\n\n  | have at you\n\n{how}\n\n{REACHED}\n"
    assert [word for word in ("Builder", "bob@", "1234567", "desk", "laptop", "Bobmail") if word in text] == []
    assert str(press.message["In-Reply-To"]).endswith(".duel.0.Ana.welcome.1@referee.example>")  # her own
    assert press.reply_to == world.reply_address("Ana")


def test_anas_mails_are_numbered_without_regard_to_bobs(world: World) -> None:
    world.write("Bob", "TO GM: one")
    world.write("Bob", "TO GM: two\nTO Ana: three")
    world.write("Bob", "LEAD LOWEST")
    world.write("Ana", "LEAD LOWEST")
    world.tick()

    ids = [str(mail.message["Message-ID"]) for mail in world.mails() if mail.to == "ana@players.example"]
    named = [identity.partition(".")[2] for identity in ids]
    assert named == ["duel.1.Ana.press.1@referee.example>", "duel.1.Ana.receipt.1@referee.example>"]


def test_the_letters_of_a_turn_leave_in_an_order_that_tells_nothing(tmp_path: Path) -> None:
    world = begun(tmp_path, deck="minors")
    orders_seen = []
    for _ in range(12):
        world.quiet().clock.forward(days=4)
        world.tick()
        orders_seen.append(tuple(mail.to.partition("@")[0] for mail in world.mails()))

    assert {tuple(sorted(one)) for one in orders_seen} == {("ana", "bob", "gm")}
    assert len({one[0] for one in orders_seen}) > 1
    world.campaign.close()


def test_who_is_still_missing_is_told_only_where_the_game_was_made_so(world: World) -> None:
    world.write("Bob", "LEAD LOWEST")
    world.tick()
    world.clock.forward(hours=9)
    world.tick()

    bodies = [mail.body for mail in world.mails() if mail.to == "bob@players.example"]
    with world.campaign.store.reading() as tx:
        assert orders.latest(tx, world.row().id, Seat("Ana")).turns == {}
    assert [line for body in bodies for line in body.splitlines() if "silent" in line or "missing" in line] == []
