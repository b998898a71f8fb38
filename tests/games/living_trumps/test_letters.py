"""What the letters of Living Trumps say in a receipt."""

from __future__ import annotations

import pytest

from referee.engine.conditions import Condition
from referee.games.living_trumps import RULESET
from referee.games.living_trumps.conditions import CONDITIONS
from referee.games.living_trumps.options import WAR
from referee.games.living_trumps.view import Lying
from referee.resources import Resources
from tests.laws.played import post
from tests.laws.test_first_letters import begun
from tests.reports.drawn import page


@pytest.mark.parametrize("condition", CONDITIONS, ids=lambda kind: kind.__name__)
def test_a_receipt_says_under_which_condition(condition: type[Condition]) -> None:
    game = begun(RULESET, 4, 0, variant=WAR)
    seat, eric = game.setup.seats[0], game.setup.seats[1]
    test = condition.example.replace("Eric", eric)
    lexicon, lines = post(RULESET.slug).lexicon(game.setup.seats), post(RULESET.slug).writer.lines
    behind, before = (
        lines.order(RULESET.grammar.read(line, lexicon, seat), game.view(seat))
        for line in (f"SUBSTANCE BROKEN K IF {test}", f"IF {test} THEN SUBSTANCE BROKEN K")
    )

    assert behind == before
    assert behind.startswith("If ")


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ((), "If nothing comes from you: you scheme, build by Tricks, refuse Deals."),
        (("SCHEME", "TRICKS NONE", "DEALS OPEN", "DEFEND YIELD"), "in a fight you go on to its end."),
        (("SHADOWSHIFT 1 DEAL Eric", "TRICKS NONE", "DEFEND YIELD", "DEALS OPEN"),
         "you scheme if no SUBSTANCE line can be carried out; in a fight you go on to its end."),
    ],
)  # fmt: skip
def test_a_receipt_says_what_happens_where_no_line_speaks(lines: tuple[str, ...], said: str) -> None:
    game, writes = begun(RULESET, 3, 0), post(RULESET.slug)
    seat, lexicon = game.setup.seats[0], writes.lexicon(game.setup.seats)
    orders = [RULESET.grammar.read(line, lexicon, seat) for line in lines]

    assert writes.writer.lines.defaults(game.view(seat), orders) == said


def test_a_trick_that_builds_nothing_is_warned_of() -> None:
    game = begun(RULESET, 4, 3)
    seat = game.setup.seats[0]
    line, view = RULESET.grammar.read("TRICK 8", post(RULESET.slug).lexicon(game.setup.seats), seat), game.view(seat)
    eight = next(card for card in view.hand if card.rank == "8")

    without = [one.text for one in RULESET.orders.remarks(view, [line])]
    view.me.shadows.append(Lying(eight, 9))

    assert without == ["You have no open Shadow of rank 8 now; without one the Trick builds nothing."]
    assert list(RULESET.orders.remarks(view, [line])) == []


def test_the_first_letter_says_what_its_codes_of_cards_stand_for() -> None:
    game = begun(RULESET, 4, 3)
    seat = game.setup.seats[0]
    view, letter = game.view(seat), post(RULESET.slug).welcome(game, seat)
    last = next(card for card in reversed(view.hand) if not card.joker)
    say = RULESET.words.say(Resources().tables(RULESET.words.tables, RULESET.folder))
    body = page(letter.document).body

    assert f"{last} is the {say(last)}." in letter.body
    assert body is not None
    said = {node.text(): node.attributes["title"] for node in body.css("abbr.coded")}
    lying = {str(one.card): say(one.card) for one in view.me.shadows if one.down}
    assert said == {str(card): say(card) for card in view.hand} | lying
