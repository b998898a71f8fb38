"""What the GM decided for the open turn and takes back; and what a correction would do before it is made."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.engine.audience import Seat
from referee.engine.errors import SetupError
from referee.service.gm import corrections
from referee.service.gm.corrections import Correct
from referee.service.gm.ruling import Rule, Rulings, Withdraw
from referee.service.records.archive import verify
from referee.service.rounds.command import carry_out, foreseen
from referee.service.table.table import TableTop
from tests.service.reading import entries
from tests.service.test_gm_commands import command, to, words
from tests.service.world import World

GM, ANA, BOB = "gm@referee.example", "ana@players.example", "bob@players.example"
WHY = "I read the rule once more"
SEATS = ("Ana", "Bob")


def held(world: World, seat: str) -> list[str]:
    """List what a seat holds."""
    with world.campaign.reading() as work:
        top = TableTop.load(work, world.row(), world.clock.now())
        return [str(card) for card in dict(top.kit.rules.ending.hands(top.game.state))[Seat(seat)]]


def test_a_ruling_that_is_withdrawn_is_cited_nowhere_and_everybody_hears(world: World) -> None:
    carry_out(world.campaign, Rule(text="A shown card stays"), "duel")
    world.quiet()
    assert carry_out(world.campaign, Withdraw(n=1, text=WHY), "duel").value == "ruling 1"

    told = world.mails()
    assert sorted(mail.to for mail in told) == [ANA, BOB]
    assert all(f"The GM has withdrawn ruling 1: it counts no more. | {WHY}." in words(mail) for mail in told)
    world.adjudicate()
    assert not any("A shown card stays" in words(mail) for mail in to(world.mails(), ANA))
    assert carry_out(world.campaign, Rulings(), "duel").value[0].name.startswith("Ruling 1 (withdrawn)")
    carry_out(world.campaign, Rule(text="Another"), "duel")
    assert "ruling 2" in words(to(world.mails(), ANA)[0])


def test_the_list_of_rulings_says_each_of_them_once(world: World) -> None:
    carry_out(world.campaign, Rule(text="A shown card stays"), "duel")
    carry_out(world.campaign, Correct(line="SET POINTS OF Ana TO 12", reason="We erred."), "duel")
    world.quiet()
    (listed,) = to(command(world, "RULINGS")[1], GM)

    assert words(listed).endswith(
        "What came of it: RULINGS Below. Your rulings: Ruling 1 (turn 1): | A shown card stays. "
        "Correction 2 (turn 1): | points of Ana set to 12. We erred."
    )


def test_a_ruling_for_one_seat_is_withdrawn_where_it_was_told(world: World) -> None:
    carry_out(world.campaign, Rule(text="For you alone", addressees=("Ana",)), "duel")
    world.quiet()
    _, mails = command(world, f"WITHDRAW FOR Ana: {WHY}")

    assert sorted(mail.to for mail in mails) == [ANA, GM]
    assert "The GM has withdrawn a ruling for you" in words(to(mails, ANA)[0])
    assert not any("withdr" in one.words for one in entries(world.campaign, "duel", seat="Bob"))


def test_a_correction_that_is_withdrawn_does_nothing_and_names_nothing(world: World) -> None:
    card = held(world, "Ana")[0]
    carry_out(world.campaign, Correct(line=f"CARD {card} TO HAND OF Bob", reason="We erred."), "duel")
    carry_out(world.campaign, Correct(line="SET POINTS OF Ana TO 12", reason="We erred."), "duel")
    world.quiet()
    _, mails = command(world, f"WITHDRAW CORRECTION 1: {WHY}")
    before = len(held(world, "Bob"))
    world.adjudicate()

    bob = next(words(mail) for mail in mails if mail.to == BOB)
    assert f"The GM has withdrawn correction 1: nothing of it will be done. | {WHY}." in bob
    assert card not in bob
    assert len(held(world, "Bob")) == before
    assert "12" in " ".join(words(mail) for mail in to(world.mails(), BOB))
    assert verify(world.campaign, "duel").ok


@pytest.mark.parametrize(
    ("number", "reason", "why"), [(2, WHY, "What was decided for it: Ruling 1"), (1, " ", "Say why")]
)
def test_only_what_was_decided_for_the_open_turn_is_withdrawn(
    world: World, number: int, reason: str, why: str
) -> None:
    carry_out(world.campaign, Rule(text="A shown card stays"), "duel")
    world.quiet()
    with pytest.raises(SetupError, match=why):
        carry_out(world.campaign, Withdraw(n=number, text=reason), "duel")
    world.adjudicate()
    with pytest.raises(SetupError, match="There is no such ruling or correction for turn 2"):
        carry_out(world.campaign, Withdraw(n=1, text=WHY), "duel")


def preview(world: World, line: str, reason: str) -> str:
    """What a correction would do."""
    return foreseen(world.campaign, corrections.Correct(line=line, reason=reason), "duel")


def test_a_preview_says_what_a_correction_does_and_does_nothing(tmp_path: Path) -> None:
    world = World.made(tmp_path)
    world.game(policy={"sealed": "no"})
    world.quiet()
    card = held(world, "Ana")[0]

    said = preview(world, f"CARD {card} TO DISCARDS OF Ana", "We erred")

    assert said.startswith("Just before turn 1 is adjudicated: CARD ")
    assert " Told to all: a card is put right. We erred. Mind: a card leaves what only Ana sees (" in said
    assert (said.count("Mind:"), world.mails(), card in held(world, "Ana")) == (1, [], True)
    assert preview(world, "SET POINTS OF Ana TO 12", "We erred") == (
        "Just before turn 1 is adjudicated: SET POINTS OF Ana TO 12. Told to all: points of Ana set to 12. We erred."
    )


ALL = "everybody is told which it is."
ANA_ALONE = "Ana is told which it is; the others hear that one was moved."
THE_TWO = "Ana and Bob are told which it is; the others hear that one was moved."


@pytest.mark.parametrize(("line", "minds"), [
    ("CARD {Ana} TO DISCARDS BOTTOM", [f"Mind: a card leaves what only Ana sees (hand), and {ALL}"]),
    ("CARD {Ana} TO STOCK", [f"Mind: a card leaves what only Ana sees (hand). {ANA_ALONE}"]),
    ("CARD {Ana} TO HAND OF Bob", [f"Mind: a card leaves what only Ana sees (hand). {THE_TWO}"]),
    ("SWAP {Ana} WITH {Bob}", [f"Mind: a card leaves what only {seat} sees (hand). {THE_TWO}" for seat in SEATS]),
    ("REVERSE", []),
])  # fmt: skip
def test_of_each_card_that_leaves_a_hand_the_gm_hears_before_and_after_who_is_told(
    tmp_path: Path, line: str, minds: list[str]
) -> None:
    world = World.made(tmp_path)
    world.game(seats=(*SEATS, "Cleo"), policy={"sealed": "no"}, ruleset="amagande")
    correction = line.format(**{seat: held(world, seat)[0] for seat in SEATS})

    before = preview(world, correction, "We erred").partition(" We erred. ")[2]
    after = carry_out(world.campaign, Correct(line=correction, reason="We erred."), "duel")

    assert (before, list(after.value.warnings)) == (" ".join(minds), minds)
    assert after.words.partition(" everybody is told. ")[2] == " ".join(minds)


def test_in_a_sealed_game_the_warning_tells_of_no_hand(world: World) -> None:
    cards = {seat: held(world, seat)[0] for seat in ("Ana", "Bob")}
    lines = [f"CARD {card} TO DISCARDS OF Ana" for card in cards.values()]
    said = {preview(world, line, "x").partition(" X. ")[2] for line in lines}

    assert said == {corrections.SEALED}
    _, mails = command(world, f"CORRECT CARD {cards['Bob']} TO DISCARDS OF Ana: We erred.")
    code = next(mail for mail in to(mails, GM) if "Do you want" in mail.subject)
    assert corrections.SEALED in words(code)


def test_words_of_a_correction_that_is_none_are_for_people(world: World) -> None:
    with pytest.raises(SetupError) as refused:
        preview(world, "MOVE 8S", "We erred")

    assert "CARD card [FROM place] TO place" in str(refused.value)
    assert ":zone" not in str(refused.value)
