"""Draws and concessions: by secret vote, agreed if everybody says yes, settled with the turn."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.engine.events import GameEnded
from referee.reports.parts import Letter
from referee.service.people import vacancies
from referee.service.records.archive import verify
from referee.store import actions, attendance, steps
from referee.store.tables import Status
from tests.service.world import Mail, World

SEATS = ("Corwin", "Eric", "Fiona", "Random")


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    """A game of four, and all mail so far is out."""
    made = World.made(tmp_path)
    made.game("amber", SEATS, ruleset="amber")
    yield made.quiet()
    made.campaign.close()


def say(world: World, seat: str, text: str) -> list[Mail]:
    world.write(seat, text, game="amber")
    world.tick()
    return world.mails()


def text(mail: Mail) -> str:
    return " ".join(mail.body.split())


def ended(world: World) -> GameEnded | None:
    with world.campaign.store.reading() as tx:
        return steps.load(tx, world.campaign.kit("amber").codec, world.row("amber").id).end


def agreed(world: World) -> str:
    """Why the game is over; nothing if it goes on."""
    end = ended(world)
    return end.reason if end else ""


def vote(world: World, *answers: str) -> None:
    """Let Corwin propose a draw, and the others vote in turn; an empty answer is silence."""
    say(world, "Corwin", "PROPOSE DRAW")
    for seat, answer in zip(SEATS[1:], answers, strict=True):
        if answer:
            say(world, seat, f"VOTE {answer}")
    world.adjudicate("amber")


def test_everybody_is_told_that_a_ballot_is_open_in_the_same_words(world: World) -> None:
    told = [mail for mail in say(world, "Corwin", "PROPOSE DRAW") if "a ballot is open" in mail.subject]

    assert sorted(mail.to for mail in told) == sorted(map(world.address, SEATS))
    assert len({text(mail).partition(", ")[2] for mail in told}) == 1
    assert [seat for seat in SEATS if seat in text(told[0]).partition(", ")[2]] == []


def test_where_two_alone_vote_both_are_told_that_each_knows_the_others_part(world: World) -> None:
    world.game("duo", ("Ana", "Bob"))
    world.quiet()
    world.write("Ana", "PROPOSE DRAW", game="duo")
    world.tick()

    told = {mail.to: text(mail) for mail in world.mails()}

    can_tell = "only two of you to agree, each can tell who proposed it"
    assert {to: can_tell in said for to, said in told.items()} == {world.address(who): True for who in ("Ana", "Bob")}
    assert not any("only two" in text(mail) for mail in say(world, "Corwin", "PROPOSE DRAW"))


def test_if_all_say_yes_the_game_ends_with_the_turn(world: World) -> None:
    vote(world, "YES", "YES", "YES")

    end = ended(world)
    assert end is not None
    assert (end.reason, end.winners, end.losers, world.row("amber").status) == (
        "draw by agreement", (), (), Status.OVER
    )  # fmt: skip
    assert {mail.subject for mail in world.mails() if "@players" in mail.to} == {"[The amber] The game is over: a draw"}
    assert verify(world.campaign, "amber").ok


@pytest.mark.parametrize("answers", [("YES", "YES", ""), ("YES", "NO", "YES"), ("", "", "")])
def test_if_one_is_silent_or_against_it_the_game_goes_on(world: World, answers: tuple[str, ...]) -> None:
    vote(world, *answers)

    assert (ended(world), world.row("amber").status) == (None, Status.RUNNING)


def test_who_was_against_it_and_how_many_is_told_nobody(world: World) -> None:
    """Silence and NO, one and three, make the same letters, but for the receipts of those who voted."""

    def said(folder: Path, *answers: str) -> list[tuple[str, str, str]]:
        other = World.made(folder)
        other.game("amber", SEATS, ruleset="amber", start=False)
        other.settle_luck(b"s" * 32, "amber")
        other.start("amber")
        other.quiet()
        vote(other, *answers)
        out = sorted((mail.to, mail.subject, mail.body) for mail in other.mails())
        other.campaign.close()
        return out

    folder = world.campaign.settings.folder.parent
    one, all_of_them = said(folder / "one", "YES", "YES", "NO"), said(folder / "all", "NO", "NO", "NO")

    assert one == all_of_them
    assert any("found no agreement" in " ".join(body.split()) for _, _, body in one)


def foreseen(world: World, game: str) -> list[Letter | None]:
    """Write every letter of the open turn as it stands, and keep nothing."""
    return [letter for _, letter in world.foreseen(game)]


def test_the_gm_cannot_foresee_it_and_the_log_names_nobody(world: World) -> None:
    say(world, "Corwin", "PROPOSE DRAW")
    before = foreseen(world, "amber")
    for seat in SEATS[1:]:
        say(world, seat, "VOTE YES")

    after = foreseen(world, "amber")
    with world.campaign.store.reading() as tx:
        known = [(row.what, row.details) for row in actions.log(tx, world.row("amber").id)]
    assert None not in before
    assert before == after
    assert [entry for entry in known if "ballot" in str(entry) or "vote" in str(entry)] == []


def test_who_ended_the_game_is_not_told_that_their_orders_were_missing(world: World) -> None:
    say(world, "Corwin", "PROPOSE DRAW")
    for seat in SEATS[1:]:
        say(world, seat, "VOTE YES")
    world.quiet()
    world.adjudicate("amber")
    told = {mail.to: " ".join(mail.body.split()) for mail in world.mails()}

    with world.campaign.store.reading() as tx:
        assert attendance.silences(tx, world.row("amber").id) == []
    assert len(told) == len(SEATS) + 1
    assert all("agreed to a draw" in body for body in told.values())
    assert [to for to, body in told.items() if "on file" in body or "No orders came from" in body] == []


def test_a_vote_may_be_changed_until_the_turn(world: World) -> None:
    say(world, "Corwin", "PROPOSE DRAW")
    for seat in SEATS[1:]:
        say(world, seat, "VOTE YES")
    say(world, "Eric", "VOTE NO")
    world.adjudicate("amber")

    assert ended(world) is None


def test_a_concession_has_a_winner(world: World) -> None:
    say(world, "Corwin", "PROPOSE CONCEDE Eric")
    for seat in SEATS[1:]:
        say(world, seat, "VOTE YES")
    world.adjudicate("amber")

    end = ended(world)
    assert end is not None
    assert (end.reason, end.winners, end.losers) == ("concession", ("Eric",), ("Corwin", "Fiona", "Random"))
    assert any("Eric has won." in text(mail) for mail in world.mails())


def test_a_seat_without_a_player_need_not_agree(world: World) -> None:
    vacancies.empty(world.campaign, "amber", "Random")

    vote(world, "YES", "YES", "")

    assert agreed(world) == "draw by agreement"


def test_one_ballot_at_a_time_and_the_next_after_the_turn(world: World) -> None:
    say(world, "Corwin", "PROPOSE DRAW")
    (second,) = say(world, "Eric", "PROPOSE CONCEDE Fiona")
    world.adjudicate("amber")
    world.quiet()
    third = say(world, "Eric", "PROPOSE CONCEDE Fiona")

    assert "A ballot is open already" in text(second)
    assert len([mail for mail in third if "a ballot is open" in mail.subject]) == 4


def test_without_a_ballot_there_is_nothing_to_vote_on(world: World) -> None:
    (receipt,) = say(world, "Corwin", "VOTE YES")

    assert "VOTE YES No ballot is open in The amber." in text(receipt)


def test_who_votes_in_the_wrong_game_is_told_where_the_ballot_is(world: World) -> None:
    world.game("other", SEATS, ruleset="amber")  # whose seats the same four have
    say(world.quiet(), "Corwin", "PROPOSE DRAW")
    world.quiet()
    world.write("Eric", "VOTE YES", game="other")
    world.tick()
    (receipt,) = world.mails()

    assert "No ballot is open in The other. One is open in The amber: answer a letter of that game." in text(receipt)


def test_of_a_game_whose_seat_they_left_nobody_hears_that_a_ballot_is_open(world: World) -> None:
    world.game("other", SEATS, ruleset="amber")
    vacancies.empty(world.campaign, "amber", "Random")
    say(world, "Corwin", "PROPOSE DRAW")
    world.quiet()
    world.write("Random", "VOTE YES", game="other")
    world.tick()
    (receipt,) = world.mails()

    assert "No ballot is open in The other." in text(receipt)
    assert "The amber" not in text(receipt)


def test_who_has_no_vote_in_a_ballot_is_not_sent_to_it(world: World) -> None:
    world.game("tricks", SEATS[:3], ruleset="normal-cards")
    world.write("Fiona", "RESIGN", game="tricks")
    world.adjudicate("tricks")
    world.write("Corwin", "PROPOSE DRAW", game="tricks")
    world.tick()
    world.quiet()
    told = {seat: text(*say(world, seat, "VOTE YES")) for seat in ("Eric", "Fiona")}

    assert "One is open in The tricks: answer a letter of that game." in told["Eric"]
    assert "The tricks" not in told["Fiona"]


def test_the_vote_is_there_after_a_restart(world: World) -> None:
    say(world, "Corwin", "PROPOSE DRAW")
    for seat in SEATS[1:]:
        say(world.again(), seat, "VOTE YES")
    world.again().adjudicate("amber")

    assert agreed(world) == "draw by agreement"
