"""Tables and templates: the shipped ones, and what a campaign lays over them."""

from pathlib import Path

import pytest

from referee import resources
from referee.resources import Resources, TableError


@pytest.fixture
def top(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A made-up checkout with one table and one template folder, a game's folder and a campaign."""
    write(tmp_path / "data" / "courts.toml", '[amber]\nKS = "Corwin"\nQW = "Fiona"\nrank = 3\n')
    for folder in ("templates", "game", "campaign/data", "campaign/templates"):
        (tmp_path / folder).mkdir(parents=True)
    monkeypatch.setattr(resources, "shipped", lambda kind: tmp_path / kind)
    return tmp_path


def test_a_table_is_the_shipped_one_when_no_campaign_has_it(top: Path) -> None:
    shipped = {"amber": {"KS": "Corwin", "QW": "Fiona", "rank": 3}}

    assert Resources().table("courts") == shipped
    assert Resources(top / "campaign").table("courts") == shipped


def test_a_campaign_replaces_single_keys(top: Path) -> None:
    write(top / "campaign" / "data" / "courts.toml", '[amber]\nKS = "Carlo"\n')

    table = Resources(top / "campaign").table("courts")

    assert table == {"amber": {"KS": "Carlo", "QW": "Fiona", "rank": 3}}


def test_a_game_may_bring_its_own_table(top: Path) -> None:
    write(top / "game" / "runes.toml", 'feh = "wealth"\n')
    write(top / "campaign" / "data" / "runes.toml", 'feh = "cattle"\n')

    assert Resources().table("runes", game_folder=top / "game") == {"feh": "wealth"}
    assert Resources(top / "campaign").table("runes", game_folder=top / "game") == {"feh": "cattle"}


def test_a_table_takes_no_new_keys(top: Path) -> None:
    write(top / "campaign" / "data" / "courts.toml", '[amber]\nKSS = "Carlo"\n')

    with pytest.raises(TableError, match=r"courts.toml: amber.KSS: .* Did you mean KS\?"):
        Resources(top / "campaign").table("courts")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("[amber]\nrank = 'three'", "amber.rank: 'three' is a string; this must be a whole number."),
        ("amber = 3", "amber: 3 is a whole number; this must be a table."),
        ("[amber", "this is not TOML"),
    ],
)
def test_an_override_that_cannot_be_used_is_told(top: Path, text: str, problem: str) -> None:
    file = write(top / "campaign" / "data" / "courts.toml", text)

    with pytest.raises(TableError) as error:
        Resources(top / "campaign").table("courts")

    assert str(error.value).startswith(f"{file}: {problem}")


def test_a_table_that_is_not_there_is_told(top: Path) -> None:
    with pytest.raises(TableError, match=r"there is no such table\. There are: courts\."):
        Resources().table("decks")


def test_a_table_cannot_be_changed_by_its_reader(top: Path) -> None:
    with pytest.raises(TypeError):
        Resources().table("courts")["amber"] = {}  # type: ignore[index]


def test_templates_are_looked_for_from_the_campaign_down(top: Path) -> None:
    campaign = top / "campaign"
    (campaign / "templates" / "amber").mkdir()

    assert Resources(campaign).template_folders("amber", top / "game") == [
        campaign / "templates" / "amber",
        top / "game",
        campaign / "templates",
        top / "templates",
    ]
    assert Resources(campaign).template_folders("elements", top / "game")[0] == top / "game"
    assert Resources().template_folders("amber", top / "game") == [top / "game", top / "templates"]


def write(file: Path, text: str) -> Path:
    """The file, written."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return file
