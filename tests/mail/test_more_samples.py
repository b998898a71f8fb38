"""Whole letters in the manner of programs that mark quotes badly, or hide the text in odd places."""

from base64 import b64encode

import pytest

from referee.mail.letter import Problem, read
from referee.mail.quoting import Label, classify

TOP = "From: Anna <anna@players.test>\r\nTo: game1@referee.test\r\nMessage-ID: <1@players.test>\r\n"
OLD = ["A PAR HOLD", "F BRE HOLD"]
ORDERS = ["A PAR-BUR", "F BRE-MAO", "A MAR S A PAR-BUR"]
ATTRIBUTION = "On 20/11/2026 09:14, Referee of the Game wrote:"
BOLD = [
    ("From", "Referee &lt;r@referee.test&gt;"),
    ("Sent", "Friday, November 20, 2026 9:14 AM"),
    ("To", "Anna"),
    ("Subject", "x"),
]
OUTLOOK_HEAD = "<br>".join(f"<b>{name}:</b> {value}" for name, value in BOLD)


def mixed(kind: str, *parts: tuple[str, str]) -> str:
    inner = "".join(f"--=_b\r\n{head}\r\n\r\n{body}\r\n" for head, body in parts)
    return f'Content-Type: multipart/{kind}; boundary="=_b"\r\n\r\n{inner}--=_b--\r\n'


def page(body: str) -> str:
    return f"Content-Type: text/html; charset=utf-8\r\n\r\n<html><body>{body}</body></html>"


def plain(*lines: str, head: str = "Content-Type: text/plain; charset=utf-8") -> str:
    return f"{head}\r\n\r\n" + "\r\n".join(lines)


TEXT = "Content-Type: text/plain; charset=us-ascii"
IMAGE = "Content-Type: image/png\r\nContent-Transfer-Encoding: base64\r\nContent-Disposition: inline"
FILE = 'Content-Type: text/plain; name="orders.txt"\r\nContent-Disposition: attachment; filename="orders.txt"'
REPORT = ["Your orders so far for turn 3:", *OLD, "Deadline Sat 18:00 UTC."]
QUOTED = [f"> {line}" for line in REPORT]

LETTERS = {
    "outlook desktop, html only": page(
        "<div class=WordSection1>"
        + "".join(f"<p class=MsoNormal><span>{order}<o:p></o:p></span></p>" for order in ORDERS)
        + "<p class=MsoNormal><o:p>&nbsp;</o:p></p><div><div style='border-top:solid #E1E1E1 1.0pt'>"
        + f"<p class=MsoNormal>{OUTLOOK_HEAD}<o:p></o:p></p></div></div>"
        + "".join(f"<p class=MsoNormal>{line}<o:p></o:p></p>" for line in REPORT)
        + "</div>"
    ),
    "outlook on the web, html only": page(
        "".join(f"<div>{order}</div>" for order in ORDERS)
        + f'<hr tabindex="-1"><div id="divRplyFwdMsg"><font>{OUTLOOK_HEAD}</font><div>&nbsp;</div></div>'
        + f"<div>{'<br>'.join(REPORT)}</div>"
    ),
    "outlook english, with a ruler": plain(
        *ORDERS,
        "",
        "Get Outlook for iOS<https://aka.ms/o0ukef>",
        "_" * 32,
        "From: Referee <r@referee.test>",
        "Sent: Friday, November 20, 2026 9:14:00 AM",
        "To: Anna <anna@players.test>",
        "Subject: Turn 3",
        "",
        *REPORT,
    ),
    "yahoo, html only": page(
        "".join(f"<div>{order}</div>" for order in ORDERS)
        + "<div><div>On Friday, November 20, 2026, 09:14:00 AM GMT+1, Referee &lt;r@r.test&gt; wrote: </div>"
        + f"<div><br></div><div>{'<br>'.join(REPORT)}</div></div>"
    ),
    "gmail, html only, answers between the quotes": page(
        f"<div class=gmail_attr>{ATTRIBUTION}<br></div><blockquote>{REPORT[0]}</blockquote><div>{ORDERS[0]}</div>"
        f"<blockquote>{OLD[0]}</blockquote><div>{ORDERS[1]}</div><blockquote>{OLD[1]}</blockquote><div>{ORDERS[2]}</div>"
    ),
    "thunderbird, html with pre": page(
        f'<div class="moz-cite-prefix">{ATTRIBUTION}<br></div><blockquote type="cite"><pre wrap="">'
        + "\n".join(REPORT)
        + f"</pre></blockquote><p>{'<br>'.join(ORDERS)}</p>"
    ),
    "outlook on the web, a head without a date": page(
        "".join(f"<div>{order}</div>" for order in ORDERS)
        + '<hr tabindex="-1"><div id="divRplyFwdMsg"><b>From:</b> Referee<br><b>Sent:</b> Friday<br><b>To:</b> A</div>'
        + f"<div>{'<br>'.join(REPORT)}</div><div>F SPA-POR</div>"
    ),
    "gmail, answers between the quotes in its own wrapping": page(
        f'<div class="gmail_extra"><div class="gmail_quote"><div class="gmail_attr">{ATTRIBUTION}<br></div>'
        f"<blockquote class=gmail_quote>{OLD[0]}</blockquote><div>{ORDERS[0]}</div>"
        f"<blockquote class=gmail_quote>{OLD[1]}</blockquote></div><div>{'<br>'.join(ORDERS[1:])}</div></div>"
    ),
    "gmail long ago, an answer in place of the quote": page(f'<div class="gmail_extra">{"<br>".join(ORDERS)}</div>'),
    "thunderbird, a lead in its user's own words": page(
        '<div class="moz-cite-prefix">Der Spielleiter meinte:<br></div>'
        f'<blockquote type="cite">{"<br>".join(OLD)}</blockquote><p>{"<br>".join(ORDERS)}</p>'
    ),
    **{
        f"wrapped in {wrapping}, without a blockquote": page(
            f"<p>{'<br>'.join(ORDERS[:2])}</p><{wrapping}><div>{'<br>'.join(REPORT)}</div></div><div>{ORDERS[2]}</div>"
        )
        for wrapping in (
            'div class="gmail_quote"',
            'div class="gmail_quote gmail_quote_container"',
            'div class="gmail_extra"',
            'div id="ydp7f" class="ydp7fyahoo_quoted"',
            'div class="protonmail_quote"',
            'div class="zmail_extra"',
        )
    },
    "mutt, answers between the quotes": plain(
        "On Fri, Nov 20, 2026 at 09:14:00AM +0000, Referee wrote:",
        "> Your orders so far for turn 3:",
        "> A PAR HOLD",
        ORDERS[0],
        "> F BRE HOLD",
        ORDERS[1],
        "",
        ORDERS[2],
        "",
        "-- ",
        "Anna",
    ),
    "depths of quotes": plain(
        *ORDERS, "", ATTRIBUTION, "> On 19/11/2026 08:00, Anna wrote:", ">> A PAR HOLD", ">> F BRE HOLD", "> ok"
    ),
    "apple mail, an image between the orders": mixed(
        "mixed",
        (TEXT, ORDERS[0]),
        (IMAGE, "AAAA"),
        (TEXT, "\r\n".join([*ORDERS[1:], "", "> On 20 Nov 2026, at 09:14, R <r@r.test> wrote:", *QUOTED])),
    ),
    "orders in a file, below a signature and a quote": mixed(
        "mixed",
        (TEXT, "\r\n".join(["See attachment.", "", "-- ", "Anna", "", ATTRIBUTION, *QUOTED])),
        (FILE, "\r\n".join(ORDERS)),
    ),
    "orders in a file, first of the parts": mixed(
        "mixed",
        (FILE, "\r\n".join(ORDERS)),
        (TEXT, "\r\n".join(["From: R <r@r.test>", "Sent: Fri, 20 Nov 2026 9:14", "To: A", "Subject: x", "", *REPORT])),
    ),
    "an empty text beside the html": mixed(
        "alternative",
        (TEXT, "\r\n"),
        ("Content-Type: text/html", "<br>".join(ORDERS) + f"<blockquote>{'<br>'.join(OLD)}</blockquote>"),
    ),
    "alternatives inside related inside mixed": mixed(
        "mixed",
        (
            'Content-Type: multipart/related; boundary="=_r"',
            '--=_r\r\nContent-Type: multipart/alternative; boundary="=_a"\r\n\r\n'
            f"--=_a\r\n{TEXT}\r\n\r\n"
            + "\r\n".join([*ORDERS, "", ATTRIBUTION, *QUOTED])
            + "\r\n--=_a\r\nContent-Type: text/html\r\n\r\n"
            + "<br>".join(ORDERS)
            + "\r\n--=_a--\r\n--=_r--",
        ),
    ),
    "clear-signed": plain(
        "-----BEGIN PGP SIGNED MESSAGE-----",
        "Hash: SHA512",
        "",
        *ORDERS,
        "",
        "- -- ",
        "Anna",
        "-----BEGIN PGP SIGNATURE-----",
        "",
        "iQEzBAEBCgAdFiEE",
        "=abcd",
        "-----END PGP SIGNATURE-----",
        "",
        ATTRIBUTION,
        *QUOTED,
    ),
    "base64 in utf-8": "Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n"
    + b64encode(
        "\r\n".join([*ORDERS, "", "Am 20.11.26 um 09:14 schrieb Größter Spielleiter:", *QUOTED]).encode()
    ).decode(),
    "forwarded": plain(
        *ORDERS,
        "",
        "---------- Forwarded message ---------",
        "From: R <r@r.test>",
        "Date: Fri 9:14",
        "",
        *REPORT,
        *QUOTED,
    ),
    "below the footer of a telephone": plain("Sent from my iPhone", "", *ORDERS, "", ATTRIBUTION, *QUOTED),
    "a list's way of quoting": plain("Referee writes:", *QUOTED, "", *ORDERS),
}


@pytest.mark.parametrize("content", LETTERS.values(), ids=LETTERS)
def test_no_order_is_lost_and_no_quoted_one_counts(content: str) -> None:
    letter = read((TOP + content).encode())

    new = [" ".join(line.text.split()) for line in classify(letter.lines) if line.label is Label.NEW]

    assert letter.problem is None
    assert [line for line in new if line not in ("See attachment.", "ok")] == ORDERS


def test_an_encrypted_letter_is_said_to_be_unreadable() -> None:
    content = mixed(
        "encrypted",
        ("Content-Type: application/pgp-encrypted", "Version: 1"),
        ("Content-Type: application/octet-stream", "-----BEGIN PGP MESSAGE-----"),
    )

    assert read((TOP + content).encode()).problem is Problem.ENCRYPTED
