"""`referee demo`, as a newcomer runs it: in an empty home, from any folder, and nothing is left running."""

import json
import os
import re
import signal
import smtplib
import subprocess
import sys
from dataclasses import dataclass, replace
from email import message_from_bytes
from pathlib import Path
from typing import Any

import pytest

from referee.demo.correspondents import asked
from referee.demo.play import Sitting
from referee.reports.wrap import WIDTH
from tests.cli.fields import shown, unlike
from tests.house.source import ROOT
from tests.service.world import World

PROGRAM = [sys.executable, "-m", "referee"]


@dataclass(frozen=True)
class Home:
    """An empty home, and a folder to stand in."""

    path: Path
    cache: Path
    """Where compiled templates lie, outside of it: only the first demo of this page has to compile them."""

    @property
    def environment(self) -> dict[str, str]:
        """Only what a program needs; settings of ours in it must not reach the demo."""
        return {
            "HOME": str(self.path),
            "XDG_CACHE_HOME": str(self.cache),
            "TMPDIR": str(self.path),
            "PATH": os.environ["PATH"],
            "PYTHONPATH": str(ROOT),
            "REFEREE_SMTP_HOST": "mail.invalid",
        }

    def run(self, *words: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
        """Run the program to its end."""
        return subprocess.run(
            [*PROGRAM, *words],
            input=stdin,
            env=self.environment,
            cwd=self.path,
            capture_output=True,
            text=True,
            timeout=900,
            check=False,
        )

    def start(self, *words: str) -> "subprocess.Popen[str]":
        """Start the program, as at a terminal: it hears Ctrl-C, though the tests may run in the background."""
        return subprocess.Popen(
            [*PROGRAM, *words],
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
            env=self.environment,
            cwd=self.path,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty folder for all demos of this page."""
    return tmp_path_factory.mktemp("cache")


@pytest.fixture
def home(tmp_path: Path, cache: Path) -> Home:
    """An empty home."""
    (tmp_path / "home").mkdir()
    return Home(tmp_path / "home", cache)


def letters(folder: Path, address: str) -> list[Any]:
    """The letters in a mailbox."""
    box = folder / "mailboxes" / address
    return [message_from_bytes(file.read_bytes()) for file in sorted((box / "new").iterdir())]


def test_two_demos_at_once_play_their_game_to_the_end(home: Home) -> None:
    running = [home.start("demo", "wizards-duel", "--keep", name, "--seed", "7", "--json") for name in ("one", "two")]
    said = [process.communicate(timeout=900) for process in running]

    assert [process.returncode for process in running] == [0, 0], said
    one, two = (json.loads(out) for out, _ in said)
    assert (one["over"], one["reason"], one["verdict"]["bad_step"]) == (True, "out of cards", None)
    assert list(unlike(shown()["demo"], one)) == []
    assert one["winners"] == two["winners"]
    assert len(one["programs"]) >= 8
    assert one["received"] >= 2 * one["turns"]
    assert "turn 2, running" in said[0][1]
    looked_at(home.path / "one")


def looked_at(folder: Path) -> None:
    """What a demo leaves: every seat's letters as text, in its mailbox too, and an archive."""
    assert sorted(path.name for path in folder.iterdir() if path.is_dir()) == ["letters", "mailboxes"]
    assert sorted(path.name for path in (folder / "letters").iterdir()) == ["Anna", "Bruno", "GM"]
    mine = list((folder / "letters" / "Anna").glob("*.txt"))
    assert {path.stem.split("-")[-1] for path in mine} >= {"invitation", "welcome", "report", "receipt", "end"}
    assert len(letters(folder, "anna@players.test")) == len(mine)
    assert (folder / "referee.db").is_file()


def test_the_demo_is_amber_with_nine_and_prints_who_won_how_a_report_and_where_all_lies(home: Home) -> None:
    done = home.run("demo", "--seed", "7", "--keep", "mine")

    assert done.returncode == 0, done.stderr
    for words in ("WHERE EVERYBODY STANDS", "Receipt ", " won after ", "Archive verified: ", "Reports ", "Mailboxes "):
        assert words in done.stdout
    boxes = home.path / "mine" / "mailboxes"
    assert f"A mailbox:    neomutt -R -e 'set folder=\"{boxes}\"' -f =benedict@players.test\n" in done.stdout
    assert {path.name for path in (boxes / "benedict@players.test").iterdir()} == {"cur", "new", "tmp"}
    assert re.search(r"^The Game of Amber demo: .* won after \d+ turns, .*\n.+\.$", done.stdout, re.MULTILINE)
    assert re.search(r"^  \|       \w+ of (Swords|Cups|Pentacles)  +\w+", done.stdout, re.MULTILINE)
    seats = {path.name for path in (home.path / "mine" / "letters").iterdir()}
    assert seats == {*"Benedict Fiona Corwin Brand Julian Deirdre Blaise Merlin Gerard".split(), "GM"}
    assert "\x1b" not in done.stdout + done.stderr
    assert max(map(len, done.stdout.splitlines())) <= 200


def test_a_newcomer_plays_a_turn_at_the_terminal(home: Home) -> None:
    typed = "LEED M7\n\nn\nLEAD LOWEST\nPLAY ON 0\n\nquit\n"

    done = home.run("demo", "wizards-duel", "--play", "--keep", "mine", "--seed", "3", stdin=typed)

    assert done.returncode == 0, done.stderr
    assert "I don't know the order \"LEED\". Did you mean LEAD?" in done.stdout
    assert "Receipt 1-ANNA-1" in done.stdout
    assert "for ANNA" in done.stdout.partition("Receipt 1-ANNA-1")[2]
    assert (home.path / "mine" / "letters" / "Anna").is_dir()


def test_a_newcomer_sits_down_with_three_others_at_ambers_table(home: Home) -> None:
    typed = "SIEZE\n\nn\nWAIT\nDEFEND WITH ANY\n\nquit\n"

    done = home.run("demo", "--play", "--keep", "mine", "--seed", "3", stdin=typed)

    assert done.returncode == 0, done.stderr
    assert "You are Benedict, at a table with Fiona, Corwin and Brand." in " ".join(done.stdout.split())
    assert "Did you mean SEIZE" in done.stdout
    assert "Receipt 1-BENEDICT-1" in done.stdout
    assert "for BENEDICT" in done.stdout.partition("Receipt 1-BENEDICT-1")[2]


def test_orders_are_asked_for_once_the_letter_of_the_turn_was_read(tmp_path: Path) -> None:
    with Sitting("wizards-duel", tmp_path / "mine", name="Anna", seed=1) as sitting:
        before = sitting.must_act()
        while (came := sitting.next(300)) is not None and not came.asks:
            continue
        after = sitting.must_act()

    assert (before, after) == (False, True)


def test_a_report_whose_form_suggests_no_lines_is_answered_too(tmp_path: Path) -> None:
    world = World.made(tmp_path)
    kit = world.campaign.kit("wizards-duel")
    orders = replace(kit.rules.orders, form=lambda view: ())
    bare = replace(kit, rules=replace(kit.rules, orders=orders))
    world.campaign._kits = dict.fromkeys((("wizards-duel", ""), ("wizards-duel", kit.rules.edition)), bare)
    world.game()
    world.quiet().adjudicate()

    found = [asked(world.campaign, str(mail.message["Message-ID"])) for mail in world.mails()]
    reports = [one for one in found if one is not None and one.kind == "report"]
    assert [(one.turn, bool(one.lines), one.form and one.form.lines) for one in reports] == [(2, True, ())] * 2
    world.campaign.close()


def test_a_letter_is_shown_as_it_is_laid_out(tmp_path: Path) -> None:
    with Sitting("wizards-duel", tmp_path / "mine", name="Anna", seed=1) as sitting:
        while (came := sitting.next(300)) is not None and not came.asks:
            continue

    assert came is not None
    assert max(map(len, came.text.splitlines())) <= WIDTH
    assert "\n  In each round one of you leads a card and the other answers; the\n  higher value scores" in came.text


def test_nothing_listens_any_more_when_a_player_has_left_the_table(tmp_path: Path) -> None:
    with Sitting("wizards-duel", tmp_path / "mine", name="Anna", seed=1) as sitting:
        host, port = sitting.host
        with smtplib.SMTP(host, port, timeout=300) as table:
            answered, _ = table.noop()

    assert answered == 250
    with pytest.raises(ConnectionRefusedError):
        smtplib.SMTP(host, port, timeout=300)


def test_a_demo_that_is_broken_off_ends_politely(home: Home) -> None:
    process = home.start("demo", "--keep", "mine")
    assert process.stderr is not None
    while "turn 1" not in process.stderr.readline():
        continue

    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=300)

    assert process.returncode == 130
    assert out.endswith("mine.\n")
    assert "Traceback" not in err


def test_a_demo_keeps_out_of_a_folder_that_is_in_use(home: Home) -> None:
    (home.path / "mine").mkdir()
    (home.path / "mine" / "diary.txt").write_text("dear diary")

    done = home.run("demo", "--keep", "mine")

    assert done.returncode == 2
    assert done.stderr.endswith("mine is not empty. Give a new folder, or one that is empty.\n")
    assert [path.name for path in (home.path / "mine").iterdir()] == ["diary.txt"]


def test_ones_own_mail_program_is_told_where_to_look_and_ctrl_c_ends_it(home: Home) -> None:
    process = home.start("demo", "wizards-duel", "--play", "--mail", "--keep", "mine")
    assert process.stdout is not None
    said = ""
    while "In your inbox" not in said:
        line = process.stdout.readline()
        assert line, said
        said += line
    mine = home.path / "mine"
    port = int(found[1]) if (found := re.search(r"SMTP, 127.0.0.1, port (\d+)", said)) else 0
    welcome = next(one for one in letters(mine, "anna@players.test") if "Welcome" in one["Subject"])
    answer = f"From: anna@players.test\nIn-Reply-To: {welcome['Message-ID']}\n\nLEAD HIGHEST\n"
    with smtplib.SMTP("127.0.0.1", port, timeout=300) as host:
        host.sendmail("anna@players.test", [welcome["Reply-To"]], answer)
    while "Turn 1: your orders" not in (line := process.stdout.readline()):
        assert line
    process.send_signal(signal.SIGINT)
    rest, err = process.communicate(timeout=300)

    assert f"  neomutt -n -F {mine / 'muttrc'}\n" in said
    settings = set((mine / "muttrc").read_text().splitlines())
    assert settings >= {
        f'set spoolfile="{mine / "mailboxes" / "anna@players.test"}"',
        f'set smtp_url="smtp://127.0.0.1:{port}"',
        'set from="Anna <anna@players.test>"',
    }
    assert process.returncode == 0, err
    assert "All letters lie in" in rest
    with pytest.raises(OSError, match="refused"):
        smtplib.SMTP("127.0.0.1", port, timeout=2)
