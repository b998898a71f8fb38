"""Who is reminded, when, and how often."""

from __future__ import annotations

from tests.service.world import World


def reminders(world: World) -> list[tuple[str, str]]:
    """Return address and subject of the reminders that go out now."""
    return [(m.to, m.subject) for m in world.mails() if "nothing from you is on file" in " ".join(m.body.split())]


def test_only_those_who_sent_nothing_are_reminded_once_a_day_before_the_deadline(world: World) -> None:
    world.clock.forward(hours=9)
    world.tick()
    world.quiet()
    world.write("Ana", "LEAD LOWEST")
    world.clock.forward(days=1)
    world.tick()
    world.quiet()
    assert reminders(world) == []

    world.clock.forward(days=1)
    world.tick()
    first = reminders(world)
    world.clock.forward(hours=1)
    world.tick()

    assert [to for to, _ in first] == ["bob@players.example"]
    assert reminders(world) == []


def test_a_turn_opened_within_the_day_of_its_deadline_has_no_reminder(world: World) -> None:
    world.tick()

    assert reminders(world) == []
