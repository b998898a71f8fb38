from referee.engine.audience import only
from referee.engine.events import Answered, OrderLapsed
from referee.engine.sheet import OnFile
from referee.reports.fates import Fate, fates, together, unordered
from referee.reports.parts import OrderLine, in_force
from tests.reports.high_card import ANA, TOLD, Play


def answered(value: int, because: int | str) -> Answered:
    return Answered(seat=ANA, about="Lead", value=value, because=because, to=only(ANA))


def lapsed(order: int, reason: str) -> OrderLapsed:
    return OrderLapsed(seat=ANA, order=order, reason=reason, to=only(ANA))


def say(e: Answered) -> str:
    return f"You led {e.value}." if e.value else ""


def test_an_order_worked_or_lapsed_or_was_not_needed() -> None:
    orders = [OrderLine(1, "PLAY 7"), OrderLine(2, "PLAY 8"), OrderLine(3, "KEEP FROM 8", standing=True)]

    found = fates(TOLD, orders, say)

    assert found == [
        Fate(1, "PLAY 7", True, ("You led 7.",), "", False),
        Fate(2, "PLAY 8", False, (), "The card was gone.", False),
        Fate(3, "KEEP FROM 8", False, (), "", True),
    ]
    assert [f.needed for f in found] == [True, True, False]


def test_a_reason_is_a_sentence() -> None:
    [found] = fates([lapsed(1, "you had no card.")], [OrderLine(1, "PLAY 7")], say)

    assert found.lapsed == "You had no card."


def test_an_order_may_work_several_times_and_lapse_in_the_end() -> None:
    none_left = lapsed(1, "No card was left.")
    told = [answered(7, 1), answered(7, 1), answered(8, 1), none_left, none_left]

    assert fates(told, [OrderLine(1, "PLAY HIGHEST")], say) == [
        Fate(1, "PLAY HIGHEST", True, ("You led 7 and 8.",), "No card was left.", False)
    ]


def test_what_is_any_one_of_its_kind_is_counted() -> None:
    drawn = [answered(value, 1) for value in (1, 7, 1, 1)] + [answered(value, 2) for value in (7, 7, 1)]
    orders = [OrderLine(1, "LEAD DRAW"), OrderLine(2, "LEAD 7")]

    one, other = fates(drawn, orders, lambda e: "You led a drawn card." if e.value == 1 else "You led 7.")

    assert one.texts == ("You led a drawn card (three times) and 7.",)
    assert other.texts == ("You led 7 and a drawn card.",)


def test_an_order_that_was_not_needed_has_its_reason_if_one_is_known() -> None:
    orders = [OrderLine(1, "PLAY 7", order=Play(n=7)), OrderLine(2, "PLAY 8", order=Play(n=8)), OrderLine(3, "PLAY 9")]

    found = fates([answered(7, 1)], orders, say, lambda one: f"Nobody asked for {one}.")

    assert [f.reason for f in found] == ["", f"Nobody asked for {Play(n=8)}.", ""]


def test_an_order_that_worked_without_words_was_needed() -> None:
    (fate,) = fates([answered(0, 1)], [OrderLine(1, "PLAY ANY")], say)

    assert (fate.needed, fate.texts) == (True, ())


def test_what_no_order_answered_is_kept_apart() -> None:
    told = [answered(3, "plan"), answered(4, "mailed"), answered(5, 1), answered(3, "plan"), answered(6, "mailed")]

    assert unordered(told, say) == {"plan": ["You led 3."], "mailed": ["You led 4.", "You led 6."]}


def test_lines_on_file_are_numbered_with_the_standing_ones_last() -> None:
    file = OnFile({6: ("PLAY 7",), 7: ("PLAY 2",)}, ("KEEP FROM 8",))

    assert in_force(file, 6) == (OrderLine(1, "PLAY 7"), OrderLine(2, "KEEP FROM 8", standing=True))
    assert in_force(file, 8, lambda _: Play(n=1)) == (OrderLine(1, "KEEP FROM 8", True, Play(n=1)),)


def test_answers_that_begin_alike_are_one_sentence() -> None:
    assert together(["You laid the Six of Hearts.", "You laid the Ace of Clubs.", "You laid the Ten of Clubs."]) == (
        "You laid the Six of Hearts, the Ace of Clubs and the Ten of Clubs.",
    )
    assert together(["You answered with the Moon.", "You answered with Judgement."]) == (
        "You answered with the Moon and Judgement.",
    )
    assert together(["You put the card into your Flame.", "You put the card into the Ocean."]) == (
        "You put the card into your Flame and the Ocean.",
    )


def test_answers_of_another_kind_stand_alone() -> None:
    others = ("You waited.", "You gave up, sadly.", "You gave way.", "You led 3C. So be it.", "You led 4C.", "You led.")

    assert together(others) == others
