"""The newsletter: each turn's public story with the words to all, to who looks on and to players who wish it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from referee.engine.audience import Seat
from referee.service.gm.settings import Set
from referee.service.gm.turns import Rerun, Rollback
from referee.service.people import observers, resignation
from referee.service.rounds.command import carry_out
from referee.store import reports
from tests.service.test_people_looking_on import OLGA, to, words
from tests.service.world import Mail, World

ANA, BOB = "ana@players.example", "bob@players.example"


def newsletters(mails: list[Mail], address: str) -> list[Mail]:
    return [mail for mail in to(mails, address) if "ewsletter, turn" in mail.subject]


def wishes(world: World, seat: str = "Ana", line: str = "NEWSLETTER ON") -> str:
    """Let a player say whether they wish for it; return what the receipt says."""
    world.quiet()
    world.write(seat, line)
    world.tick()
    [receipt] = to(world.mails(), world.address(seat))
    return words(receipt)


def test_who_looks_on_gets_one_letter_a_turn_with_the_words_to_all(world: World) -> None:
    observers.add(world.campaign, "duel", OLGA)
    world.quiet()
    world.write("Ana", "LEAD HIGH\nTO ALL: good day to you\nTO Bob: psst, the tower")
    world.tick()
    before = to(world.mails(), OLGA)
    world.write("Bob", "TO ALL: and to you")
    world.tick()
    world.adjudicate()
    [letter] = to(world.mails(), OLGA)
    world.adjudicate()
    [second] = to(world.mails(), OLGA)

    assert before == []
    assert letter.subject.startswith("[The duel] Newsletter, turn 1: ")
    headings = ["WHAT HAPPENED", "WHAT WAS WRITTEN TO ALL", "WHERE EVERYBODY STANDS"]
    assert [line for line in letter.body.splitlines() if line in headings] == headings
    assert "Ana: | good day to you Bob: | and to you WHERE" in words(letter)
    assert "psst" not in letter.body
    assert "To get no more of these letters, answer STOP." in words(letter)
    assert ("good day" in second.body, "WHAT WAS WRITTEN TO ALL" in second.body) == (False, False)


def test_a_player_gets_it_beside_their_report_if_they_wish(world: World) -> None:
    observers.add(world.campaign, "duel", OLGA)
    said = wishes(world)
    world.adjudicate()
    mails = world.mails()
    [public] = newsletters(mails, OLGA)
    [own] = newsletters(mails, ANA)

    assert "The public story of each turn of your games comes to you as a newsletter too, beside your report." in said
    assert len(to(mails, ANA)) == 2
    assert newsletters(mails, BOB) == []
    assert own.body.replace("NEWSLETTER OFF", "STOP") == public.body
    assert own.subject == public.subject
    for private in ("WHAT YOU HOLD", "WHAT ONLY YOU KNOW", "YOUR ORDERS"):
        assert private not in own.body
    with world.campaign.store.reading() as tx:
        kinds = [row.kind for row in reports.of_step(tx, world.row().id, 1, seat=Seat("Ana"))]
    assert sorted(kind for kind in kinds if kind in ("newsletter", "report")) == ["newsletter", "report"]


def test_without_who_looks_on_or_wishes_there_is_none(world: World) -> None:
    world.adjudicate()

    assert [mail.subject for mail in world.mails() if "ewsletter" in mail.subject] == []


def test_status_tells_what_a_player_wished(world: World) -> None:
    wishes(world)
    world.write("Ana", "STATUS")
    world.tick()

    assert any("NEWSLETTER OFF ends that." in words(mail) for mail in to(world.mails(), ANA))


def test_a_player_can_end_it(world: World) -> None:
    wishes(world)
    said = wishes(world, line="NEWSLETTER OFF")
    world.adjudicate()

    assert "No newsletter comes to you from now on. Your reports do." in said
    assert newsletters(world.mails(), ANA) == []


@pytest.mark.parametrize("address", [ANA, OLGA])
def test_a_mail_programs_way_out_works(world: World, address: str) -> None:
    """What a program writes that follows List-Unsubscribe ends it, and the report goes on coming to who has a seat."""
    observers.add(world.campaign, "duel", OLGA)
    wishes(world)
    world.adjudicate()
    [mail] = newsletters(world.mails(), address)
    way = re.fullmatch(r"<mailto:(\S+)\?subject=(\S+)>", mail.message["List-Unsubscribe"])
    assert way is not None
    subject = way[2].replace("%20", " ")

    world.arrive(world.letter("", address, Subject=subject), way[1], address)
    world.tick()
    [answer] = to(world.mails(), address)
    world.adjudicate()
    after = to(world.mails(), address)

    what = {ANA: "no more newsletters", OLGA: "look on"}[address]
    assert (subject, answer.subject) == (
        {ANA: "unsubscribe newsletter", OLGA: "unsubscribe observer"}[address], f"[The duel] {what}"
    )  # fmt: skip
    assert [mail.subject.startswith("[The duel] Turn 2") for mail in after] == ([True] if address == ANA else [])


def test_the_gm_may_have_none_in_a_game_or_in_the_campaign(tmp_path: Path) -> None:
    world = World.made(tmp_path, campaign_newsletter=False)
    world.game()
    world.game("other", ("Cleo", "Dora"), policy={"newsletter": "yes"})
    for game in ("duel", "other"):
        observers.add(world.campaign, game, OLGA)
    wishes(world)
    world.adjudicate()
    world.adjudicate("other")
    mails = world.mails()
    first = [mail.subject for mail in to(mails, OLGA) if "urn 1" in mail.subject]
    carry_out(world.campaign, Set(wanted={"newsletter": "no"}), "other")
    world.quiet()
    world.adjudicate("other")
    then = [mail.subject for mail in to(world.mails(), OLGA) if mail.subject.startswith("[The other]")]

    assert newsletters(mails, ANA) == []
    assert [subject.partition(":")[0] for subject in first] == ["[The duel] Turn 1", "[The other] Newsletter, turn 1"]
    assert ["ewsletter" in subject for subject in then] == [False] * len(then)
    assert then != []


def test_a_turn_taken_back_is_told_and_its_newsletter_comes_anew(world: World) -> None:
    observers.add(world.campaign, "duel", OLGA)
    wishes(world)
    world.write("Ana", "TO ALL: good day to you")
    world.tick()
    world.adjudicate()
    world.quiet()
    carry_out(world.campaign, Rollback(n=1, text="I read rule 3 wrongly."), "duel")
    [notice] = to(world.mails(), OLGA)
    carry_out(world.campaign, Rerun(), "duel")
    mails = world.mails()
    [again], [own] = newsletters(mails, OLGA), newsletters(mails, ANA)

    assert "Turn 1 is taken back: | I read rule 3 wrongly." in words(notice)
    assert again.subject == own.subject == "[The duel] RERUN of the newsletter, turn 1"
    assert "and this letter stands in place of the earlier one. The reason: | I read rule 3 wrongly." in words(again)
    assert "Ana: | good day to you" in words(again)
    assert "| I read rule 3 wrongly." in words(own)


def test_the_last_turn_has_one_too_and_the_end_a_letter_of_its_own(world: World) -> None:
    observers.add(world.campaign, "duel", OLGA)
    wishes(world)
    while world.row().status.value == "running":
        world.quiet()
        world.adjudicate()
    mails = world.mails()
    [last] = newsletters(mails, OLGA)

    assert "The game is over." in last.body
    assert "To get no more" not in last.body
    assert [mail.subject.partition(":")[0] for mail in to(mails, OLGA) if mail != last] == [
        "[The duel] The game is over"
    ]
    assert len(newsletters(mails, ANA)) == 1


def test_a_seat_that_lost_its_player_gets_none(world: World) -> None:
    wishes(world)
    resignation.empty(world.campaign, "duel", "Ana")
    world.quiet()
    world.adjudicate()

    assert newsletters(world.mails(), ANA) == []


def test_who_has_two_seats_gets_one(tmp_path: Path) -> None:
    from referee.service.gm.start import seat_player, start_game

    world = World.made(tmp_path)
    world.game("amber", ("Ana", "Bob", "Cleo"), ruleset="amber", start=False)
    seat_player(world.campaign, "amber", "Twin", ANA, demo=True)
    start_game(world.campaign, "amber")
    world.quiet()
    world.write("Ana", "NEWSLETTER ON", game="amber")
    world.tick()
    world.quiet()
    world.adjudicate("amber")

    assert len(newsletters(world.mails(), ANA)) == 1


def test_in_quiet_hours_it_waits_and_the_report_does_not(world: World) -> None:
    wishes(world)
    wishes(world, line="QUIET 19:00-21:00")
    world.quiet()
    world.adjudicate()
    at_once = to(world.mails(), ANA)
    world.clock.forward(hours=2)
    world.tick()

    assert [mail.subject.startswith("[The duel] Turn 1") for mail in at_once] == [True]
    assert len(newsletters(world.mails(), ANA)) == 1
