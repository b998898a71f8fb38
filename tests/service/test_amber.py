"""The Game of Amber by mail: wishes, cards shown, plans, conditions, turns that nobody decides, live pauses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from referee.engine.audience import Seat
from referee.engine.errors import SetupError
from referee.service.gm import start
from referee.service.gm.corrections import Correct
from referee.service.gm.turns import Process
from referee.service.gm.verbs import Instances
from referee.service.records import overview
from referee.service.rounds.command import carry_out
from referee.service.rulesets.rulebooks import described
from referee.store import actions, orders, steps
from referee.store.tables import Status
from tests.service.world import Mail, World

FOUR = ("Corwin", "Eric", "Fiona", "Random")
LUCK = b"amber 1"
"""Corwin holds 7P, 9P and 2S, Eric 2P, 5C and 7S, Fiona 4W, 5W and 6C, Random AS, 9S and 7W; the last lie open."""


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    """Return a campaign in which a game of four has begun, with the luck above, and all mail so far is out."""
    made = table(tmp_path)
    yield made.quiet()
    made.campaign.close()


def table(folder: Path, seats: Sequence[str] = FOUR, *, luck: bytes = LUCK, **options: str) -> World:
    """Make a campaign in which a game of Amber has begun."""
    made = World.made(folder)
    made.game("amber", seats, ruleset="amber", start=False, **options)
    made.settle_luck(luck, "amber")
    made.start("amber")
    return made


def write(world: World, seat: str, *lines: str) -> None:
    """Let a player send these lines."""
    world.write(seat, "\n".join(lines), game="amber")


def read(world: World) -> dict[str, list[Mail]]:
    """Let the referee work, and return what everybody got."""
    world.tick()
    out: dict[str, list[Mail]] = {}
    for mail in world.mails():
        out.setdefault(mail.to.partition("@")[0], []).append(mail)
    return out


def run(world: World) -> dict[str, list[Mail]]:
    """Let the deadline come, and return what everybody got."""
    world.clock.forward(days=4)
    return read(world)


def told(mails: Sequence[Mail]) -> str:
    """Return all that somebody was told, in one line of words."""
    return " ".join(word for mail in mails for word in mail.body.split())


def view(world: World, seat: str) -> Any:
    """Return what a seat knows."""
    row = world.row("amber")
    with world.campaign.store.reading() as tx:
        return steps.load(tx, world.campaign.kit_of(row).codec, row.id).view(Seat(seat))


def test_wishes_by_mail_name_the_seats_and_the_earlier_sign_up_comes_first(tmp_path: Path) -> None:
    world = World.made(tmp_path)
    world.game("amber", ("Ana", "Bob", "Cyd", "Dan"), ruleset="amber", start=False)
    world.quiet()
    for seat, wish in (("Bob", "Fiona, Corwin"), ("Ana", "Fiona"), ("Dan", "KP, Flora")):
        world.write(seat, f"CHARACTER {wish}", game="amber", step=0)
    receipts = read(world)

    world.start("amber")

    assert "Your wish is on file: CHARACTER Fiona, Corwin" in told(receipts["bob"])
    assert list(view(world, "Fiona").players) == ["Fiona", "Corwin", "Cyd", "Eric"]
    letters = read(world)
    assert "You are Fiona" in told(letters["ana"])
    assert "You are Corwin" in told(letters["bob"])
    assert "You are Eric" in told(letters["dan"])


def test_the_first_letter_says_which_switches_are_set_otherwise(tmp_path: Path) -> None:
    world = table(tmp_path, sun="permanent")

    [letter] = read(world)["eric"][-1:]

    switches = {option.name for option in described("amber").options}
    assert len(switches) == 29
    assert {name for name in switches if f"{name} = " in told([letter])} == {"sun"}
    assert "sun = permanent" in told([letter])
    assert "the rest as RULES OPTIONS lists it" in told([letter])


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("R-7", "R-7 Tribute is one card a point"),
        ("I-7", "I-7 The banished, idle and imprisoned"),
        ("DP-5", "DP-5 The first attack card"),
        ("O7", "O7 DEFEND AGAINST SWORDS WITH WANDS LOW"),
        ("B7", "B7 The seizer sits down"),
        ("D3", "D3 your lowest other card above n"),
        ("PB-2", "PB-2 You may send new orders until the deadline"),
        ("AM-C13", "AM-C13 Death: you die"),
        ("unanswered_margin", "unanswered_margin: full in this game (full or one)."),
        ("unanswered margin", "AM-8.12 No reply"),
        ("Hermit", "AM-C9 The Hermit"),
        ("", "live: off in this game (off or on)."),
    ],
)
def test_the_rules_are_found_by_mail_by_numbers_options_and_words(world: World, asked: str, said: str) -> None:
    write(world, "Eric", f"RULES {asked}")

    assert said in told(read(world)["eric"])


def test_a_card_is_shown_at_once_to_one_and_replaces_no_orders(world: World) -> None:
    write(world, "Corwin", "ATTACK Eric WITH 9P")
    write(world, "Corwin", "SHOW 7P TO Fiona")

    got = read(world)

    assert set(got) == {"corwin", "fiona"}
    assert "Corwin showed you the Seven of Pentacles. I have seen it myself and vouch for it." in told(got["fiona"])
    assert "SHOW 7P TO Fiona Done now; I vouched for it." in told(got["corwin"])
    assert world.on_file("Corwin", "amber") == ("ATTACK Eric WITH 9P",)


def test_the_report_tells_what_was_shown_to_both_and_takes_nobody_s_words_for_it(world: World) -> None:
    write(world, "Corwin", "SHOW 7P TO Fiona", "SHOW 7P TO Fiona", "TO Eric: SHOW 7P TO Eric")
    read(world)

    got = {person: told(mails) for person, mails in run(world).items()}

    counts = [got[person].count("Seven of Pentacles.") for person in ("corwin", "fiona", "eric", "random")]
    assert counts == [1, 1, 0, 0]
    assert "WHAT ONLY YOU KNOW Corwin showed you the Seven of Pentacles." in got["fiona"]


@pytest.mark.parametrize("line", ["TO KING: hail", "TO Ruler: hail"])
def test_words_to_the_king_reach_nobody_while_the_throne_is_empty(world: World, line: str) -> None:
    write(world, "Eric", line)

    got = read(world)

    assert set(got) == {"eric"}
    assert "Nobody who could read it is RULER now. It was not delivered." in told(got["eric"])


def test_words_to_the_king_reach_whoever_is_on_the_throne(world: World) -> None:
    write(world, "Corwin", "SEIZE THRONE")
    read(world)
    run(world)
    write(world, "Eric", "TO the KING: hail")

    got = {person: told(mails) for person, mails in read(world).items()}

    assert set(got) == {"eric", "corwin"}
    assert "hail" in got["corwin"]
    assert "Delivered to Corwin now." in got["eric"]


@pytest.mark.parametrize("card", ["5C", "8S", "2S", "X4"])
def test_a_card_that_is_not_hidden_in_ones_hand_is_not_shown_and_nobody_hears_of_it(world: World, card: str) -> None:
    write(world, "Corwin", f"SHOW {card} TO Fiona")

    got = read(world)

    assert set(got) == {"corwin"}
    assert "vouched" not in told(got["corwin"])
    assert "Eric" not in told(got["corwin"]).replace(FOUR[1] + ",", "")


def test_press_inside_orders_goes_out_now_and_the_orders_are_kept(world: World) -> None:
    write(world, "Eric", "WAIT", "TO Fiona: keep out of this and the next one is yours.", "DEFEND WITH ANY")

    got = read(world)

    assert set(got) == {"eric", "fiona"}
    assert "keep out of this and the next one is yours." in told(got["fiona"])
    assert world.on_file("Eric", "amber") == ("WAIT", "DEFEND WITH ANY")


def test_a_condition_stands_on_the_receipt_as_it_will_be_read(world: World) -> None:
    write(world, "Random", "if the throne is empty then seize the throne else wait", "IF RULER IS X THEN WAIT")

    got = told(read(world)["random"])

    assert "1 IF THRONE EMPTY THEN SEIZE ELSE WAIT" in got
    assert "line I could not use: IF RULER IS X THEN WAIT" in got


def test_orders_for_a_later_turn_and_standing_ones_wait_for_their_time(world: World) -> None:
    write(world, "Fiona", "TURN 3 SEIZE", "STANDING DEFEND WITH LOW WANDS", "GO SHADOW")
    read(world)
    assert world.on_file("Fiona", "amber") == ("GO SHADOW", "DEFEND WITH WANDS")

    run(world)
    assert world.on_file("Fiona", "amber") == ("DEFEND WITH WANDS",)
    run(world)
    got = told(run(world)["fiona"])

    assert "SEIZE" in got
    assert view(world, "Fiona").turn == 4


@pytest.mark.parametrize(("count", "hidden"), [(4, 2), (13, 2), (14, 1), (16, 1)])
def test_tables_of_every_size_begin(tmp_path: Path, count: int, hidden: int) -> None:
    names = described("amber").names[:count]

    world = table(tmp_path, names)

    first = view(world, names[0])
    assert {p.hidden for p in first.players.values()} == {hidden}
    assert [len(p.up) for p in first.players.values()] == [1] * count
    assert len(read(world)) == count + 1, "the GM gets one too"


def test_a_game_in_which_nobody_writes_goes_on(world: World) -> None:
    for _ in range(10):
        assert set(run(world)) >= {"corwin", "eric", "fiona", "random"}

    assert world.row("amber").step == 10
    assert world.row("amber").status is Status.RUNNING


DEADLY = b"amber 14"
"""Corwin holds 10S, and nobody the Ace of Wands."""


@pytest.mark.parametrize(("switch", "delivered"), [("off", False), ("on", True)])
def test_the_dead_write_press_only_where_the_table_wants_it_so(tmp_path: Path, switch: str, delivered: bool) -> None:
    world = table(tmp_path, luck=DEADLY, dead_press=switch).quiet()
    write(world, "Corwin", "ATTACK Eric WITH 10S")
    run(world)
    assert not view(world, "Eric").me.alive

    write(world, "Eric", "TO Fiona: beware of Corwin", "SHOW 5C TO Fiona")
    got = read(world)

    assert ("beware of Corwin" in told(got.get("fiona", []))) is delivered
    assert ("The dead do not talk (AM-13.4). It was not delivered." in told(got["eric"])) is not delivered
    assert "The dead have no cards to show." in told(got["eric"])


def test_nobody_who_was_dead_before_a_turn_has_orders_in_what_is_opened(tmp_path: Path) -> None:
    world = table(tmp_path, luck=DEADLY, turn_limit="2").quiet()
    write(world, "Corwin", "ATTACK Eric WITH 10S")
    write(world, "Eric", "STANDING KEEP AW")
    run(world)
    assert not view(world, "Eric").me.alive

    run(world)
    write(world, "Fiona", "HISTORY ORDERS")
    opened = told(read(world)["fiona"])

    assert "for Corwin in turn 1: ATTACK Eric WITH 10S In force for Eric in turn 1: KEEP AW" in opened
    assert "Eric, turn 2" not in opened


def test_one_who_could_have_decided_hears_once_that_no_orders_were_there_and_the_dead_do_not(tmp_path: Path) -> None:
    world = table(tmp_path, luck=DEADLY).quiet()
    write(world, "Corwin", "ATTACK Eric WITH 10S")
    first = {person for person, mails in run(world).items() if told(mails).count(" on file") == 1}

    second = {person for person, mails in run(world).items() if told(mails).count(" on file") == 1}

    assert (first, second) == ({"eric", "fiona", "random"}, {"corwin", "fiona", "random"})


def test_the_dead_may_still_ask_the_referee(tmp_path: Path) -> None:
    world = table(tmp_path, luck=DEADLY).quiet()
    write(world, "Corwin", "ATTACK Eric WITH 10S")
    run(world)

    write(world, "Eric", "TO GM: was that right")

    assert "Delivered to the GM now." in told(read(world)["eric"])


IDLE = b"amber 67"
LEAD_TO_IT = (
    {"Corwin": "SEIZE WITH 10S, 3P, AP", "Eric": "SEIZE WITH 7P, 6P", "Fiona": "SEIZE WITH 6C, AS",
     "Random": "SEIZE WITH 8S, 4S"},
    {"Corwin": "SEIZE", "Eric": "SEIZE WITH 10S, 6P, AP", "Fiona": "GO SHADOW", "Random": "GO SHADOW"},
)  # fmt: skip
"""After these two turns Corwin is dead and all others are banished for a turn."""


@pytest.mark.parametrize(("at_once", "step"), [("yes", 3), ("no", 2)])
def test_a_turn_that_nobody_decides_is_run_at_once_where_the_table_wants_it(
    tmp_path: Path, at_once: str, step: int
) -> None:
    world = table(tmp_path, luck=IDLE, run_idle_turns=at_once)
    for lines in LEAD_TO_IT:
        for seat, text in lines.items():
            write(world, seat, text)
        run(world)
    assert {p.banished for seat, p in view(world, "Eric").players.items() if seat != "Corwin"} == {3}

    letters = [told(mails) for mails in read(world).values()]

    assert world.row("amber").step == step
    assert [text for text in letters if "No orders of yours" in text] == [], "nobody is asked who can decide nothing"


def test_a_live_game_stops_at_a_combat_and_goes_on_by_the_answers(tmp_path: Path) -> None:
    world = table(tmp_path, live="on")
    world.quiet()
    write(world, "Corwin", "ATTACK Eric WITH 9P")
    read(world)

    asked = run(world)
    assert set(asked) == {"eric"}
    assert "Corwin attacks you with the Nine of Pentacles." in told(asked["eric"])
    assert world.row("amber").step == 0
    write(world, "Eric", "7S")
    read(world)
    world.clock.forward(hours=12)
    asked = read(world)
    assert set(asked) == {"corwin"}
    assert "You have beaten Eric by 2." in told(asked["corwin"])
    write(world, "Corwin", "BANISH")
    world.clock.forward(hours=12)
    got = read(world)

    assert world.row("amber").step == 1
    assert "Eric was beaten by 2. The choice was Corwin's: banishment." in told(got["fiona"])
    with world.campaign.store.reading() as tx:
        pauses = [q.closes_at - q.asked_at for q in orders.asked(tx, world.row("amber").id, 1)]
    assert pauses == [timedelta(hours=12)] * 2


def test_the_gm_may_close_open_questions_and_defaults_decide(tmp_path: Path) -> None:
    world = table(tmp_path, live="on").quiet()
    write(world, "Corwin", "ATTACK Eric WITH 9P")
    run(world)
    assert [line.pauses for line in overview.game_list(world.campaign)] == [1]

    world.clock.forward(minutes=5)
    first = carry_out(world.campaign, Process(), "amber").value
    assert overview.game_list(world.campaign)[0].pauses == 2
    second = carry_out(world.campaign, Process(), "amber").value

    assert (first.value, second.value) == ("asked", "played")
    assert "Five of Cups" in told(read(world)["fiona"])
    with world.campaign.store.reading() as tx:
        recorded = [row.details for row in actions.log(tx, world.row("amber").id) if row.what == "process"]
    assert recorded == [{"questions": 1}, {"questions": 1}]


@pytest.mark.parametrize(("live", "said"), [("on", "a turn stops for 12 hours at each decision"), ("off", "")])
def test_a_live_game_is_created_with_a_word_on_its_pauses(tmp_path: Path, live: str, said: str) -> None:
    world = table(tmp_path, live=live)

    remark = overview.live_remark(world.campaign, "amber")

    assert said in remark
    assert bool(remark) is (live == "on")


def test_the_gm_may_file_wishes_before_the_start(tmp_path: Path) -> None:
    world = World.made(tmp_path)
    world.game("amber", FOUR, ruleset="amber", start=False)

    said = start.by_hand(world.campaign, "amber", "Corwin", ["CHARACTER Eric, Random", "CHARACTER Nobody"], keep=True)
    world.start("amber")

    assert [one.ok for one in said.lines] == [True, False]
    assert next(iter(view(world, "Fiona").players)) == "Eric"


def test_an_example_of_a_correction_lets_nobody_be_their_own_lord(world: World) -> None:
    campaign = world.campaign
    with campaign.reading() as work:
        told = Instances(work, world.row("amber")).help(campaign.kit("amber").rules.corrections)

    assert "For instance: VASSAL Corwin OF Eric" in [line for one in told.entries for line in one.said]


def test_a_correction_that_would_change_nothing_is_refused_and_not_announced(world: World) -> None:
    for line in ("THRONE EMPTY", "FREE Eric", "VASSAL Eric OF Eric"):
        with pytest.raises(SetupError, match="As things stand that would change nothing"):
            carry_out(world.campaign, Correct(line=line, reason="A slip."), "amber")
    carry_out(world.campaign, Correct(line="VASSAL Eric OF Corwin", reason="A slip"), "amber")
    carry_out(world.campaign, Correct(line="FREE Eric", reason="A slip after all"), "amber")
    mails = [" ".join(mail.body.split()) for mail in world.mails() if mail.to == world.address("Eric")]
    mails = [mail.replace("| ", "") for mail in mails]

    assert len(mails) == 2
    assert "by correction 1: Eric becomes the vassal of Corwin. A slip." in mails[0] + mails[1]
    assert "by correction 2: Eric is nobody's vassal any more. A slip after all." in mails[0] + mails[1]


def test_a_correction_may_name_a_person_and_is_announced_of_the_seat_alone(tmp_path: Path) -> None:
    world = World.made(tmp_path)
    world.game("amber", ("Ana", "Bob", "Cyd", "Dan"), ruleset="amber", start=False)
    world.write("Bob", "CHARACTER Corwin", game="amber", step=0)
    read(world)
    world.start("amber")

    world.quiet()
    carry_out(world.campaign, Correct(line="VASSAL bob OF Ana", reason="A slip"), "amber")
    told = " ".join(" ".join(mail.body.split()) for mail in world.mails())

    assert told.count("Corwin becomes the vassal of") == 4
    assert "Bob" not in told.replace("bob@", "").replace("Dear Bob", "")
