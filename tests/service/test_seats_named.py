"""A GM names a seat as it is printed, or as one types it without accents."""

from __future__ import annotations

import pytest

from referee.engine.audience import Seat
from referee.service.campaign.names import seat_named

SEATS = [Seat(name) for name in ("Zoë", "Jörn Ålund", "St. John", "Mary-Ann O'Neil")]


@pytest.mark.parametrize(
    ("said", "place"),
    [("Zoë", 0), ("zoe", 0), ("Jörn Ålund", 1), ("jorn al", 1), ("St. John", 2), ("st. jo", 2), ("Mary-Ann O’Neil", 3)],
)
def test_a_seat_is_found_by_its_name_with_accents_and_marks_or_without(said: str, place: int) -> None:
    assert seat_named(SEATS, said) == SEATS[place]
