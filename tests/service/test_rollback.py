"""A turn is taken back and adjudicated anew: whole, with the same chance, and told to each by what they may know."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from sqlmodel import select

from referee.engine.audience import Seat
from referee.engine.errors import SetupError
from referee.service.gm.deadlines import Extend, Pause, Resume
from referee.service.gm.status import Status as StatusOrder
from referee.service.gm.turns import Process, Rerun, Rollback
from referee.service.records.archive import verify
from referee.service.rounds.command import carry_out
from referee.service.turns.turn import Advanced
from referee.service.turns.turn_letters import differences
from referee.store import actions, rollbacks
from referee.store.tables import OrdersRow, ReportRow, Status, StepRow, UndoneRow, ViewRow
from tests.service.world import REACHED, World

REASON = "A rule was read wrongly."


@pytest.fixture
def played(world: World) -> World:
    """A duel with two turns behind it, orders of both for turn 3, and all mail out."""
    for orders in (("LEAD HIGH\nREPLY LOW", "LEAD LOW\nSTANDING REPLY HIGH"), ("LEAD LOW", "LEAD HIGH")):
        for seat, text in zip(("Ana", "Bob"), orders, strict=True):
            world.write(seat, text)
        world.tick()
        world.adjudicate()
    world.write("Ana", "LEAD LOW\nSTANDING PLAY ON 2")
    world.tick()
    return world.quiet()


def step_of(world: World, step: int) -> dict[str, Any]:
    """Return what is stored of a step, but for when it was played and its letters."""
    with world.campaign.store.reading() as tx:
        row = tx.exec(select(StepRow).where(StepRow.step == step)).one()
        wanted = ("edition", "orders", "given", "state", "events", "input_hash", "previous_hash")
        return {name: getattr(row, name) for name in wanted}


def views(world: World) -> list[tuple[str, int, bytes]]:
    """Return the stored views."""
    with world.campaign.store.reading() as tx:
        return sorted((row.seat, row.step, row.view) for row in tx.exec(select(ViewRow)))


@pytest.mark.parametrize("first", [1, 2])
def test_rolled_back_and_rerun_without_a_change_a_step_is_the_same_to_the_byte(played: World, first: int) -> None:
    before = [step_of(played, n) for n in (1, 2)]
    seen = views(played)
    carry_out(played.campaign, Rollback(n=first, text=REASON), "duel")
    for n in range(first, 3):
        if n > first:
            played.write("Ana", "CONFIRM ORDERS")
            played.write("Bob", "CONFIRM ORDERS")
            played.tick()
            played.adjudicate()
        else:
            assert carry_out(played.campaign, Rerun(), "duel").value is Advanced.PLAYED

    again = [step_of(played, n) for n in (1, 2)]
    for later in (before + again)[first:2] + again[first:]:
        later.pop("previous_hash")  # the letters of the step before say RERUN, and the chain holds them
    assert again == before
    assert views(played) == seen
    assert verify(played.campaign, "duel").ok


def test_what_is_taken_back_is_kept_whole_and_nothing_of_it_is_left_in_its_place(played: World) -> None:
    with played.campaign.store.reading() as tx:
        steps = {row.step: row.chain_hash for row in tx.exec(select(StepRow))}
        letters = tx.exec(select(ReportRow.id, ReportRow.step).where(ReportRow.of_step != None)).all()  # noqa: E711

    carry_out(played.campaign, Rollback(n=1, text=REASON), "duel")

    row = played.row()
    assert (row.step, row.status, row.due_at, row.closed) == (0, Status.HELD, None, True)
    with played.campaign.store.reading() as tx:
        assert [one.step for one in tx.exec(select(StepRow))] == [0]
        kept = tx.exec(select(UndoneRow).order_by(UndoneRow.step)).all()  # type: ignore[arg-type]
        assert {one.step: one.chain_hash for one in kept} == {n: steps[n] for n in (1, 2)}
        moved = {one.id: one.undone for one in tx.exec(select(ReportRow)) if one.undone is not None}
        assert sorted(moved) == sorted(i for i, step in letters if step)
        (entry,) = [one for one in actions.log(tx, row.id) if one.what == "rollback"]
        assert entry.details["chains"] == [steps[1], steps[2]]
    assert verify(played.campaign, "duel").ok


def test_the_gm_is_not_told_that_a_turn_is_open_which_takes_no_orders(played: World) -> None:
    carry_out(played.campaign, Rollback(n=2, text=REASON), "duel")

    (stands,) = carry_out(played.campaign, StatusOrder(), "duel").texts
    waits = "held, turn 2 was taken back and waits to be adjudicated anew, no deadline is running."
    assert stands.lines[0] == f"The duel: {waits}"


def test_everybody_hears_why_and_gets_a_new_report_marked_rerun(played: World) -> None:
    carry_out(played.campaign, Rollback(n=2, text=REASON), "duel")
    told = played.mails()
    carry_out(played.campaign, Rerun(), "duel")
    again = played.mails()

    assert sorted((m.to, m.subject) for m in told) == [
        ("ana@players.example", "[The duel] turn 2 is taken back"),
        ("bob@players.example", "[The duel] turn 2 is taken back"),
    ]
    assert all(REASON in " ".join(m.body.split()) for m in told)
    mine = next(m for m in again if m.to == "ana@players.example")
    assert mine.subject.startswith("[The duel] RERUN of turn 2")
    assert f"stands in place of the earlier one. The reason: | {REASON}" in " ".join(mine.body.split())
    assert "Nothing that you were told is different." in mine.body
    assert sorted(m.to for m in again) == ["ana@players.example", "bob@players.example", "gm@referee.example"]


def test_orders_for_later_turns_are_kept_and_count_when_their_player_says_so(played: World) -> None:
    carry_out(played.campaign, Rollback(n=2, text=REASON), "duel")
    carry_out(played.campaign, Rerun(), "duel")
    mine = next(m for m in played.mails() if m.to == "ana@players.example" and "RERUN" in m.subject)

    kept = "orders on file for turn 3 before the turn was taken back: LEAD LOWEST; REPLY LOWEST; PLAY ON 2"
    assert kept in " ".join(mine.body.split())
    assert played.on_file("Ana") == ("REPLY LOWEST",)
    played.answer(mine, "CONFIRM ORDERS")
    assert played.on_file("Ana") == ("LEAD LOWEST", "REPLY LOWEST", "PLAY ON 2")
    (receipt,) = played.mails()
    assert "count again" in receipt.body
    assert "LEAD LOWEST" in receipt.body


def test_until_the_rerun_the_turn_takes_no_orders(played: World) -> None:
    carry_out(played.campaign, Rollback(n=2, text=REASON), "duel")
    played.write("Bob", "LEAD LOW")
    played.tick()

    (receipt,) = [m for m in played.mails() if m.to == "bob@players.example" and "taken back" not in m.subject]
    assert "takes no more orders" in receipt.body
    carry_out(played.campaign, Rerun(), "duel")
    assert step_of(played, 2)["orders"]["Bob"] == ["LEAD HIGHEST", "REPLY HIGHEST"]


def test_reopened_the_turn_takes_orders_until_its_new_deadline_and_is_a_rerun_all_the_same(played: World) -> None:
    rolled = carry_out(played.campaign, Rollback(n=2, text=REASON, reopen=True), "duel").value
    played.write("Bob", "LEAD LOW")
    played.tick()
    row = played.row()
    assert (row.status, row.due_at, row.closed) == (Status.RUNNING, rolled.due, False)
    played.quiet().adjudicate()

    mails = [m for m in played.mails() if m.to == "bob@players.example"]
    assert [m.subject.split(":")[0] for m in mails] == ["[The duel] RERUN of turn 2"]
    assert "What is different from the earlier report" in mails[0].body
    assert verify(played.campaign, "duel").ok


def test_reopened_a_short_while_before_a_time_of_its_rule_the_turn_has_as_long_as_a_first_one(world: World) -> None:
    world.game("daily", deadline="daily 20:00", policy={"min_first": "24h"})
    for hours in (32, 22):
        world.clock.forward(hours=hours)
        world.tick()
    before = world.row("daily").due_at

    answer = carry_out(world.campaign, Rollback(n=1, text=REASON, reopen=True), "daily")

    assert before is not None
    assert world.row("daily").due_at == before + timedelta(days=1) == answer.value.due
    assert "open to orders again, until Friday 27 November, 20:00 (Berlin)." in answer.words


@pytest.mark.parametrize(
    ("reopen", "then"),
    [
        (
            True,
            "Turn 2 is open until Tuesday 1 December, 20:00 (Berlin); please answer my latest letter, or this one, and"
            " send again what you still want.",
        ),
        (
            False,
            "Turn 2 was taken back and is adjudicated anew from the orders that it had; its new report says when the"
            " next one is due.",
        ),
    ],
)
def test_an_answer_to_the_report_that_counts_no_more_is_not_used_and_told_why(
    played: World, reopen: bool, then: str
) -> None:
    old = played.reply_address("Bob")
    carry_out(played.campaign, Rollback(n=2, text=REASON, reopen=reopen), "duel")
    played.quiet()
    letter = played.arrive(played.letter("LEAD 3", "bob@players.example"), old, "bob@players.example")
    played.tick()

    (told,) = played.mails()
    assert played.outcome(letter) == "that turn was taken back"
    assert (told.to, told.subject) == ("bob@players.example", "[The duel] Turn 2 was taken back")
    assert " ".join(told.body.split()) == (
        "Dear Bob, your letter of today at 20:00 answers a letter that counts no more: turn 2 has been taken back since"
        f" then. Nothing in it was used. Your orders of Tuesday at 20:00 still stand. {then} {REACHED}"
    )
    played.answer(told, "LEAD 3")
    assert ("LEAD M3" in played.on_file("Bob")) is reopen


def test_history_brings_the_newest_report_of_a_turn(played: World) -> None:
    carry_out(played.campaign, Rollback(n=2, text=REASON), "duel")
    carry_out(played.campaign, Rerun(), "duel")
    played.quiet()
    played.write("Bob", "HISTORY 2")
    played.tick()

    assert any(m.subject.startswith("[The duel] RERUN of turn 2") for m in played.mails())


@pytest.mark.parametrize(("step", "reason"), [(0, REASON), (3, REASON), (1, " ")])
def test_only_a_turn_that_was_adjudicated_is_taken_back_and_with_a_reason(
    played: World, step: int, reason: str
) -> None:
    with pytest.raises(SetupError):
        carry_out(played.campaign, Rollback(n=step, text=reason), "duel")

    assert played.row().step == 2


def test_a_rerun_that_fails_holds_the_game_and_tells_the_gm(played: World, monkeypatch: pytest.MonkeyPatch) -> None:
    carry_out(played.campaign, Rollback(n=2, text=REASON), "duel")
    played.quiet()

    def broken(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("referee.service.table.table.TableTop.play", broken)
    assert carry_out(played.campaign, Rerun(), "duel").value is Advanced.HELD
    monkeypatch.undo()

    assert (played.row().status, played.row().step, bool(played.row().anew)) == (Status.HELD, 1, True)
    assert [m.to for m in played.mails()] == ["gm@referee.example"]
    assert carry_out(played.campaign, Rerun(), "duel").value is Advanced.PLAYED


def test_what_is_cut_off_in_the_middle_leaves_nothing_half(played: World, monkeypatch: pytest.MonkeyPatch) -> None:
    def cut_off(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    before = (played.row().model_dump(), views(played), step_of(played, 2))
    for where in ("turns.rollback.tell", "campaign.campaign.actions.record"):
        monkeypatch.setattr(f"referee.service.{where}", cut_off)
        with pytest.raises(KeyboardInterrupt):
            carry_out(played.campaign, Rollback(n=1, text=REASON), "duel")
        monkeypatch.undo()
        assert (played.row().model_dump(), views(played), step_of(played, 2)) == before

    carry_out(played.campaign, Rollback(n=2, text=REASON), "duel")
    held = played.row().model_dump()
    monkeypatch.setattr("referee.service.turns.turn.steps.keep", cut_off)
    with pytest.raises(KeyboardInterrupt):
        carry_out(played.campaign, Rerun(), "duel")
    monkeypatch.undo()
    assert played.row().model_dump() == held


def test_each_revision_of_orders_is_kept(played: World) -> None:
    with played.campaign.store.reading() as tx:
        before = len(tx.exec(select(OrdersRow)).all())
    carry_out(played.campaign, Rollback(n=1, text=REASON), "duel")

    with played.campaign.store.reading() as tx:
        assert len(tx.exec(select(OrdersRow)).all()) == before
        assert [one.step for one in rollbacks.of_game(tx, played.row().id)] == [2, 1]


def said(world: World) -> str:
    """What Bob is told next."""
    (mail,) = [one for one in world.mails() if one.to == "bob@players.example"]
    return " ".join(mail.body.split())


def voted(world: World, *, late: bool = False) -> World:
    """Let turn 3 end with a ballot in which Bob was silent; or let one be open when it is taken back."""
    if late:
        world.adjudicate()
    world.write("Ana", "PROPOSE DRAW")
    world.tick()
    if not late:
        world.adjudicate()
    return world.quiet()


@pytest.mark.parametrize(
    ("reopen", "late", "expected"),
    [
        (True, None, ""),
        (False, None, ""),
        (True, False, "The ballot of that turn is open again too, and nobody has voted in it yet."),
        (False, False, "The ballot of that turn is decided anew with it, by the same votes."),
        (True, True, "The ballot that was open is void."),
        (False, True, "The ballot that was open is void."),
    ],
)
def test_the_letter_speaks_of_a_ballot_only_where_there_is_one(
    played: World, reopen: bool, late: bool | None, expected: str
) -> None:
    if late is None:
        played.adjudicate()
        played.quiet()
    else:
        voted(played, late=late)
    carry_out(played.campaign, Rollback(n=3, text=REASON, reopen=reopen), "duel")

    told = said(played)
    assert [one + "." for one in told.split(". ") if "ballot" in one] == ([expected] if expected else [])


def test_a_turn_that_waits_for_its_rerun_takes_no_votes(played: World) -> None:
    voted(played)
    carry_out(played.campaign, Rollback(n=3, text=REASON), "duel")
    played.quiet()
    played.write("Bob", "VOTE YES")
    played.tick()
    answer = said(played)
    carry_out(played.campaign, Rerun(), "duel")

    assert "until then it takes no votes." in answer
    assert (played.row().status, played.row().step) == (Status.RUNNING, 3)


def ended(world: World) -> int:
    """Let a draw be agreed on; return the last turn."""
    for seat, text in (("Ana", "PROPOSE DRAW"), ("Bob", "VOTE YES")):
        world.write(seat, text)
        world.tick()
    world.adjudicate()
    world.quiet()
    assert world.row().status is Status.OVER
    return world.row().step


def test_of_a_game_that_was_opened_it_is_said_that_its_secrets_are_out(played: World) -> None:
    last = ended(played)
    with pytest.raises(SetupError, match=r"its secrets have been opened.*Say --anyway if you mean it\."):
        carry_out(played.campaign, Rollback(n=last, text=REASON, anyway=False), "duel")
    before = played.row().status
    carry_out(played.campaign, Rollback(n=last, text=REASON, anyway=True), "duel")

    assert (before, played.row().status) == (Status.OVER, Status.HELD)
    assert "everybody can know all hands and orders, and the luck of every turn." in said(played)


def test_a_silence_that_was_excused_is_so_in_the_rerun_too(played: World) -> None:
    played.write("Bob", "CANCEL REPLY")
    played.tick()
    played.quiet()
    carry_out(played.campaign, Process(), "duel")  # before the time was over
    first = said(played)
    carry_out(played.campaign, Rollback(n=3, text=REASON), "duel")
    played.quiet()
    carry_out(played.campaign, Rerun(), "duel")

    words = "That is excused: the turn was run before its time."
    assert (words in first, words in said(played)) == (True, True)


def test_the_form_of_a_report_that_was_taken_back_does_not_count_in_an_answer_to_the_new_one(world: World) -> None:
    world.write("Ana", "STANDING PLAY ON 1")
    world.tick()
    world.quiet().adjudicate()
    (old,) = (mail for mail in world.mails() if mail.to == "ana@players.example")
    carry_out(world.campaign, Rollback(n=1, text=REASON), "duel")
    world.quiet()
    carry_out(world.campaign, Rerun(), "duel")
    (new,) = (mail for mail in world.mails() if mail.to == "ana@players.example")
    changed = [f"> {line}".replace("PLAY ON 1", "PLAY ON 0") for line in old.body.splitlines()]

    world.answer(new, "\n".join(["Thank you.", "", *changed]))
    world.tick()

    assert any("PLAY ON 0" in line for line in changed)
    assert "PLAY ON 0" not in world.on_file("Ana")


@pytest.mark.parametrize("reopen", [True, False])
def test_the_gm_is_told_of_every_turn_that_was_taken_back(played: World, reopen: bool) -> None:
    said = carry_out(played.campaign, Rollback(n=1, text=REASON, reopen=reopen), "duel").words

    assert said.startswith("Turns 1 to 2 are taken back, and everybody is told. ")
    assert ("Turn 1 is open to orders again" in said) is reopen


@pytest.mark.parametrize("paused", [True, False])
def test_what_the_gm_foresees_of_a_rerun_names_its_deadline(played: World, paused: bool) -> None:
    if paused:
        carry_out(played.campaign, Pause(text=""), "duel")
    carry_out(played.campaign, Rollback(n=1, text=REASON), "duel")
    played.clock.forward(hours=30)
    foreseen = {seat: letter.body for seat, letter in played.foreseen() if letter is not None}
    played.quiet()
    carry_out(played.campaign, Rerun(), "duel")

    (report,) = (mail for mail in played.mails() if mail.to == "ana@players.example" and "RERUN" in mail.subject)
    assert _of_time(foreseen[Seat("Ana")]) == _of_time(report.body)


def _of_time(report: str) -> str:
    """What a report says of the deadline, from its first words to those that say why it comes anew."""
    return report.partition("was adjudicated anew")[0]


def test_what_is_different_is_listed_as_long_as_it_is_shorter_than_the_report() -> None:
    then, now = [f"  line {n}" for n in range(30)], [f"  line {n}" for n in range(100, 130)]

    assert differences(then, ["  new", *then[1:]]) == ["  - line 0", "  + new"]
    both = [f"  {mark} {one[2:]}" for mark, told in zip("-+", (then, now), strict=True) for one in told[:12]]
    assert differences(then[:12], now[:12]) == both
    assert differences(then, now) == ["  More than a list would show: please read all of this as new."]


def test_a_paused_game_stays_paused_when_a_turn_is_taken_back_and_adjudicated_anew(played: World) -> None:
    carry_out(played.campaign, Pause(text="Bob is away."), "duel")
    played.quiet()
    back = carry_out(played.campaign, Rollback(n=2, text=REASON), "duel").words
    carry_out(played.campaign, Rollback(n=1, text=REASON), "duel")
    played.quiet()
    anew = carry_out(played.campaign, Rerun(), "duel").words
    after = [m for m in played.mails() if m.to == "bob@players.example"]
    played.clock.forward(days=20)
    played.tick()

    row = played.row()
    assert (row.status, row.hold_reason, row.step) == (Status.PAUSED, "Bob is away.", 1)
    assert back.endswith("The game is held until it is adjudicated anew, and paused again then:")
    assert "stays paused" in anew
    assert [m.subject.partition(":")[0] for m in after] == [
        "[The duel] RERUN of turn 1",
        "[The duel] the game is paused",
    ]
    assert "No time is set for turn 2; it is adjudicated when the GM runs it." in after[0].body
    assert "are due" not in after[0].body
    assert "The game stays paused. When it goes on you are told the new deadline." in " ".join(after[0].body.split())
    assert "begins anew" not in after[0].body
    assert "Bob is away." in after[1].body
    carry_out(played.campaign, Resume(), "duel")
    assert played.row().status is Status.RUNNING


def test_a_paused_game_stays_paused_when_a_turn_is_open_again(played: World) -> None:
    carry_out(played.campaign, Pause(text=""), "duel")
    played.quiet()
    answer = carry_out(played.campaign, Rollback(n=2, text=REASON, reopen=True), "duel").words
    told = said(played)
    played.write("Ana", "LEAD LOW")
    played.write("Bob", "LEAD LOW")
    played.tick()
    paused = played.row().status
    carry_out(played.campaign, Resume(), "duel")
    played.adjudicate()

    assert paused is Status.PAUSED
    assert answer.endswith("Turn 2 is open to orders again. The game stays paused until you RESUME it.")
    assert "The game stays paused. When it goes on you are told the new deadline." in told
    assert "Orders are due" not in told
    assert (played.row().step, played.row().status) == (2, Status.RUNNING)


def test_a_game_that_went_on_before_its_turn_was_taken_back_is_not_paused_by_the_rerun(played: World) -> None:
    carry_out(played.campaign, Pause(text=""), "duel")
    carry_out(played.campaign, Rollback(n=2, text=REASON, reopen=True), "duel")
    carry_out(played.campaign, Resume(), "duel")
    carry_out(played.campaign, Rollback(n=1, text=REASON), "duel")
    carry_out(played.campaign, Rerun(), "duel")

    assert played.row().status is Status.RUNNING


def test_a_deadline_that_is_moved_in_a_pause_does_not_end_it_and_nobody_is_told_otherwise(played: World) -> None:
    carry_out(played.campaign, Pause(text="Bob is away."), "duel")
    played.quiet()
    answer = carry_out(played.campaign, Extend(time="9d"), "duel").words
    told = said(played)

    assert played.row().status is Status.PAUSED
    assert "stays paused" in told
    assert "stays paused" in answer
