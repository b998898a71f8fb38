"""The picture of many games: one column for each length, one colour for each end."""

from pathlib import Path
from xml.etree import ElementTree

import pytest
from jinja2.exceptions import SecurityError

from referee.reports.pictures import COLOURS, Picture, lengths_drawn
from referee.resources import Resources

SVG = "{http://www.w3.org/2000/svg}"
GAMES = [(1, "devil"), (3, "throne"), (3, "throne"), (3, "devil & co"), (4, "throne")]


def drawn(games: list[tuple[int, str]], resources: Resources | None = None) -> ElementTree.Element:
    """A picture, read by an XML parser."""
    picture = Picture("Amber <4>", "5 games", "turns", games)
    return ElementTree.fromstring(lengths_drawn(picture, resources or Resources()))


def blocks(root: ElementTree.Element) -> dict[str, str]:
    """What the coloured blocks say, with their heights."""
    found = {rect.find(f"{SVG}title"): rect for rect in root.iter(f"{SVG}rect")}
    return {str(title.text): rect.attrib["height"] for title, rect in found.items() if title is not None}


def test_each_block_is_as_high_as_its_number_of_games() -> None:
    assert blocks(drawn(GAMES)) == {
        "1: 1 devil": "100.0",
        "3: 2 throne": "200.0",
        "3: 1 devil & co": "100.0",
        "4: 1 throne": "100.0",
    }


def test_the_legend_counts_the_ends_the_most_frequent_first() -> None:
    texts = [str(text.text) for text in drawn(GAMES).iter(f"{SVG}text")]

    assert texts[-3:] == ["throne: 3 (60%)", "devil: 1 (20%)", "devil & co: 1 (20%)"]
    assert texts[:2] == ["Amber <4>", "5 games"]


def test_long_games_share_columns_and_many_ends_a_colour() -> None:
    root = drawn([(n, f"end {n}") for n in range(1, 62)])

    assert list(blocks(root))[:3] == ["1-3: 1 end 1", "1-3: 1 end 2", "1-3: 1 end 3"]
    assert {rect.attrib["fill"] for rect in root.iter(f"{SVG}rect")} == {*COLOURS, "#fff"}


def test_a_game_that_was_over_before_it_began_stands_in_the_first_column() -> None:
    assert list(blocks(drawn([(0, "over")]))) == ["1: 1 over"]


def test_a_campaign_may_draw_it_otherwise(tmp_path: Path) -> None:
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "lengths.svg.j2").write_text("<svg>{{ picture.title }}</svg>")

    assert drawn(GAMES, Resources(tmp_path)).text == "Amber <4>"


def test_the_same_games_are_the_same_picture() -> None:
    picture = Picture("Amber", "5 games", "turns", GAMES)

    assert lengths_drawn(picture, Resources()) == lengths_drawn(picture, Resources())


def test_a_campaigns_own_picture_is_drawn_in_the_sandbox(tmp_path: Path) -> None:
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "lengths.svg.j2").write_text("<svg>{{ ''.__class__.__mro__ }}</svg>", encoding="utf-8")

    with pytest.raises(SecurityError):
        lengths_drawn(Picture("Amber", "5 games", "turns", GAMES), Resources(tmp_path))
