"""What stands in a letter of ours is known again in words to others, whatever a mail program made of it."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from functools import cache
from textwrap import fill

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.cases.letters import Post
from referee.engine.audience import Seat
from referee.mail.address import look as key
from referee.resources import Resources
from referee.service.players.repetition import FEWEST, RUN, repeated
from tests.engine.cost import assert_costs
from tests.golden.whole_game import steps
from tests.laws.played import rulesets

MADE: dict[str, Callable[[str], str]] = {
    "as it stands": lambda piece: piece,
    "behind words": lambda piece: f"let us talk {piece}",
    "between words": lambda piece: f"let us talk On Friday the referee wrote: {piece} Sent from my telephone",
    "in one word": lambda piece: f"let us talk{''.join(piece.split())}and more",
    "quoted": lambda piece: "see\n> " + piece.replace("\n", "\n> "),
    "wrapped": lambda piece: fill(f"let us talk about it {piece}", 30),
    "wrapped and quoted twice": lambda piece: ">> " + fill(piece, 24).replace("\n", "\n>> "),
    "in finery": lambda piece: piece.replace(".", "…").replace(" ", "\u00a0").replace("'", "’"),
    "in capitals": str.upper,
    "in Cyrillic letters": lambda piece: piece.translate(str.maketrans("aceopxyABCEHKMOPTX", "асеорхуАВСЕНКМОРТХ")),
    "in look-alikes": lambda piece: piece.translate(str.maketrans("il1Oo0gs", "lI|0оOɡѕ")).replace("|", "l"),
    "in wide letters": lambda piece: "".join(chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else c for c in piece),
    "in mathematical letters": lambda piece: "".join(chr(ord(c) + 119_737) if "a" <= c <= "z" else c for c in piece),
    "with accents": lambda piece: piece.replace("a", "á").replace("e", "e\u0302").replace("o", "\u00f6"),
    "with what is not seen": lambda piece: "\u200b".join(piece).replace("e", "e\u00ad\u2060\ufeff"),
    "with a pair for one": lambda piece: piece.replace("m", "rn").replace("M", "Rn"),
    "smartened": lambda piece: piece.replace("-", "\u2013").replace("'", "\u2019").replace('"', "\u201c"),
}


@cache
def letters(slug: str) -> dict[Seat, list[str]]:
    """The letters of the first turns of a game, by seat."""
    rules = rulesets()[slug]
    post = Post(rules, Resources())
    found: dict[Seat, list[str]] = {}
    for game, files in steps(rules, post):
        for seat in game.setup.seats:
            found.setdefault(seat, []).append(post.letter(game, seat, files[seat]).body)
        if game.step == 3:
            break
    return found


def pieces(letter: str, told: str) -> list[tuple[str, bool]]:
    """The lines of a letter, and its sentences wherever its lines end; and whether somebody was told as much."""
    found: dict[str, bool] = {}
    for block in re.split(r"\n\s*\n", letter):
        lines = [line.strip() for line in block.splitlines()]
        whole = all(key(line) in told for line in lines)
        for one in (*lines, *re.split(r"(?<=[.!?])\s+", " ".join(lines))):
            if len(one.split()) >= FEWEST and key(one):
                found[one] = key(one) in told or (whole and one not in lines)
    return list(found.items())


@pytest.mark.parametrize("apart", [3, pytest.param(1, marks=pytest.mark.soak)])
@pytest.mark.parametrize("slug", list(rulesets()))
def test_a_line_or_a_sentence_that_the_reader_was_not_told_is_found(slug: str, apart: int) -> None:
    """Each piece is written in every third way, in turn, and each way has a third of them; in `make soak` all."""
    found = letters(slug)
    writer, reader = list(found)[:2]
    told = "\n".join(map(key, found[reader]))
    secret = {piece for letter in found[writer] for piece, public in pieces(letter, told) if not public}
    made = [(one, how) for n, one in enumerate(sorted(secret)[:20]) for how in list(MADE)[n % apart :: apart]]

    assert len(secret) > 10
    assert [(one, how) for one, how in made if not repeated(MADE[how](one), found[writer], [lambda: told])] == []


@pytest.mark.parametrize("slug", list(rulesets()))
def test_what_the_reader_was_told_may_be_quoted(slug: str) -> None:
    found = letters(slug)
    writer, reader = list(found)[:2]
    told = "\n".join(map(key, found[reader]))
    public = {piece for letter in found[writer] for piece, public in pieces(letter, told) if public}

    assert len(public) > 20
    found_in = found[writer]
    assert [one for one in sorted(public)[:60] if repeated(f"look: {one} Strange!", found_in, [lambda: told])] == []


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_so_is_any_run_of_words_that_is_long_enough(data: st.DataObject) -> None:
    slug = data.draw(st.sampled_from(list(rulesets())))
    found = letters(slug)
    writer, reader = data.draw(st.permutations(list(found)))[:2]
    told = "\n".join(map(key, found[reader]))
    blocks = re.split(r"\n\s*\n", data.draw(st.sampled_from(found[writer])))
    block = data.draw(st.sampled_from(blocks))
    words = block.split()
    start = data.draw(st.integers(0, max(0, len(words) - 1)))
    run = " ".join(words[start : data.draw(st.integers(start, len(words)))])
    untold = all(key(line) not in told for line in block.splitlines() if key(line))

    if len(key(run)) >= RUN and key(run)[:RUN] not in told and untold:
        assert repeated(MADE[data.draw(st.sampled_from(list(MADE)))](run), found[writer], [lambda: told])


@pytest.mark.parametrize("slug", list(rulesets()))
def test_words_from_the_middle_of_a_secret_are_found_wherever_they_begin(slug: str) -> None:
    found = letters(slug)
    writer, reader = list(found)[:2]
    told = "\n".join(map(key, found[reader]))
    secret = [
        block.split()
        for block in dict.fromkeys(block for letter in found[writer] for block in re.split(r"\n\s*\n", letter))
        if all(key(line) not in told for line in block.splitlines() if key(line))
    ]
    cut = [" ".join(words[start:-1]) for words in secret for start in range(1, min(len(words), 12))]
    runs = [run for run in cut if len(key(run)) >= RUN and key(run)[:RUN] not in told]

    assert len(runs) > 5
    assert [run for run in runs if not repeated(f"hear {run} there", found[writer], [lambda: told])] == []


@pytest.mark.parametrize(
    "words",
    [
        "I hold the Nine of Pentacles and the Four of Swords, don't tell Corwin",
        "I was dealt 9P and 4S. What have you got?",
        "Shall I WAIT, or attack Corwin with the Four of Swords?",
        "You were lucky! I had no Shadow cards.",
    ],
)
def test_in_their_own_words_players_say_what_they_like(words: str) -> None:
    report = letters("amber")[Seat("Benedict")]

    assert repeated(words, report, [lambda: ""]) == ""


def test_every_reader_must_have_been_told() -> None:
    ours = ["Fiona was dealt the Fool.\nYou were dealt the Tower, hidden."]

    assert repeated("Look: Fiona was dealt the Fool.", ours, [lambda: key(ours[0])]) == ""
    both = [lambda: key(ours[0]), lambda: key("nothing of the kind")]
    assert repeated("Look: Fiona was dealt the Fool.", ours, both) == "Fiona was dealt the Fool."
    assert repeated("Look: Fiona was dealt the Fool.", ours) == "Fiona was dealt the Fool."


@pytest.mark.parametrize("worst", ["a" * 100_000, "ab " * 33_000, "a\n" * 50_000, "You hold " * 11_000])
def test_it_takes_no_longer_than_its_length(worst: str) -> None:
    ours = [worst[:60_000], *letters("amber")[Seat("Benedict")] * 10]
    began = time.process_time()

    repeated(worst, ours, [lambda: key(worst)])

    assert time.process_time() - began < 3


@pytest.mark.parametrize("unit", ["a", "ab ", "a\n", "You hold ", "\u0430\u200b", "m. "])
def test_what_is_four_times_as_long_takes_about_four_times_as_long(unit: str) -> None:
    ours = letters("amber")[Seat("Benedict")] * 10
    few, many = (unit * (size // len(unit)) for size in (25_000, 100_000))

    assert_costs(
        lambda: repeated(many, [many, *ours], [lambda: ""]),
        times=8,
        of=lambda: repeated(few, [few, *ours], [lambda: ""]),
        spare=0.5,
    )
