"""How people leave: resignation, empty seats, the standby list, substitutes, and the referee as a stand-in."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from referee.engine.audience import Seat
from referee.engine.errors import SetupError
from referee.service.gm.corrections import CorrectOrders
from referee.service.gm.seats import Replace
from referee.service.gm.start import start_game
from referee.service.people import handover, standby, vacancies
from referee.service.records.archive import verify
from referee.service.rounds.command import carry_out
from referee.store import attendance, games, people, steps
from referee.store.tables import Status
from tests.service.world import Mail, World

EVE, FAY = "eve@players.example", "fay@players.example"


def text(mail: Mail) -> str:
    return " ".join(mail.body.split())


def resign(world: World) -> Mail:
    """Let Ana ask to leave; return the letter that asks her once more."""
    world.write("Ana", "RESIGN SEAT")
    world.tick()
    (asked,) = [mail for mail in world.mails() if "do you want to leave?" in mail.subject]
    return asked


def is_vacant(world: World, seat: str = "Ana") -> bool:
    with world.campaign.store.reading() as tx:
        return games.seat(tx, world.row().id, seat).vacant_since is not None


def player_at(world: World, seat: str = "Ana") -> str:
    with world.campaign.store.reading() as tx:
        return people.address_of(tx, games.seat(tx, world.row().id, seat).player) or ""


def test_a_yes_to_another_letter_is_told_where_it_belongs(world: World) -> None:
    world.write("Ana", "RESIGN SEAT")
    world.tick()
    world.quiet()
    world.write("Ana", "YES")
    world.tick()
    (receipt,) = world.mails()

    waits = "Another letter of mine waits for your YES: please answer that very one."
    assert f"YES By this letter nothing is confirmed. {waits}" in " ".join(receipt.body.split())


def test_without_a_yes_nobody_has_resigned(world: World) -> None:
    resign(world)
    world.adjudicate()

    assert is_vacant(world) is False


@pytest.mark.parametrize("text", ["Yes, but only if Bob leaves, too", "As I said, I stay", "Join us!", "YES AS Olga"])
def test_a_line_that_is_more_than_a_yes_is_asked_about_again(world: World, text: str) -> None:
    world.answer(resign(world), text)
    told = next(mail for mail in world.mails() if mail.to == "ana@players.example")
    vacant = is_vacant(world)
    world.answer(told, "Yes, please.")

    assert "answer with that word alone on its line" in " ".join(told.body.split())
    assert (vacant, is_vacant(world)) == (False, True)


def test_with_it_the_seat_is_empty_and_everybody_knows(world: World) -> None:
    world.answer(resign(world), "YES")
    said = {mail.to: mail for mail in world.mails()}

    assert is_vacant(world)
    assert {to: mail.subject for to, mail in said.items()} == {
        "ana@players.example": "[The duel] you have left",
        "bob@players.example": "[The duel] a seat is free",
        "gm@referee.example": said["gm@referee.example"].subject,
    }
    assert "referee seat replace duel Ana ADDRESS" in text(said["gm@referee.example"])
    assert text(said["ana@players.example"]).startswith("Dear Ana, Your seat in The duel is free for another now.")


def test_a_game_s_own_resign_stays_the_game_s(world: World) -> None:
    world.write("Ana", "RESIGN")
    world.tick()

    assert (world.on_file("Ana"), is_vacant(world)) == (("RESIGN",), False)


def test_an_empty_seat_gets_no_mail_and_the_game_waits_for_it_no_longer(world: World) -> None:
    world.answer(resign(world), "YES")
    world.quiet()
    world.adjudicate()

    assert sorted(mail.to for mail in world.mails()) == ["bob@players.example", "gm@referee.example"]
    assert world.row().step == 1


def test_who_left_hears_one_refusal_and_then_nothing(world: World) -> None:
    key = world.reply_address("Ana")
    world.answer(resign(world), "YES")
    world.quiet()

    letters = [world.arrive(world.letter("LEAD HIGH", world.address("Ana")), key) for _ in range(3)]
    world.tick()

    assert [world.outcome(one) for one in letters] == ["replaced player"] * 3
    (refusal,) = world.mails()
    assert refusal.subject == "[The duel] You have no seat here any more"
    assert "Your seat in The duel is not yours any more, so the letter was not used." in " ".join(refusal.body.split())
    assert "Your games are" not in refusal.body


def test_those_on_the_list_are_asked_and_the_first_who_answers_has_the_seat(world: World) -> None:
    for address in (EVE, FAY):
        standby.enter(world.campaign, address, game="duel")
    world.answer(resign(world), "YES")
    asked = {mail.to: mail for mail in world.mails() if "a seat is free" in mail.subject}

    first = world.answer(asked[FAY], "YES")
    late = world.answer(asked[EVE], "YES")
    said = [mail.subject for mail in world.mails() if mail.to == EVE]

    assert [world.outcome(one) for one in (first, late)] == ["confirmed", "confirmed"]
    assert (player_at(world), said) == (FAY, ["[The duel] the seat is taken"])


def test_where_the_game_says_so_the_first_of_the_list_is_seated_at_once(world: World) -> None:
    for address in (EVE, FAY):
        standby.enter(world.campaign, address, game="duel")
    with world.campaign.store.writing() as tx:
        row = games.game(tx, world.row().id)
        row.policy = {**row.policy, "silence_then": "standby"}
        tx.add(row)

    vacancies.empty(world.campaign, "duel", "Ana")

    assert (is_vacant(world), player_at(world)) == (False, EVE)


@pytest.mark.parametrize("start", [True, False])
def test_the_gm_is_told_of_no_seat_that_they_emptied_themselves(world: World, start: bool) -> None:
    world.game("spring", start=start)
    world.quiet()

    vacancies.empty(world.campaign, "spring", "Ana")

    assert [mail.subject for mail in world.mails() if mail.to == "gm@referee.example"] == []


def test_before_the_start_the_place_is_given_up(world: World) -> None:
    world.game("spring", start=False)
    key = world.reply_address("Ana", "spring", step=0)

    vacancies.empty(world.campaign, "spring", "Ana")
    world.quiet()
    letter = world.arrive(world.letter("WORD mellon", world.address("Ana")), key)
    world.tick()

    with world.campaign.store.reading() as tx:
        assert [seat.name for seat in games.seats(tx, world.row("spring").id)] == ["Bob"]
    assert world.outcome(letter) == "no token"


def lend(world: World) -> None:
    until = world.clock.now() + timedelta(days=5)
    handover.lend(world.campaign, "duel", "Ana", EVE, until=until)


def test_a_substitute_plays_and_the_player_cannot(world: World) -> None:
    old = world.reply_address("Ana")
    lend(world)
    letters = [mail for mail in world.mails() if mail.to == EVE]

    newest = world.arrive(world.letter("LEAD LOW", EVE), letters[-1].reply_to, EVE)
    hers = world.arrive(world.letter("LEAD HIGH", world.address("Ana")), old)
    world.tick()

    assert [world.outcome(one) for one in (newest, hers)] == ["orders filed", "replaced player"]
    assert world.on_file("Ana") == ("LEAD LOWEST",)


def test_when_the_time_is_over_the_seat_goes_back_and_the_key_dies(world: World) -> None:
    lend(world)
    key = world.reply_address("Ana")
    world.quiet()

    world.clock.forward(days=5)
    world.tick()
    world.tick()
    late = world.arrive(world.letter("LEAD LOW", EVE), key, EVE)
    world.write("Ana", "LEAD HIGH")
    world.tick()

    assert (player_at(world), world.outcome(late)) == ("ana@players.example", "replaced player")
    assert world.on_file("Ana") == ("LEAD HIGHEST",)


def test_who_lent_a_seat_is_told_that_it_is_theirs_again_and_gets_the_reports_of_meanwhile(world: World) -> None:
    world.adjudicate()
    world.clock.forward(minutes=5)
    handover.lend(world.campaign, "duel", "Ana", EVE, until=world.clock.now() + timedelta(days=30))
    world.adjudicate()
    world.adjudicate()
    world.quiet()
    handover.end_loan(world.campaign, "duel", "Ana")
    told = {mail.subject: text(mail) for mail in world.mails() if mail.to == world.address("Ana")}

    assert "Ana in The duel is yours again." in told["[The duel] the seat is yours"]
    assert "who you are" not in told["[The duel] the seat is yours"]
    before = told["[The duel] What went before"]
    assert [n for n in range(4) if f"[The duel] Turn {n}" in before] == [2]


def test_who_has_no_seat_for_now_answers_to_the_gm(world: World) -> None:
    lend(world)
    (told,) = [mail for mail in world.mails() if mail.to == world.address("Ana")]

    assert (told.subject, told.reply_to) == ("[The duel] a substitute plays for you", "gm@referee.example")
    assert "At gm@referee.example you reach your GM." in text(told)


def test_a_substitute_cannot_give_the_seat_away(world: World) -> None:
    lend(world)
    letters = [mail for mail in world.mails() if mail.to == EVE]

    world.answer(letters[-1], "RESIGN SEAT")

    assert "only its own player can leave it" in text(world.mails()[-1])


def test_the_substitute_is_the_one_who_must_act(tmp_path: Path) -> None:
    world = World.made(tmp_path)
    world.game(early="yes", deadline="Fri 20:00 Europe/Berlin")
    world.write("Ana", "LEAD LOW\nABSENT from 24 Nov to 30 Nov")
    world.tick()
    handover.lend(world.campaign, "duel", "Ana", EVE, until=world.clock.now() + timedelta(days=5), demo=True)
    world.write("Bob", "LEAD LOW")
    world.tick()
    before_they_wrote = world.row().step
    world.write("Ana", "CLEAR", sender=EVE)
    world.tick()
    due = world.quiet().row().due_at
    assert due is not None
    world.clock.moment = due - timedelta(hours=23)
    world.tick()
    reminded = [mail.to for mail in world.mails()]
    world.adjudicate()
    with world.campaign.store.reading() as tx:
        kept = [(one.seat, one.player, one.excused) for one in attendance.silences(tx, world.row().id)]
        eve = people.player_at(tx, EVE)
    assert eve is not None

    assert (before_they_wrote, reminded, kept) == (0, [EVE], [("Ana", eve.id, "")])
    world.campaign.close()


def test_early_comes_when_the_substitute_has_written_and_the_player_who_is_back_has_their_time_too(
    tmp_path: Path,
) -> None:
    world = World.made(tmp_path)
    world.game(early="yes")
    handover.lend(world.campaign, "duel", "Ana", EVE, until=world.clock.now() + timedelta(days=3), demo=True)
    world.write("Ana", "LEAD LOW", sender=EVE)
    world.write("Bob", "LEAD LOW")
    world.tick()
    played = world.row().step
    world.write("Ana", "LEAD LOW", sender=EVE)
    world.tick()
    handover.end_loan(world.campaign, "duel", "Ana")
    world.write("Bob", "LEAD LOW")
    world.tick()
    before_they_wrote = world.row().step
    world.write("Ana", "STATUS")
    world.tick()

    assert (played, before_they_wrote, world.row().step) == (1, 1, 2)
    world.campaign.close()


def test_nobody_sits_twice_at_one_table(world: World) -> None:
    with pytest.raises(SetupError, match="has a seat at this table already"):
        carry_out(world.campaign, Replace(player="Ana", address="bob@players.example"), "duel")


def test_who_leaves_a_seat_is_called_by_its_name_whatever_the_gm_typed(world: World) -> None:
    vacancies.empty(world.campaign, "duel", "ana")

    (thanks,) = [mail for mail in world.mails() if mail.to == world.address("Ana")]
    assert thanks.body.startswith("Dear Ana,")


def test_who_takes_a_seat_over_is_not_listed_under_the_name_of_who_had_it(world: World) -> None:
    carry_out(world.campaign, Replace(player="Ana", address=EVE), "duel")
    handover.lend(world.campaign, "duel", "Bob", FAY, until=world.clock.now() + timedelta(days=3), demo=True)

    with world.campaign.store.reading() as tx:
        assert [one.name for one in people.players(tx)] == ["Ana", "Bob", "eve", "fay"]


def test_what_was_written_to_a_person_who_is_replaced_before_it_leaves_is_theirs(world: World) -> None:
    carry_out(world.campaign, CorrectOrders(player="Ana", lines=("LEAD LOW",), text="It was lost"), "duel")
    carry_out(world.campaign, Replace(player="Ana", address=EVE), "duel")

    told = [mail.to for mail in world.mails() if "your orders are corrected" in mail.subject]
    assert told == [world.address("Ana")]


def stand_in(world: World) -> None:
    """Let the referee play Ana's seat."""
    vacancies.empty(world.campaign, "duel", "Ana")
    vacancies.play(world.campaign, "duel", "Ana")


def test_the_referee_plays_an_empty_seat_and_everybody_knows(world: World) -> None:
    stand_in(world)

    assert "Ana is played by the referee." in text(world.mails()[-1])


def test_a_seat_with_a_player_is_not_taken_from_them(world: World) -> None:
    with pytest.raises(SetupError, match="Ana has a player"):
        vacancies.play(world.campaign, "duel", "Ana")


def test_its_orders_are_kept_with_the_step_and_replayed_without_it(world: World) -> None:
    stand_in(world)
    foreseen = {seat: letter.body for seat, letter in world.foreseen() if letter is not None}
    world.adjudicate()

    with world.campaign.store.reading() as tx:
        codec = world.campaign.kit("wizards-duel").codec
        played = steps.played(tx, codec, world.row().id, 1)
    told = next(mail for mail in world.mails() if mail.to == world.address("Bob") and "Turn 1" in mail.subject)
    assert len(played.orders[Seat("Ana")]) > 0
    assert verify(world.campaign, "duel").ok
    assert told.body == foreseen[Seat("Bob")]


def test_what_it_plays_depends_on_the_seat_s_view_alone(world: World) -> None:
    """Whatever Bob orders, the stand-in has the same lines on file."""
    from referee.service.table.table import TableTop

    def lines() -> tuple[str, ...]:
        with world.campaign.reading() as work:
            top = TableTop.load(work, world.row(), world.clock.now())
            return top.lines()[Seat("Ana")]

    stand_in(world)
    before = lines()
    world.write("Bob", "LEAD HIGH\nPLAY ON")
    world.tick()

    assert (before, len(before) > 0) == (lines(), True)


def test_the_stand_in_hurries_nothing_by_itself(world: World) -> None:
    world.game("fast", early="yes")
    vacancies.empty(world.campaign, "fast", "Ana")
    vacancies.play(world.campaign, "fast", "Ana")
    world.tick()
    before = world.row("fast").step
    world.write("Bob", "LEAD LOW", game="fast")
    world.tick()

    assert (before, world.row("fast").step) == (0, 1)


def test_a_game_may_begin_with_a_seat_that_the_referee_plays(world: World) -> None:
    world.game("solo", ("Ana",), start=False)
    vacancies.play(world.campaign, "solo", "Merlin")
    start_game(world.campaign, "solo")
    world.quiet()
    while world.row("solo").status is Status.RUNNING:
        world.adjudicate("solo")

    assert verify(world.campaign, "solo").ok
    readers = {mail.to for mail in world.mails() if "solo" in mail.subject}
    assert readers == {"ana@players.example", "gm@referee.example"}


def test_a_newcomer_takes_the_seat_over_from_the_referee(world: World) -> None:
    stand_in(world)
    world.adjudicate()

    carry_out(world.campaign, Replace(player="Ana", address=EVE), "duel")

    with world.campaign.store.reading() as tx:
        seat = games.seat(tx, world.row().id, "Ana")
    assert (seat.bot, seat.vacant_since, world.on_file("Ana")) == ("", None, ())
