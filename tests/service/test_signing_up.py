"""What people write before the start as people write: a YES with more behind it, wishes in sentences, questions."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from referee.service.gm.seats import Invite
from referee.service.gm.start import by_hand, create_game, seat_player, start_game
from referee.service.rounds.command import carry_out
from referee.store import games
from tests.service.world import Mail, World

ANA, GM, CARL = "ana@players.example", "gm@referee.example", "carl@elsewhere.example"
GAMES = {"amber": "amber", "princes": "living-trumps", "isles": "elements"}


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    """A campaign with three games that wait for players; Ana has a seat in each."""
    made = World.made(tmp_path)
    for name, ruleset in GAMES.items():
        made.game(name, ["Ana"], ruleset=ruleset, start=False, policy={"sign_up": "open"})
    made.quiet()
    yield made
    made.campaign.close()


def words(mail: Mail) -> str:
    return " ".join(mail.body.split())


def write(world: World, text: str, game: str = "amber", seat: str = "Ana") -> dict[str, str]:
    """Let a seat write, and return what goes out, by whom it goes to."""
    world.quiet()
    world.write(seat, text, game=game, step=0)
    world.tick()
    return {mail.to: words(mail) for mail in world.mails()}


def wishes(world: World, game: str = "amber") -> list[tuple[str, list[str]]]:
    """List the seats of a game with their wishes."""
    with world.campaign.store.reading() as tx:
        return [(seat.name, seat.wishes) for seat in games.seats(tx, world.row(game).id)]


@pytest.mark.parametrize(
    ("game", "text", "wish"),
    [
        ("amber", "Yes please! I would like to play Fiona.", "CHARACTER QS"),
        ("amber", "I would like to play Fiona", "CHARACTER QS"),
        ("amber", "Hello,\n\nI'd love to be Fiona, please.\n\nAna", "CHARACTER QS"),
        ("amber", "Yes, I want to play as Fiona or else Flora!", "CHARACTER QS, QW"),
        ("amber", "YES. CHARACTER Fiona", "CHARACTER QS"),
        ("amber", "My first choice is Fiona, then Flora.", "CHARACTER QS, QW"),
        ("amber", "I wish for the Queen of Swords", "CHARACTER QS"),
        ("princes", "YES, I would like to be King", "IDENTITY K"),
        ("princes", "I'd like to be of the court of Chaos", "COURT CHAOS"),
        ("princes", "Yes! I would like to have Hearts as my forte.", "FORTE H"),
    ],
)
def test_a_wish_in_a_sentence_is_on_file_as_the_game_reads_it(world: World, game: str, text: str, wish: str) -> None:
    said = write(world, text, game)

    assert wishes(world, game) == [("Ana", [wish])]
    assert f"Your wish is on file: {wish.split()[0]}" in said[ANA]
    assert GM not in said


@pytest.mark.parametrize(
    "text",
    [
        "I would not like to play Fiona",
        "I'd rather not be Fiona",
        "Yes! I would like to play Fiona if nobody else wants to.",
        "Yes. I would like to play Zaphod.",
        "Could I have Fiona?",
        "I would like to play Fiona?",
        "Yes! My brother would like to play Fiona",
    ],
)
def test_a_sentence_that_may_mean_something_else_goes_to_the_gm_whole_and_nothing_is_filed(
    world: World, text: str
) -> None:
    said = write(world, text)

    assert wishes(world) == [("Ana", [])]
    assert f"| {text}" in said[GM]
    assert "is passed on to the GM" in said[ANA]
    assert "No wish of yours is on file." in said[ANA]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    "text", ["YES please. How long does a game take?", "Yes, but who else plays?", "Yes! Looking forward to it."]
)
def test_what_stands_behind_a_yes_reaches_the_gm(world: World, game: str, text: str) -> None:
    said = write(world, text, game)

    assert f"| {text}" in said[GM]
    assert "could not use" not in said[ANA]


@pytest.mark.parametrize("text", ["Hello, yes I will play. Who is my opponent?", "CHARACTER QS", "WORD mellon"])
def test_the_first_letter_is_thanked_for_whatever_it_says(world: World, text: str) -> None:
    first, second = write(world, text)[ANA], write(world, text)[ANA]

    assert first.count("Thank you: your letters reach me.") == 1
    assert "Thank you" not in second


def test_a_wish_and_a_question_on_one_line_are_both_heard(world: World) -> None:
    text = "Yes please! I would like to play Fiona. How long does a game take? WORD mellon"
    said = write(world, text)

    assert wishes(world) == [("Ana", ["CHARACTER QS"])]
    assert text in said[GM].replace("| ", "")
    assert "Your word for the seed is: mellon" in said[ANA]


@pytest.mark.parametrize("text", ["Fiona", "Yes, Fiona please"])
def test_a_name_alone_is_no_wish_and_its_writer_hears_how_one_is_written(world: World, text: str) -> None:
    said = write(world, text)

    assert wishes(world) == [("Ana", [])]
    assert "I could not use this line: Fiona" in said[ANA]
    assert "Did you mean CHARACTER Fiona?" in said[ANA]


@pytest.mark.parametrize(
    "text", ["YES", "Yes, count me in!", "Yes please!", "Yes, thank you.", "ja, bitte", "Yes please, thanks!\n\nAna"]
)
def test_a_yes_alone_troubles_nobody(world: World, text: str) -> None:
    said = write(world, text)

    assert list(said) == [ANA]
    assert "Thank you: your letters reach me." in said[ANA]


@pytest.mark.parametrize(
    "text", ["Sure thing", "Hmm ok then", "OK", "Okay, thanks!", "Well, why not?", "Of course!", "I'm in."]
)
@pytest.mark.parametrize("game", GAMES)
def test_a_yes_in_other_words_is_thanked_for_and_troubles_nobody(world: World, game: str, text: str) -> None:
    alone = write(world, text, game)
    above = write(world, f"{text}\nWORD mellon", game)

    assert (list(alone), list(above)) == ([ANA], [ANA])
    for said in (alone, above):
        assert said[ANA].startswith("Dear Ana, Thank you: your letters reach me.")
        assert "I could not use" not in said[ANA]


def test_a_word_that_leads_over_to_a_line_is_not_passed_on(world: World) -> None:
    said = write(world, "Hi there\n\nThen:\nWORD mellon\n\nAnd also\nCHARACTER Fiona")

    assert list(said) == [ANA]
    assert "I could not use" not in said[ANA]


@pytest.mark.parametrize("text", ["Sure, but who else plays?", "Ok, I have a question", "Sure enough it rained"])
def test_other_words_with_more_behind_them_are_for_a_person(world: World, text: str) -> None:
    assert f"| {text}" in write(world, text).get(GM, "") or "I could not use" in write(world, text)[ANA]


@pytest.mark.parametrize("text", ["Yes as Bruno.", "YES AS Bruno", "yes, as Bruno please"])
def test_who_has_a_seat_may_have_it_called_otherwise_before_the_start(world: World, text: str) -> None:
    world.write("Ana", text, game="amber", step=0)
    world.tick()
    (receipt,) = world.mails()[-1:]
    world.answer(receipt, "I would like to be Fiona")
    again = world.mails()[-1]

    assert wishes(world) == [("Bruno", ["CHARACTER QS"])]
    assert "Your seat is called Bruno from now on." in words(receipt)
    assert "Your wish is on file" in words(again)


@pytest.mark.parametrize(("text", "why"), [("Yes as Attack", "Choose another name"), ("Yes as Eve", "already")])
def test_a_name_that_will_not_do_leaves_the_seat_as_it_is_called(world: World, text: str, why: str) -> None:
    carry_out(world.campaign, Invite(address=CARL, name="Eve", local=True), "amber")
    world.answer(world.mails()[-1], "YES")
    said = write(world, text)

    assert [name for name, _ in wishes(world)] == ["Ana", "Eve"]
    assert why in said[ANA]
    assert "Your seat is still called Ana." in said[ANA]


def asked_to_join(world: World, by: str) -> Mail:
    """The letter that asks Carl for a YES to a seat: invited, or having written to the open address."""
    world.quiet()
    if by == "invitation":
        carry_out(world.campaign, Invite(address=CARL, local=True), "amber")
    else:
        world.arrive(world.letter("JOIN amber", CARL), "join@referee.example", CARL)
        world.tick()
    (asked,) = world.mails()
    return asked


@pytest.mark.parametrize(
    "text",
    [
        "Yes as bruno, and I would like to be Brand",
        "YES AS Bruno. I would like to play Brand",
        "Yes please, as Bruno! CHARACTER Brand",
        "Yes\nas Bruno\nI'd like to be Brand",
    ],
)
@pytest.mark.parametrize("by", ["invitation", "open address"])
def test_a_name_is_taken_out_of_its_sentence(world: World, text: str, by: str) -> None:
    asked = asked_to_join(world, by)

    world.answer(asked, text)

    assert [(name.casefold(), wished) for name, wished in wishes(world)][1:] == [("bruno", ["CHARACTER PS"])]


def test_who_has_answered_a_call_gets_one_letter_and_no_second_call(world: World) -> None:
    carry_out(world.campaign, Invite(address=CARL, local=True), "amber")
    (asked,) = world.mails()

    world.answer(asked, "YES AS Bruno")

    (said,) = [mail for mail in world.mails() if mail.to == CARL]
    assert "You have a seat: Bruno." in words(said)
    assert "CHARACTER NS, QS" in words(said)
    assert "WORD abracadabra" in words(said)
    assert "answer this letter, if only with YES" not in words(said)
    world.answer(said, "CHARACTER Brand")
    assert wishes(world)[1:] == [("Bruno", ["CHARACTER PS"])]


def test_a_call_proposes_a_name_that_the_variant_keeps_and_says_who_is_renamed(world: World) -> None:
    world.game("doom", [], ruleset="living-trumps", start=False, variant="trumps-of-doom", policy={"sign_up": "open"})
    carry_out(world.campaign, Invite(address=CARL, local=True), "doom")
    carry_out(world.campaign, Invite(address=CARL, local=True), "isles")
    doom, isles = (words(mail).replace(" | ", " ") for mail in world.mails())

    assert "YES AS Coral" in doom
    assert "Who takes a character's name, or wishes for one, is called as the character they get." in doom
    assert "character" not in isles


def test_who_has_answered_a_call_reads_what_each_wish_means(world: World) -> None:
    carry_out(world.campaign, Invite(address=CARL, local=True), "princes")
    (asked,) = world.mails()

    world.answer(asked, "YES AS Bruno")

    (said,) = [mail for mail in world.mails() if mail.to == CARL]
    assert "IDENTITY: Your rank, or else the next of these" in words(said)
    assert "FORTE: The suit of your first open card, H, C, D or S" in words(said)
    assert "COURT:" not in words(said)


@pytest.mark.parametrize("by", ["invitation", "open address"])
def test_who_has_no_seat_yet_may_read_the_rules_and_the_rest_goes_to_the_gm(world: World, by: str) -> None:
    asked = asked_to_join(world, by)

    world.answer(asked, "RULES START")
    (rules,) = world.mails()
    world.answer(asked, "help")
    (help_,) = world.mails()
    world.answer(asked, "RULES START\nHow long does it take?")
    more = world.mails()

    assert (rules.to, "rules" in rules.subject.lower()) == (CARL, True)
    assert (help_.to, "CHARACTER" in words(help_)) == (CARL, True)
    assert "| How long does it take?" in words(next(mail for mail in more if mail.to == GM))
    assert "| RULES" not in words(next(mail for mail in more if mail.to == GM))
    world.answer(rules, "YES AS Bruno")
    assert [name for name, _ in wishes(world)] == ["Ana", "Bruno"]


def test_what_the_gm_types_for_a_seat_is_read_alike(world: World) -> None:
    sheet = by_hand(world.campaign, "amber", "Ana", ["Yes! I would like to play Fiona."], keep=True)

    assert (wishes(world), sheet.ok) == ([("Ana", ["CHARACTER QS"])], True)


@pytest.mark.parametrize(
    ("text", "called"),
    [
        ("Yes please! How long does a game take?", "Benedict"),
        ("Yes please! I have never played before.", "Benedict"),
        ("Yes, I would love to play", "Benedict"),
        ("Yes as Bruno! Is that all?", "Bruno"),
        ("Yes as St. John, please", "St. John"),
        ("Sure, count me in! YES AS Luke", "Luke"),
        ("Happy to play: YES AS Luke", "Luke"),
    ],
)
def test_a_yes_that_goes_on_takes_the_seat_and_its_words_reach_the_gm(world: World, text: str, called: str) -> None:
    carry_out(world.campaign, Invite(address=CARL, local=True), "amber")
    (asked,) = world.mails()

    world.answer(asked, text)

    assert [name for name, _ in wishes(world)] == ["Ana", called]
    assert [mail.to for mail in world.mails()].count(GM) == (called != "St. John")


@pytest.mark.parametrize(
    "text",
    [
        "Yes, but I must ask my wife",
        "Yes? What is this?",
        "Yes, I got your letter and will think about it",
        "Yes, perhaps",
        "Yes. First tell me how long it takes.",
        "YES AS Bruno?",
        "Yes, or would that be too many?",
        "You ask me for a YES AS Luke",
        "I can't join. YES AS Luke",
    ],
)
def test_a_yes_that_may_be_none_takes_no_seat_and_reaches_the_gm(world: World, text: str) -> None:
    carry_out(world.campaign, Invite(address=CARL, local=True), "amber")
    (asked,) = world.mails()

    world.answer(asked, text)
    said = {mail.to: words(mail) for mail in world.mails()}

    assert [name for name, _ in wishes(world)] == ["Ana"]
    assert f"| {text}" in said[GM]
    assert "YES AS and the name" in said[CARL]


def test_each_who_is_invited_is_offered_a_name_of_their_own_which_a_mere_yes_takes(world: World) -> None:
    for address in (CARL, "dora@elsewhere.example", "emil@elsewhere.example"):
        carry_out(world.campaign, Invite(address=address, local=True), "amber")
    first, second, third = world.mails()
    offered = [re.findall("YES AS ([A-Z][a-z]+)", mail.body)[0] for mail in (first, second, third)]

    world.answer(second, "YES")
    world.answer(first, f"YES AS {offered[2]}")
    world.answer(third, "YES")

    assert len({*offered}) == 3
    assert [name for name, _ in wishes(world)][1:3] == [offered[1], offered[2]]
    assert [name for name, _ in wishes(world)][3] not in offered[1:]


def test_who_answers_the_call_once_more_is_heard_until_the_start(world: World) -> None:
    carry_out(world.campaign, Invite(address=CARL, local=True), "amber")
    (asked,) = world.mails()
    world.answer(asked, "YES AS Bruno")
    world.quiet()

    world.answer(asked, "I would like to play Fiona.\nWhen does it begin?")
    said = {mail.to: words(mail) for mail in world.mails()}
    for name in ("Cleo", "Dora"):
        seat_player(world.campaign, "amber", name, f"{name}@players.example".lower())
    start_game(world.campaign, "amber", world.clock.now() + timedelta(days=1))
    world.quiet()
    world.answer(asked, "SEIZE THRONE")
    late = [words(mail) for mail in world.mails()]

    assert wishes(world)[1] == ("Fiona", ["CHARACTER QS"])
    assert "| When does it begin?" in said[GM]
    assert ["newest letter of the game" in text for text in late] == [True]


def test_in_an_anonymous_game_no_seat_is_called_like_its_player_later_either(world: World) -> None:
    world.game("masks", ["Zelda"], start=False, policy={"anonymous": "yes"})
    world.quiet()
    world.write("Zelda", "YES AS Marvin", game="masks", step=0, From="Marvin Fox <zelda@players.example>")
    world.tick()
    said = [words(mail) for mail in world.mails()]

    assert [name for name, _ in wishes(world, "masks")] == ["Zelda"]
    assert "Your seat is still called Zelda." in said[0]


def test_a_game_without_a_title_is_called_by_its_rules_and_a_second_one_by_its_name_too(world: World) -> None:
    for name in ("amb", "siege"):
        create_game(world.campaign, name, "amber", policy={"sign_up": "open"})
        seat_player(world.campaign, name, "Ana", ANA, demo=True)
    headed = [(mail.subject, mail.body.splitlines()[0].split("  ")[0]) for mail in world.mails() if mail.to == ANA][-2:]

    assert headed == [
        ("[The Game of Amber] Players wanted", "THE GAME OF AMBER"),
        ("[The Game of Amber (siege)] Players wanted", "THE GAME OF AMBER (SIEGE)"),
    ]
