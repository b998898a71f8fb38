"""The faces of cards: one for every card of every game, as SVG, and a campaign's own in its place."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

from referee import games
from referee.engine.errors import SetupError
from referee.games.cards import MAJORS, Card
from referee.reports.faces import outlines
from referee.reports.templates import Fault
from referee.service.rulesets.faces import as_images, face, faces, written

SVG = "{http://www.w3.org/2000/svg}"
OWN = '<svg xmlns="http://www.w3.org/2000/svg"><title>Mine</title></svg>'


@pytest.mark.parametrize("slug", games.slugs())
def test_every_card_of_every_game_has_a_face_of_its_own_that_tells_its_name(slug: str) -> None:
    found = list(faces(slug))
    roots = [ElementTree.fromstring(svg) for _, _, svg in found]

    assert [code for code, _, _ in found] == [card.code for card in games.find(slug).words.cards]
    assert [root.findtext(f"{SVG}title") for root in roots] == [name for _, name, _ in found]
    assert len({svg for _, _, svg in found}) == len(found) > 0
    assert list(faces(slug)) == found


@pytest.mark.parametrize("slug", games.slugs())
def test_no_two_cards_of_a_game_differ_by_colour_or_name_alone(slug: str) -> None:
    drawings = [face(card, "") for card in games.find(slug).words.cards if isinstance(card, Card)]

    assert len(set(drawings)) == len(drawings)
    shapes = outlines()
    assert len(set(shapes["signs"].values())) == len(shapes["signs"])
    assert len(set(shapes["figures"].values())) == len(shapes["figures"]) == MAJORS
    assert {one.court for one in drawings} <= {"", *shapes["heads"]}


def test_a_campaigns_own_face_stands_in_the_place_of_ours(tmp_path: Path) -> None:
    (tmp_path / "faces").mkdir()
    (tmp_path / "faces" / "5S.svg").write_text(OWN, encoding="utf-8")

    found = {code: svg for code, _, svg in faces("amber", tmp_path)}

    assert found == {code: svg for code, _, svg in faces("amber")} | {"5S": OWN}


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("<html/>", "is no SVG: it begins with html."),
        ("", "is no SVG: no element found: line 1, column 0."),
        ("hello", "is no SVG: syntax error: line 1, column 0."),
        ("<!DOCTYPE svg>" + OWN, "holds a DOCTYPE or the like; a face needs none."),
        (" " * 10_001, "is longer than 10,000 bytes."),
    ],
)
def test_a_file_that_is_no_face_is_named(tmp_path: Path, text: str, problem: str) -> None:
    (tmp_path / "faces").mkdir()
    file = tmp_path / "faces" / "5S.svg"
    file.write_text(text, encoding="utf-8")

    with pytest.raises(SetupError) as told:
        list(faces("amber", tmp_path))

    assert str(told.value) == f"{file} {problem}"


def test_faces_are_written_into_a_folder(tmp_path: Path) -> None:
    assert written("wizards-duel", tmp_path / "out") == 78
    assert {file.name: file.read_text(encoding="utf-8") for file in (tmp_path / "out").iterdir()} == {
        f"{code}.svg": svg for code, _, svg in faces("wizards-duel")
    }


def test_a_letter_is_shown_with_our_face_where_a_campaigns_own_is_none_and_the_gm_is_told(tmp_path: Path) -> None:
    (tmp_path / "faces").mkdir()
    (tmp_path / "faces" / "5S.svg").write_text("hello", encoding="utf-8")
    (tmp_path / "faces" / "6S.svg").write_text(OWN, encoding="utf-8")
    told: list[Fault] = []

    found = as_images("amber", tmp_path, told.append)

    ours, name = as_images("amber"), {code: name for code, name, _ in faces("amber")}
    assert {one for one in ours if found[one] != ours[one]} == {name["6S"]}
    assert told == [Fault("faces/5S.svg", 0, "it is no SVG: syntax error: line 1, column 0")]
