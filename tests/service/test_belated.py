"""A letter that is believed only later counts as of the time it came: the latest arrival decides."""

from __future__ import annotations

from tests.service.world import World


def held(world: World, text: str) -> int:
    """A letter of Ana's from an address that is not hers, an hour before what follows."""
    letter = world.write("Ana", text, sender="ana@work.example")
    world.tick()
    world.clock.forward(hours=1)
    return letter


def sent(world: World, text: str) -> None:
    """A letter of Ana's that counts, and an hour that goes by."""
    world.write("Ana", text)
    world.tick()
    world.clock.forward(hours=1)


def confirmed(world: World) -> str:
    """What the receipt of the held letter says when Ana has said YES."""
    world.quiet()
    world.write("Ana", "YES")
    world.tick()
    receipts = [m for m in world.mails() if "Receipt" in m.body]
    return " ".join(receipts[0].body.split()) if receipts else ""


def test_newer_orders_stay_when_an_older_letter_is_confirmed(world: World) -> None:
    letter = held(world, "LEAD HIGHEST\nREPLY HIGHEST")
    sent(world, "LEAD LOWEST\nREPLY LOWEST")

    receipt = confirmed(world)

    assert world.outcome(letter) == "orders filed"
    assert world.on_file("Ana") == ("LEAD LOWEST", "REPLY LOWEST")
    assert "It changes none of your orders. For turn 1, due today" in receipt
    assert "these orders stay on file, those of today at 14:00." in receipt
    assert "You have sent orders since." in receipt


def test_what_no_newer_letter_speaks_of_counts(world: World) -> None:
    held(world, "LEAD HIGHEST\nREPLY HIGHEST\nCALL NEVER")
    sent(world, "LEAD LOWEST\nREPLY LOWEST")

    receipt = confirmed(world)

    assert world.on_file("Ana") == ("LEAD LOWEST", "CALL NEVER", "REPLY LOWEST")
    assert "I keep these orders. " in receipt
    assert "so whatever is newer stays." in receipt


def test_a_newer_letter_that_added_adds_to_the_older_one(world: World) -> None:
    sent(world, "LEAD LOWEST")
    held(world, "LEAD HIGHEST")
    sent(world, "ADD\nROUND 2 LEAD LOWEST")

    confirmed(world)

    assert world.on_file("Ana") == ("LEAD HIGHEST", "ROUND 2 LEAD LOWEST")


def test_a_newer_clear_withdraws_what_came_before_it(world: World) -> None:
    held(world, "LEAD HIGHEST")
    sent(world, "CLEAR")

    confirmed(world)

    assert world.on_file("Ana") == ()


def test_an_older_clear_withdraws_nothing_newer(world: World) -> None:
    sent(world, "LEAD HIGHEST")
    held(world, "CLEAR\nCANCEL REPLY\nWAIT FLAG ON")
    sent(world, "LEAD LOWEST\nREPLY LOWEST\nWAIT FLAG OFF")

    receipt = confirmed(world)

    assert world.on_file("Ana") == ("LEAD LOWEST", "REPLY LOWEST")
    assert "Cancelled" not in receipt


def test_of_several_letters_confirmed_at_once_the_latest_decides(world: World) -> None:
    held(world, "LEAD HIGHEST\nREPLY HIGHEST")
    held(world, "LEAD MIDDLE\nCALL NEVER")
    sent(world, "DRAW NEVER")

    confirmed(world)

    assert world.on_file("Ana") == ("LEAD MIDDLE", "REPLY HIGHEST", "CALL NEVER", "DRAW NEVER")


def test_orders_at_the_command_line_are_newer_too(world: World) -> None:
    from referee.service.players import orders as by_hand

    held(world, "LEAD HIGHEST")
    by_hand.send(world.campaign, "duel", "Ana", ["LEAD LOWEST"])

    confirmed(world)

    assert world.on_file("Ana") == ("LEAD LOWEST",)


def test_letters_confirmed_one_after_the_other_stand_in_the_order_they_came(world: World) -> None:
    first = world.write("Ana", "LEAD HIGHEST", sender="ana@work.example")
    world.clock.forward(hours=1)
    second = world.write("Ana", "LEAD MIDDLE", sender="ana@home.example")
    world.clock.forward(hours=1)
    sent(world, "REPLY LOWEST")

    for address in ("ana@home.example", "ana@work.example"):
        world.write("Ana", f"YES {address}")
        world.tick()

    assert (world.outcome(first), world.outcome(second)) == ("orders filed", "orders filed")
    assert world.on_file("Ana") == ("LEAD MIDDLE", "REPLY LOWEST")
