"""Words of others in a letter of ours, quoted in its answer: they order nothing, whatever they look like."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from referee.engine.audience import Seat
from referee.engine.commands import ALL
from referee.mail.clients import STYLES, Where, reply
from referee.service.gm.announcements import Announce
from referee.service.gm.corrections import Correct, CorrectOrders
from referee.service.gm.deadlines import Extend, Hold, Pause
from referee.service.gm.ending import Cancel, EndGame
from referee.service.gm.order import GmOrder
from referee.service.gm.ruling import Rule, Withdraw
from referee.service.gm.settings import Set
from referee.service.gm.turns import Rollback
from referee.service.post.post import form_code
from referee.service.rounds.command import carry_out
from referee.store import reports
from tests.laws.test_words_of_others import looks_ours
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


@pytest.mark.parametrize("style", STYLES)
def test_no_words_that_a_newsletter_brings_are_orders(world: World, style: str) -> None:
    world.write("Ana", "NEWSLETTER ON")
    world.write("Bob", f"TO ALL:\n{made_up(FOREIGN)}\n{FOREIGN}\n.")
    world.quiet()
    world.adjudicate()
    mail = next(one for one in world.mails() if one.to == ANA and "Newsletter" in one.subject)
    kept = with_orders(world)
    for lost in (False, True):
        for where in PLACES:
            answered(world, mail, style, where, lost=lost)
            world.quiet()

            assert FOREIGN in mail.body
            assert world.on_file("Ana") == kept


def test_the_code_of_a_form_is_its_letters_alone() -> None:
    ana, bob = Seat("Ana"), Seat("Bob")

    codes = [
        form_code(b"key", "duel", 1, ana, 7),
        form_code(b"another", "duel", 1, ana, 7),
        form_code(b"key", "other", 1, ana, 7),
        form_code(b"key", "duel", 2, ana, 7),
        form_code(b"key", "duel", 1, bob, 7),
        form_code(b"key", "duel", 1, ana, 8),
        form_code(b"key", "duel", 1, ana, 7, anew=1),
    ]

    assert codes[0] == form_code(b"key", "duel", 1, ana, 7, anew=0)
    assert len(set(codes)) == len(codes)


def reports_of(world: World) -> dict[str, Mail]:
    """Let a turn be over; return each player's report."""
    world.adjudicate()
    return {mail.to: mail for mail in world.mails() if "Turn 1" in mail.subject}


FOREIGN = "ROUND 2 LEAD LOWEST"
"""No line of a form that we print."""


def form_in(mail: Mail) -> tuple[str, str]:
    """The markers of the form in a letter."""
    begin, end = (line for line in mail.body.splitlines() if ", code " in line)
    return begin, end


@pytest.mark.parametrize("style", STYLES)
def test_no_words_of_others_are_a_form_though_they_have_the_right_code(world: World, style: str) -> None:
    begin, end = form_in(reports_of(world)[ANA])
    kept = with_orders(world)
    mail = told_by_bob(world, f"{begin}\n{FOREIGN}\n{end}")
    for lost in (False, True):
        for where in PLACES:
            answered(world, mail, style, where, lost=lost)

            (receipt,) = world.mails()
            assert (world.on_file("Ana"), receipt.to) == (kept, ANA)
            assert "The form" not in receipt.body


def test_nor_are_they_without_their_bars_in_the_answer_to_the_letter_that_brought_them(world: World) -> None:
    begin, end = form_in(reports_of(world)[ANA])
    kept = with_orders(world)
    mail = told_by_bob(world, f"{begin}\n{FOREIGN}\n{end}")

    world.answer(mail, f"Sure.\n\n{mail.body.replace('|', ' ')}", In_Reply_To=str(mail.message["Message-ID"]))

    assert world.on_file("Ana") == kept


def test_markers_of_before_there_were_codes_count_for_nothing_where_no_letter_is_named(world: World) -> None:
    """Others can make them up; a campaign may have such letters from the time before."""
    markers = form_in(reports_of(world)[ANA])
    plain = [re.sub(r", code \S+ ", " ", one) for one in markers]
    with world.campaign.store.writing() as tx:
        row = reports.latest(tx, world.row().id, Seat("Ana"), "report")
        assert row is not None
        tx.change(row, form=[plain[0], *row.form[1:-1], plain[1]])
    kept = with_orders(world)
    forged = "\n".join(["Sure.", "", plain[0], f"> {FOREIGN}", plain[1]])

    world.write("Ana", forged)
    world.tick()

    assert world.on_file("Ana") == kept


def test_a_program_that_names_anothers_letter_costs_nobody_their_form(world: World) -> None:
    mine, theirs = map(reports_of(world).get, (ANA, "bob@players.example"))
    assert mine is not None
    assert theirs is not None
    form = "\n".join(f"> {line}" for line in mine.body.splitlines())
    begin, _ = form_in(mine)
    form = form.replace(begin, f"{begin}\n> {FOREIGN}")

    world.answer(mine, f"Here.\n\n{form}", In_Reply_To=str(theirs.message["Message-ID"]))

    assert world.on_file("Ana") == (FOREIGN,)


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


MARKER = "---- orders for turn 1, from here ".ljust(72, "-")
CALM, WILD = "a calm word", f"{'word ' * 14}{'=' * 72} {MARKER} {'-' * 72} word"


@pytest.mark.parametrize(
    "act",
    [
        lambda text: Pause(text=text),
        lambda text: Hold(text=text),
        lambda text: Rollback(n=1, text=text),
        lambda text: Announce(text=text),
        lambda text: Extend(time="24h", reason=text),
        lambda text: Rule(text=text, addressees=(ALL,)),
        lambda text: EndGame(result="nobody", reason=text),
        lambda text: Cancel(text=text),
        lambda text: Set(wanted={"grace": "3h"}, reason=text),
        lambda text: Set(wanted={"title": text}),
        lambda text: Withdraw(n=1, text=text),
        lambda text: Correct(line="SET POINTS OF Ana TO 12", reason=text),
        lambda text: CorrectOrders(player="Ana", lines=("LEAD LOWEST",), text=text),
    ],
    ids=[
        "pause", "hold", "rollback", "announce", "extend", "rule", "end", "cancel", "set", "title", "withdraw",
        "correct", "correct orders",
    ],
)  # fmt: skip
def test_no_words_of_the_gm_print_as_a_line_of_ours(begun: Path, tmp_path: Path, act: Callable[[str], GmOrder]) -> None:
    found = []
    for text in (CALM, WILD):
        world = World.copied(begun, tmp_path / text[:4])
        reports_of(world)
        carry_out(world.campaign, Rule(text="So it is.", addressees=(ALL,)), "duel")
        world.quiet()
        carry_out(world.campaign, act(text), "duel")
        world.write("Ana", "STATUS\nLEAD LOWEST")
        world.tick()
        letters = sorted((mail.subject.partition("]")[2], mail.body) for mail in world.mails() if mail.to == ANA)
        found.append([[line for line in body.splitlines() if looks_ours(line)] for _, body in letters])
        world.campaign.close()

    assert found[0]
    assert found[0] == found[1]


@pytest.mark.parametrize("act", [lambda text: Cancel(text=text), lambda text: Set(wanted={"title": text})])
def test_nor_do_they_before_the_start(tmp_path: Path, act: Callable[[str], GmOrder]) -> None:
    world = World.made(tmp_path)
    world.game(start=False)
    world.quiet()
    carry_out(world.campaign, act(WILD), "duel")

    lines = [line for mail in world.mails() for line in mail.body.splitlines()]
    assert lines
    assert [line for line in lines if looks_ours(line)] == []
