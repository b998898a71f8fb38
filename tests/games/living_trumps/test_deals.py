"""Deals by letter: what the letters show can come to a Deal, and they say that both must write the same terms."""

from __future__ import annotations

from dataclasses import replace

import pytest

from referee.engine.events import told
from referee.games.living_trumps import RULESET
from referee.games.living_trumps import events as ev
from referee.games.living_trumps.fates import unneeded
from referee.games.living_trumps.options import NINE_PRINCES, PRINCE_OF_CHAOS, TRUMPS_OF_DOOM, WAR
from tests.games.living_trumps.test_help import help_on
from tests.games.living_trumps.test_reasons import read
from tests.laws.played import post
from tests.laws.test_first_letters import begun


@pytest.mark.parametrize("variant", [NINE_PRINCES, PRINCE_OF_CHAOS, TRUMPS_OF_DOOM, WAR])
def test_two_who_send_what_the_first_letters_show_deal(variant: str) -> None:
    game = begun(RULESET, 3, 1, variant=variant)
    orders = {seat: read(game, *RULESET.orders.examples(game.view(seat)), seat=seat) for seat in game.setup.seats}

    played = game.play(orders)

    assert [e for e in played.events if isinstance(e, ev.DealStruck)]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("SHADOWSHIFT 1 DEAL Eric GIVE 5C GET 6", "; Eric must write the same, GIVE 6 GET 5C, or DEALS OPEN"),
        ("SHADOWSHIFT 1 DEAL Eric GIVE 5C", "; Eric must write the same, GET 5C, or DEALS OPEN"),
        ("DEAL Eric GIVE 5C GET 6", "; for a SHADOWSHIFT Eric must write the same, GIVE 6 GET 5C."),
        ("DEAL Eric GET 6", "; for a SHADOWSHIFT Eric must write the same, GIVE 6."),
        ("DEAL Eric", "you Deal on any terms."),
    ],
)
def test_a_receipt_says_what_the_other_must_write(line: str, said: str) -> None:
    game = begun(RULESET, 3, 0)
    one, other, _ = game.setup.seats
    (order,) = read(game, line.replace("Eric", other))

    assert said.replace("Eric", other) in post(RULESET.slug).writer.lines.order(order, game.view(one))


def test_help_rules_and_first_letter_say_that_both_must_write_the_same() -> None:
    game = begun(RULESET, 3, 0)
    letter = " ".join(post(RULESET.slug).welcome(game, game.setup.seats[0]).body.split())
    start = " ".join((RULESET.folder / "RULES.md").read_text(encoding="utf-8").partition("## 1.")[0].split())

    assert "both must write the same terms" in help_on("DEAL")
    assert "both must write the same terms" in letter
    assert "both must write the same terms" in start


def test_who_proposed_a_deal_in_vain_is_told_that_no_line_matched() -> None:
    game = begun(RULESET, 3, 0)
    one, other, _ = game.setup.seats
    orders = {
        one: read(game, f"SHADOWSHIFT 1 DEAL {other} GIVE 5C GET 6"),
        other: read(game, f"DEAL {one} GIVE 6H", seat=other),
    }

    played = game.play(orders)
    letters = {seat: " ".join(post(RULESET.slug).report(played, seat).body.split()) for seat in (one, other)}

    assert f"The talks fail for want of a matching line of {other}'s." in letters[one]
    assert "The talks fail." in letters[other]
    (line,) = orders[other]
    assert unneeded(played.view(other), told(played.events, other))(line).startswith("They did not write these very")


@pytest.mark.parametrize(
    ("shift", "deal", "warned"),
    [
        ("SHAPESHIFT 1 KEEP {rest}", "DEAL {other} GIVE {card} GET 9 PLAY HONOUR", True),
        ("SHAPESHIFT 1 DISCARD {card}", "SHADOWSHIFT 1 DEAL {other} GIVE {card} GET 9", True),
        ("SHAPESHIFT 1 KEEP {rest}, {card}", "DEAL {other} GIVE {card} GET 9 PLAY HONOUR", False),
        ("SHAPESHIFT 1 KEEP {rest}", "DEAL {other} GIVE {card} GET 9 PLAY ACCUSE ELSE LIE {rest}", False),
        ("SHAPESHIFT 1", "DEAL {other} GIVE ANY GET 9", False),
        ("SHAPESHIFT 1", "DEAL {other}", False),
    ],
)
def test_a_card_promised_and_not_kept_is_warned_of(shift: str, deal: str, warned: bool) -> None:
    game = begun(RULESET, 3, 1)
    one, other, _ = game.setup.seats
    seen = game.view(one)
    card = next(card for card in seen.hand if seen.holding(card.rank) == 1 and card.rank != seen.me.rank)
    rest = max("23456789", key=lambda rank: (rank != card.rank, seen.holding(rank)))
    orders = read(game, *(line.format(other=other, card=card, rest=rest) for line in (shift, deal)))

    said = [remark.text for remark in RULESET.orders.check(seen, orders) if remark.order is orders[0]]

    assert said == [f"This may discard {card}, promised to {other}; under KEEP it would be safe."] * warned


def test_who_shapeshifted_the_promised_card_away_is_told_so_and_the_other_is_not() -> None:
    game = begun(RULESET, 3, 1)
    one, other = game.view(game.setup.seats[0]).initiative[:2]
    seen, flaws = game.view(one), [game.view(seat).me.rank for seat in (one, other)]
    card = next(card for card in seen.hand if seen.holding(card.rank) == 1 and card.rank not in flaws)
    wanted = next(card for card in game.view(other).hand if card.rank not in flaws)
    orders = {
        one: read(game, f"SHAPESHIFT 1 DISCARD {card}", f"DEAL {other} GIVE {card} GET {wanted}", seat=one),
        other: read(game, f"SHADOWSHIFT 1 DEAL {one} GIVE {wanted} GET {card}", seat=other),
    }

    played = game.play(orders)
    letters = {seat: " ".join(post(RULESET.slug).report(played, seat).body.split()) for seat in (one, other)}

    assert f"Your Deal with {other}: you had discarded {card}, held nothing of what was agreed" in letters[one]
    assert "discarded" not in letters[other].partition("WHERE EVERYBODY STANDS")[0]


@pytest.mark.parametrize(("place", "warned"), [(0, True), (2, False)])
def test_a_card_promised_to_one_who_acts_later_is_not_to_go_with_a_trick(place: int, warned: bool) -> None:
    game = begun(RULESET, 3, 1)
    seen = game.view(game.setup.seats[0])
    first, *others = seen.initiative
    seen = replace(seen, initiative=(*others[:place], seen.seat, *others[place:]))
    card = next(card for card in seen.hand if card.rank != seen.me.rank and seen.holding(card.rank) < 4)
    orders = read(game, f"TRICK {card.rank}", f"DEAL {others[0]} GIVE {card} GET 9", seat=first)

    said = [remark.text for remark in RULESET.orders.check(seen, orders) if "promised" in remark.text]

    assert said == [f"The Trick may take {card}, promised to {others[0]}, who acts later."] * warned
