"""The order language of a duel: what it reads, prints, explains and refuses."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from referee.engine.errors import Illegal, OrderError
from referee.engine.lexicon import split
from referee.engine.orders import If, readable, stands
from referee.games.cards import Card, card_named
from referee.games.wizards_duel import RULESET
from referee.games.wizards_duel.events import Act, Reply
from referee.games.wizards_duel.words import COMPARABLE, answer
from tests.games.wizards_duel.duels import ANA, BO, LEXICON, READ, new

GRAMMAR = RULESET.grammar
RULES = (Path(RULESET.folder) / "RULES.md").read_text(encoding="utf-8")
SAMPLES = [line.split("   ")[0] for line in RULES.split("```")[1].strip().splitlines()]


def card(code: str, copy: int = 0) -> Card:
    """The card with this code."""
    found = card_named(code, copy=copy)
    assert found is not None
    return found


@pytest.mark.parametrize("line", [*SAMPLES, *(kind.example for kind in RULESET.orders.verbs)])
def test_every_example_reads_and_prints_back_the_same(line: str) -> None:
    order = READ(line)

    assert READ(GRAMMAR.show(order)) == order
    assert GRAMMAR.show(READ(GRAMMAR.show(order))) == GRAMMAR.show(order)


@pytest.mark.parametrize("line", [*SAMPLES, *(kind.example for kind in RULESET.orders.verbs)])
def test_every_beginning_of_an_example_is_read_or_told_in_words(line: str) -> None:
    words = [w.written for w in split(line)]
    for n in range(1, len(words)):
        assert said_of(" ".join(words[:n])).endswith((".", "?"))


def said_of(line: str) -> str:
    """What a reader is told of a line: its meaning, or what is wrong."""
    try:
        return f"{GRAMMAR.show(READ(line))}."
    except OrderError as error:
        return str(error)


@pytest.mark.parametrize("kind", RULESET.orders.conditions, ids=lambda kind: kind.__name__)
def test_every_condition_reads_and_prints_back_the_same(kind: type) -> None:
    line = f"IF {kind.example} AND NOT {kind.example} THEN RESIGN"  # type: ignore[attr-defined]
    order = READ(line)

    assert isinstance(order, If)
    assert [type(test.condition) for test in order.tests] == [kind, kind]
    assert GRAMMAR.show(order) == line


@pytest.mark.parametrize(
    ("line", "printed"),
    [
        ("LEAD low wands, wands low, HIGH coins, high priestess", "LEAD WANDS, WANDS, HIGHEST PENTACLES, M2"),
        ("lead the king of swords then 3c", "LEAD KS, 3C"),
        ("REPLY SUN IF LED = MOON", "REPLY IF LED = M18 PLAY M19"),
        ("REPLY IF LED AT LEAST 15 CALL", "REPLY IF LED >= 15 CALL"),
        ("REPLY IF LED = SWORDS PLAY LOW", "REPLY IF LED SWORDS PLAY LOWEST"),
        ("CALL MARGIN >= 9 KEEP 1", "CALL IF MARGIN >= 9 KEEP 1"),
        ("PLAY ON 6 UNTIL BEHIND BY 20", "PLAY ON 6 UNTIL BEHIND BY 20"),
        ("CALL KEEP 0", "CALL KEEP 0"),
        ("LEAD KS; 3C; DRAW;", "LEAD KS, 3C, DRAW"),
        ('LEAD "KS", "The Moon"', "LEAD KS, M18"),
        ("LEAD THE LOWEST CARD, my highest major card", "LEAD LOWEST, HIGHEST MAJOR"),
        ("LEAD the lowest card of wands, highest of cups, the card KS", "LEAD WANDS, HIGHEST CUPS, KS"),
        ("CALL IF LED IS MOON", "CALL IF LED = M18"),
        ("CALL IF LED IS A MAJOR", "CALL IF LED MAJOR"),
        ("CALL IF LED IS BEST", "CALL IF LED = BEST"),
        ("IF LED >= 15 THEN CALL", "IF LED >= 15 THEN CALL"),
    ],
)
def test_other_ways_to_write_it(line: str, printed: str) -> None:
    assert GRAMMAR.show(READ(line)) == printed


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("LEAD", "Write LEAD cards, such as LEAD KS, 3C, DRAW, LOWEST."),
        ("REPLY", "REPLY takes one of: REPLY cards; REPLY IF conditions answer."),
        ("CALL IF BEST <= 6 so", "The form is: CALL IF conditions [KEEP n], such as CALL IF LED >= 15."),
        ("CALL SOON", "CALL takes one of: CALL NEVER; CALL KEEP n; CALL IF conditions [KEEP n]"),
        ("DRAW SOON", "DRAW takes one of: DRAW NEVER; DRAW IF conditions."),
        ("CALL IF LED = KING", f'"KING" needs its suit. {COMPARABLE}'),
        ("CALL IF LED IS XYZ", f'"XYZ" is not a card. {COMPARABLE}'),
        ("CALL IF LED = EMPRESSS", '"EMPRESSS" is not a card. Did you mean EMPRESS?'),
        ("CALL IF LED XYZ", '"XYZ" is nothing I can test here; one of >=, <=, =, > and < or a kind of card would be.'),
        ("RES", "I don't know the order \"RES\". Did you mean RESEND, RESIGN or RULES?"),
        ("LEAD A CARD", "A card is missing."),
    ],
)
def test_what_cannot_be_read_says_what_can(line: str, said: str) -> None:
    with pytest.raises(OrderError) as told:
        READ(line)

    assert said in readable(told.value)


def test_which_lines_stand() -> None:
    lines = ["LEAD KS", "ROUND 2 LEAD KS", "REPLY KS", "CALL NEVER", "DRAW NEVER", "PLAY ON 4", "RESIGN"]

    assert [stands(READ(line)) for line in lines] == [False, False, True, True, True, True, False]


def test_a_number_behind_led_is_a_value_and_a_code_is_a_card() -> None:
    assert GRAMMAR.show(READ("REPLY IF LED = 17 CALL")) == "REPLY IF LED = 17 CALL"
    assert GRAMMAR.show(READ("REPLY IF LED = M17 CALL")) == "REPLY IF LED = M17 CALL"
    assert READ("REPLY IF LED = 17 CALL") != READ("REPLY IF LED = M17 CALL")


def test_the_form_is_what_happens_without_orders() -> None:
    game = new({}, b"form")
    lines = [READ(line) for view in game.views.values() for line in RULESET.orders.form(view)]

    assert list(RULESET.orders.check(game.view(ANA), lines[: len(lines) // 2])) == []
    by_form = game.play({ANA: lines, BO: lines})
    silent = game.play({})
    assert by_form.state == silent.state


def test_a_receipt_betrays_nothing_of_decks() -> None:
    game = new({"deck": "half"}, b"receipt")
    hidden = [*game.state.sides[ANA].deck, *game.state.sides[ANA].aside]
    texts = {
        tuple(
            re.sub(r"M?\d+[SWPC]?|[APNQK][SWPC]", "_", remark.text)
            for remark in RULESET.orders.check(game.view(ANA), [READ(f"LEAD {one}")])
        )
        for one in hidden
    }

    assert texts == {("You do not hold _ now; such an entry is skipped unless you hold it then.",)}


ASK = Reply(ANA, (card("KS", 1), card("M19", 1), Act.DRAW), 2, BO, card("M18"), False)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("KS", card("KS", 1)),
        ("the sun", card("M19", 1)),
        ("REPLY 19", card("M19", 1)),
        ("draw", Act.DRAW),
        ("Play king of swords", card("KS", 1)),
    ],
)
def test_a_mailed_answer(text: str, value: object) -> None:
    assert answer(ASK, text, LEXICON) is value


@pytest.mark.parametrize(
    ("text", "problem"), [("CALL", "You cannot answer CALL now."), ("3C", "You cannot answer 3C now.")]
)
def test_a_mailed_answer_that_will_not_do(text: str, problem: str) -> None:
    with pytest.raises(Illegal, match="You may answer KS, M19 or DRAW") as told:
        answer(ASK, text, LEXICON)

    assert told.value.problem == f"You cannot answer {text} now."


def test_a_margin_may_be_negative_and_a_question_is_no_order() -> None:
    from referee.cases.letters import Post
    from referee.engine.audience import Seat
    from referee.engine.reader import Reader
    from referee.engine.sheet import Heard
    from referee.games.wizards_duel import RULESET
    from referee.resources import Resources

    lexicon = Post(RULESET, Resources()).lexicon((Seat("Ana"), Seat("Bob")))
    sheet = Reader(RULESET.grammar, lexicon, Seat("Ana"), 1).read(["CALL MARGIN >= -2", "PLAY ON -1", "Resign?"])

    said = [(line.heard.value, line.error.problem if line.error else "") for line in sheet.lines]
    assert said == [
        ("standing order", ""),
        ("unreadable", '"-1" is not a number that can stand here.'),
        ("unreadable", "This line asks;"),
    ]
    assert RULESET.grammar.show(sheet.orders(Heard.STANDING)[0]) == "CALL IF MARGIN >= -2"


@pytest.mark.parametrize(
    ("calls", "in_deck", "warned"),
    [
        (3, 5, []),
        (0, 5, ["You have no call left now; without one the next rule is tried."]),
        (3, 0, ["Your deck is empty, so there is nothing to draw; the next rule is tried."]),
    ],
)
def test_a_call_and_a_draw_are_warned_of_where_there_is_none_left_and_no_other_line_is(
    calls: int, in_deck: int, warned: list[str]
) -> None:
    seen = new({}, b"warned").view(ANA)
    seen.sheets[ANA].calls, seen.sheets[ANA].in_deck = calls, in_deck

    lines = [READ(line) for line in ("CALL IF LED >= 15", "DRAW IF BEST <= 6", "LEAD HIGHEST")]
    assert [remark.text for remark in RULESET.orders.check(seen, lines)] == warned


@pytest.mark.parametrize(
    ("line", "warned"),
    [
        ("IF LED >= 15 THEN LEAD HIGHEST", True),
        ("LEAD HIGHEST IF LED >= 15", True),
        ("IF LED MAJOR THEN ROUND 1 LEAD LOWEST ELSE ROUND 1 LEAD HIGHEST", True),
        ("IF BEST <= 6 THEN LEAD HIGHEST", False),
        ("IF LED >= 15 THEN REPLY HIGHEST", False),
    ],
)
def test_a_test_of_the_led_card_is_warned_of_where_one_leads(line: str, warned: bool) -> None:
    seen = new({}, b"warned").view(ANA)
    nothing_led = "Whoever leads has no led card before them: then a test of LED never holds."

    assert (nothing_led in [remark.text for remark in RULESET.orders.check(seen, [READ(line)])]) == warned
