"""What people write beside the words of an order: signs, numbers, courtesies, words of their own."""

from __future__ import annotations

from typing import ClassVar

import pytest

from referee.engine.commands import ADDRESSEES, COMMANDS, Press
from referee.engine.lexicon import split
from referee.engine.orders import Grammar, If, Order, readable
from referee.engine.reader import Reader
from referee.engine.sheet import Heard
from tests.engine.tongue import CONDITIONS, LEXICON, ME, SEATS, Seize, again, letter, read


class Sing(Order):
    """Sing whatever you like."""

    usage: ClassVar[str] = "SING text"
    example: ClassVar[str] = "SING la la"
    text: str


def test_a_word_stands_where_it_was_written_whatever_signs_are_before_it() -> None:
    line = "x ≥ 2…\u200b “a b” we\u200bll → end"

    assert [line[w.start : w.end] for w in split(line)] == ["x", "≥", "2", "“a b”", "we\u200bll", "→", "end"]


def test_free_words_are_taken_as_they_were_written_and_go_no_further_than_their_order() -> None:
    grammar = Grammar((Sing, Seize), CONDITIONS)
    line = "IF POINTS ≥ 2 THEN SING “Oh!” … ELSE SEIZE"
    order = grammar.read(line, LEXICON, ME)

    assert isinstance(order, If)
    assert (order.then, order.otherwise) == (Sing(text="“Oh!” …"), Seize())
    assert grammar.read(grammar.show(order), LEXICON, ME) == order


class Wave(Order):
    """Wave to all, at once."""

    usage: ClassVar[str] = "WAVE"
    example: ClassVar[str] = "WAVE"
    at_once: ClassVar[bool] = True


@pytest.mark.parametrize(
    "line",
    [
        "IF THRONE EMPTY THEN TO Eric: hello",
        "IF THRONE EMPTY THEN SEIZE ELSE RESIGN SEAT",
        "STATUS IF THRONE EMPTY",
        "STANDING STATUS",
        "TURN 5 PROPOSE DRAW",
        "TURN 5 TO Eric: hello",
        "STANDING WAVE",
        "TURN 6 WAVE",
        "IF THRONE EMPTY THEN WAVE",
    ],
)
def test_what_is_done_at_once_is_neither_filed_for_later_nor_done_now(line: str) -> None:
    (found,) = Reader(Grammar((Seize, Wave, *COMMANDS), CONDITIONS, (ADDRESSEES,)), LEXICON, ME, 4).read([line]).lines

    assert found.heard is Heard.UNREADABLE
    assert found.error is not None
    assert " is done at once and waits for nothing. Write it by itself" in readable(found.error)


@pytest.mark.parametrize("line", ["STATUS", "TURN 4 STATUS", "Turn 4: propose draw"])
def test_a_command_under_the_heading_of_this_turn_is_one(line: str) -> None:
    assert [one.heard for one in letter(line).lines] == [Heard.COMMAND]


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("ＡＴＴＡＣＫ　Ｅｒｉｃ　ＷＩＴＨ　ＬＯＷ，ＡＮＹ", "ATTACK Eric WITH LOW, ANY"),
        ("attack Eric w/ low、any", "ATTACK Eric WITH LOW, ANY"),
        ("attack Eric w/any", "ATTACK Eric WITH ANY"),
        ("attack Eric with low & any", "ATTACK Eric WITH LOW, ANY"),
        ("seize if points >= 2 & throne empty", "IF POINTS >= 2 AND THRONE EMPTY THEN SEIZE"),
        ("seize if points are at least 2", "IF POINTS >= 2 THEN SEIZE"),
        ("attack Eric’s", "ATTACK Eric"),
        ("seize w/o card", "SEIZE WITHOUT CARD"),
        ("seize if points > = 2", "IF POINTS >= 2 THEN SEIZE"),
        ("seize if points < = 2", "IF POINTS <= 2 THEN SEIZE"),
        ("seize if points ＞＝ 2", "IF POINTS >= 2 THEN SEIZE"),
        ("seize if points is above 2", "IF POINTS > 2 THEN SEIZE"),
        ("seize if points below 2", "IF POINTS < 2 THEN SEIZE"),
        ("seize if points greater than 2", "IF POINTS > 2 THEN SEIZE"),
        ("seize if points equals 2", "IF POINTS = 2 THEN SEIZE"),
        ("1)attack Eric", "ATTACK Eric"),
        ("1.attack Eric", "ATTACK Eric"),
        ("1.) attack Eric", "ATTACK Eric"),
        ("1: attack Eric", "ATTACK Eric"),
        ("2/ attack Eric", "ATTACK Eric"),
        ("[2] attack Eric", "ATTACK Eric"),
        ("- 2) attack Eric", "ATTACK Eric"),
        ("#2 attack Eric", "ATTACK Eric"),
        ("#2: attack Eric", "ATTACK Eric"),
        ("b) attack Eric", "ATTACK Eric"),
        ("(b) attack Eric", "ATTACK Eric"),
        ("→ attack Eric", "ATTACK Eric"),
        ("=> attack Eric", "ATTACK Eric"),
        ("Order #2: attack Eric", "ATTACK Eric"),
        ("Order 2 - attack Eric", "ATTACK Eric"),
        ("No. 2: attack Eric", "ATTACK Eric"),
        ("Nr 2 - attack Eric", "ATTACK Eric"),
        ("Line 2: attack Eric", "ATTACK Eric"),
        ("My move: attack Eric", "ATTACK Eric"),
        ("Moves: attack Eric", "ATTACK Eric"),
        ("Turn 4 orders: attack Eric", "ATTACK Eric"),
        ("For turn 4: attack Eric", "ATTACK Eric"),
        ("First, attack Eric", "ATTACK Eric"),
        ("Yes, attack Eric", "ATTACK Eric"),
        ("Finally: attack Eric", "ATTACK Eric"),
        ("P.S. attack Eric", "ATTACK Eric"),
        ("PS: attack Eric", "ATTACK Eric"),
    ],
)
def test_signs_numbers_and_small_words_around_an_order_are_no_part_of_it(line: str, order: str) -> None:
    (found,) = letter(line).lines

    assert (found.heard, found.order) == (Heard.ORDER, read(order))


@pytest.mark.parametrize("line", ["No - attack Eric", "No. - attack Eric", "no - seize", "Nor - attack Eric"])
def test_a_no_before_a_dash_numbers_no_order(line: str) -> None:
    assert [found.order for found in letter(line).lines] == [None]


def test_an_order_numbered_with_a_hash_is_no_comment_and_stays_in_its_place() -> None:
    found = letter("#1 attack Eric", "# a remark", "#2 seize", "aid Fiona # another", "Turn 6 orders: seize").lines

    assert [(one.heard, one.turn) for one in found] == [
        (Heard.ORDER, 4), (Heard.COMMENT, 0), (Heard.ORDER, 4), (Heard.ORDER, 4), (Heard.ADVANCE, 6),
    ]  # fmt: skip
    assert [again([one.order]) for one in found if one.order] == [["ATTACK Eric"], ["SEIZE"], ["AID Fiona"], ["SEIZE"]]


@pytest.mark.parametrize("heading", ["My orders", "my moves:", "Corwin's orders", "Corwin’s moves:"])
def test_a_heading_of_ones_own_needs_no_answer(heading: str) -> None:
    assert [(one.heard, one.greets) for one in letter(heading, "seize").lines] == [
        (Heard.CHATTER, True), (Heard.ORDER, False),
    ]  # fmt: skip


def test_a_full_width_colon_stands_behind_a_name_too() -> None:
    (found,) = letter("TO Eric\uff1a so\uff1a hello").lines

    assert found.order == Press(addressees=(SEATS[1],), text="so\uff1a hello")


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("points 7+", "POINTS 7 OR MORE"),
        ("points 17+, seize", "POINTS 17 OR MORE , SEIZE"),
        ("7+ M3", "7 OR MORE M3"),
        ("M2+ M3", "M2 M3"),
        ("X18+ M3", "X18 M3"),
        ("7+ 8", "7 8"),
        ("7+8", "7 8"),
        ("7♠ ♥️k", "7S HK"),
        ("7❤️ ❤k", "7H HK"),
        ("7 & 8", "7 AND 8"),
        ("margin < – 3", "MARGIN < -3"),
        ("margin >= -3", "MARGIN >= -3"),
        ("margin <- 3", "MARGIN < -3"),
        ("3C - 5 -> 7", "3C 5 -> 7"),
    ],
)
def test_signs_between_numbers_and_cards_mean_what_they_mean_there(line: str, words: str) -> None:
    assert " ".join(word.text for word in split(line)) == words


@pytest.mark.parametrize(
    ("lines", "heard"),
    [
        (("This is how it goes.", "I attack Eric"), Heard.ORDER),
        (("I told her on Monday that", "I attack Eric"), Heard.UNREADABLE),
        (("I attack Eric", "when the sun goes down and not before"), Heard.UNREADABLE),
        (("I attack Eric.", "when the sun goes down and not before"), Heard.ORDER),
    ],
)
def test_who_speaks_of_what_they_do_within_a_sentence_orders_nothing(lines: tuple[str, ...], heard: Heard) -> None:
    found = [one for one in letter(*lines).lines if one.text.startswith("I attack")]

    assert [one.heard for one in found] == [heard]


def test_what_i_do_in_the_second_half_of_words_to_another_is_part_of_them() -> None:
    above = "TO Fiona: you will hardly believe it, but tomorrow night at long last"
    (found,) = letter(above, "I attack Eric").lines

    assert found.order == Press(addressees=(SEATS[2],), text=f"{above.removeprefix('TO Fiona: ')} I attack Eric")


def test_words_to_another_without_to_are_said_back_though_they_greet() -> None:
    found = letter("seize", "", "Dear Eric, see you soon", "", "Dear referee, thanks", "", "Thanks, Corwin")
    hailed = letter("Hello! I will defend", "", "Hello again!")

    assert (found.small_talk(), hailed.small_talk()) == (["Dear Eric, see you soon"], ["Hello! I will defend"])


def test_a_sentence_of_mine_with_a_verb_written_wrong_is_said_back() -> None:
    found = letter("We atack him at dawn, I think it is time", "I sing at dawn, I think it is time").lines

    assert [(one.heard, one.like) for one in found] == [(Heard.CHATTER, True), (Heard.CHATTER, False)]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("hold a 10", "HOLD AN 10"),
        ("hold a 10h, a k", "HOLD AN 10H , AN K"),
        ("hold k, a 3 or a 2", "HOLD K , AN 3 OR AN 2"),
        ("HOLD A 10", "HOLD A , 10"),
        ("HOLD A K", "HOLD A , K"),
        ("hold k a 10", "HOLD K A , 10"),
        ("hold a 10 9", "HOLD A , 10 9"),
        ("hold a 10 or 9", "HOLD AN 10 OR 9"),
        ("hold 9, a 10", "HOLD 9 , AN 10"),
        ("hold 2 a", "HOLD 2 A"),
        ("hold a, 10", "HOLD A , 10"),
        ("PLAY A 10H", "PLAY A 10H"),
        ("play a h", "PLAY A H"),
        ("boon a red 7", "BOON AN RED 7"),
        ("attack Eric's", "ATTACK ERIC"),
    ],
)
def test_a_small_a_before_one_card_is_an_article_and_a_capital_or_one_in_a_list_an_ace(line: str, words: str) -> None:
    assert " ".join(word.text for word in LEXICON.with_articles(split(line))) == words


@pytest.mark.parametrize("line", ["attack Eric A", "attack A, Eric", "attack Eric, A", "ATTACK ERIC WITH LOW ON HIGH"])
def test_an_a_before_nothing_is_no_article_and_on_joins_no_entries(line: str) -> None:
    (found,) = letter(line).lines

    assert (found.heard, found.order) == (Heard.UNREADABLE, None)
