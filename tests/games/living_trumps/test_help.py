"""HELP for a short form shows the order that it stands for as well."""

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


@pytest.mark.parametrize(
    ("topic", "meant", "what"),
    [
        ("HELLRIDE", "SUBSTANCE HELLRIDE", "Hellride against a Shadow: DUEL forces a Duel for two Blood"),
        ("SCRY", "SHADOW SCRY", "Look at a card for one Blood."),
        ("TRACK", "SHADOW TRACE", "Show these cards, one Blood each"),
    ],
)
def test_a_short_form_brings_the_help_of_its_order(topic: str, meant: str, what: str) -> None:
    page = HelpPage(Head(RULESET.title, GM, WRITTEN), topic)

    text = " ".join(Writer(RULESET, Resources()).write(page).body.split())

    assert f"The same as {meant}" in text
    assert what in text
