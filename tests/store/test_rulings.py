"""What a GM decided and what seats voted comes back for the step, the seat and the game that it was for."""

from __future__ import annotations

from typing import Any

import pytest

from referee.engine.audience import PUBLIC, Audience, only
from referee.store import rulings
from referee.store.database import Store, Transaction
from referee.store.rulings import NOTHING_DECIDED, Decided
from referee.store.tables import RulingRow
from tests.store.campaign import CODEC, HOUR, NOW, invited
from tests.store.toy import ANA, BO, CARDS, CY, SEATS


def ruled(tx: Transaction, game: int, step: int, text: str, to: Audience = PUBLIC, **how: Any) -> RulingRow:
    return rulings.add(tx, game, step=step, text=text, to=to, who="gm", at=NOW, **how)


def answered(tx: Transaction, game: int, step: int, about: str, value: Any) -> None:
    ruled(tx, game, step, "An answer", about=about, answer=CODEC.dump_value(value))


def numbers(rows: list[RulingRow]) -> list[int]:
    return [row.number for row in rows]


def test_rulings_are_numbered_by_game_and_found_by_step_and_by_seat(store: Store) -> None:
    with store.writing() as tx:
        game, other = invited(tx), invited(tx, "Another")
        ruled(tx, other, 1, "Elsewhere")
        ruled(tx, game, 1, "For all")
        ruled(tx, game, 2, "For Bo", only(BO))
        withdrawn = ruled(tx, game, 2, "For nobody any more")
        rulings.withdraw(tx, withdrawn)
        ruled(tx, game, 2, "For Ana and Bo", only(ANA, BO))

        assert [(row.number, row.text) for row in rulings.of_game(tx, other)] == [(1, "Elsewhere")]
        assert numbers(rulings.of_game(tx, game)) == [1, 2, 3, 4]
        assert [numbers(rulings.of_step(tx, game, step)) for step in (1, 2, 3)] == [[1], [2, 4], []]
        assert [numbers(rulings.for_seat(tx, game, who)) for who in (ANA, CY, BO)] == [[1, 3, 4], [1, 3], [1, 2, 3, 4]]


def test_a_step_is_given_its_own_corrections_in_order_and_the_newest_answer_to_each_question(store: Store) -> None:
    with store.writing() as tx:
        game, other = invited(tx), invited(tx, "Another")
        for step, line in ((1, "SCORE Ana 3"), (2, "OPTION b yes"), (1, "SCORE Bo 4")):
            ruled(tx, game, step, "A correction", correction=line)
        for at, step, card in ((game, 1, CARDS[0]), (game, 1, CARDS[1]), (game, 2, CARDS[2]), (other, 1, CARDS[3])):
            answered(tx, at, step, "GM/Lead/1", card)
        ruled(tx, game, 1, "Words alone")
        ruled(tx, game, 1, "A question that was only spoken of", about="GM/Lead/2")

        assert [rulings.decided(tx, CODEC, game, step) for step in (1, 2, 3)] == [
            Decided(("SCORE Ana 3", "SCORE Bo 4"), {"GM/Lead/1": CARDS[1]}),
            Decided(("OPTION b yes",), {"GM/Lead/1": CARDS[2]}),
            NOTHING_DECIDED,
        ]


def test_options_are_changed_by_all_corrections_up_to_a_step_and_by_none_that_was_withdrawn(store: Store) -> None:
    with store.writing() as tx:
        game = invited(tx)
        for step, line in ((3, "OPTION a no"), (1, "OPTION b yes"), (1, "SCORE Bo 4"), (1, "OPTION b no")):
            ruled(tx, game, step, "A correction", correction=line)
        rulings.withdraw(tx, ruled(tx, game, 1, "A correction", correction="OPTION a yes"))

        assert [rulings.changes(tx, game, until) for until in (0, 1, 2, 3)] == [
            [],
            ["OPTION b yes", "OPTION b no"],
            ["OPTION b yes", "OPTION b no"],
            ["OPTION b yes", "OPTION b no", "OPTION a no"],
        ]


@pytest.mark.parametrize(
    ("votes", "agreed"),
    [
        ({ANA: True, BO: True, CY: True}, True),
        ({ANA: True, BO: True}, False),
        ({ANA: True, BO: True, CY: False}, False),
        ({}, False),
    ],
)
def test_a_ballot_is_agreed_to_by_the_yes_of_every_seat_that_is_asked(
    store: Store, votes: dict[str, bool], agreed: bool
) -> None:
    with store.writing() as tx:
        ballot = rulings.open_ballot(tx, invited(tx), "DRAW", step=1, at=NOW)
        for seat, yes in votes.items():
            rulings.vote(tx, ballot.id, seat, yes, NOW)

        assert (rulings.agreed(tx, ballot.id, SEATS), rulings.agreed(tx, ballot.id, ())) == (agreed, False)


def test_a_vote_is_changed_and_taken_back_in_what_is_open_and_stays_in_what_is_closed(store: Store) -> None:
    with store.writing() as tx:
        game = invited(tx)
        first = rulings.open_ballot(tx, game, "DRAW", step=1, at=NOW)
        rulings.vote(tx, first.id, ANA, False, NOW)
        rulings.vote(tx, first.id, ANA, True, NOW + HOUR)
        rulings.close_ballot(tx, first, "agreed", NOW + HOUR)
        between = rulings.ballot(tx, game)
        second = rulings.open_ballot(tx, game, "WIN Bo", step=2, at=NOW + HOUR)
        for seat in (ANA, BO):
            rulings.vote(tx, second.id, seat, True, NOW + HOUR)
        rulings.take_vote_back(tx, game, ANA)

        assert (between, rulings.ballot(tx, game)) == (None, second)
        assert [rulings.agreed(tx, first.id, [ANA]), rulings.agreed(tx, second.id, [ANA])] == [True, False]
        assert rulings.agreed(tx, second.id, [BO])
