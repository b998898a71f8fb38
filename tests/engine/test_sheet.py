"""Letters read line by line, and what is on file after them."""

from __future__ import annotations

import pytest

from referee.engine.commands import ALL, Press
from referee.engine.orders import readable
from referee.engine.reader import MOST_LINES
from referee.engine.sheet import MOST_QUOTED, Heard, Line, OnFile
from tests.engine.tongue import GRAMMAR, LEXICON, ME, SEATS, again, letter

PLAYERS = "The players are Corwin, Eric, Fiona, Random, Flora, King Oberon."
ERIC, FIONA = SEATS[1], SEATS[2]


def heard(*lines: str) -> list[tuple[str, str]]:
    """What each line was, with its error."""
    return [(line.heard.value, readable(line.error) if line.error else "") for line in letter(*lines).lines]


def file(*letters: list[str], turn: int = 4) -> OnFile:
    """What is on file after these letters of turn 4."""
    found = OnFile()
    for lines in letters:
        found = found.after(letter(*lines), GRAMMAR, turn)
    return found


@pytest.mark.parametrize(
    ("line", "was", "said"),
    [
        ("ATTACK Eric", Heard.ORDER, ""),
        ("- ATTACK Eric", Heard.ORDER, ""),
        ("1. ATTACK Eric", Heard.ORDER, ""),
        ("(2) ATTACK Eric.", Heard.ORDER, ""),
        ("STANDING ATTACK Eric", Heard.STANDING, ""),
        ("DEFEND WITH LOW", Heard.STANDING, ""),
        ("IF POINTS >= 1 THEN DEFEND WITH LOW", Heard.STANDING, ""),
        ("TURN 6 ATTACK Eric", Heard.ADVANCE, ""),
        ("TURN 4 ATTACK Eric", Heard.ORDER, ""),
        ("CANCEL DEFEND", Heard.CANCEL, ""),
        ("cancel all", Heard.CANCEL, ""),
        ("CLEAR", Heard.CLEAR, ""),
        ("ADD", Heard.ADD, ""),
        ("STATUS?", Heard.COMMAND, ""),
        ("# only a remark", Heard.COMMENT, ""),
        ("---", Heard.CHATTER, ""),
        ("Dear referee,", Heard.CHATTER, "I don't know the order \"Dear\". Write HELP for the list of orders."),
        (
            "Can you help with the rules?",
            Heard.CHATTER,
            "I don't know what \"Can\" is for here. Begin the line with HELP.",
        ),
        ("I attack Eric", Heard.ORDER, ""),
        ("ATACK Eric", Heard.UNREADABLE, "I don't know the order \"ATACK\". Did you mean ATTACK?"),
        ("TURN 3 ATTACK Eric", Heard.UNREADABLE, "Turn 3 is over. This is turn 4."),
        (
            "TURN 5",
            Heard.UNREADABLE,
            "Behind TURN an order is missing. Write TURN 5 or STANDING, then the order.",
        ),
        (
            "TURN 99999 SEIZE",
            Heard.UNREADABLE,
            "Behind TURN up to 9999 is wanted. Write TURN 5 or STANDING, then the order.",
        ),
        (
            "STANDING",
            Heard.UNREADABLE,
            "Behind STANDING an order is missing. Write TURN 5 or STANDING, then the order.",
        ),
        (
            "CANCEL DEFFEND",
            Heard.UNREADABLE,
            "I don't know which standing order to cancel. Did you mean DEFEND?",
        ),
        (
            "CANCEL",
            Heard.UNREADABLE,
            "I don't know which standing order to cancel. Write CANCEL and the order's first word, as in CANCEL ATTACK,"
            " or CANCEL ALL.",
        ),
        (
            "ADD ATTACK Eric",
            Heard.UNREADABLE,
            "ADD stands by itself, on the first line. Put the order on the next line.",
        ),
        (
            "CLEAR everything",
            Heard.UNREADABLE,
            "CLEAR withdraws all your orders of this turn. Write it by itself.",
        ),
        ("ATTACK " + "x" * 900, Heard.UNREADABLE, "A line may have 900 characters at most. Cut it in two."),
        ("TO Zed: psst", Heard.UNREADABLE, f'"Zed" is not a player. {PLAYERS}'),
    ],
)  # fmt: skip
def test_a_line_is_heard_as_it_was_meant(line: str, was: Heard, said: str) -> None:
    assert heard(line) == [(was.value, said)]


def test_a_line_that_cannot_be_read_spoils_no_other() -> None:
    assert [was for was, _ in heard("Hi,", "ATTACK Erik", "", "SEIZE")] == ["no order", "unreadable", "order"]


def test_behind_end_nothing_counts() -> None:
    assert heard("SEIZE", "End.", "ATTACK Eric", "END") == [("order", ""), ("after END", ""), ("after END", "")]


def test_add_counts_before_the_first_order_only() -> None:
    assert [was for was, _ in heard("Dear referee,", "ADD", "SEIZE")] == ["no order", "add", "order"]
    assert heard("SEIZE", "ADD")[1] == ("unreadable", "ADD counts as the first line only. Put it on top.")


@pytest.mark.parametrize(
    "line", ["SEIZE?", "Shall I SEIZE?", "ATTACK Eric?", "ADD?", "CLEAR?", "CANCEL DEFEND?", "YES?", "WAIT FLAG ON?"]
)
def test_a_question_is_no_order(line: str) -> None:
    said = "This line asks; write it without a question mark if you mean it as an order."
    assert heard(line) == [("unreadable", said)]


@pytest.mark.parametrize("line", ["HELP?", "STATUS?", "RULES 3?", "TO Eric: how are you?"])
def test_what_does_no_harm_may_be_asked(line: str) -> None:
    assert heard(line) == [("command", "")]


def test_a_question_mark_in_a_comment_asks_nothing() -> None:
    assert heard("SEIZE # really?") == [("order", "")]


@pytest.mark.parametrize("line", ["# help", "# how do I win?", "# what now"])
def test_a_comment_pleads_for_nothing(line: str) -> None:
    assert heard(line, "SEIZE") == [("comment", ""), ("order", "")]


def test_end_with_a_question_mark_ends_nothing() -> None:
    assert [was for was, _ in heard("END?", "SEIZE")] == ["no order", "order"]


def test_of_too_many_lines_the_first_left_out_says_so_once() -> None:
    many = heard("Dear referee,", *["SEIZE"] * 300)

    assert len(many) == 1 + MOST_LINES + 1
    assert many[-1] == (
        "unreadable",
        "A letter may have 200 lines of orders; the others were not read. Send them in another letter that begins"
        " with ADD.",
    )


def test_a_very_long_line_is_said_back_in_part() -> None:
    line = Line("ATTACK " + "x" * 900, Heard.UNREADABLE)

    assert (len(line.quoted), line.quoted[-5:]) == (MOST_QUOTED + 3, "xx...")
    assert Line("SEIZE", Heard.ORDER).quoted == "SEIZE"


def test_cancel_all_is_said_in_words() -> None:
    def cancelled(*lines: str) -> tuple[str, ...]:
        return letter(*lines).cancelled(["DEFEND WITH LOW", "IF POINTS >= 1 THEN ATTACK Eric"])

    assert cancelled("CANCEL DEFEND", "CANCEL ALL") == ("all standing orders",)
    assert cancelled("CANCEL DEFEND", "CANCEL ATTACK", "CANCEL DEFEND") == ("DEFEND", "ATTACK")
    assert cancelled("CANCEL SEIZE", "CANCEL ATTACK") == ("ATTACK",)


def test_what_is_to_be_cancelled_and_does_not_stand_is_named() -> None:
    def in_vain(*standing: str) -> list[str]:
        return [line.text for line in letter("CANCEL DEFEND", "CANCEL ALL", "SEIZE").cancels_nothing(standing)]

    assert in_vain() == ["CANCEL DEFEND", "CANCEL ALL"]
    assert in_vain("STANDING AID Fiona") == ["CANCEL DEFEND"]
    assert in_vain("DEFEND WITH LOW") == []


def test_a_colon_may_stand_behind_standing_and_turn() -> None:
    assert [was for was, _ in heard("STANDING: DEFEND WITH LOW", "TURN 6: SEIZE")] == [
        "standing order",
        "order for a later turn",
    ]


UNENDED = (
    "I don't see where your words end, so I delivered nothing. Put a line with a single full stop behind them; or if"
    " one line is all, an empty line below it."
)


def test_quotation_marks_in_a_condition_mean_nothing() -> None:
    assert heard('IF RULER "Fiona" THEN SEIZE') == [("order", "")]


def test_lines_below_a_to_of_one_line_are_said_to_be_undelivered() -> None:
    assert heard("TO Eric: hello", "", "how are you", "", "and yours", "SEIZE", "all is well") == [
        ("command", ""),
        (
            "unreadable",
            "Only the line that begins with TO was delivered. For several lines write TO Eric: alone, then your lines,"
            " then a single full stop.",
        ),
        ("unreadable", "This line was not delivered either."),
        ("order", ""),
        ("no order", "I don't know the order \"all\". Write HELP for the list of orders."),
    ]


def test_a_line_to_somebody_else_and_a_farewell_below_a_to_are_no_more_of_its_words() -> None:
    assert heard("PRESS ALL: hello", "MSG Eric: psst", "Cheers,") == [
        ("command", ""),
        ("command", ""),
        ("no order", "I don't know the order \"Cheers\". Write HELP for the list of orders."),
    ]


@pytest.mark.parametrize(
    "line",
    [
        "TO the Fiona: psst", "To: Fiona: psst", "TO FOR Fiona: psst", 'TO "Fiona": psst', "PRESS to Fiona: psst",
        "tell Fiona: psst", "Message for Fiona: psst", "write to Fiona: psst", "ask Fiona: psst", "2) TO Fiona: psst",
    ],
)  # fmt: skip
def test_words_to_others_may_begin_in_many_ways(line: str) -> None:
    assert [one.order for one in letter(line).lines] == [Press(addressees=(FIONA,), text="psst")]


def test_a_heading_to_names_its_reader_and_the_words_stand_below() -> None:
    assert [one.order for one in letter("To: Eric", "meet me", "tonight", ".").lines] == [
        Press(addressees=(ERIC,), text="meet me\ntonight")
    ]


@pytest.mark.parametrize("word", ["all", "everyone", "everybody", "all players", "the others", "the table"])
def test_words_for_all_at_the_table(word: str) -> None:
    assert [one.order for one in letter(f"TO {word}: hail").lines] == [Press(addressees=(ALL,), text="hail")]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("TO Eric, Zed: come now", f'"Zed" is not a player. {PLAYERS}'),
        ("TO Eric, Fionna: come now", '"Fionna" is not a player. Did you mean Fiona?'),
        ("To: Eric, come now", "Behind the name a colon is wanted. Write TO Eric: and your words."),
        ("Eric: come now", "I don't know the order \"Eric\". Write TO Eric: and your words."),
        ("@Eric come now", "I don't know the order \"Eric\". Write TO Eric: and your words."),
        ("TELL the table nothing", "I don't know the order \"TELL\". Write TO ALL: and your words."),
    ],
)  # fmt: skip
def test_words_to_others_without_their_colon_are_not_delivered(line: str, said: str) -> None:
    assert heard(line) == [("unreadable", said)]


def test_words_to_nobody_we_know_are_no_orders() -> None:
    assert [was for was, _ in heard("TO Zed:", "I will", "SEIZE", ".", "ATTACK Eric")] == ["unreadable", "order"]


def test_press_on_one_line() -> None:
    line = "to Eric, Fiona: keep out: # both"

    assert letter(line).lines == (
        Line(line, Heard.COMMAND, Press(addressees=(ERIC, FIONA), text="keep out: # both")),
    )


def test_press_of_several_lines_ends_with_a_full_stop_on_a_line() -> None:
    sheet = letter("TO Eric:", "Dear Eric,", "", "  ATTACK Fiona", ".", "SEIZE")

    assert [line.order for line in sheet.lines] == [
        Press(addressees=(ERIC,), text="Dear Eric,\n\n  ATTACK Fiona"), GRAMMAR.read("SEIZE", LEXICON, ME),
    ]  # fmt: skip


def test_press_without_an_end_is_not_delivered_and_swallows_no_order() -> None:
    assert heard("TO Eric:", "ATTACK Eric") == [("unreadable", UNENDED), ("order", "")]


@pytest.mark.parametrize(
    "lines",
    [
        ("TO Eric:", "Dear Eric,", "let us be friends. I will SEIZE", "and not ATTACK you.", "Yours, Corwin"),
        ("TO Eric:", "", "Dear Eric,", "", "let us be friends."),
        ("TO ALL: who took my", "chair? It was mine."),
        ("TO Eric: Dear Eric,", "", "let us be friends."),
        ("TO ALL: good evening", "everybody", "TO Eric:", "hello", "."),
    ],
)
def test_of_words_without_an_end_no_part_is_delivered_or_read_as_an_order(lines: tuple[str, ...]) -> None:
    first, *rest = letter(*lines, "SEIZE").lines

    assert first.error is not None
    assert (first.heard, readable(first.error)) == (Heard.UNREADABLE, UNENDED)
    assert first.text.split(" / ") == [line for line in lines if line][: first.text.count(" / ") + 1]
    assert [line.heard for line in rest][-1] is Heard.ORDER
    assert "hello" in lines or len(rest) == 1


@pytest.mark.parametrize("below", ["Cheers,", "Best regards,", "Corwin", "Anna", "+49 30 1234567"])
def test_a_farewell_below_words_of_one_line_keeps_none_of_them_back(below: str) -> None:
    assert letter("TO Eric: hello", below).lines[0].order == Press(addressees=(ERIC,), text="hello")


def test_words_that_begin_beside_their_head_may_go_on_to_a_full_stop() -> None:
    sheet = letter("TO Eric: Dear Eric,", "", "let us be friends", ".", "SEIZE")

    assert [line.order for line in sheet.lines] == [
        Press(addressees=(ERIC,), text="Dear Eric,\n\nlet us be friends"), GRAMMAR.read("SEIZE", LEXICON, ME),
    ]  # fmt: skip


@pytest.mark.parametrize("told", [("TO Fiona:", "he knows nothing"), ("TO Fiona: he knows nothing",)])
def test_words_to_one_never_reach_into_those_to_another(told: tuple[str, ...]) -> None:
    sheet = letter("TO Eric:", "between us", *told, ".")

    assert [line.order for line in sheet.lines] == [None, Press(addressees=(FIONA,), text="he knows nothing")]


def test_a_full_stop_that_a_client_has_doubled_is_one() -> None:
    assert [line.order for line in letter("TO Eric:", "hello", "", "you", "..").lines] == [
        Press(addressees=(ERIC,), text="hello\n\nyou")
    ]


def test_new_orders_replace_the_turns_own_as_a_whole() -> None:
    found = file(["ATTACK Eric", "SEIZE"], ["AID Fiona"])

    assert found.lines(4) == ("AID Fiona",)


def test_add_adds() -> None:
    assert file(["ATTACK Eric"], ["ADD", "AID Fiona"]).lines(4) == ("ATTACK Eric", "AID Fiona")


def test_clear_withdraws_the_turns_orders_and_leaves_standing_ones() -> None:
    assert file(["ATTACK Eric", "DEFEND WITH LOW"], ["CLEAR"]).lines(4) == ("DEFEND WITH LOW",)
    assert file(["ATTACK Eric"], ["CLEAR", "SEIZE"]).lines(4) == ("SEIZE",)


@pytest.mark.parametrize("lines", [["STATUS"], ["TO Eric: hello"], ["ATACK Fiona"], ["WAIT FLAG ON"], ["TURN 5 SEIZE"]])
def test_a_letter_without_orders_for_this_turn_replaces_nothing(lines: list[str]) -> None:
    assert file(["ATTACK Eric"], lines).lines(4) == ("ATTACK Eric",)


def test_a_new_set_leaves_standing_orders() -> None:
    assert file(["DEFEND WITH LOW", "STANDING AID Fiona"], ["SEIZE"]).lines(4) == (
        "SEIZE", "DEFEND WITH LOW", "AID Fiona",
    )  # fmt: skip


def test_standing_orders_are_replaced_by_their_like() -> None:
    found = file(
        ["DEFEND WITH LOW", "DEFEND AGAINST CUPS WITH HIGH", "STANDING AID Fiona"],
        ["IF POINTS >= 1 THEN DEFEND WITH ANY"],
    )

    assert found.lines(4) == ("AID Fiona", "IF POINTS >= 1 THEN DEFEND WITH ANY")


def test_standing_orders_are_added_to() -> None:
    assert file(["DEFEND WITH LOW"], ["ADD", "DEFEND AGAINST CUPS WITH HIGH"]).lines(4) == (
        "DEFEND WITH LOW", "DEFEND AGAINST CUPS WITH HIGH",
    )  # fmt: skip


def test_standing_orders_are_cancelled_by_verb_or_all() -> None:
    filed = ["IF POINTS >= 1 THEN DEFEND WITH ANY", "STANDING AID Fiona", "SEIZE"]

    assert file(filed, ["CANCEL DEFEND"]).lines(4) == ("SEIZE", "AID Fiona")
    assert file(filed, ["CANCEL ALL"]).lines(4) == ("SEIZE",)


def test_orders_for_later_turns_wait_for_theirs() -> None:
    found = file(["TURN 5 SEIZE", "ATTACK Eric"])

    assert (found.lines(4), found.lines(5), found.lines(6)) == (("ATTACK Eric",), ("SEIZE",), ())
    assert found.after(letter("ATTACK Fiona", turn=6), GRAMMAR, 6).turns == {6: ("ATTACK Fiona",)}


def test_the_wait_flag_is_kept_until_it_is_taken_down() -> None:
    assert [file(*letters).waits for letters in (
        [["SEIZE"]], [["WAIT FLAG ON"]], [["WAIT FLAG ON"], ["SEIZE"]], [["WAIT FLAG ON"], ["WAIT FLAG OFF"]],
    )] == [False, True, True, False]  # fmt: skip


def test_orders_in_force_are_numbered() -> None:
    orders = file(["DEFEND WITH LOW", "SEIZE"]).in_force(4, lambda line: GRAMMAR.read(line, LEXICON, ME))

    assert [one.number for one in orders] == [1, 2]
    assert again(orders) == ["SEIZE", "DEFEND WITH LOW"]


def test_orders_in_force_print_as_they_were_filed() -> None:
    orders = file(["STANDING SPOILS NOTHING", "SPOILS VASSAL"]).in_force(4, lambda x: GRAMMAR.read(x, LEXICON, ME))

    assert again(orders) == ["SPOILS VASSAL", "SPOILS NOTHING"]


def test_silence_is_nothing_on_file_for_the_turn() -> None:
    assert [file(lines).silent(4) for lines in (["hello"], ["TURN 5 SEIZE"], ["SEIZE"], ["DEFEND WITH LOW"])] == [
        True, True, False, False,
    ]  # fmt: skip


def test_a_useless_letter_is_one_that_neither_orders_nor_asks() -> None:
    assert [letter(*lines).useful for lines in (["Hi!"], ["ATACK"], ["ADD"], ["STATUS"], ["CLEAR"], ["SEIZE"])] == [
        False, False, False, True, True, True,
    ]  # fmt: skip


@pytest.mark.parametrize(
    "line",
    ['"SEIZE THRONE"', "“seize throne”", "„SEIZE THRONE“.", "«SEIZE»", '2. "SEIZE"', "Orders: SEIZE", "Order 2: seize"],
)
def test_an_order_between_quotation_marks_or_with_a_title_is_an_order(line: str) -> None:
    assert [type(one).__name__ for one in letter(line).orders()] == ["Seize"]


@pytest.mark.parametrize(
    ("lines", "read"),
    [
        (["  1  ATTACK Eric", "  2  ATTACK Fiona"], ["ATTACK Eric", "ATTACK Fiona"]),
        (["1 ATTACK Eric", "2 ATTACK Fiona"], ["ATTACK Eric", "ATTACK Fiona"]),
        (["7  ATTACK Eric  (standing)"], ["STANDING ATTACK Eric"]),
        (["DEFEND WITH LOW (standing)"], ["STANDING DEFEND WITH LOW"]),
        (["ATTACK Eric (standing)."], ["STANDING ATTACK Eric"]),
        (["STANDING ATTACK Eric  (standing)"], ["STANDING ATTACK Eric"]),
        (["3  IF POINTS >= 1 THEN DEFEND WITH LOW  (standing)"], ["STANDING IF POINTS >= 1 THEN DEFEND WITH LOW"]),
    ],
)
def test_orders_copied_back_as_they_are_printed_are_read_as_they_were_sent(lines: list[str], read: list[str]) -> None:
    found = letter(*lines).lines

    assert [(x.heard, x.order) for x in found] == [(x.heard, x.order) for x in letter(*read).lines]
    assert all(x.order is not None for x in found)


def test_words_to_others_keep_what_is_printed_so_and_a_number_out_of_place_is_no_number_of_ours() -> None:
    (said,) = letter("TO Eric: 1  ATTACK Fiona (standing)").commands()

    assert isinstance(said, Press)
    assert said.text == "1  ATTACK Fiona (standing)"
    assert letter("7 ATTACK Eric").lines[0].order is None
