"""The laws on what a ruleset says of itself: its orders, questions, events and options."""

from __future__ import annotations

import re
import traceback
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from referee.bots.bot import own_chance
from referee.bots.simulate import Style, as_letter, as_orders, setup, writer_of
from referee.cases.letters import Post
from referee.engine import usual
from referee.engine.asks import few
from referee.engine.audience import Seat
from referee.engine.commands import Command
from referee.engine.conditions import Comparison, Condition
from referee.engine.errors import OrderError
from referee.engine.game import Game
from referee.engine.lexicon import Words, nearest, split
from referee.engine.orders import Grammar, Order
from referee.engine.seatnames import reserved
from referee.engine.sheet import Heard, Line, OnFile
from referee.engine.values import compared
from referee.laws.breach import Breach
from referee.laws.lines import examples, read, seats, spoken, whatever_a_line_holds_it_prints
from referee.laws.played import Position, Record, Rules, Step, style_of
from referee.laws.rulebook import NUMBER
from referee.reports.lines import CORRECTIONS, FILE, needed, possible
from referee.reports.templates import environment

MACRO = re.compile(r"{%-?\s*macro\s+(\w+)\(")
INCLUDED = re.compile(r"""(?:import|include)\s+['"]([^'"]+)""")


def every_example_reads_and_prints_back(rules: Rules, post: Post) -> Iterator[Breach]:
    """The example of every verb and condition can be read, and prints and reads back as the same."""
    second_ways = [kind.example for kind in rules.orders.verbs if kind.stands_for is not Order.stands_for]
    for example, grammar in examples(rules):
        one = read(rules, post, example, grammar)
        if isinstance(one, OrderError):
            yield Breach(f"the example {example} cannot be read: {one.problem}")
            continue
        shown = grammar.show(one)
        if shown != example and example not in second_ways:
            yield Breach(f"the example {example} is read, but prints back as {shown}")
        elif (again := read(rules, post, shown, grammar)) != one:
            yield Breach(f"the example {example} prints as {shown}, which reads as {spoken(again)}")


def what_is_misspelt_gets_a_kind_answer(rules: Rules, post: Post) -> Iterator[Breach]:
    """Every beginning of an example, and every slip in it, can be read or is answered with the problem and a hint."""
    for example, grammar in examples(rules):
        words = example.split()
        spoilt = [example[:end] for end in range(len(example))]
        for i in range(len(words)):
            spoilt.append(" ".join([*words[:i], "ZZYZX", *words[i:]]))
            spoilt.append(" ".join([*words[:i], words[i] + "Q", *words[i + 1 :]]))
        for line in spoilt:
            found = read(rules, post, line, grammar)
            if isinstance(found, OrderError) and not (found.problem and found.hint):
                yield Breach(f"the line {line!r} is refused without saying what is wrong and what would be right")


def every_slot_reads_and_prints_its_example(rules: Rules, post: Post) -> Iterator[Breach]:
    """Every slot of the order language reads its own example, and prints it again."""
    lexicon, me = post.lexicon(seats(rules)), seats(rules)[0]
    for slot in rules.grammar.slots.values():
        if slot.name == "conditions":
            continue
        words = Words(split(slot.example), lexicon, me, slot.example)
        shown = slot.show(slot.read(words))
        if not words.done or shown not in (slot.example, str(me)):
            yield Breach(f"the slot {slot.name} reads its example {slot.example}, but prints {shown}")
        if not slot.usage:
            yield Breach(f"the slot {slot.name} has no usage to be explained with")


def a_comma_before_a_keyword_means_nothing(rules: Rules, post: Post) -> Iterator[Breach]:
    """A comma before ELSE, IF or another keyword of a line changes nothing, in all examples and those of RULES.md."""
    shown, known = fenced((rules.folder / "RULES.md").read_text(encoding="utf-8")), examples(rules)
    one_if = [one for one in known if one[0].startswith("IF NOT ")][:1]
    plain = [one for one in known if not one[0].startswith("IF ")]
    lines = [*one_if, *plain, *((line, rules.grammar) for line in shown)]
    for line, grammar in dict.fromkeys(lines):
        one = read(rules, post, line, grammar)
        if isinstance(one, OrderError | Command):
            continue
        for at in keywords_in(grammar, line):
            said = f"{line[:at].rstrip()}, {line[at:]}"
            if (found := read(rules, post, said, grammar)) != one:
                yield Breach(f"the line {said} is read as {spoken(found)}, though its comma means nothing")


def fenced(text: str) -> list[str]:
    """List the lines of the fenced blocks of a page, without their comments."""
    blocks = re.findall(r"^```\w*\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    lines = [line.split("#")[0].strip() for block in blocks for line in block.splitlines()]
    return [line for line in lines if line]


def keywords_in(grammar: Grammar, line: str) -> Iterator[int]:
    """Find where keywords stand behind a word that is none, but for what comes first or is said to somebody."""
    known = grammar.keywords
    words = split(line.partition(":")[0] if line.startswith("TO ") else line)
    for before, word in pairwise(words):
        if word.text in known and before.text not in known | {"NOT", "AND"} and before.text[:1].isalnum():
            yield word.start


def orders_print_as_they_are_read(step: Step, post: Post) -> Iterator[Breach]:
    """Every order that somebody gave is stored as the line it prints, and that line reads as the same order."""
    rules = step.rules
    lexicon = post.lexicon(step.before.setup.seats)
    for seat, orders in step.orders.items():
        for one in orders:
            shown = rules.grammar.show(one)
            try:
                again: Any = rules.grammar.read(shown, lexicon, seat)
            except OrderError as e:
                again = e
            if again != one:
                yield Breach(f"{seat}'s order is stored as {shown}, which reads as {spoken(again)}", seat)


def everything_is_explained(rules: Rules, post: Post) -> Iterator[Breach]:
    """Every verb, condition, question and event has a docstring that explains it; questions and options cite a rule."""
    orders, stored = rules.orders, rules.stored
    for kind in (*orders.verbs, *rules.seating.wishes, *orders.conditions, *stored.asks, *stored.events):
        if not (kind.__doc__ or "").strip().endswith((".", "?", ")")):
            yield Breach(f"{kind.__name__} has no docstring that is a whole sentence")
    for ask in rules.stored.asks:
        if not NUMBER.search(ask.rule):
            yield Breach(f"the question {ask.__name__} cites no rule")
    for option in rules.options:
        if not NUMBER.search(option.rule) or not option.meaning:
            yield Breach(f"the option {option.name} says not what it settles, or by which rule")


def every_order_and_condition_has_a_meaning(rules: Rules, post: Post) -> Iterator[Breach]:
    """Every order makes a choice or has a desk that knows it, and every condition says whether it holds."""
    for verb in rules.orders.verbs if rules.desk is usual.desk else ():
        says = verb.answer_to is not Order.answer_to or len(compared(verb)) == 1
        if not verb.at_once and not says and verb.stands_for is Order.stands_for:
            yield Breach(f"{verb.__name__} has no `answer_to`, so it answers nothing")
    for kind in rules.orders.conditions:
        if getattr(kind, "figure", None) is Comparison.figure:
            yield Breach(f"{kind.__name__} has no `figure` to compare")
        elif kind.holds is Condition.holds:
            yield Breach(f"{kind.__name__} has no `holds`")


def options_with_a_meaning_have_it(rules: Rules, post: Post) -> Iterator[Breach]:
    """The options that the referee itself goes by are there: live games by `on`, idle turns by `yes`, a last turn."""
    options = {option.name: option for option in rules.options}
    wanted = (("live", rules.pace.live, "on"), ("idle", rules.pace.idle, "yes"))
    for field, name, value in wanted:
        if name and (name not in options or value not in options[name].values):
            yield Breach(f"pace.{field} names {name}, but no option of that name has the value {value}")
    if rules.pace.limit and getattr(options.get(rules.pace.limit), "numbers", None) is None:
        yield Breach(f"pace.limit names {rules.pace.limit}, but no option of that name is a number of turns")


def every_event_and_question_has_its_lines(rules: Rules, post: Post) -> Iterator[Breach]:
    """Every event and live question has a macro in lines.txt.j2 with its words, and every macro there is called."""
    text = (rules.folder / FILE).read_text(encoding="utf-8")
    texts = [text, *((rules.folder / name).read_text(encoding="utf-8") for name in INCLUDED.findall(text))]
    own = [name for one in texts for name in MACRO.findall(one)]
    there = set(own)
    jinja = environment(rules, post.resources, {})  # not the writer's: a writer that lacks words cannot be made
    shared, _, _ = jinja.loader.get_source(jinja, CORRECTIONS)  # type: ignore[union-attr]
    there.update(MACRO.findall(shared))
    if missing := [name for name in needed(rules) if name not in there]:
        yield Breach(f"{FILE} has no macro {few(missing)}")
        return
    known = [*needed(rules), *possible(rules)]
    for name in sorted({*own} - {*known, *MACRO.findall(shared)}, key=own.index):
        if sum(len(re.findall(rf"\b{name}\b", one)) for one in texts) == 1:
            hint = nearest(name, [one for one in known if one not in own])
            yield Breach(f"{FILE} has a macro {name}, which nothing calls. {hint}".rstrip())


def every_order_and_condition_can_be_said(rules: Rules, post: Post) -> Iterator[Breach]:
    """Whatever words lines.txt.j2 has for an order, a condition, a wish or an invitation, they can be said.

    A receipt says them of what a player wrote, which no game that bots play needs.
    """
    lines, sitting = post.writer.lines, setup(rules, rules.seats[-1], {})
    view = Game.start(rules, sitting, b"words").view(sitting.seats[0])
    for example, grammar in examples(rules):
        one = read(rules, post, example, grammar)
        if not isinstance(one, OrderError):
            yield from said_badly(example, lines.order, one, view)
    if lines.has("about"):
        yield from said_badly("the game in an invitation", lines.block, "about", dict(sitting.options))


def said_badly(what: str, say: Callable[..., object], *given: Any) -> Iterator[Breach]:
    """Look whether words break off; one broken order hides no other."""
    try:
        say(*given)
    except Exception as e:  # noqa: BLE001 - a template may fail in any way, and its author is told how
        own = [frame for frame in traceback.extract_tb(e.__traceback__) if Path(frame.filename).name == FILE]
        place = f" (line {own[-1].lineno})" if own else ""
        yield Breach(f"the words of {FILE} for {what} break off{place}: {e}")


def seats_are_called_by_no_word_of_the_language(rules: Rules, post: Post) -> Iterator[Breach]:
    """No seat is called as a word of the order language."""
    words = reserved(rules)
    for seat in seats(rules):
        if seat.upper() in words:
            yield Breach(f"a seat may be called {seat}, which is a word of the order language", seat)


def forms_can_be_sent_as_they_stand(record: Record, post: Post) -> Iterator[Breach]:
    """Every line of the form below a report is an order that can be read."""
    lexicon = post.lexicon(record.start.setup.seats)
    for game in record.positions:
        for seat in game.setup.seats:
            for line in () if game.end else game.rules.orders.form(game.view(seat)):
                bare = line.removeprefix("STANDING ").strip()
                if not bare or bare.startswith("#"):
                    continue
                try:
                    game.rules.grammar.read(bare, lexicon, seat)
                except OrderError as e:
                    yield Breach(f"the form of {seat} has the line {line}, but: {e.problem}", seat, game.step)


def bots_write_what_can_be_read(record: Record, post: Post) -> Iterator[Breach]:
    """Every line of a bot that plays to win can be read."""
    lexicon = post.lexicon(record.start.setup.seats)
    for game, seat, lines in _sensible_letters(record):
        for line in as_letter(game.rules.grammar, lexicon, seat, game.step + 1, lines).lines:
            if line.heard is Heard.UNREADABLE and line.error is not None:
                words = f"`sensible` writes the line {line.text} for {seat}, but: {line.error.problem}"
                yield Breach(words, seat, game.step)


def bots_are_taken_at_their_word(record: Record, post: Post) -> Iterator[Breach]:
    """A letter of a bot that plays to win is read as the orders for which simulations take its lines."""
    lexicon = post.lexicon(record.start.setup.seats)
    for game, seat, lines in _sensible_letters(record):
        given = (game.rules.grammar, lexicon, seat, game.step + 1, lines)
        letter, taken = (
            [(line.heard, line.order, line.turn, line.word, _filed(game, line)) for line in read(*given).lines]
            for read in (as_letter, as_orders)
        )
        if letter != taken:
            words = f"`sensible` writes lines for {seat} that a letter has otherwise: {'; '.join(lines)}"
            yield Breach(words, seat, game.step)


def _filed(game: Position, line: Line) -> str:
    """Return a line as it is put on file."""
    return line.printed or (game.rules.grammar.show(line.order) if line.order is not None else "")


def bots_are_refused_what_players_are(record: Record, post: Post) -> Iterator[Breach]:
    """What is refused of a letter to a bot, who reads no warnings, is what a player's receipt refuses of it."""
    lexicon = post.lexicon(record.start.setup.seats)
    for game in record.positions:
        rules, turn, write = game.rules, game.step + 1, writer_of(game.rules, Style.WILD)
        for seat in () if game.end else game.setup.seats:
            view = game.view(seat)
            letter = as_letter(rules.grammar, lexicon, seat, turn, write(view, own_chance(game.seed, seat, turn)))
            orders = OnFile().after(letter, rules.grammar, turn).in_force(turn, rules.reader(lexicon, seat))
            said = [remark for remark in rules.orders.check(view, orders) if remark.refuses]
            if list(rules.orders.refuse(view, orders)) != said:
                lines = "; ".join(map(rules.grammar.show, orders))
                words = f"`refuse` and `check` refuse different orders of {seat}: {lines}"
                yield Breach(words, seat, game.step)


def _sensible_letters(record: Record) -> Iterator[tuple[Position, Seat, Sequence[str]]]:
    """Give what bots that play to win write before each turn of a game that such bots play."""
    write = record.start.rules.bots.sensible
    for game in record.positions:
        if game.end or style_of(record.number) is not Style.SENSIBLE:
            break
        for seat in game.setup.seats:
            yield game, seat, write(game.view(seat), own_chance(game.seed, seat, game.step + 1))


RULES_LAWS = (
    every_example_reads_and_prints_back,
    what_is_misspelt_gets_a_kind_answer,
    every_slot_reads_and_prints_its_example,
    whatever_a_line_holds_it_prints,
    a_comma_before_a_keyword_means_nothing,
    everything_is_explained,
    every_order_and_condition_has_a_meaning,
    options_with_a_meaning_have_it,
    every_event_and_question_has_its_lines,
    every_order_and_condition_can_be_said,
    seats_are_called_by_no_word_of_the_language,
)
"""What a ruleset says of itself, without a game being played."""
