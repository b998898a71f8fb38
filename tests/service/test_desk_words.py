"""What the GM's desk says is so: no code for what cannot be done, examples of this game, a log in sentences."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from referee.archive import acts
from referee.engine.errors import SetupError
from referee.service.gm.announcements import Announce, Tell
from referee.service.gm.deadlines import Extend, Hold, Pause, Resume
from referee.service.gm.status import Log
from referee.service.people import vacancies
from referee.service.records import log
from referee.service.rounds.command import carry_out
from referee.service.turns.attention import attention
from referee.store import games
from tests.house.source import modules
from tests.service.reading import attention_of, entries
from tests.service.test_gm_commands import GM, command, orders, to, words
from tests.service.world import REACHED, World

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[World]:
    """A duel in turn 2, and all mail out."""
    made = World.made(tmp_path)
    made.game(policy={"silence_limit": "1", "silence_then": "standby"})
    orders(made)
    made.adjudicate()
    yield made.quiet()
    made.campaign.close()


def said(world: World, text: str) -> tuple[list[str], str]:
    """Let the GM write; return the subjects of the GM's letters, and all that they say."""
    letters = to(command(world, text)[1])
    return [m.subject for m in letters], " ".join(words(m) for m in letters)


def test_no_code_is_asked_for_a_rerun_where_no_turn_was_taken_back(desk: World) -> None:
    subjects, told = said(desk, "RERUN")

    assert subjects == ["[The duel] Your commands"]
    assert "No turn of The duel was taken back." in told


def test_a_rerun_in_the_letter_that_takes_the_turn_back_is_foreseen_by_its_number(desk: World) -> None:
    _, told = said(desk, "ROLLBACK 1: I erred\nRERUN")

    assert "RERUN Turn 1 is adjudicated anew, and new reports go to everybody, marked RERUN." in told


@pytest.mark.parametrize(
    ("line", "example"),
    [
        ("EXTEND", "Write EXTEND text, such as EXTEND 2d: Our server was down."),
        ("REPLACE", "REPLACE player text, such as REPLACE Ana eve@players.example Eve."),
    ],
)
def test_a_line_that_wants_more_is_answered_with_an_example_that_works_here(
    desk: World, line: str, example: str
) -> None:
    assert example in said(desk, line)[1]


def test_a_hold_without_a_word_that_ends_before_the_deadline_leaves_no_trace_in_the_players_log(desk: World) -> None:
    before = entries(desk.campaign, "duel", seat="Ana")

    carry_out(desk.campaign, Hold(text="I look into it"), "duel")
    carry_out(desk.campaign, Resume(), "duel")

    assert entries(desk.campaign, "duel", seat="Ana") == before
    assert [one.words for one in entries(desk.campaign, "duel")][-2:] == [
        "held: I look into it",
        "the game went on",
    ]


def test_what_all_could_see_is_in_the_log_for_all(desk: World) -> None:
    carry_out(desk.campaign, Pause(text=""), "duel")
    carry_out(desk.campaign, Resume(), "duel")
    carry_out(desk.campaign, Hold(text=""), "duel")
    desk.clock.forward(days=7)
    carry_out(desk.campaign, Resume(), "duel")

    assert [one.words for one in entries(desk.campaign, "duel", seat="Ana")][-3:] == [
        "the game was paused",
        "the game went on",
        "the game went on",
    ]


def test_what_wants_attention_is_said_in_words(desk: World) -> None:
    command(desk, "ROLLBACK 1: I erred")
    carry_out(desk.campaign, Pause(text=""), "duel")
    paused = attention_of(desk.campaign)
    carry_out(desk.campaign, Resume(), "duel")
    carry_out(desk.campaign, Pause(text="back on Monday"), "duel")

    found = [one.words for one in (*paused, *attention_of(desk.campaign)) if one.what in ("paused", "code")]
    code = "A letter waits for its YES, about commands of yours, until Wednesday 25 November, 20:00 (Berlin)."
    still = "The game is paused; its clock stands still."
    assert found == [still, code, "The game is paused: back on Monday", code]


def test_what_waits_in_a_game_is_said_in_its_own_time_zone(desk: World) -> None:
    command(desk, "ROLLBACK 1: I erred")

    with desk.campaign.writing() as work:
        row = games.game(work.tx, desk.row("duel").id)
        work.tx.change(row, zone="Asia/Tokyo")
        (found,) = [one.words for one in attention(work, row) if one.what == "code"]

    assert found.endswith("until Thursday 26 November, 04:00 (Tokyo).")


def test_the_reason_of_more_time_for_all_games_stands_as_the_gms_own_words(desk: World) -> None:
    carry_out(desk.campaign, Extend(time="1d", reason="holidays", everywhere=True))

    assert words(to(desk.mails(), "ana@players.example")[0]) == (
        "Dear Ana, the GM lets everybody know: | holidays. Orders are due Saturday 28 November, 20:00 (Berlin); until"
        f" now they were due Friday 27 November, 20:00 (Berlin). {REACHED}"
    )


def test_an_announcement_without_words_and_the_log_of_a_seat_that_is_none_are_refused(desk: World) -> None:
    with pytest.raises(SetupError, match=r"There are no words to send\."):
        carry_out(desk.campaign, Announce(text=" "), "duel")
    with pytest.raises(SetupError, match=r"There is no seat Zoe\. The seats are Ana, Bob\."):
        carry_out(desk.campaign, Log(seat="Zoe"), "duel")

    assert (desk.mails(), entries(desk.campaign, "duel", seat="Ana")[0].words) == ([], "made the game")


def test_a_player_s_question_is_answered_as_the_letter_that_brought_it_says(desk: World) -> None:
    desk.write("Ana", "TO GM: May I show my hand?")
    desk.tick()
    (asked,) = to(desk.mails())
    assert "To answer, send me a line TO Ana: and your words." in words(asked)

    desk.answer(asked, "TO Ana:\nYou may,\nto Bob alone.\n.\nTO Zoe: and you too\nTO GM: hm")
    mails = desk.mails()
    (answer,) = to(mails, "ana@players.example")
    (receipt,) = to(mails)

    assert words(answer) == (
        f"The GM writes to you: | You may, to Bob alone. To answer, send me a line TO GM: and your words. {REACHED}"
    )
    assert [mail.to for mail in mails if mail.to == "bob@players.example"] == []
    assert "TO Ana: Delivered to Ana now." in words(receipt)
    assert "TO Zoe" in words(receipt)
    assert "Name players of this game: Ana and Bob." in words(receipt)
    told = {seat: entries(desk.campaign, "duel", seat=seat)[-1].words for seat in ("Ana", "Bob")}
    assert (told["Ana"], told["Bob"] == told["Ana"]) == ("a word to Ana", False)


def test_words_of_the_gm_to_an_empty_seat_are_not_said_to_be_delivered(desk: World) -> None:
    vacancies.empty(desk.campaign, "duel", "Bob")
    desk.quiet()
    both = carry_out(desk.campaign, Tell(addressees=("Ana", "Bob"), text="hello"), "duel").words
    alone = carry_out(desk.campaign, Tell(addressees=("Bob",), text="hello"), "duel").words

    assert both == "Delivered to Ana now. Bob has no player now who could read it."
    assert alone == "Bob has no player now who could read it."


def test_of_a_long_log_the_newest_are_told_and_how_many_there_are() -> None:
    at = datetime(2026, 11, 20, tzinfo=UTC)
    found = [log.Entry(n, at, "the GM", "announce", f"word {n}") for n in range(5)]

    assert log.lines(found, lambda at: "today", most=2) == [
        "These are the newest 2 of 5.", "today  the GM: word 3", "today  the GM: word 4",
    ]  # fmt: skip
    assert log.lines(found[:1], lambda at: "today", most=2) == ["today  the GM: word 0"]


def test_what_the_gm_files_for_a_seat_is_told_the_gm_whole_also_what_stands(desk: World) -> None:
    _, answer = said(desk, "CORRECT ORDERS Ana: A letter was lost.\nLEAD LOWEST\nSTANDING PLAY ON 4\n.")

    assert "On file for Ana, turn 2, will be: LEAD LOWEST; PLAY ON 4 (standing)." in answer


def test_a_ruling_for_one_is_called_so_to_the_gm_and_its_reader_sees_no_names(desk: World) -> None:
    _, answer = said(desk, "RULING TO Ana: You may look at it.\nRULING The second is for all.")
    logs = {seat: [one.words for one in entries(desk.campaign, "duel", seat=seat)] for seat in ("", "Ana", "Bob")}

    assert "It is a ruling for Ana alone, and told to nobody else." in answer
    assert "It is ruling 1, and everybody is told." in answer
    assert logs[""][-2:] == ["a ruling for Ana: You may look at it.", "ruling 1: The second is for all."]
    assert logs["Ana"][-2:] == ["a ruling: You may look at it.", "ruling 1: The second is for all."]
    assert "You may look at it." not in " ".join(logs["Bob"])


def test_one_silence_is_told_of_by_its_turn_and_that_the_standby_list_brought_nobody(desk: World) -> None:
    desk.write("Ana", "LEAD HIGH")
    desk.tick()
    desk.quiet()
    desk.adjudicate()

    (alarm,) = [m for m in to(desk.mails(), GM) if "Please look" in m.subject]
    assert words(alarm).startswith("No orders came from Bob for turn 2.")
    said = "Nobody could be seated from the standby list. What is done about it is for you to decide."
    assert said in words(alarm).replace("| ", "")


def recorded_by(call: ast.Call) -> list[ast.expr]:
    """What a piece of work writes into the log."""
    return call.args[:1] if isinstance(call.func, ast.Attribute) and call.func.attr == "record" else []


def is_of_a_game(call: ast.Call) -> bool:
    """Whether it is an entry of a game's log; a command of the GM writes into no other."""
    return any(k.arg == "game" for k in call.keywords) or ast.unparse(call.func) == "gm.record"


def test_every_entry_of_a_games_log_is_told_in_a_sentence() -> None:
    recorded = {
        what.value
        for module in modules(ROOT)
        if module.name.startswith("referee.service")
        for call in ast.walk(module.tree)
        if isinstance(call, ast.Call) and is_of_a_game(call)
        for what in [*(k.value for k in call.keywords if k.arg == "what"), *recorded_by(call)]
        if isinstance(what, ast.Constant)
    }

    assert recorded - set(acts.SAID) == set()
    assert {"create", "seat", "substitute", "resume"} <= recorded


def test_who_holds_a_letter_for_its_player_is_not_told_to_release_it(desk: World) -> None:
    forged = desk.write("Ana", "LEAD LOWEST", sender="ana@elsewhere.example")
    desk.tick()
    own = desk.write("Ana", "LEAD LOWEST")
    carry_out(desk.campaign, Hold(n=own, text="odd"))

    found = {one.words: one.remedy for one in attention_of(desk.campaign) if one.what == "letter"}

    assert found == {
        f"Letter {forged} is held: another sender (ana@elsewhere.example)": (
            f"Nothing: the player was asked. Look: referee mail show {forged}"
        ),
        f"Letter {own} is held: held by the GM (odd)": f"referee mail release {own}",
    }


def test_a_table_where_everybodys_mail_works_wants_to_be_started(tmp_path: Path) -> None:
    world = World.made(tmp_path)
    world.game("empty", (), start=False)
    world.game(start=False)
    before = [(one.what, one.game) for one in attention_of(world.campaign) if one.game]
    world.quiet()
    for name in ("Ana", "Bob"):
        world.write(name, "YES")
    world.tick()

    found = [(one.what, one.game, one.words, one.remedy) for one in attention_of(world.campaign) if one.game]

    assert before == [("unproved", "duel")]
    words, remedy = "2 seats are taken, and everybody's mail works.", "referee game start duel, once all are there"
    assert found == [("ready", "duel", words, remedy)]
    world.campaign.close()


def test_the_gm_reads_the_rules_by_mail_and_each_part_that_was_asked_for(desk: World) -> None:
    _, told = said(desk, "RULES\nRULES WD-7\nRULES nosuchpart\nHELP EXTEND\nHELP HOLD")

    assert "WD-7 Drawing" in told
    assert "WD-7.1 Instead of a card from the hand" in told
    assert 'The rules of Wizard\'s Duel have no part "nosuchpart".' in told
    assert ("EXTEND text" in told, "HOLD GAME" in told) == (True, True)


def test_the_gm_reads_the_rules_of_a_game_that_has_not_begun(tmp_path: Path) -> None:
    made = World.made(tmp_path)
    made.game(start=False, deck="half")
    made.write("Ana", "TO GM: When do we begin?", step=0)
    made.tick()
    (asked,) = to(made.mails())
    made.answer(asked, "RULES deck")
    told = " ".join(words(mail) for mail in to(made.mails()))

    assert "half in this game" in told
    made.campaign.close()


def test_the_log_tells_a_moved_deadline_in_its_readers_zone(desk: World) -> None:
    said(desk, "EXTEND 2d: I am ill.")
    _, told = said(desk, "LOG")
    desk.write("Ana", "LOG")
    desk.tick()
    player = next(words(mail) for mail in to(desk.mails(), "ana@players.example") if "log" in mail.subject)

    moved = "the deadline was moved to Sunday 29 November, 20:00 (Berlin): I am ill."
    assert [(moved in text, "UTC" in text) for text in (told, player)] == [(True, False)] * 2
