"""Observers get the public letters and nothing else; and they end it when they like."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee import games as rulesets
from referee.engine.audience import OBSERVER, PUBLIC, Seat
from referee.engine.events import told
from referee.reports.pages import NewsletterPage
from referee.reports.parts import Head
from referee.service.gm.settings import Set
from referee.service.people import observers
from referee.service.rounds.command import carry_out
from referee.store import steps
from tests.service.world import Mail, World

OLGA = "olga@players.example"


def to(mails: list[Mail], address: str) -> list[Mail]:
    return [mail for mail in mails if mail.to == address]


def words(mail: Mail) -> str:
    return " ".join(mail.body.split())


def test_an_observer_gets_each_report_until_the_end(world: World) -> None:
    observers.add(world.campaign, "duel", OLGA)
    world.quiet()
    subjects = []
    while world.row().status.value == "running":
        world.adjudicate()
        subjects += [mail.subject for mail in to(world.mails(), OLGA)]

    reports = [subject for subject in subjects if not subject.startswith("[The duel] The game is over")]
    assert len(reports) == world.row().step == len(subjects) - 1


def test_an_observers_letter_is_made_of_public_events_alone(world: World) -> None:
    """Every event that the view took in is public, and what only a seat was told stands in none of the letters."""
    observers.add(world.campaign, "duel", OLGA)
    world.write("Ana", "LEAD HIGH\nTO Bob: psst, the tower\nWAIT FLAG ON")
    world.tick()
    world.quiet()
    world.adjudicate()
    mails = world.mails()
    (theirs,) = to(mails, OLGA)

    with world.campaign.store.reading() as tx:
        game = steps.load(tx, world.campaign.kit("wizards-duel").codec, world.row().id)
    private = [e for e in game.events if e.to != PUBLIC]
    seen = [e for e in private if e.to.includes(OBSERVER)]
    assert private != []
    assert all(e.to.others for e in seen)
    for words in ("WHAT ONLY YOU KNOW", "WHAT YOU HOLD", "YOUR ORDERS", "psst", "LEAD HIGHEST"):
        assert words not in theirs.body
    assert "WHAT HAPPENED" in theirs.body


@pytest.mark.parametrize("ruleset", rulesets.slugs())
def test_who_looks_on_gets_a_report_of_any_game_that_has_no_newsletter(ruleset: str, tmp_path: Path) -> None:
    rules = rulesets.find(ruleset)
    world = World.made(tmp_path)
    world.game(ruleset=ruleset, seats=rules.seating.names[: rules.seats[0]] or "Ana Bob Cyd".split()[: rules.seats[0]],
               policy={"newsletter": "no"})  # fmt: skip
    observers.add(world.campaign, "duel", OLGA)
    world.quiet().adjudicate()

    report, *_ = to(world.mails(), OLGA)
    assert "WHAT HAPPENED" in report.body
    assert "YOUR ORDERS" not in report.body


def test_it_is_what_the_rules_tell_one_without_a_seat_and_not_a_word_more(world: World) -> None:
    """Written anew from the events that an observer was told and from their view, it is the same to the letter."""
    observers.add(world.campaign, "duel", OLGA)
    world.write("Ana", "LEAD HIGH")
    world.tick()
    world.quiet()
    row = world.adjudicate()
    (theirs,) = to(world.mails(), OLGA)

    kit = world.campaign.kit("wizards-duel")
    with world.campaign.store.reading() as tx:
        game = steps.load(tx, kit.codec, row.id)
    head = Head(row.title, OBSERVER, world.clock.now(), row.zone, game.setup.seats, gm=world.campaign.gm)
    page = NewsletterPage(head, 1, told(game.events, OBSERVER), game.view(OBSERVER), row.due_at)
    assert theirs.body == kit.writer.write(page).body


def test_it_is_the_same_whatever_is_hidden(world: World) -> None:
    """What Ana orders in secret, writes in private, flags and votes on leaves no trace in it before it is played."""

    def public(folder: Path, *lines: str) -> list[tuple[str, str]]:
        other = World.made(folder)
        other.game(start=False)
        other.settle_luck(b"s" * 32)
        other.start()
        observers.add(other.campaign, "duel", OLGA)
        other.quiet()
        other.write("Ana", "\n".join(lines))
        other.tick()
        other.adjudicate()
        out = [(mail.subject, mail.body) for mail in to(other.mails(), OLGA)]
        other.campaign.close()
        return out

    folder = world.campaign.settings.folder.parent
    plain = public(folder / "plain", "STATUS")
    busy = public(folder / "busy", "TURN 7 LEAD HIGH", "TO Bob: psst", "ADDRESS ADD ana@new.example", "TO GM: help")

    assert (len(plain), plain) == (1, busy)


def test_who_looks_on_from_the_start_is_welcomed_with_the_others(world: World) -> None:
    world.game("next", start=False)
    observers.add(world.campaign, "next", OLGA)
    (first,) = to(world.mails(), OLGA)
    world.start("next")
    (theirs,) = to(world.mails(), OLGA)

    assert "The first one comes when the game begins." in words(first)
    assert theirs.subject == "[The next] Welcome: the game begins"
    assert "You look on; the players are Ana and Bob." in words(theirs)
    assert "answer any of my letters with STOP" in words(theirs)
    for private in ("WHAT YOU HOLD", "WHAT ONLY YOU KNOW", "HOW TO PLAY BY MAIL", "YOUR ORDERS", "Answer this letter"):
        assert private not in theirs.body
    world.answer(theirs, "STOP")
    assert to(world.mails(), OLGA)[0].subject == "[The next] look on"


def test_who_comes_later_gets_what_those_before_had_last(world: World) -> None:
    observers.add(world.campaign, "duel", OLGA)
    early = to(world.mails(), OLGA)
    world.adjudicate()
    (report,) = to(world.mails(), OLGA)
    observers.add(world.campaign, "duel", "paul@players.example")
    notice, latest = to(world.mails(), "paul@players.example")

    assert [mail.subject for mail in early] == ["[The duel] look on", "[The duel] Welcome: the game begins"]
    assert "The report that tells how things stand now comes with this letter." in words(notice)
    assert (latest.subject, latest.body) == (report.subject, report.body)


def test_words_to_all_reach_who_looks_on_by_themselves_where_there_is_no_newsletter(world: World) -> None:
    carry_out(world.campaign, Set(wanted={"newsletter": "no"}), "duel")
    observers.add(world.campaign, "duel", OLGA)
    world.quiet()
    world.write("Ana", "TO ALL: good day to you\nTO Bob: psst")
    world.tick()
    mails = world.mails()

    (theirs,) = to(mails, OLGA)
    assert words(theirs) == "Ana writes to everybody: | good day to you At gm@referee.example you reach your GM."
    assert "Delivered to everybody now." in words(to(mails, "ana@players.example")[0])


def test_they_can_end_it_by_answering_any_of_them(world: World) -> None:
    observers.add(world.campaign, "duel", OLGA)
    world.quiet()
    world.adjudicate()
    (report,) = to(world.mails(), OLGA)

    world.answer(report, "STOP")
    said = to(world.mails(), OLGA)
    world.adjudicate()

    assert ([mail.subject for mail in said], to(world.mails(), OLGA)) == (["[The duel] look on"], [])


def test_nobody_else_can_end_it_for_them(world: World) -> None:
    observers.add(world.campaign, "duel", OLGA)
    told = to(world.mails(), OLGA)[0]

    world.answer(told, "STOP", sender="mallory@elsewhere.example")
    world.adjudicate()

    assert len(to(world.mails(), OLGA)) == 1


def test_what_they_write_to_a_game_is_no_order_and_no_press(world: World) -> None:
    observers.add(world.campaign, "duel", OLGA)
    told = to(world.mails(), OLGA)[0]

    letter = world.answer(told, "LEAD HIGH\nTO ALL: hello")

    assert (world.outcome(letter), world.on_file("Ana")) == ("nothing new", ())
    assert [(mail.to, mail.subject) for mail in world.mails()] == [(OLGA, "[The duel] your letter")]


def test_a_stranger_may_look_on_where_the_game_is_open(world: World) -> None:
    world.game("open", policy={"sign_up": "open"})
    world.quiet()
    world.arrive(world.letter("OBSERVE open", OLGA), "join@referee.example", OLGA)
    world.tick()
    (asked,) = world.mails()
    world.answer(asked, "YES")
    world.quiet()

    world.adjudicate("open")

    assert [mail.subject.partition("]")[0] for mail in to(world.mails(), OLGA)] == ["[The open"]


def test_without_observers_there_is_no_public_letter_in_the_archive(world: World) -> None:
    from referee.store import reports

    world.adjudicate()

    with world.campaign.store.reading() as tx:
        assert {row.seat for row in reports.of_step(tx, world.row().id, 1)} == {"Ana", "Bob", "GM"}
        assert reports.of_step(tx, world.row().id, 1, seat=Seat("")) == []
