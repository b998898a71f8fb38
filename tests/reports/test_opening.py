import contextlib
import io
from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from referee.engine.audience import Seat
from referee.engine.chance import commitment, mixed
from referee.reports.document import Sentence
from referee.reports.opening import all_orders, commitment_script, seed_script
from referee.reports.pages import AllOrdersPage
from referee.reports.parts import Later
from tests.reports.high_card import ANA, BO, head

SECRET = bytes(range(32))


def typed(lines: Sequence[str]) -> list[str]:
    """Run lines as if they were typed into Python, and return what they print."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec("\n".join(lines), {})
    return printed.getvalue().split()


def test_the_lines_print_the_commitment_and_the_seed() -> None:
    words = [(Seat("Ana"), "abracadabra"), (Seat("Bo"), "")]

    assert typed([*commitment_script(SECRET), *seed_script(words)]) == [
        "11b01c801e9033b5dde2043c1cb81635fc92193f1bff987bc70f2c12e65b282b",
        "861f6bdf99d8dbb938df18b36ee05906c9fcac770a1c116cc5a0d393e960cc37",
    ]


texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=120)


@given(st.binary(min_size=32, max_size=32), st.lists(st.tuples(texts, texts), max_size=4))
def test_any_secret_and_any_words_can_be_repeated(secret: bytes, words: list[tuple[str, str]]) -> None:
    lines = [*commitment_script(secret), *seed_script([(Seat(seat), word) for seat, word in words])]

    assert typed(lines) == [commitment(secret), mixed(secret, words).hex()]
    assert all(line.isascii() and len(line) <= 72 for line in lines)


def test_the_lines_can_be_pasted_into_a_running_python() -> None:
    lines = [*commitment_script(SECRET), *seed_script([(Seat("Ana"), "x")])]

    assert not any(line.rstrip().endswith(":") for line in lines)
    assert lines[0] == "import hashlib"


def test_turns_with_the_same_orders_are_told_once_and_what_stood_before_is_marked() -> None:
    first, more = ("PLAY 7",), ("PLAY 7", "KEEP FROM 8")
    sent = ((ANA, 1, first), (ANA, 2, first), (ANA, 3, more), (ANA, 5, more), (BO, 6, first))
    page = AllOrdersPage(head(), tuple((seat, Later(turn, lines)) for seat, turn, lines in sent))

    assert [[one.text for one in group if isinstance(one, Sentence)] for group in all_orders(page).groups] == [
        ["In force for Ana from turn 1 to turn 2:", "PLAY 7"],
        ["In force for Ana in turn 3:", "PLAY 7 (as before)", "KEEP FROM 8"],
        ["In force for Ana in turn 5:", "PLAY 7 (as before)", "KEEP FROM 8 (as before)"],
        ["In force for Bo in turn 6:", "PLAY 7"],
    ]
