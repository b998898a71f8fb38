"""Luck that anybody can repeat, and luck told in advance."""

from __future__ import annotations

import re
from collections import Counter
from itertools import islice
from pathlib import Path

import pytest

from referee.cases.luck import ScriptedChance, ScriptError
from referee.engine import chance
from referee.engine.chance import Chance, commitment, mixed, words

SPECIFICATION = Path(chance.__file__).with_name("CHANCE.md")
SECRET = bytes(range(32))


def vectors() -> dict[str, str]:
    """The table of test vectors in CHANCE.md."""
    rows = re.findall(r"^\| (.+?) \| (.+?) \|$", SPECIFICATION.read_text(encoding="utf-8"), re.MULTILINE)
    return {what: value.strip("`") for what, value in rows}


def seed() -> bytes:
    """The seed of the test vectors."""
    return mixed(SECRET, [("Ana", "abracadabra"), ("Bo", "")])


def test_the_specification_is_what_the_code_does() -> None:
    dice, dealt = Chance(seed(), 3), Chance(seed(), 0)

    assert vectors() == {
        "what": "value",
        "---": "---",
        "secret": "the bytes 00 01 02 ... 1f",
        "commitment": commitment(SECRET),
        "words": "Ana: `abracadabra`, Bo: none; seats in the order Ana, Bo",
        "seed": seed().hex(),
        "first four numbers, step 3, purpose `dice/1/Ana`": spaced(islice(words(seed(), 3, "dice/1/Ana"), 4)),
        "ten rolls of a D12, step 3, purpose `dice/1/Ana`": spaced(dice.die(12, "dice", "1", "Ana") for _ in range(10)),
        "shuffle of 0 .. 9, step 0, purpose `deck/Ana`": spaced(dealt.shuffled(range(10), "deck", "Ana")),
    }


def spaced(numbers: object) -> str:
    """Numbers as the table prints them."""
    return " ".join(map(str, numbers))  # type: ignore[call-overload]


def test_purposes_do_not_disturb_each_other() -> None:
    one, other = Chance(b"seed", 1), Chance(b"seed", 1)
    other.die(6, "something", "else")

    assert [one.die(6, "dice") for _ in range(20)] == [other.die(6, "dice") for _ in range(20)]


@pytest.mark.parametrize(("seed", "step"), [(b"seed", 2), (b"seeds", 1)])
def test_another_seed_or_step_is_other_luck(seed: bytes, step: int) -> None:
    assert Chance(seed, step).shuffled(range(50), "deck") != Chance(b"seed", 1).shuffled(range(50), "deck")


def test_all_draws_are_about_equally_likely() -> None:
    luck = Chance(b"fair", 1)
    rolls = Counter(luck.die(12, "dice") for _ in range(12_000))

    assert sorted(rolls) == list(range(1, 13))
    assert max(abs(n - 1000) for n in rolls.values()) < 150


def test_numbers_that_would_favour_some_draws_are_skipped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chance, "words", lambda *_: iter([0xFFFF_FFFF, 7]))

    assert Chance(b"", 0).below(10, "x") == 7


def test_a_pick_is_one_of_the_items() -> None:
    luck = Chance(b"seed", 1)

    assert {luck.pick("abc", "x") for _ in range(50)} == set("abc")


def test_a_word_more_or_less_changes_the_seed() -> None:
    tables = [[], [("Ana", "")], [("Ana", "x")], [("An", "ax")], [("Ana", "x"), ("Bo", "")]]
    seeds = {mixed(SECRET, table) for table in tables}

    assert len(seeds) == 5


@pytest.mark.parametrize("purpose", ["dice/3/Ana", "dice/3", "dice/Ana", "dice"])
def test_scripted_luck_is_found_by_the_beginning_of_its_purpose(purpose: str) -> None:
    luck = ScriptedChance(b"seed", 1, {purpose: [4, 2]})

    assert [luck.die(12, "dice", "3", "Ana"), luck.die(12, "dice", "3", "Ana")] == [4, 2]
    assert luck.left_over() == {}


def test_the_nearest_script_goes_first_and_the_rest_follows_from_the_seed() -> None:
    luck = ScriptedChance(b"seed", 1, {"dice": [1, 2], "dice/Ana": [12]})

    assert [luck.die(12, "dice", "1", "Ana"), luck.die(12, "dice", "1", "Ana")] == [12, 1]
    assert luck.left_over() == {"dice": [2]}
    assert luck.die(12, "cut") == Chance(b"seed", 1).die(12, "cut")


def test_scripted_shuffles_have_the_named_cards_on_top() -> None:
    luck = ScriptedChance(b"seed", 1, {"deck": ["3C", "8S"]})
    shuffled = luck.shuffled(["2C", "3C", "8S", "KW"], "deck", "Ana")

    assert shuffled[:2] == ["3C", "8S"]
    assert sorted(shuffled) == ["2C", "3C", "8S", "KW"]


def test_scripted_picks_are_named_as_printed() -> None:
    assert ScriptedChance(b"seed", 1, {"draw": [7]}).pick(["5", "7"], "draw") == "7"
    assert ScriptedChance(b"seed", 1, {"draw": [1]}).below(3, "draw") == 1


@pytest.mark.parametrize(
    ("script", "said"),
    [
        ([13], "dice/Ana: 13 is no roll of a die with 12 sides"),
        ([0], "dice/Ana: 0 is no roll of a die with 12 sides"),
        (["six"], "dice/Ana: 'six' is no roll of a die with 12 sides"),
    ],
)
def test_a_script_that_does_not_fit_says_so(script: list[object], said: str) -> None:
    with pytest.raises(ScriptError, match=re.escape(said)):
        ScriptedChance(b"", 1, {"dice": script}).die(12, "dice", "Ana")


def test_a_card_that_is_not_there_cannot_be_drawn() -> None:
    with pytest.raises(ScriptError, match="deck: there is no 9X to draw"):
        ScriptedChance(b"", 1, {"deck": ["9X"]}).shuffled(["8S"], "deck")


def test_a_shuffle_of_any_size_is_draws_below_each_place() -> None:
    items = list(range(300))
    by_draws, draws = items[:], Chance(b"seed", 3)
    for i in range(299, 0, -1):
        j = draws.below(i + 1, "deck")
        by_draws[i], by_draws[j] = by_draws[j], by_draws[i]

    assert Chance(b"seed", 3).shuffled(items, "deck") == by_draws
