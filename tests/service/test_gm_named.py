"""Every letter to a player names the GM and says how to reach them; one to the GM does not."""

from __future__ import annotations

from pathlib import Path

from referee.service.gm.announcements import Announce
from referee.service.gm.deadlines import Pause, Resume
from referee.service.gm.seats import Invite, Replace
from referee.service.gm.start import seat_player
from referee.service.gm.turns import Process
from referee.service.people import observers
from referee.service.rounds.command import carry_out
from tests.service.test_gm_commands import words
from tests.service.world import World

NAMED = "With TO GM: in any answer, or at gm@referee.example, you reach Nora, your GM."
STRANGER = "At gm@referee.example you reach Nora, your GM."


def test_each_letter_of_a_whole_game_names_the_gm_as_the_campaign_does(tmp_path: Path) -> None:
    world = World.made(tmp_path, campaign_gm_name="Nora", limits_replies_per_hour=100)
    world.game("other", ["Cleo"], start=False)
    carry_out(world.campaign, Invite(address="zoe@players.example", local=True), "other")
    world.game(start=False)
    world.write("Ana", "WORD plugh\nHELP\nRULES", step=0)
    world.tick()
    world.start()
    observers.add(world.campaign, "duel", "olga@players.example", demo=True)
    world.write("Ana", "LEAD HIGH\nTO Bob: hello\nTO ALL: hi\nHELP\nRULES DUEL\nLOG\nRULINGS\nSTATUS\nHISTORY 0\nLED 3")
    world.write("Bob", "LEAD HIGH", sender="bob@elsewhere.example")
    world.arrive(world.letter("LEAD HIGH", "bob@players.example"), "orders@referee.example", "bob@players.example")
    world.tick()
    world.clock.forward(hours=5)
    world.tick()
    world.adjudicate()
    carry_out(world.campaign, Replace(player="Ana", address="eve@players.example", local=True), "duel")
    carry_out(world.campaign, Announce(text="A word to all."), "duel")
    carry_out(world.campaign, Pause(text=""), "duel")
    carry_out(world.campaign, Resume(text=""), "duel")
    world.write("Bob", "RESIGN SEAT\nADDRESS ADD bob@work.example\nABSENT tomorrow")
    world.tick()
    carry_out(world.campaign, Process(), "duel")

    mails = world.mails()
    said = {mail.subject: [line for line in (NAMED, STRANGER) if words(mail).endswith(line)] for mail in mails}
    to_gm = {mail.subject for mail in mails if mail.to == "gm@referee.example"}
    assert [subject for subject, found in said.items() if len(found) != 1 and subject not in to_gm] == []
    assert [subject for subject in to_gm if "Nora" in " ".join(said[subject])] == []
    assert len(said) > 20


def test_without_a_name_the_addresses_stand_there_and_all_of_them(tmp_path: Path) -> None:
    world = World.made(tmp_path, campaign_gms=["gm@referee.example", "second@referee.example"])
    world.game(start=False, seats=())
    seat_player(world.campaign, "duel", "Ana", "ana@players.example", demo=True)

    (mail,) = world.mails()
    assert words(mail).endswith(
        "With TO GM: in any answer, or at gm@referee.example or second@referee.example, you reach your GM."
    )


def test_no_line_that_names_the_gm_begins_words_to_others(tmp_path: Path) -> None:
    world = World.made(tmp_path, campaign_gm_name="N" * 60, campaign_gms=["a-very-long-address@referee.example"])
    world.game()

    lines = [line for mail in world.mails() for line in mail.body.splitlines()]
    assert [line for line in lines if line.startswith("TO GM")] == []
    assert any(line.startswith("With TO GM: in any answer") for line in lines)
