"""The GM writes as people write: with colons, spelled-out times, a YES to the wrong letter; and HELP can be copied."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile
from pathlib import Path

import pytest

from referee.service.gm.deadlines import Hold
from referee.service.rounds.command import carry_out
from referee.store.tables import Status
from tests.service.test_gm_commands import GM, SECOND, command, orders, to, words
from tests.service.world import World


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[World]:
    """A duel in turn 2 with two GMs, orders of both on file, and all mail out."""
    made = World.made(tmp_path, campaign_gms=[GM, SECOND], limits_replies_per_hour=200)
    made.game()
    orders(made)
    made.adjudicate()
    orders(made)
    yield made.quiet()
    made.campaign.close()


@pytest.mark.parametrize(
    ("line", "due", "told"),
    [
        ("EXTEND 2d: our server", "Sunday 29 November, 20:00", "our server"),
        ("EXTEND: 2 days because our server slept", "Sunday 29 November, 20:00", "our server slept"),
        ("EXTEND BY 3 hours: 2 hosts down", "Friday 27 November, 23:00", "2 hosts down"),
        ("EXTEND UNTIL 2026-12-01 21:00: patience", "Tuesday 1 December, 21:00", "patience"),
    ],
)
def test_a_reason_may_stand_behind_a_colon_and_a_time_be_spelled_out(
    desk: World, line: str, due: str, told: str
) -> None:
    _, mails = command(desk, line)

    (ana,) = to(mails, "ana@players.example")
    said = words(ana).partition(" With TO GM:")[0]
    so_far = "until now they were due Friday 27 November, 20:00 (Berlin)."
    assert said == f"Dear Ana, the GM lets everybody know: | {told}. Orders are due {due} (Berlin); {so_far}"


FORWARD = "A deadline is moved forward. Give a length of time such as 2d or 12h."
NO_TIME = "Say at what time of that day. Write, for instance, 2026-11-27 20:00."


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("EXTEND -1d", FORWARD),
        ("EXTEND - 1d", FORWARD),
        ("EXTEND -12h: too slow", FORWARD),
        ("EXTEND BY \u2212 2 days", FORWARD),
        ("EXTEND the deadline -1d", FORWARD),
        ("EXTEND minus 1d", FORWARD),
        ("EXTEND ALL -1d", FORWARD),
        ("EXTEND 0d", FORWARD),
        ("EXTEND 2026-11-27", NO_TIME),
        ("EXTEND UNTIL 2026-11-27: our server", NO_TIME),
    ],
)
def test_a_deadline_is_neither_moved_back_nor_to_a_day_without_a_time(desk: World, line: str, said: str) -> None:
    before = desk.row().due_at

    _, mails = command(desk, line)

    assert (desk.row().due_at, len(mails)) == (before, 1)
    assert said in words(mails[0])


def test_how_things_stand_is_told_as_it_is_after_all_commands_of_the_letter(desk: World) -> None:
    _, mails = command(desk, "STATUS\nEXTEND 2d")

    assert "turn 2 is open, due Sunday 29 November, 20:00 (Berlin)." in words(to(mails)[0])


def test_the_game_and_a_letter_are_held_with_a_reason_behind_a_colon(desk: World) -> None:
    letter = desk.write("Ana", "LEAD LOWEST")

    _, mails = command(desk, f"HOLD #{letter}: odd\nHOLD: odd too")

    assert desk.row().status is Status.HELD
    assert f"HOLD {letter}: odd Letter {letter} was read already" in words(to(mails)[0])


def test_a_ruling_for_some_is_told_to_nobody_else_however_it_is_written(desk: World) -> None:
    text = "RULING Ana: one\nRULING TO Ana:\ntwo\n.\nRULING TO Ana three"
    _, mails = command(desk, text)

    assert [m.to for m in mails if m.to != GM] == ["ana@players.example"] * 2
    assert "so nobody was told. Behind the names a colon is wanted: RULING TO name: your words." in words(to(mails)[0])


def test_a_yes_to_another_letter_says_what_waits_and_how_to_answer_it(desk: World) -> None:
    _, mails = command(desk, "YES")
    assert "YES Nothing of yours waits for a YES, so nothing was done." in words(to(mails)[0])

    command(desk, "ROLLBACK 1: wrong")
    _, mails = command(desk, "yes, please")

    assert desk.row().step == 1
    assert (
        "What waits for your YES: ROLLBACK 1: wrong (asked today at 20:00 (Berlin)). "
        "Answer the letter that asks about it: Do you want this done?"
    ) in words(to(mails)[0])
    _, mails = command(desk, "YES", sender=SECOND)
    assert "Nothing of yours waits" in words(to(mails, SECOND)[0])


@pytest.mark.parametrize(
    ("answers", "said"),
    [
        (["Let me think", "Hm"], "I found no line in your letter that is YES and nothing more, so nothing was done."),
        (["NO"], "As you wish: nothing of it is done."),
        (["YES", "YES", "YES"], "Your answer to that letter came before, and counts once; nothing more was done."),
    ],
)
def test_an_answer_to_a_code_that_does_nothing_hears_so_once(desk: World, answers: list[str], said: str) -> None:
    _, mails = command(desk, "ROLLBACK 1: wrong")
    (question,) = (mail for mail in to(mails) if "Do you want this done?" in mail.subject)
    for text in answers:
        desk.answer(question, text, sender=GM)

    heard = [words(mail) for mail in to(desk.mails())]
    assert sum(said in one for one in heard) == 1
    assert desk.row().step == (0 if "YES" in answers else 1)


def test_every_example_of_the_gms_help_works_when_it_is_copied(desk: World) -> None:
    held = desk.write("Ana", "LEAD HIGHEST", sender="ana@elsewhere.example")
    desk.tick()
    desk.quiet()
    _, mails = command(desk, "HELP ALL")
    lines = to(mails)[0].body.splitlines()
    examples = []
    for i, line in enumerate(lines):
        if line.startswith("      For instance:"):
            behind = [x.strip() for x in takewhile(lambda x: x.startswith("        "), lines[i + 1 :])]
            examples.append(line.partition(": ")[2] or "\n".join(behind))

    assert "CORRECT ORDERS Ana: They came, and we lost them.\nLEAD KS, 3C, DRAW, LOWEST\n." in examples
    assert f"RELEASE {held}" in examples
    assert "ROLLBACK 1: I read rule 7 wrongly." in examples
    assert not [one for one in examples if " ME" in one]
    for example in examples:
        _, mails = command(desk, example)
        answer = next(m for m in to(mails) if "Your commands" in m.subject)
        assert "I could not use" not in answer.body, example
        assert " ".join(example.split()).removesuffix(" LEAD KS, 3C, DRAW, LOWEST .") in words(answer), example


def test_release_and_process_in_one_letter_are_done_in_this_order(desk: World) -> None:
    letter = desk.write("Ana", "LEAD LOWEST")
    carry_out(desk.campaign, Hold(n=letter, text="odd"))
    _, mails = command(desk, f"RELEASE {letter}\nPROCESS")
    (question,) = (mail for mail in to(mails) if "Do you want this done?" in mail.subject)

    desk.answer(question, "YES", sender=GM)

    assert desk.outcome(letter) == "orders filed"
    assert desk.row().step == 2
    assert [m.subject for m in to(desk.mails()) if "commands" in m.subject] == ["[The duel] Your commands"]
