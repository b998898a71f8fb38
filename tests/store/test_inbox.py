"""Letters are kept once, as they came, and read in order."""

from __future__ import annotations

from referee.store import inbox, people
from referee.store.database import Store, Transaction
from referee.store.tables import LetterRow, Reading
from tests.store.campaign import HOUR, NOW, invited

RAW = b"From: Anna <anna@x.test>\r\nSubject: \xff\x00orders\r\n\r\nATTACK Bo\r\n"


def keep(tx: Transaction, raw: bytes = RAW, recipient: str = "orders+t0ken@referee.test") -> tuple[LetterRow, bool]:
    number, new = inbox.keep(tx, raw, sender="anna@x.test", recipient=recipient, source="lmtp", received_at=NOW)
    return inbox.letter(tx, number), new


def test_a_letter_is_kept_byte_for_byte(store: Store) -> None:
    with store.writing() as tx:
        row, new = keep(tx)

    with store.reading() as tx:
        kept = inbox.letter(tx, row.id)
        assert new
        assert (kept.raw, kept.envelope_sender, kept.recipient, kept.source, kept.received_at, kept.state) == (
            RAW, "anna@x.test", "orders+t0ken@referee.test", "lmtp", NOW, Reading.STORED,
        )  # fmt: skip
        assert not kept.truncated


def test_the_same_bytes_to_the_same_recipient_are_one_letter(store: Store) -> None:
    with store.writing() as tx:
        first, _ = keep(tx)
    with store.writing() as tx:
        second, new = keep(tx)
        third, other = keep(tx, recipient="gm@referee.test")

    assert (second.id, new) == (first.id, False)
    assert (third.id == first.id, other) == (False, True)


def test_letters_are_read_in_order_of_arrival_until_they_are_done(store: Store) -> None:
    with store.writing() as tx:
        ids = [keep(tx, RAW + bytes([n]))[0].id for n in range(4)]
        inbox.settle(tx, ids[1], "accepted")
        inbox.settle(tx, ids[2], "not from this address", state=Reading.HELD)
        inbox.begin(tx, inbox.letter(tx, ids[3]))

    with store.reading() as tx:
        assert inbox.to_read(tx) == [ids[0], ids[3]]
        assert [row.id for row in inbox.held(tx)] == [ids[2]]


def test_a_letter_that_is_known_to_be_another_games_is_not_waited_for(store: Store) -> None:
    with store.writing() as tx:
        one, other = invited(tx, "one"), invited(tx, "other")
        row, _ = keep(tx)
        looks = [(NOW, None), (NOW + HOUR, None), (NOW + HOUR, one), (NOW + HOUR, other)]
        unknown = [inbox.unread_before(tx, moment, game) for moment, game in looks]
        inbox.put_back(tx, row.id, game=one)
        known = [inbox.unread_before(tx, moment, game) for moment, game in looks]

    assert unknown == [False, True, True, True]
    assert known == [False, True, True, False]


def test_a_letter_whose_reading_was_cut_off_shows_how_often(store: Store) -> None:
    with store.writing() as tx:
        row, _ = keep(tx)
    for _ in range(2):
        with store.writing() as tx:
            inbox.begin(tx, inbox.letter(tx, row.id))

    with store.reading() as tx:
        assert inbox.to_read(tx) == [row.id]
        assert (inbox.letter(tx, row.id).state, inbox.letter(tx, row.id).tries) == (Reading.READ, 2)


def test_an_outcome_and_whose_it_was_are_written_down(store: Store) -> None:
    with store.writing() as tx:
        player = people.add_player(tx, "Anna", zone="UTC", address="a@x", normal="a@x", at=NOW)
        row, _ = keep(tx)
        inbox.settle(tx, row.id, "held", state=Reading.HELD, player=player.id, message_id="<1@x>", step=4)
        inbox.settle(tx, row.id, "accepted", note="confirmed")

    with store.reading() as tx:
        kept = inbox.letter(tx, row.id)
        assert (kept.state, kept.outcome, kept.note, kept.player, kept.message_id, kept.step) == (
            Reading.DONE, "accepted", "confirmed", player.id, "<1@x>", 4,
        )  # fmt: skip
        assert inbox.held_of(tx, player.id) == []


def test_a_letter_that_came_by_another_route_is_recognised(store: Store) -> None:
    with store.writing() as tx:
        player = people.add_player(tx, "Anna", zone="UTC", address="a@x", normal="a@x", at=NOW).id
        game, other = invited(tx), invited(tx, "Other")
        first, second = keep(tx)[0].id, keep(tx, b"Received: elsewhere\r\n" + RAW)[0].id
        inbox.settle(tx, first, "accepted", player=player, game=game, message_id="<1@x>", body_sha256="ab")

        assert inbox.same_as(tx, player, "<1@x>", "ab", game=game, but=second) is True
        assert inbox.same_as(tx, player, "<1@x>", "ab", game=game, but=first) is False
        assert inbox.same_as(tx, player, "<1@x>", "cd", game=game, but=second) is False
        assert inbox.same_as(tx, player, "<1@x>", "ab", game=other, but=second) is False
