"""Who is away, who was silent how often, and who was reminded of what: by game, seat, player and moment."""

from __future__ import annotations

from referee.engine.audience import Seat
from referee.store import attendance, games, people
from referee.store.attendance import Deadline, ask_leave, away, leave_of, note_reminded, note_silence, reminded
from referee.store.database import Store
from tests.store.campaign import HOUR, NOW, invited, play, started
from tests.store.toy import ANA, BO, CY


def test_leave_counts_from_its_first_moment_to_before_its_last_in_its_game_or_in_all(store: Store) -> None:
    with store.writing() as tx:
        game, other = invited(tx), invited(tx, "Another")
        sitting = {seat.name: seat.player for seat in games.seats(tx, game)}
        ask_leave(tx, sitting[ANA], first=NOW, last=NOW + HOUR, at=NOW, game=game)
        ask_leave(tx, sitting[ANA], first=NOW, last=NOW + 2 * HOUR, at=NOW + HOUR)
        ask_leave(tx, sitting[BO], first=NOW + HOUR, last=NOW + 2 * HOUR, at=NOW, game=other)

        hours = [NOW + n * HOUR for n in (-1, 0, 1, 2)]
        assert [away(tx, game, hour) for hour in hours] == [{}, *[{ANA: NOW + 2 * HOUR}] * 2, {}]
        assert [away(tx, game, hour, asked_by=NOW) for hour in hours] == [{}, {ANA: NOW + HOUR}, {}, {}]
        assert attendance.games_with_leave(tx, [game, other], NOW) == {game}
        assert attendance.games_with_leave(tx, [game, other], NOW + 2 * HOUR) == frozenset()


def test_leave_that_is_taken_back_is_none_and_what_is_over_or_of_another_game_stays(store: Store) -> None:
    with store.writing() as tx:
        game, other = invited(tx), invited(tx, "Another")
        ana = next(seat.player for seat in games.seats(tx, game) if seat.name == ANA)
        later, sooner, elsewhere = (
            ask_leave(tx, ana, first=NOW + start * HOUR, last=NOW + 3 * HOUR, at=NOW, game=where)
            for start, where in ((2, game), (1, None), (0, other))
        )
        before = leave_of(tx, ana, NOW), leave_of(tx, ana, NOW, game=game), leave_of(tx, ana, NOW + 3 * HOUR)
        taken = [attendance.take_leave_back(tx, ana, NOW + n * HOUR, game=game) for n in (3, 0, 0)]

        assert before == ([elsewhere, sooner, later], [sooner, later], [])
        assert (taken, leave_of(tx, ana, NOW)) == ([0, 1, 0], [elsewhere, sooner])
        assert attendance.take_leave_back(tx, ana, NOW) == 2
        assert leave_of(tx, ana, NOW) == []


def test_a_run_of_silences_is_one_player_s_in_one_seat_and_what_is_excused_neither_counts_nor_ends_it(
    store: Store,
) -> None:
    with store.writing() as tx:
        game = invited(tx)
        sitting = {seat.name: seat.player for seat in games.seats(tx, game)}
        for step, silent in ((1, {ANA: "", BO: ""}), (2, {ANA: "away"}), (3, {ANA: "", BO: ""})):
            note_silence(tx, game, step, silent, NOW)

        def run(seat: Seat, of: Seat, step: int) -> int:
            return attendance.silent_run(tx, game, seat, sitting[of], step)

        assert [(row.step, row.seat, row.excused) for row in attendance.silences(tx, game)] == [
            (1, ANA, ""), (1, BO, ""), (2, ANA, "away"), (3, ANA, ""), (3, BO, ""),
        ]  # fmt: skip
        assert [row.seat for row in attendance.silences(tx, game, step=2)] == [ANA]
        assert [run(ANA, ANA, step) for step in (1, 2, 3, 4)] == [1, 2, 2, 3]
        assert [run(ANA, BO, 4), run(CY, CY, 4)] == [1, 1]
        assert attendance.excuse(tx, game, ANA, 3, "the GM said so").excused == "the GM said so"
        assert run(ANA, ANA, 4) == 2


def test_orders_between_two_silences_end_their_run_and_those_of_others_or_none_do_not(store: Store) -> None:
    game = started(store)
    with store.writing() as tx:
        for step, orders in ((1, {BO: ("WAIT",)}), (2, {ANA: ("WAIT",)}), (3, {BO: ("WAIT",), ANA: ()}), (4, {})):
            play(tx, game, step, orders=orders)
        sitting = {seat.name: seat.player for seat in games.seats(tx, game)}
        for step, silent in ((1, (ANA, CY)), (2, (BO,)), (3, (ANA,)), (4, (ANA, BO, CY))):
            note_silence(tx, game, step, dict.fromkeys(silent, ""), NOW)

        assert [attendance.silent_run(tx, game, ANA, sitting[ANA], step) for step in (3, 4, 5)] == [1, 2, 3]
        assert [attendance.silent_run(tx, game, BO, sitting[BO], step) for step in (4, 5)] == [1, 2]
        assert [attendance.silent_run(tx, game, CY, sitting[CY], step) for step in (4, 5)] == [2, 3]


def test_each_player_of_a_game_is_reminded_as_they_wish(store: Store) -> None:
    with store.writing() as tx:
        game, other = invited(tx), invited(tx, "Another")
        for at, seat, leads in ((game, ANA, [3600, 60]), (game, BO, []), (other, CY, [5])):
            people.player(tx, games.seat(tx, at, seat).player).leads = leads

        assert attendance.leads(tx, game) == {ANA: (3600, 60), BO: (), CY: ()}


def test_what_is_done_with_of_reminders_is_added_up_for_one_deadline(store: Store) -> None:
    with store.writing() as tx:
        game = invited(tx)
        first, moved, next_one = Deadline(game, 1, NOW), Deadline(game, 1, NOW + HOUR), Deadline(game, 2, NOW)
        note_reminded(tx, first, {ANA: [60], BO: []})
        note_reminded(tx, first, {ANA: [3600, 60], CY: [60]})
        note_reminded(tx, next_one, {BO: [60]})

        assert [reminded(tx, one) for one in (first, moved, next_one)] == [
            {ANA: frozenset({60, 3600}), BO: frozenset(), CY: frozenset({60})},
            {},
            {BO: frozenset({60})},
        ]
