"""Letters as a filter for spam sees them: every kind of letter of every game arrives in the inbox."""

from __future__ import annotations

from functools import cache

import pytest

from tests.e2e.spam import HIGHEST, WHY_NOT, judged
from tests.service.correspondence import GAMES, sent

pytestmark = [pytest.mark.skipif(bool(WHY_NOT), reason=WHY_NOT), pytest.mark.xdist_group("browser")]

SHOUTING = b"From: a@b.example\r\nTo: c@d.example\r\nSubject: NOW\r\n\r\n" + b"BUY THIS NOW AND WIN\r\n" * 40


@cache
def given() -> dict[str, tuple[float, str]]:
    """What the filter gives the letters of all games, and one that shouts: it takes a second to start."""
    return judged({"shouting": SHOUTING} | {name: wire for slug in GAMES for name, wire in sent(slug).items()})


@pytest.mark.parametrize("slug", GAMES)
def test_no_letter_looks_like_spam(slug: str) -> None:
    found = {name: points for name, points in given().items() if name.startswith(f"{slug} ")}

    assert set(found) == set(sent(slug))
    assert {name: points for name, points in found.items() if points[0] > HIGHEST} == {}


def test_a_letter_that_shouts_is_found() -> None:
    assert given()["shouting"][0] > HIGHEST
