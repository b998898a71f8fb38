"""A campaign with a single mailbox at a provider: answers, mail that comes back and strangers share one address."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.service.letters.keeping import Gate
from tests.mail.dsn import report
from tests.service.world import World


@pytest.fixture
def shared(tmp_path: Path) -> Iterator[World]:
    """A duel whose every address is in the mailbox `orders`."""
    made = World.made(tmp_path, mail_bounce_local_part="orders", mail_open_local_part="orders")
    made.game()
    yield made.quiet()
    made.campaign.close()


def test_an_answer_brings_orders(shared: World) -> None:
    letter = shared.write("Ana", "LEAD LOWEST")
    shared.tick()

    assert shared.outcome(letter) == "orders filed"


def test_a_report_of_mail_that_came_back_is_known_by_its_token(shared: World) -> None:
    shared.write("Ana", "TO Bob: hello")
    shared.tick()
    [mail] = [one for one in shared.mails() if one.to.startswith("bob@")]

    letter = shared.arrive(report(), mail.sender, "")
    shared.tick()

    assert mail.sender.startswith("orders+")
    assert shared.outcome(letter) == "mail came back"


def test_a_player_without_a_key_is_told_how_to_do_it(shared: World) -> None:
    letter = shared.arrive(shared.letter("LEAD LOWEST", "ana@players.example"), "orders@referee.example")
    shared.tick()

    assert shared.outcome(letter) == "no token"
    assert [mail.to for mail in shared.mails()] == ["ana@players.example"]


def test_a_stranger_s_wish_to_join_is_heard_and_nothing_else(shared: World) -> None:
    wish, talk = (
        shared.arrive(shared.letter(text, f"{name}@elsewhere.example"), "orders@referee.example")
        for name, text in (("cleo", "JOIN duel"), ("dora", "LEAD LOWEST"))
    )
    shared.tick()

    assert (shared.outcome(wish), shared.outcome(talk)) == ("asked to confirm", "stranger")


def test_the_door_knows_every_key_that_was_given(shared: World) -> None:
    shared.write("Ana", "TO Bob: hello")
    shared.tick()
    [mail] = [one for one in shared.mails() if one.to.startswith("bob@")]
    wrong = f"orders+{'0' * 24}@referee.example"
    asked = (shared.reply_address("Ana"), mail.sender, "orders@referee.example", wrong, "back@referee.example")

    gate = Gate(shared.campaign)

    assert [gate.accepts(address) for address in asked] == [True, True, True, False, False]
