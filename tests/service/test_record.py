"""A record holds all that its reader may know of a game, and nothing else; and no person's name or address."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from sqlmodel import select

from referee.archive.record import Act, Chance, Place, Press, Record, Ruling
from referee.archive.told import events
from referee.engine.audience import OBSERVER, PUBLIC, Seat, only
from referee.engine.errors import SetupError
from referee.engine.events import Event, told
from referee.service.gm.deadlines import Hold
from referee.service.gm.ruling import Rule
from referee.service.gm.seats import Replace
from referee.service.people import observers
from referee.service.players import orders as by_hand
from referee.store import actions, games, orders, people, rulings, steps
from referee.store.tables import Status, TokenRow
from tests.service.reading import entries, record_for
from tests.service.storied import NAME, SECRET, do, played, storied
from tests.service.storied import told as said
from tests.service.world import World

DUEL = "wizards-duel"
ANA, BOB = Seat("Ana"), Seat("Bob")


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    """A game in which nearly everything happened, and which goes on."""
    made = storied(tmp_path_factory.mktemp("running"), DUEL, over=False)
    yield made
    made.campaign.close()


@pytest.fixture
def begun(tmp_path: Path) -> Iterator[World]:
    """A game that has begun."""
    made = World.made(tmp_path)
    made.game(NAME)
    yield made.quiet()
    made.campaign.close()


def for_all(happened: Iterable[Event]) -> list[Event]:
    """The same events, as if they had been told to everybody."""
    return [replace(one, to=PUBLIC) for one in happened]


def record(world: World, reader: str) -> Record:
    return record_for(world.campaign, NAME, reader)


def test_an_observers_record_tells_what_is_public(running: World) -> None:
    found = record(running, "observer")

    assert (found.scope, found.reader, found.opened, found.chance) == ("observer", OBSERVER, False, None)
    assert found.about.seats == (Place(ANA), Place(BOB))
    assert (found.orders, found.letters) == ((), ())
    assert [(one.seat, one.addressees, one.body) for one in found.press] == [
        (ANA, ("ALL",), "Hello to you all, from [an address]"),
    ]  # fmt: skip
    assert [(one.number, one.step, one.text, one.reason, one.corrects) for one in found.rulings] == [
        (1, 2, "A card that was shown stays where it was.", "The rules are silent.", False),
        (2, None, "This one goes.", "", False),
        (3, 2, "points of Ana set to 40", "We erred.", True),
    ]
    assert [one.words for one in found.acts][-6:] == [
        "ruling 2: This one goes.",
        "ruling 2 was withdrawn: It was wrong.",
        "correction 3: points of Ana set to 40: We erred.",
        "turn 2 was taken back: A rule was read wrongly.",
        "turn 2 was adjudicated anew: A rule was read wrongly.",
        "Bob passed on to another player",
    ]
    assert [(one.step.step, one.reason) for one in found.undone] == [(2, "A rule was read wrongly.")]
    steps_of = (*found.steps, *(one.step for one in found.undone))
    assert all((one.orders, one.answers, one.sealed) == ({}, {}, None) for one in steps_of)
    assert SECRET not in repr(found)


def test_letters_of_a_turn_that_was_taken_back_name_it_by_its_number_among_those(running: World) -> None:
    found = record(running, "GM")

    told = {(one.undone, one.step) for one in found.letters if one.undone is not None}
    assert told == {(number, one.step.step) for number, one in enumerate(found.undone, 1)} == {(1, 2)}


@pytest.mark.parametrize("reader", ["observer", "Ana", "Bob"])
def test_the_events_of_a_record_are_those_that_its_reader_was_told(running: World, reader: str) -> None:
    found, whole, codec = record(running, reader), record(running, "GM"), running.campaign.kit(DUEL).codec
    with running.campaign.store.reading() as tx:
        stored = [one for _, one in steps.events(tx, codec, running.row(NAME).id)]

    assert [events(whole, one, codec) for one in whole.steps] == stored
    mine = [events(found, one, codec) for one in found.steps]
    assert [for_all(one) for one in mine] == [for_all(told(one, found.reader)) for one in stored]
    assert {e.to for one in mine for e in one} <= {PUBLIC, only(found.reader)}


def test_a_seats_record_has_its_own_orders_words_and_letters(begun: World) -> None:
    said(begun, f"Ana: LEAD HIGH\nTO Bob: {SECRET}", "Bob: LEAD LOW")
    played(begun, "")
    do(begun, Rule(text="Only you may look at it.", addressees=("Bob",)))
    ana, bob = record(begun, "ana"), record(begun, "Bob")

    assert [one.on_file.turns for one in ana.orders] == [{1: ("LEAD HIGHEST",)}]
    assert [one.orders for one in ana.steps] == [{}, {ANA: ("LEAD HIGHEST",)}]
    assert {one.seat for one in ana.letters} == {ANA}
    assert [one.kind for one in ana.letters_to(ANA, ("welcome", "report"))] == ["welcome", "report"]
    assert [one.body for one in bob.press] == [SECRET]
    assert [(one.number, one.text) for one in bob.rulings] == [(0, "Only you may look at it.")]
    assert (ana.rulings, "Only you may look" in repr(ana)) == ((), False)


def test_the_whole_record_has_all_of_it_and_names_nobody(running: World) -> None:
    found = record(running, "GM")
    with running.campaign.store.reading() as tx:
        keys = tx.exec(select(TokenRow.token)).all()
        kept = [(one.number, one.text) for one in rulings.of_game(tx, running.row(NAME).id)]

    assert (found.scope, found.whole, found.chance) == ("whole", True, Chance(None, running.row(NAME).seed))
    assert [(one.number, one.text) for one in found.rulings] == kept
    assert SECRET in repr(found)
    assert found.steps[1].orders == {ANA: ("LEAD HIGHEST", "REPLY LOWEST"), BOB: ("LEAD LOWEST", "REPLY HIGHEST")}
    spoken = repr(found)
    assert [text for text in ("@players.example", "Evelyn", "wat@", *keys) if text in spoken] == []


def test_a_game_that_is_over_is_whole_with_what_its_luck_came_from(tmp_path: Path) -> None:
    over = storied(tmp_path, DUEL)
    found, row = record(over, "GM"), over.row(NAME)
    over.campaign.close()

    assert found.chance is not None
    assert (found.chance.secret, found.chance.seed, found.opened) == (row.secret, row.seed, True)
    assert found.about.end is not None
    assert (found.about.end.reason, found.about.end.winners) == ("ended by the GM", (ANA,))


def test_who_comes_to_a_seat_later_is_not_given_what_others_wrote_there(begun: World) -> None:
    with begun.campaign.store.writing() as tx:
        games.seat(tx, begun.row(NAME).id, "Bob").word = "abracadabra"
    said(begun, f"Ana: LEAD HIGH\nTO Bob: {SECRET}", "Bob: LEAD LOW\nTO Ana: The elm it is")
    played(begun, "")
    before = record(begun, "Bob")
    begun.clock.forward(minutes=1)
    do(begun, Replace(player="Bob", address="eve@players.example", name="Evelyn Marsh", local=True))
    said(begun, "Ana: TO Bob: Who are you?")
    found = record(begun, "Bob")

    assert [one.body for one in before.press] == [SECRET, "The elm it is"]
    assert [one.body for one in found.press] == ["Who are you?"]
    assert ([one.seat for one in before.orders], found.orders) == ([BOB], ())
    assert (before.about.seats[1].word, found.about.seats) == ("abracadabra", (Place(ANA), Place(BOB)))
    assert {"welcome", "report"} <= {one.kind for one in found.letters} & {one.kind for one in before.letters}
    assert SECRET not in repr(found)
    assert "The elm it is" not in repr(found)


Hidden = Callable[[World], object]
HIDDEN: dict[str, Hidden] = {
    "orders": lambda world: said(world, "Bob: LEAD LOW"),
    "words for another": lambda world: said(world, f"Bob: TO GM: {SECRET}"),
    "a ruling for another": lambda world: do(world, Rule(text="Only you may look at it.", addressees=("Bob",))),
    "a hold without a word": lambda world: do(world, Hold(text="I look into it.")),
    "a word for the seed": lambda world: setattr(world, "count", world.count + 3),
}


@pytest.mark.parametrize("hidden", HIDDEN)
@pytest.mark.parametrize("reader", ["observer", "Ana"])
def test_what_a_reader_cannot_know_changes_nothing_of_their_record(begun: World, reader: str, hidden: str) -> None:
    before = record(begun, reader)
    HIDDEN[hidden](begun)

    assert record(begun, reader) == before


def test_whether_anybody_looks_on_is_in_nobodys_record(begun: World) -> None:
    with begun.campaign.writing() as work:
        at, who = work.now, "wat@players.example"
        player = people.add_player(work.tx, "Wat", zone="UTC", address=who, normal=who, at=at)
        people.observe(work.tx, begun.row(NAME).id, player.id, work.now)
    played(begun, "")

    assert record(begun, "observer").letters == ()


@pytest.mark.parametrize("kept_as", ["as now", "for everybody, as it was once"])
def test_nobody_but_the_gm_reads_in_the_log_that_somebody_looks_on(begun: World, kept_as: str) -> None:
    before = {reader: record(begun, reader) for reader in ("Ana", "observer")}
    if kept_as == "as now":
        observers.add(begun.campaign, NAME, "wat@players.example", demo=True)
    else:
        with begun.campaign.writing() as work:
            work.record(actions.LOOKS_ON, game=begun.row(NAME).id, to=PUBLIC)

    assert {reader: record(begun, reader) for reader in before} == before
    assert [one.what for one in record(begun, "GM").acts][-1] == "observer"
    assert [one.words for one in entries(begun.campaign, NAME, seat="Ana") if one.what == "observer"] == []


@pytest.mark.parametrize("kept_as", ["as now", "for everybody, as it was once"])
def test_nobody_else_reads_in_the_log_when_the_gm_filed_orders_for_a_seat(begun: World, kept_as: str) -> None:
    before = {reader: record(begun, reader).acts for reader in ("Ana", "observer")}
    if kept_as == "as now":
        by_hand.send(begun.campaign, NAME, "Bob", ["LEAD LOW"])
    else:
        with begun.campaign.writing() as work:
            details = {"seat": "Bob", "step": 1, "receipt": "x"}
            work.record(actions.FILED, game=begun.row(NAME).id, details=details, to=PUBLIC)

    assert {reader: record(begun, reader).acts for reader in before} == before
    assert record(begun, "Bob").acts[-1].words == "filed orders for Bob"
    assert [one.what for one in entries(begun.campaign, NAME, seat="Ana") if one.what == "orders"] == []


def test_a_rulings_number_counts_those_that_everybody_knows(begun: World) -> None:
    do(begun, Rule(text="Only you may look at it.", addressees=("Bob",)))
    do(begun, Rule(text="A card that was shown stays where it was."))

    (mine,) = record(begun, "Ana").rulings
    assert mine == Ruling(
        number=1, step=1, text="A card that was shown stays where it was.", reason="", at=begun.clock.moment
    )
    assert [one.number for one in record(begun, "GM").rulings] == [1, 2]


def test_an_act_is_told_in_words_and_the_whole_record_has_its_details(begun: World) -> None:
    at = begun.clock.moment

    assert record(begun, "Ana").acts[0] == Act(at=at, who="GM", what="create", words="made the game")
    assert record(begun, "GM").acts[0] == Act(at=at, who="GM", what="create", details={}, to=PUBLIC)


def test_a_reader_that_is_none_is_refused_with_those_there_are(begun: World) -> None:
    with pytest.raises(SetupError, match=r"There is no seat Zoe\. The seats are Ana, Bob\."):
        record(begun, "Zoe")

    assert record(begun, "gm").whole


def test_a_game_that_is_held_without_a_word_seems_to_run(begun: World) -> None:
    do(begun, Hold(text="I look into it."))

    assert [record(begun, reader).about.status for reader in ("observer", "Ana", "GM")] == [
        Status.RUNNING, Status.RUNNING, Status.HELD,
    ]  # fmt: skip


def test_orders_that_work_at_once_are_nobodys_press(begun: World) -> None:
    found = Press(step=1, seat=ANA, addressees=(BOB,), body="SHOW", written_at=begun.clock.moment, at_once=True)
    with begun.campaign.writing() as work:
        orders.keep_press(
            work.tx, begun.row(NAME).id, step=1, seat=ANA, addressees=[BOB], body="SHOW", written_at=work.now,
            at_once=True,
        )  # fmt: skip

    assert [record(begun, reader).press for reader in ("Ana", "Bob", "observer")] == [(found,), (), ()]
