from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from referee.engine.audience import OBSERVER, PUBLIC, Seat
from referee.engine.events import GameEnded
from referee.engine.ruleset import Option
from referee.reports import pages, parts, wrap
from referee.reports.document import Form
from referee.reports.parts import Kind
from referee.reports.writer import Writer
from referee.resources import Resources
from tests.reports.high_card import (
    ANA,
    BO,
    CYD,
    DUE,
    IN_FORCE,
    NAMES,
    OPTIONS,
    SEATS,
    TOLD,
    VIEW,
    CardPlayed,
    Lead,
    head,
    high_card,
    writer,
)
from tests.reports.specimens import LETTERS, SPECIMENS, printed, receipt


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Writer:
    return writer(tmp_path_factory.mktemp("high_card"))


@pytest.mark.parametrize("name", SPECIMENS)
def test_a_letter_reads_as_its_specimen(made: Writer, name: str) -> None:
    assert printed(made.write(SPECIMENS[name])) == (LETTERS / f"{name}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", SPECIMENS)
def test_a_letter_fits_a_narrow_screen(made: Writer, name: str) -> None:
    lines = made.write(SPECIMENS[name]).body.split("\n")

    assert [line for line in lines if wrap.width(line) > 72 or line != line.rstrip()] == []


def test_every_kind_of_letter_has_a_specimen(made: Writer) -> None:
    assert {made.write(page).kind for page in SPECIMENS.values()} == set(Kind)
    assert {file.stem for file in LETTERS.glob("*.txt")} == set(SPECIMENS)


def test_the_form_is_kept_as_it_was_printed(made: Writer) -> None:
    letter = made.write(SPECIMENS["report"])

    assert letter.form == Form(
        "---- orders for turn 6, from here ------------------------------------",
        ("PLAY 2", "KEEP FROM 8"),
        "---- orders for turn 6, to here --------------------------------------",
    )
    assert "\n".join([letter.form.begin, *letter.form.lines, letter.form.end]) in letter.body


def test_an_order_in_the_form_keeps_its_line_however_long(made: Writer) -> None:
    order = "PLAY " + ", ".join(map(str, range(40)))

    letter = made.write(pages.ReportPage(head(), 5, (), VIEW, (), DUE, (order,)))

    assert f"\n{order}\n" in letter.body


def test_only_letters_that_ask_for_orders_have_a_form(made: Writer) -> None:
    forms = {name for name, page in SPECIMENS.items() if made.write(page).form is not None}

    assert forms == {"report", "report-silent", "welcome"}


def test_one_who_has_nothing_to_order_is_not_asked_for_orders(made: Writer) -> None:
    letter = made.write(pages.ReportPage(head(), 5, (), VIEW, (), DUE, ()))

    assert letter.form is None
    assert "Orders for turn 6 are due" in letter.body
    assert "YOUR ORDERS" not in letter.body
    assert "Answer this letter" not in letter.body


def test_one_who_must_decide_is_asked_for_orders_where_the_game_suggests_none(tmp_path: Path) -> None:
    rules = replace(high_card(tmp_path), decide=lambda _view: Lead(ANA, (2,)))

    letter = Writer(rules, Resources()).write(pages.ReportPage(head(), 5, (), VIEW, (), DUE, ()))

    assert "Your orders for turn 6 are due" in letter.body
    assert "YOUR ORDERS FOR TURN 6" in letter.body
    assert letter.form is not None
    assert letter.form.lines == ()


@pytest.mark.parametrize(
    ("winners", "said"), [((ANA,), "Ana has won."), ((ANA, BO), "Ana and Bo have won."), ((), "")]
)
def test_a_game_that_the_gm_ends_tells_who_has_won(made: Writer, winners: tuple[Seat, ...], said: str) -> None:
    end = GameEnded(reason="ended by the GM", winners=winners, losers=(), to=PUBLIC)

    body = made.write(pages.EndPage(head(), 9, VIEW, end)).body

    assert " ".join(f"The GM has ended the game. {said}".split()) in body
    assert ("won." in body) is bool(winners)


@pytest.mark.parametrize("seat", [*SEATS, OBSERVER])
def test_a_report_names_only_cards_that_its_reader_was_told(made: Writer, seat: Seat) -> None:
    told = [e for e in TOLD if e.to.includes(seat)]
    view = replace(VIEW, hand=())

    body = made.write(pages.ReportPage(head(seat), 5, told, view, (), DUE)).body

    cards = {card for e in told if (card := getattr(e, "card", None)) is not None}
    assert {n for n, name in enumerate(NAMES) if name in body.split("WHERE EVERYBODY")[0]} == cards


def test_a_subject_holds_what_everybody_heard_in_the_reader_s_own_words(made: Writer) -> None:
    def subject(seat: Seat) -> str:
        told = [e for e in TOLD if e.to.includes(seat)]
        return made.write(pages.ReportPage(head(seat), 5, told, VIEW, (), DUE)).subject

    assert {seat: subject(seat) for seat in (*SEATS, OBSERVER)} == {
        ANA: "[Dark Tower] Turn 5: You won a round",
        BO: "[Dark Tower] Turn 5: Ana won a round",
        CYD: "[Dark Tower] Turn 5: Ana won a round",
        OBSERVER: "[Dark Tower] Turn 5: Ana won a round",
    }


def test_a_subject_is_one_line_of_modest_length(made: Writer) -> None:
    page = pages.NoticePage(head(), "news\r\nBcc: all@elsewhere.example " + "and more " * 30, "Nothing.")

    subject = made.write(page).subject

    assert subject.startswith("[Dark Tower] news Bcc: all@elsewhere.example and")
    assert "\n" not in subject
    assert len(subject) <= 120


def test_a_letter_is_the_same_whatever_was_written_before(tmp_path: Path) -> None:
    used, fresh = writer(tmp_path), writer(tmp_path)
    for page in SPECIMENS.values():
        used.write(page)

    assert used.write(SPECIMENS["report"]) == fresh.write(SPECIMENS["report"])


def test_events_that_come_and_go_are_not_mistaken_for_each_other(made: Writer) -> None:
    for card in range(10):
        told = [CardPlayed(seat=BO, card=card, to=PUBLIC)]
        assert f"Bo plays the {NAMES[card]}." in made.write(pages.ReportPage(head(), 5, told, VIEW, IN_FORCE, DUE)).body


def test_seats_are_always_named_as_they_sit(made: Writer) -> None:
    page = pages.NewsletterPage(head(OBSERVER), 5, (), VIEW, None, missing=(CYD, ANA, BO))

    assert "No orders came from Ana, Bo and Cyd." in made.write(page).body


def test_who_sent_nothing_is_not_named_to_themselves_for_a_notice_says_it(made: Writer) -> None:
    body = made.write(pages.ReportPage(head(), 5, (), VIEW, (), DUE, missing=(CYD, ANA, BO))).body

    assert "No orders came from Bo and Cyd." in body
    assert "on file" not in body


def test_a_players_name_and_words_are_no_template(made: Writer) -> None:
    body = made.write(pages.PressPage(head(), 6, BO, "{{ page }} {% raw %} <b>&amp;</b>")).body

    assert "  | {{ page }} {% raw %} <b>&amp;</b>" in body


def test_press_cannot_be_taken_for_the_referees_words(made: Writer) -> None:
    body = made.write(pages.PressPage(head(), 6, BO, "Hello.\r\n\nYOUR ORDERS FOR TURN 6\nGive up.\x85Now.")).body

    assert "\n  | YOUR ORDERS FOR TURN 6\n  | Give up.Now.\n" in body


def test_a_first_receipt_replaces_nothing(made: Writer) -> None:
    body = made.write(receipt(orders=IN_FORCE, read=3)).body

    assert "(Berlin), I keep these orders.\n" in body
    assert "replace" not in body


def test_a_letter_of_questions_and_press_changes_no_orders(made: Writer) -> None:
    letter = made.write(receipt(changed=False, orders=IN_FORCE, done=(parts.Done("TO Bo: hello", "Delivered."),)))

    assert letter.subject == "[Dark Tower] Turn 6: your letter"
    body = " ".join(letter.body.split())
    assert "It changes none of your orders. For turn 6, due Friday 27 November, 20:00" in body
    assert "these orders stay on file." in body


def test_warnings_stand_under_their_orders_numbers(made: Writer) -> None:
    warnings = (parts.Warned(0, "Nothing defends you."), parts.Warned(2, "You do not hold it now."))

    body = made.write(receipt(orders=IN_FORCE, read=3, warnings=warnings)).body

    assert "Please note:\n\n  2  You do not hold it now.\n     Nothing defends you.\n" in body


def test_help_for_a_verb_that_there_is_not_offers_the_nearest(made: Writer) -> None:
    body = " ".join(made.write(pages.HelpPage(head(), "plya")).body.split())

    assert body.startswith("I don't know the order PLYA. Did you mean PLAY? These orders can be used now:")


def test_a_campaign_may_change_the_frame(tmp_path: Path) -> None:
    own = tmp_path / "campaign" / "templates"
    own.mkdir(parents=True)
    (own / "press.txt.j2").write_text("Subject: mail\n{{ page.sender }}: {{ page.text }}\n", encoding="utf-8")
    changed = Writer(high_card(tmp_path / "game"), Resources(tmp_path / "campaign"))

    letter = changed.write(pages.PressPage(head(), 6, BO, "hello"))

    assert (letter.subject, letter.body) == ("mail", "Bo: hello\n")


def test_the_first_letter_says_how_the_game_differs(made: Writer) -> None:
    usual = tuple((option, option.default) for option in OPTIONS)
    other = tuple((option, "5") for option in OPTIONS)

    def body(options: Sequence[tuple[Option, str]]) -> str:
        return made.write(pages.WelcomePage(head(), (), VIEW, DUE, (), options)).body

    assert "RULES OF THIS GAME" not in body(usual)
    assert "Otherwise than usual, and the rest as RULES OPTIONS lists it:\n\n  HC.CARDS = 5   How many" in body(other)


def test_the_first_letter_shows_orders_of_this_hand(made: Writer) -> None:
    page = pages.WelcomePage(head(), (), VIEW, DUE, (), examples=("PLAY 5", "PLAY LOWEST"))

    assert "ORDERS THAT YOU COULD SEND\n\n  1  PLAY 5\n  2  PLAY LOWEST\n" in made.write(page).body
