"""Letters as HTML beside their text: who gets them, and what stands in them."""

import re
from pathlib import Path

import pytest

from tests.service.world import World


def parts(world: World, to: str) -> list[list[str]]:
    """The kinds of the parts of each mail to somebody."""
    world.tick()
    return [[part.get_content_type() for part in one.message.walk()] for one in world.mails() if one.to == to]


BOTH = ["multipart/alternative", "text/plain", "text/html"]
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
