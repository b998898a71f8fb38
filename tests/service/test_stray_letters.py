"""Letters that are no orders, from people of every kind: each is answered, kindly and truly."""

from __future__ import annotations

from datetime import timedelta

import pytest

from referee.service.people import handover, observers
from referee.service.players.receipts import LEAVING, MAYBE_EARLY
from tests.service.world import REACHED, Mail, World

WELCOME = "Thank you for writing: your mail reaches me, and from now on I know it."


def words(mail: Mail) -> str:
    return " ".join(mail.body.split())


def answers(world: World, text: str, seat: str = "Ana", game: str = "duel", **letter: object) -> list[str]:
    """What a seat's player hears at their address."""
    world.quiet()
    world.write(seat, text, game=game, **letter)  # type: ignore[arg-type]
    world.tick()
    address = str(letter.get("sender") or world.address(seat))
    return [words(mail) for mail in world.mails() if mail.to == address]


def test_every_line_is_answered_or_counted(world: World) -> None:
    text = "Hi,\n\nPRESS Bob: hi\nNO WAIT\nFOO BAR\nATTACK THE CASTLE\n\nI hope you are well.\nsee you,\nAnna Miller"

    (said,) = answers(world, text)

    for part in (
        "TO Bob: hi Delivered to Bob now.",
        "WAIT FLAG OFF Your flag is off.",
        "These lines I could not use: FOO BAR I don't know the order \"FOO\". Write HELP for the list of orders."
        " For instance: LEAD ",
        "ATTACK THE CASTLE I don't know the order \"ATTACK\".",
        'I took this for words to me, not for an order: "I hope you are well."',
    ):
        assert part in said, part
    assert "Miller" not in said


SMALL_TALK = (
    "I hope you are well.",
    "We had a week of rain here, and my garden is a lake in which the ducks of the neighbours swim.",
    "My brother says that I should lead a Major, but I don't trust him.",
)


def test_lines_taken_for_words_are_said_back_shortened(world: World) -> None:
    (said,) = answers(world, "LEAD LOWEST\n\n" + "\n".join(SMALL_TALK))

    assert (
        'I took these 3 lines for words to me, not for orders: "I hope you are well."; "We had a week of rain here, and'
        ' my garden is a lake in ..." and "My brother says that I should lead a Major, but I don\'t ...".'
    ) in said


def test_of_many_lines_taken_for_words_a_few_are_said_back_and_first_those_that_are_like_orders(world: World) -> None:
    (said,) = answers(world, "LEAD LOWEST\n\n" + "\n".join([SMALL_TALK[0]] * 9 + [SMALL_TALK[2]]))

    assert "I took these 10 lines for words to me" in said
    assert said.count("I hope you are well.") == 5
    assert '"My brother says that I should lead a Major, but I don\'t ..." and 4 more.' in said


def test_who_asks_for_help_beside_orders_is_told_where_it_is(world: World) -> None:
    (said,) = answers(world, "LEAD LOWEST\n\nI don't understand the game, can you help me?")
    (other,) = answers(world, "LEAD LOWEST\n\nI hope you are well and the garden grows.")

    where = "HELP brings the list of orders; what stands behind TO GM: reaches the GM."
    assert (where in said, where in other) == (True, False)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Bob, do you want to trade?", "Bob"),
        ("Bob, trade?", "Bob"),
        ("bob, lets be friends", "Bob"),
        ("Hi Bob,\nshall we make peace, the two of us?", "Bob"),
        ("LEAD LOWEST\n\nBob, you are doomed", "Bob"),
        ("GM: is this your first time?", "GM"),
        ("Dear GM,\nwhen is it due?", "GM"),
        ("Hello GM\nI shall be away for the weekend", "GM"),
        ("LEAD LOWEST\n\nGM: what a nice game this is", "GM"),
        ("To Bob, hello", "Bob"),
    ],
)
def test_who_talks_to_somebody_by_name_is_told_how_words_reach_them(world: World, text: str, name: str) -> None:
    (said,) = answers(world, text)

    assert f"Write TO {name}: and your words." in said
    assert ("I don't know the order \"To\"" in said, "Delivered" in said) == (False, False)


@pytest.mark.parametrize("text", ["Dear Ana,\nhow are things?", "Dear GM,\n\nLEAD LOWEST\n\nThanks,\nAna"])
def test_a_greeting_alone_or_to_oneself_is_answered_as_ever(world: World, text: str) -> None:
    (said,) = answers(world, text)

    assert "and your words." not in said


@pytest.mark.parametrize("flag", ["WAIT FLAG ON", "NO WAIT"])
def test_a_flag_replaces_no_orders_and_its_receipt_does_not_say_so(world: World, flag: str) -> None:
    answers(world, "LEAD LOWEST\nWAIT FLAG" if flag == "NO WAIT" else "LEAD LOWEST")
    world.clock.forward(minutes=5)

    (said,) = answers(world, flag)

    assert "It changes none of your orders. For turn 1, due today" in said
    assert "these orders stay on file, those of today at 13:00. 1 LEAD LOWEST" in said
    assert "replace" not in said


def test_the_name_of_the_sender_is_no_word_to_be_counted(world: World) -> None:
    (said,) = answers(world, "LEAD LOWEST\n\nTom Smith", From="Tom Smith <ana@players.example>")

    assert "words to me" not in said


def test_a_players_first_sign_of_life_is_welcomed_once(world: World) -> None:
    first, second = (answers(world, text)[0] for text in ("Hello, I am in!\n\nCheers,\nAna", "Hello again!"))

    assert (WELCOME in first, WELCOME in second) == (True, False)
    assert "I took no line of your letter for an order." in second
    assert WELCOME not in answers(world, "LEAD LOWEST", "Bob")[0]


def test_who_answers_their_invitation_after_the_start_is_thanked_and_told_how_to_go_on(world: World) -> None:
    world.game("second")

    (said,) = answers(world, "YES", game="second", step=0)

    assert said.removesuffix(f" {REACHED}") == (
        "Dear Ana, thank you: your letters reach me. That of today at 13:00 answers my invitation, but the game had "
        "begun, so nothing in it was used. Turn 1 is open until today, Tuesday 24 November, 20:00 (Berlin); please "
        "answer my latest letter. RESEND brings it once more."
    )


def test_to_give_the_game_up_and_to_leave_ones_seat_are_told_apart(world: World) -> None:
    (said,) = answers(world, "RESIGN")
    assert "This ends the duel at once, and Bob wins." in said
    assert "RESIGN is a move of this game: you give it up. To leave your seat to somebody else" in said

    heard = answers(world, "CLEAR\nRESIGN SEAT")
    assert any("RESIGN SEAT I ask you once more in a letter of its own" in one for one in heard)
    assert world.on_file("Ana") == ()


@pytest.mark.parametrize(
    "line",
    [
        "unsubscribe", "STOP", "please stop sending me these mails", "Leave the game", "I want to leave the game",
        "Sorry, I have to drop out.",
    ],
)  # fmt: skip
def test_who_wants_to_leave_hears_how(world: World, line: str) -> None:
    assert [LEAVING in said for said in answers(world, line)] == [True]


def test_who_asks_politely_for_the_rules_gets_them_and_no_search_for_their_politeness(world: World) -> None:
    texts = answers(world, "Send me the rules, please")

    assert any("WD-1" in text for text in texts)
    assert not any("have no part" in text for text in texts)


def test_before_the_start_leave_an_address_and_the_seat_are_answered(world: World) -> None:
    world.game("later", ("Eve", "Finn"), start=False)

    said = answers(world, "ABSENT 2026-12-20 to 2027-01-03\nLEADS 2d\nSTATUS", "Eve", "later")[0]
    assert "ABSENT 2026-12-20 to 2027-01-03: " in said
    assert "You are reminded" in said
    assert "You have sent no wishes yet. You have sent no word for the seed yet." in said
    assert "can wait" not in said

    heard = answers(world, "RESIGN SEAT\nADDRESS ADD eve@new.example", "Eve", "later")
    assert any("RESIGN SEAT: I ask you once more" in one for one in heard)
    assert answers(world, "Hello!", "Finn", "later")[0].count("your letters reach me") == 1


def test_who_has_lent_their_seat_hears_once_who_plays_it_and_the_substitute_is_welcomed(world: World) -> None:
    old = world.reply_address("Ana")
    until = world.clock.now() + timedelta(days=10)
    handover.lend(world.campaign, "duel", "Ana", "sue@players.example", until=until)
    world.quiet()

    heard = []
    for text in ("How is it going?", "Hm?"):
        world.arrive(world.letter(text, "ana@players.example"), old, "ana@players.example")
        world.tick()
        heard += [mail for mail in world.mails() if mail.to == "ana@players.example"]
    (mail,) = heard
    said, page = words(mail), mail.message.get_body(("html",))
    assert page is not None
    assert '<time datetime="2026-12-04T13:00+01:00">' in page.get_content()
    assert "a substitute plays your seat in The duel until Friday 4 December, 13:00 (Berlin)." in said

    (said,) = answers(world, "Hello, here I am!", sender="sue@players.example")
    assert f"{WELCOME} You play Ana as a substitute until Friday 4 December, 13:00 (Berlin)." in said


def test_an_observer_who_writes_gets_one_kind_answer(world: World) -> None:
    observers.add(world.campaign, "duel", "olga@elsewhere.example", demo=True)
    notice = next(m for m in world.mails() if m.subject == "[The duel] look on")

    for text in ("What a game!", "LEAD LOWEST"):
        world.answer(notice, text)
    (answer,) = [m for m in world.mails() if m.to == "olga@elsewhere.example"]

    assert "You look on at The duel, so I can take no orders or words for the players from you" in words(answer)


def test_a_receipt_that_names_the_deadline_says_that_the_turn_may_run_before_it(world: World) -> None:
    world.game("quick", early="yes", policy={"early_delay": "30m"})
    for seat in ("Ana", "Bob"):
        world.write(seat, "LEAD LOWEST", game="quick")
    world.tick()
    before = [mail for mail in world.mails() if "your orders" in mail.subject]
    world.write("Ana", "WAIT FLAG ON", game="quick")
    world.tick()
    world.quiet()
    world.write("Bob", "STATUS", game="quick")
    world.tick()

    [status] = world.mails()

    assert not any(MAYBE_EARLY in words(one) for one in before)
    assert MAYBE_EARLY in words(status), "and whether another's flag is up does not show"


def test_who_writes_their_orders_where_nobody_reads_hears_so(world: World) -> None:
    (subject,) = answers(world, "\n", Subject="LEAD LOWEST")
    document = world.letter("\n", "ana@players.example").replace(b"text/plain", b"application/msword")
    (attached,) = answers(world, "", raw=document, In_Reply_To="<x@y>")

    assert "I found no text that I can read." in subject
    assert subject.endswith(f"in the letter itself. The subject is not read. {REACHED}")
    assert "I do not read attachments like application/msword; a text file (.txt) I do." in attached


def test_an_order_in_the_subject_is_named_as_not_read(world: World) -> None:
    world.write("Ana", "On Friday the referee wrote:\n> LEAD HIGHEST\n> Turn 1", Subject="LEAD LOWEST")
    world.write("Bob", "LEAD HIGHEST", Subject="RE: reply highest")
    world.write("Bob", "LEAD HIGHEST, DRAW", Subject="AW: [The duel] Turn 1: Ana leads")
    world.tick()

    ana, *bob = sorted((mail for mail in world.mails()), key=lambda mail: mail.to)
    named = "LEAD LOWEST It stands in the subject. Write it in the letter."
    assert named in " ".join(ana.body.split())
    assert [("stands in the subject" in mail.body) for mail in bob] == [True, False]
