"""HELP for a short form shows the order that it stands for as well, and for another word where it is told of."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from referee.engine.audience import GM
from referee.games.living_trumps import RULESET
from referee.reports.pages import HelpPage
from referee.reports.parts import Head
from referee.reports.writer import Writer
from referee.resources import Resources

WRITTEN = datetime(2026, 1, 1, tzinfo=UTC)


def help_on(topic: str) -> str:
    """The letter that answers HELP and a word, as one line."""
    page = HelpPage(Head(RULESET.title, GM, WRITTEN), topic)
    return " ".join(Writer(RULESET, Resources()).write(page).body.split())


def test_help_for_a_word_that_is_no_order_says_where_the_rules_speak_of_it() -> None:
    assert "I don't know the order FLAW. RULES FLAW brings what the rules say of it." in help_on("FLAW")
    assert "I don't know the order XYZZY. These orders" in help_on("XYZZY")


@pytest.mark.parametrize(
    ("topic", "meant", "what"),
    [
        ("HELLRIDE", "SUBSTANCE HELLRIDE", "Hellride against a Shadow: DUEL forces a Duel for two Blood"),
        ("SCRY", "SHADOW SCRY", "Look at a card for one Blood."),
        ("TRACK", "SHADOW TRACE", "Show these cards, one Blood each"),
    ],
)
def test_a_short_form_brings_the_help_of_its_order(topic: str, meant: str, what: str) -> None:
    text = help_on(topic)

    assert f"The same as {meant}" in text
    assert what in text


@pytest.mark.parametrize("topic", ["CHAOS", "STORM", "SPEND", "JEWEL", "TRICKS", "DEAL", "RENEGE"])
def test_no_other_player_is_offered_where_vs_says_nothing(topic: str) -> None:
    assert "VS" not in help_on(topic)


@pytest.mark.parametrize("topic", ["CHAOS", "STORM", "SPEND", "JEWEL", "TRICKS"])
def test_what_is_not_offered_is_not_explained(topic: str) -> None:
    assert "foe:" not in help_on(topic)
    assert "player:" not in help_on(topic)


@pytest.mark.parametrize("topic", ["DEFEND", "DUEL", "CONTEST", "BOON", "TURNING"])
def test_another_player_is_offered_where_vs_counts(topic: str) -> None:
    text = help_on(topic)

    assert "[VS foe]" in text
    assert "foe: the player against whom alone the line counts" in text
