"""Answers whose text has lost its line ends: what was written is done, and nothing of the letter that is quoted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import timedelta
from itertools import cycle, product
from pathlib import Path

import pytest

from referee.engine.audience import Seat
from referee.mail.letter import read
from referee.service.letters.incoming import GameLetter, form_answered
from referee.service.letters.sorting import sort
from referee.store import games, inbox, mails
from referee.store.tables import LetterRow
from tests.mail.test_runon import LEADS
from tests.service.world import Mail, World


@pytest.fixture
def unstarted(tmp_path: Path) -> Iterator[World]:
    """Return a campaign in which a duel between Ana and Bob waits for its start."""
    made = World.made(tmp_path)
    made.game(start=False)
    yield made
    made.campaign.close()


GAMES = ("amagande", "amber", "elements", "living-trumps", "normal-cards", "wizards-duel")
ANA = "ana@players.example"
SETTLED = "\n".join(["WORD mellon", "STATUS", "HELP", "RULES", "ADDRESS ADD ana@elsewhere.example", "SURRENDER to you"])
OTHERS = "TO Ana:\nLook:\nRESIGN SEAT\nWORD sesame\nYES\nNO\nVOTE YES\nTO Bob: I give up\nI can't play\n."
SAID = ("Sure, fine.", "TO Bob: let us talk", "WORD sesame")
LEADING = {name: lead.replace("referee@referee.test", "referee@referee.example") for name, lead in LEADS.items()}


def seats_of(slug: str) -> tuple[str, ...]:
    return ("Ana", "Bob") if slug == "wizards-duel" else ("Ana", "Bob", "Cid", "Dan")


def letters_to_ana(world: World, *texts: str, step: int | None = None) -> list[Mail]:
    """Let Ana write these, and return what she was sent meanwhile that is answered to her seat's key."""
    for text in texts:
        world.write("Ana", text, game="any", step=step)
        world.tick()
    mine = [mail for mail in world.mails() if mail.to == ANA]
    with world.campaign.store.reading() as tx:
        return [mail for mail in mine if inbox.token(tx, mail.reply_to.partition("+")[2].partition("@")[0])]


def run_on(mail: Mail) -> list[str]:
    """A letter of ours without its line ends."""
    return [" ".join(mail.body.split()), "".join(line.strip() for line in mail.body.splitlines())]


def lines_now(world: World, mail: Mail, text: str, *, named: bool) -> tuple[list[str], str]:
    """What counts as written now in an answer of Ana's, and what is said of lines that nobody can tell."""
    answers = {"In_Reply_To": str(mail.message["Message-ID"])} if named else {}
    raw = world.letter(text, ANA, To=mail.reply_to, **answers)
    with world.campaign.reading() as work:
        game = games.named(work.tx, "any")
        assert game is not None
        row = LetterRow(
            raw=raw, sha256="", envelope_sender=ANA, recipient=mail.reply_to, source="test", received_at=work.now
        )
        case = GameLetter(work, row, read(raw), game=game, seat=Seat("Ana"))
        found = sort(case.labelled(form_answered(case), other=True), case.letter.subject)
    return [" ".join(line.split()) for line in found.new if line.strip()], found.told


def assert_only_what_was_written_counts(world: World, mails: Sequence[Mail]) -> None:
    """In some of the shapes each; all of them are tried in the tests of mail."""
    shapes, wrong = cycle(LEADING), []
    for number, (mail, named) in enumerate(product(mails, (True, False))):
        words, flat = SAID[number % len(SAID)], run_on(mail)[number // 2 % 2]
        for name, between in (("samsung", " "), ("nothing", " "), (next(shapes), "\n\n")):
            found = lines_now(world, mail, f"{words}{between}{LEADING[name]}{flat}", named=named)
            if found != ([words], ""):
                wrong.append((mail.subject, name, named, found))

    assert wrong == []


@pytest.mark.parametrize("slug", GAMES)
def test_no_letter_that_is_quoted_in_one_line_says_anything(slug: str, tmp_path: Path) -> None:
    world = World.made(tmp_path, limits_replies_per_hour=500)
    seats = seats_of(slug)
    world.game("any", seats, ruleset=slug, start=False)
    before = [*letters_to_ana(world), *letters_to_ana(world, *SETTLED.splitlines(), step=0)]
    assert len(before) >= 7

    assert_only_what_was_written_counts(world, before)

    world.start("any")
    during = letters_to_ana(world)
    world.write("Bob", OTHERS, game="any")
    during += letters_to_ana(world, *SETTLED.splitlines(), "RESIGN SEAT", "HISTORY 9")
    assert {"receipt", "press", "welcome"} <= {kind_of(world, mail) for mail in during}
    assert_only_what_was_written_counts(world, [*before, *during])

    world.adjudicate("any")
    after = letters_to_ana(world, "nonsense ORDER")
    assert {"report", "receipt"} <= {kind_of(world, mail) for mail in after}
    assert_only_what_was_written_counts(world, after)
    world.campaign.close()


def kind_of(world: World, mail: Mail) -> str:
    with world.campaign.store.reading() as tx:
        found = mails.find(tx, str(mail.message["Message-ID"]))
    assert found is not None
    return found.kind


def word(world: World) -> str | None:
    """Return Ana's word for the seed."""
    with world.campaign.store.reading() as tx:
        return games.seat(tx, world.row().id, Seat("Ana")).word


@pytest.mark.parametrize("line", ["I give you my word: it is fun", "Dear referee, a word of thanks"])
def test_a_word_in_a_sentence_is_not_the_word_for_the_seed(unstarted: World, line: str) -> None:
    unstarted.write("Ana", "WORD mellon", step=0)
    unstarted.tick()
    unstarted.write("Ana", line, step=0)
    unstarted.tick()

    assert word(unstarted) == "mellon"


@pytest.mark.parametrize("name", ["samsung", "nothing"])
def test_a_question_that_is_quoted_in_one_line_is_no_yes_and_a_yes_above_it_is(world: World, name: str) -> None:
    world.write("Ana", "RESIGN SEAT")
    world.tick()
    mail = next(one for one in world.mails() if "do you want to leave?" in one.subject)

    for flat in run_on(mail):
        world.answer(mail, f"I shall think about it. {LEADING[name]}{flat}")
        assert not has_left(world)
    world.answer(mail, f"YES {LEADING[name]}{run_on(mail)[0]}")
    assert has_left(world)


def has_left(world: World) -> bool:
    with world.campaign.store.reading() as tx:
        return games.seat(tx, world.row().id, Seat("Ana")).vacant_since is not None


@pytest.mark.parametrize("name", ["samsung", "nothing"])
def test_a_gms_command_ends_where_the_letter_begins_that_it_answers(world: World, name: str) -> None:
    gm = "gm@referee.example"
    world.arrive(world.letter("STATUS", gm), world.reply_address("GM"), gm)
    world.tick()
    mail = next(one for one in world.mails() if one.to == gm)
    due = world.row().due_at
    assert due is not None

    for number, flat in enumerate(run_on(mail), 1):
        world.answer(mail, f"EXTEND 2d {LEADING[name]}{flat}")
        assert world.row().due_at == due + number * timedelta(days=2)
