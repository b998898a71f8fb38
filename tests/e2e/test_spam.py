"""Letters as a filter for spam sees them: every kind of letter of every game arrives in the inbox."""

from __future__ import annotations

import pytest

from tests.e2e.spam import HIGHEST, WHY_NOT, judged
from tests.service.correspondence import GAMES, sent

pytestmark = [pytest.mark.skipif(bool(WHY_NOT), reason=WHY_NOT), pytest.mark.xdist_group("browser")]


@pytest.mark.parametrize("slug", GAMES)
def test_no_letter_looks_like_spam(slug: str) -> None:
    found = judged(sent(slug))

    assert set(found) == set(sent(slug))
    assert {name: given for name, given in found.items() if given[0] > HIGHEST} == {}


def test_a_letter_that_shouts_is_found() -> None:
    shouting = b"From: a@b.example\r\nTo: c@d.example\r\nSubject: NOW\r\n\r\n" + b"BUY THIS NOW AND WIN\r\n" * 40

    assert judged({"it": shouting})["it"][0] > HIGHEST
