"""Signatures of companies and footers of programs are no refused orders, and no order is lost for them."""

from __future__ import annotations

import time

import pytest

from referee.engine.audience import Seat
from referee.engine.reader import Reader
from referee.engine.sheet import Heard, Sheet
from referee.engine.talk import signature
from referee.mail.quoting import classify, written
from referee.resources import Resources
from tests.laws.played import rulesets
from tests.mail.signatures import SIGNATURES

SEATS = ("Ana", "Bob", "Clara", "Dora")
QUIET = (Heard.CHATTER, Heard.COMMENT)
SEPARATORS = {"none": "", "a marker": "-- \n", "a bare one": "--\n", "an empty line": "\n"}


def heard(slug: str, text: str) -> Sheet:
    """What a letter comes to in a game, from its labels on."""
    rules = rulesets()[slug]
    seats = [Seat(name) for name in SEATS[: rules.seats[-1]]]
    tables = {name: Resources().table(name, game_folder=rules.folder) for name in rules.words.tables}
    reader = Reader(rules.grammar, rules.words.lexicon(seats, tables), Seat("Ana"), 1)
    return reader.read(written(classify(text.split("\n"), names=("Ana", "Ana Schmidt"))))


def examples(slug: str) -> list[str]:
    own = [
        verb.kind for verb in rulesets()[slug].grammar.verbs if not verb.kind.__module__.startswith("referee.engine")
    ]
    return [kind.example for kind in own[:2]]


def told(sheet: Sheet) -> list[str]:
    return [line.text for line in sheet.lines if line.heard not in QUIET]


@pytest.mark.parametrize("slug", rulesets())
@pytest.mark.parametrize("name", SIGNATURES)
def test_no_line_of_a_signature_is_an_order_refused_or_not(slug: str, name: str) -> None:
    orders = examples(slug)
    for between in SEPARATORS.values():
        letter = "\n".join([*orders, "", between + SIGNATURES[name]])

        assert told(heard(slug, letter)) == orders


@pytest.mark.parametrize("name", SIGNATURES)
def test_nor_is_it_taken_for_words_to_a_person_where_it_tells_how_one_is_reached(name: str) -> None:
    talk = heard("amber", f"WAIT\n\n{SIGNATURES[name]}").small_talk()

    assert [line for line in talk if "example" in line or "+49" in line or "GmbH" in line] == []


@pytest.mark.parametrize("name", SIGNATURES)
@pytest.mark.parametrize("slip", ["LAED HIGHEST", "reply lowset", "LEAD 3X", "LEED KS, QS"])
def test_an_order_with_a_slip_is_told_of_wherever_it_stands(name: str, slip: str) -> None:
    text = SIGNATURES[name]

    for letter in (f"{slip}\n\n{text}", f"LEAD HIGHEST\n{slip}\n\n{text}", f"LEAD HIGHEST\n\n{slip}\n\n{text}"):
        assert slip in told(heard("wizards-duel", letter)), letter
    assert told(heard("wizards-duel", f"{text}\n\nLEAD HIGHEST\n{slip}"))[-2:] == ["LEAD HIGHEST", slip]


def test_so_is_one_right_above_or_below_a_signature_without_an_empty_line() -> None:
    contact = "Ana Schmidt\nSenior Account Manager\nMuster GmbH\nTel. +49 711 123456\nwww.muster.example\nKeep moving!"

    assert told(heard("wizards-duel", f"LEAD HIGHEST\n{contact}")) == ["LEAD HIGHEST"]
    assert told(heard("wizards-duel", f"LAED HIGHEST\n{contact}")) == ["LAED HIGHEST"]
    assert told(heard("wizards-duel", f"{contact}\nLEAD HIGHEST")) == ["LEAD HIGHEST"]
    assert told(heard("wizards-duel", f"LEAD KS\n\n{contact}\nLAED 3C")) == ["LEAD KS", "LAED 3C"]
    assert told(heard("wizards-duel", f"adress add me2@new.example\n{contact}")) == ["adress add me2@new.example"]
    assert told(heard("wizards-duel", f"LEAD KS\n\n{contact}\nlead@new2.example")) == ["LEAD KS"]


@pytest.mark.parametrize(
    "text",
    ["LAED HIGHEST\nsee www.example.org for my reasons\nREPLY LOWST", "LEAD HIGHEST\n\nREPLY 12345678",
     "REPLY FROM acme.example\nLEAD KS", "PLAY 10 9 8 7 6 5", "adress add me@new.example"],
)  # fmt: skip
def test_orders_that_only_look_like_one_stay_what_they_are(text: str) -> None:
    lines = [line for line in text.splitlines() if line and not line.startswith("see ")]

    assert told(heard("wizards-duel", text)) == lines


def test_words_below_words_to_others_are_still_said_to_be_undelivered() -> None:
    assert told(heard("wizards-duel", "TO Bob: call me\n+49 711 123456")) == ["TO Bob: call me", "+49 711 123456"]


def test_long_letters_are_soon_looked_through() -> None:
    began = time.process_time()
    for worst in ("a.a@" * 25_000, "1 2 " * 25_000, "www." * 25_000, "GmbH " * 20_000):
        signature([worst] * 2_000, [n // 2 for n in range(2_000)], {0}, lambda text: False)

    assert time.process_time() - began < 3
