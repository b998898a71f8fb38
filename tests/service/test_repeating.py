"""Words to others that hold lines of a letter of ours wait until their writer says that they are meant."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile
from pathlib import Path

import pytest

from referee.engine.audience import Seat
from referee.mail.address import look as key
from referee.service.gm.announcements import Tell
from referee.service.letters.outcome import MOST_REQUESTS as MOST
from referee.service.players.orders import send
from referee.service.players.repetition import FEWEST
from referee.service.rounds.command import carry_out
from referee.store import orders
from tests.laws.played import rulesets
from tests.reports.read_off import read_off
from tests.service.world import Mail, World


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    """A duel that has begun."""
    made = World.made(tmp_path)
    made.game()
    yield made
    made.campaign.close()


def welcomes(world: World) -> dict[str, Mail]:
    """The letters with which a game begins, by their readers' addresses."""
    return {mail.to: mail for mail in world.mails() if "Welcome" in mail.subject}


def written(world: World, seat: str, text: str) -> list[Mail]:
    """Let a seat write; return the mails that follow."""
    world.write(seat, text)
    world.tick()
    return world.mails()


def flat(mail: Mail) -> str:
    return " ".join(word for word in mail.body.split() if word != "|")


def delivered(world: World, game: str = "duel") -> list[str]:
    with world.campaign.store.reading() as tx:
        return [row.body for row in orders.press(tx, world.row(game).id)]


def test_a_report_behind_the_words_is_not_delivered_and_its_writer_is_told(world: World) -> None:
    report = flat(welcomes(world)["ana@players.example"])[60:]

    [receipt] = written(world, "Ana", f"TO Bob: let us talk. Something new here: {report}"[:880])

    assert (receipt.to, receipt.subject) == ("ana@players.example", "[The duel] Turn 1: your letter")
    assert "In one line of your letter stands another letter behind your own words" in flat(receipt)
    assert 'It begins "TO Bob: let us talk. Something new here:' in flat(receipt)
    assert delivered(world) == []


def test_lines_of_a_report_below_the_words_are_not_delivered_and_their_writer_is_asked(world: World) -> None:
    mails = written(world, "Ana", f"TO Bob: let us talk. Something new here: {held_line(world)}")

    assert [(mail.to, mail.subject) for mail in mails] == [
        ("ana@players.example", "[The duel] do you want Bob to read this?"),
        ("ana@players.example", "[The duel] Turn 1: your letter"),
    ]
    assert 'You wrote to Bob, beginning "let us talk. Something new here:' in flat(mails[0])
    assert "Not delivered yet: it holds lines of a letter of mine." in flat(mails[1])
    assert delivered(world) == []


def test_the_same_words_are_asked_about_once(world: World) -> None:
    hand = held_line(world)
    written(world, "Ana", f"TO Bob: {hand}")

    [receipt] = written(world, "Ana", f"TO Bob: {hand}\n# once more")

    assert "Not delivered yet: I have asked you about these words already" in flat(receipt)


def test_a_yes_delivers_them_as_they_are_once(world: World) -> None:
    hand = held_line(world)
    [asked, _] = written(world, "Ana", f"TO Bob: look, {hand}")

    world.answer(asked, "YES\n\n> do you?")
    mails = world.mails()
    world.answer(asked, "Yes, really")

    assert sorted((mail.to, flat(mail).partition(" With TO GM")[0].partition(" At gm@")[0]) for mail in mails) == [
        ("ana@players.example", "Dear Ana, Delivered to Bob now."),
        ("bob@players.example", f"Ana writes to you: look, {hand} To answer, send me a line TO Ana: and your words."),
    ]
    assert world.mails() == []
    assert delivered(world) == [f"look, {hand}"]


def test_what_answers_the_word_that_they_were_delivered_never_goes_round_the_referee_to_the_gm(world: World) -> None:
    [asked, _] = written(world, "Ana", f"TO Bob: look, {held_line(world)}")
    world.answer(asked, "YES")
    (told,) = [mail for mail in world.mails() if mail.to == "ana@players.example"]

    assert told.message["Reply-To"] is None


@pytest.mark.parametrize("answer", ["NO", "no, thank you", "TO Bob: hello"])
def test_without_a_yes_nobody_reads_them(world: World, answer: str) -> None:
    [asked, _] = written(world, "Ana", f"TO Bob: look, {held_line(world)}")

    world.answer(asked, answer)

    assert [mail.to for mail in world.mails() if mail.to != "ana@players.example"] == []
    assert delivered(world) == []


def test_nor_does_anothers_yes_or_one_that_comes_too_late_deliver_them(world: World) -> None:
    [asked, _] = written(world, "Ana", f"TO Bob: look, {held_line(world)}")
    world.answer(asked, "YES", sender="bob@players.example")
    world.clock.forward(days=8)
    world.tick()
    world.quiet()

    world.answer(asked, "YES")

    assert ["came after that code had run out" in flat(mail) for mail in world.mails()] == [True]
    assert delivered(world) == []


def held_line(world: World) -> str:
    """A line of what Ana holds, as her report prints it."""
    body = welcomes(world)["ana@players.example"].body
    lines = body[body.index("WHAT ONLY YOU KNOW") :].splitlines()[2:]
    return next(" ".join(line.split()) for line in lines if len(line.split()) >= FEWEST)


@pytest.mark.parametrize("to", ["GM", "the GM"])
def test_the_gm_may_be_asked_about_any_line(world: World, to: str) -> None:
    hand = held_line(world)

    mails = written(world, "Ana", f"TO {to}: what does it mean: {hand}")

    assert sorted(mail.to for mail in mails) == ["ana@players.example", "gm@referee.example"]


def test_own_words_and_those_of_the_reader_pass(world: World) -> None:
    world.quiet()
    said = "I hold the Fool and the Queen of Cups, and shall lead my highest card on Friday"
    written(world, "Ana", f"TO Bbo: {said}\nTO Bob: {said}\nLEAD HIGHEST, DRAW\n{said}")
    written(world, "Bob", "TO Ana: shall we end this with a draw before it gets too late for the two of us?")

    written(world, "Ana", f"TO Bob: {said}")
    written(world, "Ana", "TO Bob: you ask: shall we end this with a draw before it gets too late for the two of us?")
    written(world, "Ana", "TO Bob: I sent LEAD HIGHEST, DRAW as I said")

    assert len(delivered(world)) == 5


def test_a_receipt_behind_the_words_is_held_back_too(world: World) -> None:
    world.quiet()
    [receipt] = written(world, "Ana", "LEAD HIGHEST, DRAW\nREPLY IF LED >= 15 CALL")

    [told] = written(world, "Ana", f"TO Bob: let us talk {flat(receipt)[12:]}"[:880])

    assert "In one line of your letter stands another letter behind your own words" in flat(told)
    assert delivered(world) == []


def test_words_of_a_third_are_passed_on_only_with_a_yes(tmp_path: Path) -> None:
    world = World.made(tmp_path)
    world.game("war", ("Benedict", "Brand", "Corwin", "Fiona"), ruleset="amber")
    world.quiet()
    secret = "Attack Corwin with all that you have and I shall help you to the Throne."
    world.write("Brand", f"TO Benedict: {secret}", game="war")
    world.tick()
    world.quiet()

    world.write("Benedict", f"TO Corwin: {secret}", game="war")
    world.write("Benedict", f"TO Brand: you said: {secret} Fine.", game="war")
    world.tick()

    assert sorted(mail.to for mail in world.mails()) == [*["benedict@players.example"] * 3, "brand@players.example"]
    world.campaign.close()


def test_nobody_finds_out_by_words_to_another_what_that_other_was_told(tmp_path: Path) -> None:
    """Whether a reader was told the same in secret changes nothing that the writer is answered."""
    world = World.made(tmp_path)
    world.game("war", ("Benedict", "Brand", "Corwin", "Fiona"), ruleset="amber")
    secret = "The Pattern was mended in the night, and nobody else may know of it yet."
    for seat in (Seat("Benedict"), Seat("Corwin")):
        carry_out(world.campaign, Tell(addressees=(seat,), text=secret), "war")
    world.quiet()

    answers = []
    for reader in ("Corwin", "Brand"):
        world.write("Benedict", f"TO {reader}: I heard this: {secret}", game="war")
        world.tick()
        mails = world.mails()
        assert {mail.to for mail in mails} == {"benedict@players.example"}
        answers.append([flat(mail).replace(reader, "them") for mail in mails])

    assert answers[0] == answers[1]
    world.campaign.close()


def test_what_is_known_between_writer_and_readers_may_be_quoted(tmp_path: Path) -> None:
    world = World.made(tmp_path)
    world.game("war", ("Benedict", "Brand", "Corwin", "Fiona"), ruleset="amber")
    plan = "Let the three of us strike at the Throne together when the tide turns at last."
    world.write("Brand", f"TO Benedict, Corwin: {plan}", game="war")
    world.tick()
    world.quiet()

    world.write("Benedict", f"TO Corwin: as you read: {plan}", game="war")
    world.tick()

    assert any("writes to you: | as you read" in " ".join(mail.body.split()) for mail in world.mails())
    world.campaign.close()


def test_what_is_typed_for_a_seat_is_not_delivered_either(world: World) -> None:
    checked = send(world.campaign, "duel", "Ana", [f"TO Bob: {held_line(world)}"])

    said = "It holds lines of a letter that not the whole table was told, so it was not delivered."
    assert [one.what for one in checked.done] == [said]
    assert delivered(world) == []


@pytest.mark.parametrize("slug", [slug for slug in rulesets() if slug != "higher-card"])
def test_in_no_game_does_a_line_of_a_report_reach_who_was_not_told(slug: str, tmp_path: Path) -> None:
    rules = rulesets()[slug]
    world = World.made(tmp_path, limits_replies_per_hour=500)
    seats = ("Ana", "Bob", "Clara", "Dora")[: rules.seats[0]]
    world.game("any", seats, ruleset=slug)
    letters = welcomes(world)
    writer, *others = letters
    told = {to: key(letters[to].body) for to in others}
    blocks = [" ".join(block.split()) for block in letters[writer].body.split("\n\n")]
    lines = [line for line in letters[writer].body.splitlines() if len(line.split()) >= FEWEST and key(line)]
    seat, other = (to.partition("@")[0].capitalize() for to in (writer, others[0]))
    said = [f"TO {'ALL' if n % 2 else other}: hello {piece}"[:890] for n, piece in enumerate([*blocks, *lines])]
    for start in range(0, len(said), MOST):
        world.write(seat, "\n".join(said[start : start + MOST]), game="any")
    world.tick()

    read = [(mail.to, key(mail.body)) for mail in world.mails() if mail.to in others and "writes to" in mail.body]
    leaked = [line for to, text in read for line in lines if key(line) in text and key(line) not in told[to]]
    assert read
    assert leaked == []
    world.campaign.close()


@pytest.mark.parametrize("dealt", ["one card of the hand", "another card"])
def test_who_is_told_a_guess_by_a_friend_learns_nothing_by_passing_it_on(tmp_path: Path, dealt: str) -> None:
    """Whether a guess at a reader's hand is right changes nothing of what becomes of the words."""
    world = World.made(tmp_path)
    world.game("cards", ("Ana", "Bob", "Cid"), ruleset="normal-cards")
    hand = flat(welcomes(world)["bob@players.example"]).partition("You were dealt the ")[2].split(",")[0]
    other = next(card for card in ("Ace of Hearts", "Seven of Spades") if card != hand)
    guess = f"You were dealt the {hand if dealt == 'one card of the hand' else other}"

    world.write("Cid", f"TO Ana: {guess}", game="cards")
    world.tick()
    world.quiet()
    world.write("Ana", f"TO Bob: {guess}", game="cards")
    world.tick()

    assert {mail.to for mail in world.mails()} == {"ana@players.example"}
    world.campaign.close()


@pytest.mark.parametrize("slug", [slug for slug in rulesets() if slug != "higher-card"])
def test_nor_does_what_stands_in_the_html_of_a_report_as_it_stands_there(slug: str, tmp_path: Path) -> None:
    world = World.made(tmp_path, limits_replies_per_hour=500)
    seats = {"wizards-duel": 2, "elements": 3}.get(slug, 4)  # so many that no game is over in one turn
    world.game("any", ("Ana", "Bob", "Cid", "Dan")[:seats], ruleset=slug)
    form = welcomes(world)["ana@players.example"].body.partition("from here")[2].splitlines()[1:]
    written_in(world, "\n".join(takewhile(lambda line: not line.startswith("----"), form)))
    world.adjudicate("any")
    pages = {mail.to: mail.page for mail in world.mails()}
    ana, bob = (_lines(pages[f"{name}@players.example"]) for name in ("ana", "bob"))
    told = "".join(map(key, bob))
    secret = [line for line in ana if len(line.split()) >= FEWEST and key(line) not in told][:20]
    assert secret

    for line in secret:
        mails = written_in(world, f"TO Bob: look {line} well")

        assert (line, [mail.to for mail in mails if mail.to == "bob@players.example"]) == (line, [])
    assert delivered(world, "any") == []
    world.campaign.close()


def _lines(page: str) -> list[str]:
    """What a report's HTML says below its title."""
    return [line.strip() for line in read_off(page)[4:] if line]


def written_in(world: World, text: str) -> list[Mail]:
    world.write("Ana", text, game="any")
    world.tick()
    return world.mails()
