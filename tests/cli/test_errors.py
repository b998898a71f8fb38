"""What goes wrong is said in one plain message, with the exit code that a script goes by."""

from collections.abc import Callable
from pathlib import Path

import pytest

from referee.service.faults import OURS, TEMPORARY, WRONG, Fault, explained
from referee.store.errors import Busy
from tests.cli.conftest import Referee


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("game create x wizard-duel", "There is no game wizard-duel. Did you mean wizards-duel?"),
        ("game create duel wizards-duel", "There is a game duel already. Choose another name."),
        ("game create x wizards-duel -o dek=half", "Wizard's Duel has no option dek. Did you mean deck?"),
        ("game create x wizards-duel -o deck=big", "Option deck cannot be 'big'. It may be full or half"),
        ("game create x wizards-duel --deadline soon", "I cannot read the deadline 'soon'. Write, for instance,"),
        ("game create x wizards-duel --zone Mars/Base", "I know no time zone 'Mars/Base'. Write one such as"),
        ("game show deul", "There is no game deul. There are duel."),
        ("game extend duel whenever", "I cannot read the time 'whenever'. Write, for instance, 2026-12-01 20:00"),
        ("game start duel", "duel has begun already."),
        ("seat add duel Carl carl@players.example", "duel has begun already."),
        ("orders check duel Zoe -l LEAD", "There is no seat Zoe. The seats are Anna, Bruno."),
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


def test_without_a_campaign_one_is_told_how_to_name_it(nowhere: Referee) -> None:
    found = nowhere("game", "list")

    assert found.code == 2
    assert found.err == (
        "There is no campaign here. Name its folder with --campaign DIR or REFEREE_CAMPAIGN, "
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
