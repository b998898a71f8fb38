"""How numbers went, as a drawing: a line for each, told apart without colour, with gaps where nothing is known."""

import re
from xml.etree import ElementTree

import pytest

from referee.reports.course import Course, course_drawn

SVG = "{http://www.w3.org/2000/svg}"
TURNS = ("0", "1", "2")
COURSE = Course("Cards <$4$>", "The duel", "turn", TURNS, (("Ana", (4, 3, 2)), ("Bob & co", (4, None, 5))))
ALONE = Course("Score", "The duel", "turn", TURNS, (("Ana", (None, None, None)),))


def drawn(course: Course) -> ElementTree.Element:
    return ElementTree.fromstring(course_drawn(course))


def words(course: Course) -> list[str]:
    """All that is written in the drawing, in its order."""
    return [str(one.text) for one in drawn(course).iter(f"{SVG}text")]


def lines(course: Course) -> list[list[list[tuple[float, float]]]]:
    """Each line's pieces point by point, without the sample beside its name."""
    paths = [one.attrib["d"] for one in drawn(course).findall(f"{SVG}path") if one.get("marker-mid")]
    pieces = [path.replace("h0", "").split("M")[1:-1] for path in paths]
    return [[[_point(at) for at in piece.split("L")] for piece in each] for each in pieces]


def looks(course: Course) -> list[tuple[object, ...]]:
    """What each line is told apart by where there is no colour."""
    root = drawn(course)
    marks = [str(one.attrib["d"]) for one in root.iterfind(f"{SVG}marker/{SVG}path")]
    dashes = [str(one.get("stroke-dasharray")) for one in root.findall(f"{SVG}path") if one.get("marker-mid")]
    return list(zip(marks, dashes, strict=True))


def _point(at: str) -> tuple[float, float]:
    x, y = at.split()
    return float(x), float(y)


def test_a_line_goes_through_all_numbers_that_are_known_and_none_through_those_that_are_not() -> None:
    assert lines(COURSE) == [
        [[(62, 97.8), (302, 172.2), (542, 246.6)]],
        [[(62, 97.8)], [(542, 23.4)]],
    ]  # fmt: skip


def test_numbers_places_and_lines_are_named() -> None:
    assert words(COURSE) == ["2", "3", "4", "5", "0", "1", "2", "turn", "Ana", "Bob & co"]


def test_it_says_in_words_what_it_shows() -> None:
    assert drawn(COURSE).findtext(f"{SVG}title") == "Cards <$4$>, The duel. At the end: Ana 2; Bob & co 5."


def test_of_what_nobody_knows_there_is_no_line() -> None:
    assert lines(ALONE) == [[]]
    assert drawn(ALONE).findtext(f"{SVG}title") == "Score, The duel."


@pytest.mark.parametrize(
    ("row", "named"),
    [
        ((0, 8), ["0", "1", "2", "3", "4", "5", "6", "7", "8"]),
        ((3, 12), ["4", "6", "8", "10", "12"]),
        ((-7, 120), ["0", "20", "40", "60", "80", "100", "120"]),
        ((5, 5), ["5"]),
    ],
)
def test_as_many_numbers_are_named_as_are_easily_read(row: tuple[int, int], named: list[str]) -> None:
    assert words(Course("Score", "The duel", "turn", ("0", "1"), (("Ana", row),)))[:-4] == named


def test_of_many_places_some_are_named() -> None:
    many = Course("Score", "The duel", "turn", [str(n) for n in range(41)], (("Ana", range(41)),))

    assert words(many)[-23:] == [*map(str, range(0, 41, 2)), "turn", "Ana"]


def test_sixteen_lines_are_told_apart_without_colour() -> None:
    table = Course("Score", "Amber", "turn", TURNS, [(f"Seat {n}", (1, 2, n)) for n in range(16)])

    assert len(set(looks(table))) == 16


def test_long_names_have_room() -> None:
    long = Course("Score", "Amber", "turn", TURNS, [(f"Somebody with a long name {n}", (1, 2, n)) for n in range(4)])
    found = re.findall(r'<text x="([0-9.]+)" y="[0-9.]+" [^>]*>(Somebody[^<]*)<', course_drawn(long))

    assert found == [(x, f"Somebody with a long name {n}") for n, x in enumerate(("46", "334", "46", "334"))]


def test_where_it_is_dark_every_colour_is_another_and_on_paper_none() -> None:
    eight = Course("Cards", "The duel", "turn", TURNS, tuple((f"Seat {n}", (n, n, n)) for n in range(8)))
    made = course_drawn(eight)

    (style,) = re.findall(r"<style>@media screen and \(prefers-color-scheme: dark\) \{(.*)\}</style>", made)
    changed = dict(re.findall(r'\[(?:fill|stroke)="(#[0-9a-f]{6})"\] \{ (?:fill|stroke): (#[0-9a-f]{6}) \}', style))
    assert set(re.findall(r' (?:fill|stroke)="(#[0-9a-f]{6})"', made)) <= changed.keys()
    assert {light for light, dark in changed.items() if light == dark} == set()
    assert len(set(changed.values())) == len(changed)
