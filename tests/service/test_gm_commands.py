"""The GM's commands by mail: each line answered, nothing that cannot be taken back done without the GM's YES."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from selectolax.lexbor import LexborHTMLParser

from referee.engine.audience import Seat
from referee.engine.errors import OrderError
from referee.engine.lexicon import Lexicon
from referee.reports.when import When
from referee.service.gm.turns import Process
from referee.service.gm.verbs import GRAMMAR
from referee.service.records.archive import verify
from referee.service.rounds.command import carry_out
from referee.store import actions
from referee.store.tables import ActionRow, Status
from tests.service.world import Mail, World

GM, SECOND = "gm@referee.example", "second@referee.example"


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[World]:
    """A duel in turn 2 with two GMs, orders of both on file, and all mail out."""
    made = World.made(tmp_path, campaign_gms=[GM, SECOND])
    made.game()
    orders(made)
    made.adjudicate()
    orders(made)
    yield made.quiet()
    made.campaign.close()


def orders(world: World) -> None:
    """Let both send orders."""
    for seat in ("Ana", "Bob"):
        world.write(seat, "LEAD HIGH")
    world.tick()


def command(world: World, text: str, *, sender: str = GM, step: int | None = None) -> tuple[str, list[Mail]]:
    """Let a letter come to the GM's own address; return its outcome and what goes out."""
    address = world.reply_address("GM", step=step)
    letter = world.arrive(world.letter(text, sender), address, sender)
    world.tick()
    return world.outcome(letter), world.mails()


def words(mail: Mail) -> str:
    """Return a letter's text on one line."""
    return " ".join(mail.body.split())


def to(mails: list[Mail], address: str = GM) -> list[Mail]:
    """Pick what goes to one address."""
    return [mail for mail in mails if mail.to == address]


def log(world: World) -> list[ActionRow]:
    """Return the log of the duel."""
    with world.campaign.store.reading() as tx:
        return actions.log(tx, world.row().id)


def trouble(line: str) -> tuple[str, str] | None:
    """Return what is wrong with a line and what would be right, or nothing."""
    try:
        GRAMMAR.read(line, Lexicon.of([Seat("Ana")]), Seat("Ana"))
    except OrderError as error:
        return error.problem, error.hint
    return None


@pytest.mark.parametrize("verb", GRAMMAR.verbs, ids=lambda verb: verb.kind.__name__)
def test_every_command_has_an_example_that_reads_and_prints_back_the_same(verb: object) -> None:
    words_of = Lexicon.of([Seat("Ana"), Seat("Bob")])
    kind = verb.kind  # type: ignore[attr-defined]
    read = GRAMMAR.read(kind.example, words_of, Seat("Ana"))

    assert type(read) is kind
    assert GRAMMAR.read(GRAMMAR.show(read), words_of, Seat("Ana")) == read


@pytest.mark.parametrize("verb", GRAMMAR.verbs, ids=lambda verb: verb.kind.__name__)
def test_every_beginning_of_a_command_reads_or_says_what_is_wrong(verb: object) -> None:
    example = verb.kind.example  # type: ignore[attr-defined]
    for end in range(1, len(example)):
        problem = trouble(example[:end])
        assert problem is None or all(problem), example[:end]


def test_several_commands_are_carried_out_and_each_line_is_answered_in_one_letter(desk: World) -> None:
    outcome, mails = command(desk, "STATUS\nEXTEND 2d\nANOUNCE hello\nANNOUNCE A word to all.\nHello referee")

    (answer,) = to(mails)
    assert outcome == "the GM's commands"
    assert answer.subject == "[The duel] Your commands"
    for said in (
        "STATUS Below.",
        "EXTEND 2d The turn is due Sunday 29 November, 20:00 (Berlin), and everybody is told.",
        "ANNOUNCE A word to all. It is on its way to everybody.",
        "ANOUNCE hello I don't know the command ANOUNCE. Did you mean ANNOUNCE?",
        "How things stand:",
    ):
        assert said in words(answer), said
    assert sorted(m.subject for m in to(mails, "ana@players.example")) == [
        "[The duel] a word from the GM",
        "[The duel] the deadline was moved",
    ]


def test_only_what_was_written_now_is_a_command(desk: World) -> None:
    before = desk.row().due_at
    text = "PAUSE\n\nOn Tuesday the referee wrote:\n> EXTEND 2d\n> RESUME\n-- \nANNOUNCE my signature"
    _, mails = command(desk, text)

    assert desk.row().status is Status.PAUSED
    assert desk.row().due_at == before
    assert [m.subject for m in to(mails, "bob@players.example")] == ["[The duel] the game is paused"]


def test_what_cannot_be_taken_back_is_done_once_after_a_yes(desk: World) -> None:
    _, mails = command(desk, "PROCESS")
    code = next(m for m in to(mails) if "Do you want" in m.subject)
    assert "Turn 2 is adjudicated at once" in words(code)
    assert desk.row().step == 1

    desk.answer(code, "YES")
    assert desk.row().step == 2
    again = desk.answer(code, "YES, and once more")
    assert (desk.outcome(again), desk.row().step) == ("duplicate", 2)


def test_a_code_counts_from_the_address_that_asked_alone_and_for_a_day(desk: World) -> None:
    _, mails = command(desk, "PROCESS")
    code = next(m for m in to(mails) if "Do you want" in m.subject)
    stranger = desk.answer(code, "YES", sender=SECOND)
    assert (desk.outcome(stranger), desk.row().step, desk.mails()) == ("not the GM's address", 1, [])

    desk.clock.forward(days=1)
    desk.answer(code, "YES", sender=GM)
    assert "after that code had run out" in words(next(m for m in to(desk.mails()) if "commands" in m.subject))


def test_a_code_does_nothing_when_the_game_has_moved_on(desk: World) -> None:
    _, mails = command(desk, "PROCESS")
    code = next(m for m in to(mails) if "Do you want" in m.subject)
    carry_out(desk.campaign, Process(), "duel")
    desk.quiet()
    letter = desk.answer(code, "YES")

    assert (desk.outcome(letter), desk.row().step) == ("confirmed too late", 2)
    assert "has moved on since you asked" in words(next(m for m in to(desk.mails())))


def test_rollback_and_rerun_by_mail_need_one_yes_and_are_done_in_order(desk: World) -> None:
    _, mails = command(desk, "ROLLBACK 1: I read a rule wrongly.\nRERUN")
    answer = next(m for m in to(mails) if "commands" in m.subject)
    assert "No turn of The duel was taken back" not in words(answer)
    code = next(m for m in to(mails) if "Do you want" in m.subject)
    assert "Turn 1 is taken back" in words(code)
    desk.answer(code, "YES")

    mails = desk.mails()
    assert "everybody is told. The game is held until it is adjudicated anew: RERUN." in " ".join(map(words, to(mails)))
    assert desk.row().step == 1
    assert any("RERUN of turn 1" in m.subject for m in to(mails, "ana@players.example"))
    assert any("Turn 1 is adjudicated anew; turn 2 is due" in words(m) for m in to(mails))
    assert verify(desk.campaign, "duel").ok
    assert [(one.what, one.who) for one in log(desk)][-2:] == [("rollback", GM), ("rerun", GM)]


def test_a_command_from_anybody_else_is_refused_in_silence_and_told_to_the_gm_once(desk: World) -> None:
    for sender in ("ana@players.example", "eve@nowhere.example"):
        address = desk.reply_address("GM")
        letter = desk.arrive(desk.letter("PROCESS\nPAUSE", sender), address, sender)
        desk.tick()
        assert desk.outcome(letter) == "not the GM's address"

    mails = desk.mails()
    assert {m.to for m in mails} == {GM, SECOND}
    assert len(to(mails)) == 1
    assert (desk.row().step, desk.row().status) == (1, Status.RUNNING)
    assert [one.what for one in log(desk)][-2:] == ["refused", "refused"]


def test_each_of_two_gms_is_answered_and_recorded_under_their_own_address(desk: World) -> None:
    _, mails = command(desk, "PAUSE a moment", sender=SECOND)

    assert len(to(mails, SECOND)) == 1
    assert to(mails, GM) == []
    assert [(one.what, one.who) for one in log(desk)][-1] == ("paused", SECOND)


def test_a_command_that_cannot_be_carried_out_says_why_and_leaves_the_others(desk: World) -> None:
    _, mails = command(desk, "RESUME\nRELEASE 999\nRESEND 999\nROLLBACK 7: no\nREPLACE Ana not-an-address\nPAUSE")

    (answer,) = to(mails)
    for said in (
        "RESUME The duel is running, so there is nothing to resume.",
        "ROLLBACK 7: no Only turn 1 was adjudicated, so turn 7 cannot be taken back.",
        "not-an-address cannot be registered",
    ):
        assert said in words(answer), said
    assert desk.row().status is Status.PAUSED


def test_words_may_go_on_to_a_line_with_a_full_stop(desk: World) -> None:
    _, mails = command(desk, "ANNOUNCE:\nTwo lines\nof a long text\n.\nSTATUS")

    assert "Two lines of a long text" in words(to(mails, "bob@players.example")[0])
    assert "STATUS Below." in words(to(mails)[0])


def test_words_that_a_mail_program_broke_go_out_whole_and_no_command_with_them(desk: World) -> None:
    first = "ANNOUNCE I shall be away for the whole of next week, so that nobody need"
    _, mails = command(desk, f"{first}\nhurry with anything at all.\nSTATUS")

    assert "so that nobody need | hurry with anything at all. Orders" in words(to(mails, "bob@players.example")[0])
    assert "STATUS Below." in words(to(mails)[0])


def test_a_seat_is_given_to_another_by_mail(desk: World) -> None:
    due = desk.row().due_at
    assert due is not None
    desk.clock.forward(seconds=int((due - desk.clock.now()).total_seconds()) - 3600)
    _, mails = command(desk, "REPLACE Ana eve@players.test.example.org Eve")
    code = next(m for m in to(mails) if "Do you want" in m.subject)
    desk.answer(code, "YES")

    mails, moved = desk.mails(), desk.row().due_at
    assert moved is not None
    assert moved > due
    assert any(m.to == "eve@players.test.example.org" for m in mails)
    later = When(desk.row().zone, desk.clock.now()).full(moved)
    assert any(f"The turn is due {later} now, so that they can read." in words(m) for m in to(mails))


def test_a_preview_is_sealed_unless_asked_for_and_then_told(desk: World) -> None:
    _, mails = command(desk, "PREVIEW")
    assert "They are sealed" in words(to(mails)[0])
    assert "RERUN" not in words(to(mails)[0])
    _, mails = command(desk, "PREVIEW UNSEALED")
    assert "TO Ana:" in words(to(mails)[0])
    desk.adjudicate()

    report = next(m for m in desk.mails() if m.to == "bob@players.example")
    assert "The GM has looked at a preview of the turn." in words(report)


def test_help_lists_every_command_in_two_screens_of_a_terminal(desk: World) -> None:
    _, mails = command(desk, "HELP")
    (body,) = (mail.body for mail in to(mails))

    assert [verb.word for verb in GRAMMAR.verbs if f"\n  {verb.word}" not in body] == []
    assert "HELP EXTEND" not in body
    assert len(body.splitlines()) <= 60


def test_help_and_a_command_explains_that_one(desk: World) -> None:
    _, mails = command(desk, "HELP extend")
    (body,) = (mail.body for mail in to(mails))

    assert "For instance: EXTEND 2d: Our server was down." in body
    assert "SHORTEN" not in body
    assert "CORRECT takes one of:" not in body


def test_help_for_what_is_no_command_says_what_was_meant(desk: World) -> None:
    _, mails = command(desk, "HELP extnd")

    assert "I don't know the command extnd. Did you mean EXTEND?" in words(to(mails)[0])


def test_the_same_letter_by_another_route_is_one(desk: World) -> None:
    address = desk.reply_address("GM")
    raw = desk.letter("ANNOUNCE once", GM, Message_ID="<once@gm>")
    first = desk.arrive(raw, address, GM)
    second = desk.arrive(b"X-Route: other\r\n" + raw, address, GM)
    desk.tick()

    assert (desk.outcome(first), desk.outcome(second)) == ("the GM's commands", "duplicate")


def test_two_programs_that_answer_each_other_fall_silent(desk: World) -> None:
    answers = 0
    for n in range(40):
        _, mails = command(desk, f"STATUS\n{n}")
        answers += len(to(mails))
        desk.clock.forward(seconds=1)

    assert answers == desk.campaign.settings.limits.replies_per_hour


def test_all_games_get_time_at_once(desk: World) -> None:
    due = desk.row().due_at
    assert due is not None
    _, mails = command(desk, "EXTEND ALL 2d because our server was down")

    assert desk.row().due_at == due + timedelta(days=2)
    later = When(desk.row().zone, desk.clock.now()).full(due + timedelta(days=2))
    assert f"Moved by 2d: The duel (due {later})." in words(to(mails)[0])
    assert "our server was down" in words(to(mails, "ana@players.example")[0])


def test_what_a_gm_asked_for_is_set_as_a_letter_is_and_not_as_it_was_typed(desk: World) -> None:
    _, mails = command(desk, "STATUS\nLOG\nRULINGS\nHELP")
    page = LexborHTMLParser(to(mails)[0].page)

    assert page.css("pre") == []
    assert [one.text() for one in page.css("h2, h3") if one.text()[-1:] == ":"][-4:] == [
        "How things stand:", "The log:", "Your rulings:", "What you may write:",
    ]  # fmt: skip
    assert "EXTEND text" in [one.text() for one in page.css("th, td")]
