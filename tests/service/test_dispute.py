"""A turn that is argued about stands on one page: all of it for its GM, or what concerns one seat."""

from __future__ import annotations

import re
from datetime import timedelta
from pathlib import Path

import pytest

from referee import games as rulesets
from referee.archive.replay import replayed
from referee.engine.errors import SetupError
from referee.games.wizards_duel import RULESET
from referee.mail.clients import reply
from referee.reports.data import loads
from referee.service.campaign.seal import looks
from referee.service.gm.ending import EndGame
from referee.service.gm.ruling import Rule
from referee.service.gm.seats import Replace
from referee.service.gm.turns import Rerun, Rollback
from referee.service.people.housekeeping import forget
from referee.service.records.dispute import ANOTHER_EDITION, NOT_YET, dispute
from referee.service.records.explanation import GONE
from referee.service.records.record import adjudicated
from referee.service.records.sent import Form
from referee.service.rounds.command import carry_out
from referee.store import inbox
from tests.house.source import ROOT
from tests.service.world import TUESDAY, World

OUTLOOK = ROOT / "tests" / "mail" / "samples" / "03-outlook-german.eml"
"""A real letter of a German Outlook: what is answered is led in by its own words, in Latin-1."""


def page(world: World, turn: int, seat: str = "") -> str:
    return dispute(world.campaign, "duel", turn, seat, unsealed=True).decode()


def part(said: str, heading: str) -> str:
    """What stands below a heading, without the wrapping."""
    found = re.search(rf"^{heading}\n\n(.*?)(?=\n\n\n[A-Z]|\Z)", said, re.MULTILINE | re.DOTALL)
    assert found, heading
    return " ".join(found[1].split())


def send(world: World, seat: str, text: str) -> None:
    world.write(seat, text)
    world.tick()


def test_a_real_letter_stands_with_its_headers_each_line_labelled_and_what_was_made_of_it(world: World) -> None:
    raw = OUTLOOK.read_bytes().replace(b"anna@players.test", b"ana@players.example")
    raw = raw.replace(b"A PAR-BUR", b"LEAD HIGHEST", 1)
    world.write("Ana", "", raw=raw)
    world.tick()

    said = page(world, 1, "Ana")

    letter = said[said.index("Letter 1, from Ana") : said.index("ORDERS AS UNDERSTOOD")]
    for line in (
        "  outcome   orders filed",
        "  Received: from mx.players.test by referee.test; Fri, 20 Nov 2026",
        '  Content-Type: text/plain; charset="iso-8859-1"',
        "  new         | LEAD HIGHEST",
        "  new         | F BRE-MAO",
        "  blank       |",
        "  header      | Von: Spielleiter <game1+k7f3q@referee.test>",
        "  header      | An: Anna Müller <anna@players.test>".replace("anna@players.test", "ana@players.example"),
        "  quoted      | F BRE HOLD",
        "  LEAD HIGHEST\n       Order: LEAD HIGHEST",
        '  F BRE-MAO\n       Not used: I don\'t know the order "F".',
    ):
        assert line in letter
    filed = part(said, "ORDERS AS UNDERSTOOD")
    assert filed.startswith("Ana Revision 1, Tue 2026-11-24 13:00:00 (Berlin), by letter 1. Receipt 1-ANA-1, ")
    assert filed.endswith("(signed). 1 LEAD HIGHEST")


def test_an_adjudicated_turn_has_decisions_with_their_rules_all_chance_and_what_each_was_told(world: World) -> None:
    send(world, "Ana", "LEAD HIGHEST")
    world.adjudicate()
    world.mails()
    with world.campaign.reading() as work:
        about, steps = adjudicated(work, world.row())
        *_, again = replayed(about, steps, world.row().seed or b"")

    said = page(world, 1)

    decisions = part(said, "DECISIONS")
    assert 0 < decisions.count("(WD-") < len(again.asked), "what both were asked and answered alike stands once"
    assert re.search(r"Ana, lead \(WD-3\.1\), round \d: \w+, by order 1\.", decisions)
    assert "Ana and Bob, resign (WD-R19): NO, by default." in decisions
    chance = part(said, "CHANCE")
    assert all(f"{one.purpose}: " in chance for one in again.draws)
    told = part(said, "WHAT WAS TOLD")
    assert re.findall(r"To (everybody Round 1\.|Ana alone You drew|Bob alone You drew)", told) == [
        "everybody Round 1.", "Ana alone You drew", "Bob alone You drew",
    ]  # fmt: skip
    when = f"Adjudicated Tue 2026-11-24 20:00:00 (Berlin), at its deadline, by edition {RULESET.edition} of the rules."
    assert when in " ".join(said.split())
    out = part(said, "LETTERS THAT WENT OUT")
    assert [out.count(name) for name in ("Ana, receipt 1: ", "Ana, report 1: ", "Bob, report 1: ")] == [1, 1, 1]
    assert out.count(", sent Tue 2026-11-24") == 4


def test_a_page_of_one_seat_is_the_same_whatever_another_wrote(world: World, begun: Path, tmp_path: Path) -> None:
    other = World.copied(begun, tmp_path / "other")
    texts = "LEAD HIGHEST\nTO GM: I bluff", "LEAD LOWEST\nREPLY CHEAPEST WIN\nTO GM: no"
    for one, text in zip((world, other), texts, strict=True):
        send(one, "Bob", text)
        send(one, "Ana", "LEAD HIGHEST\nTO ALL: hello")
        one.mails()

    mine, whole = page(world, 1, "Ana"), page(world, 1)

    assert mine == page(other, 1, "Ana")
    assert "I bluff" in whole
    assert "Ana to ALL" in mine


def test_of_a_turn_that_was_played_a_seat_s_page_has_nothing_that_another_alone_was_told(world: World) -> None:
    send(world, "Bob", "LEAD LOWEST\nREPLY CHEAPEST WIN")
    world.adjudicate()

    mine, theirs = page(world, 1, "Ana"), page(world, 1, "Bob")

    hand = part(theirs, "WHAT WAS TOLD").partition("To Bob alone ")[2]
    assert hand.startswith("You drew a new hand: ")
    assert hand[:60] not in " ".join(mine.split())
    assert "CHEAPEST WIN" not in mine
    assert "Bob, resign" not in mine
    assert "/Bob:" not in part(mine, "CHANCE")


def test_it_is_sealed_and_the_players_are_told_in_their_words_what_was_looked_at(world: World) -> None:
    with pytest.raises(SetupError, match=r"^Ana's letters, orders and reports of turn 1 are sealed until The duel is"):
        dispute(world.campaign, "duel", 1, "ana")
    before = told(world)

    page(world, 1, "Ana")
    page(world, 1)

    assert before == ()
    assert told(world) == (
        "The GM has looked at Ana's letters, orders and reports of turn 1.",
        "The GM has looked at all letters, orders and reports of turn 1.",
    )


def told(world: World) -> tuple[str, ...]:
    with world.campaign.reading() as work:
        return looks(work.tx, world.row().id, TUESDAY - timedelta(days=1))


def test_a_turn_that_is_open_has_what_came_so_far_and_one_to_come_is_none(world: World) -> None:
    send(world, "Ana", "LEAD HIGHEST")

    said = page(world, 1)

    assert NOT_YET in " ".join(said.split())
    assert "1 LEAD HIGHEST" in part(said, "ORDERS AS UNDERSTOOD")
    for turn in (2, -1):
        with pytest.raises(SetupError, match=rf"The duel has no turn {turn} to look at\. Turn 1 is the open one\."):
            page(world, turn)
    with pytest.raises(SetupError, match="There is no seat"):
        page(world, 1, "Carl")


def test_a_game_that_is_over_has_no_open_turn(world: World) -> None:
    carry_out(world.campaign, EndGame(result="Ana", reason="Enough."), "duel")

    with pytest.raises(SetupError, match=r"The duel has no turn 2 to look at\. Turn 1 was its last\."):
        page(world, 2)


def test_a_game_that_has_not_begun_has_no_turn(tmp_path: Path) -> None:
    world = World.made(tmp_path)
    world.game(start=False)

    with pytest.raises(SetupError, match="It has not begun"):
        page(world, 1)


def test_a_turn_that_was_taken_back_and_played_anew_shows_both(world: World) -> None:
    send(world, "Ana", "LEAD HIGHEST")
    world.adjudicate()
    world.mails()
    carry_out(world.campaign, Rollback(n=1, text="a card was dealt twice"), "duel")
    held = " ".join(page(world, 1).split())
    carry_out(world.campaign, Rerun(), "duel")
    world.mails()

    said = page(world, 1)

    whole = " ".join(said.split())
    assert "taken back Tue 2026-11-24 20:00:00 (Berlin): | a card was dealt twice. In force were then:" in whole
    assert "Ana: LEAD HIGHEST Bob: nothing" in whole
    assert NOT_YET in held
    assert NOT_YET not in whole
    assert "Ana, report 1 (taken back): " in part(said, "LETTERS THAT WENT OUT")
    assert "turn 1 was taken back: a card was dealt twice" in part(said, "WHAT THE GM AND THE REFEREE DID")


def test_a_live_turn_has_its_questions_those_of_a_seat_for_that_seat_alone(tmp_path: Path) -> None:
    world = World.made(tmp_path)
    world.game(live="on")
    world.adjudicate()

    bob = part(page(world, 1, "Bob"), "QUESTIONS BY MAIL")
    again = dispute(world.campaign, "duel", 1, "Ana", unsealed=True).decode()
    for _ in range(8):
        world.clock.forward(hours=13)
        world.tick()

    asked = "Bob was asked by mail Tue 2026-11-24 20:00:00 (Berlin), with time until Wed 2026-11-25 08:00:00 (Berlin)"
    assert bob == f"{asked}: not answered."
    assert "QUESTIONS BY MAIL" not in again
    assert world.row().step == 1
    assert part(page(world, 1), "DECISIONS").startswith(f"{asked}: not answered. ")


def test_of_a_huge_letter_the_beginning_stands_there_and_where_the_rest_is(world: World) -> None:
    raw = world.letter("LEAD HIGHEST\n" + "\n".join(f"item {n}" for n in range(2000)), "ana@players.example")
    filler = "".join(f"X-Filler-{n}: {'x' * 60}\n" for n in range(100))
    world.write("Ana", "", raw=filler.encode() + b"X-Long: " + b"y" * 900 + b"\n" + raw)
    world.tick()

    said = page(world, 1)

    assert "1702 more lines are left out here; referee mail show 1 has them all." in " ".join(said.split())
    assert "more lines are left out here" in " ".join(said[: said.index("Its lines,")].split())
    assert "item 298" in said
    assert "| item 299" not in said
    assert len(said) < 100_000


def test_of_a_player_who_was_forgotten_it_says_that_a_letter_came_and_no_more(world: World) -> None:
    send(world, "Ana", "LEAD HIGHEST")
    world.adjudicate()
    carry_out(world.campaign, Replace(player="Ana", address="eve@players.example"), "duel")
    world.mails()
    forget(world.campaign, "ana@players.example")

    said = page(world, 1)

    assert GONE in part(said, "LETTERS AS THEY CAME")
    assert "ana@players.example" not in said
    assert "1 LEAD HIGHEST" in part(said, "ORDERS AS UNDERSTOOD")


def test_no_sign_of_a_letter_steers_a_screen_no_markup_is_taken_for_ours_and_keys_are_masked(world: World) -> None:
    raw = world.letter("LEAD HIGHEST\n\x1b[31m<b>red</b> \u202eredro", "ana@players.example", Reply_To="x")
    key = world.reply_address("Ana").encode()
    raw = raw.replace(b"To: orders@referee.example", b"To: " + key + b"\nX-Odd: a\x07\xff", 1)
    world.write("Ana", "", raw=raw)
    world.tick()

    said, drawn = page(world, 1), dispute(world.campaign, "duel", 1, form=Form.HTML, unsealed=True).decode()

    with world.campaign.reading() as work:
        keys = inbox.living_tokens(work.tx, world.row().id, 1).values()
    assert len(keys) == 3
    for one in (said, drawn):
        assert [c for c in one if not c.isprintable() and c != "\n"] == []
        assert [key for key in keys if key in one.lower()] == []
    assert r"X-Odd: a\x07\xff" in said
    assert r"that do not count: \x1b\u202e" in " ".join(said.split())
    assert "<b>red" not in drawn


@pytest.mark.parametrize("style", ["gmail", "mutt", "yahoo"])
def test_an_answer_by_any_program_has_its_quoted_lines_beside_the_new_ones(world: World, style: str) -> None:
    world.adjudicate()
    report = next(m for m in world.mails() if m.to == "ana@players.example")
    raw = reply(style, report.message.as_bytes(), ["LEAD HIGHEST"], "Ana <ana@players.example>", date=world.clock.now())
    world.arrive(raw, report.reply_to, "ana@players.example")
    world.tick()

    said = page(world, 2, "Ana")

    assert re.findall(r"^  new         \| (.+)$", said, re.MULTILINE) == ["LEAD HIGHEST"]
    assert len(re.findall(r"^  quoted      \|", said, re.MULTILINE)) > 10
    assert "In-Reply-To: <" in said


def test_a_letter_without_a_key_stands_there_too(world: World) -> None:
    world.arrive(world.letter("LEAD HIGHEST", "ana@players.example"), "orders@referee.example", "ana@players.example")
    world.tick()

    said = page(world, 1, "Ana")

    assert "outcome no token" in part(said, "LETTERS AS THEY CAME")


def test_what_the_rulings_and_corrections_were_stands_there(world: World) -> None:
    carry_out(world.campaign, Rule(text="A drawn card counts."), "duel")
    world.adjudicate()

    assert "the GM: ruling 1: A drawn card counts." in part(page(world, 1), "WHAT THE GM AND THE REFEREE DID")


def test_by_rules_that_this_program_lacks_the_rest_of_it_stands_there(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    world.adjudicate()
    usual = rulesets.find

    def find(slug: str, edition: str = "") -> rulesets.Rules:
        if edition:
            raise rulesets.NoEdition(RULESET.title, edition, "9")
        return usual(slug, edition)

    monkeypatch.setattr(rulesets, "find", find)
    world.campaign._kits = {}

    assert ANOTHER_EDITION.format(RULESET.edition) in " ".join(page(world, 1).split())


def test_it_comes_as_a_page_as_data_and_on_paper(world: World) -> None:
    send(world, "Ana", "LEAD HIGHEST")
    html, data, pdf = (
        dispute(world.campaign, "duel", 1, form=form, unsealed=True) for form in (Form.HTML, Form.DATA, Form.PDF)
    )

    assert b"Letters as they came</h2>" in html
    assert loads(data.decode()).subject == "[The duel] Turn 1, looked into"
    assert pdf[:5] == b"%PDF-"
