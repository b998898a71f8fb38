"""The order language, judged as a player would judge it."""

from __future__ import annotations

from typing import ClassVar

import pytest

from referee.engine.asks import Ask
from referee.engine.audience import Seat
from referee.engine.commands import ResignSeat
from referee.engine.conditions import Condition
from referee.engine.errors import Ambiguous, Illegal, Unreadable
from referee.engine.frame import Frame, Trouble
from referee.engine.lexicon import MOST_READ, Lexicon, Names, Words, nearest, plain, split, spoken
from referee.engine.orders import Grammar, If, Order, now, readable
from referee.engine.slots import STANDARD, Choice, Listed, Number, read_all
from tests.engine.tongue import GRAMMAR, LEXICON, ME, SEATS, Attack, Defend, Seize, error, read, trouble

PLAYERS = "The players are Corwin, Eric, Fiona, Random, Flora, King Oberon."
CONDITIONS = "Conditions are, for instance: POINTS >= 2, THRONE EMPTY, RULER Eric."
NO_NUMBER = "is not a number that can stand here."
ATTACKS = "ATTACK player [WITH plan] [AT MOST n], such as ATTACK Eric."
DEFENDS = "DEFEND [AGAINST suit] WITH what, such as DEFEND WITH ANY."
SPOILS = "SPOILS takes one of: SPOILS VASSAL|BANISH [player]; SPOILS NOTHING."
NAME = "a player's name, or three letters or more of its beginning"


@pytest.mark.parametrize(
    ("line", "canonical"),
    [
        ("ATTACK Eric", "ATTACK Eric"),
        ("attack ERIC", "ATTACK Eric"),
        ("  please attack the Eric!", "ATTACK Eric"),
        ("Attack Fio with low, any", "ATTACK Fiona WITH LOW, ANY"),
        ("ATTACK Eric WITH LOW ANY", "ATTACK Eric WITH LOW, ANY"),
        ("ATTACK Eric WITH ANY,", "ATTACK Eric WITH ANY"),
        ("AT MOST three WITH the Two of Swords, then ANY attack Eric", "ATTACK Eric WITH TWO OF SWORDS, ANY AT MOST 3"),
        ("ATTACK King Ob", "ATTACK King Oberon"),
        ("ATTACK king", "ATTACK King Oberon"),
        ("ATTACK me", "ATTACK Corwin"),
        ("ATTACK Eric # he started it", "ATTACK Eric"),
        ("ATTACK “Eric", "ATTACK Eric"),
        ("ÁTTACK Éric", "ATTACK Eric"),
        ("DEFEND WITH HIGH AGAINST sword", "DEFEND AGAINST SWORDS WITH HIGH"),
        ("AID Fiona against Eric", "AID Fiona AGAINST Eric"),
        ("against Eric aid Fiona", "AID Fiona AGAINST Eric"),
        ("SPOILS VASSAL", "SPOILS VASSAL"),
        ("spoils eric banish", "SPOILS BANISH Eric"),
        ("SPOILS NOTHING", "SPOILS NOTHING"),
        ("SEIZE", "SEIZE"),
        ("SEIZE the THRONE without a card", "SEIZE WITHOUT CARD"),
        ('NAME “Rover # the 2nd” # really', 'NAME "Rover # the 2nd"'),
        ("TO ALL: good luck, all: of you # two", "TO ALL: good luck, all: of you # two"),
        ("WAIT FLAG on", "WAIT FLAG ON"),
        ("WAIT FLAG", "WAIT FLAG ON"),
        ("WAIT FLAG off", "WAIT FLAG OFF"),
        ("wait off", "WAIT FLAG OFF"),
        ("no wait", "WAIT FLAG OFF"),
        ("NO WAIT FLAG", "WAIT FLAG OFF"),
        ("PRESS ALL: good luck", "TO ALL: good luck"),
        ("RULES AM-8.5", "RULES AM-8.5"),
        ("HISTORY three", "HISTORY 3"),
        ("IF POINTS at least two THEN SEIZE", "IF POINTS >= 2 THEN SEIZE"),
        ("IF POINTS >= 2 ATTACK Eric", "IF POINTS >= 2 THEN ATTACK Eric"),
        ("IF POINTS >= 2 ATTACK Eric, ELSE Fiona", "IF POINTS >= 2 THEN ATTACK Eric ELSE ATTACK Fiona"),
        ("ATTACK Eric, WITH LOW, ANY, AT MOST 3", "ATTACK Eric WITH LOW, ANY AT MOST 3"),
        ("ATTACK Eric IF POINTS >= 2 ELSE Fiona", "IF POINTS >= 2 THEN ATTACK Eric ELSE ATTACK Fiona"),
        ("ATTACK Eric IF POINTS >= 2; ELSE Fiona", "IF POINTS >= 2 THEN ATTACK Eric ELSE ATTACK Fiona"),
        ("IF POINTS >= 2 THEN ATTACK Eric WITH LOW; ELSE SEIZE", "IF POINTS >= 2 THEN ATTACK Eric WITH LOW ELSE SEIZE"),
        ("SEIZE IF POINTS != 2", "IF NOT POINTS = 2 THEN SEIZE"),
        ("SEIZE IF POINTS ≠ 2", "IF NOT POINTS = 2 THEN SEIZE"),
        ("SEIZE IF POINTS /= 2 AND !THRONE EMPTY", "IF NOT POINTS = 2 AND NOT THRONE EMPTY THEN SEIZE"),
        ("SEIZE IF POINTS 2 OR MORE AND THRONE NOT EMPTY", "IF POINTS >= 2 AND NOT THRONE EMPTY THEN SEIZE"),
        ("SEIZE IF POINTS IS >= 2", "IF POINTS >= 2 THEN SEIZE"),
        ("SEIZE IF POINTS IS 2 OR MORE", "IF POINTS >= 2 THEN SEIZE"),
        ("SEIZE IF POINTS two OR FEWER", "IF POINTS <= 2 THEN SEIZE"),
        ("SEIZE IF POINTS 2+", "IF POINTS >= 2 THEN SEIZE"),
        ("SEIZE IF POINTS NO MORE THAN 2", "IF NOT POINTS > 2 THEN SEIZE"),
        ("SEIZE IF POINTS >= 2!", "IF POINTS >= 2 THEN SEIZE"),
        ("ATTACK Eric, if not THRONE EMPTY", "IF NOT THRONE EMPTY THEN ATTACK Eric"),
        ("IF, POINTS > 2, THEN, SEIZE, OTHERWISE, SEIZE THRONE", "IF POINTS > 2 THEN SEIZE ELSE SEIZE"),
        (
            "if points > 1 and not throne empty, then attack Eric else seize",
            "IF POINTS > 1 AND NOT THRONE EMPTY THEN ATTACK Eric ELSE SEIZE",
        ),
        ("IF RULER King Oberon AND THRONE EMPTY THEN SEIZE", "IF RULER King Oberon AND THRONE EMPTY THEN SEIZE"),
    ],
)
def test_a_line_is_read_and_printed_in_one_form(line: str, canonical: str) -> None:
    assert GRAMMAR.show(read(line)) == canonical
    assert read(canonical) == read(line)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("", "There is no order here. Write HELP for the list of orders."),
        ("hello", "I don't know the order \"hello\". Write HELP for the list of orders."),
        ("SPOILS", f"SPOILS wants something more. {SPOILS}"),
        ("SPOILS SOON", f"I don't know what \"SOON\" is for here. {SPOILS}"),
        ("ATACK Eric", "I don't know the order \"ATACK\". Did you mean ATTACK?"),
        ("ATTACK", f"ATTACK wants something more: {NAME}. Write {ATTACKS}"),
        ("ATTACK Erik", '"Erik" is not a player. Did you mean Eric?'),
        ("ATTACK Gwendolyn", f'"Gwendolyn" is not a player. {PLAYERS}'),
        ("ATTACK Ericson", '"Ericson" is not a player. Did you mean Eric?'),
        ("ATTACK Er", '"Er" is too short for a name. Write three letters or more.'),
        ("ATTACK GM", f'"GM" is not a player. {PLAYERS}'),
        ("ATTACK Eric WITH", "ANY, LOW or HIGH is missing. Write ANY, LOW or HIGH."),
        ("ATTACK Eric WITH 9X", '"9X" is not ANY, LOW or HIGH. Write ANY, LOW or HIGH.'),
        ("ATTACK Eric WITH ANY, LOWW", '"LOWW" is not ANY, LOW or HIGH. Did you mean LOW?'),
        ("ATTACK Eric WIHT ANY", "I don't know what \"WIHT\" is for here. Did you mean WITH?"),
        (
            "ATTACK Eric Fiona",
            f"I don't know what \"Fiona\" is for here. The form is: {ATTACKS}",
        ),
        ("ATTACK Eric AT MOST", "A number is missing. Write figures, such as 3."),
        ("ATTACK Eric AT MOST 3+", f"I don't know what \"+\" is for here. The form is: {ATTACKS}"),
        ("ATTACK Eric AT MOST many", '"many" is not a number. Write figures, such as 3.'),
        ("ATTACK Eric AT MOST 9999999", '"9999999" is too large a number. Write one of six figures at most.'),
        ("ATTACK Eric AT LEAST 3", '"LEAST" is not MOST. The form is: [AT MOST n].'),
        ("ATTACK Eric ATTACK Fiona", '"ATTACK" begins another order. Write each order on a line of its own.'),
        ("ATTACK Eric; SEIZE", "I don't know what \";\" is for here. Write each order on a line of its own."),
        ("I will attack Eric", "I don't know what \"I\" is for here. Begin the line with ATTACK."),
        ("DEFEND", f"DEFEND wants something more: WITH what. Write {DEFENDS}"),
        ("DEFEND LOW", f"I don't know what \"LOW\" is for here. The form is: {DEFENDS}"),
        ("DEFEND AGAINST SORDS WITH LOW", '"SORDS" is not SWORDS or WANDS or CUPS. Did you mean SWORDS?'),
        ("AID Fiona AGAINST", f"A player is missing. {PLAYERS}"),
        ("SPOILS VASAL", '"VASAL" is not VASSAL or BANISH. Did you mean VASSAL?'),
        ("SPOILS NOTHING Eric", "I don't know what \"Eric\" is for here. The form is: SPOILS NOTHING."),
        ("SEIZE THRONE WITHOUT", "CARD is missing. The form is: [WITHOUT CARD]."),
        ("NAME Rover", '"Rover" is not words between quotation marks. Write them as "...".'),
        ("WAIT FLAG MAYBE", '"MAYBE" is not ON or OFF. Write ON or OFF.'),
        ("IF", f"A condition is missing. {CONDITIONS}"),
        ("SEIZE IF POINTZ >= 2", '"POINTZ" is not a condition. Did you mean POINTS?'),
        ("SEIZE IF THRONE", '"THEN" is not EMPTY. The form is: THRONE EMPTY.'),
        ("ATACK IF POINTS >= 2 Eric", 'I don\'t know the order "ATACK". Did you mean ATTACK?'),
        ("SEIZE IF POINTS >= 2 ELSE", "Behind ELSE an order is missing. Write the order, or leave ELSE away."),
        ("IF POINTZ >= 2 THEN SEIZE", '"POINTZ" is not a condition. Did you mean POINTS?'),
        ("IF POINTS >= 2", "THEN is missing. Write IF condition THEN order."),
        ("IF POINTS >= 2 Eric", '"Eric" is not THEN. Write IF condition THEN order.'),
        ("IF POINTS >= 2 AND THEN SEIZE", f'"THEN" is not a condition. {CONDITIONS}'),
        ("IF THRONE FULL THEN SEIZE", '"FULL" is not EMPTY. The form is: THRONE EMPTY.'),
        ("IF RULER Erc THEN SEIZE", '"Erc" is not a player. Did you mean Eric?'),
        ("IF POINTS >= 2 THEN", "Behind THEN an order is missing. Write IF condition THEN order."),
        ("IF POINTS >= 2 THEN SEIZE ELSE", "Behind ELSE an order is missing. Write the order, or leave ELSE away."),
        ("IF POINTS >= 2 THEN SEIZE ELSE JUMP", "I don't know the order \"JUMP\". Write HELP for the list of orders."),
        ("IF POINTS >= 2 THEN ATACK Eric", "I don't know the order \"ATACK\". Did you mean ATTACK?"),
    ],
)
def test_an_error_says_what_is_wrong_and_what_would_be_right(line: str, said: str) -> None:
    assert error(line) == said


class Plays(Condition):
    """See who plays."""

    usage: ClassVar[str] = "player PLAYS"
    example: ClassVar[str] = "Eric PLAYS"
    player: Seat


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("IF Erik PLAYS THEN SEIZE", '"Erik" is not a condition. Did you mean Eric?'),
        ("IF Zoe PLAYS THEN SEIZE", '"Zoe" is not a condition. Conditions are, for instance: Eric PLAYS.'),
    ],
)
def test_a_condition_that_begins_with_a_name_written_wrong_is_told_the_name(line: str, said: str) -> None:
    grammar = Grammar((Seize,), (Plays,), ())

    with pytest.raises(Unreadable) as caught:
        grammar.read(line, LEXICON, ME)
    assert readable(caught.value) == said


def test_a_usage_line_that_another_verb_has_before_is_never_read_and_not_explained() -> None:
    class GiveUp(Order):
        """Give the game up."""

        usage: ClassVar[str | tuple[str, ...]] = "RESIGN"
        example: ClassVar[str] = "RESIGN"

    grammar = Grammar((GiveUp, ResignSeat))

    assert [type(grammar.read(line, LEXICON)) for line in ("RESIGN", "RESIGN SEAT")] == [GiveUp, ResignSeat]
    assert [list(map(str, verb.frames)) for verb in grammar.verbs] == [["RESIGN"], ["RESIGN SEAT"]]


def test_every_example_reads_back_and_every_beginning_of_it_has_a_kind_error() -> None:
    for verb in GRAMMAR.verbs:
        example = verb.kind.example
        assert GRAMMAR.show(read(example)) == example or verb.kind.stands_for is not Order.stands_for
        for end in range(len(example)):
            found = trouble(example[:end])
            assert found is None or (found.problem and found.hint), example[:end]


def test_an_if_is_looked_at_when_it_would_answer() -> None:
    lines = ("IF POINTS >= 2 THEN ATTACK Eric ELSE ATTACK Fiona", "IF THRONE EMPTY THEN SEIZE", "SEIZE")
    orders = [read(line) for line in lines]

    assert list(now(orders, {"points": 2, "empty": False})) == [Attack(player=SEATS[1]), Seize()]
    assert list(now(orders, {"points": 1, "empty": True})) == [Attack(player=SEATS[2]), Seize(), Seize()]


def test_the_order_behind_an_if_keeps_its_number() -> None:
    one = If(tests=(), then=Seize(), number=7)

    assert next(iter(now([one], {}))).number == 7


def test_numbers_do_not_count_when_orders_are_compared() -> None:
    assert Seize(number=1) == Seize(number=2)


def test_words_that_mean_nothing_are_shown_to_nobody() -> None:
    assert GRAMMAR.named("SEIZE")[0].forms == ("SEIZE [WITHOUT CARD]",)
    assert error("SEIZE CASTLE").endswith("The form is: SEIZE [WITHOUT CARD], such as SEIZE.")


def test_a_verb_is_explained_by_its_forms_its_meaning_and_what_its_slots_may_hold() -> None:
    [verb] = GRAMMAR.named("DEFEND")

    assert verb.forms == ("DEFEND [AGAINST suit] WITH what",)
    assert verb.meaning == "Defend yourself, until you say otherwise."
    assert verb.fillings == ["suit: SWORDS or WANDS or CUPS", "what: ANY, LOW or HIGH"]


def test_a_beginning_of_three_letters_is_enough_if_it_is_unmistakable() -> None:
    names = Names({"Flora": 1, "Florimel": 2, "Fiona": 3, "King Oberon": 4})

    assert names.find(["FIO"]) == (3, 1)
    assert names.find(["FLORA"]) == (1, 1)
    assert names.find(["FLORI"]) == (2, 1)
    assert names.find(["KING", "OBE"]) == (4, 2)
    assert names.find(["FI"]) is None
    assert names.find(["OBERON"]) is None
    with pytest.raises(Ambiguous) as caught:
        names.find(["FLO"])
    assert str(caught.value) == "FLO could be Flora or Florimel. Write more letters."


def test_two_names_of_one_thing_leave_no_doubt() -> None:
    names = Names({"Annabel": Seat("Corwin"), "Annalena": Seat("CORWIN".title()), "Annika": Seat("Bob")})

    assert names.find(["ANNA"]) == ("Corwin", 1)
    with pytest.raises(Ambiguous, match=r"ANN could be Annalena or Annika\. Write more letters\."):
        names.find(["ANN"])


def test_an_ambiguous_player_is_said_to_be_so() -> None:
    words = Words(split("Flo"), Lexicon.of([Seat("Flora"), Seat("Florian")]), ME)

    with pytest.raises(Ambiguous, match=r"FLO could be Flora or Florian\. Write more letters\."):
        STANDARD[1].read(words)


def test_words_are_compared_without_accents_case_and_typography() -> None:
    assert plain("Übermut “Ça” — ≥") == 'UBERMUT "CA" - >='
    assert [w.text for w in split("8S, two-of-swords; O'Brien's # comment")] == [
        "8S", ",", "TWO", "OF", "SWORDS", ";", "O'BRIEN'S",
    ]  # fmt: skip


def test_lists_are_spoken() -> None:
    assert [spoken(names) for names in ([], ["Eric"], ["Eric", "Fiona"], ["Eric", "Fiona", "Random"])] == [
        "", "Eric", "Eric and Fiona", "Eric, Fiona and Random",
    ]  # fmt: skip


def test_nothing_near_is_no_hint() -> None:
    assert nearest("ATACK", ["ATTACK", "DEFEND"]) == "Did you mean ATTACK?"
    assert nearest("XYZ", ["ATTACK", "DEFEND"]) == ""


def test_two_letters_that_changed_places_are_a_slip_in_a_short_word_too() -> None:
    assert nearest("BDI", ["BID", "PASS"]) == "Did you mean BID?"
    assert nearest("DIB", ["BID", "PASS"]) == ""
    assert nearest("M12", ["M21"]) == ""


def test_a_choice_prints_its_first_word_for_each_value() -> None:
    suit = Choice("suit", {"SWORDS": "S", "SWORD": "S", "CUPS": "C"})

    assert suit.usage == "SWORDS or CUPS"
    assert [suit.show(v) for v in ("S", "C")] == ["SWORDS", "CUPS"]


def test_a_whole_text_is_read_by_one_slot() -> None:
    words = Words(split(""), LEXICON, ME)

    assert read_all(Listed("numbers", Number()), "1, 2 and three", words) == (1, 2, 3)
    with pytest.raises(Unreadable, match="I don't know what \"X\" is for"):
        read_all(Number(), "1 x", words)


@pytest.mark.parametrize(
    ("written", "any_number", "at_least_none"),
    [
        ("0", 0, 0),
        ("twelve", 12, 12),
        ("007", 7, 7),
        ("999999", 999999, 999999),
        ("1000000", '"1000000" is too large a number.', '"1000000" is too large a number.'),
        ("-3", -3, '"-3" is not a number that can stand here.'),
        ("-12", -12, '"-12" is not a number that can stand here.'),
        ("-999999", -999999, '"-999999" is not a number that can stand here.'),
        ("-1000000", f'"-1000000" {NO_NUMBER}', f'"-1000000" {NO_NUMBER}'),
    ],
)
def test_a_number_is_read_in_figures_or_words_and_below_zero_only_where_it_may_be(
    written: str, any_number: int | str, at_least_none: int | str
) -> None:
    assert (number(Number(below=True), written), number(Number(), written)) == (any_number, at_least_none)


def number(slot: Number, written: str) -> int | str:
    """Return the number that is read, or what is wrong with it, without the advice."""
    try:
        return read_all(slot, written, Words(split(""), LEXICON, ME))
    except Unreadable as wrong:
        return wrong.problem


def test_an_error_says_its_rule() -> None:
    assert str(Illegal("You cannot attack yourself.", rule="AM-4.5")) == "You cannot attack yourself. (AM-4.5)"


def test_standing_is_a_matter_of_the_verb() -> None:
    assert (Defend.standing, Attack.standing) == (True, False)


def test_a_question_is_named_for_its_kind() -> None:
    assert Ask(ME, (1, 2)).name == "Ask"


@pytest.mark.parametrize(
    ("line", "instance"),
    [
        ("QUIET", "QUIET 22:00-07:00"),
        ("DIGEST", "DIGEST 12h"),
        ("JOIN", "JOIN autumn AS Corwin"),
        ("ADDRESS anna@new.example", "ADDRESS ADD anna@new.example"),
    ],
)
def test_what_free_words_are_about_is_shown_by_the_orders_own_example(line: str, instance: str) -> None:
    assert error(line).endswith(f", such as {instance}.")


def test_many_words_that_may_be_left_out_are_not_tried_in_every_order(monkeypatch: pytest.MonkeyPatch) -> None:
    frame = Frame.of("GO (A1) (B1) (C1) (D1) (E1) (F1) (G1) (H1) HOME", {})
    fill, tries = Frame._fill, list[str]()

    def counted(self: Frame, words: Words, left: tuple[int, ...], found: Trouble) -> dict[str, object] | None:
        tries.append(words.word)
        return fill(self, words, left, found)

    monkeypatch.setattr(Frame, "_fill", counted)
    words = [Words(split(line), LEXICON, ME, line) for line in ("F1 B1 HOME", "F1 AWAY")]

    assert [frame.match(line, Trouble()) for line in words] == [{}, None]
    assert tries == ["F1", "B1", "HOME", "", "F1", "AWAY"]


def test_a_line_is_remembered_with_the_words_of_its_table_however_many_other_tables_there_are() -> None:
    here = Lexicon.of(SEATS)
    order = GRAMMAR.read("ATTACK Eric", here, ME)
    for _ in range(5):
        there = Lexicon.of(SEATS)
        assert GRAMMAR.read("ATTACK Eric", there, ME) is not order

    assert GRAMMAR.read("ATTACK Eric", here, ME) is order


def test_a_line_is_remembered_for_all_at_a_table_unless_it_may_speak_of_its_writer() -> None:
    here, other = Lexicon.of(SEATS), Seat("Fiona")

    assert GRAMMAR.read("ATTACK Eric", here, ME) is GRAMMAR.read("ATTACK Eric", here, other)
    for said in ("ME", "me", "m\u00e9", "self"):
        one, another = (GRAMMAR.read(f"ATTACK {said}", here, writer) for writer in (ME, other))
        assert (one, another) == (Attack(player=ME), Attack(player=other))


def test_no_more_lines_of_a_table_are_remembered_than_it_can_have_use_for() -> None:
    here = Lexicon.of(SEATS)
    for spaces in range(MOST_READ + 10):
        GRAMMAR.read(f"ATTACK{' ' * (spaces + 1)}Eric", here, ME)

    assert [len(line) - len("ATTACKEric") for _, line, _ in here.read] == [*range(11, MOST_READ + 11)]
