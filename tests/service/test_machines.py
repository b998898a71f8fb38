"""No program is ever answered, whatever language it speaks; and no player's letter is taken for one."""

from __future__ import annotations

from email import message_from_bytes
from email.policy import SMTP
from functools import partial
from pathlib import Path

import pytest

from referee.store.tables import Reading
from tests.service.world import World

NOTES = {
    "de: Outlook": {"Subject": "Automatische Antwort: [The duel] Turn 1"},
    "de": {"Subject": "Abwesenheitsnotiz"},
    "de: from today": {"Subject": "Abwesend bis 5. Mai"},
    "en": {"Subject": "Out of Office: [The duel] Turn 1"},
    "en: Outlook": {"Subject": "Automatic reply: [The duel] Turn 1"},
    "fr": {"Subject": "Réponse automatique : [The duel] Turn 1"},
    "fr: absence": {"Subject": "Absence du bureau"},
    "es": {"Subject": "Respuesta automática: [The duel] Turn 1"},
    "it": {"Subject": "Risposta automatica: [The duel] Turn 1"},
    "nl": {"Subject": "Automatisch antwoord: [The duel] Turn 1"},
    "pl": {"Subject": "Odpowiedź automatyczna: [The duel] Turn 1"},
    "sv": {"Subject": "Autosvar: [The duel] Turn 1"},
    "da": {"Subject": "Automatisk svar: [The duel] Turn 1"},
    "fi": {"Subject": "Automaattinen vastaus: [The duel] Turn 1"},
    "pt": {"Subject": "Resposta automática: [The duel] Turn 1"},
    "cs": {"Subject": "Automatická odpověď: [The duel] Turn 1"},
    "ru": {"Subject": "Автоматический ответ: [The duel] Turn 1"},
    "ja": {"Subject": "自動返信: [The duel] Turn 1"},
    "zh": {"Subject": "自动回复: [The duel] Turn 1"},
    "ko": {"Subject": "자동 회신: [The duel] Turn 1"},
    "RFC 3834": {"Auto-Submitted": "auto-replied"},
    "RFC 3834, vacation": {"Auto-Submitted": "auto-replied (vacation)", "Subject": "Re: [The duel] Turn 1"},
    "Precedence": {"Precedence": "bulk"},
    "auto_reply": {"Precedence": "auto_reply"},
    "X-Autoreply": {"X-Autoreply": "yes"},
    "X-Autorespond": {"X-Autorespond": "[The duel]"},
    "Exchange": {"X-Auto-Response-Suppress": "All"},
    "vacation": {"X-Vacation": "yes"},
    "Exchange, a rule of the mailbox": {"X-MS-Exchange-Inbox-Rules-Loop": "bob@players.example"},
    "Mailer": {"X-POST-MessageClass": "9; Autoresponder"},
    "cPanel": {"X-Precedence": "auto_reply"},
    "Delivered-To": {"Delivered-To": "Autoresponder"},
    "fr: Réponse d'absence": {"Subject": "Réponse d’absence : [The duel] Turn 1"},
    "en: vacation": {"Subject": "Vacation: Re: [The duel] Turn 1"},
    "en: OOO": {"Subject": "OOO: back on Monday"},
    "fi: away": {"Subject": "Poissa"},
    "da: holidays": {"Subject": "Ferie"},
    "it: away": {"Subject": "Assente dall'ufficio"},
    "es: away": {"Subject": "Ausente de la oficina"},
    "zh: Outlook": {"Subject": "自动答复: [The duel] Turn 1"},
    "tr": {"Subject": "Otomatik Yanıt: [The duel] Turn 1"},
    "hu": {"Subject": "Automatikus válasz: [The duel] Turn 1"},
    "el": {"Subject": "Αυτόματη απάντηση: [The duel] Turn 1"},
    "ro": {"Subject": "Răspuns automat: [The duel] Turn 1"},
    "lt": {"Subject": "Automatinis atsakymas: [The duel] Turn 1"},
    "list": {"List-Id": "<games.example>"},
    "X-Loop": {"X-Loop": "bob@players.example"},
    "null sender": {"Return-Path": "<>"},
    "a calendar": {"Subject": "Accepted: [The duel] Turn 1"},
    "no mark at all": {"Subject": "Re: [The duel] Turn 1"},
}  # fmt: skip
AWAY = "I am away until the fifth of May and read no mail. In urgent cases write to my colleague.\n\nBob\n"


def from_bob(world: World, text: str, headers: dict[str, str]) -> int:
    """Let a letter with these headers come from Bob's address to the reply address."""
    named = {name.replace("-", "_"): value for name, value in headers.items()}
    return world.write("Bob", "", raw=world.letter(text, "bob@players.example", **named))


@pytest.mark.parametrize("note", NOTES.values(), ids=NOTES)
def test_a_vacation_note_is_not_answered_and_no_line_of_it_counts(world: World, note: dict[str, str]) -> None:
    letter = from_bob(world, AWAY, note)
    world.tick()

    assert (world.outcome(letter), world.kept(letter).state) == ("automatic mail", Reading.DONE)
    assert (world.mails(), world.on_file("Bob")) == ([], ())


@pytest.mark.parametrize(
    "headers",
    [
        {"Subject": "Re: [The duel] Turn 1: Automatische Antwort"},
        {"X_Loop": "bob@players.example"},
        {"X_Auto_Response_Suppress": "OOF"},
        {"Feedback_ID": "i8771445c:Fastmail"},
        {"Auto_Submitted": "no"},
        {"Precedence": "bulk"},
        {"Precedence": "list", "List_Id": "<staff.players.example>"},
        {"List_Unsubscribe": "<mailto:leave@players.example>"},
        {"List_Post": "<mailto:club@players.example>", "Precedence": "junk"},
    ],
    ids=str,
)
def test_orders_of_the_right_player_are_not_lost_to_a_word_in_the_subject(
    world: World, headers: dict[str, str]
) -> None:
    letter = from_bob(world, "LEAD LOWEST", headers)
    world.tick()

    assert (world.outcome(letter), world.on_file("Bob")) == ("orders filed", ("LEAD LOWEST",))
    assert [one.to for one in world.mails()] == ["bob@players.example"]


@pytest.mark.parametrize(
    ("headers", "text", "filed"),
    [
        ({"Subject": "Abwesend bis Montag, darum schon heute"}, "LEAD LOWEST", ("LEAD LOWEST",)),
        ({"Subject": "Automatic reply: [The duel] Turn 1"}, "LEAD LOWEST\n\nI am away.", ("LEAD LOWEST",)),
        ({"Subject": "Read: my orders"}, "LEAD LOWEST", ("LEAD LOWEST",)),
        ({"Subject": "Vacation: three weeks"}, "TO Ana: I am away, do be patient.", ()),
        ({"X_Loop": "bob@players.example"}, "TO Ana: I am away, do be patient.", ()),
    ],
    ids=str,
)
def test_what_looks_like_a_vacation_note_and_speaks_is_neither_obeyed_nor_thrown_away(
    world: World, headers: dict[str, str], text: str, filed: tuple[str, ...]
) -> None:
    letters = [from_bob(world, f"{text}\n{extra}", headers) for extra in ("", "Once more.")]
    world.tick()
    [question] = world.mails()

    assert [world.outcome(one) for one in letters] == ["held: it looks automatic"] * 2
    assert (question.to, question.subject) == ("bob@players.example", "[The duel] Did you write this yourself?")
    assert (world.on_file("Bob"), world.kept(letters[0]).state) == ((), Reading.HELD)

    world.quiet()
    world.write("Bob", "YES")
    world.tick()
    sent = [one.to for one in world.mails()]

    assert [world.outcome(one) for one in letters] == ["orders filed" if filed else "nothing new"] * 2
    assert (world.on_file("Bob"), "ana@players.example" in sent) == (filed, not filed)


@pytest.mark.parametrize("header", ["Auto_Submitted", "Precedence"])
def test_but_a_clear_mark_outweighs_orders(world: World, header: str) -> None:
    letter = from_bob(world, "LEAD LOWEST", {header: "auto_reply"})
    world.tick()

    assert (world.outcome(letter), world.on_file("Bob"), world.mails()) == ("automatic mail", (), [])


def test_a_letter_that_goes_in_circles_is_dropped_by_name(world: World) -> None:
    hop = b"Received: from a.example by b.example; Tue, 24 Nov 2026 12:00:00 +0000\n"
    raw = world.letter("LEAD LOWEST", "bob@players.example")

    letters = [world.write("Bob", "", raw=hop * n + raw) for n in (50, 51)]
    world.tick()

    assert [world.outcome(one) for one in letters] == ["orders filed", "going in circles"]
    assert len(world.mails()) == 1


def test_our_own_mail_that_comes_round_is_known_even_if_all_marks_are_gone(world: World) -> None:
    world.write("Ana", "LEAD LOWEST")
    world.tick()
    [receipt] = world.mails()
    bare = message_from_bytes(receipt.message.as_bytes(), policy=SMTP)
    for name in ("Auto-Submitted", "X-Auto-Response-Suppress", "X-Loop"):
        del bare[name]
    renamed = message_from_bytes(bare.as_bytes(), policy=SMTP)
    del renamed["Message-ID"]

    letters = [
        world.arrive(one.as_bytes(), to, "referee@referee.example")
        for one in (bare, renamed)
        for to in (receipt.reply_to, "referee@referee.example")
    ]
    world.tick()

    assert [world.outcome(one) for one in letters] == ["our own mail"] * 4
    assert world.mails() == []


def _address(other: str, seat: str) -> str:
    return f"referee@{other}.example" if seat == "Ana" else "bob@players.example"


class Pair:
    """Two referees; each believes that the other is a player of its own, and mail is brought from one to the other."""

    def __init__(self, folder: Path, stripped: tuple[str, ...], *, bare_envelope: bool = False) -> None:
        self.worlds = {}
        self.stripped, self.bare_envelope = stripped, bare_envelope
        for name, other in (("one", "two"), ("two", "one")):
            made = World.made(
                folder / name,
                mail_domain=f"{name}.example",
                mail_from_address=f"referee@{name}.example",
                campaign_gms=[f"gm@{name}.example"],
            )
            setattr(made, "address", partial(_address, other))  # noqa: B010 - a method of the world's own
            made.game()
            self.worlds[name] = made
        self.brought = 0

    def bring(self) -> int:
        """Bring what either has written to the other; return how many letters that were."""
        count = 0
        for world in self.worlds.values():
            for mail in world.mails():
                host = mail.to.rpartition("@")[2].removesuffix(".example")
                if host in self.worlds and mail.to.startswith("referee@"):
                    self._hand_over(self.worlds[host], mail.message.as_bytes(), mail.to, mail.sender)
                    count += 1
        for world in self.worlds.values():
            world.tick()
            world.clock.forward(seconds=10)
        self.brought += count
        return count

    def _hand_over(self, world: World, raw: bytes, to: str, sender: str) -> None:
        message = message_from_bytes(raw, policy=SMTP)
        for name in self.stripped:
            del message[name]
        world.arrive(message.as_bytes(), to, "gateway@between.example" if self.bare_envelope else sender)


MARKS = ("Auto-Submitted", "X-Auto-Response-Suppress", "X-Loop", "List-Unsubscribe")


@pytest.mark.parametrize(
    ("stripped", "bare_envelope", "expected"),
    [((), False, 4), (("Auto-Submitted",), False, 4), (MARKS, False, 8), (MARKS, True, 24)],
    ids=["as sent", "without Auto-Submitted", "without any header", "without any mark at all"],
)
def test_two_referees_that_answer_each_other_fall_silent(
    tmp_path: Path, stripped: tuple[str, ...], bare_envelope: bool, expected: int
) -> None:
    pair = Pair(tmp_path, stripped, bare_envelope=bare_envelope)

    rounds = [pair.bring() for _ in range(40)]

    assert pair.brought == sum(rounds) == expected
    assert rounds[20:] == [0] * 20
    for world in pair.worlds.values():
        world.campaign.close()


BY_A_LIST = {"Precedence": "bulk", "List_Id": "<club.players.example>"}


@pytest.mark.parametrize(
    "text",
    [
        "LAED HIGHEST", "TO Ana: hello", "WAIT FLAG ON", "RESIGN SEAT", "HELP", "rules WD-1",
        "That was a fine turn, I enjoyed it.", "Liebe Grüße",
    ],
)  # fmt: skip
def test_what_a_person_writes_through_a_list_or_a_bulk_mailer_is_answered(world: World, text: str) -> None:
    letter = from_bob(world, text, BY_A_LIST)
    world.tick()

    assert world.outcome(letter) == "nothing new" if "WAIT" not in text else "orders filed"
    assert [mail.subject for mail in world.mails() if mail.to == "bob@players.example"] != []


def test_so_is_what_the_gm_writes_so_and_nobody_else_to_the_gms_desk(world: World) -> None:
    world.write("Bob", "TO GM: are you there?")
    world.tick()
    [asked] = [mail for mail in world.mails() if mail.to == "gm@referee.example"]

    world.answer(asked, "I am, and thank you.", **BY_A_LIST)
    [answer] = world.mails()
    world.answer(asked, "I am, and thank you.", sender="club@players.example", **BY_A_LIST)

    assert (answer.to, "I found no command in your letter" in answer.body) == ("gm@referee.example", True)
    assert world.mails() == []


def test_commands_of_the_gm_are_not_lost_to_a_word_in_the_subject_but_a_vacation_note_has_none(world: World) -> None:
    world.write("Bob", "TO GM: are you there?")
    world.tick()
    [asked] = [mail for mail in world.mails() if mail.to == "gm@referee.example"]

    letters = [world.answer(asked, text, Subject="Out of Office: [The duel]") for text in (AWAY, "EXTEND 2d", AWAY)]

    assert [world.outcome(letter) for letter in letters] == ["automatic mail", "the GM's commands", "automatic mail"]
    assert {mail.to for mail in world.mails()} == {"gm@referee.example", "ana@players.example", "bob@players.example"}


def test_so_is_a_yes_to_a_code_from_the_address_that_was_asked(world: World) -> None:
    world.write("Bob", "ADDRESS ADD bob@new.example")
    world.tick()
    asked = {mail.to: mail for mail in world.mails() if "your letter" not in mail.subject}

    letters = [world.answer(asked[to], "YES", **BY_A_LIST) for to in asked]
    other = world.answer(asked["bob@new.example"], "YES", sender="eve@players.example", **BY_A_LIST)

    assert [world.outcome(letter) for letter in letters] == ["confirmed"] * 2
    assert world.outcome(other) == "automatic mail"


@pytest.mark.parametrize(
    "text",
    [
        "Hello,\n\nI am out of the office until 5 May.",
        "Ich bin bis zum 5. Mai im Urlaub. Ihre E-Mails werden nicht weitergeleitet.",
        "Je suis absent du bureau jusqu'au 5 mai.",
        "This is an automatic reply. I’m on vacation until Monday with limited access to email.",
        "Thank you for your message. I will be away until the 5th of May.",
    ],
)
@pytest.mark.parametrize("quoted", ["", "\n\nOn Tue, referee@referee.example wrote:\n> LEAD LOWEST\n> Turn 1"])
def test_a_vacation_note_without_a_mark_gets_no_receipt(world: World, text: str, quoted: str) -> None:
    letter = from_bob(world, text + quoted, {"Subject": "Re: [The duel] Turn 1"})
    stray = world.arrive(world.letter(text, "bob@players.example"), "referee@referee.example", "bob@players.example")
    world.tick()

    assert (world.outcome(letter), world.outcome(stray)) == ("automatic mail", "automatic mail")
    assert (world.mails(), world.on_file("Bob")) == ([], ())


@pytest.mark.parametrize(
    "text", ["LEAD LOWEST\n\nI am out of the office until 5 May.", "I'm on vacation until Monday.\nLAED LOWEST"]
)
def test_who_says_so_and_gives_orders_is_answered(world: World, text: str) -> None:
    from_bob(world, text, {"Subject": "Re: [The duel] Turn 1"})
    world.tick()

    assert [mail.to for mail in world.mails()] == ["bob@players.example"]


CALENDAR = "BEGIN:VCALENDAR\r\nMETHOD:REPLY\r\nBEGIN:VEVENT\r\nSUMMARY:Turn 1\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"


@pytest.mark.parametrize("text", ["", "Bob has accepted this invitation.", "See you then, I guess."])
def test_a_calendars_answer_gets_no_receipt(world: World, text: str) -> None:
    head = "From: bob@players.example\r\nSubject: [The duel] Turn 1\r\nMIME-Version: 1.0\r\n"
    kinds = (("text/plain; charset=utf-8", text), ('text/calendar; charset="utf-8"; method=REPLY', CALENDAR))
    parts = "".join(f"--=_b\r\nContent-Type: {kind}\r\n\r\n{body}\r\n" for kind, body in kinds)
    raw = f'{head}Content-Type: multipart/alternative; boundary="=_b"\r\n\r\n{parts}--=_b--\r\n'
    letter = world.write("Bob", "", raw=raw.encode())
    world.tick()

    assert (world.outcome(letter), world.mails()) == ("automatic mail", [])
