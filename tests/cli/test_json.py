"""What commands print for programs is what their page says; nothing sealed is in it, and errors are JSON too."""

import json
import shutil
from contextlib import closing
from pathlib import Path
from sqlite3 import connect

import pytest

from referee.games.wizards_duel import RULESET
from tests.cli.conftest import Referee, Said, run
from tests.cli.fields import PAGE, classes, hints, meanings, page, shown, unlike

WHY = ("--reason", "The server lost a letter.")
CASES = Path(__file__).parents[1] / "cases" / "wizards_duel"

ORDER, WORDS, WISH = "REPLY IF LED = M18 PLAY M19", "meet me where the lantern hangs", "lanternlight"
"""What Anna has on file, what she wrote to Bruno alone, and what she wrote into the subject of a letter."""

LOOKS = {
    "doctor": "--no-smtp", "health": "", "status": "", "game list": "", "game show": "duel", "game policy": "duel",
    "game log": "duel", "seat list": "duel", "player list": "", "player standby": "", "turn status": "duel",
    "turn preview": "duel", "orders history": "duel", "orders check": "duel Anna -l {order}", "ruling list": "duel",
    "ruling help": "duel", "report list": "duel", "report show": "duel GM", "templates list": "",
    "templates preview": "report --specimen", "press list": "duel", "mail list": "", "mail held": "",
    "mail outbox": "--all", "mail show": "1", "mail explain": "{letter}", "archive list": "", "archive show": "duel",
    "archive export": "duel {zip} --for observer", "archive build": "{site}",
    "archive verify": "", "backup list": "{backups}", "backup check": "{backup}", "rules": "wizards-duel WD-3.1",
    "rulesets list": "", "rulesets show": "wizards-duel", "cases run": "{cases}",
}  # fmt: skip
"""Commands that look, with their words; none of them unseals anything."""

ACTS = {
    "game create": "spring wizards-duel", "game start": "winter --anyway", "game pause": "duel",
    "game resume": "duel", "game extend": "duel 2d", "game set": "duel press=public", "game hold": "duel",
    "game correct": "duel {mend} {why}", "game announce": "duel hello", "game cancel": "duel {why}",
    "game end": "duel --result Anna {why}", "game delete": "winter --yes",
    "game adopt": f"duel {RULESET.edition} {{why}}",
    "seat add": "winter Clara clara@players.example", "seat invite": "winter eve@players.example",
    "seat decline": "winter Clara", "seat replace": "duel Anna eve@players.example", "seat absent": "duel Anna {leave}",
    "seat excuse": "duel Bruno --turn 1", "orders send": "duel Bruno -l {order}",
    "orders correct": "duel Bruno -l {order} {why}", "orders show": "duel Anna --unseal", "turn run": "duel",
    "turn rollback": "duel 1 {why}", "turn rerun": "duel", "ruling add": "duel {words}",
    "ruling withdraw": "duel 1 {why}", "report show": "duel Anna --kind all --unseal", "templates copy": "receipt",
    "mail take": "{letter} --from anna@players.example", "mail keep": "{letter} --from anna@players.example",
    "mail fetch": "", "mail read": "", "mail send": "", "mail release": "--all", "mail discard": "2",
    "mail hold": "3", "mail resend": "1", "backup make": "{new}", "backup restore": "{backup} {folder}",
    "rulesets new": "quiet-water", "simulate": "wizards-duel --games 2 --workers 1",
    "rulesets check": "wizards-duel --games 1", "verify": "{zip}", "receipt check": "{receipt}",
    "archive import": "{zip} --as old",
}  # fmt: skip
"""Commands that do something, and those that unseal, with their words."""

FIRST = {
    "game start": ["seat add winter Clara clara@players.example", "seat add winter Dora dora@players.example"],
    "game resume": ["game pause duel"], "turn rerun": ["turn rollback duel 1 --reason x"],
    "seat decline": ["seat add winter Clara clara@players.example"],
    "ruling withdraw": ["ruling add duel {words}"], "verify": ["archive export duel {zip} --for observer"],
    "archive import": ["game end duel --result Anna {why}", "archive export duel {zip}"],
}  # fmt: skip
"""What must be done before."""

REFUSED = {"game adopt", "mail resend", "ruling answer"}
"""Commands that this campaign gives no occasion for; they are refused in JSON."""

ELSEWHERE = {"demo": "tests/e2e/test_demo"}
"""Where the rest is held to the page."""


@pytest.fixture(scope="module")
def played(begun: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A campaign in which turns were played, letters came and are held, words were exchanged and rulings made."""
    home = tmp_path_factory.mktemp("played")
    folder = Path(shutil.copytree(begun, home / "campaign"))

    def referee(*words: str, stdin: str | bytes = "") -> Said:
        said = run(*words, folder=folder, stdin=stdin)
        assert said.code in (0, 75), said
        return said

    referee("game", "create", "winter", "wizards-duel", "--deadline", "daily 20:00")
    referee("orders", "send", "duel", "Anna", "-l", "LEAD LOWEST")
    referee("turn", "run", "duel")
    referee("orders", "send", "duel", "Anna", "-l", ORDER)
    referee("press", "send", "duel", "Anna", WORDS, "--to", "Bruno")
    referee("press", "send", "duel", "Anna", "good luck")
    referee("ruling", "add", "duel", "A shown card stays.")
    referee("player", "standby", "olga@players.example")
    to = f"orders+{_key_of_anna(folder)}@referee.example"
    letter = f"From: anna@players.example\nTo: {to}\nSubject: Re: {WISH}\n\n{ORDER}\n"
    (home / "letter.eml").write_text(letter)
    referee("mail", "take", str(home / "letter.eml"), "--from", "anna@players.example", "--to", to)
    forged = letter.replace("anna@", "zoe@")
    referee("mail", "take", "-", "--from", "zoe@players.example", "--to", to, stdin=forged)
    referee("mail", "read")
    (home / "receipt.txt").write_text("Receipt 1-ANNA-1 of duel, K7F3-M2QX-8T4D. Keep it as your proof:\n")
    referee("mail", "take", "-", "--from", "zoe@players.example", "--to", to, stdin=f"X-Second: yes\n{forged}")
    referee("backup", "make", str(home / "backups"))
    return folder


def _key_of_anna(folder: Path) -> str:
    with closing(connect(folder / "referee.db")) as database:
        [(key,)] = database.execute("SELECT token FROM token WHERE seat = 'Anna' ORDER BY step DESC LIMIT 1")
    return str(key)


def words_of(words: str, arguments: str, folder: Path, home: Path) -> list[str]:
    """The words of a command, those in braces filled in."""
    backups = home / "backups"
    found = {
        "leave": ["2026-12-20 to 2027-01-03"], "order": [ORDER], "words": ["A shown card stays."], "why": list(WHY),
        "mend": ["SET POINTS OF Anna TO 7"],
        "letter": [str(home / "letter.eml")], "backups": [str(backups)], "cases": [str(CASES)],
        "site": [str(folder.parent / "site")], "receipt": [str(home / "receipt.txt")],
        "backup": [str(next(backups.glob("*.tar.gz")))], "new": [str(folder.parent / "b.tar.gz")],
        "zip": [str(folder.parent / "duel.zip")], "folder": [str(folder.parent / "restored")],
    }  # fmt: skip
    split = [found[one[1:-1]] if one.startswith("{") else [one] for one in arguments.split()]
    return [*words.split(), *(one for part in split for one in part)]


@pytest.fixture
def copy(played: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """That campaign, for a test of its own."""
    monkeypatch.chdir(tmp_path)
    return Path(shutil.copytree(played, tmp_path / "campaign"))


def test_the_page_tells_of_every_command_and_field() -> None:
    silent = [f"{kind.__name__}.{name}" for kind in classes() for name in hints(kind) if not meanings(kind).get(name)]
    names = [kind.__name__ for kind in classes()]

    assert silent == []
    assert len(names) == len(set(names))
    assert PAGE.read_text(encoding="utf-8") == page(), "write it anew: python -m tests.cli.fields"


def test_every_command_is_held_to_the_page() -> None:
    assert shown().keys() == LOOKS.keys() | ACTS.keys() | REFUSED | ELSEWHERE.keys()


@pytest.mark.parametrize(("words", "arguments"), [*LOOKS.items(), *ACTS.items()])
def test_a_command_prints_what_the_page_says(played: Path, copy: Path, words: str, arguments: str) -> None:
    for before in FIRST.get(words, ()):
        noun, verb, *rest = before.split()
        run(*words_of(f"{noun} {verb}", " ".join(rest), copy, played.parent), folder=copy)

    found = run(*words_of(words, arguments, copy, played.parent), "--json", folder=copy)

    if words in REFUSED:
        assert (found.code, found.out, json.loads(found.err)["code"]) == (2, "", 2)
    else:
        assert found.out, found
        assert list(unlike(shown()[words], found.data)) == []
        assert found.data != []


@pytest.mark.parametrize("words", LOOKS)
def test_nothing_sealed_is_printed(played: Path, copy: Path, words: str) -> None:
    typed = words_of(words, LOOKS[words], copy, played.parent)
    own = {"orders check": {ORDER}, "mail explain": {ORDER, WISH}}.get(words, set())
    with closing(connect(copy / "referee.db")) as database:
        [(secret, seed)] = database.execute("SELECT hex(secret), hex(seed) FROM game WHERE name = 'duel'")
        keys = [key for (key,) in database.execute("SELECT token FROM token")]

    found = [run(*typed, *more, folder=copy) for more in ((), ("--json",))]

    for one in found:
        text = one.out.lower()
        assert [hidden for hidden in {ORDER, WORDS, WISH} - own if hidden.lower() in text] == []
        assert [key for key in [secret, seed, *keys] if str(key).lower() in text] == []


@pytest.mark.parametrize(
    "typed",
    [
        "game show deul", "game create x wizards-duel --deadline soon", "game extend", "turn run duel --turn nine",
        "mail release", "seat xyz", "nonsense", "orders show duel Anna", "--nonsense game list", "game list --nonsense",
        "report show duel GM --turn 7",
    ],
)  # fmt: skip
def test_an_error_is_said_as_json_with_the_same_code(referee: Referee, typed: str) -> None:
    plain, told = referee(*typed.split()), referee(*typed.split(), "--json")

    said = json.loads(told.err)
    assert (told.out, told.code, said.keys()) == ("", plain.code, {"error", "code"})
    assert said["code"] == plain.code
    assert said["error"] in plain.err


def test_a_letter_that_cannot_be_kept_comes_again_and_says_so_as_json(nowhere: Referee) -> None:
    found = nowhere("--campaign", "elsewhere", "mail", "take", "--json", stdin="Subject: x\n\nx\n")

    assert (found.code, json.loads(found.err)["code"]) == (75, 75)


def test_a_mistake_of_the_program_is_said_as_json(referee: Referee, monkeypatch: pytest.MonkeyPatch) -> None:
    from referee.service.records import overview

    monkeypatch.setattr(overview, "game_list", lambda _: {"a": 1}["nothing"])
    found = referee("game", "list", "--json")

    assert (found.code, json.loads(found.err)) == (
        70,
        {"error": "The referee made a mistake of its own (KeyError). referee --debug shows where.", "code": 70},
    )
