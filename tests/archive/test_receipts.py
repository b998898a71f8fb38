"""A receipt's proof holds for exactly what was on file, however the receipt was sent on."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from email.message import EmailMessage
from pathlib import Path

import pytest

from referee.archive import receipt
from referee.archive.pasted import Checked, check, receipts_in
from referee.archive.receipt import NoProof, Receipt, covered, head_mark, mark, prove, read
from referee.archive.signature import public_half, sign
from referee.engine.sheet import OnFile
from referee.mail.html import to_lines
from referee.reports.look import html
from referee.resources import Resources
from tests.archive.javascript import computed, needs_node
from tests.house.source import ROOT
from tests.reports.high_card import writer
from tests.reports.specimens import KEY, SPECIMENS

PAGE = (ROOT / "referee" / "archive" / "RECEIPTS.md").read_text(encoding="utf-8")
RECEIPTS = ROOT / "referee" / "archive" / "receipts.js"
PUBLIC = public_half(KEY)
GIVEN = Receipt(
    "dawn",
    "1-ANA-1, BA5B-N3JK-M0Z0",
    datetime(2026, 11, 24, 12, 0, 7, 123000, tzinfo=UTC),
    ((1, "LEAD HIGHEST, DRAW"), (1, "REPLY IF LED >= 15 CALL"), (1, "REPLY CHEAPEST WIN"), (3, "LEAD M5")),
)
PROOF = prove(GIVEN, KEY)

LETTER = f"""Dear Ana,

your letter reached me today at 13:00 (Berlin). For turn 1 I keep these
orders.

  1  LEAD HIGHEST, DRAW
       You lead first your highest card, and from then on the top card
       of your deck, unseen.
  2  REPLY IF LED >= 15 CALL  (standing)
       If the led card is worth 15 or more, your reply is a call.
  3  REPLY CHEAPEST WIN  (standing)
       Otherwise your reply is your lowest card that is worth more than
       the lead.

On file for turn 3:

     LEAD M5

Receipt 1-ANA-1 of dawn, BA5B-N3JK-M0Z0. Keep it as your proof:

  {PROOF[:50]}
  {PROOF[50:100]}
  {PROOF[100:]}

With TO GM: in any answer, or at gm@referee.example, you reach your GM.
"""


def checked(text: str, public: bytes = PUBLIC) -> Checked:
    (found,) = receipts_in(text)
    return check(found, public)


def quoted(text: str, sign: str = "> ") -> str:
    return "".join(f"{sign}{line}".rstrip() + "\n" for line in text.split("\n"))


def filled(text: str, width: int) -> str:
    """What a program makes of a letter that fills its paragraphs anew."""
    return "\n\n".join(textwrap.fill(" ".join(part.split()), width) for part in text.split("\n\n"))


def narrow(text: str, width: int) -> str:
    """What a program makes of it that breaks lines which are too long for it, even in a word."""
    return "\n".join(line[at : at + width] for line in text.split("\n") for at in range(0, max(len(line), 1), width))


SENT: dict[str, Callable[[str], str]] = {
    "as it came": lambda text: text,
    "quoted": quoted,
    "quoted twice": lambda text: quoted(quoted(text), ">"),
    "with words around it": lambda text: f"Hello GM, look:\n\n{quoted(text)}\nYours, Ana\n",
    "filled anew": lambda text: filled(text, 60),
    "filled anew and quoted": lambda text: quoted(filled(text, 76)),
    "a comparison begins a line": lambda text: quoted(text.replace("LED >= 15", "LED\n     >= 15")),
    "a comparison begins a bare line": lambda text: text.replace("LED >= 15", "LED\n>= 15"),
    "in capitals": lambda text: text.replace(PROOF[:50], PROOF[:50].upper()),
    "tabs": lambda text: text.replace("  ", "\t"),
    "no-break spaces": lambda text: text.replace("  ", "\xa0 "),
    "line ends of Windows": lambda text: text.replace("\n", "\r\n"),
    "a proof that was broken": lambda text: text.replace(PROOF[:50], f"{PROOF[:47]}\n{PROOF[47:50]}"),
    "the orders in bold": lambda text: re.sub(r"(LEAD|REPLY)(.*?)(  \(standing\))?\n", r"*\1\2*\3\n", text),
}


@pytest.mark.parametrize("how", SENT)
def test_a_receipt_is_true_however_it_was_sent_on(how: str) -> None:
    found = checked(SENT[how](LETTER))

    assert (found.true, found.lines, found.others) == (True, GIVEN.lines, ())
    assert found.pasted.proof is not None
    assert found.pasted.proof.received_at == GIVEN.received_at


CHANGED = {
    "LEAD HIGHEST, DRAW": (1, "LEAD LOWEST, DRAW"),
    "REPLY IF LED >= 15 CALL": (2, "REPLY IF LED <= 15 CALL"),
    "REPLY CHEAPEST WIN": (3, "REPLY CHEAPEST"),
    "LEAD M5": (4, "LEAD M6"),
}


@pytest.mark.parametrize("how", SENT)
@pytest.mark.parametrize("order", CHANGED)
def test_the_line_that_was_changed_is_named(order: str, how: str) -> None:
    number, other = CHANGED[order]
    text = SENT[how](LETTER.replace(order, other))

    found = checked(text)

    assert (found.true, found.head) == (False, True)
    assert [n for n, (_, line) in enumerate(found.lines, 1) if line is None] == [number]


@pytest.mark.parametrize(
    ("old", "new"),
    [("1-ANA-1", "1-BOB-1"), ("1-ANA-1", "2-ANA-1"), ("1-ANA-1", "1-ANA-2"), ("of dawn", "of dusk")],
)
def test_a_receipt_for_another_seat_turn_revision_or_game_is_not_true(old: str, new: str) -> None:
    found = checked(LETTER.replace(old, new))

    assert (found.true, found.head) == (False, False)
    assert [line for _, line in found.lines] == [line for _, line in GIVEN.lines]


def test_a_receipt_for_another_moment_is_not_true() -> None:
    earlier = prove(replace(GIVEN, received_at=datetime(2026, 11, 23, tzinfo=UTC)), KEY)
    found = checked(LETTER.replace(PROOF[:12], earlier[:12]))

    assert found.pasted.proof is not None
    assert found.pasted.proof.received_at < GIVEN.received_at
    assert (found.true, found.head, found.lines) == (False, False, GIVEN.lines)


FORGED: dict[str, tuple[Callable[[str], str], tuple[str, ...]]] = {
    "at the end": (lambda text: text.replace("\nOn file", "  4  LEAD M9\n\nOn file"), ("4 LEAD M9",)),
    "at the beginning": (
        lambda text: text.replace("  2  REPLY", "  3  REPLY", 1).replace("  1  ", "  1  LEAD M9\n  2  "),
        ("1 LEAD M9", "2 LEAD HIGHEST, DRAW", "3 REPLY IF LED >= 15 CALL"),
    ),
    "under another's number": (
        lambda text: text.replace("  2  REPLY IF", "  9  REPLY IF").replace("  3  REPLY", "  2  REPLY"),
        ("9 REPLY IF LED >= 15 CALL", "2 REPLY CHEAPEST WIN"),
    ),
    "before one for later": (
        lambda text: text.replace("     LEAD M5", "     LEAD M9\n     LEAD M5"),
        ("turn 3: LEAD M9",),
    ),
    "after one for later": (lambda text: text.replace("LEAD M5\n", "LEAD M5\n\n     LEAD M9\n"), ("turn 3: LEAD M9",)),
    "for a later turn": (
        lambda text: text.replace("LEAD M5\n", "LEAD M5\n\nOn file for turn 5:\n\n     LEAD M9\n"),
        ("turn 5: LEAD M9",),
    ),
    "another turn": (lambda text: text.replace("file for turn 3", "file for turn 4"), ("turn 4: LEAD M5",)),
}
"""What stands among the orders and was not signed so: the receipt is true, and does not prove it."""


@pytest.mark.parametrize("how", ["as it came", "quoted", "tabs", "line ends of Windows"])
@pytest.mark.parametrize("where", FORGED)
def test_what_was_put_among_the_orders_is_named(where: str, how: str) -> None:
    forge, others = FORGED[where]

    found = checked(SENT[how](forge(LETTER)))

    assert (found.true, found.lines, found.others) == (True, GIVEN.lines, others)


def test_a_number_that_no_turn_has_hides_nothing_and_stops_nothing() -> None:
    much = "1" * 5000
    among = LETTER.replace("  2  REPLY", f"  {much}  REPLY").replace("file for turn 3", f"file for turn {much}")

    assert receipts_in(LETTER.replace("Receipt 1-", f"Receipt {much}-")) == []
    assert checked(among).others == ("111111111 REPLY IF LED >= 15 CALL", "turn 111111111: LEAD M5")


def test_a_line_that_was_left_out_is_missed() -> None:
    found = checked(LETTER.replace("  1  LEAD HIGHEST, DRAW\n", ""))

    assert (found.true, found.lines[0]) == (False, (1, None))


def test_a_receipt_of_another_campaign_is_as_it_was_and_not_true() -> None:
    found = checked(LETTER, public_half(bytes(32)))

    assert (found.true, found.head, found.lines) == (False, True, GIVEN.lines)


@pytest.mark.parametrize("at", range(len(PROOF)))
def test_no_letter_of_a_proof_can_be_another(at: int) -> None:
    other = PROOF[:at] + ("a" if PROOF[at] != "a" else "b") + PROOF[at + 1 :]
    text = LETTER
    for begin, end in ((0, 50), (50, 100), (100, None)):
        text = text.replace(PROOF[begin:end], other[begin:end])

    assert text.count(other[at]) > LETTER.count(other[at])
    assert checked(text).true is False


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (LETTER[: LETTER.index(PROOF[:50])], "its proof is missing"),
        (LETTER.replace(PROOF[100:], ""), "it is not whole; letters are missing, or are others than they were"),
        (LETTER.replace(PROOF[:10], "b" * 10), "it is not as it was, or of a form (8) that only a newer program knows"),
        (LETTER.replace(PROOF[-3:], "zzz"), "it is not as it was; letters stand in it that do not belong there"),
    ],
)
def test_what_is_the_matter_with_a_proof_is_said(text: str, why: str) -> None:
    (found,) = receipts_in(text)

    assert (found.proof, found.why) == (None, why)
    assert check(found, PUBLIC) == Checked(found)


def test_several_receipts_in_a_thread_are_each_checked() -> None:
    second = Receipt("dawn", "2-ANA-1, K7F3-M2QX-8T4D", GIVEN.received_at, ((2, "LEAD LOWEST"),))
    text = f"  1  LEAD LOWEST\n\nReceipt {second.title}. Keep it as your proof:\n\n  {prove(second, KEY)}\n"

    found = [check(one, PUBLIC) for one in receipts_in(f"{text}\n> wrote:\n{quoted(LETTER)}")]

    assert [(one.true, one.lines) for one in found] == [(True, second.lines), (True, GIVEN.lines)]


def test_one_from_before_receipts_were_signed_is_known_by_its_code() -> None:
    (found,) = receipts_in("Receipt 6-ANA MARIA-2, K7F3-M2QX-8T4D. Keep it: it proves what I had, when.")

    assert (found.code, found.game, found.proof) == ("6-ANA MARIA-2, K7F3-M2QX-8T4D", "", None)


def test_a_receipt_covers_what_is_in_force_and_what_is_on_file_for_later() -> None:
    file = OnFile({2: ("LEAD M5",), 5: ("LEAD M6", "DRAW"), 4: ("CALL",), 1: ("OLD",)}, ("REPLY LOWEST",))

    assert covered(file, 2) == ((2, "LEAD M5"), (2, "REPLY LOWEST"), (4, "CALL"), (5, "LEAD M6"), (5, "DRAW"))


def test_a_receipt_of_nothing_and_one_of_very_much_can_be_proved() -> None:
    many = tuple((turn, f"LEAD {n}") for turn in (1, 2, 999_999) for n in range(300))
    for lines in ((), many):
        given = Receipt("dawn", "1-ANA-1, BA5B-N3JK-M0Z0", GIVEN.received_at, lines)

        assert receipt.is_true(given, read([prove(given, KEY)]), PUBLIC)


def test_nobody_can_try_guesses_against_a_proof_without_its_code() -> None:
    other = Receipt(GIVEN.game, "1-ANA-1, 0000-0000-0000", GIVEN.received_at, GIVEN.lines)
    proof = read([PROOF])

    assert proof.lines(1) != read([prove(other, KEY)]).lines(1)
    assert not receipt.is_true(other, proof, PUBLIC)


@pytest.mark.parametrize("name", [name for name in SPECIMENS if name.split("-")[0] == "receipt"])
def test_receipts_prove_themselves_as_text_and_as_html(name: str, tmp_path: Path) -> None:
    letter = writer(tmp_path).write(SPECIMENS[name])
    page = "\n".join(to_lines(html(letter.document, Resources())))

    as_text, as_html = checked(letter.body), checked(page)

    assert (as_text.true, as_text.others) == (True, ())
    assert (as_html.true, as_html.lines) == (True, as_text.lines)


def test_the_page_says_what_the_program_does() -> None:
    row = dict(re.findall(r"^\| ([\w ,]+) \| (.+) \|$", PAGE[PAGE.index("## Test vector") :], re.MULTILINE))
    own, later = (re.findall(r"`(.+?)`", row[f"orders of turn {turn}"]) for turn in (1, 3))
    game, code = row["game, code"].strip("`").split("`, `")
    given = Receipt(
        game, code, datetime.fromisoformat(row["moment"].strip("`")),
        (*((1, line) for line in own), *((3, line) for line in later)),
    )  # fmt: skip

    assert public_half(KEY).hex() == row["public half"].strip("`")
    assert head_mark(given).hex() == row["mark of the head"].strip("`")
    assert [mark(code, line).hex() for _, line in given.lines] == re.findall(r"`(\w+)`", row["marks of the lines"])
    assert sign(KEY, given.statement).hex() == row["signature"].strip("`")
    assert prove(given, KEY) == row["proof"].strip("`")
    assert given.title in PAGE
    assert row["proof"].strip("`") == "".join(re.findall(r"^  ([a-z2-7]{72})$", PAGE, re.MULTILINE))


def test_the_receipt_that_newcomers_are_shown_is_true() -> None:
    shown = (ROOT / "README.md").read_text(encoding="utf-8")

    found = checked(shown[shown.index("Dear Ana,") :])

    assert (found.true, [line for _, line in found.lines]) == (True, [line for _, line in GIVEN.lines[:3]])


def test_what_is_no_proof_is_none() -> None:
    for words in ([], ["Keep"], ["it,", PROOF]):
        with pytest.raises(NoProof):
            read(words)


@needs_node
def test_the_check_in_a_page_comes_to_the_same() -> None:
    texts = [how(LETTER) for how in SENT.values()]
    texts += [how(LETTER.replace(order, other)) for how in SENT.values() for order, (_, other) in CHANGED.items()]
    others = [("1-ANA-1", "2-ANA-1"), ("of dawn", "of dusk"), (PROOF[100:], "")]
    texts += [LETTER.replace(old, new) for old, new in others]
    texts += [SENT[how](forge(LETTER)) for forge, _ in FORGED.values() for how in ("as it came", "tabs")]
    texts += [LETTER.replace(" 2  REPLY", f" {'1' * 5000}  REPLY"), LETTER.replace("BA5B", "BA5C"), "no receipt"]
    script = f"""
        const R = require({str(RECEIPTS)!r});
        return cases.map(text => R.found(text).map(one => R.check(one, {PUBLIC.hex()!r})).map(
            one => [one.true, one.head, one.lines, one.others, one.receipt.why, R.sentences(one)[0].slice(0, 32)]));
    """

    found = computed(script, texts)

    ours = [[check(one, PUBLIC) for one in receipts_in(text)] for text in texts]
    assert [[one[:5] for one in some] for some in found] == [
        [[one.true, one.head, [list(line) for line in one.lines], list(one.others), one.pasted.why] for one in some]
        for some in ours
    ]
    assert found[0][0][5] == "Receipt 1-ANA-1 of dawn is true."


@needs_node
def test_a_page_knows_the_source_of_a_letter_from_what_a_program_shows_of_it() -> None:
    shown = [how(LETTER) for how in SENT.values()]
    shown.append(f"From: The referee <orders@referee.example>\nTo: Ana\nSubject: Your orders\n\n{LETTER}")
    letter = EmailMessage()
    letter["Subject"] = "Your orders"
    letter.set_content(LETTER, cte="quoted-printable")
    sources = [letter.as_string(), "<html><body><pre>" + LETTER.replace(">", "&gt;") + "</pre></body></html>"]

    found = computed(f"const R = require({str(RECEIPTS)!r});\nreturn cases.map(R.isSource);", [*shown, *sources])

    assert found == [False] * len(shown) + [True] * len(sources)
