"""What a ruleset says of itself: orders, questions, events, rules."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from referee.bots.simulate import setup
from referee.engine.audience import OBSERVER, Seat
from referee.engine.errors import OrderError
from referee.engine.events import Answered, GameEnded, OrderLapsed
from referee.engine.game import Game
from referee.engine.lexicon import Words, split
from referee.engine.orders import Order
from referee.engine.ruleset import reserved
from referee.reports.lines import needed
from tests.laws.played import played, post, rulesets

ROOT = Path(__file__).resolve().parents[2]
NUMBER = re.compile(r"\b([A-Z]{1,3}-[A-Z]{0,2}\d+(?:\.\d+)*)\b")
SLUGS = pytest.mark.parametrize("slug", list(rulesets()))


def read(slug: str, line: str, *, wishes: bool = False) -> Order:
    """Read a line at a table of this game."""
    rules = rulesets()[slug]
    grammar = rules.wishes if wishes else rules.grammar
    return grammar.read(line, post(slug).lexicon(seats(slug)), seats(slug)[0])


def seats(slug: str) -> tuple[Seat, ...]:
    """The largest table of this game."""
    rules = rulesets()[slug]
    return setup(rules, rules.seats[-1], {}).seats


def trouble(slug: str, line: str, *, wishes: bool = False) -> OrderError | None:
    """The error of a line, if it has one."""
    try:
        read(slug, line, wishes=wishes)
    except OrderError as e:
        return e
    return None


def examples(slug: str) -> list[tuple[str, bool]]:
    """The example of every verb and condition, and whether it is one of set-up."""
    rules = rulesets()[slug]
    verb = rules.verbs[0].example
    found = [(kind.example, False) for kind in rules.verbs]
    found += [(f"IF {kind.example} THEN {verb}", False) for kind in rules.conditions]
    found += [(f"IF NOT {kind.example} THEN {verb} ELSE {verb}", False) for kind in rules.conditions]
    return found + [(kind.example, True) for kind in rules.set_up_verbs]


@SLUGS
def test_every_example_reads_and_prints_back_the_same(slug: str) -> None:
    rules = rulesets()[slug]
    for example, wishes in examples(slug):
        grammar = rules.wishes if wishes else rules.grammar

        one = read(slug, example, wishes=wishes)

        assert grammar.show(one) == example or example in second_ways(slug)
        assert read(slug, grammar.show(one), wishes=wishes) == one


def second_ways(slug: str) -> list[str]:
    """The examples of verbs that are only another way to write an order."""
    return [kind.example for kind in rulesets()[slug].verbs if kind.stands_for is not Order.stands_for]


@SLUGS
def test_every_beginning_of_an_example_can_be_read_or_has_a_kind_error(slug: str) -> None:
    for example, wishes in examples(slug):
        for end in range(len(example)):
            found = trouble(slug, example[:end], wishes=wishes)

            assert found is None or (found.problem and found.hint), example[:end]


@SLUGS
def test_an_example_with_a_word_too_many_or_a_slip_has_a_kind_error(slug: str) -> None:
    for example, wishes in examples(slug):
        words = example.split()
        for i in range(len(words)):
            for spoilt in ([*words[:i], "ZZYZX", *words[i:]], [*words[:i], words[i] + "Q", *words[i + 1 :]]):
                found = trouble(slug, " ".join(spoilt), wishes=wishes)

                assert found is None or (found.problem and found.hint), " ".join(spoilt)


@SLUGS
def test_every_slot_reads_and_prints_its_example(slug: str) -> None:
    lexicon, me = post(slug).lexicon(seats(slug)), seats(slug)[0]
    for slot in rulesets()[slug].grammar.slots.values():
        if slot.name == "conditions":
            continue
        words = Words(split(slot.example), lexicon, me, slot.example)
        value = slot.read(words)

        assert words.done, slot.name
        assert slot.show(value) in (slot.example, str(me)), slot.name
        assert slot.usage, slot.name


@SLUGS
def test_every_verb_condition_and_question_is_explained(slug: str) -> None:
    rules = rulesets()[slug]
    for kind in (*rules.verbs, *rules.set_up_verbs, *rules.conditions, *rules.asks, *rules.events):
        assert (kind.__doc__ or "").strip().endswith((".", "?", ")")), kind
    for kind in rules.asks:
        assert NUMBER.search(kind.rule), kind
    for option in rules.options:
        assert NUMBER.search(option.rule), option
        assert option.meaning, option


@SLUGS
def test_every_event_and_question_has_its_lines(slug: str) -> None:
    rules = rulesets()[slug]
    text = (rules.folder / "lines.txt.j2").read_text(encoding="utf-8")
    macros = set(re.findall(r"{%-?\s*macro\s+(\w+)\(", text))
    included = re.findall(r"""(?:import|include)\s+['"]([^'"]+)""", text)
    for name in included:
        macros |= set(re.findall(r"{%-?\s*macro\s+(\w+)\(", (rules.folder / name).read_text(encoding="utf-8")))

    assert set(needed(rules)) - macros == set()


@SLUGS
def test_every_kind_of_event_happens_and_can_be_said_to_everybody(slug: str) -> None:
    rules, writer = rulesets()[slug], post(slug).writer
    happened = set()
    for number in range(20):
        record = played(slug, number)
        for game in (record.start, *(step.after for step in record.steps)):
            for e in game.events:
                if type(e) in happened or isinstance(e, Answered | OrderLapsed | GameEnded):
                    continue
                happened.add(type(e))
                for seat in game.setup.seats:
                    assert all(line.text == line.text.rstrip() for line in writer.lines.event(e, seat))

    never = {kind.__name__ for kind in rules.events} - {kind.__name__ for kind in happened}
    assert len(never) <= len(rules.events) // 3, f"in twenty games these never happened: {sorted(never)}"


@SLUGS
def test_where_the_game_stands_is_said_alike_from_every_view(slug: str) -> None:
    writer = post(slug).writer
    for number in range(4):
        for step in played(slug, number).steps:
            game = step.after
            situation = writer.situation(game.view(OBSERVER))
            for seat in game.setup.seats:
                assert writer.lines.block("table", game.view(seat), seat) == situation.table.to(seat)
                assert writer.lines.phrase("headline", game.view(seat)) == situation.headline


@SLUGS
def test_names_of_seats_are_no_words_of_the_language(slug: str) -> None:
    words = reserved(rulesets()[slug])

    assert [seat for seat in seats(slug) if seat.upper() in words] == []


@SLUGS
def test_forms_read_back_and_change_nothing_by_themselves(slug: str) -> None:
    record = played(slug, 2)
    for game in (record.start, *(step.after for step in record.steps)):
        for seat in game.setup.seats:
            for line in () if game.end else game.rules.form(game.view(seat)):
                assert trouble_at(game, seat, line) is None, line


def trouble_at(game: Game[Any, Any], seat: Seat, line: str) -> OrderError | None:
    """The error of a line of a form."""
    bare = line.removeprefix("STANDING ").strip()
    if not bare or bare.startswith("#"):
        return None
    try:
        game.rules.grammar.read(bare, post(game.rules.slug).lexicon(game.setup.seats), seat)
    except OrderError as e:
        return e
    return None


@SLUGS
def test_every_rule_that_is_cited_is_in_the_rules(slug: str) -> None:
    known, rules = numbers_of(slug), rulesets()[slug]
    prefix = {number.partition("-")[0] for number in known}
    cited = {
        (file.name, number)
        for file in sorted(rules.folder.rglob("*"))
        if file.suffix in (".py", ".j2", ".toml")
        for number in NUMBER.findall(file.read_text(encoding="utf-8"))
        if number.partition("-")[0] in prefix
    }

    assert {(file, number) for file, number in cited if number not in known} == set()
    assert {kind.rule for kind in rules.asks} | {o.rule for o in rules.options} <= known


@SLUGS
def test_every_rule_is_shown_by_a_case_or_a_test(slug: str) -> None:
    shown: set[str] = set()
    for file in examples_of(slug):
        shown |= set(NUMBER.findall(file.read_text(encoding="utf-8")))
    missing = {n for n in numbers_of(slug) if not any(s == n or s.startswith(f"{n}.") for s in shown)}

    assert sorted(missing) == []


@cache
def numbers_of(slug: str) -> frozenset[str]:
    """The numbers that RULES.md gives: those that begin an item, a heading or a row."""
    text = (rulesets()[slug].folder / "RULES.md").read_text(encoding="utf-8")
    starts = re.findall(rf"^[#\s>|*`-]*(?:(?:Ruling|Option)\s+)?`?\**{NUMBER.pattern}", text, re.MULTILINE)
    return frozenset(starts)


def examples_of(slug: str) -> list[Path]:
    """The cases and tests that show the rules of a game."""
    module = slug.replace("-", "_")
    folders = [ROOT / "tests" / "cases" / module, ROOT / "tests" / "games" / module]
    if not rulesets()[slug].folder.is_relative_to(ROOT / "referee"):
        folders.append(ROOT / "tests" / "package_game")
    found = [p for folder in folders for p in sorted(folder.rglob("*")) if p.suffix in (".py", ".md", ".yaml")]
    return [p for p in found if p.name != "RULES.md" and not p.is_relative_to(rulesets()[slug].folder)]
