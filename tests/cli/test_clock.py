"""Commands about time: leave, excuses, more time for all games at once."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

import pytest

from tests.cli.conftest import Referee


def test_the_gm_enters_leave_and_takes_it_back(referee: Referee) -> None:
    given = referee("seat", "absent", "duel", "Anna", "2099-12-20 to 2099-12-24")
    soon = referee("seat", "absent", "duel", "Anna", "until soon")

    assert (given.code, "within the next two" in given.err) == (2, True)
    assert (soon.code, "I don't see a day in 'soon'" in soon.err) == (2, True)


def test_the_open_turn_is_excused_and_one_that_has_not_begun_is_not(referee: Referee) -> None:
    now = referee("seat", "excuse", "duel", "Anna")
    later = referee("seat", "excuse", "duel", "Anna", "--turn", "99")

    assert (now.code, "Anna is told: The GM excuses it if nothing comes from you for turn" in now.out) == (0, True)
    assert (later.code, "Turn 99 has not begun" in later.err) == (2, True)


def test_all_games_are_given_more_time_at_once(referee: Referee) -> None:
    found = referee("game", "extend", "--all", "+2d", "--reason", "I was ill.")
    backwards = referee("game", "extend", "--all", "2020-01-01 20:00")

    assert (found.code, found.out.startswith("Moved by +2d: duel (due ")) == (0, True)
    refused = "The deadlines of all games are moved by a length of time, such as: referee game extend --all +2d"
    assert (backwards.code, refused in backwards.err) == (2, True)


TIME = re.compile(r"\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)(?: \d{4}-\d\d-\d\d|[a-z]*day \d+ \w+,) \d\d:\d\d")


@pytest.mark.parametrize(
    "words",
    [
        "game list", "game show duel", "game pause duel;game resume duel", "game extend duel +2d",
        "game extend --all +2d", "game log duel", "seat list duel",
        "seat replace duel Anna eve@players.example --due 90d",
        "seat substitute duel Anna eve@players.example --until 14d", "turn status duel",
        "status", "mail outbox --all", "report list duel", "player standby eve@players.example",
        "orders send duel Anna -l LEAD_LOWEST;orders show duel Anna --unseal",
        "orders send duel Anna -l LEAD_LOWEST;orders history duel",
        "press send duel Anna hello;press list duel", "turn run duel;archive show duel",
    ],
)  # fmt: skip
def test_a_time_is_told_with_its_zone(referee: Referee, words: str) -> None:
    *before, last = words.split(";")
    for line in before:
        referee(*[word.replace("_", " ") for word in line.split()])

    said = referee(*last.split())

    assert (said.code, said.err) == (0, "")
    assert TIME.search(said.out)
    assert "(UTC)" in said.out


def test_an_unknown_calendar_of_holidays_is_refused_when_a_game_is_created(referee: Referee) -> None:
    found = referee("game", "create", "winter", "wizards-duel", "--set", "holidays=DE-XX")

    assert (found.code, "DE has no part XX whose holidays I know" in found.err) == (2, True)


def test_time_is_added_to_the_deadline_and_taken_away_only_where_that_is_said(referee: Referee) -> None:
    def due() -> datetime:
        return datetime.fromisoformat(referee("game", "show", "duel", "--json").data["line"]["due"])

    before = due()
    added = referee("game", "extend", "duel", "+24h")
    earlier = (before + timedelta(hours=1)).strftime("%Y-%m-%d %H:%M+00:00")
    refused = referee("game", "extend", "duel", earlier)

    assert (added.code, due()) == (0, before + timedelta(hours=24))
    assert (refused.code, "If you mean it: referee game extend ... --shorten" in refused.err) == (2, True)
    assert referee("game", "extend", "duel", earlier, "--shorten").code == 0
    assert due() == before + timedelta(hours=1)


@pytest.mark.parametrize("words", ["duel -24h", "-24h", "duel -2d --reason Sorry", "--all -1d", "duel -3h --shorten"])
def test_a_length_of_time_with_a_minus_is_refused_as_by_mail(referee: Referee, words: str) -> None:
    """It is no option of the program's, whatever it looks like."""
    refused = referee("game", "extend", *words.split())

    said = "A deadline is moved forward. Give a length of time such as 2d or 12h."
    assert (refused.code, refused.out, refused.err.partition("12h.")[0] + "12h.") == (2, "", said)


def test_words_that_are_too_many_are_to_stand_in_quotes(referee: Referee) -> None:
    refused = referee("game", "extend", "duel", "two", "days")

    assert refused.code == 2
    assert 'Words that belong together stand in quotes, such as "Tue 20:00" or "two days".' in refused.err
    assert referee("game", "extend", "duel", "two days").code == 0


def test_a_time_is_written_as_people_do_and_the_answer_says_in_which_zone(referee: Referee) -> None:
    added = referee("game", "extend", "duel", "2 days")
    unsure = referee("game", "extend", "duel", "tomorrow at 8")
    lent = referee("seat", "substitute", "duel", "Anna", "eve@players.example", "--until", "31 Dec 8pm")

    assert (added.code, added.out.endswith(", 20:00 (UTC), and everybody is told.\n")) == (0, True)
    assert (unsure.code, unsure.err) == (2, "Is 8 in the morning or in the evening? Write 8:00 or 20:00.\n")
    assert (lent.code, "-12-31 20:00 (UTC)." in lent.out) == (0, True)


def test_a_substitute_may_have_a_seat_until_a_day_and_has_it_to_that_day_s_end(referee: Referee) -> None:
    lent = referee("seat", "substitute", "duel", "ann", "eve@players.example", "--until", "2099-12-31")
    over = referee("seat", "substitute", "duel", "Bruno", "fay@players.example", "--until", "2020-12-31")
    back = referee("seat", "substitute", "duel", "ann", "--end")

    assert (lent.code, lent.out) == (0, "Anna is played by eve@players.example until Thu 2099-12-31 23:59 (UTC).\n")
    assert (over.code, over.err) == (2, "That time is over already. Give one that is still to come.\n")
    assert (back.code, back.out) == (0, "Anna is its own player's again.\n")


def test_a_substitute_whose_time_ends_before_the_open_turn_s_is_seated_and_the_gm_told_so(referee: Referee) -> None:
    referee("game", "extend", "duel", "9d")
    lent = referee("seat", "substitute", "duel", "Anna", "eve@players.example", "--until", "1d")

    assert lent.code == 0
    assert "The open turn is due " in lent.out
    assert ", when Anna is its own player's again.\n" in lent.out


def test_of_a_game_that_is_over_the_last_turn_is_listed_and_no_seat_is_lent(referee: Referee) -> None:
    referee("turn", "run", "duel")
    referee("game", "create", "winter", "wizards-duel")
    referee("game", "cancel", "duel", "--reason", "Anna is ill.")
    lent = referee("seat", "substitute", "duel", "Anna", "eve@players.example", "--until", "+3d")

    turns = {one["name"]: one["turn"] for one in referee("game", "list", "--json").data}
    assert turns == {"duel": 2, "winter": 1}
    assert (lent.code, lent.err) == (2, "duel is over.\n")


def test_a_seat_that_is_shortened_is_named_in_the_answer(referee: Referee) -> None:
    assert " of Anna " in referee("seat", "rotate", "duel", "ann").out
    assert referee("seat", "empty", "duel", "ann").out == "Anna has no player now.\n"
