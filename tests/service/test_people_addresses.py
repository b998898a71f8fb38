"""Several addresses for one player: added and removed when both say so, and secrets wait a turn."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from referee.service.gm.ending import Delete
from referee.service.gm.seats import Replace
from referee.service.people import handover, vacancies
from referee.service.people.addresses import change_by_gm
from referee.service.people.personal_data import person
from referee.service.rounds.command import carry_out
from referee.store import actions, games, people
from tests.service.world import Mail, World

NEW = "ana@new.example"
MALLORY = "mallory@elsewhere.example"
EVE, FAY = "eve@players.example", "fay@players.example"


def codes(world: World, text: str = f"ADDRESS ADD {NEW}", seat: str = "Ana") -> dict[str, Mail]:
    """Let a player order a change; return the letters with the codes by where they went."""
    world.write(seat, text)
    world.tick()
    return {mail.to: mail for mail in world.mails() if "confirm an address" in mail.subject}


def addresses(world: World, who: str = "ana@players.example") -> list[str]:
    """List a player's addresses, the one that mail goes to first."""
    with world.campaign.store.reading() as tx:
        found = people.player_at(tx, who)
        assert found is not None
        return [row.address for row in people.addresses_of(tx, found.id)]


def both(world: World) -> dict[str, Mail]:
    """Let Ana order one more address, and answer both codes."""
    asked = codes(world)
    for mail in asked.values():
        world.answer(mail, "YES")
    world.quiet()
    return asked


def test_a_code_goes_to_both_addresses(world: World) -> None:
    assert sorted(codes(world)) == [NEW, "ana@players.example"]


@pytest.mark.parametrize("one", [NEW, "ana@players.example"])
def test_one_yes_is_not_enough(world: World, one: str) -> None:
    world.answer(codes(world)[one], "YES")
    world.adjudicate()
    world.tick()

    assert addresses(world) == ["ana@players.example"]


def test_after_both_the_new_address_waits_for_the_next_turn(world: World) -> None:
    both(world)
    world.write("Bob", "TO Ana: between us")
    world.tick()
    before = [mail.to for mail in world.mails() if "between us" in mail.body and "bob" not in mail.to]

    world.adjudicate()
    world.quiet()
    world.write("Bob", "TO Ana: between us again")
    world.tick()
    after = [mail.to for mail in world.mails() if "between us" in mail.body and "bob" not in mail.to]

    assert (before, after) == (["ana@players.example"], [NEW])
    assert addresses(world) == [NEW, "ana@players.example"]


def test_the_old_address_hears_of_each_step(world: World) -> None:
    for mail in codes(world).values():
        world.answer(mail, "YES")
    world.adjudicate()
    world.tick()

    told = [mail.subject for mail in world.mails() if mail.to == "ana@players.example" and "address" in mail.subject]
    assert told == ["[Test Table] An address is confirmed", "[Test Table] Your addresses have changed"]


def test_orders_count_from_every_address(world: World) -> None:
    both(world)
    world.adjudicate()
    world.tick()

    letters = [world.write("Ana", "LEAD HIGH", sender=sender) for sender in (NEW, "ana@players.example")]
    world.tick()

    assert [world.outcome(letter) for letter in letters] == ["orders filed", "orders filed"]


def test_a_code_from_the_wrong_sender_does_nothing_and_says_nothing(world: World) -> None:
    asked = codes(world)

    letters = [world.answer(mail, "YES", sender=MALLORY) for mail in asked.values()]

    assert ([world.outcome(one) for one in letters], world.mails()) == (["stranger", "stranger"], [])
    world.answer(asked[NEW], "YES", sender="ana@players.example")
    assert addresses(world) == ["ana@players.example"]


def test_a_code_answered_twice_counts_once(world: World) -> None:
    asked = codes(world)

    letters = [world.answer(asked[NEW], "YES") for _ in range(3)]

    assert [world.outcome(one) for one in letters] == ["confirmed", "duplicate", "duplicate"]


def test_a_code_runs_out_and_says_so_once(world: World) -> None:
    asked = codes(world)
    world.clock.forward(days=4)

    letters = [world.answer(asked[NEW], "YES") for _ in range(2)]
    said = [mail.subject for mail in world.mails() if mail.to == NEW]

    assert [world.outcome(one) for one in letters] == ["confirmed too late"] * 2
    assert said == ["[Test Table] That code is over"]


def test_a_machine_confirms_nothing(world: World) -> None:
    letter = world.answer(codes(world)[NEW], "YES I am on holiday", Auto_Submitted="auto-replied")

    assert world.outcome(letter) == "automatic mail"


@pytest.mark.parametrize("text", ["Who are you?", "yesterday was fine"])
def test_what_is_no_yes_confirms_nothing(world: World, text: str) -> None:
    asked = codes(world)

    world.answer(asked[NEW], text)
    said = [mail for mail in world.mails() if mail.to == NEW]
    world.answer(asked[NEW], text)

    assert ([mail.subject for mail in said], world.mails()) == (["[Test Table] Please answer YES"], [])


def test_an_address_of_somebody_else_is_not_betrayed(world: World) -> None:
    """The receipt is the same, the code goes to its owner, and without the owner's YES nothing happens."""
    world.write("Ana", f"ADDRESS ADD {NEW}")
    world.tick()
    known = [mail.body for mail in world.mails() if "your letter" in mail.subject]
    world.write("Ana", "ADDRESS ADD bob@players.example")
    world.tick()
    said = [mail.body for mail in world.mails() if "your letter" in mail.subject]

    assert [body.replace("bob@players.example", NEW) for body in said] == known


def test_a_change_says_what_it_waits_for_and_what_to_do_meanwhile(world: World) -> None:
    world.game("second")
    world.quiet()
    for mail in codes(world).values():
        world.answer(mail, "YES")
    (confirmed,) = [mail for mail in world.mails() if "is confirmed" in mail.subject]
    for name in ("duel", "second"):
        world.adjudicate(name)
    world.tick()
    world.quiet()
    world.write("Ana", f"ADDRESS REMOVE {NEW}")
    world.tick()
    (receipt,) = [mail for mail in world.mails() if "your letter" in mail.subject]

    assert " ".join(confirmed.body.split()) == (
        f"Dear Ana, {NEW} is confirmed. Your letters go there, and you may write from there, when the next turn of The "
        "duel and The second has been adjudicated; I tell you then. Until then please write from where you do now. "
        "At gm@referee.example you reach your GM."
    )
    assert (
        "When YES has come from both, the change is made. If no letter reaches you there any more, ask with TO GM: "
        "instead; the GM can do it."
    ) in " ".join(receipt.body.split())


def test_one_s_last_address_cannot_be_removed(world: World) -> None:
    world.write("Ana", "ADDRESS REMOVE ana@players.example")
    world.tick()
    (receipt,) = world.mails()

    assert "the only address" in " ".join(receipt.body.split())


def test_removing_takes_both_and_kills_the_keys(world: World) -> None:
    both(world)
    world.adjudicate()
    world.tick()
    world.quiet()
    old = world.token("Ana")

    asked = codes(world, "ADDRESS REMOVE ana@players.example")
    for mail in asked.values():
        world.answer(mail, "YES")

    assert sorted(asked) == [NEW, "ana@players.example"]
    assert addresses(world, NEW) == [NEW]
    assert world.token("Ana") != old


def test_the_gm_can_change_them_and_all_hear(world: World) -> None:
    with world.campaign.store.reading() as tx:
        ana = person(tx, "ana@players.example")

    change_by_gm(world.campaign, ana, NEW, add=True)

    assert addresses(world) == [NEW, "ana@players.example"]
    assert sorted(mail.to for mail in world.mails()) == [NEW, "ana@players.example"]


def test_what_the_gm_does_with_an_address_stands_once_in_the_log_and_as_theirs(world: World) -> None:
    with world.campaign.store.reading() as tx:
        ana = person(tx, "ana@players.example")
    change_by_gm(world.campaign, ana, NEW, add=True)
    change_by_gm(world.campaign, ana, "ana@players.example", add=False)

    with world.campaign.store.reading() as tx:
        done = [(row.what, row.who) for row in actions.log(tx) if row.what.startswith("address")]
    assert done == [("address added", "GM"), ("address removed", "GM")]


def test_what_becomes_of_a_seat_is_told_its_player_at_their_first_address_alone(world: World) -> None:
    world.game("spring", start=False)
    told: dict[str, list[tuple[str, str]]] = {}

    def hear(what: str, seat: str, act: Callable[[], object]) -> None:
        """Give whoever is in a seat another address, act, and note what they are told apart from its letters."""
        with world.campaign.store.reading() as tx:
            player = people.player(tx, games.seat(tx, world.row().id, seat).player)
        change_by_gm(world.campaign, player, f"{what}@new.example", add=True)
        own = addresses(world.quiet(), f"{what}@new.example")
        act()
        told[what] = [(mail.to, mail.subject) for mail in world.mails() if mail.to in own]

    until = world.clock.now() + timedelta(days=1)
    hear("lent", "Ana", lambda: handover.lend(world.campaign, "duel", "Ana", EVE, until=until))
    hear("back", "Ana", lambda: handover.end_loan(world.campaign, "duel", "Ana"))
    hear("deleted", "Ana", lambda: carry_out(world.campaign, Delete(), "spring"))
    hear("passed", "Ana", lambda: carry_out(world.campaign, Replace(player="Ana", address=FAY), "duel"))
    hear("emptied", "Bob", lambda: vacancies.empty(world.campaign, "duel", "Bob"))

    assert told == {
        "lent": [("lent@new.example", "[The duel] a substitute plays for you")],
        "back": [("back@new.example", "[The duel] thank you")],
        "deleted": [("deleted@new.example", "[Test Table] The spring is called off")],
        "passed": [("passed@new.example", "[The duel] your seat has passed on")],
        "emptied": [("emptied@new.example", "[The duel] your seat is free")],
    }


def test_addresses_survive_a_restart_between_any_two_steps(world: World) -> None:
    for mail in codes(world).values():
        world.answer(mail, "YES")
        world = world.again()
    world.adjudicate()
    world.again().tick()

    assert addresses(world) == [NEW, "ana@players.example"]
