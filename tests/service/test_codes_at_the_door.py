"""An answer to a code gets past the intake, as any answer to a letter of ours does."""

from __future__ import annotations

from referee.service.letters.keeping import Gate
from tests.service.world import World


def test_the_answer_to_a_code_is_let_in(world: World) -> None:
    gate = Gate(world.campaign)
    world.write("Ana", "ADDRESS ADD ana@work.example")
    world.tick()
    asked = {mail.message["Reply-To"] for mail in world.mails() if mail.to == "ana@work.example"}

    assert asked
    assert [gate.accepts(address) for address in asked] == [True] * len(asked)
    assert not gate.accepts("orders+000000000000000000000000@referee.example")


def test_however_many_letters_were_forged_in_the_name_of_who_was_asked_their_answer_is_let_in(world: World) -> None:
    work, gate = "ana@work.example", Gate(world.campaign)
    world.write("Ana", f"ADDRESS ADD {work}")
    world.tick()
    [asked] = {str(mail.message["Reply-To"]) for mail in world.mails() if mail.to == work}
    for _ in range(world.campaign.settings.limits.letters_per_hour):
        gate.note(work, "join@referee.example")

    assert [gate.admits(work, to) for to in ("join@referee.example", asked)] == [False, True]
