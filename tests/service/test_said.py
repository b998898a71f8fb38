"""What counts as YES, NO and STOP in the letter of somebody without a seat: the line that is the word, no sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.service.letters import statement
from referee.service.people import observers
from tests.service.world import World

OLGA = "olga@players.example"


@pytest.mark.parametrize(
    "line",
    [
        "STOP", "stop.", "Please stop", "Stop please!", "STOP it now, thank you", "UNSUBSCRIBE",
        "Unsubscribe me please", "LEAVE", "quit", "Please stop sending me these mails", "Leave the list",
    ],
)  # fmt: skip
def test_a_line_that_is_the_command_stops_the_letters(line: str) -> None:
    assert (statement.read([line]).stop, statement.read([line]).no) == (True, True)


@pytest.mark.parametrize(
    "line",
    [
        "No idea what happened there, but it was great", "No way!! Bob wins?", "Stop the press, what a turn!",
        "Leave Bob alone, he is a beginner", "Stopping him will be hard.", "I cannot stop laughing", "Nobody saw that.",
        "Quite a turn", "Unsubscribed people miss a lot", "not yet",
    ],
)  # fmt: skip
def test_a_sentence_that_begins_alike_says_nothing(line: str) -> None:
    assert (statement.read([line]).stop, statement.read([line]).no) == (False, False)


@pytest.mark.parametrize(
    "line", ["No", "NO.", "No thanks", "No, thank you!", "No, that was not me.", "no - sorry", "Nein"]
)
def test_a_no_that_stands_alone_or_before_a_mark_is_one_and_stops_no_letters(line: str) -> None:
    assert (statement.read([line]).stop, statement.read([line]).no) == (False, True)


CODE = "0123456789abcdefghjkmnpq"


@pytest.mark.parametrize(
    "line", ["YES", "yes.", "Yes, please!", "yes, thank you", f"YES {CODE}", "Ja", "ja, bitte", "sí"]
)
def test_a_yes_is_a_line_that_says_nothing_else(line: str) -> None:
    assert (statement.read([line]).yes, statement.read([line]).accepts, statement.read([line]).declines) == (
        True,
        True,
        False,
    )


@pytest.mark.parametrize(
    "line",
    [
        "Yes, but only if Bob leaves too", "YES?", "yes I said no", "Yes, and no", "yes, tomorrow", "Yesterday",
        "Yes: resign my other seat", "as I said, I don't want that", "Join us for dinner?", "my name is Olga",
        "YES AS soon as I know when", "Sorry, I can't, as my mother is ill", "JOIN or not, I don't know", "Si piove",
        "YES\u2026 or NO",
    ],
)  # fmt: skip
def test_a_line_that_goes_on_is_no_yes_and_takes_no_seat(line: str) -> None:
    assert (statement.read([line]).yes, statement.read([line]).accepts) == (False, False)


@pytest.mark.parametrize("line", ["YES AS Olga", "Yes please, as Olga", "JOIN duel AS Olga", "AS Olga", "NAME Olga."])
def test_a_seat_is_taken_by_its_name(line: str) -> None:
    assert (statement.read([line]).yes, statement.read([line]).accepts, statement.read([line]).name) == (
        False,
        True,
        "Olga",
    )


def test_who_says_yes_and_no_has_said_neither() -> None:
    found = statement.read(["YES", "No, sorry"])

    assert (found.yes, found.no, found.accepts, found.declines) == (False, False, False, False)


def test_an_observer_who_wonders_goes_on_getting_the_letters(tmp_path: Path) -> None:
    world = World.made(tmp_path)
    world.game()
    observers.add(world.campaign, "duel", OLGA)
    told = next(mail for mail in world.mails() if mail.to == OLGA)
    world.answer(told, "No idea what happened there, but go on!\n\nLeave Bob alone, he is a beginner.")
    world.quiet()
    world.adjudicate()
    after_wondering = [mail.to for mail in world.mails()].count(OLGA)
    world.answer(told, "Hello,\n\nplease unsubscribe me\n\nOlga")
    world.quiet()
    world.adjudicate()

    assert (after_wondering, [mail.to for mail in world.mails()].count(OLGA)) == (1, 0)
