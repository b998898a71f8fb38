"""Rulings and corrections: recorded with a reason, told to those they are for, and part of what is replayed."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.engine.audience import Seat
from referee.engine.errors import SetupError
from referee.engine.mends import Mend
from referee.service.gm.corrections import Correct, CorrectOrders
from referee.service.gm.ending import EndGame
from referee.service.gm.ruling import Rule, Rulings
from referee.service.gm.turns import Rerun, Rollback
from referee.service.records.archive import verify
from referee.service.rounds.command import carry_out
from referee.service.table.table import TableTop
from referee.service.turns.turn_letters import UNFIT
from tests.service.reading import entries
from tests.service.world import Mail, World

WHY = "Round 3 was scored wrongly"


@pytest.fixture
def duel(world: World) -> World:
    """A duel in turn 2 with orders of both on file, and all mail out."""
    for _ in range(2):
        for seat in ("Ana", "Bob"):
            world.write(seat, "LEAD HIGH\nSTANDING PLAY ON 3")
        world.tick()
        if world.row().step == 0:
            world.adjudicate()
    return world.quiet()


def words(mail: Mail) -> str:
    """Return a letter's text on one line."""
    return " ".join(mail.body.split())


def by_reader(mails: list[Mail]) -> dict[str, str]:
    """Return the text of each reader's letters."""
    out: dict[str, str] = {}
    for mail in mails:
        name = mail.to.split("@")[0]
        out[name] = f"{out.get(name, '')} {words(mail)}".strip()
    return out


def test_a_ruling_is_announced_and_cited_in_the_next_report_and_listed(duel: World) -> None:
    carry_out(duel.campaign, Rule(text="A shown card stays", reason="The rules are silent."), "duel")
    told = by_reader(duel.mails())
    duel.write("Bob", "RULES RULINGS\nLOG")
    duel.tick()
    asked = by_reader(duel.mails())["bob"]
    duel.adjudicate()
    reports = by_reader(duel.mails())

    assert set(told) == {"ana", "bob"}
    words = "| A shown card stays. The rules are silent."
    assert all(f"The GM has made ruling 1: {words}" in text for text in told.values())
    assert "Ruling 1 (turn 2): | A shown card stays. The rules are silent." in asked
    assert "the GM: ruling 1: A shown card stays: The rules are silent." in asked
    for seat in ("ana", "bob"):
        assert "Ruling 1 of the GM: | A shown card stays. The rules are silent." in reports[seat]


def test_a_ruling_for_one_seat_leaves_no_trace_with_another(duel: World) -> None:
    carry_out(duel.campaign, Rule(text="You may show that card", addressees=("Ana",)), "duel")
    carry_out(duel.campaign, Rule(text="All may show cards"), "duel")
    told = by_reader(duel.mails())
    duel.write("Bob", "RULES RULINGS\nLOG")
    duel.tick()
    asked = by_reader(duel.mails())["bob"]
    duel.adjudicate()
    reports = by_reader(duel.mails())

    assert "ruling 1: | All may show cards" in told["bob"]
    assert "that card" in told["ana"]
    assert "A ruling for you of the GM: | You may show that card" in reports["ana"]
    for text in (told["bob"], asked, reports["bob"]):
        assert "that card" not in text
        assert "uling 2" not in text


def test_orders_are_corrected_by_a_recorded_and_announced_action(duel: World) -> None:
    carry_out(duel.campaign, CorrectOrders(player="Ana", lines=("LEAD LOW",), text=WHY), "duel")
    told = by_reader(duel.mails())

    assert duel.on_file("Ana") == ("LEAD LOWEST", "PLAY ON 3")
    assert "These are on file now: LEAD LOWEST PLAY ON 3" in told["ana"]
    assert f"The GM has corrected the orders of Ana for turn 2: | {WHY}." in told["bob"]
    assert "LOWEST" not in told["bob"]
    assert entries(duel.campaign, "duel", seat="Bob")[-1].words == f"corrected the orders of Ana: {WHY}."


@pytest.mark.parametrize(("lines", "reason"), [(["LEED LOW"], WHY), (["Hello"], WHY), (["LEAD LOW"], "")])
def test_a_correction_with_a_line_that_will_not_do_or_without_a_reason_changes_nothing(
    duel: World, lines: list[str], reason: str
) -> None:
    with pytest.raises(SetupError):
        carry_out(duel.campaign, CorrectOrders(player="Ana", lines=tuple(lines), text=reason), "duel")

    assert duel.on_file("Ana") == ("LEAD HIGHEST", "PLAY ON 3")
    assert duel.mails() == []


def test_the_state_is_corrected_with_the_next_turn_and_replayed_and_rerun_with_it(duel: World) -> None:
    carry_out(duel.campaign, Correct(line="SET POINTS OF Ana TO 40", reason=WHY), "duel")
    told = by_reader(duel.mails())
    duel.adjudicate()
    reports = by_reader(duel.mails())
    first = verify(duel.campaign, "duel")
    carry_out(duel.campaign, Rollback(n=2, text="Once more"), "duel")
    carry_out(duel.campaign, Rerun(), "duel")
    again = by_reader([m for m in duel.mails() if "RERUN of" in m.subject])

    words = f"points of Ana set to 40. {WHY}."
    for seat in ("ana", "bob"):
        assert f"corrects the game just before turn 2 is adjudicated, by correction 1: | {words}" in told[seat]
        assert f"Correction 1 of the GM: | {words}" in reports[seat]
    assert "The GM set Ana's score to 40." in reports["bob"]
    assert "The GM set your score to 40." in again["ana"]
    assert "Nothing that you were told is different." in again["ana"]
    assert (first.ok, verify(duel.campaign, "duel").ok) == (True, True)


def test_a_correction_of_a_hidden_card_names_it_to_nobody_who_may_not_know(duel: World) -> None:
    with duel.campaign.reading() as work:
        top = TableTop.load(work, duel.row(), duel.clock.now())
    card = top.game.state.sides[Seat("Ana")].hand[0]
    code = f"M{card.number}" if card.major else str(card)
    name = top.kit.rules.words.say(top.kit.tables)(card)
    line = f"SWAP {code} FROM HAND OF Ana WITH {a_card(duel, 'deck')}"
    carry_out(duel.campaign, Correct(line=line, reason=WHY), "duel")
    told = by_reader(duel.mails())
    duel.adjudicate()
    reports = by_reader(duel.mails())

    assert "two cards are put right" in told["bob"]
    assert name.removeprefix("The ") in reports["ana"]
    assert "The GM exchanged a card of Ana's hand with one of Ana's deck." in reports["bob"]
    assert all(code not in entry.words for entry in entries(duel.campaign, "duel", seat="Ana"))
    assert verify(duel.campaign, "duel").ok


def test_in_a_sealed_game_a_correction_of_hidden_cards_that_does_not_fit_is_refused_only_when_its_turn_comes(
    duel: World,
) -> None:
    code = a_card(duel, "deck")
    carry_out(duel.campaign, Correct(line=f"CARD {code} FROM HAND OF Ana TO DECK TOP OF Ana", reason=WHY), "duel")
    duel.quiet()
    duel.adjudicate()
    reports = by_reader(duel.mails())

    said = "A correction of the GM did not fit how the game stands, and nothing was changed."
    assert all(said in reports[reader] for reader in ("ana", "bob"))
    assert all("of the GM, which did not fit and changed nothing:" in reports[reader] for reader in ("ana", "bob"))
    assert UNFIT in reports["gm"]
    assert "No such card lies there" not in str(reports)
    assert verify(duel.campaign, "duel").ok


@pytest.mark.parametrize(
    ("ruleset", "line", "why"),
    [
        ("living-trumps", "CARD 8S FROM HAND OF Ana TO HAND OF Bob", "A Hand has 12 cards; SWAP one"),
        ("normal-cards", "CARD 8S TO HAND OF Bob", "All hands must have as many cards as before; SWAP one card"),
        ("wizards-duel", "CARD 5C FROM DISCARDS OF Ana TO HAND OF Bob", "Each player has a deck of their own"),
    ],
)
def test_a_correction_that_can_never_fit_is_refused_at_once_though_hands_are_sealed(
    tmp_path: Path, ruleset: str, line: str, why: str
) -> None:
    world = World.made(tmp_path)
    world.game("court", ("Ana", "Bob", "Cleo")[: 2 if ruleset == "wizards-duel" else 3], ruleset=ruleset)
    world.quiet()

    with pytest.raises(SetupError, match=why):
        carry_out(world.campaign, Correct(line=line, reason="A slip."), "court")
    assert world.mails() == []


def test_of_corrections_of_which_one_fits_a_report_says_how_many_did_not(duel: World) -> None:
    code = a_card(duel, "deck")
    for line in (f"CARD {code} FROM HAND OF Ana TO DECK TOP OF Ana", "SET POINTS OF Ana TO 12"):
        carry_out(duel.campaign, Correct(line=line, reason=WHY), "duel")
    duel.quiet()
    duel.adjudicate()

    report = by_reader(duel.mails())["bob"]

    assert report.count("of the GM, if it fitted: one of two did not:") == 2
    assert "which did not fit" not in report


def test_the_list_of_rulings_says_of_a_correction_whether_it_fitted(duel: World) -> None:
    code = a_card(duel, "deck")
    carry_out(duel.campaign, Correct(line=f"CARD {code} FROM HAND OF Ana TO DECK TOP OF Ana", reason=WHY), "duel")
    duel.adjudicate()
    carry_out(duel.campaign, Correct(line="SET POINTS OF Ana TO 12", reason=WHY), "duel")
    duel.adjudicate()
    duel.quiet()
    duel.write("Bob", "RULES RULINGS")
    duel.tick()

    for listed in (carry_out(duel.campaign, Rulings(), "duel").texts[0].lines, by_reader(duel.mails())["bob"]):
        said = str(listed)
        assert "Correction 1 (turn 2, which did not fit and changed nothing):" in said
        assert "Correction 2 (turn 3):" in said


@pytest.mark.parametrize("ended", ["by vote", "by the GM"])
def test_a_correction_is_not_told_as_made_where_the_game_ended_before_the_turn(duel: World, ended: str) -> None:
    carry_out(duel.campaign, Correct(line="SET POINTS OF Ana TO 12", reason=WHY), "duel")
    duel.quiet()
    if ended == "by vote":
        duel.write("Ana", "PROPOSE DRAW")
        duel.tick()
        duel.write("Bob", "VOTE YES")
        duel.adjudicate()
    else:
        carry_out(duel.campaign, EndGame(result="nobody", reason="Enough."), "duel")
    told, listed = by_reader(duel.mails()), str(carry_out(duel.campaign, Rulings(), "duel").texts[0].lines)

    not_made = "which was not made, for the game ended before"
    assert [f"Correction 1 of the GM, {not_made}:" in told[name] for name in ("ana", "bob")] == [True, True]
    assert f"Correction 1 (turn 2, {not_made}):" in listed


def test_where_the_gm_may_know_all_a_correction_that_does_not_fit_is_refused_at_once_with_why(tmp_path: Path) -> None:
    world = World.made(tmp_path)
    world.game("duel", ("Ana", "Bob"), policy={"sealed": "no"})
    code = a_card(world, "deck")

    with pytest.raises(SetupError, match="nothing was announced\\. No such card"):
        carry_out(world.campaign, Correct(line=f"CARD {code} FROM HAND OF Ana TO DECK TOP OF Ana", reason=WHY), "duel")


@pytest.mark.parametrize("reason", ["{code} was dealt wrongly", "The {name} was dealt wrongly"])
def test_a_reason_that_names_the_hidden_card_is_refused_for_everybody_would_read_it(duel: World, reason: str) -> None:
    code, kit = a_card(duel, "hand"), duel.campaign.kit("wizards-duel")
    made = kit.rules.corrections.read(f"CARD {code} TO HAND OF Ana", kit.lexicon((Seat("Ana"), Seat("Bob"))))
    assert isinstance(made, Mend)
    told = reason.format(code=code, name=kit.rules.words.say(kit.tables)(made.named()[0]).removeprefix("The "))

    with pytest.raises(SetupError, match="Everybody reads the reason"):
        carry_out(duel.campaign, Correct(line=f"CARD {code} FROM HAND OF Ana TO DECK TOP OF Ana", reason=told), "duel")


def a_card(world: World, zone: str) -> str:
    """A card of Ana's, as a line writes it."""
    with world.campaign.reading() as work:
        top = TableTop.load(work, world.row(), world.clock.now())
    return top.kit.rules.corrections.slots["card"].show(getattr(top.game.state.sides[Seat("Ana")], zone)[-1].face)


def test_rolled_back_corrected_and_rerun_each_is_told_only_what_they_may_know_of_the_difference(duel: World) -> None:
    duel.adjudicate()
    duel.quiet()
    carry_out(duel.campaign, Rollback(n=2, text="Ana's letter was lost by our server"), "duel")
    lines = ("LEAD LOW", "STANDING PLAY ON 0")
    carry_out(duel.campaign, CorrectOrders(player="Ana", lines=lines, text="Her letter was lost"), "duel")
    carry_out(duel.campaign, Rerun(), "duel")
    reports = by_reader([m for m in duel.mails() if "RERUN of" in m.subject])

    assert "What is different from the earlier report" in reports["bob"]
    different = reports["bob"].split("What is different")[1].split("WHAT HAPPENED")[0]
    assert "PLAY ON 0" not in different
    assert verify(duel.campaign, "duel").ok
