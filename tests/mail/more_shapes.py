"""More answers as single programs write them: their leads, footers, warnings and ways to break lines."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from html import escape

from tests.mail.shapes import BOTH, LEAD, LONG, NOTHING, TALK, Answered, Shape, divs, run_on
from tests.mail.signatures import SIGNATURES
from tests.mail.test_runon import LEADS

NAME = "Referee <referee@referee.example>"
SUBJECT = "[The duel] Welcome: the game begins"
TOP = "\n".join(BOTH)
OUTLOOK_DE = f"Von: {NAME}\nGesendet: Freitag, 20. November 2026 09:14\nAn: Ana Smith\nBetreff: {SUBJECT}\n"


def over(lead: str, *, marks: str = "> ", written: str = TOP, below: str = "") -> Callable[[Answered], str]:
    """What was written, the lead, and the letter that is answered; perhaps more below it."""

    def made(a: Answered) -> str:
        quoted = [f"{marks}{line}".rstrip() for line in a.body.splitlines()]
        return "\n".join([written, "", lead, "", *quoted, "", below])

    return made


def lost_tables(a: Answered) -> str:
    """A page whose quotation lost all of its rows that were in columns, and its line ends."""
    kept = [line for line in a.body.splitlines() if "  " not in line.strip()]
    return f"{divs(BOTH)}<div>{escape(LEADS['samsung'].strip())}</div><div>{escape(' '.join(kept))}</div>"


def overflowing(a: Answered) -> str:
    """Gmail's plain mode: quoted lines that got too long go on below, without a mark."""
    lines = [part for line in a.quoted for part in textwrap.wrap(line, 66) or [line]]
    return "\n".join([TOP, "", f"On Fri, Nov 20, 2026 at 9:14 AM {NAME} wrote:", "", *lines])


def between(a: Answered) -> str:
    """Answers between marked lines, with blank ones about them."""
    lead, lines = f"On 20/11/2026 09:14, {NAME} wrote:", a.quoted
    return "\n".join([lead, *lines[:5], "", BOTH[0], "", *lines[5:9], BOTH[1], *lines[9:]])


def bare_page(a: Answered) -> str:
    """A page without any blockquote: headers in bold, and the letter in paragraphs."""
    names = ("Von", NAME), ("Gesendet", "Freitag, 20. November 2026 09:14"), ("An", "Ana"), ("Betreff", SUBJECT)
    heads = "<br>".join(f"<b>{name}:</b> {escape(value)}" for name, value in names)
    body = "".join(f"<p>{escape(line) or '&nbsp;'}</p>" for line in a.body.splitlines())
    return f"<p>{BOTH[0]}</p><p>{BOTH[1]}</p><div style='border-top:solid'><p>{heads}</p></div>{body}"


def raw(kind: str, encoding: str, change: Callable[[str], str]) -> Callable[[Answered, str], bytes]:
    """One part as it goes over the wire."""

    def made(_: Answered, text: str) -> bytes:
        head = f"Content-Type: text/{kind}\r\nContent-Transfer-Encoding: {encoding}\r\n\r\n"
        return (head + change(text).replace("\n", "\r\n")).encode()

    return made


def flowed(text: str, *, delsp: bool) -> str:
    """Long lines broken softly, lines that begin with a blank or From stuffed; DelSp takes the break's blank away."""
    out: list[str] = []
    for line in text.split("\n"):
        pieces = [line] if line.startswith(">") else textwrap.wrap(line, 60, drop_whitespace=False) or [line]
        end = " " if delsp else ""
        pieces = [f"{piece}{end}" for piece in pieces[:-1]] + [pieces[-1].rstrip()]
        out += [f" {piece}" if piece.startswith((" ", "From ")) else piece for piece in pieces]
    return "\n".join(out)


def softly(text: str) -> str:
    """Quoted-printable that breaks lines wherever it likes, in the middle of a word."""
    cut = ([line[n : n + 31].replace("=", "=3D") for n in range(0, max(1, len(line)), 31)] for line in text.split("\n"))
    return "\n".join("=\n".join(pieces) for pieces in cut)


GMAIL = f"On Fri, Nov 20, 2026 at 9:14 AM {NAME} wrote:"
CAUTION = "CAUTION: This email originated from outside of the organization. Do not click links or open\n" \
    "attachments unless you recognize the sender and know the content is safe."  # fmt: skip
EXTERN = "[EXTERN] ACHTUNG: Diese E-Mail kommt von außerhalb. Bitte öffnen Sie keine Anhänge."

MORE: dict[str, Shape] = {
    "samsung, a page that lost its tables": Shape(
        run_on(" ".join(BOTH), "samsung"), LEAD, TALK, html=lost_tables
    ),
    "yahoo": Shape(over(
        f"    On Friday, November 20, 2026 at 09:14:00 AM GMT+1, {NAME} wrote:  ", marks=" "), LEAD, TALK),
    "aol": Shape(over(
        f"-----Original Message-----\nFrom: {NAME}\nTo: ana@players.example\nSent: Fri, Nov 20, 2026 9:14 am\n"
        f"Subject: {SUBJECT}", marks=""), LEAD, TALK),
    "aol, written below": Shape(over(
        f"-----Original Message-----\nFrom: {NAME}\nTo: ana@players.example\nSent: Fri, Nov 20, 2026 9:14 am\n"
        f"Subject: {SUBJECT}", marks="", written="", below=TOP), LEAD, TALK),
    "zimbra": Shape(over("----- On Nov 20, 2026, at 9:14 AM, Referee referee@referee.example wrote:\n"), LEAD, TALK),
    "zimbra, in french": Shape(over(
        f'De: "Referee" <referee@referee.example>\nÀ: "Ana" <ana@players.example>\n'
        f"Envoyé: Vendredi 20 Novembre 2026 09:14:00\nObjet: {SUBJECT}", marks=""), LEAD, TALK),
    "proton": Shape(over(
        f"Sent with [Proton Mail](https://proton.me/mail/home) secure email.\n\n"
        f"On Friday, November 20th, 2026 at 9:14 AM, {NAME} wrote:"), LEAD, TALK),
    "hey": Shape(over(f"On November 20, 2026, {NAME} wrote:", marks=""), LEAD, TALK),
    "k-9": Shape(over(
        f"-- \nDiese Nachricht wurde von meinem Android-Gerät mit K-9 Mail gesendet.\n\n"
        f"Am 20. November 2026 09:14:00 MEZ schrieb {NAME}:"), LEAD, TALK),
    "k-9, written below": Shape(over(
        f"Am 20. November 2026 09:14:00 MEZ schrieb {NAME}:", written="",
        below=f"{TOP}\n-- \nDiese Nachricht wurde von meinem Android-Gerät mit K-9 Mail gesendet."), LEAD, TALK),
    "bluemail": Shape(over(
        f"Get BlueMail for Android\n\nOn Nov 20, 2026, at 9:14, {NAME} wrote:", marks=""), LEAD, TALK),
    "outlook on an iphone": Shape(over(
        f"Get Outlook for iOS<https://aka.ms/o0ukef>\n{'_' * 32}\nFrom: {NAME}\n"
        f"Sent: Friday, November 20, 2026 9:14:00 AM\nTo: ana@players.example\nSubject: {SUBJECT}",
        marks=""), LEAD, TALK),
    "web.de": Shape(over(
        "--\nDiese Nachricht wurde von meinem Android Mobiltelefon mit WEB.DE Mail gesendet.\n"
        "Am 20.11.26, 09:14 schrieb Referee <referee@referee.example>:"), LEAD, TALK),
    "t-online": Shape(over(
        f'-----Original-Nachricht-----\nBetreff: {SUBJECT}\nDatum: 2026-11-20T09:14:00+0100\n'
        f'Von: "Referee" <referee@referee.example>\nAn: "Ana" <ana@players.example>', marks=""), LEAD, TALK),
    "icloud": Shape(over(f"> On 20. Nov 2026, at 09:14, {NAME} wrote:"), LEAD, TALK),
    "gmail's plain mode": Shape(overflowing, LEAD, TALK),
    "notes": Shape(over(
        f"Ana Smith\nAcme Ltd\nTel. 020 7946 0123\n\n\nFrom:\tReferee <referee@referee.example>\n"
        f"To:\tana@players.example\nDate:\t20.11.2026 09:14\nSubject:\t{SUBJECT}\n{'_' * 32}\n", marks=""), LEAD, TALK),
    "flowed": Shape(
        over(GMAIL, written=LONG), (LONG,),
        raw=raw("plain; charset=utf-8; format=flowed", "8bit", lambda text: flowed(text, delsp=False))),
    "flowed, DelSp": Shape(
        over(GMAIL, written=LONG), (LONG,),
        raw=raw("plain; charset=utf-8; format=flowed; DelSp=yes", "8bit", lambda text: flowed(text, delsp=True))),
    "soft breaks": Shape(
        over(GMAIL), LEAD, TALK, raw=raw("plain; charset=utf-8", "quoted-printable", softly)),
    "a company's, in german": Shape(
        over(OUTLOOK_DE, marks="", written=f"{TOP}\n\n{SIGNATURES['german']}\n"), LEAD, TALK),
    "a company's, in english": Shape(over(GMAIL, written=f"{TOP}\n\n{SIGNATURES['english']}\n"), LEAD, TALK),
    "between": Shape(between, LEAD, TALK),
    "a page without a quotation": Shape(
        bare_page, LEAD, TALK, raw=raw("html; charset=utf-8", "8bit", lambda text: text)),
    "a warning above": Shape(over(GMAIL, written=f"{CAUTION}\n\n{TOP}"), LEAD, TALK),
    "a warning above, in german": Shape(over(OUTLOOK_DE, marks="", written=f"{EXTERN}\n\n{TOP}"), LEAD, TALK),
    "a warning within the quotation": Shape(
        over(f"{OUTLOOK_DE}\n{EXTERN}\n{CAUTION}", marks=""), LEAD, TALK, subject=f"AW: [EXTERN] {SUBJECT}"),
    "quoted and nothing else": Shape(over(OUTLOOK_DE, marks="", written="Danke!"), outcome=NOTHING),
}  # fmt: skip
"""Each letter by its name."""
