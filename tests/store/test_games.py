"""Players, games, seats and tokens."""

from __future__ import annotations

import pytest

from referee.engine.audience import GM, Seat
from referee.engine.chance import commitment
from referee.engine.setup import Setup
from referee.store import games, inbox, orders, people, reports
from referee.store.database import Store, Transaction
from referee.store.errors import NotThere, Taken
from referee.store.tables import Reveal, Status
from tests.store.campaign import HOUR, NOW, invited, letters, started
from tests.store.toy import ANA, BO, CY, SEATS


def player(tx: Transaction, name: str) -> int:
    return people.add_player(tx, name, zone="UTC", address=f"{name}@X", normal=f"{name}@x".lower(), at=NOW).id


def test_mail_goes_to_the_newest_address_that_does_not_bounce(store: Store) -> None:
    with store.writing() as tx:
        anna = player(tx, "Anna")
        people.add_address(tx, anna, address="Anna@New", normal="anna@new", at=NOW + HOUR)
        newest = people.address_of(tx, anna)
        tx.change(people.addresses_of(tx, anna)[0], bouncing_since=NOW + 2 * HOUR)
        bounced = people.address_of(tx, anna)
        people.remove_address(tx, anna, "anna@x", NOW + 3 * HOUR)

        assert (newest, bounced, people.address_of(tx, anna)) == ("Anna@New", "Anna@X", "Anna@New")


def test_an_address_belongs_to_one_player_until_it_is_given_up(store: Store) -> None:
    with store.writing() as tx:
        anna, bert = player(tx, "Anna"), player(tx, "Bert")
        with pytest.raises(Taken, match="registered already"):
            people.add_address(tx, bert, address="anna@x", normal="anna@x", at=NOW)
        people.remove_address(tx, anna, "anna@x", NOW)
        people.add_address(tx, bert, address="anna@x", normal="anna@x", at=NOW)

        found = people.player_at(tx, "anna@x")
        assert found is not None
        assert found.id == bert
        assert people.address_of(tx, anna) is None
        assert people.player_at(tx, "nobody@x") is None
        with pytest.raises(NotThere):
            people.remove_address(tx, anna, "anna@x", NOW)


def test_a_player_whose_address_is_taken_is_not_registered(store: Store) -> None:
    with store.writing() as tx:
        player(tx, "Anna")
    with pytest.raises(Taken), store.writing() as tx:
        player(tx, "ANNA")

    with store.reading() as tx:
        assert [row.name for row in people.players(tx)] == ["Anna"]


def test_a_game_is_created_with_all_its_settings(store: Store) -> None:
    with store.writing() as tx:
        row = games.create(
            tx, "Perilous", title="Toy", ruleset="toy", edition="3", options={"b": "1", "a": "2"}, secret=b"x" * 32,
            at=NOW, deadline="every Tuesday 20:00", zone="Europe/Berlin", early=False, show_missing=True,
            reveal=Reveal.NONE, live_pause=6 * HOUR, policy={"grace": "24h"},
        )  # fmt: skip
    with store.reading() as tx:
        found = games.named(tx, "pERILOUS")

    assert found is not None
    assert found == row
    assert found.model_dump(exclude={"id", "secret"}) == {
        "name": "Perilous", "title": "Toy", "ruleset": "toy", "edition": "3", "options": {"a": "2", "b": "1"},
        "commitment": commitment(b"x" * 32), "seed": None, "status": Status.INVITING, "hold_reason": "", "step": -1,
        "deadline": "every Tuesday 20:00", "zone": "Europe/Berlin", "due_at": None, "early": False,
        "show_missing": True, "reveal": Reveal.NONE, "live_pause": 6 * HOUR, "created_at": NOW,
        "started_at": None, "ended_at": None, "policy": {"grace": "24h"}, "early_at": None,
        "on_time_until": None, "anew": "", "closed": False, "bundle": {},
    }  # fmt: skip


def test_two_games_cannot_have_one_name(store: Store) -> None:
    with store.writing() as tx:
        invited(tx)
        with pytest.raises(Taken, match="another name"):
            games.create(tx, "Perilous", title="Toy", ruleset="toy", edition="1", options={}, secret=b"x" * 32, at=NOW)


def test_a_setup_has_the_seats_in_their_order(store: Store) -> None:
    with store.writing() as tx:
        game = invited(tx)

        wishes = {CY: (), ANA: (), BO: ("WANTS Eric",)}
        assert games.setup(tx, game) == Setup(SEATS, {"b": "no", "a": "yes"}, wishes)


def test_a_seat_has_one_name_in_its_game(store: Store) -> None:
    with store.writing() as tx:
        game = invited(tx)
        with pytest.raises(Taken):
            games.join(tx, game, player(tx, "Anna"), name="Bo", at=NOW)


def test_who_leaves_before_the_start_leaves_no_gap(store: Store) -> None:
    with store.writing() as tx:
        game = invited(tx)
        games.leave(tx, game, CY)

        assert [(row.place, row.name) for row in games.seats(tx, game)] == [(1, "Ana"), (2, "Bo")]


def test_wishes_and_words_are_settled_when_the_game_starts(store: Store) -> None:
    with store.writing() as tx:
        game = invited(tx)
        games.set_word(tx, game, BO, "abracadabra")
        games.set_wishes(tx, game, BO, ["WANTS Fiona"])
        games.set_status(tx, game, Status.RUNNING)

        row = games.seat(tx, game, BO)
        assert (row.word, row.wishes) == ("abracadabra", ["WANTS Fiona"])
        with pytest.raises(AssertionError):
            games.set_word(tx, game, BO, "later")


def test_naming_the_seats_takes_every_row_along_even_if_two_swap(store: Store) -> None:
    new = [ANA, CY, Seat("Corwin")]
    with store.writing() as tx:
        game, other = invited(tx), invited(tx, "Other")
        for seat in SEATS:
            inbox.give_token(tx, f"t{seat}".lower(), game=game, seat=seat, step=0, player=None, at=NOW)
        reports.keep(tx, game, 0, letters(0), made_at=NOW)
        orders.keep_press(tx, game, step=0, seat=BO, addressees=[GM], body="hello", written_at=NOW)
        games.name_seats(tx, game, new)

    with store.reading() as tx:
        assert [row.name for row in games.seats(tx, game)] == new
        assert [row.seat for row in reports.of_step(tx, game, 0)] == new
        assert [row.seat for row in orders.press(tx, game)] == ["Corwin"]
        found = [inbox.token(tx, name) for name in ("tcy", "tana", "tbo")]
        assert [row.seat for row in found if row is not None] == new
        assert [row.name for row in games.seats(tx, other)] == list(SEATS)


def test_due_games_are_those_that_run_and_whose_deadline_is_over(store: Store) -> None:
    with store.writing() as tx:
        ids = [invited(tx, name) for name in ("One", "Two", "Three", "Four", "Five")]
        for n, game in enumerate(ids):
            games.set_status(tx, game, Status.RUNNING)
            games.set_due(tx, game, NOW - n * HOUR)
        games.set_status(tx, ids[2], Status.HELD, "it cannot be adjudicated")

        running = [one for number, one in enumerate(ids) if number != 2]
        assert [(one.id, one.due_at) for one in games.standings(tx)] == [
            (game, NOW - ids.index(game) * HOUR) for game in running
        ]
        assert [row.hold_reason for row in games.games(tx, Status.HELD)] == ["it cannot be adjudicated"]
        assert len(games.games(tx)) == 5


def test_a_replaced_player_leaves_their_seat_its_orders(store: Store) -> None:
    game = started(store)
    with store.writing() as tx:
        before = games.seat(tx, game, BO).player
        tx.change(games.seat(tx, game, BO), player=player(tx, "Bert"))

        assert [row.name for row in games.seats_of(tx, before)] == []
        assert games.seat(tx, game, BO).player == people.players(tx)[-1].id
        assert orders.latest_row(tx, game, BO) is None


def test_a_token_is_found_whatever_its_case_and_dies_with_its_seat(store: Store) -> None:
    with store.writing() as tx:
        game = invited(tx)
        rows = [inbox.NewToken(f"k{n}", game, BO, n, None, NOW) for n in range(3)]
        inbox.give_tokens(tx, rows)
        inbox.give_token(tx, "gm1", game=game, seat=GM, step=0, player=None, at=NOW)

        found, newest = inbox.token(tx, "K1"), inbox.living_token(tx, game, BO, 2)
        assert found is not None
        assert newest is not None
        assert (found.game, found.seat, found.step, found.dead_at, newest.token) == (game, "Bo", 1, None, "k2")
        assert inbox.token(tx, "k9") is None
        assert inbox.kill_tokens(tx, game, BO, NOW) == 3
        assert inbox.living_token(tx, game, BO, 2) is None
        assert inbox.living_token(tx, game, GM, 0) is not None
    with store.reading() as tx:
        dead = inbox.token(tx, "k1")
        assert dead is not None
        assert dead.dead_at == NOW
