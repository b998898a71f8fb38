"""The picture of many games: one column for each length, a colour and a pattern for each end."""

import os
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from matplotlib.container import BarContainer

from referee.engine.errors import SetupError
from referee.reports import pictures
from referee.reports.pictures import Picture, lengths_drawn, lengths_figure

SVG = "{http://www.w3.org/2000/svg}"
GAMES = [(1, "devil"), (3, "throne"), (3, "throne"), (3, "devil & co"), (4, "throne")]
WORDS = "Amber <$4$>, 5 games: 1 to 4 turns. throne: 3 (60%); devil: 1 (20%); devil & co: 1 (20%)."
AGAIN = "from referee.reports.pictures import *; print(lengths_drawn(Picture('Amber', '2 games', 'turns', {})), end='')"


def pictured(games: list[tuple[int, str]]) -> Picture:
    return Picture("Amber <$4$>", f"{len(games)} games", "turns", games)


def columns(games: list[tuple[int, str]]) -> list[BarContainer]:
    """The pieces of the columns, end by end."""
    found = lengths_figure(pictured(games)).axes[0].containers
    return [bars for bars in found if isinstance(bars, BarContainer)]


def pieces(games: list[tuple[int, str]]) -> dict[str, list[tuple[float, float]]]:
    """Where each end's pieces begin, column by column, and how high they are."""
    return {
        str(bars.get_label()): [(piece.get_y(), piece.get_height()) for piece in bars.patches]
        for bars in columns(games)
    }


def looks(games: list[tuple[int, str]]) -> list[tuple[object, object]]:
    """Each end's colour and pattern."""
    return [(bars.patches[0].get_facecolor(), bars.patches[0].get_hatch()) for bars in columns(games)]


def test_each_piece_is_as_high_as_its_number_of_games_the_most_frequent_end_below() -> None:
    assert pieces(GAMES) == {
        "throne: 3 (60%)": [(0, 0), (0, 0), (0, 2), (0, 1)],
        "devil: 1 (20%)": [(0, 1), (0, 0), (2, 0), (1, 0)],
        "devil & co: 1 (20%)": [(1, 0), (0, 0), (2, 1), (1, 0)],
    }


def test_its_words_are_words_and_it_tells_itself_to_those_who_do_not_see_it() -> None:
    root = ElementTree.fromstring(lengths_drawn(pictured(GAMES)))
    texts = {str(text.text) for text in root.iter(f"{SVG}text")}

    assert [title.text for title in root.findall(f"{SVG}title")] == [WORDS]
    assert {"Amber <$4$>", "5 games", "length in turns", "throne: 3 (60%)", "devil & co: 1 (20%)"} <= texts


def test_long_games_share_columns() -> None:
    games = [(n, "over") for n in range(1, 62)]
    axes = lengths_figure(pictured(games)).axes[0]

    assert [label.get_text() for label in axes.get_xticklabels()][:2] == ["1-3", "4-6"]
    assert pieces(games) == {"over: 61 (100%)": [(0, 3)] * 20 + [(0, 1)]}


def test_ends_are_told_apart_without_colour_and_many_ends_with_both() -> None:
    few, many = ([(n, f"end {n}") for n in range(1, count)] for count in (9, 62))

    assert len({hatch for _, hatch in looks(few)}) == 8
    assert len(set(looks(many))) == 61


def test_a_game_that_was_over_before_it_began_stands_in_the_first_column() -> None:
    assert pieces([(0, "over")]) == {"over: 1 (100%)": [(0, 1)]}


def test_the_same_games_are_the_same_bytes_on_every_machine(tmp_path: Path) -> None:
    games = [(2, "throne"), (3, "devil")]
    (tmp_path / "matplotlibrc").write_text("svg.fonttype: path\nfont.size: 30\n")
    told = os.environ | {"PYTHONHASHSEED": "7", "MATPLOTLIBRC": str(tmp_path)}

    again = subprocess.run([sys.executable, "-c", AGAIN.format(games)], env=told, capture_output=True, check=True)

    assert again.stdout.decode() == lengths_drawn(Picture("Amber", "2 games", "turns", games))


def test_what_to_install_is_said_where_the_library_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "find_spec", lambda name: None)

    with pytest.raises(SetupError) as told:
        lengths_drawn(pictured(GAMES))

    assert str(told.value) == "To draw pictures, install the extra: pip install 'referee-pbem[pictures]'"
