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
