"""What is old is let go of when its time is over and not before; of a person nothing is left, and of others all."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import update
from sqlmodel import col, select

from referee.store import confirmations, forgetting, games, inbox, mails, orders, people, removal, rulings
from referee.store.actions import GONE
from referee.store.database import Store, Transaction
from referee.store.tables import (
    BounceRow,
    ConfirmationRow,
    LetterRow,
    MailRow,
    Matter,
    Reading,
    Sending,
    Status,
    VoteRow,
)
from tests.store.campaign import HOUR, NOW, invited, started
from tests.store.toy import ANA, BO

DAY = 24 * HOUR
LATER = NOW + DAY


def came(tx: Transaction, text: str, *, at: datetime = NOW, sender: str = "x@elsewhere.example", **settled: Any) -> int:
    """Keep a letter, and settle it if it is said what it was."""
    number, _ = inbox.keep(tx, text.encode(), sender=sender, recipient="o@x", source="lmtp", received_at=at)
    if settled:
        inbox.settle(tx, number, "filed", **settled)
    return number


def player_of(tx: Transaction, game: int, seat: str) -> int:
    return next(one.player for one in games.seats(tx, game) if one.name == seat)


def over(tx: Transaction, name: str, at: datetime) -> int:
    """Make a game that ended then."""
    game = invited(tx, name)
    row = games.game(tx, game)
    row.status, row.ended_at = Status.OVER, at
    tx.save(row)
    return game


def forgotten(store: Store, player: int) -> None:
    """Forget a person, one portion after the other."""
    with store.reading() as tx:
        known = forgetting.traces(tx, player)
    with store.writing() as tx:
        forgetting.begin(tx, people.player(tx, player), known, LATER)
    while True:
        with store.reading() as tx:
            row = forgetting.find(tx, player)
            assert row is not None
            if not row.left:
                break
            found = forgetting.look(tx, row)
        with store.writing(lasting=False) as tx:
            forgetting.take_out(tx, row, found, LATER)
    with store.writing() as tx:
        forgetting.end(tx, player)


def test_it_is_swept_a_day_after_the_last_time_and_after_a_clock_that_was_set_back(store: Store) -> None:
    with store.writing() as tx:
        never = removal.sweep_due(tx, NOW)
        removal.note_sweep(tx, NOW - DAY)
        removal.note_sweep(tx, NOW)

        moments = (NOW, NOW + DAY - HOUR, NOW + DAY, NOW - HOUR)
        assert never
        assert [removal.sweep_due(tx, at) for at in moments] == [False, False, True, True]


def test_letters_are_emptied_of_games_that_ended_before_and_of_no_game_if_they_came_before(store: Store) -> None:
    with store.writing() as tx:
        old, new, running = over(tx, "Old", NOW - HOUR), over(tx, "New", NOW), invited(tx)
        ana = player_of(tx, running, ANA)
        mine = came(tx, "1", game=old, player=ana)
        alone = came(tx, "2", at=NOW - HOUR, player=ana)
        came(tx, "3", game=new)
        came(tx, "4", game=running)
        came(tx, "5", player=ana)
        came(tx, "6", at=NOW - HOUR)
        came(tx, "7", at=NOW - HOUR, note="from a stranger")
        held = came(tx, "8", game=old, state=Reading.HELD)
        found = removal.letters_to_sweep(tx, NOW)
        swept = removal.sweep_letters(tx, [*found, held])

        assert (sorted(found), swept) == ([mine, alone], 2)
        assert removal.letters_to_sweep(tx, NOW) == []
        assert [row.id for row in tx.exec(select(LetterRow)) if not row.raw] == [mine, alone]
        assert inbox.letter(tx, mine).outcome == "filed"


def test_letters_of_strangers_go_with_the_codes_that_nobody_answered(store: Store) -> None:
    with store.writing() as tx:
        game = invited(tx)
        old, young = came(tx, "1", at=NOW - HOUR, note="x"), came(tx, "2", note="x")
        waits, ours = came(tx, "3", at=NOW - HOUR), came(tx, "4", at=NOW - HOUR, player=player_of(tx, game, ANA))
        long_ago = NOW - 2 * HOUR
        for code, what, at, used, letter in (
            ("over", Matter.SIGN_UP, long_ago, False, None), ("used", Matter.SIGN_UP, long_ago, True, None),
            ("watches", Matter.OBSERVE, long_ago, True, None), ("asked", Matter.OBSERVE, long_ago, False, None),
            ("last", Matter.SIGN_UP, NOW - HOUR, False, old), ("open", Matter.SIGN_UP, NOW, False, young),
        ):  # fmt: skip
            row = confirmations.ask(tx, what, code, at=at, lasts=HOUR, letter=letter)
            if used:
                confirmations.use(tx, row, at)

        strangers, codes = removal.strangers_to_sweep(tx, NOW), removal.codes_to_sweep(tx, NOW)

        assert (strangers, sorted(codes)) == ([old], ["asked", "over", "used"])
        assert (removal.sweep_strangers(tx, [*strangers, waits, ours]), removal.sweep_codes(tx, codes)) == (1, 3)
        assert [row.id for row in tx.exec(select(LetterRow))] == [young, waits, ours]
        assert {row.code: row.letter for row in tx.exec(select(ConfirmationRow))} == {
            "watches": None, "last": None, "open": young,
        }  # fmt: skip


def test_mails_are_emptied_of_games_that_ended_before_but_not_what_waits_or_is_being_sent(store: Store) -> None:
    game = started(store)
    with store.writing() as tx:
        first, second, third = tx.exec(select(MailRow)).all()
        first.state, second.state, second.leased_by = Sending.SENT, Sending.SENT, "sender"
        tx.add_all([first, second])
        running = removal.mails_to_sweep(tx, NOW + HOUR)
        row = games.game(tx, game)
        row.status, row.ended_at = Status.OVER, NOW
        tx.save(row)
        found = [removal.mails_to_sweep(tx, at) for at in (NOW, NOW + HOUR)]

        assert (running, found) == ([], [[], [first.id]])
        assert removal.sweep_mails(tx, [first.id, second.id, third.id]) == 1
        assert removal.mails_to_sweep(tx, NOW + HOUR) == []
    with store.reading() as tx:
        kept = [(bool(one.headers), one.message_id) for one in tx.exec(select(MailRow))]
    assert kept == [(one is not first, one.message_id) for one in (first, second, third)]


def test_addresses_of_a_person_are_those_they_had_asked_for_and_wrote_from_and_nobody_else_s(store: Store) -> None:
    with store.writing() as tx:
        game = invited(tx)
        ana, bo = player_of(tx, game, ANA), player_of(tx, game, BO)
        people.add_address(tx, ana, address="Ana@Second.example", normal="ana@second.example", at=NOW)
        asked: dict[str, Any] = {"lasts": HOUR, "at": NOW, "player": ana}
        confirmations.ask(tx, Matter.ADD_ADDRESS, "c", address="ana@c.example", details={"written": "A@c"}, **asked)
        came(tx, "1", sender="ana@work.example", player=ana, note="From: somebody@x.example")
        came(tx, "2", sender="Bo@Perilous.example", player=ana, note="a@note.example")
        came(tx, "3", sender="bo@work.example", player=bo)

        assert forgetting.traces(tx, ana).addresses == (
            "Ana@Perilous.Example", "ana@perilous.example", "Ana@Second.example", "ana@second.example",
            "ana@c.example", "A@c", "ana@work.example", "a@note.example",
        )  # fmt: skip


def test_a_person_who_is_forgotten_leaves_what_their_seat_did_and_what_others_wrote(store: Store) -> None:
    game = started(store)
    where = "Ana@perilous.EXAMPLE"
    with store.writing() as tx:
        ana, bo = player_of(tx, game, ANA), player_of(tx, game, BO)
        letters = [
            came(tx, text, player=of, sender=f"{of}@x.example")
            for text, of in (("Mine", ana), (f"Write to {where}!", bo), ("Hello", bo))
        ]
        for body in (f"Write to {where}", "Hello"):
            orders.keep_press(tx, game, step=1, seat=BO, addressees=[ANA], body=body, written_at=NOW)
        tx.exec(update(MailRow).where(col(MailRow.seat) == ANA).values(address=where))
        mail = next(one for one in tx.exec(select(MailRow)) if one.seat == BO)
        mails.add(tx, mail=mail.id, address=None, letter=None, at=NOW, hard=True, said=f"{where} is unknown")
        for code, player, address in (("a", ana, ""), ("b", None, "ana@perilous.example"), ("c", bo, "bo@x.example")):
            confirmations.ask(tx, Matter.RESIGN, code, at=NOW, lasts=HOUR, player=player, address=address)
        running = rulings.open_ballot(tx, game, "DRAW", step=1, at=NOW)
        done = rulings.open_ballot(tx, over(tx, "Old", NOW), "DRAW", step=1, at=NOW)
        seat = games.seat(tx, done.game, ANA)
        seat.player = ana
        tx.save(seat)
        for ballot in (running, done):
            for who in (ANA, BO):
                rulings.vote(tx, ballot.id, who, True, NOW)
    forgotten(store, ana)

    with store.reading() as tx:
        row = people.player(tx, ana)
        assert (row.name, row.zone, row.forgotten_at, people.addresses_of(tx, ana)) == ("forgotten", "UTC", LATER, [])
        assert [bool(inbox.letter(tx, one).raw) for one in letters] == [False, False, True]
        assert [one.body for one in orders.press(tx, game)] == [f"Write to {GONE}", "Hello"]
        assert [one.said for one in tx.exec(select(BounceRow))] == [f"{GONE} is unknown"]
        assert [one.code for one in tx.exec(select(ConfirmationRow))] == ["c"]
        assert {(one.ballot, one.seat) for one in tx.exec(select(VoteRow))} == {
            (running.id, ANA), (running.id, BO), (done.id, BO),
        }  # fmt: skip
        kept = {one.seat: (one.player, one.address, bool(one.headers)) for one in tx.exec(select(MailRow))}
        assert (kept[ANA], kept[BO]) == ((ana, None, False), (None, None, True))
