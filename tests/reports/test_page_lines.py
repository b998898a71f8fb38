"""The lines of a letter's page: of every kind of letter, and of every block with whatever words."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.reports.document import (
    Alert,
    Block,
    Code,
    Document,
    Entry,
    Facts,
    Fates,
    Foot,
    Form,
    Listing,
    Offers,
    Orders,
    Outline,
    Para,
    Point,
    Remarked,
    Remarks,
    Said,
    Section,
    Sentence,
    Several,
    Table,
    Title,
    Told,
    Usage,
    Usages,
)
from referee.reports.html import lines_of
from referee.reports.spans import Card, Coded, Moment, Order, Prose, Rule, Seat, Strong, Words
from referee.reports.tabletop import Picture, Pile, Place
from tests.reports.high_card import writer
from tests.reports.read_off import misread
from tests.reports.specimens import SPECIMENS

LINE = st.text("ab 7:(<&>)|-é\u00a0", max_size=12)
PLAIN = LINE.filter(str.strip)
LINES = st.text("ab 7:(<&>)|-é\n", max_size=24).filter(str.strip)
CODE = st.sampled_from(("8S", "17", "AB"))
CARD = st.builds(Card, CODE, st.sampled_from(("Eight of Swords", "The Star", "17")), st.sampled_from(("", "(fresh)")))
SPAN = st.one_of(
    st.builds(Card, CODE, st.sampled_from(("Eight of Swords", "The Star", "17"))),
    st.builds(Coded, CODE, LINE), st.builds(Seat, LINE, LINE, st.booleans()), st.builds(Order, LINE),
    st.builds(Rule, LINE), st.builds(Moment, LINE, st.just("2026-03-02T12:00")), st.builds(Strong, LINE),
)  # fmt: skip
PROSE: st.SearchStrategy[Prose] = st.one_of(
    PLAIN, st.lists(st.one_of(LINE, SPAN), max_size=5).map(lambda parts: Words(tuple(parts)))
)


def several(one: st.SearchStrategy[Any]) -> st.SearchStrategy[tuple[Any, ...]]:
    """Some of a kind."""
    return st.lists(one, max_size=3).map(tuple)


ENTRY = st.builds(Entry, st.sampled_from((None, 0, 1)), PLAIN, st.booleans(), PROSE)
PILE = st.builds(Pile, PLAIN, several(CARD), st.integers(0, 2), LINE)
PLACE = st.builds(Place, PLAIN, LINE, several(st.tuples(PLAIN, PLAIN)), several(PILE), LINE, st.booleans())
CELL: st.SearchStrategy[Prose | Card] = st.one_of(PROSE, CARD)
LEAF = st.one_of(
    st.builds(Para, several(PROSE)), st.builds(Alert, several(PROSE)), st.builds(Foot, PLAIN),
    st.builds(Sentence, PROSE, st.integers(0, 1)), st.builds(Said, several(LINE)),
    st.builds(Table, st.lists(st.tuples(CELL, CELL), min_size=1, max_size=3).map(tuple), st.booleans()),
    st.builds(Picture, PLAIN, several(PLACE), several(PILE), st.just(Told())),
    st.builds(Orders, several(ENTRY)), st.builds(Offers, several(LINE)),
    st.builds(Fates, several(ENTRY), several(st.tuples(PLAIN, PROSE)), several(st.tuples(PLAIN, PLAIN))),
    st.builds(Remarks, several(st.builds(Remarked, LINES, st.one_of(LINES, PROSE), st.booleans()))),
    st.builds(Listing, several(LINES)),
    st.builds(Outline, several(st.builds(Point, PROSE, st.sampled_from("-1"), st.integers(0, 2)))),
    st.builds(Facts, several(st.tuples(PLAIN, PLAIN))), st.builds(Code, several(LINE)),
    st.builds(Usages, several(st.builds(Usage, several(PLAIN), several(PLAIN)))),
    st.builds(Form, PLAIN, several(LINE), PLAIN),
)  # fmt: skip
BLOCKS: st.SearchStrategy[Block] = st.recursive(
    LEAF,
    lambda inside: st.one_of(
        st.builds(Section, PLAIN, several(inside), st.integers(1, 2), LINE), st.builds(Several, several(inside)),
        st.builds(Told, several(several(inside))),
    ),
    max_leaves=4,
)  # fmt: skip


TITLES = several(st.builds(Title, PLAIN, PLAIN, PLAIN, LINE, LINE))
SUBJECTS = st.sampled_from(("", "No game", "[Dark Tower] Turn 5"))


@pytest.mark.parametrize("name", SPECIMENS)
def test_the_lines_of_every_kind_of_letter_are_those_of_its_page(name: str, tmp_path: Path) -> None:
    made = writer(tmp_path).write(SPECIMENS[name]).document

    assert made is not None
    assert misread(made) == []


@given(SUBJECTS, TITLES, several(BLOCKS))
def test_so_are_those_of_any_blocks_with_any_words(
    subject: str, titles: tuple[Block, ...], blocks: tuple[Block, ...]
) -> None:
    assert misread(Document(subject, (*titles, *blocks))) == []


def test_a_code_stands_behind_its_card_once_and_if_no_word_is_it() -> None:
    eight = Card("8S", "Eight of Swords")
    twice, said = Words((eight, " and ", eight)), Words((eight, " (8S)"))

    assert lines_of([Para((twice, said))]) == ["Eight of Swords 8S and Eight of Swords", "Eight of Swords (8S)"]
