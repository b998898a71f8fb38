"""A form resorted, or changed in half of the letter, and words with quoted ones in them: nothing is lost unsaid."""

from __future__ import annotations

from tests.service.world import Mail, World

AS_SENT = "It holds the form as I sent it, so nothing is changed."


def words(mail: Mail) -> str:
    """Return a letter's text on one line."""
    return " ".join(mail.body.split())


def report(world: World) -> tuple[Mail, list[str]]:
    """Adjudicate a turn with two replies of Ana's; return her report and its lines, quoted."""
    world.write("Ana", "REPLY LOWEST\nREPLY IF LED = M18 PLAY M19\nPLAY ON 1")
    world.tick()
    world.quiet().adjudicate()
    (mail,) = (mail for mail in world.mails() if mail.to == "ana@players.example")
    return mail, [f"> {line}" for line in mail.body.splitlines()]


def test_replies_put_into_another_order_in_the_form_are_tried_in_that_order(world: World) -> None:
    mail, lines = report(world)
    low, led = (n for n, line in enumerate(lines) if line.startswith("> REPLY"))

    world.answer(mail, "\n".join(lines))
    world.tick()
    (same,) = world.mails()
    lines[low], lines[led] = lines[led], lines[low]
    world.answer(mail, "\n".join(lines))
    world.tick()
    (sorted_anew,) = world.mails()

    assert AS_SENT in words(same)
    assert AS_SENT not in words(sorted_anew)
    assert world.on_file("Ana") == ("PLAY ON 1", "REPLY IF LED = M18 PLAY M19", "REPLY LOWEST")


def test_a_form_that_was_changed_in_the_html_alone_counts_and_is_told(world: World) -> None:
    mail, lines = report(world)
    html = "<br>".join(line.removeprefix("> ").replace("PLAY ON 1", "PLAY ON 0") for line in lines)
    raw = (
        f"From: ana@players.example\r\nTo: {mail.reply_to}\r\nMessage-ID: <1@players.example>\r\n"
        f"In-Reply-To: {mail.message['Message-ID']}\r\nMIME-Version: 1.0\r\n"
        "Content-Type: multipart/alternative; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\nthanks\r\n"
        f"--b\r\nContent-Type: text/html\r\n\r\n<p>thanks</p><blockquote>{html}</blockquote>\r\n--b--\r\n"
    )

    world.arrive(raw.encode(), mail.reply_to, "ana@players.example")
    world.tick()

    (receipt,) = world.mails()
    assert world.on_file("Ana") == ("REPLY LOWEST", "REPLY IF LED = M18 PLAY M19", "PLAY ON 0")
    assert 'In the form, only the HTML of your letter has "PLAY ON 0"; I took what stands there.' in words(receipt)


def test_quoted_lines_among_words_to_others_are_named_for_they_do_not_go_with_them(world: World) -> None:
    quoted = "On Friday at 9:14 you wrote:\n> you would attack."
    world.write("Ana", f"TO Bob:\n{quoted}\nI do not believe it.\n.\nLEAD LOWEST")
    world.tick()
    mails = {mail.to: words(mail) for mail in world.mails()}

    left = "This was left out, and 1 more of the kind: | On Friday at 9:14 you wrote:"
    assert f"Quoted text does not go with your words to others. {left}" in mails["ana@players.example"]
    assert "I do not believe it." in mails["bob@players.example"]
    assert "you would attack" not in mails["bob@players.example"]
    assert world.on_file("Ana") == ("LEAD LOWEST",)


def test_the_lines_of_the_form_typed_in_a_letter_of_its_own_are_orders(world: World) -> None:
    world.write("Ana", "LEAD HIGHEST\nREPLY CHEAPEST WIN, HIGHEST")
    world.tick()

    assert world.on_file("Ana") == ("LEAD HIGHEST", "REPLY CHEAPEST WIN, HIGHEST")


def test_a_standing_order_of_a_card_that_is_gone_stands_in_no_form_and_stays_on_file(world: World) -> None:
    world.write("Ana", "STANDING LEAD M4\nREPLY M4, LOWEST")
    world.tick()

    world.quiet().adjudicate()

    (mail,) = (mail for mail in world.mails() if mail.to == "ana@players.example")
    form = mail.body.partition("\n---- ")[2].splitlines()[1:4]
    assert form == ["LEAD LOWEST", "PLAY ON 0", "REPLY M4, LOWEST"]
    assert world.on_file("Ana") == ("LEAD M4", "REPLY M4, LOWEST")
