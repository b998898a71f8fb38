"""Letters on paper: whole, in the look of a turn sheet, the same bytes each time, and nothing from elsewhere."""

import builtins
import re
import shutil
import subprocess
from base64 import b64encode
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from referee.engine.errors import SetupError
from referee.reports.document import (
    Alert,
    Code,
    Document,
    Entry,
    Form,
    Orders,
    Said,
    Section,
    Sentence,
    Table,
    Title,
    Told,
)
from referee.reports.paper import NO_PRINTER, Paper, page, printed
from referee.reports.spans import Card as DrawnCard
from referee.reports.spans import read
from referee.reports.tabletop import Picture, Pile, Place
from referee.reports.text import text
from referee.resources import Resources
from tests.golden.whole_game import played
from tests.laws.played import rulesets
from tests.reports.drawn import pictured, words

LETTER = Document(
    "[Dawn] Turn 2: Ana leads",
    (
        Title("Dawn", "Wizard's Duel", "Turn 2", "Ana leads", "Ana"),
        Alert(("Welcome to Dawn.", "Your orders for turn 3 are due Friday, 20:00.", "Answer this letter.")),
        Said(("<img src=file:///etc/passwd> & <b>me</b>",)),
        Section("Your orders", (Form("---- orders, from here ----", ("LEAD HIGHEST", ""), "---- to here ----"),)),
    ),
)


@pytest.fixture(scope="module")
def weasyprint() -> Any:
    try:
        import weasyprint
    except OSError as error:
        pytest.skip(f"Pango is not here: {error}")
    return weasyprint


def boxes(weasyprint: Any, document: Document, size: Paper) -> Iterator[tuple[int, Any, Any]]:
    """Everything that is laid out, with its page and the number of that."""
    made = weasyprint.HTML(string=page([document], Resources(), size)).render()
    for number, one in enumerate(made.pages):
        for box in one._page_box.descendants():
            yield number, one._page_box, box


def test_a_page_holds_the_letter_and_a_card_to_write_on_in_place_of_its_form() -> None:
    source = page([LETTER], Resources(), Paper.A4)
    card = source[source.index('<section class="ordercard">') :]

    assert re.findall(r'<div class="line">(.*?)</div>', card) == ["LEAD HIGHEST", *[""] * 9]
    assert [card.count(part) for part in ("orders, from here", "to here", "are due Friday, 20:00.", "Ana")] == [1] * 4
    assert source.count("LEAD HIGHEST") == 1
    assert 'class="form"' not in source
    assert "size: a4" in source


def test_a_card_of_many_lines_has_six_to_write_on_all_the_same() -> None:
    lines = tuple(f"ROUND {n} CALL" for n in range(1, 6))
    form = Section("Your orders", (Form("---- from here ----", lines, "---- to here ----"),))
    source = page([replace(LETTER, blocks=(*LETTER.blocks[:-1], form))], Resources(), Paper.A4)

    assert re.findall(r'<div class="line">(.*?)</div>', source) == [*lines, *[""] * 6]


@pytest.mark.skipif(not shutil.which("pdftotext"), reason="pdftotext is in Debian's poppler-utils")
def test_an_order_has_the_number_on_paper_that_it_has_in_the_text(weasyprint: Any, tmp_path: Path) -> None:
    orders = Orders((Entry(2, "WAIT"), Entry(5, "LEAD HIGHEST")))
    made = tmp_path / "orders.pdf"
    made.write_bytes(printed([Document("Letter", (orders,))], Resources()))
    said = subprocess.run(["pdftotext", made, "-"], capture_output=True, text=True, check=True).stdout.split()

    assert [word for word in said if word in ("1.", "2.", "5.", "WAIT", "HIGHEST")] == ["2.", "WAIT", "5.", "HIGHEST"]


def test_words_of_others_draw_nothing() -> None:
    source = page([LETTER], Resources(), Paper.A4)

    assert "<img" not in source
    assert "&lt;img src=file:///etc/passwd&gt;" in source


def test_a_letter_without_a_form_has_no_card() -> None:
    assert 'ordercard"' not in page([Document("[Dawn] Words", (Code(("a",)),))], Resources(), Paper.LETTER)


def test_the_same_letter_is_the_same_bytes(weasyprint: Any) -> None:
    first = printed([LETTER], Resources())
    again = printed([LETTER], Resources())

    assert first.startswith(b"%PDF")
    assert first == again
    assert printed([LETTER], Resources(), Paper.LETTER) != first


@pytest.mark.parametrize("size", list(Paper))
@pytest.mark.parametrize("slug", ["amber", "living-trumps"])
def test_no_line_is_cut_off_and_no_table_parted(weasyprint: Any, slug: str, size: Paper) -> None:
    letters = next(iter(played(rulesets()[slug])[1].values()))
    for letter in (letters[0], letters[len(letters) // 2], letters[-1]):
        tables: dict[int, set[int]] = {}
        for number, sheet, box in boxes(weasyprint, letter.document, size):
            right, bottom = box.position_x + (box.width or 0), box.position_y + (box.height or 0)
            if type(box).__name__ == "TextBox":
                assert right <= sheet.margin_left + sheet.width + 0.5, box.text
                assert bottom <= sheet.margin_top + sheet.height + sheet.margin_bottom, box.text
            if box.element_tag == "table":
                tables.setdefault(id(box.element), set()).add(number)

        assert [pages for pages in tables.values() if len(pages) > 1] == []


@pytest.mark.parametrize("slug", sorted(rulesets()))
def test_paper_tells_what_the_text_tells(slug: str) -> None:
    for letter in next(iter(played(rulesets()[slug])[1].values())):
        whole = page([letter.document], Resources(), Paper.A4).partition("</head>")[2]
        said = re.sub(r"<[^>]*>", " ", re.sub(r'<span class="known"[^>]*>\w+</span>', "", whole))
        plain = words(f"{letter.subject} {text(letter.document)}")
        unescaped = said.replace("&#39;", "'").replace("&amp;", "&").replace("&lt;", "<").replace("&gt;", ">")

        assert words(unescaped.replace("&#34;", '"')) - plain - pictured(letter.document) <= OWN


OWN = set("order card for list on write your orders the table as everybody sees it them at end".split())
"""Words that stand on paper alone."""


def test_who_has_not_what_prints_is_told_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    assert failed(monkeypatch, ModuleNotFoundError("No module named 'weasyprint'")) == NO_PRINTER
    said = failed(monkeypatch, OSError("cannot load library 'libpango-1.0-0': no such file"))
    assert "(libpango-1.0-0). On Debian: apt-get install libpango-1.0-0" in said


def failed(monkeypatch: pytest.MonkeyPatch, error: Exception) -> str:
    """What is said where the library cannot be loaded."""
    found = builtins.__import__

    def without(name: str, *more: Any) -> Any:
        if name == "weasyprint":
            raise error
        return found(name, *more)

    with monkeypatch.context() as here:
        here.setattr(builtins, "__import__", without)
        with pytest.raises(SetupError) as told:
            printed([LETTER], Resources())
    return str(told.value)


BLANK = b'<svg xmlns="http://www.w3.org/2000/svg" width="104" height="160"/>'
FACE = f"data:image/svg+xml;base64,{b64encode(BLANK).decode()}"
SIX, SEVEN = DrawnCard("6S", "Six of Swords"), DrawnCard("7S", "Seven of Swords")


def test_a_card_on_paper_shows_its_face_beside_its_name(weasyprint: Any) -> None:
    table = Table((("Ana", SIX), ("Bo", SEVEN)))
    picture = Picture("The table", (Place("Ana", piles=(Pile("open", (SIX,)),)),), (), Told())
    letter = Document("[Dawn] Turn 2", (table, picture))
    faces = {"Six of Swords": FACE}

    source = page([letter], Resources(), Paper.A4, faces)

    parts = (f'src="{FACE}"', f'href="{FACE}"', "Six of Swords", "Seven of Swords")
    assert [source.count(part) for part in parts] == [1, 1, 1, 1]
    assert printed([letter], Resources(), Paper.LETTER, faces) == printed([letter], Resources(), Paper.LETTER, faces)


def test_a_face_on_paper_brings_nothing_from_elsewhere(
    weasyprint: Any, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "secret.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg"/>', encoding="utf-8")
    letter = Document("[Dawn] Turn 2", (Table((("Ana", SIX),)),))

    printed([letter], Resources(), faces={"Six of Swords": (tmp_path / "secret.svg").as_uri()})

    assert "disallowed protocol" in caplog.text


@pytest.mark.parametrize("size", Paper)
def test_the_largest_table_has_room_on_a_page(weasyprint: Any, size: Paper) -> None:
    cards = tuple(DrawnCard(f"{n}S", f"Card {n}") for n in range(70))
    places = tuple(Place(f"Ana{n}", piles=(Pile("open", cards),)) for n in range(8))
    letter = Document("[Dawn] Turn 2", (Section("The table", (Picture("The table", places, (), Told()),)),))

    found = [one for one in boxes(weasyprint, letter, size) if str(one[2].element_tag).endswith("svg")]

    assert [number for number, _, _ in found] == [0]
    assert all(box.position_y + box.height <= sheet.margin_top + sheet.height for _, sheet, box in found)


def test_a_table_stands_on_paper_as_high_as_it_is_drawn(weasyprint: Any) -> None:
    places = tuple(Place(f"Ana{n}", piles=(Pile("open", (DrawnCard("8S", "Eight of Swords"),)),)) for n in range(3))
    letter = Document("[Dawn] Turn 2", (Section("The table", (Picture("The table", places, (), Told()),)),))
    drawn = re.search(r'class="drawing" width="(\d+)" height="(\d+)"', page([letter], Resources(), Paper.A4))
    assert drawn is not None

    (box,) = (one[2] for one in boxes(weasyprint, letter, Paper.A4) if str(one[2].element_tag).endswith("svg"))

    assert round(box.width / box.height, 3) == round(int(drawn[1]) / int(drawn[2]), 3)


def test_on_paper_the_heading_over_the_form_leads_to_the_card() -> None:
    below = Told(((Sentence(read("If nothing comes: WAIT.")),),))
    section = Section("Your orders", (Form("---- from", ("WAIT",), "---- to"), below), hint="write between the lines")

    source = page([Document("[Dawn] Turn 2", (section,))], Resources(), Paper.A4)

    assert "Write them on the card at the end." in source
    assert "etween the lines" not in source
