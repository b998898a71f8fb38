"""Letters in and out at the command line."""

import re
import sqlite3
from pathlib import Path

import pytest

from referee.mail.clients import reply
from tests.cli.conftest import Referee

LETTER = (
    b"From: Anna <anna@players.example>\r\nTo: referee@referee.example\r\nSubject: hello\r\n"
    b"Message-ID: <1@players.example>\r\n\r\nLEAD LOWEST\r\n\r\nOn Monday, Anna wrote:\r\n> PLAY ON 3\r\n"
)


def welcome(referee: Referee, folder: Path) -> bytes:
    """Anna's first letter, as it goes out."""
    with sqlite3.connect(folder / "referee.db") as database:
        (token,) = database.execute("SELECT token FROM token WHERE seat = 'Anna' AND step = 1").fetchone()
        mail = "SELECT message_id FROM mail WHERE seat = 'Anna' AND kind = 'welcome'"
        (identity,) = database.execute(mail).fetchone()
    body = str(referee("report", "show", "duel", "Anna", "--unseal", "--json").data[0]["body"])
    head = (
        f"From: The Referee <referee@referee.example>\r\nTo: anna@players.example\r\nSubject: Welcome\r\n"
        f"Date: Fri, 20 Nov 2026 20:00:00 +0000\r\nMessage-ID: {identity}\r\n"
        f"Reply-To: orders+{token}@referee.example\r\n\r\n"
    )
    return (head + body.replace("\n", "\r\n")).encode()


def answer(referee: Referee, folder: Path, *lines: str) -> bytes:
    """Anna's answer to it."""
    return reply("gmail", welcome(referee, folder), lines, "Anna <anna@players.example>")


def test_a_letter_is_kept_once_from_a_pipe_or_a_file(referee: Referee, tmp_path: Path) -> None:
    (tmp_path / "letter.eml").write_bytes(LETTER)

    piped = referee("mail", "keep", "-", "--from", "anna@players.example", "--json", stdin=LETTER)
    again = referee("mail", "keep", str(tmp_path / "letter.eml"), "--from", "anna@players.example", "--json")

    assert piped.data == {"letter": 1, "new": True, "truncated": False}
    assert again.data == {"letter": 1, "new": False, "truncated": False}


def test_a_pipe_hands_a_letter_over_and_hears_to_come_again_if_it_is_set_up_wrongly(
    referee: Referee, nowhere: Referee
) -> None:
    taken = referee("mail", "take", "--from", "anna@players.example", "--json", stdin=LETTER)
    wrong = referee("mail", "take", "--form", "anna@players.example", stdin=LETTER)
    lost = nowhere("mail", "take", stdin=LETTER)

    assert (taken.code, taken.data) == (0, {"letter": 1, "new": True, "truncated": False})
    assert (wrong.code, lost.code) == (75, 75)


def test_a_maildir_is_fetched_once_by_hand(referee: Referee, folder: Path, tmp_path: Path) -> None:
    for name in ("new", "cur", "tmp"):
        (tmp_path / "box" / name).mkdir(parents=True)
    with (folder / "referee.toml").open("a") as settings:
        settings.write(f'\n[maildir]\npath = "{tmp_path / "box"}"\n')
    text = (folder / "referee.toml").read_text().replace("\n[maildir]\n", "\n", 1)
    (folder / "referee.toml").write_text(text)
    (tmp_path / "box" / "new" / "1.a").write_bytes(LETTER)

    first, again = referee("mail", "fetch", "--json"), referee("mail", "fetch")

    assert first.data == {"maildir": 1}
    assert again.out == "0 letters came by maildir.\n"
    (tmp_path / "box" / "cur").rename(tmp_path / "box" / "gone")
    assert referee("mail", "fetch").code == 75


def test_a_letter_of_orders_goes_its_way_by_hand(referee: Referee, folder: Path) -> None:
    raw = answer(referee, folder, "LEAD LOWEST", "PLAY ON 3")
    to = re.search(rb"orders\+\w+@referee.example", raw)
    assert to is not None

    kept = referee("mail", "keep", "-", "--from", "anna@players.example", "--to", to[0].decode(), stdin=raw)
    read = referee("mail", "read", "--json")

    assert kept.code == 0
    assert read.data == {"read": 1, "waiting": 0}
    assert referee("mail", "list", "--json").data[0]["outcome"] == "orders filed"
    assert referee("turn", "status", "duel", "--json").data["silent"] == ["Bruno"]


@pytest.mark.parametrize("words", ["keep", "keep --wrong -", "keep /no/such/file", "keep -"])
def test_whatever_goes_wrong_a_pipe_is_told_to_try_again(referee: Referee, words: str) -> None:
    assert referee("mail", *words.split()).code == 75


def test_without_a_campaign_a_pipe_is_told_to_try_again(nowhere: Referee) -> None:
    found = nowhere("mail", "keep", "-", stdin=LETTER)

    assert (found.code, found.out) == (75, "")
    assert "There is no campaign here" in found.err


def test_a_locked_database_is_temporary(
    referee: Referee, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from datetime import timedelta

    from referee.store.database import Store

    monkeypatch.setattr(Store.__init__, "__defaults__", (timedelta(milliseconds=50),))
    monkeypatch.setitem(Store.open.__func__.__kwdefaults__, "patience", timedelta(milliseconds=50))  # type: ignore[attr-defined]
    other = sqlite3.connect(folder / "referee.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    try:
        kept = referee("mail", "keep", "-", stdin=LETTER)
        paused = referee("game", "pause", "duel")
    finally:
        other.close()

    assert (kept.code, paused.code) == (75, 75)
    assert "try again" in kept.err


def test_every_line_of_a_letter_is_explained(nowhere: Referee) -> None:
    found = nowhere("mail", "explain", "-", "--json", stdin=LETTER).data

    assert found["sender"] == {"address": "anna@players.example", "name": "Anna", "problem": None, "machine": None}
    assert [(line["text"], line["label"]) for line in found["lines"] if line["text"]] == [
        ("LEAD LOWEST", "new"),
        ("On Monday, Anna wrote:", "attribution"),
        ("> PLAY ON 3", "quoted"),
    ]
    assert found["size"] == len(LETTER)
    assert found["limits"]["bytes"] > 100_000


def test_a_letter_is_explained_in_words_too(nowhere: Referee) -> None:
    told = nowhere("mail", "explain", "-", stdin=LETTER).out.splitlines()
    automatic = nowhere("mail", "explain", "-", stdin=b"Auto-Submitted: auto-replied\r\n" + LETTER).out.splitlines()

    assert told == [
        "From      anna@players.example",
        "To        referee@referee.example",
        "Subject   hello",
        "Token     none that is known here",
        "Machine   no sign of one",
        f"Size      {len(LETTER)} bytes of 1048576",
        "",
        "new         | LEAD LOWEST",
        "blank       |",
        "attribution | On Monday, Anna wrote:",
        "quoted      | > PLAY ON 3",
        "blank       |",
    ]
    assert automatic[4] == "Machine   Auto-Submitted"


def test_in_its_campaign_a_letter_is_known_by_its_token_which_is_not_shown(referee: Referee, folder: Path) -> None:
    raw = answer(referee, folder, "LEAD LOWEST")
    (folder.parent / "answer.eml").write_bytes(raw)

    found = referee("mail", "explain", str(folder.parent / "answer.eml"), "--json")
    told = referee("mail", "explain", str(folder.parent / "answer.eml"))

    assert found.data["token"] == {"game": "duel", "seat": "Anna", "turn": 1}
    assert [line["text"] for line in found.data["lines"] if line["label"] == "new"] == ["LEAD LOWEST"]
    for said in (found.out, told.out):
        assert re.search(r"orders\+\w{24}@", said) is None


def test_a_players_letter_is_sealed(referee: Referee, folder: Path) -> None:
    raw = answer(referee, folder, "LEAD LOWEST")
    to = re.search(rb"orders\+\w+@referee.example", raw)
    assert to is not None
    referee("mail", "keep", "-", "--from", "anna@players.example", "--to", to[0].decode(), stdin=raw)

    sealed = referee("mail", "show", "1")
    opened = referee("mail", "show", "1", "--unseal")

    assert "LEAD LOWEST" not in sealed.out
    assert "new         | LEAD LOWEST" in opened.out
    assert referee("mail", "show", "1", "--raw").code == 2


def test_a_strangers_letter_is_open(referee: Referee) -> None:
    referee("mail", "keep", "-", "--from", "zoe@players.example", stdin=LETTER.replace(b"anna@", b"zoe@"))
    referee("mail", "read")

    assert "LEAD LOWEST" in referee("mail", "show", "1").out
    assert referee("mail", "list", "--json").data[0]["outcome"] == "stranger"


def test_control_characters_of_a_letter_do_not_reach_the_terminal(referee: Referee) -> None:
    evil = LETTER.replace(b"LEAD LOWEST", b"\x1b[2J\x07LEAD").replace(b"Subject: hello", b"Subject: \x1b]0;x\x07")

    found = referee("mail", "explain", "-", stdin=evil)

    assert found.code == 0
    assert "\x1b" not in found.out
    assert "\x07" not in found.out


def test_a_held_letter_is_listed_and_released(referee: Referee, folder: Path) -> None:
    raw = answer(referee, folder, "LEAD LOWEST").replace(b"anna@players.example", b"mallory@players.example")
    to = re.search(rb"orders\+\w+@referee.example", raw)
    assert to is not None
    referee("mail", "keep", "-", "--from", "mallory@players.example", "--to", to[0].decode(), stdin=raw)
    referee("mail", "read")

    held = referee("mail", "held", "--json").data
    released = referee("mail", "release", "1")

    assert [one["outcome"] for one in held] == ["held: another sender"]
    assert released.code == 0
    assert referee("mail", "held", "--json").data == []


def test_mail_that_cannot_be_sent_waits_and_says_so(referee: Referee, folder: Path) -> None:
    toml = folder / "referee.toml"
    toml.write_text(re.sub(r"port = 25\b", "port = 1", toml.read_text()))

    found = referee("mail", "send", "--json")

    assert (found.code, found.data) == (75, {"sent": 0, "waiting": 5})
    assert [one["error"] != "" for one in referee("mail", "outbox", "--json").data] == [True] * 5


def test_a_mail_that_was_sent_can_be_sent_again_and_one_that_waits_need_not(referee: Referee, folder: Path) -> None:
    waiting = referee("mail", "resend", "1")
    with sqlite3.connect(folder / "referee.db") as database:
        database.execute("UPDATE mail SET state = 'failed', error = 'it came back: 550 no such user' WHERE id = 1")
    before = referee("mail", "outbox", "--json").data[0]

    again = referee("mail", "resend", "1")

    after = referee("mail", "outbox", "--json").data[0]
    assert (waiting.code, waiting.err) == (2, "Mail 1 waits to be sent anyway.\n")
    assert (before["state"], before["error"]) == ("failed", "it came back: 550 no such user")
    assert (again.code, again.out) == (0, "Mail 1 goes out once more.\n")
    assert (after["state"], after["error"]) == ("queued", None)


def test_the_doctor_says_that_there_is_no_second_way(referee: Referee) -> None:
    found = referee("doctor", "--no-smtp", "--alarm", "--json").data["findings"]

    assert [one["found"] for one in found if one["what"] == "alarm"] == ["there is no second way to you"]
