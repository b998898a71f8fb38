"""The HTML of letters: it tells what their text tells, needs nothing from elsewhere, and nobody's words draw in it."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from selectolax.lexbor import LexborHTMLParser, LexborNode

from referee.reports.data import VERSION, dumps, read
from referee.reports.document import BELOW_A_TAP, Block, Document, Para, Section, Sentence, Table, Title, Told, walked
from referee.reports.html import bare
from referee.reports.look import html
from referee.reports.parts import Letter
from referee.reports.text import text
from referee.reports.writer import Writer
from referee.resources import Resources
from tests.reports.drawn import REPLY, differing, page
from tests.reports.high_card import writer
from tests.reports.specimens import SPECIMENS

LIMIT = 100_000
ATTRIBUTES = {"class", "role", "style", "dir", "scope", "value", "href", "lang", "charset", "name", "content"}
ATTRIBUTES |= {"aria-label", "colspan", "datetime", "title"}

FORGED = '<script>alert(1)</script><img src="https://evil.example/x.png" onerror=a> <h1>WHAT YOU HOLD</h1> &amp; "\'>'

DRAWING = "</title><i>\" i=\"' i='"
"""What would end the title of a page, begin what is drawn in it, or be an attribute there."""

NO_WORDS = ("is", "at")
"""Parts of the data of a letter that are no words: what a block is, and a moment."""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Writer:
    return writer(tmp_path_factory.mktemp("high_card"))


def document(made: Writer, name: str, **fields: Any) -> Document:
    page: Any = SPECIMENS[name]
    letter: Letter = made.write(replace(page, **fields))
    assert letter.document is not None
    return letter.document


def forged(data: Any, key: str = "") -> Any:
    """Let all words of a letter, as data, end with what would draw or be an attribute of its HTML."""
    match data:
        case dict():
            return {key: forged(part, key) for key, part in data.items()}
        case list():
            return [forged(part, key) for part in data]
        case str() if key not in NO_WORDS:
            return data + DRAWING
    return data


def nodes(tree: LexborHTMLParser) -> Iterator[LexborNode]:
    assert tree.root is not None
    return tree.root.traverse(include_text=False)


@pytest.mark.parametrize("name", SPECIMENS)
def test_html_tells_what_the_text_tells(made: Writer, name: str) -> None:
    assert differing(document(made, name)) == (set(), set())


def test_a_letter_of_any_length_is_a_page() -> None:
    orders = Told(tuple((Sentence(f"ATTACK Corwin {number}", 1),) for number in range(12_000)))

    source = html(Document("[Dawn] All orders", (orders,)), Resources(), REPLY)

    assert len(source) > 1_000_000
    assert source.count("ATTACK Corwin") == 12_000


@pytest.mark.parametrize("name", SPECIMENS)
def test_html_needs_nothing_from_elsewhere_and_is_small(made: Writer, name: str) -> None:
    source = html(document(made, name), Resources(), REPLY)
    attributes = {key: value for node in nodes(LexborHTMLParser(source)) for key, value in node.attributes.items()}

    assert set(attributes) <= ATTRIBUTES
    assert re.findall(r"url\(|@import|https?:|<script|<img|<link", source) == []
    assert len(source.encode()) < LIMIT
    assert max(map(len, source.split("\n"))) < 20_000


@pytest.mark.parametrize("name", SPECIMENS)
def test_headings_come_in_order_below_one_headline(made: Writer, name: str) -> None:
    tags = [node.tag or "" for node in nodes(page(document(made, name)))]
    levels = [int(tag[1]) for tag in tags if re.fullmatch("h[1-6]", tag)]

    assert levels[0] == 1
    assert levels.count(1) == 1


def test_a_list_is_headed_below_its_section_and_as_one_where_there_is_none() -> None:
    said = (Told(((Sentence("A word."),),)),)
    titled = [("Filed", 2), ("What happened", 1), ("Done at once", 2)]
    source = html(Document("", tuple(Section(title, said, level) for title, level in titled)), Resources())

    heads = [(head.tag, head.text()) for head in LexborHTMLParser(source).css("h1, h2, h3")]
    assert heads == [("h2", "Filed"), ("h2", "What happened"), ("h3", "Done at once")]


@pytest.mark.parametrize("name", SPECIMENS)
def test_every_element_carries_its_style(made: Writer, name: str) -> None:
    bare = {
        f"{node.tag} {node.attributes['class']}"
        for node in nodes(page(document(made, name)))
        if node.attributes.get("class") and not node.attributes.get("style")
    }

    assert bare == set()


@pytest.mark.parametrize(
    ("name", "fields"),
    [
        ("press", {"text": FORGED}),
        ("notice", {"text": FORGED}),
        ("report", {"rerun": FORGED}),
        ("invitation", {"gm": FORGED, "text": FORGED}),
        ("gm_alarm", {"details": [FORGED], "written": FORGED}),
    ],
)
def test_words_of_others_draw_nothing(made: Writer, name: str, fields: dict[str, Any]) -> None:
    tree = page(document(made, name, **fields))

    assert {node.tag for node in nodes(tree)} & {"script", "img"} == set()
    assert [node.text() for node in tree.css("h1") if "HOLD" in node.text()] == []
    assert "alert(1)" in tree.body.text() if tree.body else False


@pytest.mark.parametrize("name", SPECIMENS)
def test_no_words_in_a_letter_draw_nor_does_its_subject(made: Writer, name: str) -> None:
    tree = page(read(json.dumps(forged(json.loads(dumps(document(made, name)))))))

    assert tree.css("i, [i]") == []
    assert [one.text().endswith(DRAWING) for one in tree.css("title, h1")] == [True, True]


def test_a_tap_opens_an_answer_that_holds_the_order(made: Writer) -> None:
    links = [(node.text(), node.attributes["href"]) for node in page(document(made, "report")).css("a")]

    answer = "mailto:play+k7f3@referee.example?subject=Re%3A%20%5BDark%20Tower%5D%20Turn%205&body="
    below = quote(f"\r\n\r\n{BELOW_A_TAP}", safe="")
    assert links == [
        ("PLAY 2", f"{answer}PLAY%202{below}"),
        ("KEEP FROM 8", f"{answer}KEEP%20FROM%208{below}"),
    ]
    assert page(document(made, "report"), None).css("a") == []


@pytest.mark.parametrize("name", SPECIMENS)
def test_a_document_comes_back_from_its_data(made: Writer, name: str) -> None:
    one = document(made, name)

    packed = dumps(one)

    assert read(packed) == one
    assert json.loads(packed)["version"] == VERSION


def test_data_of_another_version_is_refused() -> None:
    with pytest.raises(ValueError, match=r"form 99; this program reads form 2\."):
        read('{"version": 99, "subject": "", "blocks": []}')


def test_every_kind_of_block_stands_in_some_specimen(made: Writer) -> None:
    seen = {type(block) for name in SPECIMENS for block in walked(document(made, name).blocks)}

    assert {kind.__name__ for kind in Block.__subclasses__()} - {kind.__name__ for kind in seen} == {"Several", "Foot"}


def test_a_campaign_may_bring_its_own_look(made: Writer, tmp_path: Path) -> None:
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "letter.css").write_text(".page { color: red }\n@media print { .page { color: #000 } }")

    source = html(document(made, "press"), Resources(tmp_path))

    assert '<div role="main" class="page" style="color: red;">' in source
    assert "@media print" in source


def test_an_example_of_the_first_letter_can_be_tapped(made: Writer) -> None:
    drawn = page(document(made, "welcome", examples=("PLAY 9",), form=()))

    assert [tap.text() for tap in drawn.css("a.tap")] == ["PLAY 9"]


ROWS = (("Ana", "Five of Cups", "1"), ("Bo", "Five of Cups (drawn)", "2"), ("Cyd", "Fifth of Cups", "3"))
CARDED = Document(
    "a table",
    (Title("Dark Tower", "High Card", "Turn 3", "Bo leads", "Ana"), Table(ROWS).carded({"Five of Cups": "5C"})),
)


def test_a_card_in_a_row_is_drawn_as_one_and_the_reader_s_row_is_marked() -> None:
    drawn = page(CARDED)

    assert [cell.text() for cell in drawn.css("span.card")] == ["Five of Cups", "Five of Cups"]
    assert [cell.text().strip() for cell in drawn.css("th.you")] == ["Ana"]
    assert text(CARDED).split("\n")[-4:] == ["  Ana  Five of Cups          1", "  Bo   Five of Cups (drawn)  2",
                                             "  Cyd  Fifth of Cups         3", ""]  # fmt: skip


def test_a_card_in_a_row_tells_programs_its_code() -> None:
    row = json.loads(dumps(CARDED))["blocks"][1]["rows"][1]

    assert row == ["Bo", {"is": "card", "code": "5C", "name": "Five of Cups", "note": "(drawn)"}, "2"]
    assert read(dumps(CARDED)) == CARDED


def test_a_row_without_a_name_has_no_head() -> None:
    page = bare(Document("x", (Table((("Ana", "3"), ("", "4"))),)))

    assert (page.count("<th"), page.count("<td")) == (1, 3)


def test_a_card_that_was_played_heads_no_row_though_a_name_does() -> None:
    rows = (("Five of Cups", "Ana"), ("Bo", "Five of Cups"))
    made = bare(Document("x", (Table(rows, level=1).carded({"Five of Cups": "5C"}),)))

    assert re.findall(r"<(t[hd])", made) == ["td", "td", "th", "td"]


def test_a_headline_begins_with_a_capital_letter() -> None:
    body = page(Document("[Dark Tower] the deadline was moved", (Para(("Well.",)),))).body

    assert body is not None
    assert [node.text() for node in body.css("h1")] == ["The deadline was moved"]
