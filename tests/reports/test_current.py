"""A report that goes out once more: the deadline and the form's code are those of now, all else stays."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from referee.engine.audience import Seat
from referee.reports.current import current, recoded
from referee.reports.document import Alert, Document, Form, Para, Section
from referee.reports.parts import Head
from referee.reports.spans import plain

ANA, BEN = Seat("Ana"), Seat("Ben")
HEAD = Head("The duel", ANA, datetime(2026, 11, 20, 12, tzinfo=UTC), "Europe/Berlin", (ANA, BEN))
LATER = datetime(2026, 11, 24, 19, tzinfo=UTC)
WELCOME = "Welcome to The duel."
DUE = "Your orders for turn 3 are due Friday 20 November, 20:00 (Berlin); so far I have nothing."
STORY = Section("What happened", (Para(("Your orders for supper won.",)),))


def letter(*alerts: str, code: str = "k7f3") -> Document:
    form = Form(f"---- orders, turn 3, code {code} ----", ("LEAD code LOWEST",), f"---- end, turn 3, code {code} ----")
    return Document("The duel: turn 3", (Alert(alerts), STORY, Section("Your orders", (form,))))


@pytest.mark.parametrize(
    ("named", "due", "now"),
    [
        (DUE, LATER, "Your orders for turn 3 are due Tuesday 24 November, 20:00 (Berlin); so far I have nothing."),
        (DUE, None, "No time is set for turn 3; it is adjudicated when the GM runs it."),
        (
            "No time is set for turn 3; it is adjudicated when the GM runs it.",
            LATER,
            "Your orders for turn 3 are due Tuesday 24 November, 20:00 (Berlin).",
        ),
    ],
)
def test_the_deadline_of_now_stands_in_the_place_of_the_one_named(named: str, due: datetime | None, now: str) -> None:
    before = letter(WELCOME, named)

    alert, *rest = current(before, HEAD, due).blocks

    assert isinstance(alert, Alert)
    assert [plain(str(line)) for line in alert.lines] == [WELCOME, now]
    assert rest == [*before.blocks[1:]]


def test_another_code_stands_in_the_form_and_in_its_markers_alone() -> None:
    assert recoded(letter(WELCOME, DUE), "m2p9") == letter(WELCOME, DUE, code="m2p9")
