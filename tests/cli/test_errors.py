"""What goes wrong is said in one plain message, with the exit code that a script goes by."""

import io
import json
import os
import sqlite3
import subprocess
import sys
import tarfile
import time
from collections.abc import Callable
from contextlib import closing
from hashlib import sha256
from pathlib import Path

import pytest

from referee.service.upkeep.faults import OURS, TEMPORARY, WRONG, Fault, explained
from referee.store.errors import Busy
from tests.cli.conftest import Referee


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("game create x wizard-duel", "There is no game wizard-duel. Did you mean wizards-duel?"),
        ("game create x duel", "There is no game duel. Did you mean wizards-duel?"),
        ("game create duel wizards-duel", "There is a game duel already. Choose another name."),
        ("game create x wizards-duel -o dek=half", "Wizard's Duel has no option dek. Did you mean deck?"),
        ("game create x wizards-duel -o deck=big", "Option deck cannot be 'big'. It may be full or half"),
        ("game create x wizards-duel --deadline soon", "I cannot read the deadline 'soon'. Write, for instance,"),
        ("game create x wizards-duel --zone Mars/Base", "I know no time zone 'Mars/Base'. Write one such as"),
        ("game show deul", "There is no game deul. The only one is duel."),
        ("game extend duel whenever", "I cannot read the time 'whenever'. Write, for instance, 2d, tomorrow 20:00"),
        ("game start duel", "duel has begun already."),
        ("seat add duel Carl carl@players.example", "duel has begun already."),
        ("orders check duel Zoe -l LEAD", "There is no seat Zoe. The seats are Anna, Bruno."),
        ("turn preview duel --seat Zoe", "There is no seat Zoe. The seats are Anna, Bruno."),
        ("seat rotate duel Zoe", "There is no seat Zoe. The seats are Anna, Bruno."),
        ("rules wizard-duel", "There is no game wizard-duel. Did you mean wizards-duel?"),
        ("mail release 5", "There is no letter 5."),
        ("mail explain /no/such/letter", "/no/such/letter: No such file or directory."),
        ("report show duel GM --turn 7", "There is no such letter to GM."),
        ("simulate wizards-duel --players 5", "Wizard's Duel is for 2 players, not 5."),
    ],
)
def test_a_mistake_is_answered_kindly(referee: Referee, words: str, said: str) -> None:
    found = referee(*words.split())

    assert (found.code, found.out) == (2, "")
    assert found.err.startswith(said)
    assert "Traceback" not in found.err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("turn run spring", "The game has not begun. To begin it: referee game start spring"),
        ("seat replace spring Zoe zoe@players.example", "There is no seat Zoe. No seat is taken yet."),
        ("report show spring Zoe", "There is no seat Zoe. No seat is taken yet."),
    ],
)
def test_of_a_game_that_has_not_begun_it_is_said_so(referee: Referee, words: str, said: str) -> None:
    referee("game", "create", "spring", "wizards-duel", "--title", "The game", "--deadline", "daily 20:00")

    stands = referee("turn", "status", "spring").out.splitlines()

    assert stands[0] == "The game: inviting, it has not begun."
    assert referee(*words.split()).err == f"{said}\n"


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (
            ("seat", "absent", "duel", "Anna", "2026-13-45"), 2,
            "2026-13-45 is not in the calendar. Write, for instance, 2026-12-20 to 2027-01-03, or from 20 Dec to 3"
            " Jan.",
        ),
        (
            ("rules", "wizards-duel", "QQ-99"), 1,
            'The rules of Wizard\'s Duel have no part "QQ-99". referee rules wizards-duel lists the chapters; with a'
            " number, an option, a word, DEFAULTS or ALL behind it, it shows that.",
        ),
        (
            ("ruling", "add", "duel", "TO Anna: you may look."), 2,
            "It would be told to everybody, so nobody was told. Name those it is for with --to, or say --to ALL.",
        ),
    ],
)  # fmt: skip
def test_what_is_typed_is_answered_in_words_for_what_is_typed(
    referee: Referee, words: tuple[str, ...], code: int, said: str
) -> None:
    found = referee(*words)

    assert (found.code, " ".join(f"{found.out}{found.err}".split())) == (code, said)


FIGURES = "9" * 20


@pytest.mark.parametrize("words", ["mail release N", "mail resend N", "report show duel Anna --turn N"])
def test_a_number_without_end_is_told_so(referee: Referee, words: str) -> None:
    found = referee(*words.replace("N", FIGURES).split())

    assert (found.code, found.err) == (2, "That number is too large; nothing here has so many figures.\n")


@pytest.mark.parametrize(("line", "code"), [("HISTORY %", 1), ("REPLY IF LED >= % CALL", 1), ("RULES %", 0)])
def test_an_order_with_a_number_without_end_is_read_at_once(referee: Referee, line: str, code: int) -> None:
    began = time.process_time()
    found = referee("orders", "check", "duel", "Anna", "-l", line.replace("%", FIGURES))

    assert found.code == code
    assert time.process_time() - began < 10  # it took 39 seconds once


def test_without_a_campaign_one_is_told_how_to_name_it(nowhere: Referee) -> None:
    found = nowhere("game", "list")

    assert found.code == 2
    assert found.err == (
        "There is no campaign here or above. Name its folder with --campaign DIR or REFEREE_CAMPAIGN, "
        "or make one: referee init DIR.\n"
    )


def test_a_campaign_that_is_not_there_is_told(nowhere: Referee) -> None:
    found = nowhere("--campaign", "elsewhere", "game", "list")

    assert (found.code, found.err) == (2, "elsewhere/referee.toml: there is no such file; `referee init` makes one.\n")


def test_the_folder_one_is_in_is_the_campaign(
    referee: Referee, folder: Path, nowhere: Referee, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)

    assert nowhere("game", "list").code == 0


def test_all_that_is_wrong_with_settings_is_said_at_once(referee: Referee, folder: Path) -> None:
    (folder / "referee.toml").write_text('[campaign]\nname = ""\n[smpt]\n')

    found = referee("game", "list")

    assert found.code == 2
    assert len(found.err.splitlines()) > 3
    assert "Did you mean smtp" in found.err


def test_debug_shows_where(referee: Referee) -> None:
    from typer.testing import CliRunner

    from referee.cli.app import app

    done = CliRunner().invoke(app, ["--debug", "rules", "nothing"])

    assert isinstance(done.exception, LookupError)


def number_of_nothing() -> Exception:
    return KeyError("the seed is 1234")


@pytest.mark.parametrize(
    ("made", "fault"),
    [
        (lambda: Busy("it is locked."), Fault("it is locked.", TEMPORARY)),
        (lambda: FileNotFoundError(2, "No such file", "x.eml"), Fault("x.eml: No such file.", WRONG)),
        (lambda: LookupError("There is no game."), Fault("There is no game.", WRONG)),
        (
            number_of_nothing,
            Fault("The referee made a mistake of its own (KeyError). referee --debug shows where.", OURS),
        ),
    ],
)
def test_errors_have_words_and_codes(made: Callable[[], Exception], fault: Fault) -> None:
    assert explained(made()) == fault


ENDLESS = "[" * 20_000
VIEW = "WITH RECURSIVE n(name, step) AS (SELECT 'x', 1 UNION ALL SELECT name, step + 1 FROM n) SELECT * FROM n"


def packed(folder: Path, target: Path, **changed: bytes) -> Path:
    """Back a campaign up, and put other bytes in the place of some of its files, each with its right hash."""
    files = {"referee.toml": (folder / "referee.toml").read_bytes(), "referee.db": (folder / "referee.db").read_bytes()}
    files |= {name.replace("_", "."): data for name, data in changed.items()}
    told = {
        "program": "0", "revision": "0", "made_at": "2026-11-21T19:00:00+00:00",
        "files": {name: sha256(data).hexdigest() for name, data in files.items()},
    }  # fmt: skip
    with tarfile.open(target, "w:gz") as archive:
        for name, data in {"backup.json": json.dumps(told).encode(), **files}.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    return target


def test_settings_nested_without_end_are_told_so(referee: Referee, folder: Path) -> None:
    (folder / "referee.toml").write_text(f"a = {ENDLESS}", encoding="utf-8")

    found = referee("game", "list")

    assert found.code == 2
    assert found.err == f"{folder}/referee.toml: brackets stand in brackets without end; no setting wants that.\n"


def test_a_table_and_a_rule_case_nested_without_end_are_told_so(referee: Referee, folder: Path) -> None:
    (folder / "data" / "tarot.toml").write_text(f"a = {ENDLESS}", encoding="utf-8")
    (folder / "case.md").write_text(f"game: wizards-duel\n\n```yaml\ncase: {ENDLESS}\n```\n", encoding="utf-8")

    table, case = referee("turn", "preview", "duel"), referee("cases", "run", str(folder / "case.md"))

    assert (table.code, case.code) == (2, 1)
    assert "tarot.toml: brackets stand in brackets without end; no table wants that." in table.err
    assert "brackets stand in brackets without end; no case wants that." in case.out


def test_a_name_with_dots_without_end_is_told_so(referee: Referee, folder: Path) -> None:
    dotted = f"{'a.' * 50_000}b = 1\n"
    (folder / "data" / "tarot.toml").write_text(dotted, encoding="utf-8")
    table = referee("turn", "preview", "duel")
    (folder / "referee.toml").write_text(dotted, encoding="utf-8")
    settings = referee("game", "list")

    assert (table.code, settings.code) == (2, 2)
    assert "tarot.toml: a name has dots in it without end; no table wants that." in table.err
    assert settings.err == f"{folder}/referee.toml: a name has dots in it without end; no setting wants that.\n"


def test_a_number_with_figures_without_end_is_told_so(referee: Referee, folder: Path) -> None:
    number = f"a = {'9' * 5_000}\n"
    (folder / "data" / "tarot.toml").write_text(number, encoding="utf-8")
    (folder / "case.md").write_text(
        f"game: wizards-duel\n\n```yaml\nid: WD-1.1\ngiven: {'9' * 5_000}\n```\n", encoding="utf-8"
    )
    table, case = referee("turn", "preview", "duel"), referee("cases", "run", str(folder / "case.md"))
    (folder / "referee.toml").write_text(number, encoding="utf-8")
    settings = referee("game", "list")

    assert (table.code, case.code, settings.code) == (2, 1, 2)
    assert "a number has figures without end; no case wants that." in case.out
    assert "tarot.toml: a number has figures without end; no table wants that." in table.err
    assert settings.err == f"{folder}/referee.toml: a number has figures without end; no setting wants that.\n"


def test_a_damaged_database_is_not_backed_up_and_told(referee: Referee, folder: Path) -> None:
    whole = (folder / "referee.db").read_bytes()
    (folder / "referee.db").write_bytes(whole[:4096] + b"\xff" * (len(whole) - 4096))

    found = referee("backup", "make", str(folder.parent / "one.tar.gz"))

    assert found.code == 2
    assert f"{folder}/referee.db: the file is damaged. Stop the referee and take a copy from backups/." in found.err
    assert not (folder.parent / "one.tar.gz").exists()


def test_a_backup_whose_database_is_a_text_is_told(referee: Referee, folder: Path) -> None:
    found = referee("backup", "check", str(packed(folder, folder.parent / "b.tar.gz", referee_db=b"a text\n" * 500)))

    assert found.code == 2
    assert found.err.endswith("b.tar.gz: the database in this backup cannot be read: file is not a database.\n")


@pytest.mark.parametrize("harm", [f"DROP TABLE game; CREATE VIEW game AS {VIEW}", f"CREATE VIEW more AS {VIEW}"])
def test_a_backup_that_would_be_looked_at_without_end_is_refused(referee: Referee, folder: Path, harm: str) -> None:
    with closing(sqlite3.connect(folder / "referee.db")) as connection:
        connection.executescript(f"PRAGMA foreign_keys = OFF; {harm}; PRAGMA wal_checkpoint(TRUNCATE)")
    backup = packed(folder, folder.parent / "b.tar.gz")

    found = [referee("backup", *words) for words in (("check", str(backup)), ("restore", str(backup), "elsewhere"))]

    assert [one.code for one in found] == [2, 2]
    assert all("the database in this backup holds what no referee puts there: view " in one.err for one in found)


def test_the_doctor_sees_a_disk_that_cannot_be_written(folder: Path) -> None:
    mounted = ["unshare", "--mount", "sh", "-c", f"mount --bind {folder} {folder} && mount -o remount,ro,bind {folder}"]
    if os.geteuid() != 0 or subprocess.run(mounted, capture_output=True, check=False).returncode != 0:
        pytest.skip("a folder can be made read-only only by root, where mounts are allowed")
    command = f"{mounted.pop()} && exec {sys.executable} -m referee --campaign {folder} doctor --no-smtp --json"

    found = subprocess.run([*mounted, command], capture_output=True, text=True, check=False)

    bad = [one for one in json.loads(found.stdout)["findings"] if not one["well"]]
    assert found.returncode == 1
    assert ("disk", f"nothing can be written in {folder}: Read-only file system") in [
        (one["what"], one["found"]) for one in bad
    ]
