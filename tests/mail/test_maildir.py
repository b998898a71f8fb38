"""Letters from a folder in which each is a file."""

import os
from datetime import UTC, datetime
from pathlib import Path

import pytest

from referee.mail.fetched import MOST_TRIES, Fetched, Maildir, NotNow, NotThere

NOON = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("new", "cur", "tmp"):
        (tmp_path / name).mkdir()
    return tmp_path


def put(folder: Path, name: str, raw: bytes, *, minutes: int = 0) -> None:
    (folder / "new" / name).write_bytes(raw)
    moment = NOON.timestamp() + 60 * minutes
    os.utime(folder / "new" / name, (moment, moment))


def box(folder: Path) -> Maildir:
    return Maildir(folder, size=1000, kept_of_oversize=10)


def files(folder: Path) -> dict[str, list[str]]:
    return {name: sorted(file.name for file in (folder / name).iterdir()) for name in ("new", "cur")}


def test_letters_are_taken_as_they_were_delivered_and_move_when_they_are_kept(folder: Path) -> None:
    put(folder, "1.b.host", b"second", minutes=1)
    put(folder, "9.a.host,S=5", b"first")
    (folder / "tmp" / "2.c.host").write_bytes(b"half a let")
    (folder / "new" / ".nfs0001").write_bytes(b"no letter")
    taken: list[Fetched] = []

    found = box(folder).take(taken.append)

    assert found == (2, None)
    assert taken == [Fetched(b"first", NOON), Fetched(b"second", NOON.replace(minute=1))]
    assert files(folder) == {"new": [".nfs0001"], "cur": ["1.b.host:2,S", "9.a.host,S=5:2,S"]}
    assert box(folder).take(taken.append) == (0, None)


def test_one_that_cannot_be_kept_stays_and_the_others_are_taken(folder: Path) -> None:
    put(folder, "1", b"bad")
    put(folder, "2", b"good", minutes=1)

    def keep(fetched: Fetched) -> None:
        if fetched.raw == b"bad":
            raise ValueError("no")

    kept, failure = box(folder).take(keep)

    assert (kept, str(failure)) == (1, "no")
    assert files(folder) == {"new": ["1"], "cur": ["2:2,S"]}


def test_one_that_can_never_be_kept_is_flagged_after_some_tries_while_others_come_in(folder: Path) -> None:
    asked: list[bytes] = []

    def keep(fetched: Fetched) -> None:
        asked.append(fetched.raw)
        if fetched.raw == b"bad":
            raise ValueError("no")

    here = box(folder)
    put(folder, "1", b"bad")
    for _ in range(MOST_TRIES + 2):
        here.take(keep)  # nothing else comes, so it is not to blame
    for number in range(MOST_TRIES + 2):
        put(folder, f"good{number}", b"good", minutes=1)
        here.take(keep)

    assert asked.count(b"bad") == 2 * MOST_TRIES + 2
    assert "1:2,F" in files(folder)["cur"]
    assert files(folder)["new"] == []


def test_one_that_is_killed_before_the_move_comes_again(folder: Path) -> None:
    put(folder, "1", b"letter")

    def killed(fetched: Fetched) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        box(folder).take(killed)

    assert files(folder) == {"new": ["1"], "cur": []}


def test_a_letter_that_another_program_moved_meanwhile_is_no_trouble(folder: Path) -> None:
    put(folder, "1", b"letter")

    found = box(folder).take(lambda fetched: (folder / "new" / "1").rename(folder / "cur" / "1:2,"))

    assert found == (0, None)
    assert files(folder) == {"new": [], "cur": ["1:2,"]}


def test_of_an_oversized_letter_only_the_beginning_is_read(folder: Path) -> None:
    put(folder, "1", b"x" * 5000)
    taken: list[Fetched] = []

    box(folder).take(taken.append)

    assert taken == [Fetched(b"x" * 10, NOON, truncated=True)]


def test_a_folder_that_is_no_maildir_is_said_to_be_none(tmp_path: Path) -> None:
    with pytest.raises(NotThere) as caught:
        box(tmp_path / "nowhere").take(print)

    assert str(caught.value) == f"{tmp_path / 'nowhere'} is no Maildir that can be read: No such file or directory"


def test_one_that_is_not_taken_now_stays_is_no_failure_and_is_offered_again_later(folder: Path) -> None:
    put(folder, "1", b"too many")
    offered: list[Fetched] = []

    def keep(fetched: Fetched) -> None:
        offered.append(fetched)
        if len(offered) == 1:
            raise NotNow("too many")

    here = box(folder)
    found = [here.take(keep), here.take(keep)]
    at_once = len(offered)
    here.later.clear()

    assert (found, at_once) == ([(0, None), (0, None)], 1)
    assert here.take(keep) == (1, None)
    assert files(folder) == {"new": [], "cur": ["1:2,S"]}
