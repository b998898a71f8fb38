"""The frame of the project: locks that install anywhere, and a package that is whole."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

from referee.games.wizards_duel import RULESET
from tests.house.source import ROOT

LEFT_BEHIND = {"__pycache__", ".mypy_cache", ".ruff_cache", ".pytest_cache"}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from this checkout."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    done = subprocess.run(build, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return next(folder.glob("*.whl"))


@pytest.mark.parametrize("name", ["lock.txt", "bench.txt"])
def test_locks_hold_hashes_and_no_places(name: str) -> None:
    text = (ROOT / "requirements" / name).read_text(encoding="utf-8")

    assert re.findall(r"^-.*|.*://.*|.*file:\S.*|.*\s/\S.*|.*@ .*", text, re.MULTILINE) == []
    assert [name for name, hashes in pinned(text).items() if not hashes] == []


def test_the_lock_holds_everything_that_is_asked_for() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    asked = project["dependencies"] + project["optional-dependencies"]["dev"]
    names = {normal(re.split(r"[^\w.-]", line)[0]) for line in asked}
    lock = pinned((ROOT / "requirements" / "lock.txt").read_text(encoding="utf-8"))

    assert names - lock.keys() == set()


def test_benchmarks_run_on_the_same_versions_and_need_no_torch() -> None:
    lock, bench = (
        versions((ROOT / "requirements" / name).read_text(encoding="utf-8")) for name in ("lock.txt", "bench.txt")
    )

    assert {name for name in bench.keys() & lock.keys() if bench[name] != lock[name]} == set()
    assert "torch" not in bench


def test_the_version_is_told_once_everywhere() -> None:
    import referee

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

    assert referee.__version__ == project["version"]


@pytest.mark.xdist_group("wheel")
def test_the_wheel_holds_all_that_the_checkout_does(wheel: Path) -> None:
    packed = set(zipfile.ZipFile(wheel).namelist())

    for folder, place in (("referee", ""), ("templates", "referee/"), ("data", "referee/")):
        files = [file for file in (ROOT / folder).rglob("*") if file.is_file()]
        wanted = {place + file.relative_to(ROOT).as_posix() for file in files if not LEFT_BEHIND & set(file.parts)}
        assert wanted - packed == set()
        assert wanted, folder
    for ending in (".toml", ".j2", "/RULES.md", "/py.typed"):
        assert any(name.endswith(ending) for name in packed), ending


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the wheel is installed, beside what it needs."""
    place = tmp_path_factory.mktemp("place")
    install = ["-m", "pip", "install", "--quiet", "--no-deps", "--target", str(place), str(wheel)]
    subprocess.run([sys.executable, *install], check=True, capture_output=True)
    return place


def said_by(installed: Path, folder: Path, *words: str | Path) -> str:
    """Run a Python that finds the installed wheel before all else, in a folder; return what it printed."""
    done = subprocess.run(
        [sys.executable, *words], cwd=folder, capture_output=True, text=True, check=False,
        env=os.environ | {"PYTHONPATH": str(installed), "NO_COLOR": "1"},
    )  # fmt: skip
    assert done.returncode == 0, f"{words}: {done.stdout}{done.stderr}"
    return done.stdout


@pytest.mark.xdist_group("wheel")
def test_an_installed_wheel_finds_its_own_files(installed: Path, tmp_path: Path) -> None:
    asked = "from referee.resources import shipped; print(shipped('data')); print(shipped('templates'))"
    answer = said_by(installed, tmp_path, "-c", asked)

    assert answer.split() == [str(installed / "referee" / "data"), str(installed / "referee" / "templates")]


@pytest.mark.xdist_group("wheel")
def test_an_installed_wheel_keeps_an_archive_and_proves_it(installed: Path, tmp_path: Path) -> None:
    kept = ROOT / "tests" / "archive" / "kept" / "storied.zip"
    init = ("init", "camp", "--name", "Camp", "--gm", "gm@referee.example", "--domain", "referee.example")
    said_by(installed, tmp_path, "-m", "referee", *init)
    lines = [
        said_by(installed, tmp_path / "camp", "-m", "referee", *words).splitlines()[-1]
        for words in (
            ("verify", kept),
            ("archive", "import", kept, "--as", "old"),
            ("archive", "verify", "old"),
            ("archive", "export", "old", "again.zip"),
            ("archive", "build", "site"),
        )
    ]

    assert lines[0] == "Nothing was changed."
    beside = f"played under edition 1; this program has {RULESET.edition}, and the earlier rules beside it"
    assert lines[2] == f"old: 4 steps are as they were written, {beside}."
    assert unpacked(tmp_path / "camp" / "again.zip") == unpacked(kept)
    assert lines[4].startswith("site: ")
    there = installed / "referee" / "archive" / "verify.js"
    assert (tmp_path / "camp" / "site" / "verify.js").read_bytes() == there.read_bytes()
    if node := shutil.which("node"):
        done = subprocess.run([node, there, kept], capture_output=True, text=True, check=False)
        assert done.stdout.splitlines()[-1] == "Nothing was changed that this file can see."


def unpacked(file: Path) -> dict[str, bytes]:
    """What lies in a zip."""
    with zipfile.ZipFile(file) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def pinned(lock: str) -> dict[str, int]:
    """The packages of a lock, with how many files of each it vouches for."""
    entries = re.split(r"^(?=[\w.-]+==)", lock, flags=re.MULTILINE)[1:]
    return {normal(entry.split("==")[0]): entry.count("--hash=sha256:") for entry in entries}


def versions(lock: str) -> dict[str, str]:
    """The packages of a lock with their versions."""
    return {normal(name): version for name, version in re.findall(r"^([\w.-]+)==(\S+)", lock, re.MULTILINE)}


def normal(name: str) -> str:
    """The name of a distribution as it is compared."""
    return re.sub(r"[-_.]+", "-", name).lower()


def test_make_says_which_python_the_tests_run_on() -> None:
    recipe = (ROOT / "Makefile").read_text(encoding="utf-8").partition("\ntest: ")[2].split("\n")[1]
    said = subprocess.run(
        ["sh", "-c", recipe.strip().removeprefix("@").replace("$(BIN)/python", sys.executable)],
        capture_output=True, text=True, check=True,
    )  # fmt: skip

    assert said.stdout == f"Tests run on Python {sys.version.split()[0]} of {sys.base_prefix}\n"


def test_the_check_of_a_change_says_which_pythons_it_ran_on(tmp_path: Path) -> None:
    for name in ("make", "apt-get"):
        stub = tmp_path / name
        stub.write_text(f'#!/bin/sh\n[ {name} = make ] && echo "make $*"\nexit 0\n', encoding="utf-8")
        stub.chmod(0o755)
    done = subprocess.run(
        [str(ROOT / ".ci" / "run")], env={**os.environ, "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"},
        capture_output=True, text=True, check=True,
    )  # fmt: skip

    lines = done.stdout.splitlines()
    others = [part.removeprefix("VENV=.venv-") for line in lines for part in line.split() if part.startswith("VENV=")]
    ran = [line.rpartition(" ")[2] for line in lines if line.startswith("make ")]
    assert ran[:2] == ["check", "test"]
    assert lines[-1].startswith("Tests ran on Python ")
    assert lines[-1].split()[5:] == others
