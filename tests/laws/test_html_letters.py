"""HTML and data of every game's letters: what the text tells and nothing else, so the laws of secrecy hold for them."""

from functools import cache

from referee.engine.audience import OBSERVER
from referee.reports.data import dumps, read
from referee.reports.document import Document
from referee.reports.look import html
from referee.resources import Resources
from tests.laws.played import each, played, post
from tests.reports.drawn import REPLY, differing, faults, untold
from tests.reports.read_off import misread

GAMES = ("amagande", "amber", "elements", "living-trumps", "normal-cards", "wizards-duel")
LIMIT = 100_000
"""Some mail programs cut a letter that is larger."""


@cache
def letters(slug: str) -> list[Document]:
    """The letters of one game to every seat and to an observer."""
    record, writes = played(slug, 1), post(slug)
    seats = (*record.start.setup.seats, OBSERVER)
    reports = [writes.report(step.after, seat, step.files.get(seat)) for step in record.steps[:6] for seat in seats]
    return [one.document for one in (*(writes.welcome(record.start, seat) for seat in seats), *reports)]


@each(GAMES)
def test_html_tells_what_the_text_tells(slug: str) -> None:
    found = [differing(one) for one in letters(slug)]

    assert found == [(set(), set())] * len(found)


@each(GAMES)
def test_data_tell_what_the_text_tells_in_the_published_form(slug: str) -> None:
    found = letters(slug)

    assert [untold(one) for one in found] == [set()] * len(found)
    assert [faults(dumps(one)) for one in found] == [[]] * len(found)
    assert [read(dumps(one)) for one in found] == found


@each(GAMES)
def test_the_lines_of_a_page_are_known_without_drawing_it(slug: str) -> None:
    assert [found for one in letters(slug) if (found := misread(one))] == []


@each(GAMES)
def test_html_is_never_cut(slug: str) -> None:
    sizes = [len(html(one, Resources(), REPLY).encode()) for one in letters(slug)]

    assert max(sizes) < LIMIT
