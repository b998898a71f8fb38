"""What the rules ask the GM: one may answer while the turn is open; who does not has ruled that it has no effect."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any, ClassVar

import pytest

from referee import games
from referee.engine.asks import Ask
from referee.engine.audience import GM, OBSERVER, PUBLIC, Seat
from referee.engine.errors import SetupError, Unreadable
from referee.engine.table import Table
from referee.games.corrections import CountCorrected
from referee.games.wizards_duel import RULESET
from referee.reports.writer import Writer
from referee.service.campaign.campaign import Kit
from referee.service.gm.preview import UNRULED
from referee.service.gm.ruling import Rule
from referee.service.gm.turns import Process, Rerun, Rollback
from referee.service.records.archive import verify
from referee.service.rounds.command import carry_out
from referee.store.codec import Codec
from tests.service.reading import attention_of, entries
from tests.service.world import World

LUCK = bytes(range(32))
CHOICES = ("no effect", "legal", "illegal")

LINES = """
{% macro Ask_Spell(a, me) %}{{ a.caster }} casts a spell of their own making. Is it legal?{% endmacro %}
{% macro Answered_Spell(e) %}You ruled: {{ e.value }}.{% endmacro %}
{% macro choice(a, c) %}{{ c }};{% endmacro %}
"""


class Spell(Ask[str]):
    """Is this free spell legal?"""

    for_gm: ClassVar[bool] = True
    caster: Seat = OBSERVER


def play(t: Table[Any]) -> None:
    """Let Ana cast a spell before every turn: a legal one brings seven points, an illegal one costs one."""
    ruled = t.ask(Spell(GM, CHOICES, Seat("Ana")))
    gain = {"legal": 7, "illegal": -1}.get(ruled, 0)
    t.state.sides[Seat("Ana")].score += gain
    t.tell(CountCorrected(what="score", seat=Seat("Ana"), n=t.state.sides[Seat("Ana")].score, to=PUBLIC))
    RULESET.play(t)


def answer(ask: Ask[Any], text: str, lexicon: Any) -> Any:
    """Read LEGAL, ILLEGAL or NO EFFECT."""
    found = next((choice for choice in CHOICES if text.lower().startswith(choice)), None)
    if found is None:
        raise Unreadable("That is no ruling.", "Write LEGAL, ILLEGAL or NO EFFECT.")
    return found


@pytest.fixture
def spells(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[World]:
    """A duel in which the rules ask the GM once a turn."""
    made = World.made(tmp_path)
    folder = tmp_path / "rules"
    shutil.copytree(RULESET.folder, folder, ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    lines = folder / "lines.txt.j2"
    lines.write_text(lines.read_text(encoding="utf-8") + LINES, encoding="utf-8")
    stored, words = replace(RULESET.stored, asks=(*RULESET.stored.asks, Spell)), replace(RULESET.words, answer=answer)
    rules = replace(RULESET, stored=stored, words=words, play=play, folder=folder)
    usual = made.campaign.kit("wizards-duel")
    kit = Kit(rules, lambda: Writer(rules, made.campaign.resources), Codec(rules), usual.tables)
    made.campaign._kits = dict.fromkeys((("wizards-duel", ""), ("wizards-duel", RULESET.edition)), kit)
    monkeypatch.setattr(games, "find", lambda slug, edition="": rules)
    made.game()
    yield made.quiet()
    made.campaign.close()


def score(world: World) -> str:
    """Say what Bob was told of Ana's score."""
    report = next(m for m in world.mails() if m.to == "bob@players.example" and "urn " in m.subject)
    return next(line.strip() for line in report.body.splitlines() if "The GM set" in line)


def by_mail(world: World, text: str) -> str:
    """Let the GM write, and return the answer on one line."""
    address = world.reply_address("GM")
    world.arrive(world.letter(text, "gm@referee.example"), address, "gm@referee.example")
    world.tick()
    return " ".join(next(m for m in world.mails() if m.to == "gm@referee.example").body.split())


def test_a_question_waits_on_the_desk_and_its_answer_counts(spells: World) -> None:
    assert [one.words for one in attention_of(spells.campaign) if one.what == "ruling"] == [
        "1. Ana casts a spell of their own making. Is it legal? no effect; legal; illegal;"
    ]
    assert "Question 1: | Ana casts a spell of their own making." in by_mail(spells, "RULINGS")
    assert "Your ruling is: legal." in by_mail(spells, "RULING ABOUT 1 LEGAL")
    spells.adjudicate()

    assert score(spells) == "The GM set Ana's score to 7."
    assert verify(spells.campaign, "duel").ok


def test_a_turn_is_not_run_by_hand_before_its_deadline_without_a_ruling_unless_the_gm_means_it(spells: World) -> None:
    missing = f"{UNRULED} Say --anyway if you mean it."
    with pytest.raises(SetupError) as refused:
        carry_out(spells.campaign, Process(anyway=False), "duel")
    carry_out(spells.campaign, Rule(n=1, text="LEGAL"), "duel")
    carry_out(spells.campaign, Process(anyway=False), "duel")

    assert (str(refused.value), spells.row().step) == (missing, 1)


def test_an_answer_may_be_changed_and_the_last_one_counts_also_in_a_rerun(spells: World) -> None:
    carry_out(spells.campaign, Rule(n=1, text="LEGAL"), "duel")
    carry_out(spells.campaign, Rule(n=1, text="ILLEGAL"), "duel")
    spells.adjudicate()
    first = score(spells)
    carry_out(spells.campaign, Rollback(n=1, text="Once more"), "duel")
    spells.quiet()
    carry_out(spells.campaign, Rerun(), "duel")

    assert (first, score(spells)) == ("The GM set Ana's score to -1.", "The GM set Ana's score to -1.")


def test_an_answer_may_be_taken_back_and_the_question_waits_again(spells: World) -> None:
    carry_out(spells.campaign, Rule(n=1, text="LEGAL"), "duel")
    carry_out(spells.campaign, Rule(n=1, text="ILLEGAL"), "duel")
    said = by_mail(spells, "WITHDRAW ABOUT 1: I read the rule once more.")
    waiting = [one.words for one in attention_of(spells.campaign) if one.what == "ruling"]
    again = by_mail(spells, "WITHDRAW ABOUT 1: Once more.")
    listed = by_mail(spells, "RULINGS")
    spells.adjudicate()

    assert "The answer to question 1 is withdrawn. The question waits for you again." in said
    assert waiting == ["1. Ana casts a spell of their own making. Is it legal? no effect; legal; illegal;"]
    assert "No question 1 has an answer for turn 1 that could be withdrawn." in again
    assert "Your ruling" not in listed.partition("Question 1")[2]
    assert score(spells) == "The GM set Ana's score to 0."
    assert verify(spells.campaign, "duel").ok
    assert [one.what for one in entries(spells.campaign, "duel", seat="Ana") if one.what == "withdraw"] == []


def test_nothing_waits_for_a_gm_who_is_silent(spells: World) -> None:
    spells.adjudicate()

    assert score(spells) == "The GM set Ana's score to 0."


@pytest.mark.parametrize(("number", "text"), [(2, "LEGAL"), (1, "PERHAPS")])
def test_what_is_no_answer_is_refused(spells: World, number: int, text: str) -> None:
    with pytest.raises(SetupError):
        carry_out(spells.campaign, Rule(n=number, text=text), "duel")

    spells.adjudicate()
    assert score(spells) == "The GM set Ana's score to 0."


@pytest.fixture
def sea(tmp_path: Path) -> Iterator[World]:
    """A game of Elements, with magic, in turn 1."""
    made = World.made(tmp_path)
    seats, week = ("Ana", "Bob", "Cyd"), "Tue 20:00 Europe/Berlin"
    made.game("sea", seats, ruleset="elements", early="yes", deadline=week, start=False)
    made.settle_luck(LUCK, "sea")
    made.start("sea")
    made.adjudicate("sea")  # from now on a whole week lies between two deadlines
    yield made.quiet()
    made.campaign.close()


def free(world: World, seat: str, words: str) -> list[tuple[str, str]]:
    """Let a seat cast a spell in its own words; return what goes to the GM, and the receipt."""
    world.write(seat, f'MAGIC FREE "{words}"', game="sea")
    world.tick()
    wanted = ("gm@referee.example", world.address(seat))
    return [(m.to.partition("@")[0], " ".join(m.body.split())) for m in world.mails() if m.to in wanted]


def test_the_gm_is_asked_at_once_and_once_and_a_number_stays_that_question_s(sea: World) -> None:
    (_, first), *_ = free(sea, "Cyd", "glass sea")
    (_, second), *_ = free(sea, "Ana", "warm wind")
    again = free(sea, "Bob", "WAIT")[:1]
    sea.write("Ana", "HUNT 8\nADD", game="sea")
    sea.tick()
    later = [m.subject for m in sea.mails() if m.to == "gm@referee.example"]

    assert 'Question 1: | Cyd means to cast in impulse 1, in words of Cyd\'s own: "glass sea"' in first
    assert "Without a ruling it has no effect" in first
    assert "Answer this letter with RULING ABOUT, the number, and your ruling." in first
    assert "Question 1: | Cyd means to cast" in second
    assert "Question 2: | Ana means to cast" in second
    assert "Question 3: | Bob means to cast" in again[0][1]
    assert later == []


def test_the_gm_is_told_once_and_line_by_line_what_each_ruling_does(sea: World) -> None:
    for seat, words in (("Cyd", "glass sea"), ("Ana", "warm wind")):
        sea.write(seat, f'MAGIC FREE "{words}"', game="sea")
        sea.tick()
    body = [m.body for m in sea.mails() if m.to == "gm@referee.example"][-1]
    said = [" ".join(part.split()) for part in body.split("\n\n")]

    assert said.count("NO EFFECT, or no answer at all: nothing comes of it, and it costs nothing.") == 1
    assert [one.partition(",")[0] for one in said if one.startswith(("LEGAL", "ILLEGAL"))] == [
        "LEGAL and its effects",
        "ILLEGAL and the rule",
    ]
    assert "the caster loses two impulses (EL-P4.6)." in next(one for one in said if one.startswith("ILLEGAL"))


def from_the_gm(world: World, text: str) -> str:
    """Let the GM write about the sea, and return the answer."""
    world.arrive(world.letter(text, "gm@referee.example"), world.reply_address("GM", "sea"), "gm@referee.example")
    world.tick()
    return next(m for m in world.mails() if m.to == "gm@referee.example").body


def test_a_question_is_listed_once_with_its_answer_on_a_line_of_its_own(sea: World) -> None:
    free(sea, "Cyd", "glass sea")
    answered = from_the_gm(sea, "RULING ABOUT 1 LEGAL SCRY o3")
    listed = from_the_gm(sea, "RULINGS")

    assert "Your ruling is: LEGAL SCRY o3. The question was: Cyd means to cast" in " ".join(answered.split())
    assert "\n  | Your ruling: LEGAL SCRY o3.\n" in listed
    assert listed.count("glass sea") == 1


def test_a_question_that_is_gone_says_so_and_its_answer_stays_listed(sea: World) -> None:
    free(sea, "Cyd", "glass sea")
    from_the_gm(sea, "RULING ABOUT 1 LEGAL")
    sea.write("Cyd", "CLEAR", game="sea")
    sea.tick()
    gone = " ".join(from_the_gm(sea, "RULING ABOUT 1 NO EFFECT").split())
    never = from_the_gm(sea, "RULING ABOUT 2 LEGAL")

    assert "Question 1 needs no ruling any more: what it was about is not among the orders now." in gone
    assert "The rules ask you nothing now." in never
    assert from_the_gm(sea, "RULINGS").count("glass sea") == 1


def test_what_was_sent_in_advance_is_asked_when_its_turn_opens(sea: World) -> None:
    sea.write("Ana", 'TURN 3 MAGIC FREE "warm wind"', game="sea")
    sea.tick()
    before = [m.subject for m in sea.mails() if m.to == "gm@referee.example"]
    sea.adjudicate("sea")

    asked = [m.subject for m in sea.mails() if m.to == "gm@referee.example" and "ask" in m.subject]
    assert (before, asked) == ([], ["[The sea] Turn 3: the rules ask you"])


def test_what_the_gm_must_rule_on_is_taken_until_so_long_before_the_deadline(sea: World) -> None:
    due = sea.row("sea").due_at
    assert due is not None
    sea.clock.moment = due - timedelta(hours=12, minutes=1)
    free(sea, "Ana", "warm wind")
    sea.clock.moment = due - timedelta(hours=11)
    (_, late), *none = free(sea, "Bob", "glass sea")
    sea.write("Ana", 'MAGIC FREE "warm wind"\nHUNT 8', game="sea")
    sea.tick()

    assert "The GM must rule on this, so for turn 2 it was taken until Tuesday 1 December, 08:00 (Berlin)." in late
    assert none == []
    assert sea.on_file("Bob", "sea") == ()
    assert sea.on_file("Ana", "sea") == ('MAGIC FREE "warm wind"', "HUNT 8")


@pytest.mark.parametrize("deadline", ["Tue 20:00 Europe/Berlin", ""])
@pytest.mark.parametrize("orders", ['MAGIC FREE "warm wind"', "HUNT 9"])
def test_an_early_turn_leaves_the_gm_as_long_whether_a_ruling_is_wanted_or_not(
    tmp_path: Path, orders: str, deadline: str
) -> None:
    pond = World.made(tmp_path)
    pond.game("sea", ("Ana", "Bob", "Cyd"), ruleset="elements", early="yes", deadline=deadline, start=False)
    pond.settle_luck(LUCK, "sea")
    pond.start("sea")
    carry_out(pond.campaign, Process(), "sea")
    pond.quiet()
    for seat, line in (("Ana", orders), ("Bob", "HUNT 8"), ("Cyd", "HUNT 8")):
        pond.write(seat, line, game="sea")
    pond.tick()
    told = [" ".join(m.body.split()) for m in pond.mails() if m.to == "bob@players.example" and "early" in m.subject]

    steps = []
    for hours in (0, 11, 1):
        pond.clock.forward(hours=hours)
        pond.tick()
        steps.append(pond.row("sea").step)

    assert [one.partition("So ")[2].partition(" (")[0] for one in told] == ["turn 2 is adjudicated tomorrow at 01:00"]
    assert steps == [1, 1, 2]
    pond.campaign.close()

