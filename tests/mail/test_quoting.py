"""What was written now, among everything that mail programs put around it."""

import pytest

from referee.mail.quoting import Form, Label, Labelled, classify, written
from referee.mail.text import STRUCK

OWN = ("referee@referee.test",)
OLD = "> Your orders so far:\n> A PAR HOLD\n> F BRE HOLD"
BARE = "Your orders so far:\nA PAR HOLD\nF BRE HOLD"


def new(text: str) -> list[str]:
    return [line.text.strip() for line in classify(text.split("\n"), own=OWN) if line.label is Label.NEW]


def labels(text: str) -> list[Label]:
    return [line.label for line in classify(text.split("\n"), own=OWN)]


ATTRIBUTIONS = {
    "english": "On Fri, Nov 20, 2026 at 9:14 AM Referee of the Game <game1+k7f3q@referee.test> wrote:",
    "english wrapped": "On Fri, Nov 20, 2026 at 9:14 AM Referee of the Game <game1+k7f3q@referee.test>\nwrote:",
    "wrapped in the name": "On Fri, Nov 20, 2026 at 9:14 AM Referee of\nthe Game <referee@referee.test> wrote:",
    "three lines": "On Fri, Nov 20, 2026 at 9:14 AM Referee of\nthe Game <game1+k7f3q@referee.test>\nwrote:",
    "ordinals": "On Friday, November 20th, 2026 at 09:14, Referee <x@referee.test> wrote:",
    "mutt": "Referee wrote on Fri, Nov 20, 2026 at 09:14:00AM +0000:",
    "mutt wrapped": "Referee of the Game wrote on Fri, Nov 20, 2026 at\n09:14:00AM +0000:",
    "german": "Am Fr., 20. Nov. 2026 um 09:14 Uhr schrieb Referee <x@referee.test>:",
    "german short": "Am 20.11.26 um 09:14 schrieb Referee:",
    "french": "Le ven. 20 nov. 2026 à 09:14, Arbitre <x@referee.test> a\nécrit :",
    "spanish": "El vie, 20 nov 2026 a las 9:14, Referee (<x@referee.test>) escribió:",
    "italian": "Il giorno ven 20 nov 2026 alle ore 09:14 Referee <x@referee.test> ha scritto:",
    "dutch": "Op vr 20 nov. 2026 om 09:14 schreef Referee <x@referee.test>:",
    "portuguese": "Em sex., 20 de nov. de 2026 às 09:14, Referee <x@referee.test> escreveu:",
    "polish": "pt., 20 lis 2026 o 09:14 Referee <x@referee.test> napisał(a):",
    "polish formal": "W dniu 20.11.2026 o 09:14, Referee pisze:",
    "swedish": "Den fre 20 nov. 2026 kl 09:14 skrev Referee <x@referee.test>:",
    "danish": "Den fre. 20. nov. 2026 kl. 09.14 skrev Referee <x@referee.test>:",
    "finnish": "pe 20. marrask. 2026 klo 9.14 Referee (x@referee.test) kirjoitti:",
    "czech": "pá 20. 11. 2026 v 9:14 odesílatel Referee <x@referee.test> napsal:",
    "russian": "пт, 20 нояб. 2026 г. в 09:14, Referee <x@referee.test>:",
    "japanese": "2026年11月20日(金) 9:14 Referee <x@referee.test>:",
    "only our address": "referee@referee.test wrote:",
}


@pytest.mark.parametrize("lead", ATTRIBUTIONS.values(), ids=ATTRIBUTIONS)
@pytest.mark.parametrize("gap", ["\n", "\n\n"], ids=["close", "apart"])
def test_below_an_attribution_only_unmarked_lines_are_new(lead: str, gap: str) -> None:
    assert new(f"A PAR-BUR\n\n{lead}{gap}{OLD}\n\nF BRE-MAO") == ["A PAR-BUR", "F BRE-MAO"]


@pytest.mark.parametrize("lead", ATTRIBUTIONS.values(), ids=ATTRIBUTIONS)
def test_an_order_right_above_an_attribution_is_not_swallowed(lead: str) -> None:
    assert new(f"A PAR-BUR\n{lead}\n{OLD}") == ["A PAR-BUR"]


@pytest.mark.parametrize("lead", ATTRIBUTIONS.values(), ids=ATTRIBUTIONS)
def test_where_a_program_marks_no_quotes_all_below_its_attribution_is_old(lead: str) -> None:
    assert new(f"A PAR-BUR\n\n{lead}\n\n{BARE}") == ["A PAR-BUR"]


def test_a_bare_attribution_counts_if_quotes_follow_at_once() -> None:
    assert new(f"Referee wrote:\n{OLD}\nA PAR-BUR") == ["A PAR-BUR"]


@pytest.mark.parametrize("lead", ["Quoting Referee <r@r.test>:", "Zitat von Referee <r@r.test>:", "Referee writes:"])
def test_a_lead_without_a_date_counts_if_quotes_follow(lead: str) -> None:
    assert new(f"A PAR-BUR\n\n{lead}\n\n{OLD}\nF BRE-MAO") == ["A PAR-BUR", "F BRE-MAO"]


@pytest.mark.parametrize("mark", ["|", "\u00bb", "R>"])
def test_nor_need_it_have_one_above_what_another_mark_quotes(mark: str) -> None:
    one, two = f"{mark} A PAR HOLD", f"{mark} F BRE HOLD"

    assert new(f"A PAR-BUR\n\nReferee schrieb:\n{one}\n{two}\n\nF BRE-MAO") == ["A PAR-BUR", "F BRE-MAO"]
    assert new(f"A PAR-BUR\n\nReferee schrieb:\n\n{one}\n\nF BRE-MAO") == ["A PAR-BUR", "F BRE-MAO"]


def test_one_who_answers_between_attribution_and_quote_is_heard() -> None:
    assert new(f"On 20/11/2026 09:14, Referee wrote:\n\nA PAR-BUR\n\n{OLD}\nF BRE-MAO") == ["A PAR-BUR", "F BRE-MAO"]


BLOCKS = {
    "outlook": "From: Referee <r@referee.test>\nSent: Friday, November 20, 2026 9:14 AM\nTo: Anna\nSubject: Turn 3",
    "outlook ruled": "________________________________\nFrom: Referee <r@referee.test>\nSent: 20 November 2026 09:14\n"
    "To: Anna <anna@players.test>\nSubject: Turn 3",
    "outlook names only": "From: Referee\nSent: Friday, November 20, 2026 9:14 AM\nTo: Anna\nSubject: Turn 3",
    "starred": "*From:* Referee <r@referee.test>\n*Sent:* Friday, 20 November 2026 09:14\n*To:* Anna\n*Subject:* x",
    "german": "Von: Referee <r@referee.test>\nGesendet: Freitag, 20. November 2026 09:14\nAn: Anna\nBetreff: Zug 3",
    "gmx": 'Gesendet: Freitag, 20. November 2026 um 09:14 Uhr\nVon: "R" <r@referee.test>\nAn: a@b.test\nBetreff: x',
    "french": "De : Referee <r@referee.test>\nEnvoyé : vendredi 20 novembre 2026 09:14\nÀ : Anna\nObjet : Tour 3",
    "spanish": "De: Referee <r@referee.test>\nEnviado: viernes, 20 de noviembre de 2026 9:14\nPara: A\nAsunto: x",
    "italian": "Da: Referee <r@referee.test>\nInviato: venerdì 20 novembre 2026 09:14\nA: Anna\nOggetto: Turno 3",
    "dutch": "Van: Referee <r@referee.test>\nVerzonden: vrijdag 20 november 2026 09:14\nAan: Anna\nOnderwerp: x",
    "portuguese": "De: Referee <r@referee.test>\nEnviada: sexta-feira, 20 de novembro 09:14\nPara: A\nAssunto: x",
    "polish": "Od: Referee <r@referee.test>\nWysłano: piątek, 20 listopada 2026 09:14\nDo: Anna\nTemat: x",
    "swedish": "Från: Referee <r@referee.test>\nSkickat: den 20 november 2026 09:14\nTill: Anna\nÄmne: x",
    "danish": "Fra: Referee <r@referee.test>\nSendt: 20. november 2026 09:14\nTil: Anna\nEmne: x",
    "original message": "-----Original Message-----\nFrom: Referee <r@r.test>\nTo: Anna\nSent: Fri 9:14\nSubject: x",
    "wrapped": "From: Referee <r@referee.test>\nDate: Fri, 20 Nov 2026 09:14:00 +0000\nTo: Anna <anna@players.test>,\n"
    "  Bob <bob@players.test>\nSubject: Turn 3",
    "double spaced": "From: Referee <r@referee.test>\n\nSent: Friday 09:14\n\nTo: Anna\n\nSubject: Turn 3",
    "only a ruler": "-----Ursprüngliche Nachricht-----",
}


@pytest.mark.parametrize("block", BLOCKS.values(), ids=BLOCKS)
def test_all_below_a_block_of_headers_is_old(block: str) -> None:
    assert new(f"A PAR-BUR\nF BRE-MAO\n\n{block}\n\n{BARE}") == ["A PAR-BUR", "F BRE-MAO"]


def test_an_order_above_a_block_of_headers_is_not_taken_for_one() -> None:
    assert new(f"To: Paris\nFrom: London\n\n{BLOCKS['outlook']}\n\n{BARE}") == ["To: Paris", "From: London"]


HEAD_IN_NO_LANGUAGE = "Xa: Referee\nXe: 20.11.2026 09:14\nXi: Anna\nXo: [Siege] Turn 3"


@pytest.mark.parametrize(
    "orders",
    [
        "Von: Berlin 9:14\nAn: Paris\nGesendet: 3 Armeen\nBetreff: HALT @home\nA PAR-BUR",
        "From: LON @9:14\nDate: 3\nTo: PAR\nA PAR-BUR",
    ],
)
def test_orders_in_the_shape_of_such_a_block_are_none(orders: str) -> None:
    assert new(orders) == orders.split("\n")


def test_a_block_without_an_address_is_known_by_our_own_subject() -> None:
    lines = f"A PAR-BUR\n\n{HEAD_IN_NO_LANGUAGE}\n\n{BARE}".split("\n")

    def new_under(subject: str) -> list[str]:
        return [line.text for line in classify(lines, subject=subject) if line.label is Label.NEW]

    assert new_under("AW: [Siege] Turn 3") == ["A PAR-BUR"]
    assert new_under("AW: another") == [line for line in lines if line]


def test_the_lines_that_old_notes_writes_above_a_letter_are_known_by_our_own_subject() -> None:
    head = ["Referee", "<referee@referee.test>", "20.11.2026 09:14", "", "An", "anna@players.test", "", "Thema"]
    lines = ["A PAR-BUR", "", *head, "[Siege] Turn 3", "", "F BRE HOLD"]

    new = [line.text for line in classify(lines, subject="AW: [Siege] Turn 3") if line.label is Label.NEW]

    assert new == ["A PAR-BUR", "Referee"]


def test_a_line_that_says_who_wrote_and_on_which_day_needs_no_marks_below() -> None:
    lead = "Пятница, 20 ноября 2026 г., 09:14:02, вы написали:"

    new = [line.text for line in classify(["A PAR-BUR", "", lead, "", "F BRE HOLD"]) if line.label is Label.NEW]

    assert new == ["A PAR-BUR"]


SENTENCES = {
    "a turn and an hour": "On turn 3 at 20:00 Bob wrote:",
    "a day": "am 3. schrieb Bob:",
    "a day and an hour": "Am 3. Mai um 20:00 schrieb Bob:",
    "a month": "On May 3 at 20:00 Bob wrote me:",
}


@pytest.mark.parametrize("sentence", SENTENCES.values(), ids=SENTENCES)
def test_a_writer_s_own_sentence_does_not_take_what_stands_below_from_them(sentence: str) -> None:
    text = f"Hello,\n\n{sentence}\nI will attack\n\nA PAR-BUR"

    assert new(text) == ["Hello,", sentence, "I will attack", "A PAR-BUR"]
    assert new(f"{text}\n\n{ATTRIBUTIONS['german']}\n{OLD}") == new(text)


def test_nor_does_one_with_a_whole_date_where_their_program_marks_what_it_quotes() -> None:
    sentence = "On 20/11/2026 at 20:00 Bob wrote:"
    text = f"Hello,\n\n{sentence}\nI will attack\n\nA PAR-BUR"

    assert new(f"{text}\n\n{ATTRIBUTIONS['german short']}\n{OLD}") == ["Hello,", sentence, "I will attack", "A PAR-BUR"]


@pytest.mark.parametrize("mark", ["Ref> ", "AB> ", "   Mueller> ", "R.B.> "])
def test_a_writer_s_name_before_each_line_marks_a_quote(mark: str) -> None:
    quote = "\n".join(f"{mark}{line}" for line in BARE.split("\n"))
    cite = '>>>>> "AB" == Anna <anna@players.test> writes:'

    assert new(f"A PAR-BUR\n\n{quote}\n\nF BRE-MAO") == ["A PAR-BUR", "F BRE-MAO"]
    assert new(f"{cite}\n\n{mark}A PAR HOLD\n\nA PAR-BUR\n\n{mark}F BRE HOLD\nF BRE-MAO") == ["A PAR-BUR", "F BRE-MAO"]


def test_what_was_struck_out_was_not_written_and_is_labelled_so() -> None:
    found = [line for line in classify(["A PAR-BUR", f"{STRUCK}F BRE-MAO", "A MAR HOLD"]) if line.text]

    assert found == [
        Labelled("A PAR-BUR", Label.NEW),
        Labelled("F BRE-MAO", Label.STRUCK),
        Labelled("A MAR HOLD", Label.NEW),
    ]


def test_between_written_lines_something_else_leaves_an_empty_one() -> None:
    text = f"a\nb\n\n\nc\n\n{OLD}\nd\n\n-- \nAnna"

    assert written(classify(text.split("\n"))) == ["a", "b", "", "c", "", "d"]
    assert written(classify(["", "> x"])) == []


LOOKALIKES = """From LON to PAR
TO Fiona: write to <bob@players.test>
Until: 20.11.2026 20:00
Note: A PAR-BUR
A PAR > BUR
To: Paris
On turn 4 Anna wrote: HOLD
A PAR > BUR
Von: Berlin
An: Paris
Gesendet: 3 Armeen
Betreff: Bresche
From: Vienna
Sent: 2 fleets
Subject: Serbia
SAY "on friday he wrote:"
On arrival do the following
A MAR S A PAR-BUR
SAY to Vienna: nobody wrote:
-- scouts first
SEND from my army 3
Von meinem Turm aus sehe ich dich
Sent from Paris: three fleets
TO Fiona: On Friday 20 Nov 2026 at 9:14 Eric wrote:
Sent from my desk, and with my regards, to Vienna
My address will be anna@new.example from 20.11.2026 9:00 on:
anna@new.example wrote me these three lines:
_________
my mailing list to all of you:
--- armies ---
--
___
-----------
> """


def test_orders_that_look_like_mail_are_orders() -> None:
    text = LOOKALIKES.removesuffix("\n> ")

    assert new(text) == text.split("\n")


def test_a_signature_lasts_to_the_next_quote() -> None:
    text = "A PAR-BUR\n\n-- \nAnna\nA PAR HOLD\n\nOn 20/11/2026 09:14, Referee wrote:\n> F BRE HOLD\n\nF BRE-MAO"

    assert new(text) == ["A PAR-BUR", "F BRE-MAO"]
    assert labels(text)[2:5] == [Label.SIGNATURE] * 3


@pytest.mark.parametrize(
    "footer",
    [
        "Sent from my iPhone",
        "Von meinem iPhone gesendet",
        "Envoyé de mon iPhone",
        "Inviato da iPad",
        "Get Outlook for iOS<https://x>",
        "Enviado desde mi iPhone",
        "Verstuurd vanaf mijn iPhone",
        "Wysłane z iPhone'a",
        "Gesendet mit der GMX Mail App",
        "Skickat från min iPhone",
        "Sendt fra min iPhone",
        "Enviado do meu iPhone",
        "Sent from Yahoo Mail on Android",
    ],
)
def test_a_footer_is_one_line_and_orders_below_it_count(footer: str) -> None:
    assert new(f"A PAR-BUR\n\n{footer}\nF BRE-MAO\n\n> F BRE HOLD\nA MAR HOLD") == [
        "A PAR-BUR",
        "F BRE-MAO",
        "A MAR HOLD",
    ]


@pytest.mark.parametrize(
    "mark",
    [
        "---------- Forwarded message ---------",
        "-------- Weitergeleitete Nachricht --------",
        "Begin forwarded message:",
        "-------- Message transféré --------",
        "Début du message réexpédié :",
        "Inizio messaggio inoltrato:",
        "Anfang der weitergeleiteten Nachricht:",
        "-------- Doorgestuurd bericht --------",
        "---------- Mensaje reenviado ---------",
        "-------- Przekazana wiadomość --------",
        "-------- Vidarebefordrat meddelande --------",
    ],
)
def test_nothing_below_a_forwarding_mark_is_ever_new(mark: str) -> None:
    text = f"A PAR-BUR\n\n{mark}\nFrom: Bob <bob@players.test>\nDate: Fri 09:14\nSubject: x\n\n{BARE}\n> F BRE-MAO"

    assert new(text) == ["A PAR-BUR"]
    assert labels(text)[-4:] == [Label.FORWARDED] * 4


def test_a_mail_store_s_mark_before_from_is_taken_off() -> None:
    assert new("A PAR-BUR\n>From LON send 3 armies\nF BRE-MAO") == ["A PAR-BUR", "From LON send 3 armies", "F BRE-MAO"]


def test_the_same_mark_inside_a_quote_stays() -> None:
    assert new(f"A PAR-BUR\n{OLD}\n>From LON send 3 armies\n> more") == ["A PAR-BUR"]


def test_an_attached_text_begins_anew() -> None:
    text = f"see attachment\n-- \nAnna\n\f\nA PAR-BUR\n\f\n{BARE}"

    assert new(text) == ["see attachment", "A PAR-BUR", *BARE.split("\n")]


def test_every_line_comes_back_in_order() -> None:
    lines = f"a\n\n{OLD}\n-- \nb\n\f\nSent from my x".split("\n")

    assert [line.text for line in classify(lines)] == lines


def test_the_unmarked_end_of_a_quoted_line_that_a_program_wrapped_is_quoted() -> None:
    ours = ("  most rounds of a turn when both play on (1 to 100)", "", "LEAD LOWEST")
    form = Form("---- from here", ("LEAD LOWEST",), "---- to here", letter=ours)
    above = "> most rounds of a turn when both"
    answer = [above, "play on", "(1 to 100)", "", above, "PLAY ON 1", ">", "LEAD LOWEST"]
    found = [line.text for line in classify(answer, form=form) if line.label is Label.NEW]

    assert found == ["PLAY ON 1", "LEAD LOWEST"]


@pytest.mark.parametrize("line", ["| A PAR-BUR", "  | A PAR-BUR", "> | A PAR-BUR", ">   | A PAR-BUR"])
def test_what_stands_behind_our_bar_was_said_by_another(line: str) -> None:
    assert new(f"F BRE-MAO\n{line}\nA MUN-TYR") == ["F BRE-MAO", "A MUN-TYR"]
