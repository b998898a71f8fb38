"""Mail is claimed by one sender at a time, sent, tried again, or given up, and never forgotten."""

from __future__ import annotations

from datetime import timedelta

from referee.engine.audience import GM, Seat
from referee.store import games, mails, outbox, people, reports
from referee.store.database import Store, Transaction
from referee.store.outbox import Due
from referee.store.reports import Composed, Envelope
from referee.store.tables import Sending
from tests.store.campaign import HOUR, NOW, invited, started
from tests.store.toy import ANA, BO, CY, SEATS

LEASE = timedelta(minutes=5)


def claim(tx: Transaction, who: str = "sender", at: int = 0, limit: int = 20) -> list[Due]:
    return outbox.claim(tx, who, NOW + timedelta(minutes=at), lease=LEASE, limit=limit)


def written_to(kind: str, envelope: Envelope | None, seat: Seat = BO) -> Composed:
    return Composed(seat=seat, kind=kind, number=1, subject="", body="", envelope=envelope)


def test_a_claimed_mail_has_all_that_its_bytes_are_built_from(store: Store) -> None:
    game = started(store)
    with store.writing() as tx:
        first = claim(tx)[0]

    assert first == Due(
        id=1, message_id="<Perilous.0.Cy@x>", kind="report", game=game, seat="Cy", player=1,
        address="Cy@Perilous.Example", name="Cy", html=True, data=False, subject="Turn 0", document="",
        body="Dear Cy,\n\nyou draw the Five of Cups.\n",
        headers={"reply_to": "orders+Cy", "wish": {"player": 1, "html": True, "data": False}}, null_return=False,
        return_token=first.return_token, made_at=NOW, attempts=0,
    )  # fmt: skip


def test_mail_leaves_in_the_order_in_which_it_was_saved(store: Store) -> None:
    started(store)
    with store.writing() as tx:
        assert [mail.seat for mail in claim(tx)] == list(SEATS)


def test_how_its_player_wishes_a_mail_is_settled_when_it_is_first_claimed_or_sent_once_more(store: Store) -> None:
    started(store)
    with store.writing() as tx:
        first = claim(tx, limit=1)[0]
        assert first.player is not None
        found = people.player(tx, first.player)
        found.html, found.data = False, True
        tx.save(found)
        again = claim(tx, at=6, limit=1)[0]
        outbox.failed(tx, first.id, "sender", at=NOW, error="550 no such user")
        outbox.resend(tx, first.id, NOW)
        anew = next(mail for mail in claim(tx, at=12) if mail.id == first.id)

    assert [(mail.id, mail.html, mail.data) for mail in (first, again, anew)] == [
        (first.id, True, False), (first.id, True, False), (first.id, False, True),
    ]  # fmt: skip


def test_a_mail_goes_out_as_its_campaign_does_it_where_its_player_wishes_nothing(store: Store) -> None:
    started(store)
    with store.writing() as tx:
        found = outbox.claim(tx, "sender", NOW, lease=LEASE, html=False)

    assert [mail.html for mail in found] == [False] * len(SEATS)


def test_nobody_else_is_given_a_claimed_mail_until_its_lease_is_over(store: Store) -> None:
    started(store)
    with store.writing() as tx:
        one, other, later, after = (
            claim(tx, "one", limit=2),
            claim(tx, "other"),
            claim(tx, "other", 4),
            claim(tx, "other", 6),
        )

    assert [len(mails) for mails in (one, other, later, after)] == [2, 1, 0, 3]
    assert after[0].message_id == one[0].message_id


def test_the_address_is_the_one_the_player_has_when_it_is_sent(store: Store) -> None:
    with store.writing() as tx:
        game = invited(tx)
        bert = people.add_player(tx, "Bert", zone="UTC", address="bert@x", normal="bert@x", at=NOW).id
        written = [
            written_to("to seat", Envelope(message_id="<1@x>")),
            written_to("to him", Envelope(message_id="<2@x>", player=3)),
            written_to("there", Envelope(message_id="<3@x>", address="x@y")),
            written_to("nowhere", Envelope(message_id="<4@x>"), GM),
            written_to("not sent", None),
        ]
        reports.keep(tx, game, 0, written, made_at=NOW)
        people.add_address(tx, bert, address="Bert@New", normal="bert@new", at=NOW)
        tx.change(games.seat(tx, game, BO), player=bert)

        assert {mail.kind: (mail.address, mail.name) for mail in claim(tx)} == {
            "to seat": ("Bert@New", "Bert"),
            "to him": ("Bo@Perilous.Example", "Bo"),
            "there": ("x@y", ""),
            "nowhere": (None, ""),
        }


def test_a_sent_mail_is_never_claimed_again(store: Store) -> None:
    started(store)
    with store.writing() as tx:
        for mail in claim(tx):
            assert outbox.sent(tx, mail.id, at=NOW, answer="2.0.0 queued as ABC")
            assert not outbox.sent(tx, mail.id, at=NOW, answer="again")

        assert claim(tx, at=60) == []
        row = mails.find(tx, "<Perilous.0.Bo@x>")
        assert row is not None
        assert (row.state, row.sent_at, row.answer, row.leased_by) == (Sending.SENT, NOW, "2.0.0 queued as ABC", None)


def test_a_mail_sent_after_its_lease_was_over_counts_as_sent(store: Store) -> None:
    started(store)
    with store.writing() as tx:
        mail = claim(tx, "slow")[0]
        claim(tx, "other", at=6)

        assert outbox.sent(tx, mail.id, at=NOW, answer="ok")
        assert not outbox.retry(tx, mail.id, "other", next_at=NOW, error="too late")


def test_a_try_that_failed_waits_for_its_time_and_counts_unless_the_server_was_away(store: Store) -> None:
    started(store)
    with store.writing() as tx:
        first, second, third = claim(tx)
        outbox.retry(tx, first.id, "sender", next_at=NOW + HOUR, error="451 try later")
        outbox.retry(tx, second.id, "sender", next_at=NOW + HOUR, error="no route", counts=False)
        outbox.sent(tx, third.id, at=NOW, answer="ok")

        assert claim(tx, at=59) == []
        assert [(mail.seat, mail.attempts) for mail in claim(tx, at=60)] == [("Cy", 1), ("Ana", 0)]


def test_who_lost_their_lease_changes_nothing(store: Store) -> None:
    started(store)
    with store.writing() as tx:
        mail = claim(tx, "slow")[0]
        claim(tx, "other", at=6)

        assert not outbox.retry(tx, mail.id, "slow", next_at=NOW, error="x")
        assert not outbox.failed(tx, mail.id, "slow", at=NOW, error="x")
        assert not outbox.give_up(tx, mail.id, "slow", at=NOW, error="x")
        assert outbox.failed(tx, mail.id, "other", at=NOW, error="550 no such user")


def test_dead_letters_are_listed_and_may_be_sent_again(store: Store) -> None:
    started(store)
    with store.writing() as tx:
        first, second, _ = claim(tx)
        outbox.failed(tx, first.id, "sender", at=NOW, error="550 no such user")
        outbox.give_up(tx, second.id, "sender", at=NOW, error="five days")
        dead = [(row.seat, row.state, row.error) for row in mails.dead_letters(tx)]
        outbox.resend(tx, first.id, NOW + HOUR)

        assert dead == [("Cy", Sending.FAILED, "550 no such user"), ("Ana", Sending.DEAD, "five days")]
        assert mails.counts(tx) == {Sending.QUEUED: 2, Sending.FAILED: 0, Sending.DEAD: 1}
        again = claim(tx, at=60)
        assert [(mail.id, mail.message_id, mail.attempts) for mail in again if mail.seat == CY] == [
            (first.id, first.message_id, 0)
        ]


def test_a_sender_that_starts_again_frees_what_it_had(store: Store) -> None:
    started(store)
    with store.writing() as tx:
        claim(tx, "one", limit=2)
        claim(tx, "other")

        assert outbox.release(tx, "one") == 2
        assert len(claim(tx)) == 2


def test_unsent_mail_is_noticed(store: Store) -> None:
    started(store)
    with store.writing() as tx:
        outbox.sent(tx, claim(tx)[1].id, at=NOW, answer="ok")

        assert [row.seat for row in mails.overdue(tx, NOW)] == ["Cy", "Bo"]
        assert mails.overdue(tx, NOW - HOUR) == []


def test_a_mail_without_a_report_carries_its_own_words(store: Store) -> None:
    with store.writing() as tx:
        envelope = Envelope(message_id="<a@x>", address="stranger@x", null_return=True, not_before=NOW + HOUR)
        outbox.post(tx, envelope, kind="receipt", subject="Your letter", body="How to send it.", made_at=NOW)

        assert claim(tx) == []
        (mail,) = claim(tx, at=60)
        assert (mail.subject, mail.body, mail.address, mail.null_return, mail.game) == (
            "Your letter", "How to send it.", "stranger@x", True, None,
        )  # fmt: skip


def test_letters_of_a_kind_are_numbered_and_found(store: Store) -> None:
    game = started(store)
    with store.writing() as tx:
        number = reports.numbers(tx, game, 0)[BO, "report"] + 1
        again = Composed(seat=BO, kind="report", number=number, subject="Again", body="x", form=("WAIT",))
        (report,) = reports.keep(tx, game, 0, [again], made_at=NOW)

        assert number == 2
        assert (ANA, "receipt") not in reports.numbers(tx, game, 0)
        latest = reports.latest(tx, game, BO, "report")
        assert latest is not None
        assert (latest.id, latest.subject, latest.form, latest.of_step) == (report, "Again", ["WAIT"], None)
        assert [row.number for row in reports.of_step(tx, game, 0, seat=BO)] == [1, 2]
        assert reports.latest(tx, game, BO, "alarm") is None
