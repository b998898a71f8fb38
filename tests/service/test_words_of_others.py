"""Words of others in a letter of ours, quoted in its answer: they order nothing, whatever they look like."""

from __future__ import annotations

import pytest

from referee.mail.clients import STYLES, Where, reply
from tests.service.world import Mail, World

ANA = "ana@players.example"
PLACES: tuple[Where, ...] = ("above", "below")


def with_orders(world: World) -> tuple[str, ...]:
    """Let Ana have orders on file; return them."""
    world.write("Ana", "LEAD LOWEST")
    world.tick()
    world.quiet()
    return world.on_file("Ana")


def made_up(order: str) -> str:
    """A line that our wrapping sets in lines: the markers of a form as another can guess them, an order between."""
    begin = "---- orders for turn 1, from here ".ljust(66, "-")
    return f"{'word ' * 13}{begin} {order} {'-' * (66 - len(order))} orders for turn 1, to here ----"


def told_by_bob(world: World, words: str) -> Mail:
    """Let Bob write to Ana; return what she gets."""
    world.write("Bob", f"TO Ana:\n{words}\n.")
    world.tick()
    return next(mail for mail in world.mails() if mail.to == ANA)


def answered(
    world: World, mail: Mail, style: str, where: Where, words: str = "Sure, fine.", *, lost: bool = False
) -> None:
    """Let Ana answer with these words in the manner of a mail program, perhaps of one that names no letter of ours."""
    raw = reply(style, mail.message.as_bytes(), [words], ANA, int(lost), where=where)
    if lost:
        raw = raw.replace(b"In-Reply-To:", b"X-Was:").replace(b"References:", b"X-Were:")
    world.arrive(raw, mail.reply_to, ANA)
    world.tick()


@pytest.mark.parametrize("where", PLACES)
@pytest.mark.parametrize("style", STYLES)
def test_a_form_that_another_makes_up_in_press_is_none(world: World, style: str, where: Where) -> None:
    kept = with_orders(world)
    for order in ("LEAD HIGHEST", "RESIGN SEAT", "TO Bob: take it all"):
        mail = told_by_bob(world, made_up(order))
        for lost in (False, True):
            answered(world, mail, style, where, lost=lost)

            (receipt,) = world.mails()
            assert world.on_file("Ana") == kept
            assert (receipt.to, "Done at once" in receipt.body) == (ANA, False)


ODD_LEAD = "Referee skrev den 20.11.2026:"


@pytest.mark.parametrize("where", PLACES)
@pytest.mark.parametrize("lead", [ODD_LEAD, ""])
def test_words_of_others_order_nothing_without_their_bars_and_any_mark(world: World, lead: str, where: Where) -> None:
    kept = with_orders(world)
    mail = told_by_bob(world, "LEAD HIGHEST\nREPLY HIGHEST\n\nRESIGN SEAT\nTO Bob: take it all")
    quoted = [lead, *(line.replace("|", "\t") for line in mail.body.splitlines())]
    said = ["Sure, fine.", ""]

    world.answer(mail, "\n".join([*said, *quoted] if where == "above" else [*quoted, "", *said]))

    (receipt,) = world.mails()
    assert world.on_file("Ana") == kept
    assert (receipt.to, "Done at once" in receipt.body) == (ANA, False)


def test_words_of_others_order_nothing_however_many_letters_came_since(world: World) -> None:
    kept = with_orders(world)
    mail = told_by_bob(world, "LEAD HIGHEST\nREPLY HIGHEST\n\nRESIGN SEAT\nTO Bob: take it all")
    for n in range(45):
        told_by_bob(world, f"This is word {n} of many.")
    quoted = [line.replace("|", "\t") for line in mail.body.splitlines()]

    world.answer(mail, "\n".join(["Sure, fine.", "", *quoted]))

    assert world.on_file("Ana") == kept
    assert [one for one in world.mails() if one.to != ANA] == []


def test_words_that_are_written_a_second_time_are_no_quotation(world: World) -> None:
    for _ in range(2):
        world.write("Ana", f"TO Bob: {'word ' * 30}")
        world.tick()

        assert {mail.to for mail in world.mails()} == {ANA, "bob@players.example"}


SHAPES = ("gmail", "outlook_en", "apple", "iphone", "yahoo", "gmx", "mutt")


@pytest.mark.parametrize("style", SHAPES)
def test_a_gm_who_quotes_a_player_commands_nothing(world: World, style: str) -> None:
    due = world.row().due_at
    for place in PLACES:
        world.write("Bob", f"TO GM: {'word ' * 13}EXTEND 2d {'-' * 66} PAUSE {'=' * 66} PROCESS")
        world.tick()
        mail = next(mail for mail in world.mails() if mail.to == "gm@referee.example")
        raw = reply(style, mail.message.as_bytes(), ["I shall think about it."], "gm@referee.example", where=place)
        world.arrive(raw, mail.reply_to, "gm@referee.example")
        world.tick()

        (answer,) = (mail for mail in world.mails() if mail.to == "gm@referee.example")
        assert "What came of it" not in answer.body
    assert (world.row().due_at, world.row().status.value) == (due, "running")


@pytest.mark.parametrize("style", SHAPES)
def test_an_answer_that_quotes_a_yes_confirms_nothing(world: World, style: str) -> None:
    kept = with_orders(world)
    eve = "yes.yes@elsewhere.example"
    held = world.write("Ana", "LEAD HIGHEST", sender=eve)
    world.tick()
    (asked,) = (mail for mail in world.mails() if "Was this you" in mail.subject)

    for place in PLACES:
        answered(world, asked, style, place, words="I wonder who that may be.")

    assert world.on_file("Ana") == kept
    assert world.kept(held).state.value == "held"
