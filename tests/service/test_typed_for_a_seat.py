"""What is typed for a seat is carried out by the handlers of mailed lines; what is a person's own is not."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.engine.commands import COMMANDS
from referee.engine.orders import Order
from referee.service.players import orders, requests
from tests.service.reading import entries
from tests.service.world import World


@pytest.fixture
def twins(begun: Path, tmp_path: Path) -> Iterator[tuple[World, World]]:
    """The same campaign twice: for what is mailed, and for what is typed."""
    made = World.copied(begun, tmp_path / "mailed"), World.copied(begun, tmp_path / "typed")
    yield made
    for world in made:
        world.campaign.close()


def written(world: World) -> list[tuple[str, str]]:
    """To whom letters went, and what they say."""
    return sorted((mail.to, mail.body) for mail in world.mails())


@pytest.mark.parametrize("line", ["TO Bob: hello", "RESEND", "HISTORY 0", "HELP", "RULES WD-1", "WAIT FLAG ON"])
def test_it_does_what_a_mailed_line_does(twins: tuple[World, World], line: str) -> None:
    by_mail, typed = twins
    by_mail.write("Ana", line)
    by_mail.tick()

    checked = orders.send(typed.campaign, "duel", "Ana", [line])
    typed.tick()

    mailed, sent = written(by_mail), written(typed)
    receipts = [one for one in mailed if one not in sent]
    assert [one for one in sent if one not in mailed] == []
    if line.startswith(("HELP", "RULES")):  # what was asked for is the whole answer
        assert receipts == []
    else:
        [(to, receipt)] = receipts
        assert to == "ana@players.example"
        assert [one.what in " ".join(receipt.split()) for one in checked.done] == [True]
    assert typed.on_file("Ana") == by_mail.on_file("Ana")


@pytest.mark.parametrize(
    "line",
    ["VOTE YES", "PROPOSE DRAW", "RESIGN SEAT", "ABSENT 2026-12-20 to 2027-01-03", "ADDRESS ADD eve@players.example",
     "STATUS", "YES", "JOIN autumn", "DIGEST 12h", "WORD rosebud"],
)  # fmt: skip
def test_what_is_the_players_own_is_not_done(world: World, line: str) -> None:
    checked = orders.send(world.campaign, "duel", "Ana", [line, "LEAD LOWEST"])
    world.tick()

    assert [one.what for one in checked.done] == [requests.THEIR_OWN]
    assert (checked.refused, world.mails()) == (True, [])
    assert world.on_file("Ana") == ("LEAD LOWEST",)


def test_every_command_has_one_handler_and_may_be_typed_or_not() -> None:
    known: set[type[Order]] = {*requests.HANDLERS}
    second = {kind for kind in COMMANDS if kind.stands_for is not Order.stands_for} - known

    assert set(COMMANDS) - known == second
    assert known >= requests.BY_HAND


def test_words_are_held_against_what_the_game_allows(tmp_path: Path) -> None:
    world = World.made(tmp_path)
    world.game(policy={"press": "none"})
    world.quiet()

    checked = orders.send(world.campaign, "duel", "Ana", ["TO Bob: shall we talk?"])
    world.tick()

    assert [one.what.split(",")[0] for one in checked.done] == ["In this game players do not write to one another"]
    assert world.mails() == []
    world.campaign.close()


def test_the_seat_hears_from_the_log_what_was_typed_for_it_and_nobody_else(world: World) -> None:
    orders.send(world.campaign, "duel", "Ana", ["TO Bob: shall we talk?", "RESEND"])

    told = {seat: [one.words for one in entries(world.campaign, "duel", seat=seat)] for seat in ("", "Ana", "Bob")}
    assert {seat: "typed TO, RESEND for Ana" in words for seat, words in told.items()} == {
        "": True, "Ana": True, "Bob": False,
    }  # fmt: skip
