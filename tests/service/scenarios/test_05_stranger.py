"""Scenario 5: a stranger, or player B, writes for player A: with A's name, without A's secret, or with half of it."""

from __future__ import annotations

from referee.mail.address import new_token
from referee.store import inbox
from tests.service.world import Mail, World

MALLORY = "mallory@elsewhere.example"


def filed(world: World) -> tuple[str, ...]:
    """Let Ana have orders on file, forget the mail so far, and return them."""
    world.write("Ana", "LEAD LOWEST")
    world.tick()
    world.quiet()
    return world.on_file("Ana")


def gm_sees(world: World) -> list[str]:
    """Return what the GM is shown as held."""
    with world.campaign.store.reading() as tx:
        return [row.outcome for row in inbox.held(tx)]


def test_a_stranger_without_a_token_gets_no_answer_and_changes_nothing(world: World) -> None:
    before = filed(world)

    letter = world.arrive(world.letter("LEAD HIGHEST", MALLORY), "orders@referee.example", MALLORY)
    world.tick()

    assert (world.outcome(letter), world.mails(), world.on_file("Ana")) == ("stranger", [], before)


def test_from_ana_s_forged_address_without_the_token_ana_hears_and_the_sender_nothing(world: World) -> None:
    before = filed(world)

    letter = world.arrive(world.letter("LEAD HIGHEST", world.address("Ana")), "orders@referee.example", MALLORY)
    world.tick()
    said = world.mails()

    assert (world.outcome(letter), world.on_file("Ana")) == ("no token", before)
    assert [(mail.to, mail.sender, mail.subject) for mail in said] == [
        (world.address("Ana"), "", "[The duel] Your letter was not used")
    ]
    assert "LEAD HIGHEST" not in said[0].body


def test_with_the_token_from_another_address_it_is_held_and_ana_is_asked(world: World) -> None:
    before, key = filed(world), world.reply_address("Ana")

    letter = world.arrive(world.letter("LEAD HIGHEST", MALLORY), key, MALLORY)
    world.tick()
    said = world.mails()

    assert (world.outcome(letter), world.on_file("Ana")) == ("held: another sender", before)
    assert [(mail.to, mail.subject) for mail in said] == [(world.address("Ana"), "[The duel] Was this you?")]
    assert gm_sees(world) == ["held: another sender"]


def test_the_gm_s_turn_letter_names_what_is_held(world: World) -> None:
    filed(world)
    letter = world.arrive(world.letter("LEAD HIGHEST", MALLORY), world.reply_address("Ana"), MALLORY)
    world.tick()
    world.quiet()

    world.adjudicate()

    (turn,) = [mail for mail in world.mails() if mail.to == "gm@referee.example"]
    assert (
        f"LETTERS HELD FOR YOU Today at 13:00, Ana: letter {letter}, another sender. It waits for the player's "
        f"YES; RELEASE {letter} lets it count without, DISCARD {letter} drops it."
    ) in " ".join(turn.body.split())
    assert MALLORY not in "".join(mail.body for mail in world.mails())


def test_bob_with_ana_s_token_is_as_much_a_stranger_and_ana_is_not_told_who(world: World) -> None:
    before, key = filed(world), world.reply_address("Ana")

    letter = world.arrive(world.letter("LEAD HIGHEST", world.address("Bob")), key, world.address("Bob"))
    world.tick()
    said = world.mails()

    assert (world.outcome(letter), world.on_file("Ana")) == ("held: another sender", before)
    assert [(mail.to, world.address("Bob") in mail.body) for mail in said] == [(world.address("Ana"), False)]


def test_who_guesses_tokens_hears_nothing_however_often(world: World) -> None:
    before = filed(world)

    for _ in range(40):
        world.arrive(world.letter("LEAD HIGHEST", MALLORY), f"orders+{new_token()}@referee.example", MALLORY)
    world.tick()

    assert (world.mails(), world.on_file("Ana")) == ([], before)


def test_who_guesses_under_ana_s_name_fills_that_mailbox_with_a_few_letters_at_most(world: World) -> None:
    before = filed(world)

    for _ in range(40):
        letter = world.letter("LEAD HIGHEST", world.address("Ana"))
        world.arrive(letter, f"orders+{new_token()}@referee.example", MALLORY)
    world.tick()
    said: list[Mail] = [mail for mail in world.mails() if mail.to == world.address("Ana")]

    assert world.on_file("Ana") == before
    assert 0 < len(said) <= world.campaign.settings.limits.replies_per_hour


def test_a_code_that_leaked_does_nothing_in_another_s_hands(world: World) -> None:
    world.write("Ana", "ADDRESS ADD mallory@elsewhere.example")
    world.tick()
    codes = {mail.to: mail for mail in world.mails() if "confirm an address" in mail.subject}

    stolen = world.answer(codes[world.address("Ana")], "YES", sender=MALLORY)

    assert (world.outcome(stolen), world.mails()) == ("stranger", [])
