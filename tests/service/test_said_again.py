"""Words to others that are sent once more, in a letter that names none of ours, are no quotation of our receipt."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.service.world import World

TALK = "let us talk about it, my friend, before the turn is over"


@pytest.mark.parametrize(
    "text",
    [f"TO Bob:\n{TALK}\n.", f"TO Bob:\n{TALK}\n.\nLEAD HIGHEST", f"TO Bob: {TALK}", f"TO bob:\n{TALK}\nshall we?\n."],
)
def test_the_same_words_are_delivered_as_often_as_they_are_sent(tmp_path: Path, text: str) -> None:
    world = World.made(tmp_path)
    world.game()
    world.quiet()
    for _ in range(3):
        world.clock.forward(minutes=1)
        world.write("Ana", text)
        world.tick()

    assert [mail.to for mail in world.mails()] == ["bob@players.example", "ana@players.example"] * 3


def test_a_receipt_that_is_quoted_without_a_mark_delivers_nothing_again(tmp_path: Path) -> None:
    world = World.made(tmp_path)
    world.game()
    world.quiet()
    world.write("Ana", f"TO Bob:\n{TALK}\n.")
    world.tick()
    receipt = next(mail for mail in world.mails() if mail.to == "ana@players.example")
    world.write("Ana", f"Thank you!\n\n{receipt.body}")
    world.tick()

    assert [mail.to for mail in world.mails()] == ["ana@players.example"]
