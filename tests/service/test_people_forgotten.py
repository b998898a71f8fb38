"""A person is forgotten in portions: nobody waits for it, and killed anywhere it comes to its end all the same."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import contextmanager
from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select
from sqlmodel import SQLModel, col
from sqlmodel import select as rows_of

from referee.engine.audience import Seat
from referee.engine.errors import SetupError
from referee.reports.pages import PressPage
from referee.service.gm.announcements import Announce
from referee.service.gm.ending import EndGame
from referee.service.gm.turns import Rollback
from referee.service.letters import aside
from referee.service.letters.outcome import Outcome
from referee.service.people import housekeeping as forgetting_people
from referee.service.people import observers
from referee.service.people.housekeeping import ABANDONED, forget, look_after
from referee.service.people.personal_data import everybody
from referee.service.post import bounces, notes
from referee.service.post.post import Post
from referee.service.post.trouble import tell_gm
from referee.service.rounds.command import carry_out
from referee.service.turns.attention import attention
from referee.store import actions, forgetting, mails, outbox, people
from referee.store.actions import GONE
from referee.store.database import Store
from referee.store.tables import AddressRow, BounceRow, LetterRow, MailRow, Sending
from tests.mail.dsn import report
from tests.service.test_people_data import EVE, everything, played
from tests.service.test_plans import MAY, gathered, looked_through
from tests.service.world import World

ANA = "ana@players.example"
WHO = re.compile("ana@(players|second|third)", re.IGNORECASE)


class Killed(BaseException):
    """As good as kill -9: nothing catches it."""


@pytest.fixture(autouse=True)
def small_portions(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a portion be of few rows, so that a few letters make many."""
    monkeypatch.setattr(forgetting, "LOOKED_AT", 4)
    monkeypatch.setattr(forgetting, "CHANGED", 2)


def known(world: World) -> list[str]:
    """List the tables with a row in which an address of Ana's stands, packed or not."""
    with world.campaign.store.reading() as tx:
        return [
            table.name
            for table in SQLModel.metadata.sorted_tables
            if any(WHO.search(str(row)) for row in tx.connection().execute(select(table)))
        ]


def cut_off(patched: pytest.MonkeyPatch, after: int) -> None:
    """Kill whoever forgets after so many writes, with the next one unfinished."""
    done, write = 0, Store.writing

    @contextmanager
    def dying(store: Store, **how: Any) -> Any:
        nonlocal done
        with write(store, **how) as tx:
            yield tx
            done += 1
            if done > after:
                raise Killed

    patched.setattr(Store, "writing", dying)


def killed(world: World, after: int) -> bool:
    """Let Ana be forgotten until it is killed; say whether it was before all was done."""
    with pytest.MonkeyPatch.context() as patched:
        cut_off(patched, after)
        try:
            forget(world.campaign, ANA)
        except Killed:
            return True
        return False


def told(world: World) -> dict[str, list[str]]:
    """Return all that is kept, but for when it was done."""
    moment = re.compile(r"datetime\([^)]*\)")
    with world.campaign.store.reading() as tx:
        return {
            table.name: [moment.sub("", str(row)) for row in tx.connection().execute(select(table))]
            for table in SQLModel.metadata.sorted_tables
        }


@pytest.mark.parametrize("way", ["the same command", "a round"])
def test_killed_at_every_portion_it_goes_on(world: World, tmp_path: Path, way: str) -> None:
    folder = played(world).campaign.settings.folder
    whole = World.copied(folder, tmp_path / "whole")
    forget(whole.campaign, ANA)
    expected, after = told(whole), 1
    while killed(one := World.copied(folder, tmp_path / f"killed-{after}"), after):
        if way == "a round":
            one.clock.forward(minutes=2)
            look_after(one.campaign)
        else:
            assert forget(one.campaign, ANA).number == 1

        assert told(one) == expected, after
        assert not WHO.search(everything(one).decode("latin-1")), after
        after += 1

    assert after > 10


def queued(world: World) -> list[int | None]:
    """List the players to whom mail waits."""
    with world.campaign.store.reading() as tx:
        return [row.player for row in tx.exec(rows_of(MailRow)) if row.state is Sending.QUEUED]


def test_from_the_first_moment_they_count_as_forgotten(world: World) -> None:
    observers.add(played(world).campaign, "duel", ANA)
    waiting = queued(world)
    assert killed(world, 1)

    with world.campaign.store.reading() as tx:
        assert people.player_at(tx, ANA) is None
    assert (waiting, queued(world)) == ([1, 1], [])
    assert ANA not in [address for one in everybody(world.campaign) for address in one.addresses]
    assert "letter" in known(world)
    world.adjudicate()
    assert [mail.to for mail in world.mails() if "ana@" in mail.to] == []


def test_the_gm_need_not_hear_of_mail_to_them_that_will_never_leave(world: World) -> None:
    observers.add(played(world).campaign, "duel", ANA)
    assert len(queued(world)) == 2

    forget(world.campaign, ANA)

    with world.campaign.reading() as work:
        assert mails.dead_letters(work.tx) == []
        assert mails.counts(work.tx)[Sending.FAILED] == 0
        assert [item.what for item in attention(work) if "did not get away" in item.words] == []


def test_an_address_that_they_get_while_what_they_are_known_by_is_looked_for_goes_too(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    played(world).write("Bob", "TO GM: ask ana@third.example")
    world.tick()
    traces, another = forgetting.traces, "ana@third.example"

    def meanwhile(tx: Any, player: int) -> forgetting.Traces:
        found = traces(tx, player)
        with world.campaign.store.writing() as writing:
            people.add_address(writing, player, address=another, normal=another, at=world.clock.now())
        return found._replace(addresses=tuple(one for one in found.addresses if one != another))

    monkeypatch.setattr(forgetting, "traces", meanwhile)
    forget(world.campaign, ANA)

    assert known(world) == []


def test_letters_are_kept_between_two_portions_and_what_comes_after_the_first_is_not_touched(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    played(world)
    look, kept = forgetting.look, list[int]()

    def meanwhile(tx: Any, row: Any) -> forgetting.Portion:
        kept.append(world.arrive(world.letter(f"Write to {ANA}, {len(kept)}", "x@y.example"), "orders@referee.example"))
        return look(tx, row)

    monkeypatch.setattr(forgetting, "look", meanwhile)
    forget(world.campaign, ANA)

    assert len(kept) > 10
    assert all(ANA.encode() in world.kept(number).raw for number in kept)
    assert known(world) == ["letter"]


def test_asked_twice_it_is_done_once(world: World) -> None:
    played(world)
    assert killed(world, 3)
    numbers = {forget(world.campaign, who).number for who in (ANA, "#1", "#1")}

    with world.campaign.store.reading() as tx:
        assert [row.what for row in actions.log(tx)].count("forget") == 1
        assert forgetting.under_way(tx) == []
    assert numbers == {1}
    with pytest.raises(SetupError, match="no player"):
        forget(world.campaign, ANA)


def test_two_at_once_do_no_portion_twice(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    played(world)
    take_out, steps = forgetting.take_out, list[tuple[Any, int]]()

    def overtaken(tx: Any, row: Any, portion: Any, at: Any) -> None:
        take_out(tx, row, portion, at)
        steps.append((portion.left, portion.after))
        now = forgetting.find(tx, 1)
        take_out(tx, row, portion, at)
        assert now is not None
        assert (now.left, now.after) == steps[-1]

    monkeypatch.setattr(forgetting, "take_out", overtaken)
    forget(world.campaign, ANA)

    assert known(world) == []


def test_somebody_who_comes_meanwhile_under_their_name_or_address_is_not_taken_for_them(world: World) -> None:
    played(world)
    assert killed(world, 3)
    observers.add(world.campaign, "duel", ANA)

    for who in (ANA, "Ana"):
        with pytest.raises(SetupError, match="may be one of several: #1, #"):
            forget(world.campaign, who)

    assert forget(world.campaign, "#1").number == 1
    assert ANA in [address for one in everybody(world.campaign) for address in one.addresses]


def test_a_round_leaves_it_to_who_is_at_it(world: World) -> None:
    played(world)
    assert killed(world, 3)
    look_after(world.campaign)
    soon = known(world)
    world.clock.forward(seconds=ABANDONED.total_seconds())
    look_after(world.campaign)

    assert (len(soon) > 3, known(world)) == (True, [])


def test_what_goes_wrong_is_tried_again_a_while_later_and_not_every_round(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    played(world)
    assert killed(world, 3)
    tries = list[int]()

    def breaks(campaign: object, number: int) -> bool:
        tries.append(number)
        raise LookupError

    monkeypatch.setattr(forgetting_people, "_portion", breaks)
    for _ in range(3):
        world.clock.forward(seconds=40)
        look_after(world.campaign)

    assert tries == [1]


def test_a_mail_to_them_that_is_leaving_is_not_noted_as_sent(world: World) -> None:
    played(world)
    now = world.clock.now()
    with world.campaign.store.writing() as tx:
        mail = next(row for row in tx.exec(rows_of(MailRow)) if row.player == 1)
        outbox.resend(tx, mail.id, now)
        outbox.claim(tx, "sender", now, lease=timedelta(seconds=30), limit=100)
    forget(world.campaign, ANA)
    with world.campaign.store.writing() as tx:
        news = outbox.sent(tx, mail.id, at=now, answer=f"250 {ANA} has it")

    assert (news, known(world)) == (False, [])


def test_what_a_server_said_of_their_address_goes_whole_and_the_gm_need_not_hear_of_it(world: World) -> None:
    played(world)
    with world.campaign.store.writing() as tx:
        address = tx.exec(rows_of(AddressRow.id).where(AddressRow.player == 1)).first()
        mail = tx.exec(rows_of(MailRow.id).where(MailRow.player == 1)).first()
        assert mail is not None
        mails.add(tx, mail=mail, address=address, letter=None, at=world.clock.now(), hard=True, said="no Ana Smith")
    forget(world.campaign, ANA)
    world.clock.forward(hours=1)

    with world.campaign.store.reading() as tx:
        assert [row.said for row in tx.exec(rows_of(BounceRow))] == [""]
    assert bounces.tell(world.campaign) == 0


def ended(world: World) -> World:
    """Let the game end, so that Ana's last letters are her seat's still."""
    for seat in ("Ana", "Bob"):
        world.write(seat, "RESIGN")
    world.tick()
    world.adjudicate()
    return world.quiet()


@pytest.mark.parametrize("so_far", [played, ended])
def test_what_comes_back_from_them_later_is_read_by_nobody(world: World, so_far: Callable[[World], World]) -> None:
    so_far(world)
    with world.campaign.store.reading() as tx:
        theirs = tx.exec(rows_of(AddressRow.id).where(AddressRow.player == 1)).all()
        sent = tx.exec(rows_of(MailRow.return_token).where(col(MailRow.sent_to).in_(theirs))).all()
    forget(world.campaign, ANA)
    for number, token in enumerate(filter(None, sent)):
        place = world.campaign.settings.mail.return_address(token)
        world.arrive(report(said=f"<{ANA}>: user unknown", to=ANA) + b"%d" % number, place, "")
    world.tick()
    world.clock.forward(hours=1)

    assert len(sent) > 2
    assert known(world) == ["letter"]
    assert bounces.tell(world.campaign) == 0


def test_a_letter_of_somebody_else_that_waits_to_be_read_is_read_all_the_same(world: World) -> None:
    played(world)
    letter = world.write("Bob", f"LEAD LOW\nTO GM: I wrote to {ANA} before")
    forget(world.campaign, ANA)
    world.tick()

    assert world.outcome(letter) == "orders filed"
    assert b"I wrote to " in world.kept(letter).raw
    assert known(world) == []


def test_no_portion_looks_through_a_table_while_others_wait(world: World) -> None:
    played(world)
    with gathered() as statements:
        forget(world.campaign, ANA)

    ours = {words: functions for words, functions in statements.items() if "traces" not in functions}
    assert {"begin", "look", "take_out"} <= set().union(*ours.values())
    assert looked_through(world.campaign.settings.database, ours, MAY) == []


def test_eve_who_has_the_seat_now_keeps_what_is_hers(world: World) -> None:
    played(world)
    forget(world.campaign, ANA)

    with world.campaign.store.reading() as tx:
        hers = people.player_at(tx, EVE)
        assert hers is not None
        assert [row.address for row in people.addresses_of(tx, hers.id)] == [EVE]
        assert tx.exec(rows_of(LetterRow.id)).all()


def written_to_bob(world: World) -> World:
    """Let mail to Bob that names Ana's address wait for his quiet hours, and a letter of his for the next round."""
    world.write("Bob", "QUIET 00:00-23:59")
    world.tick()
    world.quiet()
    with world.campaign.writing() as work:
        row = world.row()
        post = Post(work, row)
        work.tx.change(row, due_at=world.clock.now() + timedelta(days=9))
        post.send(PressPage(post.head(Seat("Bob")), 2, Seat("Ana"), f"I am {ANA}, mind that."), step=2)
        notes.notice(work, notes.recipients(work.tx, 2)[0], "a word", f"Some {ANA} wrote.")
        tell_gm(work, f"Mail to {ANA} comes back.", "Look.", "Look.")
    return world


def test_what_waits_to_leave_to_another_goes_without_the_address(world: World) -> None:
    written_to_bob(played(world))
    before = queued(world)
    forget(world.campaign, ANA)
    with world.campaign.store.reading() as tx:
        lost = mails.lost_to(tx, bounces.FOR_GM, world.clock.now() - timedelta(days=1))
    world.clock.forward(hours=48)
    sent = [" ".join(mail.body.split()) for mail in world.mails()]

    assert (len(before), lost) == (3, 0)
    for words in (f"I am {GONE}, mind that.", f"Some {GONE} wrote.", f"Mail to {GONE} comes back."):
        assert [words in text for text in sent].count(True) == 1, words
    assert known(world) == []


def test_what_comes_of_a_letter_that_is_read_before_the_address_is_out_of_it_is_looked_through(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    played(world).write("Bob", f"LEAD LOW\nTO ALL: write to {ANA}\nTO GM: {ANA} is away")
    look, rounds = forgetting.look, list[int]()

    def meanwhile(tx: Any, row: Any) -> forgetting.Portion:
        if not rounds:
            rounds.append(1)
            world.tick()
        return look(tx, row)

    monkeypatch.setattr(forgetting, "look", meanwhile)
    forget(world.campaign, ANA)

    assert known(world) == []


def test_a_letter_whose_reading_has_begun_is_read_as_it_is_then(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    played(world)
    letter, parsed = world.write("Bob", f"LEAD LOW\nTO GM: I wrote to {ANA} before"), aside.parsed

    def meanwhile(*how: Any) -> Any:
        found = parsed(*how)
        if not begun:
            begun.append(1)
            forget(world.campaign, ANA)
        return found

    begun = list[int]()
    monkeypatch.setattr("referee.service.intake.backlog.parsed", meanwhile)
    world.tick()

    assert world.outcome(letter) == "orders filed"
    assert known(world) == []


@pytest.mark.parametrize(
    "around",
    [
        "{}\ub85c", "\u5beb\u7d66{}", "{}-re", "_{}_", "{}.Bye", "see:-{}", "...{}", "\xa0{}\xa0", "\u201e{}\u201c",
        "x={}", "<{}>",
    ],
)  # fmt: skip
@pytest.mark.parametrize("encoding", ["8bit", "quoted-printable"])
def test_an_address_is_found_whatever_people_and_programs_write_around_it(
    world: World, around: str, encoding: str
) -> None:
    played(world)
    mail = EmailMessage()
    mail["From"], mail["To"] = "bob@players.example", "orders@referee.example"
    mail.set_content(f"TO ALL: write to {around.format(ANA)} please\n", cte=encoding)
    world.write("Bob", "", raw=mail.as_bytes())
    world.tick()
    forget(world.campaign, ANA)

    assert known(world) == []


def test_another_whose_address_ends_alike_keeps_what_is_theirs(world: World) -> None:
    joana = f"jo{ANA}"
    observers.add(played(world).campaign, "duel", joana)
    letter = world.arrive(world.letter("STOP that, please", joana), "orders@referee.example", joana)
    world.tick()
    forget(world.campaign, ANA)

    assert joana.encode() in world.kept(letter).raw
    assert [mail.to for mail in world.mails() if mail.to == joana] != []


def test_an_answer_to_an_old_letter_of_one_who_is_forgotten_is_a_strangers(world: World) -> None:
    carry_out(world.campaign, EndGame(result="Bob", reason="It is late."), "duel")
    mail = next(one for one in world.mails() if one.to == ANA)
    forget(world.campaign, ANA)
    letter = world.answer(mail, "Rematch?\nLEAD LOW", sender=ANA)

    assert world.outcome(letter) == Outcome.STRANGER
    assert (queued(world), world.mails()) == ([], [])
    with world.campaign.reading() as work:
        assert [item.what for item in attention(work)] == ["backup"]


def test_nothing_is_sent_to_the_seat_of_one_who_is_forgotten(world: World) -> None:
    carry_out(world.campaign, EndGame(result="Bob", reason="It is late."), "duel")
    world.mails()
    forget(world.campaign, ANA)
    carry_out(world.campaign, Announce(text="Shall we play again?"), "duel")
    carry_out(world.campaign, Rollback(n=1, text="We play on."), "duel")
    told = [mail.to for mail in world.mails()]

    assert sorted(set(told)) == ["bob@players.example"]
    with world.campaign.reading() as work:
        assert mails.dead_letters(work.tx) == []
