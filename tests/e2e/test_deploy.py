"""What deploy/ gives out is what the program does: units that systemd takes, commands that exist, files it names."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.cli.test_help import ALL
from tests.house.source import ROOT

DEPLOY = ROOT / "deploy"
UNITS = sorted((DEPLOY / "systemd").iterdir())


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd-analyze is not installed")
@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_systemd_finds_nothing_wrong_with_a_unit(unit: Path, tmp_path: Path) -> None:
    program = tmp_path / "referee"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    for one in UNITS:
        text = one.read_text(encoding="utf-8").replace("/opt/referee/bin/referee", str(program))
        (tmp_path / one.name).write_text(text)

    command = ["systemd-analyze", "verify", "--man=no", str(tmp_path / unit.name)]
    told = subprocess.run(command, capture_output=True, text=True, check=False)

    assert [line for line in told.stderr.splitlines() if unit.name.partition("@")[0] in line] == []
    assert told.returncode == 0


def test_a_service_that_was_just_started_is_given_time_before_it_is_looked_after() -> None:
    told = (DEPLOY / "systemd" / "referee-health@.timer").read_text(encoding="utf-8")
    times = re.findall(r"^(On\w+)=(\w+)$", told, re.MULTILINE)

    assert times == [("OnActiveSec", "5min"), ("OnUnitActiveSec", "5min")], "counted from boot, it may be at once"


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd-analyze is not installed")
def test_the_service_is_exposed_little() -> None:
    told = subprocess.run(
        ["systemd-analyze", "security", "--offline=yes", "--no-pager", str(DEPLOY / "systemd" / "referee@.service")],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    if "Unknown option" in told.stderr or "unrecognized" in told.stderr:
        pytest.skip("this systemd-analyze cannot look at a file")

    [level] = re.findall(r"Overall exposure level for \S+: ([\d.]+)", told.stdout)
    assert float(level) < 3


@pytest.mark.parametrize("file", [DEPLOY / "README.md", *UNITS, DEPLOY / "Containerfile"], ids=lambda file: file.name)
def test_every_command_that_is_given_exists(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    asked = r"(?:/opt/referee/bin/referee|`referee|^siege|`siege|\$ referee)((?: [a-z][a-z-]+)+)"
    given = re.findall(asked, text, re.MULTILINE)
    unknown = [words for words in given if not any(words.strip().startswith(known) for known in ALL)]

    assert unknown == []
    assert given or file.suffix == ".timer" or file.name == "Containerfile"


def test_every_file_that_the_page_names_is_there() -> None:
    named = re.findall(r"\]\(([^)#:]+)\)", (DEPLOY / "README.md").read_text(encoding="utf-8"))

    assert named
    assert [name for name in named if not (DEPLOY / name).exists()] == []


def test_the_copy_of_the_page_bears_the_reader_s_own_names(tmp_path: Path) -> None:
    page = (DEPLOY / "README.md").read_text(encoding="utf-8")
    [block] = [one for one in re.findall(r"```console\n(.*?)```", page, re.DOTALL) if one.startswith("domain=")]
    first, _, rest = block.partition("\n")
    assert first == "domain=referee.example gm=gm@your.example campaign=siege"
    script = rest.replace("/usr/local/share/doc", str(tmp_path)).replace("/usr/local/src/referee", str(ROOT))
    own = "domain=siege.town.example gm=gm@home.example campaign=citadel\n"

    for _ in range(2):  # an upgrade makes it anew
        subprocess.run(["bash", "-ec", own + script], check=True, cwd=tmp_path)

    copy = tmp_path / "referee"
    there, here = (sorted(file.relative_to(top) for file in top.rglob("*")) for top in (copy, DEPLOY))
    assert there == here
    text = "\n".join(file.read_text(encoding="utf-8") for file in sorted(copy.rglob("*")) if file.is_file())
    assert re.findall(r"\breferee\.example|gm@your\.example|(?<![@.+])\bsiege\b(?!\.town)", text) == []
    assert "systemctl enable --now referee@citadel " in text
    assert "relay_domains = siege.town.example\n" in text
