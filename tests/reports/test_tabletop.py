"""Pictures of tables: cells for mail and drawings for browsers tell what they hold, and nothing else."""

import re
from dataclasses import replace
from xml.etree import ElementTree

from referee.reports.data import dumps, loads
from referee.reports.document import Document, Sentence, Title, Told
from referee.reports.html import NO_FACES, html
from referee.reports.spans import Card
from referee.reports.tabletop import Picture, Pile, Place
from referee.reports.text import text
from referee.resources import Resources
from tests.reports.drawn import misdrawn, untold

FORGED = '<script>alert(1)</script>"'
SIX = Card("6S", "Six of Swords")
MOON = Card("X18", "The Moon", "ally")
SAID = "Ana in Amber, lord Bo, hidden 3, open 6S, The Moon (ally); Bo, you, in Shadow. Deck 40, Throne empty."
WORDS = Told(((Sentence(SAID),),))
PICTURE = Picture(
    "The table",
    (
        Place("Ana", "Amber", (), (Pile("hidden", (), 3), Pile("open", (SIX, MOON))), "Bo"),
        Place("Bo", "Shadow"),
    ),
    (Pile("Throne", (Card("", ""),), note="empty"), Pile("Deck", (), 40)),
    WORDS,
)
TITLE = Title("Dawn", "Amber", "Turn 2", "All is quiet", "Ana")


def of(picture: Picture) -> Document:
    return Document("[Dawn] Turn 2", (TITLE, picture))


def svg(picture: Picture, faces: dict[str, str] | None = None) -> str:
    source = html(of(picture), Resources(), faces=NO_FACES if faces is None else faces)
    return source[source.index("<svg") : source.index("</svg>") + 6]


def test_a_picture_is_its_words_as_text() -> None:
    assert text(Document("", (PICTURE,))) == text(Document("", (WORDS,)))


def test_all_forms_tell_what_the_words_tell() -> None:
    assert misdrawn(PICTURE) == (set(), set())


def test_a_picture_comes_back_from_its_data() -> None:
    assert loads(dumps(of(PICTURE))) == of(PICTURE)


def test_in_mail_a_picture_is_cells_that_are_read_in_order() -> None:
    source = html(of(PICTURE), Resources())

    assert re.findall(r"<svg|<img|<image|https?:|url\(", source) == []
    assert re.findall(r"<th [^>]*>([^<]+)</th>", source) == ["Throne", "Ana", "Shadow"]
    assert '<abbr class="chip" title="The Moon"' in source


def test_the_cards_of_all_seats_are_shown_alike_however_many_one_has() -> None:
    many, few = (tuple(Card(f"{n}H", f"The {n} of Hearts") for n in range(2, last)) for last in (11, 4))
    sides = tuple(Place(name, piles=(Pile("won", cards),)) for name, cards in (("Ana", many), ("Bo", few)))
    picture = Picture("The table", sides, (), Told())

    source = html(of(picture), Resources())

    assert re.findall(r"<td [^>]*>(.*?)</td>", source) == ["won 2H, 3H, 4H, 5H, 6H, 7H, 8H, 9H, 10H", "won 2H, 3H"]


def test_a_browser_shows_a_drawing_with_a_name() -> None:
    drawn = svg(PICTURE)
    root = ElementTree.fromstring(drawn)

    assert (root.get("role"), root[0].tag.rpartition("}")[2], root[0].text) == ("img", "title", "The table")
    assert re.findall(r"https?://(?!www\.w3\.org/2000/svg)|url\(|<script|\bid=|\bon\w+=", drawn) == []
    assert drawn.count(">6S<") == 1
    assert drawn == svg(PICTURE)


def test_a_card_with_a_face_shows_it() -> None:
    drawn = svg(PICTURE, {"Six of Swords": "data:image/svg+xml;base64,PHN2Zy8+"})

    assert drawn.count('href="data:image/svg+xml;base64,PHN2Zy8+"') == 1
    assert ">6S<" not in drawn


def test_nobodys_name_draws_in_a_picture() -> None:
    place = Place(
        FORGED, FORGED, ((FORGED, FORGED),), (Pile(FORGED, (Card(FORGED, FORGED, FORGED),), 2, FORGED),), FORGED
    )
    forged = Picture(FORGED, (place,), (Pile(FORGED, note=FORGED),), Told())

    assert ElementTree.fromstring(svg(forged)) is not None
    assert "<script" not in svg(forged) + html(of(forged), Resources())


def test_what_a_picture_alone_shows_is_found() -> None:
    leaky = replace(PICTURE, middle=(*PICTURE.middle, Pile("Deck", (Card("9C", "Nine of Cups"),))))

    assert misdrawn(leaky) == ({"9c", "nine", "of", "cups"} - {"of"}, set())
    assert untold(of(leaky)) >= {"nine", "cups"}
