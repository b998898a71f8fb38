from collections.abc import Callable

import pytest

from referee.reports.once import Anybody, Once


def counted(words: Callable[[str], str]) -> tuple[Once[str], list[object]]:
    asked: list[object] = []

    def say(me: str) -> str:
        asked.append(me)
        return words(me)

    return Once(say), asked


def test_what_singles_out_nobody_is_said_once_for_all() -> None:
    once, asked = counted(lambda me: "A card was played.")

    assert [once.to(seat) for seat in ("Ana", "Bo", "")] == ["A card was played."] * 3
    assert len(asked) == 1


def test_one_who_is_singled_out_hears_their_own_words_and_no_other_does() -> None:
    once, asked = counted(lambda me: "You won." if me == "Ana" else "Ana won.")

    assert [once.to(seat) for seat in ("Ana", "Bo", "Ana", "Cyd", "")] == [
        "You won.", "Ana won.", "You won.", "Ana won.", "Ana won.",
    ]  # fmt: skip
    assert asked[1:] == ["Ana"]


def test_one_of_several_is_singled_out_by_a_comparison_in_either_direction() -> None:
    once, _ = counted(lambda me: "yours" if me in ("Ana", "Bo") and me != "Bo" else "theirs")

    assert [once.to(seat) for seat in ("Ana", "Bo", "Cyd")] == ["yours", "theirs", "theirs"]


@pytest.mark.parametrize(
    "words",
    [
        lambda me: f"for {me}",
        lambda me: "for " + me,
        lambda me: me + "'s",
        lambda me: "".join(["for ", me]),
        lambda me: me.upper(),
        lambda me: "seated" if me else "observing",
        lambda me: {"Ana": "first"}.get(me, "later"),
        lambda me: "short" if len(me) < 3 else "long",
        lambda me: "early" if me < "Bo" else "late",
        lambda me: "an A" if "A" in me else "no A",
        lambda me: "{:>5}".format(me),  # noqa: UP032
        lambda me: me[0] if me[:1] else "-",
    ],
)
def test_words_that_ask_for_more_are_said_to_each_reader_by_name(words: Callable[[str], str]) -> None:
    once, _ = counted(words)

    assert [once.to(seat) for seat in ("Ana", "Bo", "")] == [words(seat) for seat in ("Ana", "Bo", "")]


def test_what_goes_wrong_for_a_reader_is_raised_to_them() -> None:
    once: Once[str] = Once(lambda me: str(1 // 0))

    with pytest.raises(ZeroDivisionError):
        once.to("Ana")


def test_anybody_is_nobody_in_particular() -> None:
    anybody = Anybody()

    assert anybody not in ("Ana", "Bo")
    assert anybody.compared == {"Ana", "Bo"}
