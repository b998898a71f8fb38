"""Games that their GM ends, cancels or deletes: everybody is told, the archive holds, and nothing is done by halves."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.engine.errors import SetupError
from referee.service.gm.ending import Cancel, Delete, EndGame
from referee.service.gm.seats import Invite
from referee.service.gm.turns import Rerun, Rollback
from referee.service.records.archive import verify
from referee.service.records.overview import game_list
from referee.service.rounds.command import carry_out
from referee.store import actions
from referee.store.tables import Status
from tests.service.test_gm_commands import command, to, words
from tests.service.world import World

GM, ANA, BOB, EVE = "gm@referee.example", "ana@players.example", "bob@players.example", "eve@players.example"
WHY = "We have lost our evenings"


def log(world: World) -> list[tuple[str, str]]:
    """List what was done in the duel last, and the result or reason with it."""
    with world.campaign.store.reading() as tx:
        return [(one.what, str(one.details.get("result", ""))) for one in actions.log(tx, world.row().id)]


@pytest.mark.parametrize(
    ("result", "said"),
    [
        ("Ana", "The GM has ended the game. Ana has won."),
        ("nobody", "The GM has ended the game."),
        ("ana and BOB", "The GM has ended the game. Ana and Bob have won."),
    ],
)
def test_a_game_is_ended_with_a_result_and_opened_as_was_promised(world: World, result: str, said: str) -> None:
    world.write("Ana", "LEAD HIGH")
    carry_out(world.campaign, EndGame(result=result, reason=WHY), "duel")

    ana = next(mail for mail in to(world.mails(), ANA) if "The game is over" in mail.subject)
    assert world.row().status is Status.OVER
    assert said in words(ana)
    assert ana.subject.endswith(" won")
    assert f"The GM's reason: | {WHY}." in words(ana)
    assert words(ana).count("The GM has ended the game") == 1
    assert ("commitment" in words(ana), "HISTORY 1" in words(ana)) == (True, False)
    assert verify(world.campaign, "duel").ok
    assert log(world)[-1][0] == "end"


def test_the_last_letter_of_a_game_that_was_ended_names_the_last_turn_that_was_played(world: World) -> None:
    world.adjudicate()
    world.quiet()
    carry_out(world.campaign, EndGame(result="Ana", reason=WHY), "duel")

    (ana,) = to(world.mails(), ANA)
    assert "HISTORY 1 for your report of turn 1." in words(ana)
    assert "HISTORY 2" not in words(ana)


def test_a_held_or_paused_game_is_ended_too_and_one_taken_back_only_after_its_rerun(world: World) -> None:
    world.adjudicate()
    carry_out(world.campaign, Rollback(n=1, text="An error."), "duel")
    with pytest.raises(SetupError, match="Turn 1 was taken back"):
        carry_out(world.campaign, EndGame(result="Ana", reason=WHY), "duel")

    carry_out(world.campaign, Rerun(), "duel")
    command(world, "PAUSE")
    carry_out(world.campaign, EndGame(result="Ana", reason=WHY), "duel")
    assert world.row().status is Status.OVER


@pytest.mark.parametrize(
    ("result", "reason", "why"),
    [("Zoe", WHY, "There is no seat Zoe"), ("Ana", " ", "Say why"), ("Ana, Zoe", WHY, "There is no seat Zoe")],
)
def test_an_end_without_a_reason_or_with_a_stranger_is_refused(
    world: World, result: str, reason: str, why: str
) -> None:
    with pytest.raises(SetupError, match=why):
        carry_out(world.campaign, EndGame(result=result, reason=reason), "duel")

    assert (world.row().status, world.mails()) == (Status.RUNNING, [])


def test_by_mail_an_end_needs_a_yes_and_says_what_it_does(world: World) -> None:
    _, mails = command(world, f"END GAME Bob: {WHY}")
    code = next(mail for mail in to(mails, GM) if "Do you want" in mail.subject)
    assert f"The game is over at once: Bob has won. Told to all: {WHY}" in words(code)
    assert world.row().status is Status.RUNNING

    world.answer(code, "YES")
    mails = world.mails()
    assert world.row().status is Status.OVER
    assert "Bob has won." in words(next(mail for mail in to(mails, ANA)))
    answer = next(mail for mail in to(mails, GM) if "commands" in mail.subject)
    assert "The game is over, and everybody is told." in words(answer)


def test_a_game_that_is_cancelled_has_no_winner(world: World) -> None:
    _, mails = command(world, f"CANCEL: {WHY}")
    world.answer(next(mail for mail in to(mails, GM) if "Do you want" in mail.subject), "YES")

    (ana,) = to(world.mails(), ANA)
    assert world.row().status is Status.OVER
    assert "The GM has cancelled the game; nobody has won, and nobody has lost." in words(ana)
    assert f"The GM's reason: | {WHY}." in words(ana)
    assert verify(world.campaign, "duel").ok


@pytest.fixture
def table(tmp_path: Path) -> World:
    """A duel that has not begun, with Ana in it, and Eve invited."""
    made = World.made(tmp_path)
    made.game(seats=("Ana",), start=False)
    carry_out(made.campaign, Invite(address=EVE, local=True), "duel")
    return made


def test_a_game_is_called_off_before_it_begins_and_all_who_were_asked_hear_it(table: World) -> None:
    invitation = next(mail for mail in table.mails() if mail.to == ANA)
    carry_out(table.campaign, Cancel(text=WHY), "duel")

    mails = table.mails()
    assert sorted(mail.to for mail in mails) == [ANA, EVE]
    assert all(f"The duel is called off and will not be played: | {WHY}." in words(mail) for mail in mails)
    assert table.row().status is Status.OVER
    table.answer(invitation, "Oh, why?")
    mails = table.mails()
    assert "The duel was called off, so nothing more is wanted of you." in words(to(mails, ANA)[0])
    assert "| Oh, why?" in words(to(mails, GM)[0])


def test_a_game_that_never_began_is_deleted_and_its_name_is_free(table: World) -> None:
    token = table.reply_address("Ana", step=0)
    table.quiet()
    assert carry_out(table.campaign, Delete(), "duel").value == "The duel"

    mails = table.mails()
    assert sorted(mail.to for mail in mails) == [ANA, EVE]
    assert all("is called off and will not be played." in words(mail) for mail in mails)
    assert game_list(table.campaign) == []
    table.arrive(table.letter("YES", ANA), token, ANA)
    table.tick()
    table.game(seats=("Ana", "Bob"))
    assert [one.name for one in game_list(table.campaign)] == ["duel"]


def test_a_game_that_was_called_off_is_deleted_without_more_words(table: World) -> None:
    carry_out(table.campaign, Cancel(text=WHY), "duel")
    table.quiet()
    carry_out(table.campaign, Delete(), "duel")

    assert (table.mails(), game_list(table.campaign)) == ([], [])


def test_a_game_that_began_is_never_deleted(world: World) -> None:
    with pytest.raises(SetupError, match="has begun, so it stays in the archive"):
        carry_out(world.campaign, Delete(), "duel")
    _, mails = command(world, "DELETE GAME")

    assert "It can be ended: CANCEL and the reason." in words(to(mails, GM)[0])
