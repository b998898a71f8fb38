"""A letter that was held counts as of the time it came; where that is over it hears so, and hears the truth."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from referee.service.gm.deadlines import Hold
from referee.service.gm.mail import Release
from referee.service.gm.turns import Process
from referee.service.letters.keeping import keep
from referee.service.rounds.command import carry_out
from tests.service.test_gm_commands import GM, command, to
from tests.service.world import World


@pytest.fixture
def duel(tmp_path: Path) -> Iterator[World]:
    """A duel in turn 1, all mail out."""
    made = World.made(tmp_path, campaign_gms=[GM])
    made.game()
    yield made.quiet()
    made.campaign.close()


def held(world: World, text: str = "LEAD HIGHEST") -> int:
    """Let a letter of Ana's come, and be held before it is read; an hour goes by."""
    letter = world.write("Ana", text)
    carry_out(world.campaign, Hold(n=letter, text="Looks odd."))
    world.clock.forward(hours=1)
    return letter


def told_ana(world: World) -> str:
    (mail,) = to(world.mails(), "ana@players.example")
    return f"{mail.subject} {' '.join(mail.body.split())}"


def test_released_when_its_turn_is_over_it_hears_that_it_was_held_and_not_that_it_came_late(duel: World) -> None:
    letter = held(duel)
    duel.adjudicate()
    duel.quiet()
    carry_out(duel.campaign, Release(n=letter))
    duel.tick()

    said = told_ana(duel)
    assert duel.outcome(letter) == "late"
    assert "your letter of today at 13:00 was held back and is read only now, when turn 1 has been adjudicated" in said
    assert "that is no fault of yours" in said
    assert "came after" not in said
    assert "too late" not in said


def test_released_after_the_deadline_of_a_turn_that_still_waits_it_counts(duel: World) -> None:
    letter = held(duel)
    carry_out(duel.campaign, Hold(), "duel")
    due = duel.row().due_at
    assert due is not None
    duel.clock.moment = due + timedelta(hours=1)
    duel.tick()
    carry_out(duel.campaign, Release(n=letter))
    duel.tick()

    assert (duel.outcome(letter), duel.on_file("Ana")) == ("orders filed", ("LEAD HIGHEST",))


def test_released_it_does_not_overrule_what_its_player_sent_since(duel: World) -> None:
    letter = held(duel)
    duel.write("Ana", "LEAD LOWEST")
    duel.tick()
    duel.quiet()
    carry_out(duel.campaign, Release(n=letter))
    duel.tick()

    assert duel.on_file("Ana") == ("LEAD LOWEST",)
    assert "so whatever is newer stays." in told_ana(duel)


def test_released_and_processed_in_one_letter_it_counts(duel: World) -> None:
    letter = held(duel)
    _, mails = command(duel, f"RELEASE {letter}\nPROCESS")
    duel.answer(next(mail for mail in to(mails) if "YES" in mail.body), "YES")

    assert (duel.row().step, duel.outcome(letter)) == (1, "orders filed")


def test_released_in_the_same_round_as_the_yes_to_process_it_counts(duel: World) -> None:
    letter = held(duel)
    _, mails = command(duel, "PROCESS")
    asked = next(mail for mail in to(mails) if "YES" in mail.body)
    duel.arrive(duel.letter(f"RELEASE {letter}", GM), duel.reply_address("GM"), GM)
    yes = duel.arrive(duel.letter("YES", GM), asked.reply_to, GM)
    duel.tick()
    duel.tick()

    assert (duel.row().step, duel.outcome(letter), duel.outcome(yes)) == (1, "orders filed", "confirmed")


def test_a_letter_that_was_long_on_its_way_to_us_takes_its_place_and_is_not_called_late(tmp_path: Path) -> None:
    world = World.made(tmp_path, campaign_gms=[GM])
    world.game()
    came = world.clock.now()
    old, older = (world.letter(text, "ana@players.example") for text in ("LEAD HIGHEST", "LEAD MIDDLE"))
    address = world.quiet().reply_address("Ana")
    world.clock.forward(hours=1)
    world.write("Ana", "LEAD LOWEST")
    world.tick()
    keep(world.campaign, old, sender="ana@players.example", recipient=address, source="imap", arrived=came)
    world.tick()
    on_file = world.on_file("Ana")
    carry_out(world.campaign, Process(), "duel")
    world.quiet()
    keep(world.campaign, older, sender="ana@players.example", recipient=address, source="imap", arrived=came)
    world.tick()

    assert on_file == ("LEAD LOWEST",)
    assert "was on its way to me so long that turn 1 has been adjudicated meanwhile" in told_ana(world)
