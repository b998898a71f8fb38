"""What an answer takes over from the letters of others may stand in a header of ours, whatever they wrote there."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.mail import outgoing
from referee.mail.letter import heading
from referee.mail.outgoing import HeaderError, wire
from tests.mail.test_outgoing import LETTER, parsed

BAD_IDS = [
    "<a b@c.test>", "<ä@c.test>", "<a\0@c.test>", "<a@c.test\r\nBcc: x@y.test>", "<>", "<a>", "a@b.test",
    "<a@b@c.test>", "<a@b.test", "<<a@b.test>>", "<\u202ea@b.test>", "<\udcff@b.test>", f"<{'a' * 1_500}@b.test>", "",
]  # fmt: skip


@pytest.mark.parametrize("bad", BAD_IDS)
def test_an_id_that_may_not_stand_in_a_header_is_left_out(bad: str) -> None:
    assert outgoing.believable(["<good@b.test>", bad, "<good@b.test>"]) == ["<good@b.test>"]


@pytest.mark.parametrize(
    "good", ["<CAJ+x=y_z@mail.gmail.com>", "<1.2.JavaMail.a@[10.0.0.1]>", "<A!#$%&'*+-/=?^_`{|}~@b>"]
)
def test_an_id_as_programs_write_them_is_kept(good: str) -> None:
    assert outgoing.believable([good]) == [good]


@pytest.mark.parametrize(
    ("before", "answered", "found"),
    [
        ([], None, []),
        ([], "<b@x>", ["<b@x>"]),
        (["<a@x>"], "<b@x>", ["<a@x>", "<b@x>"]),
        (["<b@x>", "<a@x>"], "<b@x>", ["<a@x>", "<b@x>"]),
        (["<a@x>", "<a@x>", "no id"], None, ["<a@x>"]),
        ([f"<{n}@x>" for n in range(30)], "<b@x>", ["<0@x>", *(f"<{n}@x>" for n in range(22, 30)), "<b@x>"]),
    ],
)
def test_references_name_the_first_letter_and_the_last_ones(
    before: list[str], answered: str | None, found: list[str]
) -> None:
    assert outgoing.references(before, answered) == found


@pytest.mark.parametrize(
    ("subject", "found"),
    [
        ("", ""),
        ("Re: ", ""),
        ("my orders", "Re: my orders"),
        ("Re: [The duel] Turn 2", "Re: [The duel] Turn 2"),
        ("RE:[The duel] Turn 2", "Re: [The duel] Turn 2"),
        ("Aw: AW: Re: x", "Re: x"),
        ("Re[2]: x", "Re: x"),
        ("回复：x", "Re: x"),
        ("Rest: x", "Re: Rest: x"),
        ("a\r\nBcc: b@c.test\0", "Re: a Bcc: b@c.test"),
        ("x" * 201, "Re: " + "x" * 197 + "..."),
    ],
)
def test_an_answer_keeps_the_subject(subject: str, found: str) -> None:
    assert outgoing.answer_subject(subject) == found


HEADERS = ["Subject", "Message-ID", "References", "In-Reply-To", "From", "To", "Content-Type"]


@settings(max_examples=300, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(HEADERS), st.binary(max_size=400)), max_size=6))
def test_an_answer_to_whatever_headers_can_be_built(fields: list[tuple[str, bytes]]) -> None:
    raw = b"".join(name.encode() + b": " + value + b"\r\n" for name, value in fields) + b"\r\nHOLD\r\n"
    read = heading(raw)
    answered = next(iter(outgoing.believable([read.message_id or ""])), None)

    found = replace(
        LETTER,
        subject=outgoing.answer_subject(read.subject) or "your letter",
        in_reply_to=answered,
        references=tuple(outgoing.references(read.references, answered)),
    )

    assert max(map(len, wire(found).split(b"\r\n"))) <= 998
    assert parsed(found)["From"].addresses[0].addr_spec == "referee@referee.test"


def test_references_are_folded() -> None:
    found = replace(LETTER, references=("<a@x>", "<b@x>"))

    assert b"\r\nReferences: <a@x>\r\n <b@x>\r\n" in wire(found)
    assert parsed(found)["References"].split() == ["<a@x>", "<b@x>"]


def test_an_id_that_makes_a_line_too_long_is_refused() -> None:
    with pytest.raises(HeaderError):
        wire(replace(LETTER, in_reply_to=f"<{'a' * 1_500}@x>"))
