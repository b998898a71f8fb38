"""Whether our mail server is known by its name: who forges senders, and when letters came, hang on it."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.service.upkeep import doctor
from tests.service.world import World

SERVER = "mx.referee.example"
PASS = f"{SERVER}; dmarc=pass header.from=players.example"
OTHER = "mail.players.example; dkim=pass header.d=players.example"


def senders(world: World) -> doctor.Finding:
    """What the doctor says of senders."""
    found = doctor.examine(world.campaign.settings.folder, send=False, clock=world.clock)
    return next(one for one in found if one.what == "senders")


@pytest.mark.parametrize("letters", [[], [PASS, PASS], [PASS, PASS, ""], [PASS, OTHER, PASS], ["", "", ""], ["?"] * 3])
def test_it_says_that_a_forged_sender_counts_where_nobody_looks(letters: list[str], tmp_path: Path) -> None:
    world = World.made(tmp_path)
    bring(world, letters)

    found = senders(world)

    assert (found.well, found.found) == (True, "a forged one counts, if the letter bears the right key")
    assert "mail.results_of" in found.remedy


def test_it_names_the_one_server_that_stands_in_all_letters(tmp_path: Path) -> None:
    world = World.made(tmp_path)
    bring(world, [PASS, PASS, PASS.upper()])
    world.arrive(b"From: mailer-daemon@x.example\r\n\r\ncame back", "back@referee.example", "")

    found = senders(world)

    assert found == doctor.Finding(
        "senders",
        False,
        f"the last 3 letters all hold what {SERVER} found out about their senders, and it is not used",
        f'If that is your own server, set mail.results_of = "{SERVER}".',
    )


@pytest.mark.parametrize("letters", [[], ["", ""], ["", OTHER, PASS]])
def test_it_is_content_where_the_server_is_named(letters: list[str], tmp_path: Path) -> None:
    world = World.made(tmp_path, mail_results_of=SERVER.upper())
    bring(world, letters)

    assert senders(world) == doctor.Finding("senders", True, f"{SERVER} looks whether they are forged")


def test_it_says_that_the_named_server_stands_in_no_letter(tmp_path: Path) -> None:
    world = World.made(tmp_path, mail_results_of=SERVER)
    bring(world, ["", OTHER, ""])

    found = senders(world)

    assert not found.well
    assert found.found == f"none of the last 3 letters holds what {SERVER} found out about its sender"


def received(world: World) -> list[doctor.Finding]:
    """What the doctor says of the time that counts."""
    found = doctor.examine(world.campaign.settings.folder, send=False, clock=world.clock)
    return [one for one in found if one.what == "received"]


def test_it_says_that_the_server_whose_time_counts_stands_in_no_letter(tmp_path: Path) -> None:
    world = World.made(tmp_path, intake_received_by=SERVER)
    before = received(world)
    by = "from a.example (a.example [192.0.2.1]) by {}; Tue, 24 Nov 2026 12:00:00 +0000"
    for server in ("mail.elsewhere.example",) * 3:
        world.arrive(world.letter("YES", "ana@players.example", Received=by.format(server)), "orders@referee.example")
    after = received(world)
    world.arrive(world.letter("YES", "ana@players.example", Received=by.format(SERVER)), "orders@referee.example")

    well = doctor.Finding("received", True, f"a letter counts from when {SERVER} had it")
    assert (before, received(world)) == ([well], [well])
    assert after == [
        doctor.Finding(
            "received",
            False,
            f"none of the last 3 letters came by {SERVER}, so our own clock's time counts",
            "Set intake.received_by to the name behind `by` in your own server's Received headers.",
        )
    ]
    world.campaign.close()


def test_it_says_nothing_of_the_time_where_no_server_is_named(tmp_path: Path) -> None:
    assert received(World.made(tmp_path)) == []


def bring(world: World, letters: list[str]) -> None:
    """Let a letter arrive for each of these findings; '' is a letter without."""
    for number, result in enumerate(letters):
        headers = {"Authentication_Results": result} if result else {}
        world.arrive(world.letter(f"word {number}", "ana@players.example", **headers), "orders@referee.example")
