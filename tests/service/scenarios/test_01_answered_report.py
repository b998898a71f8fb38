"""Scenario 1: a player answers the report, with orders above what the program quotes, or in our own quoted form."""

from __future__ import annotations

import pytest

from referee.mail.clients import STYLES, reply
from referee.mail.form import Form
from tests.service.world import Mail, World

MINE = ["LEAD LOWEST", "REPLY CHEAPEST WIN, HIGHEST", "PLAY ON 2"]


def report_of(world: World) -> Mail:
    """Let turn 1 be adjudicated, and return Ana's report, whose form holds other lines than she writes."""
    world.adjudicate()
    return next(m for m in world.mails() if m.to == "ana@players.example")


def form_in(mail: Mail) -> Form:
    """Find our form in a letter."""
    lines = mail.body.splitlines()
    begin = next(n for n, line in enumerate(lines) if line.startswith("---- orders for"))
    end = next(n for n, line in enumerate(lines) if line.startswith("---- orders for") and n > begin)
    return Form(lines[begin], tuple(lines[begin + 1 : end]), lines[end])


def answered(world: World, mail: Mail, style: str, where: str = "above") -> Mail:
    """Answer a report in a mail program, and return the receipt."""
    raw = reply(
        style,
        mail.message.as_bytes(),
        MINE,
        "Ana <ana@players.example>",
        where="form" if where == "form" else "above",
        form=form_in(mail) if where == "form" else None,
        date=world.clock.now(),
    )
    world.arrive(raw, mail.reply_to, "ana@players.example")
    world.tick()
    [receipt] = world.mails()
    return receipt


@pytest.mark.parametrize("style", sorted(STYLES))
def test_only_what_was_written_now_is_taken_whatever_the_program_quotes_below(world: World, style: str) -> None:
    mail = report_of(world)
    receipt = answered(world, mail, style)

    assert world.on_file("Ana") == tuple(MINE)
    assert receipt.subject == f"Re: {mail.subject}"


@pytest.mark.parametrize("style", ["mutt", "outlook_de", "gmail", "yahoo"])
def test_lines_changed_inside_our_quoted_form_count_and_unchanged_ones_do_not(world: World, style: str) -> None:
    mail = report_of(world)
    answered(world, mail, style, "form")

    assert form_in(mail).lines == ("LEAD LOWEST", "REPLY CHEAPEST WIN, LOWEST", "PLAY ON 0")
    assert world.on_file("Ana") == tuple(MINE)  # also the line that she wrote once more below the same of the form


def test_html_beside_the_text_and_spaces_that_do_not_break_do_no_harm(world: World) -> None:
    mail = report_of(world)
    text = "LEAD\u00a0LOWEST\r\nPLAY\u00a0ON\u00a02\r\n-- \r\nAna\r\nLEAD HIGHEST\r\n"
    page = "<div>LEAD&nbsp;LOWEST</div><div>PLAY&nbsp;ON&nbsp;2</div><div>-- <br>Ana<br>LEAD HIGHEST</div>"
    raw = (
        "From: Ana <ana@players.example>\r\nTo: x@referee.example\r\nMessage-ID: <1@ana>\r\nMIME-Version: 1.0\r\n"
        'Content-Type: multipart/alternative; boundary="b"\r\n\r\n'
        f'--b\r\nContent-Type: text/plain; charset="utf-8"\r\nContent-Transfer-Encoding: 8bit\r\n\r\n{text}\r\n'
        f'--b\r\nContent-Type: text/html; charset="utf-8"\r\nContent-Transfer-Encoding: 8bit\r\n\r\n{page}\r\n--b--\r\n'
    )
    world.arrive(raw.encode(), mail.reply_to, "ana@players.example")
    world.tick()

    assert world.on_file("Ana") == ("LEAD LOWEST", "PLAY ON 2")


def test_the_receipt_says_what_was_understood_the_code_the_deadline_in_their_zone_and_the_default(world: World) -> None:
    mail = report_of(world)
    text = answered(world, mail, "mutt").body
    said = " ".join(text.split())

    for n, line in enumerate(MINE, 1):
        assert f"{n} {line}" in said
    assert "due Friday 27 November, 20:00 (Berlin)" in said
    assert "Receipt 2-ANA-1 of duel, " in said
    assert "Where no line of yours speaks:" in said


def test_quoted_lines_that_read_like_orders_are_named_as_not_used(world: World) -> None:
    mail = report_of(world)
    text = "LEAD LOWEST\n\nOn Tuesday Bob wrote:\n> LEAD DRAW\n> REPLY DRAW"
    world.arrive(world.letter(text, "ana@players.example"), mail.reply_to, "ana@players.example")
    world.tick()
    said = " ".join(world.mails()[0].body.split())

    assert world.on_file("Ana") == ("LEAD LOWEST",)
    assert "LEAD DRAW It stands in quoted text." in said
    assert "REPLY DRAW It stands in quoted text." in said
