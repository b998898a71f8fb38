"""What becomes of a letter, and who is answered what."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable
from email.message import EmailMessage
from pathlib import Path

import pytest

from referee.mail.form import Form
from referee.service.intake import backlog
from referee.service.letters import kinds
from referee.service.letters.incoming import GameLetter, Incoming, form_answered
from tests.service.world import World

FORWARD = {"hours": 9}
"""From Tuesday noon UTC past the deadline at 20:00 in Berlin."""


def test_orders_from_the_right_sender_are_filed_and_get_one_receipt(world: World) -> None:
    letter = world.write("Ana", "LEAD LOWEST\nREPLY HIGHEST\n")

    world.tick()

    assert world.outcome(letter) == "orders filed"
    assert world.on_file("Ana") == ("LEAD LOWEST", "REPLY HIGHEST")
    [receipt] = world.mails()
    assert (receipt.to, receipt.sender) == ("ana@players.example", "")
    assert receipt.message["Auto-Submitted"] == "auto-replied"
    assert "LEAD LOWEST" in receipt.body
    assert "For turn 1, due today, Tuesday 24 November, 20:00 (Berlin)" in " ".join(receipt.body.split())


def test_a_later_letter_replaces_the_turns_orders_and_add_adds(world: World) -> None:
    world.write("Ana", "LEAD LOWEST")
    world.write("Ana", "LEAD HIGHEST")
    world.write("Ana", "ADD\nROUND 2 LEAD LOWEST")

    world.tick()

    assert world.on_file("Ana") == ("LEAD HIGHEST", "ROUND 2 LEAD LOWEST")
    assert len(world.mails()) == 3


def test_a_readers_mails_of_a_kind_are_numbered_whatever_others_write(world: World) -> None:
    for sender in ("Bob", "Ana", "Bob", "Ana"):
        world.write(sender, "LEAD LOWEST")
    world.tick()

    named = [str(mail.message["Message-ID"]).split(".", 1)[1] for mail in world.mails()]
    assert sorted(named) == [
        f"duel.1.{seat}.receipt.{number}@referee.example>" for seat in ("Ana", "Bob") for number in (1, 2)
    ]


def test_a_line_that_cannot_be_read_spoils_no_other(world: World) -> None:
    world.write("Ana", "LAED LOWEST\nREPLY HIGHEST\nDear referee, how are you?")

    world.tick()

    assert world.on_file("Ana") == ("REPLY HIGHEST",)
    [receipt] = world.mails()
    assert "LAED LOWEST" in receipt.body
    assert "Did you mean LEAD?" in receipt.body


@pytest.mark.parametrize(("name", "value"), [("Subject", "word " * 1_000), ("Cc", "club@players.example, " * 300)])
def test_long_headers_cost_nobody_their_orders(world: World, name: str, value: str) -> None:
    letter = world.write("Ana", "", raw=world.letter("LEAD LOWEST", "ana@players.example", **{name: value}))
    world.tick()

    assert (world.outcome(letter), world.on_file("Ana")) == ("orders filed", ("LEAD LOWEST",))
    assert [mail.to for mail in world.mails()] == ["ana@players.example"]


def test_a_letter_of_too_many_headers_hears_that_and_not_that_it_has_no_text(world: World) -> None:
    head, _, text = world.letter("LEAD LOWEST", "ana@players.example").partition(b"\n\n")
    raw = head + b"\nX-Note: a" * 300 + b"\n\n" + text
    world.write("Ana", "", raw=raw)
    world.tick()

    [refusal] = world.mails()
    assert "It has more headers or parts than I read" in " ".join(refusal.body.split())


def test_a_letter_of_press_replaces_nothing(world: World) -> None:
    world.write("Ana", "LEAD LOWEST")
    world.write("Ana", "TO Bob: may the better wizard win.\nWAIT FLAG ON")

    world.tick()

    assert world.on_file("Ana") == ("LEAD LOWEST",)
    mails = world.mails()
    [press] = [m for m in mails if m.to == "bob@players.example"]
    assert "may the better wizard win." in press.body
    assert "ana@players.example" not in str(press.message)


def test_the_right_token_from_another_sender_is_held_and_the_owner_is_asked_once(world: World) -> None:
    first = world.write("Ana", "LEAD HIGHEST", sender="ana@work.example")
    second = world.write("Ana", "LEAD LOWEST", sender="ana@work.example")

    world.tick()

    assert (world.outcome(first), world.outcome(second)) == ("held: another sender", "held: another sender")
    assert world.on_file("Ana") == ()
    [question] = world.mails()
    assert question.to == "ana@players.example"
    assert "YES" in question.body


def test_yes_lets_a_held_letter_count(world: World) -> None:
    held = world.write("Ana", "LEAD HIGHEST", sender="ana@work.example")
    world.tick()
    world.mails()

    world.write("Ana", "YES")
    world.tick()

    assert world.outcome(held) == "orders filed"
    assert world.on_file("Ana") == ("LEAD HIGHEST",)
    assert {m.to for m in world.mails()} == {"ana@players.example"}


def test_yes_confirms_only_the_sender_that_was_asked_about(world: World) -> None:
    mine = world.write("Ana", "LEAD HIGHEST", sender="ana@work.example")
    forged = world.write("Ana", "RESIGN", sender="eve@evil.example")
    world.tick()
    asked = {m.body.split("\n\n")[2].strip(" |"): str(m.message["Message-ID"]) for m in world.mails()}
    assert sorted(asked) == ["ana@work.example", "eve@evil.example"]

    world.write("Ana", "YES")
    world.tick()
    assert (world.outcome(mine), world.outcome(forged)) == ("held: another sender", "held: another sender")

    world.write("Ana", "YES", In_Reply_To=asked["ana@work.example"])
    world.tick()
    assert (world.outcome(mine), world.outcome(forged)) == ("orders filed", "held: another sender")
    assert world.on_file("Ana") == ("LEAD HIGHEST",)


def test_another_players_address_is_not_told_when_their_letter_bears_a_wrong_token(world: World) -> None:
    world.write("Bob", "LEAD HIGHEST", sender="ana@players.example")

    world.tick()

    [question] = world.mails()
    assert question.to == "bob@players.example"
    assert "ana@players.example" not in str(question.message)


def test_a_registered_sender_without_a_token_hears_once_how_to_send_it(world: World) -> None:
    letter = world.arrive(
        world.letter("LEAD LOWEST", "ana@players.example"), "orders@referee.example", "ana@players.example"
    )

    world.tick()

    assert world.outcome(letter) == "no token"
    assert world.on_file("Ana") == ()
    [answer] = world.mails()
    assert answer.to == "ana@players.example"
    assert answer.reply_to == f"orders+{world.token('Ana')}@referee.example"
    assert world.token("Ana") not in answer.body


def test_a_stranger_is_answered_nothing(world: World) -> None:
    letter = world.arrive(world.letter("LEAD LOWEST", "eve@elsewhere.example"), "orders@referee.example")

    world.tick()

    assert world.outcome(letter) == "stranger"
    assert world.mails() == []


def test_a_stranger_with_a_guessed_token_is_answered_nothing(world: World) -> None:
    letter = world.arrive(world.letter("LEAD LOWEST", "eve@elsewhere.example"), f"orders+{'0' * 24}@referee.example")

    world.tick()

    assert world.outcome(letter) == "stranger"
    assert world.mails() == []


def test_the_same_bytes_twice_are_one_letter(world: World) -> None:
    raw = world.letter("LEAD LOWEST", "ana@players.example")

    first, second = world.write("Ana", "", raw=raw), world.write("Ana", "", raw=raw)
    world.tick()

    assert first == second
    assert len(world.mails()) == 1


def test_the_same_letter_by_another_route_gets_no_second_receipt(world: World) -> None:
    raw = world.letter("LEAD LOWEST", "ana@players.example")
    world.write("Ana", "", raw=raw)

    hop = b"Received: from a.example by b.example; Tue, 24 Nov 2026 12:00:01 +0000\n"
    again = world.write("Ana", "", raw=hop + raw)
    world.tick()

    assert world.outcome(again) == "duplicate"
    assert len(world.mails()) == 1


def test_what_came_before_the_deadline_counts_though_it_is_read_later(world: World) -> None:
    world.write("Ana", "LEAD LOWEST")
    world.clock.forward(**FORWARD)

    done = world.tick()

    assert (done.played, world.row().step) == (1, 1)
    mine = [m for m in world.mails() if m.to == "ana@players.example"]
    assert ["LEAD LOWEST" in m.body for m in mine] == [True, True]


def test_what_came_after_the_deadline_is_late_even_if_the_turn_was_not_played_yet(world: World) -> None:
    world.clock.forward(**FORWARD)
    letter = world.write("Ana", "LEAD HIGHEST")

    world.tick()

    assert world.outcome(letter) == "late"
    assert world.row().step == 1
    [answer] = [m for m in world.mails() if m.message["Auto-Submitted"] == "auto-replied"]
    assert answer.to == "ana@players.example"
    assert "not used" in answer.body


def test_a_token_of_an_earlier_turn_is_told_that_the_turn_is_over(world: World) -> None:
    old = world.token("Ana")
    for _ in range(2):
        world.clock.forward(days=4)
        world.tick()
    letter = world.arrive(
        world.letter("LEAD LOWEST", "ana@players.example"), f"orders+{old}@referee.example", "ana@players.example"
    )
    world.quiet().tick()

    assert world.outcome(letter) == "that turn is over"
    assert world.on_file("Ana") == ()
    assert [m.to for m in world.mails()] == ["ana@players.example"]


def test_an_automatic_answer_gets_none(world: World) -> None:
    letter = world.write("Ana", "I am away until Monday.", Auto_Submitted="auto-replied")

    world.tick()

    assert world.outcome(letter) == "automatic mail"
    assert world.mails() == []


@pytest.mark.parametrize(
    ("raw", "outcome"),
    [
        (b"", "held: another sender"),
        (b"\x00\xff\xfe no mail at all", "held: another sender"),
        (b"From: ana@players.example\n\n", "no readable text"),
        (b"From: ana@players.example\nContent-Type: text/plain; charset=klingon\n\n\xc3\x28 caf\xe9\n", "nothing new"),
    ],
    ids=["empty", "not MIME", "blank", "unknown charset"],
)
def test_broken_letters_have_an_end_and_stop_nobody(world: World, raw: bytes, outcome: str) -> None:
    if raw.startswith(b"From"):
        broken = world.write("Ana", "", raw=raw)
    else:
        broken = world.arrive(raw, f"orders+{world.token('Ana')}@referee.example")
    world.write("Bob", "LEAD LOWEST")

    world.tick()

    assert world.outcome(broken) == outcome
    assert world.on_file("Bob") == ("LEAD LOWEST",)


def test_a_huge_letter_gets_one_receipt_that_says_so(world: World) -> None:
    message = EmailMessage()
    message["From"], message["Message-ID"] = "ana@players.example", "<huge@players.example>"
    message.set_content("LEAD LOWEST")
    message.add_attachment(b"x" * 2_000_000, maintype="application", subtype="octet-stream")
    letter = world.write("Ana", "", raw=message.as_bytes())

    world.tick()

    assert world.outcome(letter) == "too large"
    [answer] = world.mails()
    assert "1 MB" in answer.body


def test_a_token_of_one_game_files_nothing_in_another(world: World) -> None:
    world.game("second", ("Cato", "Dora"))
    world.quiet()

    letter = world.arrive(
        world.letter("LEAD LOWEST", "ana@players.example"),
        f"orders+{world.token('Cato', 'second')}@referee.example",
        "ana@players.example",
    )
    world.tick()

    assert world.outcome(letter) == "held: another sender"
    assert (world.on_file("Ana"), world.on_file("Cato", "second")) == ((), ())
    assert [m.to for m in world.mails()] == ["cato@players.example"]


def test_a_letter_to_a_game_that_is_over_hears_so(world: World) -> None:
    world.write("Ana", "RESIGN")
    world.clock.forward(**FORWARD)
    world.tick()
    world.quiet()

    letter = world.write("Bob", "LEAD LOWEST", step=2)
    world.tick()

    assert world.row().status == "over"
    assert world.outcome(letter) == "game over"
    assert [m.to for m in world.mails()] == ["bob@players.example"]


def test_an_error_is_contained_in_its_letter_and_the_gm_is_told(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    def fragile(case: GameLetter) -> Form:
        if case.seat == "Ana":
            raise ZeroDivisionError("a bug of ours")
        return form_answered(case)

    monkeypatch.setattr("referee.service.letters.kinds.form_answered", fragile)
    bad, good = world.write("Ana", "LEAD LOWEST"), world.write("Bob", "LEAD LOWEST")

    world.tick()

    assert world.outcome(bad) == "held: it could not be read"
    assert world.outcome(good) == "orders filed"
    told = {m.to: m.subject for m in world.mails() if m.to != "bob@players.example"}
    assert told == {
        "ana@players.example": "[The duel] Your letter waits for the GM",
        "gm@referee.example": f"[Test Table] Please look: Letter {bad} could not be read and is held.",
    }


@pytest.mark.parametrize(
    "headers", [{"From": "eve@elsewhere.example"}, {"Auto_Submitted": "auto-replied"}, {"From": "bob@players.example"}]
)
def test_of_a_held_letter_only_its_player_hears(
    world: World, monkeypatch: pytest.MonkeyPatch, headers: dict[str, str]
) -> None:
    def broken(*_: object) -> object:
        raise ZeroDivisionError("a bug of ours")

    monkeypatch.setattr(backlog, "settled", broken)
    letter = world.write("Ana", "", raw=world.letter("LEAD LOWEST", "ana@players.example", **headers))

    world.tick()

    assert world.outcome(letter) == "held: it could not be read"
    assert [m.to for m in world.mails()] == ["gm@referee.example"]


def test_a_letter_is_not_blamed_for_our_own_deaths(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    class Killed(BaseException):
        """As if somebody had killed us."""

    def killed(*_: object) -> object:
        raise Killed

    letter = world.write("Ana", "LEAD LOWEST")
    with monkeypatch.context() as kills:
        kills.setattr(backlog, "settled", killed)
        for _ in range(5):
            with pytest.raises(Killed):
                world.tick()
    other = world.write("Bob", "LEAD LOWEST")

    world.tick()

    assert (world.outcome(letter), world.outcome(other)) == ("orders filed", "orders filed")
    assert [m.to for m in world.mails()] == ["bob@players.example", "ana@players.example"]  # it might be to blame


def test_status_help_rules_and_history_are_answered(world: World) -> None:
    world.write("Ana", "STATUS\nHELP\nRULES WD-6\nHISTORY 0\nRESEND")

    world.tick()

    mails = world.mails()
    assert {m.to for m in mails} == {"ana@players.example"}
    assert len([m for m in mails if m.message["Auto-Submitted"] == "auto-replied"]) == 5
    assert any("WD-6" in m.body for m in mails)


def test_a_report_of_long_ago_comes_without_its_form_and_its_deadline(world: World) -> None:
    for _ in range(2):
        world.adjudicate()
    world.quiet()
    world.write("Ana", "HISTORY 1\nHISTORY 2")
    world.tick()

    long_ago, latest = sorted((m.body for m in world.mails() if "Turn " in m.body and "for ANA" in m.body), key=len)
    assert ("---- orders" in long_ago, "are due" in long_ago) == (False, False)
    assert ("---- orders for turn 3" in latest, "orders for turn 3 are due" in latest) == (True, True)


def test_the_games_word_and_its_rules_before_the_start(world: World) -> None:
    world.game("later", ("Eve", "Finn"), start=False)
    world.quiet()

    letter = world.write("Eve", "WORD abracadabra", game="later")
    world.tick()

    assert world.outcome(letter) == "sign-up"
    [answer] = world.mails()
    assert "abracadabra" in answer.body


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("I'm in. WORD tulip", "tulip"),
        ("My word is pineapple.", "pineapple"),
        ("My WORD for the seed is pineapple.", "pineapple"),
        ("Which WORD for the seed?", ""),
        ("Great! My word for the seed: \u201cmellon\u201d, thanks", "mellon"),
        ("I give you my word that I play. In a word, great", ""),
    ],
)
def test_who_speaks_of_a_word_hears_that_none_is_on_file_and_how_it_is_written(
    world: World, text: str, meant: str
) -> None:
    world.game("later", ("Eve", "Finn"), start=False)
    world.quiet()
    hint = "No word of yours for the seed is on file. If you meant one, send it on a line of its own: WORD"

    world.write("Eve", text, game="later")
    world.tick()

    (said,) = (" ".join(mail.body.split()) for mail in world.mails() if mail.to == world.address("Eve"))
    assert (hint in said, f"{hint} {meant} The game begins" in said) == (bool(meant), bool(meant))

    world.quiet()
    world.write("Eve", f"WORD sesame\n{text}", game="later")
    world.tick()

    assert all(hint not in " ".join(mail.body.split()) for mail in world.mails())


def test_press_of_several_lines_without_a_full_stop_is_held_back_whole(world: World) -> None:
    world.write("Ana", "TO Bob: Shall we agree?\nLet us both lead low cards today.\nREPLY HIGHEST")

    world.tick()

    bodies = {m.to: " ".join(m.body.split()) for m in world.mails()}
    assert list(bodies) == ["ana@players.example"]
    assert "TO Bob: Shall we agree? / Let us both lead low cards today." in bodies["ana@players.example"]
    assert "I don't see where your words end, so I delivered nothing." in bodies["ana@players.example"]
    assert world.on_file("Ana") == ("REPLY HIGHEST",)


def test_what_a_quotation_seems_to_take_from_its_writer_is_said_to_be_unused(world: World) -> None:
    world.write("Ana", "Hello,\n\nOn 20/11/2026 at 20:00 Bob wrote:\nI shall win\n\nLEAD HIGHEST\nTO Bob: never")
    world.tick()
    [receipt] = world.mails()
    said = " ".join(receipt.body.split())

    assert world.on_file("Ana") == ()
    assert "LEAD HIGHEST It stands in quoted text." in said
    assert "TO Bob: never It stands in quoted text." in said


def test_a_line_of_ours_that_reads_like_an_order_is_named_unless_it_stands_as_we_sent_it(tmp_path: Path) -> None:
    """Who types below a quotation, or cuts it down to one line of the form, may believe to have given that order."""
    world = World.made(tmp_path)
    world.game()
    form = ["LEAD LOWEST", "REPLY CHEAPEST WIN, LOWEST", "PLAY ON 0"]
    welcome = next(m for m in world.mails() if m.to == "ana@players.example" and "Welcome" in m.subject)
    lines = welcome.body.splitlines()
    assert [line for line in lines if line in form] == form  # else this test says nothing
    answers = {
        "typed into an unmarked one": ["-----Original Message-----", *lines[:8], form[0], *lines[8:12]],
        "cut down to a line": ["Yes, this:", "", f"> {form[0]}"],
        "cut down to the form": ["Yes, these:", "", *(f"> {line}" for line in form)],
        "as we sent it": ["Thank you!", "", *(f"> {line}" for line in lines)],
        "as we sent it, wrapped": ["Thank you!", "", *wrapped(f"> {line}" for line in lines)],
        "as we sent it, unmarked": ["Thank you!", "", "-----Original Message-----", *lines],
    }
    named = {}
    for name, text in answers.items():
        world.write("Ana", "\n".join(text), In_Reply_To=str(welcome.message["Message-ID"]))
        world.tick()
        [receipt] = world.mails()
        said = " ".join(receipt.body.split())
        named[name] = [line for line in form if f"{line} It stands in quoted text." in said]

    assert world.on_file("Ana") == ()
    assert named == {
        "typed into an unmarked one": form[:1],
        "cut down to a line": form[:1],
        "cut down to the form": form,
        "as we sent it": [],
        "as we sent it, wrapped": [],
        "as we sent it, unmarked": [],
    }
    world.campaign.close()


def wrapped(lines: Iterable[str]) -> list[str]:
    """Break lines as a program does that has fifty columns."""
    return [part for line in lines for part in (textwrap.wrap(line, 50, subsequent_indent="> ") or [line])]


def test_what_is_struck_out_is_not_obeyed_and_the_receipt_says_so(world: World) -> None:
    page = "<div>LEAD HIGHEST</div><div><s>REPLY LOWEST</s></div>"
    world.write("Ana", "", raw=world.letter(page, "ana@players.example").replace(b"text/plain", b"text/html"))
    world.tick()
    [receipt] = world.mails()

    assert world.on_file("Ana") == ("LEAD HIGHEST",)
    assert "REPLY LOWEST It is struck out. Write it anew if you mean it." in " ".join(receipt.body.split())


def test_every_kind_of_letter_has_somebody_who_answers_it() -> None:
    found = {one for one in vars(kinds).values() if isinstance(one, type) and issubclass(one, Incoming)}
    made_later = {kinds.GameCodeLetter}  # by who reads the code
    wider = {base for one in found for base in one.__bases__}

    assert set(backlog.READERS) == found - made_later - wider | {kinds.CodeLetter}
