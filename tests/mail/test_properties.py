"""What holds for any bytes and any lines."""

from hypothesis import given, settings
from hypothesis import strategies as st

from referee.mail.html import to_lines
from referee.mail.letter import Letter, read
from referee.mail.lines import key, letters
from referee.mail.quoting import Form, Label, classify
from referee.mail.text import OURS, RUN_ON, STRUCK

HEADERS = st.sampled_from(
    [
        b"From: ",
        b"To: ",
        b"Subject: ",
        b"Content-Type: ",
        b"Content-Type: multipart/mixed; boundary=b",
        b"Date: ",
        b"Message-ID: ",
        b"Content-Transfer-Encoding: base64",
        b"Content-Type: text/html; charset=",
        b"Content-Transfer-Encoding: quoted-printable",
        b"Content-Type: text/plain; format=flowed; charset=utf-16",
        b"Content-Disposition: attachment",
        b"Content-Type: message/rfc822",
    ]
)
PIECES = st.sampled_from(
    [b"\r\n", b"\n", b"\r", b"--b\r\n", b"--b--", b"\r\n\r\n", b"<", b"@", b"=?utf-8?q?=ff?=", b"a@b.test", b"> "]
)
LETTERS = st.lists(st.one_of(HEADERS, PIECES, st.binary(max_size=20)), max_size=30).map(b"".join)
LINES = st.one_of(
    st.sampled_from(
        [
            "",
            "> a",
            "-- ",
            "\f",
            "On 1.1.2026 at 9:14 a@b wrote:",
            "From: a@b",
            "Sent: 9:14",
            "Subject: x",
            "BEGIN 6",
            "END 6",
            "WAIT",
            "> WAIT",
            "---- Forwarded message ----",
            "-----Original Message-----",
            "Sent from my x",
            "| BEGIN 6",
            ">From x",
            "________",
        ]
    ),
    st.text(st.characters(blacklist_characters=f"\n{RUN_ON}{OURS}"), max_size=30),
)
FORM = Form("BEGIN 6", ("WAIT", "HOLD"), "END 6", ("A", "BEGIN 6", "WAIT", "HOLD", "END 6"))


@settings(max_examples=150, deadline=None)
@given(st.one_of(LETTERS, st.binary(max_size=300)))
def test_any_bytes_are_a_letter_without_surprise(raw: bytes) -> None:
    letter = read(raw)

    assert isinstance(letter, Letter)
    assert all("\n" not in line for line in letter.lines)
    assert (letter.sender is None) != (letter.sender_problem is None)


@settings(max_examples=150, deadline=None)
@given(st.lists(LINES, max_size=40), st.booleans())
def test_every_line_keeps_its_place_and_its_text(lines: list[str], with_form: bool) -> None:
    labelled = classify(lines, form=FORM if with_form else None, own=["a@b"])

    assert len(labelled) == len(lines)
    for line, found in zip(lines, labelled, strict=True):
        if found.label is Label.STRUCK:
            assert STRUCK + found.text == line
            continue
        assert found.text == line or (found.label is Label.NEW and found.text in line)
        assert (found.label is Label.BLANK) == (not line.strip())


@settings(max_examples=100, deadline=None)
@given(st.lists(st.sampled_from("ABC"), max_size=5), st.lists(st.sampled_from(["D 1", "E 2", "> F"]), max_size=3))
def test_below_forwarded_nothing_is_new_whatever_stands_there(above: list[str], below: list[str]) -> None:
    labelled = classify([*above, "----- Forwarded message -----", "BEGIN 6", *below, "END 6"], form=FORM)

    assert [line.text for line in labelled if line.label is Label.NEW] == above


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=200))
def test_any_text_is_html(source: str) -> None:
    assert all("\n" not in line for line in to_lines(source))


@given(st.text(st.characters(max_codepoint=127), max_size=30))
def test_a_line_has_the_same_letters_whatever_other_signs_stand_in_it(text: str) -> None:
    assert letters(text) == "".join(sign.lower() for sign in text if sign.isalnum())
    assert letters(f"{text}–É") == f"{letters(text)}é"


def test_a_line_is_known_by_one_sign_of_each_run_of_dashes_and_dots() -> None:
    assert key("A --- b === c ___ d ... e ~~ f -=- ((") == "a-b=c_d.e~f-=-(("
