"""The form in two alternatives: a change that only the HTML shows is taken or told, never lost in silence."""

from collections.abc import Sequence
from functools import partial

from referee.mail.beside import beside
from referee.mail.quoting import Form, Label, Labelled, classify
from referee.mail.text import STRUCK

FORM = Form("---- orders for turn 2, from here --", ("LEAD LOWEST", "PLAY ON 1"), "---- orders for turn 2, to here --")
CHANGED = "LEAD KW, M8"


def whole(*inside: str) -> list[str]:
    return [f"> {line}" for line in (FORM.begin, *inside, FORM.end)]


def found(text: list[str], html: list[str]) -> tuple[Sequence[Labelled], str]:
    return beside(text, classify(text, form=FORM), html, partial(classify, form=FORM), FORM)


def test_a_change_that_only_the_html_shows_is_taken_and_told() -> None:
    taken = (
        (Labelled("", Label.BLANK), Labelled(CHANGED, Label.NEW)),
        f'In the form, only the HTML of your letter has "{CHANGED}"; I took what stands there.',
    )

    assert found(["thanks"], ["thanks", *whole(CHANGED, "PLAY ON 1")]) == taken
    assert found(["thanks", *whole(*FORM.lines)], ["thanks", *whole(CHANGED, "PLAY ON 1")]) == taken


def test_where_both_were_changed_the_text_counts_and_the_difference_is_told() -> None:
    told = 'In the form, the HTML of your letter has "LEAD M8" besides; I went by its plain text.'

    assert found(whole(CHANGED, "PLAY ON 1"), whole("LEAD M8", "PLAY ON 1")) == ((), told)


def test_the_same_form_in_both_adds_nothing() -> None:
    assert found(whole(*FORM.lines), whole(*FORM.lines)) == ((), "")
    assert found(whole(CHANGED), whole(CHANGED, "PLAY ON 1")) == ((), "")
    assert found([CHANGED], [CHANGED, *whole(CHANGED, "PLAY ON 1")]) == ((), "")
    assert found(whole("PLAY ON 1", "LEAD LOWEST"), whole("PLAY ON 1", "LEAD LOWEST")) == ((), "")


def test_a_form_in_which_something_was_struck_out_is_left_alone() -> None:
    assert found([f"{STRUCK}{CHANGED}", "thanks"], whole(CHANGED)) == ((), "")


def test_a_forwarded_form_adds_nothing() -> None:
    assert found(["thanks"], ["---------- Forwarded message ---------", *whole(CHANGED)]) == ((), "")
