"""From raw bytes to a letter: parts, charsets, senders, machines and limits."""

from base64 import b64encode
from collections.abc import Sequence

import pytest

from referee.mail.letter import Letter, Limits, Machine, Problem, SenderProblem, read
from referee.mail.quoting import Label, classify, written
from referee.mail.text import STRUCK

TOP = "From: Anna <anna@players.test>\r\nTo: orders+abc@referee.test\r\nMessage-ID: <1@players.test>\r\n"


def letter(headers: str, body: str | bytes, top: str = TOP) -> Letter:
    content = body if isinstance(body, bytes) else body.encode()
    return read((top + headers).encode() + b"\r\n" + content)


def parts(kind: str, *contents: tuple[str, str]) -> Letter:
    inner = "".join(f"--b\r\n{headers}\r\n\r\n{body}\r\n" for headers, body in contents)
    return letter(f'Content-Type: multipart/{kind}; boundary="b"\r\n', inner + "--b--\r\n")


def filled(found: Letter) -> list[str]:
    return [line for line in found.lines if line.strip()]


PLAIN = "Content-Type: text/plain; charset=utf-8"
HTML = "Content-Type: text/html; charset=utf-8"


def test_the_headers_are_read() -> None:
    found = letter(
        "In-Reply-To: <t3@r.test>\r\nReferences: <t2@r.test>\r\n <t3@r.test>\r\nSubject: =?utf-8?q?Zug_f=C3=BCr?=\r\n",
        "x",
    )

    assert found.sender == "anna@players.test"
    assert found.sender_name == "Anna"
    assert found.recipients == ("orders+abc@referee.test",)
    assert found.message_id == "<1@players.test>"
    assert found.in_reply_to == ("<t3@r.test>",)
    assert found.references == ("<t2@r.test>", "<t3@r.test>")
    assert found.subject == "Zug für"


def test_all_shown_texts_are_read_and_attached_ones_come_last() -> None:
    found = parts(
        "mixed",
        (f'{PLAIN}\r\nContent-Disposition: attachment; filename="orders.txt"', "C"),
        (PLAIN, "A"),
        ("Content-Type: image/png\r\nContent-Transfer-Encoding: base64", "AAAA"),
        (PLAIN, "B"),
    )

    assert [line for line in found.lines if line] == ["A", "B", "\f", "C"]
    assert found.ignored == ("image/png",)


def test_a_text_file_without_a_type_is_read_as_an_attachment() -> None:
    found = parts("mixed", (PLAIN, "A"), ('Content-Type: application/octet-stream; name="orders.txt"', "B"))

    assert [line for line in found.lines if line] == ["A", "\f", "B"]


def test_of_two_alternatives_the_plain_one_is_read() -> None:
    found = parts("alternative", (PLAIN, "A PAR-BUR"), (HTML, "<p>A PAR-BUR</p>"))

    assert filled(found) == ["A PAR-BUR"]
    assert found.disagrees is None


def test_a_blank_text_gives_way_to_the_html() -> None:
    assert filled(parts("alternative", (PLAIN, " \r\n"), (HTML, "<p>A PAR-BUR</p>"))) == ["A PAR-BUR"]


def test_alternatives_that_disagree_are_noticed() -> None:
    found = parts("alternative", (PLAIN, "A PAR-BUR"), (HTML, "<p>A PAR HOLD</p>"))

    assert filled(found) == ["A PAR-BUR"]
    assert found.disagrees == 'only the text has "A PAR-BUR"; only the HTML has "A PAR HOLD"'
    assert "A PAR HOLD" in found.other


def test_what_only_the_html_shows_as_quoted_counts_as_written_and_is_told() -> None:
    text = "LEAD HIGHEST\r\n\r\nREPLY LOWEST\r\nLEAD LOWEST"
    quoted = "<p>LEAD HIGHEST</p><blockquote type=cite>REPLY LOWEST<br>LEAD LOWEST</blockquote>"
    found = parts("alternative", (PLAIN, text), (HTML, quoted))

    assert filled(found) == ["LEAD HIGHEST", "REPLY LOWEST", "LEAD LOWEST"]
    assert [x.label for x in classify(found.lines) if x.text] == [Label.NEW] * 3  # it may be an answer in between
    assert found.disagrees == 'quoted in the HTML alone is "REPLY LOWEST" and "LEAD LOWEST"'


def test_lines_that_differ_are_told_as_they_were_written_and_no_others() -> None:
    text = "F Brest - MAO\r\nA Paris - Burgundy\r\nhold 1\r\nhold 2\r\nhold 3"

    found = parts("alternative", (PLAIN, text), (HTML, "f brest \u2013 mao<br>see https://x.test"))
    shorter = parts("alternative", (PLAIN, "F BRE-MAO\r\nF BRE-MAO"), (HTML, "<p>F BRE-MAO</p>"))

    assert found.disagrees == (
        'only the text has "A Paris - Burgundy", "hold 1", "hold 2" and 1 more line; only the HTML has "see https://x.test"'
    )
    assert shorter.disagrees == "the same words, in another order or not as often"


def test_an_order_wrapped_in_the_text_but_whole_in_the_html_is_joined_again() -> None:
    order = "DEFEND AGAINST SWORDS WITH WANDS LOW, WANDS HIGH, CUPS LOW, CUPS HIGH, PENTACLES LOW, ANY"
    wrapped = order[:77].rpartition(" ")[0]
    rest = order[len(wrapped) + 1 :]

    found = parts("alternative", (PLAIN, f"WAIT\r\n{wrapped}\r\n{rest}\r\nSEIZE"), (HTML, f"WAIT<br>{order}<br>SEIZE"))

    assert filled(found) == ["WAIT", order, "SEIZE"]


def test_it_is_so_too_below_a_quotation_that_the_text_leaves_out() -> None:
    order = "TO ALL: I would like to offer a treaty to everybody who leaves Corwin alone until the fifth turn"
    wrapped = order[:77].rpartition(" ")[0]
    quoted = "".join(f"<p>Sentence {number} of a long report, which is answered below.</p>" for number in range(60))

    found = parts(
        "alternative",
        (PLAIN, f"{wrapped}\r\n{order[len(wrapped) + 1 :]}\r\nSEIZE"),
        (HTML, f"<blockquote type=cite>{quoted}</blockquote>{order}<br>SEIZE"),
    )

    assert filled(found) == [order, "SEIZE"]


ARROW = (
    "REPLY IF CUPS > 2 HIGHEST CUPS, LOWEST SWORDS, LOWEST WANDS, LOWEST COINS AND LED",
    ">= 15 CALL, HIGHEST CUPS, LOWEST SWORDS, LOWEST WANDS, LOWEST COINS, HIGHEST TRUMP",
    "AND LOWEST",
)


@pytest.mark.parametrize("pieces", [ARROW, ARROW[:2]], ids=["in the middle", "at the end"])
def test_a_piece_may_begin_with_a_sign_that_is_no_quote_mark(pieces: Sequence[str]) -> None:
    whole = " ".join(pieces)

    found = parts("alternative", (PLAIN, "\r\n".join(pieces)), (HTML, whole.replace(">", "&gt;")))

    assert filled(found) == [whole]


def test_pieces_are_joined_only_if_they_are_the_same_line_word_for_word() -> None:
    struck = "LEAD HIGHEST CUPS, LOWEST SWORDS, LOWEST WANDS, LOWEST COINS, HIGHEST TRUMP ~~DRAW~~"

    mark = parts("alternative", (PLAIN, "\r\n".join(ARROW)), (HTML, " ".join(ARROW).replace(">", "")))
    left = parts("alternative", (PLAIN, f"{struck}\r\nLOWEST"), (HTML, f"{struck} LOWEST"))

    assert filled(mark) == [*ARROW]
    assert filled(left) == [struck.removesuffix(" ~~DRAW~~"), f"{STRUCK}DRAW", "LOWEST"]


@pytest.mark.parametrize("mark", ["> ", ""])
def test_a_wrapped_order_behind_quote_marks_is_joined_too(mark: str) -> None:
    order = "REPLY CHEAPEST WIN, M8, KW, 10S, M14, 9S, 8S, 7S, 6S, 5S, 4S, 3S, 2S, AS, LOWEST"
    text = f"thanks\r\n> WAIT\r\n> {order[:-11]}\r\n{mark}{order[-10:]}\r\n> HOLD"
    quoted = f"thanks<blockquote>WAIT<br>{order}<br>HOLD</blockquote>"

    found = parts("alternative", (PLAIN, text), (HTML, quoted))

    assert filled(found) == ["thanks", "> WAIT", f"> {order}", "> HOLD"]


def test_flowed_text_is_joined_unstuffed_and_keeps_its_signature() -> None:
    text = "MOVE A \r\nTO B\r\n From LON\r\n> quoted \r\n> on\r\n-- \r\nAnna"

    assert letter("Content-Type: text/plain; format=flowed\r\n", text).lines == (
        "MOVE A TO B",
        "From LON",
        "> quoted on",
        "-- ",
        "Anna",
    )


def test_flowed_text_with_delsp_loses_the_space() -> None:
    assert letter("Content-Type: text/plain; format=flowed; delsp=yes\r\n", "MO \r\nVE").lines == ("MOVE",)


def test_lines_folded_on_the_way_are_joined_again() -> None:
    order = "X" * 3000
    folded = "\r\n".join([order[:998], " " + order[998:1995], " " + order[1995:2992], " " + order[2992:]])

    assert letter("", f"A\r\n{folded}\r\nB").lines == ("A", order, "B")


def test_a_clear_signed_text_is_read_without_its_armour() -> None:
    text = (
        "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\nA PAR-BUR\n- -- scouts\n-----BEGIN PGP SIGNATURE-----\n\n"
        "iQEzBAEBCAAdFiEE\n=abcd\n-----END PGP SIGNATURE-----\n"
    )

    assert filled(letter("", text)) == ["A PAR-BUR", "-- scouts"]


def test_an_encrypted_text_is_named_as_such() -> None:
    assert letter("", "-----BEGIN PGP MESSAGE-----\n\nhQEMA\n-----END PGP MESSAGE-----").problem is Problem.ENCRYPTED
    assert parts("encrypted", ("Content-Type: application/pgp-encrypted", "Version: 1")).problem is Problem.ENCRYPTED


@pytest.mark.parametrize(
    ("charset", "data", "text", "fallbacks"),
    [
        ("utf-8", "Köln".encode(), "Köln", ()),
        ("utf-8", b"K\xf6ln", "Köln", ("utf-8 as cp1252",)),
        ("us-ascii", "Köln".encode(), "Köln", ()),
        ("iso-8859-1", b"\x93A\x94 \x96 B", "“A” – B", ()),
        ("x-unknown", "Köln".encode(), "Köln", ("x-unknown as utf-8",)),
        ("x-unknown", b"K\x81\xf6", "K\xf6", ("x-unknown as latin-1",)),
        ("koi8-r", "Рига".encode("koi8-r"), "Рига", ()),
        ("utf-16", "Köln".encode("utf-16"), "Köln", ()),
    ],
)
def test_a_charset_is_taken_as_declared_or_else_guessed_aloud(
    charset: str, data: bytes, text: str, fallbacks: tuple[str, ...]
) -> None:
    head = f"Content-Type: text/plain; charset={charset}\r\nContent-Transfer-Encoding: base64\r\n"

    found = letter(head, b64encode(data))

    assert found.lines == (text,)
    assert found.fallbacks == fallbacks


@pytest.mark.parametrize("charset", ["utf-7", "idna", "zlib", "unicode_escape", "punycode", "cp037"])
def test_a_charset_that_hides_text_is_not_decoded(charset: str) -> None:
    found = letter(f"Content-Type: text/plain; charset={charset}\r\n", "HOLD")

    assert found.problem is Problem.UNREADABLE_CHARSET
    assert found.lines == ()


def test_odd_spaces_become_spaces_and_what_is_unseen_goes() -> None:
    text = "A\u00a0PAR\u202fS\u200b\u00ad \ufeffA\u202e MAR\u2028F BRE\x00\x1b[31m"

    assert letter("", text).lines == ("A PAR S A MAR", "F BRE[31m")


@pytest.mark.parametrize(
    ("top", "problem"),
    [
        ("", SenderProblem.NO_FROM),
        ("From: a@b.test\r\nFrom: c@d.test\r\n", SenderProblem.SEVERAL_FROM),
        ("From: a@b.test, c@d.test\r\n", SenderProblem.SEVERAL_ADDRESSES),
        ("From: undisclosed:;\r\n", SenderProblem.NO_ADDRESS),
        ("From: \r\n", SenderProblem.NO_ADDRESS),
        ("From: anna@players.test <eve@evil.test>\r\n", SenderProblem.MALFORMED),
        ("From: <anna@players.test>@evil.test\r\n", SenderProblem.MALFORMED),
        ("From: Anna <anna@players.test> <eve@evil.test>\r\n", SenderProblem.MALFORMED),
        ("From: Anna <@x,@y:anna@players.test>\r\n", SenderProblem.MALFORMED),
        ("From: friends: <anna@players.test>;\r\n", SenderProblem.MALFORMED),
        ("From: Anna\r\n", SenderProblem.MALFORMED),
        ("From: " + "(" * 1500 + "\r\n", SenderProblem.MALFORMED),
        ("From: =?utf-8?q?anna=40players=2Etest?= <eve>\r\n", SenderProblem.MALFORMED),
    ],
)
def test_a_from_that_is_not_plain_gives_no_sender(top: str, problem: SenderProblem) -> None:
    found = letter("", "HOLD", top)

    assert (found.sender, found.sender_problem) == (None, problem)
    assert found.lines == ("HOLD",)


@pytest.mark.parametrize(
    "value",
    [
        "anna@players.test",
        "<anna@players.test>",
        "Anna B. Müller <anna@players.test>",
        '"Müller, Anna" <anna@players.test>',
        "=?utf-8?q?Anna?=<anna@players.test>",
        "=?utf-8?B?eHB0bw?= <anna@players.test>",
        "anna@players.test (Anna)",
        '"eve@evil.test" <anna@players.test>',
        "=?utf-8?q?eve=40evil=2Etest_=3C?= <anna@players.test>",
    ],
)
def test_a_sloppy_name_does_not_cost_the_address(value: str) -> None:
    assert letter("", "x", f"From: {value}\r\n").sender == "anna@players.test"


@pytest.mark.parametrize(
    ("headers", "machine"),
    [
        ("Auto-Submitted: auto-replied (vacation)\r\n", Machine.AUTO_SUBMITTED),
        ("Auto-Submitted: auto-generated; x=1\r\n", Machine.AUTO_SUBMITTED),
        ("Auto-Submitted: no\r\n", None),
        ("Return-Path: <>\r\n", Machine.NULL_RETURN_PATH),
        ("Precedence: bulk\r\n", Machine.PRECEDENCE),
        ("List-Id: <x.y>\r\n", Machine.LIST),
        ("Content-Type: multipart/report; report-type=delivery-status; boundary=b\r\n", Machine.REPORT),
        ("X-Auto-Response-Suppress: All\r\n", Machine.AUTO_RESPONSE),
        ("X-Autoreply: yes\r\n", Machine.AUTO_RESPONSE),
        ("Subject: Automatic reply: [Siege] Turn 5\r\n", Machine.SUBJECT),
        ("Subject: =?utf-8?q?R=C3=A9ponse_automatique_=3A_x?=\r\n", Machine.SUBJECT),
        ("Subject: Abwesenheitsnotiz\r\n", Machine.SUBJECT),
        ("Subject: Re: [Siege] Turn 5: out of the office\r\n", None),
        ("X-MS-Exchange-Inbox-Rules-Loop: anna@players.test\r\n", Machine.AUTO_RESPONSE),
        ("X-POST-MessageClass: 9; Autoresponder\r\n", Machine.AUTO_RESPONSE),
        ("X-POST-MessageClass: 1\r\n", None),
        ("Preference: auto_reply\r\n", Machine.AUTO_RESPONSE),
        ("Delivered-To: Autoresponder\r\n", Machine.AUTO_RESPONSE),
        ("Delivered-To: game1@referee.test\r\n", None),
        ("Subject: =?utf-8?q?R=C3=A9ponse_d=E2=80=99absence?=\r\n", Machine.SUBJECT),
    ],
)
def test_a_machine_is_known_by_its_headers(headers: str, machine: Machine | None) -> None:
    assert letter(headers, "x").machine is machine


def test_a_machine_is_known_by_its_address_or_envelope() -> None:
    assert letter("", "x", "From: MAILER-DAEMON@players.test\r\n").machine is Machine.DAEMON
    assert letter("", "x", "From: no-reply@players.test\r\n").machine is Machine.DAEMON
    assert read(TOP.encode() + b"\r\nx", mail_from="").machine is Machine.NULL_RETURN_PATH
    assert read(TOP.encode() + b"\r\nx", mail_from="anna@players.test").machine is None


@pytest.mark.parametrize(
    ("raw", "problem"),
    [
        (b"x" * 1_048_577, Problem.TOO_LARGE),
        (b"x" * 300_000, Problem.TOO_LARGE),
        (b"\r\n" * 60_000, Problem.TOO_COMPLEX),
    ],
)
def test_a_body_over_the_limits_leaves_the_headers(raw: bytes, problem: Problem) -> None:
    found = read(TOP.encode() + b"\r\n" + raw)

    assert (found.problem, found.lines) == (problem, ())
    assert (found.sender, found.message_id) == ("anna@players.test", "<1@players.test>")


@pytest.mark.parametrize(
    "headers",
    [
        "X-A: b\r\n" * 201,
        "X-A: " + "b" * 17_000 + "\r\n",
        "Subject: " + "b" * 17_000 + "\r\n",
        "Content-Type: text/plain" + ";" * 2_100 + "\r\n",
        "X-A: b\r\n c\r\n" * 7_000,
    ],
    ids=["many", "long", "long subject", "long type", "block"],
)
def test_headers_over_the_limits_are_not_parsed(headers: str) -> None:
    assert letter(headers, "HOLD").problem is Problem.TOO_COMPLEX


@pytest.mark.parametrize("name", ["Subject", "To", "Cc", "In-Reply-To", "References", "Date", "List-Id", "X-A"])
def test_of_a_long_header_the_beginning_is_read_and_all_of_the_text(name: str) -> None:
    found = letter(f"{name}: {'b ' * 2_500}\r\n", "HOLD")

    assert (found.lines, found.problem, found.sender) == (("HOLD",), None, "anna@players.test")
    assert len(found.subject) <= 2_048


@pytest.mark.parametrize("name", ["From", "Content-Type", "Content-Disposition"])
def test_what_says_who_wrote_or_how_is_not_read_in_part(name: str) -> None:
    other = f"{name}: text/plain, anna@players.test,{' ' * 2_100}eve@players.test\r\n"

    assert read(TOP.encode() + other.encode() + b"\r\nHOLD").problem is Problem.TOO_COMPLEX


def test_too_many_parts_or_levels_are_not_read() -> None:
    many = letter('Content-Type: multipart/mixed; boundary="b"\r\n', "--b\r\n\r\nx\r\n" * 60 + "--b--")
    nested = "".join(f'Content-Type: multipart/mixed; boundary="b{n}"\r\n\r\n--b{n}\r\n' for n in range(12))
    deep = read(TOP.encode() + nested.encode() + b"\r\nx")

    assert many.problem is Problem.TOO_COMPLEX
    assert deep.problem is Problem.TOO_COMPLEX


def test_limits_can_be_set() -> None:
    assert read(TOP.encode() + b"\r\nHOLD", limits=Limits(size=20)).problem is Problem.TOO_LARGE


@pytest.mark.parametrize("raw", [b"", b"\r\n", b"\0", b"From", b"\xff" * 50, b"Content-Type: multipart/mixed\r\n\r\n"])
def test_next_to_nothing_is_a_letter_without_text_or_with_what_there_is(raw: bytes) -> None:
    found = read(raw)

    assert found.sender is None
    assert found.error is None


@pytest.mark.parametrize(
    "headers",
    [
        "Message-ID: <<<<\r\n",
        "To: a:b;a:b;\r\n",
        "Date: 99 Foo 99999 99:99\r\n",
        "Subject: =?utf-8?b?a?=\r\n",
        "Subject: =?bogus?q?x?=\r\n",
        "Content-Type: ;;;\r\n",
        "Content-Transfer-Encoding: x-uuencode\r\n",
        "Content-Type: text/plain; charset*=bogus'x'%ff\r\n",
        "Content-Disposition: ;=;\r\n",
        "Content-Type: text/plain; charset=\r\n",
    ],
)
def test_headers_that_break_parsers_do_not_break_the_letter(headers: str) -> None:
    found = letter(headers, "HOLD")

    assert found.sender == "anna@players.test"
    assert "HOLD" in found.lines


def test_an_attached_letter_is_named_and_not_read() -> None:
    found = parts("mixed", (PLAIN, "A"), ("Content-Type: message/rfc822", "From: x@y.test\r\n\r\nA PAR HOLD"))

    assert filled(found) == ["A"]
    assert found.ignored == ("message/rfc822",)


STRUCK_PAGE = "<div>LEAD HIGHEST</div><div><s>LEAD 9 CUPS</s></div><div>DRAW <s>THREE</s> TWO</div>"


def alternatives(plain: str, page: str) -> bytes:
    parts = (("plain", plain), ("html", page))
    inner = "".join(f"--b\r\nContent-Type: text/{kind}; charset=utf-8\r\n\r\n{text}\r\n" for kind, text in parts)
    return f'{TOP}Content-Type: multipart/alternative; boundary="b"\r\n\r\n{inner}--b--\r\n'.encode()


def test_what_was_struck_out_in_the_html_is_not_read_from_the_text_beside_it() -> None:
    found = read(alternatives("LEAD HIGHEST\r\nLEAD 9 CUPS\r\nDRAW THREE TWO", STRUCK_PAGE))

    assert written(classify(found.lines)) == ["LEAD HIGHEST", "", "DRAW TWO"]
    assert (found.problem, found.disagrees) == (None, None)


def test_but_a_text_that_says_more_than_was_struck_out_is_said_to_disagree() -> None:
    found = read(alternatives("LEAD HIGHEST\r\nLEAD 9 CUPS\r\nLEAD LOWEST", STRUCK_PAGE))

    assert found.disagrees is not None


@pytest.mark.parametrize(
    ("line", "kept", "struck"),
    [
        ("~~LEAD 9 CUPS~~", [], ["LEAD 9 CUPS"]),
        ("LEAD ~~9 CUPS~~ HIGHEST", ["LEAD HIGHEST"], ["9 CUPS"]),
        ("L\u0336E\u0336A\u0336D\u0336 9\u0336", [], ["L\u0336E\u0336A\u0336D\u0336 9\u0336"]),
        ("~~~", ["~~~"], []),
        ("a ~~ b ~~ c", ["a ~~ b ~~ c"], []),
        ("about ~5 or ~6", ["about ~5 or ~6"], []),
    ],
)
def test_a_plain_text_may_strike_out_too(line: str, kept: list[str], struck: list[str]) -> None:
    labelled = classify(letter("", line).lines)

    assert [x.text for x in labelled if x.label is Label.NEW] == kept
    assert [x.text for x in labelled if x.label is Label.STRUCK] == struck


@pytest.mark.parametrize(
    "subject",
    [
        "Away from the office",
        "Respuesta automatica: Turn 1",
        "Autoodpowied\u017a: Turn 1",
        "\u81ea\u52d5\u5fdc\u7b54: Turn 1",
        "Otomatik cevap: Turn 1",
    ],
)
def test_a_vacation_note_is_known_by_its_subject(subject: str) -> None:
    head = f"Subject: =?utf-8?b?{b64encode(subject.encode()).decode()}?=\r\n"

    assert letter(head, "I am away.").machine is Machine.SUBJECT
