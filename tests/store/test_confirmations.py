"""What waits for a code is found as long as it waits, and by no other player, game, address or matter."""

from __future__ import annotations

from typing import Any

from referee.store import confirmations, games, inbox
from referee.store.confirmations import ask, drop, open_of, use, waiting
from referee.store.database import Store, Transaction
from referee.store.tables import ConfirmationRow, Matter
from tests.store.campaign import HOUR, NOW, invited


def asked(tx: Transaction, code: str, what: Matter = Matter.SIGN_UP, **how: Any) -> ConfirmationRow:
    return ask(tx, what, code, **{"at": NOW, "lasts": HOUR, **how})


def codes(rows: list[ConfirmationRow]) -> list[str]:
    return [row.code for row in rows]


def test_a_code_waits_until_its_time_is_over_or_it_was_used_or_dropped(store: Store) -> None:
    with store.writing() as tx:
        asked(tx, "waits")
        use(tx, asked(tx, "used"), NOW)
        drop(tx, asked(tx, "dropped"), NOW)
        drop(tx, asked(tx, "over"), NOW + 2 * HOUR)

        for now, open_now in ((NOW, ["over", "waits"]), (NOW + HOUR, [])):
            assert codes(open_of(tx, Matter.SIGN_UP, now)) == open_now
            assert sorted(codes(waiting(tx, now))) == open_now


def test_what_waits_is_found_by_whom_and_what_it_is_about_the_oldest_first(store: Store) -> None:
    with store.writing() as tx:
        game, other = invited(tx), invited(tx, "Another")
        ana, bo, _ = (seat.player for seat in games.seats(tx, game))
        asked(tx, "b", player=ana, game=game, address="a@x.example")
        asked(tx, "a", player=bo, game=game, address="b@x.example")
        asked(tx, "c", player=ana, game=other, address="b@x.example", at=NOW - HOUR / 2)
        asked(tx, "d", Matter.RESIGN, player=ana, game=game, address="a@x.example")

        assert codes(open_of(tx, Matter.SIGN_UP, NOW)) == ["c", "a", "b"]
        assert codes(open_of(tx, Matter.SIGN_UP, NOW, player=ana)) == ["c", "b"]
        assert codes(open_of(tx, Matter.SIGN_UP, NOW, game=game)) == ["a", "b"]
        assert codes(open_of(tx, Matter.SIGN_UP, NOW, address="b@x.example")) == ["c", "a"]
        assert codes(open_of(tx, Matter.RESIGN, NOW, player=ana, game=game, address="a@x.example")) == ["d"]


def test_what_is_remembered_of_a_code_is_added_to_and_leads_to_its_other_half(store: Store) -> None:
    with store.writing() as tx:
        one, other = asked(tx, "one", details={"other": "two", "n": 1}), asked(tx, "two")
        confirmations.note(tx, one, n=2)
        use(tx, one, NOW, how="YES")

        assert (one.details, one.used_at) == ({"other": "two", "n": 2, "how": "YES"}, NOW)
        assert (confirmations.pair_of(tx, one), confirmations.pair_of(tx, other)) == (other, None)
        assert (confirmations.find(tx, "ONE"), confirmations.find(tx, "three")) == (one, None)


def test_what_was_asked_since_a_moment_is_counted_by_address_whether_it_still_waits_or_not(store: Store) -> None:
    both = (Matter.SIGN_UP, Matter.INVITATION)
    with store.writing() as tx:
        asked(tx, "then", address="a@x.example", at=NOW)
        use(tx, asked(tx, "used", address="a@x.example", at=NOW + HOUR), NOW + HOUR)
        asked(tx, "waits", address="a@x.example", at=NOW + HOUR)
        asked(tx, "elsewhere", Matter.INVITATION, address="b@x.example", at=NOW + HOUR)
        asked(tx, "another", Matter.RESIGN, address="a@x.example", at=NOW + HOUR)

        assert [confirmations.count_since(tx, both, since) for since in (NOW - HOUR, NOW, NOW + HOUR)] == [4, 3, 0]
        assert confirmations.count_since(tx, both, NOW, address="a@x.example") == 2


def test_new_addresses_that_were_confirmed_wait_for_their_turn_in_the_order_of_their_yes(store: Store) -> None:
    with store.writing() as tx:
        later, first, same = (asked(tx, code, Matter.ADD_ADDRESS) for code in ("b", "c", "a"))
        use(tx, later, NOW + HOUR, waits=2)
        use(tx, first, NOW, waits=1)
        use(tx, same, NOW + HOUR, waits=1)
        asked(tx, "unanswered", Matter.ADD_ADDRESS, details={"waits": 1})
        use(tx, asked(tx, "for no turn", Matter.ADD_ADDRESS), NOW)
        use(tx, asked(tx, "elsewhere", Matter.SIGN_UP), NOW, waits=1)
        use(tx, asked(tx, "done", Matter.ADD_ADDRESS), NOW, waits=1, done=True)

        assert codes(confirmations.not_done(tx)) == ["c", "a", "b"]


def test_what_a_letter_asked_for_is_found_by_it_and_by_when_it_was_asked(store: Store) -> None:
    with store.writing() as tx:
        one, other = (
            inbox.keep(tx, text, sender="a@x.example", recipient="o@x", source="lmtp", received_at=NOW)[0]
            for text in (b"1", b"2")
        )
        asked(tx, "then", letter=one)
        asked(tx, "waits", letter=one, at=NOW + HOUR)
        use(tx, asked(tx, "used", Matter.INVITATION, letter=other, at=NOW + HOUR), NOW + HOUR)
        asked(tx, "another", Matter.RESIGN, letter=other, at=NOW + HOUR)
        asked(tx, "of no letter", at=NOW + HOUR)

        assert [sorted(codes(confirmations.of_letter(tx, letter))) for letter in (one, other)] == [
            ["then", "waits"],
            ["another", "used"],
        ]
        both = (Matter.SIGN_UP, Matter.INVITATION)
        found = [sorted(codes(confirmations.since(tx, both, NOW + n * HOUR))) for n in (-1, 0, 1)]
        assert found == [["then", "used", "waits"], ["used", "waits"], []]
