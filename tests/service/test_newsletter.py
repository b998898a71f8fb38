"""The newsletter: each turn's public story with the words to all, to who looks on and to players who wish it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from referee.engine.audience import Seat
from referee.service.gm.corrections import Correct
from referee.service.gm.settings import Set
from referee.service.gm.turns import Rerun, Rollback
from referee.service.people import observers, vacancies
from referee.service.people.addresses import change_by_gm
from referee.service.people.housekeeping import forget
from referee.service.rounds.command import carry_out
from referee.store import people, reports
from referee.store.tables import PlayerRow
from tests.service.test_bounces import come_back
from tests.service.test_live import begun as live_begun
from tests.service.test_live import finished
from tests.service.test_people_looking_on import OLGA, to, words
from tests.service.world import Mail, World

ANA, BOB, MALLORY = "ana@players.example", "bob@players.example", "mallory@elsewhere.example"


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


def test_a_corrected_issue_says_what_is_different_for_everybody_and_nothing_more(world: World) -> None:
    observers.add(world.campaign, "duel", OLGA)
    wishes(world)
    world.adjudicate()
    world.quiet()
    carry_out(world.campaign, Rollback(n=1, text="Ana's points were counted wrongly."), "duel")
    carry_out(world.campaign, Correct(line="SET POINTS OF Ana TO 40", reason="We erred."), "duel")
    world.quiet()
    carry_out(world.campaign, Rerun(), "duel")
    mails = world.mails()
    [again], [own] = newsletters(mails, OLGA), newsletters(mails, ANA)
    said = again.body.partition("What is different from the earlier letter (- then, + now):\n\n")[2]
    lines = said.partition("\n\n")[0].splitlines()

    assert "  + The GM set Ana's score to 40." in lines
    assert {line[:4] for line in lines} == {"  - ", "  + "}
    assert "your next orders" not in words(again)
    assert own.body.replace("NEWSLETTER OFF", "STOP") == again.body


def test_who_has_the_report_instead_hears_of_no_orders_of_theirs_either(tmp_path: Path) -> None:
    world = World.made(tmp_path, campaign_newsletter=False)
    world.game()
    observers.add(world.campaign, "duel", OLGA)
    world.adjudicate()
    carry_out(world.campaign, Rollback(n=1, text="I read rule 3 wrongly."), "duel")
    world.quiet()
    carry_out(world.campaign, Rerun(), "duel")
    mails = world.mails()
    stands = "The deadline for your next orders is the one that was running when the turn was taken back."
    said = {one: stands in words(to(mails, one)[0]) for one in (ANA, BOB, OLGA)}
    world.campaign.close()

    assert said == {ANA: True, BOB: True, OLGA: False}


def test_a_corrected_issue_says_if_nothing_is_different(world: World) -> None:
    observers.add(world.campaign, "duel", OLGA)
    world.adjudicate()
    carry_out(world.campaign, Rollback(n=1, text="I read rule 3 wrongly."), "duel")
    wishes(world)
    world.quiet()
    carry_out(world.campaign, Rerun(), "duel")
    mails = world.mails()

    assert "| I read rule 3 wrongly. Nothing that it told is different." in words(newsletters(mails, OLGA)[0])
    assert "different" not in words(newsletters(mails, ANA)[0])


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
    vacancies.empty(world.campaign, "duel", "Ana")
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


@pytest.mark.parametrize("address", [ANA, OLGA])
def test_it_stops_where_it_comes_back_until_one_writes_again(world: World, address: str) -> None:
    observers.add(world.campaign, "duel", OLGA)
    wishes(world)
    world.adjudicate()
    [first] = newsletters(world.mails(), address)
    come_back(world, first)
    world.adjudicate()
    mails = world.mails()
    world.answer(first, "Here I am again.")
    world.quiet()
    world.adjudicate()

    assert newsletters(mails, address) == []
    assert len(newsletters(mails, {ANA: OLGA, OLGA: ANA}[address])) == 1
    assert len([mail for mail in to(mails, ANA) if "Turn 2" in mail.subject]) == 1
    assert len(newsletters(world.mails(), address)) == 1


def test_of_two_addresses_it_goes_to_the_newest_and_where_that_fails_to_the_other(world: World) -> None:
    wishes(world)
    change_by_gm(world.campaign, person_of(world, ANA), "ana@new.example", add=True, demo=True)
    world.quiet()
    world.adjudicate()
    mails = world.mails()
    [first] = newsletters(mails, "ana@new.example")
    come_back(world, first)
    [again] = newsletters(world.mails(), ANA)
    world.adjudicate()
    then = world.mails()

    assert newsletters(mails, ANA) == []
    assert again.body == first.body
    assert (len(newsletters(then, ANA)), newsletters(then, "ana@new.example")) == (1, [])


def test_who_wishes_twice_gets_it_once(world: World) -> None:
    first, second = wishes(world), wishes(world)
    wishes(world, line="NEWSLETTER ON\nNEWSLETTER ON")
    world.quiet()
    world.adjudicate()

    assert second == first
    assert len(newsletters(world.mails(), ANA)) == 1


@pytest.mark.parametrize("setting", ["ON", "OFF"])
def test_a_strangers_wish_changes_nothing_and_the_stranger_hears_nothing(world: World, setting: str) -> None:
    wishes(world, line="NEWSLETTER OFF" if setting == "ON" else "NEWSLETTER ON")
    for place in (world.reply_address("Ana"), "orders@referee.example", "join@referee.example"):
        world.arrive(world.letter(f"NEWSLETTER {setting}", MALLORY), place, MALLORY)
        world.arrive(world.letter("", MALLORY, Subject="unsubscribe newsletter"), place, MALLORY)
    world.tick()
    heard = to(world.mails(), MALLORY)
    world.adjudicate()
    mails = world.mails()

    assert heard == []
    assert len(newsletters(mails, ANA)) == (setting == "OFF")
    assert to(mails, MALLORY) == []


def test_who_looks_on_may_say_it_as_players_do(world: World) -> None:
    observers.add(world.campaign, "duel", OLGA)
    world.quiet()
    world.adjudicate()
    [letter] = newsletters(world.mails(), OLGA)
    world.answer(letter, "NEWSLETTER ON")
    world.quiet()
    world.adjudicate()
    [once] = newsletters(world.mails(), OLGA)
    world.answer(letter, "NEWSLETTER OFF")
    [answer] = to(world.mails(), OLGA)
    world.adjudicate()

    assert once.subject.startswith("[The duel] Newsletter, turn 2")
    assert "No more letters about The duel come to you." in words(answer)
    assert to(world.mails(), OLGA) == []


def test_who_was_forgotten_gets_none_and_is_a_stranger(world: World) -> None:
    observers.add(world.campaign, "duel", OLGA)
    world.quiet()
    world.adjudicate()
    [letter] = newsletters(world.mails(), OLGA)
    forget(world.campaign, OLGA)
    world.answer(letter, "NEWSLETTER ON")
    world.adjudicate()

    assert to(world.mails(), OLGA) == []


def person_of(world: World, address: str) -> PlayerRow:
    with world.campaign.store.reading() as tx:
        found = people.player_at(tx, address)
    assert found is not None
    return found


def test_of_a_live_turn_there_is_one_when_it_is_over_and_it_is_that_of_any_other(tmp_path: Path) -> None:
    found = []
    for name, how in (("batch", "off"), ("live", "on")):
        world = live_begun(tmp_path / name, live=how)
        observers.add(world.campaign, "duel", OLGA)
        world.quiet()
        world.tick()
        asked = world.mails()
        world.write("Bob", "TO ALL: let us see")
        world.tick()
        if how == "on":
            assert newsletters(asked, OLGA) == []
            asked = finished(world).mails()
        found.append(newsletters(asked, OLGA))
        world.campaign.close()

    [[batch], [live]] = found
    assert live.subject == batch.subject
    story = [mail.body[mail.body.index("WHAT HAPPENED") : mail.body.index("WHERE EVERYBODY")] for mail in (batch, live)]
    assert story[1].partition("WHAT WAS WRITTEN")[0].strip() == story[0].strip()
