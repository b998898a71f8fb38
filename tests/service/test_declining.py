"""Before the start: who declines has no seat, the GM hears why, nobody else does; and questions reach the GM."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.engine.errors import SetupError
from referee.service.gm.seats import Declined, Invite
from referee.service.gm.settings import Set
from referee.service.gm.start import check_proved, unproved
from referee.service.people import invitations
from referee.service.rounds.command import carry_out
from referee.store import actions, games
from tests.service.test_gm_commands import words
from tests.service.world import Mail, World

GM = "gm@referee.example"
ANA, EVE = "ana@players.example", "eve@players.example"


@pytest.fixture
def table(tmp_path: Path) -> World:
    """A duel to which Ana and Bob are invited, and whose invitations are out."""
    made = World.made(tmp_path)
    made.game(start=False)
    return made


def answer(world: World, mail: Mail, text: str) -> list[Mail]:
    """Let the reader of a mail answer it, and return what goes out then."""
    world.answer(mail, text)
    return world.mails()


def invitation(world: World, to: str) -> Mail:
    """Return the invitation to one address."""
    return next(mail for mail in world.mails() if mail.to == to)


def seats(world: World) -> list[str]:
    """List the seats of the duel."""
    with world.campaign.store.reading() as tx:
        return [seat.name for seat in games.seats(tx, world.row().id)]


@pytest.mark.parametrize(
    "text",
    [
        "NO",
        "No, thank you.",
        "Hello,\n\nSorry, I have no time this month.\n\nAna",
        "Count me out this time",
        "I can\u2019t play, I'm afraid.",
        "Nein",
        "Decline",
    ],
)
def test_who_declines_has_no_seat_and_the_gm_alone_hears_why(table: World, text: str) -> None:
    mails = answer(table, invitation(table, ANA), text)

    assert seats(table) == ["Bob"]
    assert sorted(mail.to for mail in mails) == [ANA, GM]
    goodbye, alarm = sorted(mails, key=lambda mail: mail.to)
    assert "you have no seat in The duel, and nothing more comes about it." in words(goodbye)
    assert "Ana has declined the invitation." in words(alarm)
    assert "Of 2 seats 1 is taken." in words(alarm)
    assert all(line.strip() in alarm.body for line in text.splitlines())
    assert unproved(table.campaign, "duel") == ["Bob"]
    with table.campaign.store.reading() as tx:
        (row,) = [one for one in actions.log(tx, table.row().id) if one.what == "declined"]
        assert not actions.audience(row).seats
        assert row.id not in {one.id for one in actions.log_for(tx, table.row().id, "Bob")}  # type: ignore[arg-type]


def test_declining_never_counts_as_an_answer_that_lets_the_game_begin(table: World) -> None:
    mails = table.mails()
    for mail in mails:
        table.answer(mail, "NO" if mail.to == ANA else "YES")

    assert unproved(table.campaign, "duel") == []
    check_proved(table.campaign, "duel")
    with pytest.raises(SetupError, match="is for 2 players, not 1"):
        table.start()


def test_who_thinks_again_answers_the_goodbye_and_has_the_seat_while_it_is_free(table: World) -> None:
    asked = invitation(table, ANA)
    goodbye = next(mail for mail in answer(table, asked, "No time!") if mail.to == ANA)

    table.answer(goodbye, "YES")

    assert seats(table) == ["Bob", "Ana"]


def test_who_has_declined_already_and_says_no_once_more_gets_no_second_goodbye(table: World) -> None:
    goodbye = next(mail for mail in answer(table, invitation(table, ANA), "No time!") if mail.to == ANA)

    assert answer(table, goodbye, "NO") == []
    assert seats(table) == ["Bob"]


@pytest.mark.parametrize("text", ["YES, though I have no time on Mondays", "I have no time on Mondays, but I'll play"])
def test_words_that_may_mean_the_opposite_take_no_seat_away(table: World, text: str) -> None:
    answer(table, invitation(table, ANA), text)

    assert seats(table) == ["Ana", "Bob"]


def test_an_invitation_by_address_is_declined_and_told(table: World) -> None:
    table.game("other", ["Cleo"], start=False)
    table.quiet()
    carry_out(table.campaign, Invite(address=EVE, local=True), "other")

    mails = answer(table, invitation(table, EVE), "Sorry, not this time.")

    assert sorted(mail.to for mail in mails) == [EVE, GM]
    alarm = next(mail for mail in mails if mail.to == GM)
    assert "Somebody whom you invited has declined." in words(alarm)
    assert EVE in alarm.body


def test_the_gm_notes_who_declined_elsewhere_by_command_line_and_by_mail(table: World) -> None:
    table.game("other", ["Cleo"], start=False)
    carry_out(table.campaign, Invite(address=EVE, local=True), "other")
    table.quiet()

    assert carry_out(table.campaign, Declined(text="ana"), "duel").value == "Ana"
    assert carry_out(table.campaign, Declined(text=EVE), "other").value == EVE
    with pytest.raises(SetupError, match="Nobody is invited to The other as eve"):
        carry_out(table.campaign, Declined(text=EVE), "other")

    assert [mail.to for mail in table.mails()] == [ANA]
    assert seats(table) == ["Bob"]


def test_the_log_names_the_seat_that_declined_or_was_to_be_had_by_who_declined_and_who_noted_it(table: World) -> None:
    table.game("other", ["Cleo"], start=False)
    carry_out(table.campaign, Invite(address=EVE, name="Eve", local=True), "other")
    carry_out(table.campaign, Invite(address="fay@players.example", local=True), "other")
    for who, game in (("ana", "duel"), (EVE, "other"), ("fay@players.example", "other")):
        carry_out(table.campaign, Declined(text=who), game)

    with table.campaign.store.reading() as tx:
        noted = [(row.who, row.details) for row in actions.log(tx) if row.what == "declined"]
    who = table.campaign.who
    assert noted == [(who, {"seat": "Ana"}), (who, {"seat": "Eve"}), (who, {})]


def test_a_question_before_the_start_reaches_the_gm_who_answers_it_from_the_desk(table: World) -> None:
    asked = invitation(table, ANA)
    text = "Hello!\n\nHow long does such a game last, and may my brother play too?\n\nAna"
    mails = answer(table, asked, text)

    to_gm = next(mail for mail in mails if mail.to == GM)
    assert to_gm.subject == "[The duel] a word for you"
    assert "Ana writes to you: | How long does such a game last, and may my brother play too?" in words(to_gm)
    assert "passed on to the GM" in words(next(mail for mail in mails if mail.to == ANA))

    mails = answer(table, to_gm, "TO Ana: A month or so, and yes.\nINVITE brother@players.example AS Bert")
    assert "| A month or so, and yes." in words(next(mail for mail in mails if mail.to == ANA))
    assert "All seats of The duel are taken." in words(next(mail for mail in mails if mail.to == GM))
    mails = answer(table, to_gm, "DECLINED Ana\nINVITE brother@players.example AS Bert")
    assert sorted(mail.to for mail in mails) == [ANA, "brother@players.example", GM]


def test_words_to_the_gm_before_the_start_are_delivered(table: World) -> None:
    mails = answer(table, invitation(table, ANA), "TO GM: May I come late?")

    assert "| May I come late?" in words(next(mail for mail in mails if mail.to == GM))
    assert "Delivered to the GM now." in words(next(mail for mail in mails if mail.to == ANA))


def test_a_question_of_one_who_has_no_seat_yet_reaches_the_gm_some_times(table: World) -> None:
    table.game("other", ["Cleo"], start=False)
    table.quiet()
    carry_out(table.campaign, Invite(address=EVE, local=True), "other")
    asked = invitation(table, EVE)
    passed = [answer(table, asked, f"What is this about? {n}") for n in range(invitations.MOST_PASSED_ON + 2)]

    alarms = [mail for mails in passed for mail in mails if mail.to == GM]
    assert len(alarms) == invitations.MOST_PASSED_ON
    assert "It is eve@players.example." in words(alarms[0])
    assert "| What is this about? 0" in words(alarms[0])
    assert sum(mail.to == EVE for mails in passed for mail in mails) == 1


def test_a_subject_of_ours_that_comes_back_as_it_was_declines_nothing(table: World) -> None:
    table.game("other", ("Ana",), start=False)
    carry_out(table.campaign, Set(wanted={"title": "No. 7"}), "other")
    carry_out(table.campaign, Invite(address=EVE, local=True), "other")
    asked = invitation(table, EVE)
    quoted = "\n".join(f"> {line}" for line in asked.body.splitlines())

    letter = table.answer(asked, quoted, Subject=asked.subject, In_Reply_To=str(asked.message["Message-ID"]))

    assert asked.subject.startswith("[No. 7] ")
    assert table.outcome(letter) == "nothing new"
