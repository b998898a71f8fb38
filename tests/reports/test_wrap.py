from hypothesis import given
from hypothesis import strategies as st

from referee.reports import wrap


def test_a_line_that_fits_stays_as_it_is() -> None:
    line = "    Eric     Eight of Swords       A Wand stops any Sword."

    assert wrap.wrapped(line) == (line,)


def test_a_long_line_hangs_as_deep_as_it_begins() -> None:
    line = "    " + "seven " * 13

    assert wrap.wrapped(line) == ("    " + " ".join(["seven"] * 11), "    seven seven")


def test_a_long_word_moves_to_the_left_before_it_is_broken() -> None:
    address = "https://referee.example/" + "x" * 46

    assert wrap.wrapped(f"      See {address}") == ("      See", f"  {address}")


def test_a_word_longer_than_a_line_is_broken() -> None:
    assert wrap.wrapped("  " + "y" * 100) == ("  " + "y" * 70, "y" * 30)


def test_wide_and_combining_letters_are_measured_as_they_look() -> None:
    assert wrap.width("ZoÖ") == 3
    assert wrap.width("Zoë") == 3
    assert wrap.width("魔法") == 4
    assert wrap.wrapped("魔" * 40) == ("魔" * 36, "魔" * 4)


def test_columns_are_as_wide_as_their_widest_cell() -> None:
    rows = [("", "place", "hidden"), ("Zoë", "Amber", 0), ("魔法使い", "-", 12)]

    assert wrap.columns([tuple(map(str, row)) for row in rows], right=(2,)) == [
        "          place  hidden",
        "Zoë       Amber       0",
        "魔法使い  -          12",
    ]


def test_rows_of_unequal_length_are_set_too() -> None:
    assert wrap.columns([("a",), ("bb", "c")]) == ["a", "bb  c"]


def test_columns_that_are_too_wide_are_wrapped_together() -> None:
    rows = [("who", "what"), ("a bird in the hand", "is worth more than two in the bush")]

    assert wrap.columns(rows, limit=40, header=True) == [
        "who                 what",
        "a bird in the hand  is worth more than",
        "                    two in the bush",
    ]
    assert wrap.columns(rows, limit=34, header=True) == [
        "who               what",
        "a bird in the     is worth more",
        "hand              than two in the",
        "                  bush",
    ]
    assert wrap.columns(rows, limit=33, header=True) == [
        "who: a bird in the hand; what: is",
        "  worth more than two in the bush",
    ]


def test_a_text_stands_beside_or_below() -> None:
    assert wrap.beside("  1  PLAY 7", "You led 7.", 16) == ["  1  PLAY 7     You led 7."]
    assert wrap.beside("  1  PLAY 7 AND ON", "You led 7.", 16) == ["  1  PLAY 7 AND ON", "       You led 7."]


def test_a_letter_ends_with_one_line_feed_and_has_no_trailing_blanks() -> None:
    assert wrap.layout("\n\na  \n\n\n\n\nb\n\n") == "a\n\n\nb\n"
    assert wrap.layout("a\n\n\nb", gap=1) == "a\n\nb\n"


def test_a_fixed_line_is_not_wrapped() -> None:
    order = "ATTACK Corwin WITH " + ", ".join(["8S"] * 20)

    assert wrap.layout(order, [order]) == f"{order}\n"
    assert max(map(len, wrap.layout(order).splitlines())) <= wrap.WIDTH


def test_marks_that_nobody_sees_are_taken_out() -> None:
    assert wrap.clean("a\r\nb\tc\x1b[2J\u202egnp\u2066\ufeff") == "a\nb    c[2Jgnp"


@given(st.text(max_size=300))
def test_no_line_is_too_wide_and_no_word_is_lost(text: str) -> None:
    clean = wrap.clean(text)
    line = " ".join(clean.split())

    wrapped = wrap.wrapped(line)

    assert all(wrap.width(part) <= wrap.WIDTH and part == part.rstrip(" ") for part in wrapped)
    assert "".join("".join(wrapped).split()) == "".join(line.split())
