"""Pictures of tables: cells for mail and drawings for browsers tell what they hold, and nothing else."""

import re
from dataclasses import replace
from itertools import combinations
from xml.etree import ElementTree

import pytest

from referee.reports.data import dumps, loads
from referee.reports.document import Document, Sentence, Title, Told
from referee.reports.html import NO_FACES
from referee.reports.look import html
from referee.reports.spans import Card
from referee.reports.tabletop import Picture, Pile, Place
from referee.reports.text import text
from referee.resources import Resources
from tests.reports.drawn import misdrawn, untold

Laid = tuple[int, int, int, int]
"""Left, top, right and bottom."""

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
TOGETHER, NOWHERE = (replace(PICTURE, places=tuple(replace(p, area=a) for p in PICTURE.places)) for a in ("Amber", ""))
CROWD = tuple(Place(f"Cy{n}", piles=(Pile("won", (SIX, MOON) * n * n, n), Pile("shown", (SIX,)))) for n in range(1, 8))
ROUND = tuple(Place(seat) for seat in ("Ana", "Bo", "Cyd", "Dee", "Eve"))
TITLE = Title("Dawn", "Amber", "Turn 2", "All is quiet", "Ana")


def of(picture: Picture) -> Document:
    return Document("[Dawn] Turn 2", (TITLE, picture))


def svg(picture: Picture, faces: dict[str, str] | None = None) -> str:
    source = html(of(picture), Resources(), faces=NO_FACES if faces is None else faces)
    return source[source.index("<svg") : source.index("</svg>") + 6]


def laid(drawn: str, rounded: int, fill: str = "") -> list[Laid]:
    """Where the parts of a drawing lie whose corners are so round, of one colour if it is said."""
    numbers = r'<rect x="(\d+)" y="(\d+)" width="(\d+)" height="(\d+)"'
    found = re.findall(rf'{numbers} rx="{rounded}" fill="{fill}', drawn)
    return [(int(x), int(y), int(x) + int(wide), int(y) + int(high)) for x, y, wide, high in found]


def within(one: Laid, other: Laid) -> bool:
    return other[0] <= one[0] < one[2] <= other[2] and other[1] <= one[1] < one[3] <= other[3]


def overlap(one: Laid, other: Laid) -> bool:
    return max(one[0], other[0]) < min(one[2], other[2]) and max(one[1], other[1]) < min(one[3], other[3])


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


def test_cards_face_down_side_by_side_are_said_once_to_be_so() -> None:
    down = Card("", "")
    row = (down, down, SIX, down, Card("", "", "slot 7"), down)

    def told(name: str, cards: tuple[Card, ...]) -> str:
        source = html(of(Picture("The table", (Place("Ana", piles=(Pile(name, cards),)),), (), Told())), Resources())
        return " ".join(re.sub("<[^>]*>", "", source[source.index(f">{name} ") + 1 :].split("</td>")[0]).split())

    assert told("row", row) == "row ? ? (face down) 6S ? (face down) ? (slot 7, face down) ? (face down)"
    assert told("row", (*row, *[SIX] * 3)) == (
        "row ?, ? face down, 6S, ? face down, ? slot 7, face down, ? face down, 6S, 6S, 6S"
    )


def test_a_browser_shows_a_drawing_with_a_name() -> None:
    drawn = svg(PICTURE)
    root = ElementTree.fromstring(drawn)

    assert (root.get("role"), root[0].tag.rpartition("}")[2], root[0].text) == ("img", "title", "The table")
    assert re.findall(r"https?://(?!www\.w3\.org/2000/svg)|url\(|<script|\bid=|\bon\w+=", drawn) == []
    assert drawn.count(">6S<") == 1
    assert drawn == svg(PICTURE)


@pytest.mark.parametrize(
    ("picture", "said"),
    [
        (PICTURE, "Throne, empty, Deck 40, Amber, Ana (you), lord Bo, hidden 3, open, 6S, X18, ally, Shadow, Bo"),
        (TOGETHER, "Throne, empty, Deck 40, Amber, Ana (you), lord Bo, hidden 3, open, 6S, X18, ally, Bo"),
        (NOWHERE, "Ana (you), lord Bo, hidden 3, open, 6S, X18, ally, Throne, empty, Deck 40, Bo"),
        (replace(PICTURE, places=ROUND), "Ana (you), Bo, Cyd, Throne, empty, Deck 40, Eve, Dee"),
    ],
)
def test_a_drawing_is_read_from_the_middle_part_by_part_and_without_parts_round_it(picture: Picture, said: str) -> None:
    assert re.findall(r"<text [^>]*>([^<]*)</text>", svg(picture)) == said.split(", ")


@pytest.mark.parametrize("picture", [PICTURE, TOGETHER, NOWHERE, replace(PICTURE, places=CROWD)])
def test_in_a_drawing_all_seats_and_open_cards_have_room_and_lie_where_they_belong(picture: Picture) -> None:
    drawn = svg(picture)
    (paper, *_), boxes, cards = (laid(drawn, rounded, fill) for rounded, fill in ((12, ""), (8, ""), (4, "#ffffff")))
    [middle] = laid(drawn, 22)
    piles = [pile for place in picture.places for pile in place.piles]

    assert paper == (0, 0, *(int(found) for found in re.findall(r'viewBox="0 0 (\d+) (\d+)"', drawn)[0]))
    assert (len(boxes), len(cards)) == (len(picture.places), sum(len(pile.cards) for pile in piles))
    assert [box for box in (*boxes, middle) if not within(box, paper)] == []
    assert [card for card in cards if not any(within(card, box) for box in boxes)] == []
    assert [pair for some in ((*boxes, middle), cards) for pair in combinations(some, 2) if overlap(*pair)] == []


@pytest.mark.parametrize(("picture", "beside"), [(TOGETHER, True), (PICTURE, False), (NOWHERE, False)])
def test_seats_of_one_area_lie_side_by_side_and_two_without_any_above_each_other(
    picture: Picture, *, beside: bool
) -> None:
    one, other = laid(svg(picture), 8)

    assert (one[1] == other[1], one[0] != other[0]) == (beside, beside)


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
