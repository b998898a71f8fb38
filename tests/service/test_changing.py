"""What the GM changes of a running game: told to all with what it was, and nothing that was promised."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from referee.engine.errors import SetupError
from referee.service.campaign.policy import Policy, PressRule
from referee.service.gm.settings import Set
from referee.service.gm.turns import Rerun, Rollback
from referee.service.records.archive import verify
from referee.service.records.overview import game_page
from referee.service.rounds.command import carry_out
from referee.store import steps
from tests.service.test_gm_commands import command, to, words
from tests.service.world import World

GM, ANA = "gm@referee.example", "ana@players.example"


def test_settings_are_changed_at_once_and_everybody_is_told_what_they_were(world: World) -> None:
    one = Set(wanted={"press": "public", "grace": "12h"}, reason="The holidays are near")
    done = carry_out(world.campaign, one, "duel").value

    assert [(one.name, one.before, one.now) for one in done] == [("press", "all", "public"), ("grace", "0", "12h")]
    assert Policy.of(world.row()).press is PressRule.PUBLIC
    (ana,) = to(world.mails(), ANA)
    assert ana.subject == "[The duel] what is settled has changed"
    assert (
        "The GM has changed what is settled of The duel: | The holidays are near. press is public now (so far all): "
        "Players may write to anybody (all), only to all at once (public), or not (none). grace is 12h now (so far 0): "
        "How long after the deadline missing orders are waited for."
    ) in words(ana)


@pytest.mark.parametrize(
    ("written", "hours"), [("2d", 48), ("36h", 36), ("90m", 1.5), ("1 day", 24), ("1d 12 hours", 36)]
)
def test_lengths_are_read_as_people_write_them(world: World, written: str, hours: float) -> None:
    carry_out(world.campaign, Set(wanted={"grace": written, "reminder": written}, reason="Holidays are near"), "duel")
    carry_out(world.campaign, Set(wanted={"live_pause": written}, reason="The holidays are near"), "duel")

    policy = Policy.of(world.row())
    assert (policy.grace, policy.reminder, world.row().live_pause) == (timedelta(hours=hours),) * 3


@pytest.mark.parametrize("written", ["2", "soon", "-1d", "2 days ago", "1234567d", "2x"])
def test_what_is_no_length_is_answered_with_what_would_be(world: World, written: str) -> None:
    with pytest.raises(SetupError, match="a length of time is wanted, such as 30m, 24h or 1d12h; 0 for none"):
        carry_out(world.campaign, Set(wanted={"grace": written}), "duel")


def test_a_new_rule_for_deadlines_counts_from_the_next_turn_on(world: World) -> None:
    due = world.row().due_at
    assert due is not None

    carry_out(world.campaign, Set(wanted={"deadline": "daily 12:00"}), "duel")

    assert world.row().due_at == due
    (ana,) = to(world.mails(), ANA)
    assert "From the next turn on orders are due daily 12:00. The deadline of the open turn stays." in words(ana)
    assert world.adjudicate().due_at == due + timedelta(hours=16)


def test_a_new_rule_leaves_no_turn_less_time_than_min_first_unasked(tmp_path: Path) -> None:
    world = World.made(tmp_path)
    world.game(policy={"min_first": "24h"})
    world.quiet()
    before = world.row().due_at

    with pytest.raises(SetupError) as refused:
        carry_out(world.campaign, Set(wanted={"deadline": "daily 12:00"}), "duel")
    kept = world.row().deadline
    carry_out(world.campaign, Set(wanted={"deadline": "daily 12:00"}, shorten=True), "duel")

    assert str(refused.value) == (
        "By that rule turn 2 would be due Saturday 28 November, 12:00 (Berlin), and its players would have less"
        " time than min_first, 24h; so nothing was changed. If you mean it, add --shorten."
    )
    assert kept == "Tue,Fri 20:00 Europe/Berlin"
    assert (world.row().deadline, world.row().due_at) == ("daily 12:00", before)


def test_by_mail_set_shorten_leaves_less_time(tmp_path: Path) -> None:
    world = World.made(tmp_path)
    world.game(policy={"min_first": "24h"})
    world.quiet()
    _, mails = command(world, "SET deadline daily 12:00")
    refused, kept = words(to(mails, GM)[0]), world.row().deadline
    world.quiet()
    _, mails = command(world, "SET SHORTEN deadline daily 12:00: We all have time")

    assert "If you mean it, write SET SHORTEN deadline and the rule." in refused
    assert kept == "Tue,Fri 20:00 Europe/Berlin"
    assert "deadline is daily 12:00 now" in words(to(mails, GM)[0])


def test_a_game_that_had_no_deadlines_gets_no_first_one_too_soon(tmp_path: Path) -> None:
    world = World.made(tmp_path)
    world.game(deadline="", policy={"min_first": "24h"})
    with pytest.raises(SetupError, match="turn 1 would be due"):
        carry_out(world.campaign, Set(wanted={"deadline": "every 2 hours"}), "duel")

    assert (world.row().deadline, world.row().due_at) == ("", None)


def test_a_game_of_short_turns_may_keep_to_turns_as_short(tmp_path: Path) -> None:
    world = World.made(tmp_path)
    world.game(deadline="every 2 hours", policy={"min_first": "24h"})
    carry_out(world.campaign, Set(wanted={"deadline": "every 4 hours"}), "duel")
    with pytest.raises(SetupError, match="turn 2 would be due"):
        carry_out(world.campaign, Set(wanted={"deadline": "every 1 hours"}), "duel")

    assert world.row().deadline == "every 4 hours"


def test_a_game_without_deadlines_gets_one_for_its_open_turn(tmp_path: Path) -> None:
    world = World.made(tmp_path)
    world.game(deadline="", policy={"min_first": "24h"})
    carry_out(world.campaign, Set(wanted={"deadline": "Tue,Fri 20:00"}), "duel")

    due = world.row().due_at
    assert due is not None
    assert due.isoformat() == "2026-11-27T19:00:00+00:00"


def test_by_mail_with_a_reason_behind_a_colon(world: World) -> None:
    _, mails = command(world, "SET deadline = Tue,Fri 21:00: Some of us work late\nSET title to The Long Duel")

    answer = words(next(mail for mail in to(mails, GM)))
    assert "deadline is Tue,Fri 21:00 now (so far Tue,Fri 20:00 Europe/Berlin), and everybody is told." in answer
    assert "title is The Long Duel now (so far The duel), and everybody is told." in answer
    assert (world.row().deadline, world.row().title) == ("Tue,Fri 21:00", "The Long Duel")
    ana = [words(mail) for mail in to(mails, ANA)]
    assert any("Some of us work late." in one for one in ana)
    assert any("It is called The Long Duel from now on." in one for one in ana)


@pytest.mark.parametrize(
    ("wanted", "why"),
    [
        ({"sealed": "no"}, "sealed was promised to the players when the game began, so it stays as it is."),
        ({"anonymous": "yes"}, "anonymous was promised"),
        ({"deck": "half"}, "deck stays as it is: the table was laid out by it."),
        ({"sun_scores": "no"}, "Say why: the reason is told to everybody."),
        ({"pres": "all"}, "There is nothing called pres to set. Did you mean press?"),
        ({"press": "some"}, "press = some: one of these is wanted: all, public, none."),
        ({"grace": "12h", "deadline": "whenever"}, "I cannot read the deadline 'whenever'"),
        ({"press": "all"}, "It is so already, so nothing was changed."),
        ({}, "Say what is to change, such as press=public. These may be set: title, deadline, early,"),
    ],
)
def test_what_cannot_change_says_why_and_leaves_all_as_it_was(world: World, wanted: dict[str, str], why: str) -> None:
    before = world.row()
    with pytest.raises((SetupError, ValueError), match=why.replace("(", r"\(").replace(".", r"\.")):
        carry_out(world.campaign, Set(wanted=wanted), "duel")

    after = world.row()
    assert (after.policy, after.deadline, after.title) == (before.policy, before.deadline, before.title)
    assert world.mails() == []


def options(world: World) -> tuple[str, str]:
    """What the game's page says of the option, and by what its rules are played."""
    with world.campaign.store.reading() as tx:
        state = steps.load(tx, world.campaign.kit("wizards-duel").codec, world.row().id).state
    return game_page(world.campaign, "duel").options["rounds_per_turn"], str(state.options.rounds)


def test_an_option_of_the_rules_changes_from_the_open_turn_on_with_a_reason(world: World) -> None:
    one = Set(wanted={"rounds_per_turn": "2"}, reason="Four rounds take too long")
    done = carry_out(world.campaign, one, "duel").value
    (ana,) = to(world.mails(), ANA)
    before = options(world)
    world.adjudicate()
    report = words(to(world.mails(), ANA)[0])
    after = options(world)
    world.adjudicate()

    assert [(one.name, one.before, one.now, one.turn) for one in done] == [("rounds_per_turn", "4", "2", 1)]
    announced = words(ana).replace("| ", "")
    assert "the option rounds_per_turn is 2, from this turn on. Four rounds take too long." in announced
    assert "By the GM the option rounds_per_turn is 2 from this turn on." in report
    assert (before, after) == (("4", "4"), ("2", "2"))
    assert world.row().options["rounds_per_turn"] == "4"  # what the game was created with, and its chain begins with
    assert verify(world.campaign, "duel").ok


def test_a_turn_taken_back_has_the_options_that_it_had(world: World) -> None:
    world.adjudicate()
    carry_out(world.campaign, Set(wanted={"rounds_per_turn": "2"}, reason="Four rounds take too long"), "duel")
    world.adjudicate()
    world.adjudicate()
    carry_out(world.campaign, Rollback(n=2, text="Once more"), "duel")
    back = options(world)
    carry_out(world.campaign, Rerun(), "duel")

    assert (back, options(world)) == (("4", "4"), ("2", "2"))
    assert verify(world.campaign, "duel").ok


def test_an_option_by_mail_and_withdrawn_before_its_turn(world: World) -> None:
    _, mails = command(world, "SET rounds_per_turn 2: Four take too long")
    answer = words(to(mails, GM)[0])
    world.quiet()
    command(world, "WITHDRAW 1: I thought again")
    world.adjudicate()

    assert "rounds_per_turn is 2 from turn 1 on (so far 4), and everybody is told." in answer
    assert options(world) == ("4", "4")


def test_options_that_contradict_each_other_are_refused_also_when_one_is_withdrawn(world: World) -> None:
    with pytest.raises(SetupError, match="max_rounds_per_turn"):
        carry_out(world.campaign, Set(wanted={"max_rounds_per_turn": "3"}, reason="Shorter"), "duel")
    carry_out(world.campaign, Set(wanted={"rounds_per_turn": "2"}, reason="Shorter"), "duel")
    carry_out(world.campaign, Set(wanted={"max_rounds_per_turn": "3"}, reason="Shorter"), "duel")
    command(world, "WITHDRAW 1: I thought again")
    world.adjudicate()

    assert options(world) == ("4", "4")
    assert game_page(world.campaign, "duel").options["max_rounds_per_turn"] == "20"
    assert verify(world.campaign, "duel").ok


def test_before_the_start_the_options_of_the_rules_change_too(tmp_path: Path) -> None:
    world = World.made(tmp_path)
    world.game(start=False)
    world.quiet()

    carry_out(world.campaign, Set(wanted={"deck": "half"}), "duel")

    assert world.row().options["deck"] == "half"
    assert "deck is half now (so far full)." in words(to(world.mails(), ANA)[0])


def test_reminders_come_when_the_game_says(world: World) -> None:
    carry_out(world.campaign, Set(wanted={"reminder": "2h"}), "duel")
    world.quiet()
    world.clock.forward(hours=4)
    world.tick()
    early = world.mails()
    world.clock.forward(hours=2)
    world.tick()

    assert early == []
    assert [mail.subject.partition("] ")[2][:13] for mail in to(world.mails(), ANA)] == ["Turn 1 is due"]


def test_the_rules_by_mail_say_the_options_of_this_game_before_the_start_and_as_they_are_now(tmp_path: Path) -> None:
    world = World.made(tmp_path)
    world.game(start=False, deck="half", rounds_per_turn="3")
    world.write("Ana", "RULES", step=0)
    world.tick()
    before = [words(mail) for mail in to(world.mails(), ANA)]
    world.start()
    carry_out(world.campaign, Set(wanted={"rounds_per_turn": "5"}, reason="Three are too few"), "duel")
    world.adjudicate()
    world.mails()
    world.write("Ana", "RULES rounds_per_turn")
    world.tick()
    after = [words(mail) for mail in to(world.mails(), ANA)]

    assert any("deck: half in this game" in text and "rounds_per_turn: 3 in this game" in text for text in before)
    assert any("rounds_per_turn: 5 in this game" in text for text in after)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("SET deadline = whenever: we all have time", "I cannot read the deadline 'whenever'."),
        ("SET deadline Tue 99:00: late it is", "99:00 is no time of day."),
        ("SET deadline Tue 20:00 Mars/Olympus: far away", "I know no time zone 'Mars/Olympus'."),
        ("EXTEND UNTIL Tue 20:00 Europe/Nowhere: our server", "I know no time zone 'Europe/Nowhere'."),
    ],
)
def test_a_deadline_that_cannot_be_read_spoils_no_other_line_of_the_letter(world: World, line: str, said: str) -> None:
    outcome, mails = command(world, f"{line}\nANNOUNCE I am here.")

    (answer,) = (mail for mail in to(mails, GM) if said in words(mail))
    assert (outcome, "It is on its way to everybody." in words(answer)) == ("the GM's commands", True)
