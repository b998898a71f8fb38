"""Words of a player's own within orders, which others read, hold nothing of a letter that not the table was told."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.engine.errors import SetupError
from referee.service.gm.corrections import CorrectOrders
from referee.service.players import orders
from referee.service.players.repetition import FEWEST
from referee.service.rounds.command import carry_out
from tests.laws.played import rulesets
from tests.service.world import World

SAID = "Others may read its words, and among them stands what a letter of mine told not all of them:"


@pytest.fixture
def sea(tmp_path: Path) -> Iterator[World]:
    """A game of Elements that has begun; the letters are out."""
    made = World.made(tmp_path, limits_replies_per_hour=500)
    made.game("sea", ("Ana", "Bob", "Clara"), ruleset="elements")
    yield made
    made.campaign.close()


def held_line(world: World) -> str:
    """A line of Ana's first report that nobody else was told."""
    letters = {mail.to: mail.body for mail in world.mails() if "Welcome" in mail.subject}
    others = "".join(text for to, text in letters.items() if not to.startswith("ana"))
    own = letters["ana@players.example"]
    lines = own[own.index("WHAT YOU HOLD") :].splitlines()[2:]
    return next(" ".join(x.split()) for x in lines if len(x.split()) >= FEWEST and x.strip() not in others)


def test_only_these_orders_hold_words_that_others_read() -> None:
    """A game that gets another such order is guarded by itself; it is named here so that somebody thinks of it."""
    found = {
        (slug, verb.word, verb.free)
        for slug, rules in rulesets().items()
        for verb in rules.grammar.verbs
        if verb.free and verb.kind.__module__.startswith("referee.games")
    }

    assert found == {
        ("elements", "MAGIC", ("free", "vanity")),
        ("elements", "CAST", ("free", "vanity")),
        ("elements", "SPELL", ("free", "vanity")),
        ("elements", "HALT", ("quoted",)),
    }


ORDERS = [
    "MAGIC VANITY {}",
    "MAGIC AT 2 VANITY sparks, and look: {} so there",
    "CAST VANITY {}",
    'SPELL: "{}"',
    'MAGIC FREE "let us see: {}"',
    'HALT "{}"',
    "TURN 2 MAGIC VANITY {}",
    "STANDING MAGIC VANITY {}",
]


@pytest.mark.parametrize("line", ORDERS)
def test_an_order_whose_words_hold_a_line_of_a_report_is_refused_and_its_writer_told(sea: World, line: str) -> None:
    secret = held_line(sea)
    sea.write("Ana", f"HUNT BEST\n{line.format(secret)}", game="sea")
    sea.tick()
    [receipt] = sea.mails()
    said = " ".join(receipt.body.split())

    assert sea.on_file("Ana", "sea") == ("HUNT BEST",)
    assert f'{SAID} "{secret}". Say it in words of your own.' in said.replace("| ", "")
    assert orders.on_file(sea.campaign, "sea", "Ana").turns.get(2, []) == []


def test_so_is_one_that_is_typed_at_the_command_line(sea: World) -> None:
    secret = held_line(sea)
    checked = orders.check(sea.campaign, "sea", "Ana", [f"MAGIC VANITY {secret}"])
    sent = orders.send(sea.campaign, "sea", "Ana", ["HUNT BEST", f"MAGIC VANITY {secret}", "MAGIC VANITY sparks"])

    assert [SAID in str(line.error) for found in (checked, sent) for line in found.found.unused] == [True, True]
    assert sea.on_file("Ana", "sea") == ("MAGIC VANITY sparks", "HUNT BEST")


def test_so_is_one_to_which_the_gm_corrects_the_seats_orders(sea: World) -> None:
    secret = held_line(sea)
    sea.quiet()
    lines = ("HUNT BEST", f"MAGIC VANITY {secret}")
    with pytest.raises(SetupError, match=SAID):
        carry_out(sea.campaign, CorrectOrders(player="Ana", lines=lines, text="A slip."), "sea")
    address = sea.reply_address("GM", "sea")
    text = f"CORRECT ORDERS Ana: A slip.\nHUNT BEST\nMAGIC VANITY {secret.upper()}\n."
    sea.arrive(sea.letter(text, "gm@referee.example"), address, "gm@referee.example")
    sea.tick()
    [answer] = sea.mails()
    lines = ("HUNT BEST", "MAGIC VANITY sparks")
    carry_out(sea.campaign, CorrectOrders(player="Ana", lines=lines, text="A slip."), "sea")

    assert (answer.to, SAID in " ".join(answer.body.split())) == ("gm@referee.example", True)
    assert sea.on_file("Ana", "sea") == ("MAGIC VANITY sparks", "HUNT BEST")


def test_what_others_were_told_in_secret_makes_no_difference(sea: World) -> None:
    """Whether an order is refused tells its writer nothing of what another's letter holds."""
    letters = {mail.to: mail.body for mail in sea.mails() if "Welcome" in mail.subject}
    theirs = letters["bob@players.example"]
    lines = [" ".join(x.split()) for x in theirs[theirs.index("WHAT YOU HOLD") :].splitlines()[2:]]
    own = " ".join(letters["ana@players.example"].split())
    foreign = [line for line in lines if len(line.split()) >= FEWEST and line.lstrip("0123456789 ") not in own]

    for line in foreign:
        found = orders.check(sea.campaign, "sea", "Ana", [f"MAGIC VANITY {line}"])
        assert found.found.taken == 1, line
    assert foreign


def test_own_words_may_be_said_again(sea: World) -> None:
    sea.quiet()
    vanity = "MAGIC VANITY a rain of golden frogs falls upon the Ocean"
    for _ in range(2):
        sea.write("Ana", f"{vanity}\nHUNT BEST", game="sea")
        sea.tick()
        assert sea.on_file("Ana", "sea") == (vanity, "HUNT BEST")
    sea.adjudicate("sea")
    sea.quiet()

    sea.write("Ana", vanity, game="sea")
    sea.write("Bob", vanity, game="sea")
    sea.tick()

    assert (sea.on_file("Ana", "sea"), sea.on_file("Bob", "sea")) == ((vanity, "HUNT BEST"), (vanity,))
