"""Letters as HTML beside their text, and with data: who gets them, and what stands in them."""

import asyncio
import email
import re
from pathlib import Path

import pytest

from referee.engine.audience import Seat
from referee.mail.delivery import Retry
from referee.service.post.delivery import deliver
from referee.store import reports
from tests.reports.drawn import faults
from tests.service.world import READ, World


def parts(world: World, to: str) -> list[list[str]]:
    """The kinds of the parts of each mail to somebody."""
    world.tick()
    return [[part.get_content_type() for part in one.message.walk()] for one in world.mails() if one.to == to]


def message_id(wire: bytes) -> str:
    """By what a mail is known wherever it comes twice."""
    return str(email.message_from_bytes(wire, policy=READ)["Message-ID"])


BOTH = ["multipart/alternative", "text/plain", "text/html"]
JSON = "application/json"
ANA, BOB = "ana@players.example", "bob@players.example"


def test_a_letter_goes_out_as_text_and_as_html_that_tell_the_same(world: World) -> None:
    world.write("Ana", "LEAD HIGHEST")
    world.tick()
    (mail,) = [one for one in world.mails() if one.to == ANA]

    assert [part.get_content_type() for part in mail.message.walk()] == BOTH
    assert "LEAD HIGHEST" in mail.body
    assert '<span class="order" style="' in mail.page
    assert "LEAD HIGHEST</span>" in mail.page
    assert mail.body.endswith("you reach your GM.\n")


def test_a_player_may_have_text_alone_and_html_again(world: World) -> None:
    world.write("Ana", "MAIL TEXT")
    assert parts(world, ANA) == [["text/plain"]]

    world.write("Ana", "mail html")
    assert parts(world, ANA) == [BOTH]

    world.write("Ana", "MAIL DEFAULT")
    assert parts(world, ANA) == [BOTH]


def test_the_receipt_says_how_letters_come(world: World) -> None:
    world.write("Ana", "MAIL TEXT")
    world.tick()
    world.write("Ana", "STATUS")
    world.tick()

    said = [" ".join(one.body.split()) for one in world.mails() if one.to == ANA]

    assert "MAIL TEXT Letters come to you as text alone from now on." in said[0]
    assert any("Letters come to you as text alone." in one for one in said[1:])


def test_a_player_may_have_the_document_beside_the_letter_as_data(world: World) -> None:
    world.write("Ana", "MAIL DATA")
    world.tick()
    (receipt,) = [one for one in world.mails() if one.to == ANA]
    (attached,) = receipt.message.iter_attachments()
    with world.campaign.store.reading() as tx:
        kept = reports.latest(tx, world.row().id, Seat("Ana"), "receipt")
    assert kept is not None

    assert [part.get_content_type() for part in receipt.message.walk()] == ["multipart/mixed", *BOTH, JSON]
    assert attached.get_filename() == "letter.json"
    assert attached.get_content() == kept.document.encode()
    assert faults(kept.document) == []


@pytest.mark.parametrize("end", ["MAIL DATA OFF", "mail no data"])
def test_data_go_beside_text_alone_and_end_when_their_player_says_so(world: World, end: str) -> None:
    world.write("Ana", "MAIL TEXT\nMAIL DATA")
    assert parts(world, ANA) == [["multipart/mixed", "text/plain", JSON]]

    world.write("Ana", end)
    assert parts(world, ANA) == [["text/plain"]]

    world.write("Ana", "MAIL DATA\nMAIL DEFAULT")
    assert parts(world, ANA) == [BOTH]


def test_a_form_of_mail_that_there_is_not_is_answered_with_those_there_are(world: World) -> None:
    world.write("Ana", "MAIL PDF")
    world.tick()
    said = next(" ".join(one.body.split()) for one in world.mails() if one.to == ANA)

    assert "MAIL takes one of: MAIL TEXT|HTML|DATA|DEFAULT; MAIL DATA OFF; MAIL NO DATA." in said


def test_data_go_to_the_player_alone_who_asked_for_them(world: World) -> None:
    world.write("Ana", "MAIL DATA\nTO Bob: hello")

    assert parts(world, BOB) == [BOTH]


def test_a_mail_with_data_is_the_same_bytes_at_each_try(world: World) -> None:
    world.write("Ana", "MAIL DATA")
    world.tick()
    world.sink.answers = [Retry("450 later")]
    asyncio.run(deliver(world.campaign, [world.sink]))
    world.clock.forward(hours=1)
    asyncio.run(deliver(world.campaign, [world.sink]))
    first, second = (wire for _, to, wire in world.sink.taken if to == ANA)

    assert b"letter.json" in first
    assert first == second


@pytest.mark.parametrize("wish", ["MAIL DATA OFF", "MAIL TEXT", "MAIL DEFAULT"])
def test_a_mail_is_the_same_bytes_at_each_try_whatever_its_player_wishes_meanwhile(world: World, wish: str) -> None:
    world.write("Ana", "MAIL HTML\nMAIL DATA")
    world.tick()
    world.sink.answers = [Retry("450 later")]
    asyncio.run(deliver(world.campaign, [world.sink]))
    world.write("Ana", wish)
    world.tick()
    world.clock.forward(hours=1)
    asyncio.run(deliver(world.campaign, [world.sink]))
    tries = [(message_id(wire), wire) for _, to, wire in world.sink.taken if to == ANA]
    first = tries[0]

    assert b"letter.json" in first[1]
    assert [one for one in tries if one[0] == first[0]] == [first, first]
    assert len(tries) == 3


def test_the_receipt_names_what_describes_the_data(world: World) -> None:
    world.write("Ana", "MAIL DATA")
    world.write("Ana", "STATUS")
    world.tick()
    said = [" ".join(one.body.split()) for one in world.mails() if one.to == ANA]

    assert "referee report schema" in said[0]
    assert any("as data for programs of your own: letter.json. MAIL DATA OFF ends that." in one for one in said[1:])


def test_words_that_follow_mail_are_no_command(world: World) -> None:
    world.write("Ana", "MAIL Bob: hello")
    world.tick()

    said = next(" ".join(one.body.split()) for one in world.mails() if one.to == ANA)

    assert "TO Bob: hello" in said


@pytest.mark.parametrize(("shown", "kinds"), [(True, BOTH), (False, ["text/plain"])])
def test_a_campaign_says_what_is_usual(tmp_path: Path, shown: bool, kinds: list[str]) -> None:
    world = World.made(tmp_path, mail_html=shown)
    world.game()

    assert {tuple(found) for found in parts(world, ANA)} == {tuple(kinds)}


def test_a_tap_answers_where_the_letter_is_answered(tmp_path: Path) -> None:
    world = World.made(tmp_path)
    world.game()
    welcome = [one for one in world.mails() if one.to == ANA][-1]

    assert set(re.findall(r'href="mailto:([^?"]+)\?', welcome.page)) == {welcome.reply_to}


def test_press_draws_nothing_in_the_html_of_its_reader(world: World) -> None:
    world.write("Ana", 'TO Bob: <img src="https://evil.example/a.png"> <a href="https://evil.example">YES</a>')
    world.tick()
    (press,) = [one for one in world.mails() if one.to == BOB]

    assert "<img" not in press.page
    assert "&lt;img" in press.page
    assert "evil.example" not in "".join(re.findall(r'(?:href|src)="[^"]*"', press.page))


def test_a_look_that_is_broken_keeps_no_letter_back(world: World) -> None:
    folder = world.campaign.settings.folder / "templates"
    (folder / "letter.html.j2").write_text("{{ nothing_of_the_sort }}", encoding="utf-8")
    world.again().write("Ana", "LEAD HIGHEST")

    assert parts(world, ANA) == [BOTH]


def test_press_that_was_gathered_comes_as_html_too(world: World) -> None:
    world.write("Bob", "DIGEST 2h")
    world.tick()
    world.quiet()
    for words in ("the first", "the second"):
        world.write("Ana", f"TO Bob: {words}")
        world.tick()
    world.clock.forward(hours=3)
    (press,) = [one for one in world.mails() if one.to == BOB]

    assert [(words in press.body, words in press.page) for words in ("the first", "the second")] == [(True, True)] * 2


def test_a_letter_that_mail_programs_would_cut_goes_out_as_text_alone(tmp_path: Path) -> None:
    world = World.made(tmp_path)
    world.game("amber", ("Corwin", "Eric", "Fiona", "Random"), ruleset="amber")
    world.quiet()
    world.write("Eric", "RULES ALL\nRULES START", game="amber")
    world.tick()

    kinds = {mail.subject: mail.message.get_content_type() for mail in world.mails()}
    assert kinds["[The amber] The rules: ALL"] == "text/plain"
    assert kinds["[The amber] The rules: START"] == "multipart/alternative"
    world.campaign.close()
