"""Letters as data: described by the schema that is published, and telling what the text tells."""

import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from referee.reports.data import SCHEMA, VERSION, loads, read
from referee.reports.document import Document, Para, Title
from referee.reports.writer import Writer
from tests.reports import schema
from tests.reports.drawn import faults, untold
from tests.reports.high_card import writer
from tests.reports.specimens import SPECIMENS


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Writer:
    return writer(tmp_path_factory.mktemp("high_card"))


def test_the_published_schema_is_that_of_the_blocks() -> None:
    assert SCHEMA.read_text(encoding="utf-8") == schema.written()


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(schema.schema())


@pytest.mark.parametrize("name", SPECIMENS)
def test_every_letter_is_as_the_schema_says(made: Writer, name: str) -> None:
    letter = made.write(SPECIMENS[name])

    assert faults(letter.data) == []
    assert untold(letter.document) == set()


@pytest.mark.parametrize("name", SPECIMENS)
def test_every_letter_is_read_as_it_was_written(made: Writer, name: str) -> None:
    letter = made.write(SPECIMENS[name])

    assert read(letter.data) == loads(letter.data) == letter.document


@pytest.mark.parametrize(
    "spoilt",
    [
        {"version": VERSION + 1, "subject": "s", "blocks": []},
        {"version": VERSION, "subject": "s"},
        {"version": VERSION, "subject": "s", "blocks": [], "hand": ["8S"]},
        {"version": VERSION, "subject": "s", "blocks": [{"is": "para", "lines": "no list"}]},
        {"version": VERSION, "subject": "s", "blocks": [{"is": "secret", "lines": []}]},
        {"version": VERSION, "subject": "s", "blocks": [{"is": "facts", "rows": [["a", "b", "c"]]}]},
    ],
)
def test_the_schema_refuses_what_is_no_letter(spoilt: dict[str, Any]) -> None:
    assert faults(json.dumps(spoilt)) != []


def test_what_the_text_does_not_tell_is_found() -> None:
    title = Title(game="Siege", rules="Amber", occasion="Turn 1", headline="the King of Swords", reader="Anna")

    assert untold(Document("Turn 1", (title, Para(lines=("What the rest is.",))))) == {"king", "of", "swords"}
