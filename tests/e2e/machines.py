"""Machines of a test's own: this machine's files and programs, with changes, processes and a network of their own.

Each is a set of namespaces with an overlay on `/`: whatever is installed here is installed there, as its package
brought it, and nothing that is written there reaches this machine. All goes away with the machine's first process.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import Self

FIRST = """\
set -e
mount -t tmpfs tmpfs "$1"
mkdir "$1/changes" "$1/work" "$1/root"
mount -t overlay overlay -o "lowerdir=/,upperdir=$1/changes,workdir=$1/work" "$1/root"
mount -t proc proc "$1/root/proc"
mount -t tmpfs -o mode=755 tmpfs "$1/root/dev"
for node in null zero full random urandom tty; do cp -a "/dev/$node" "$1/root/dev/"; done
ln -s /proc/self/fd "$1/root/dev/fd"
ln -s fd/0 "$1/root/dev/stdin"
mkdir "$1/root/dev/shm"
hostname "$2"
ip link set lo up
exec chroot "$1/root" /bin/bash -c 'echo up; exec >&-; while :; do sleep 3600 & wait $!; done'
"""
"""Makes the overlay and stays as the machine's first process, which buries the dead."""

NAMESPACES = ("--net", "--mount", "--pid", "--uts", "--ipc")
PROGRAMS = ("unshare", "nsenter", "setpriv", "ip", "dnsmasq")


class Machine:
    """One machine with a name; `root` is its `/`, seen from here."""

    def __init__(self, name: str, folder: Path) -> None:
        self.name = name
        self.folder = folder

    def __enter__(self) -> Self:
        """Start it."""
        self.folder.mkdir(parents=True)
        until_we_die = ("setpriv", "--pdeathsig", "KILL")  # also if the tests are killed themselves
        apart = ("unshare", *NAMESPACES, "--fork", "--kill-child")
        command = [*until_we_die, *apart, "bash", "-c", FIRST, "bash", str(self.folder), self.name]
        self._outer = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        assert self._outer.stdout is not None
        assert self._outer.stderr is not None
        if self._outer.stdout.readline() != b"up\n":
            raise OSError(self._outer.stderr.read().decode(errors="replace") or "the machine does not come up")
        children = Path(f"/proc/{self._outer.pid}/task/{self._outer.pid}/children")
        self.first = int(children.read_text().split()[0])
        self.root = Path(f"/proc/{self.first}/root")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Let all its processes go."""
        self._outer.kill()
        self._outer.communicate()

    def command(self, *words: str) -> list[str]:
        """Return what is run here so that a command runs there."""
        return ["nsenter", "-t", str(self.first), "-m", "-n", "-p", "-u", "-i", "-r", "-w", *words]

    def run(self, *words: str, text: str | None = None, fails: bool = False) -> str:
        """Run a command there as root; return all that it printed."""
        done = subprocess.run(
            self.command(*words), input=text, capture_output=True, text=True, check=False, timeout=900,
            env=plain_environment(),
        )  # fmt: skip
        said = done.stdout + done.stderr
        assert (done.returncode != 0) == fails, f"{self.name}: {' '.join(words)}: {said}"
        return said

    def write(self, path: str, text: str, mode: int = 0o644) -> None:
        """Write one of its files."""
        file = self.root / path.lstrip("/")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.unlink(missing_ok=True)
        file.write_text(text, encoding="utf-8")
        file.chmod(mode)

    def read(self, path: str) -> str:
        """Read one of its files; '' if there is none."""
        file = self.root / path.lstrip("/")
        return file.read_text(encoding="utf-8", errors="replace") if file.exists() else ""


def plain_environment() -> dict[str, str]:
    """What a root shell has, with none of the settings of the one who runs the tests."""
    return {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root", "LANG": "C.UTF-8"}


def connect(one: Machine, addresses: list[str], other: Machine, others: list[str]) -> None:
    """Lay a wire between two machines; each has these addresses at its end."""
    ends = ["netns", str(one.first), "type", "veth", "peer", "name", "eth0", "netns", str(other.first)]
    subprocess.run(["ip", "link", "add", "name", "eth0", *ends], check=True, capture_output=True)
    for machine, own in ((one, addresses), (other, others)):
        for address in own:
            machine.run("ip", "address", "add", f"{address}/24", "dev", "eth0")
        machine.run("ip", "link", "set", "eth0", "up")


@cache
def why_no_machines(*programs: str) -> str:
    """Say why machines with these programs cannot be had here; an empty text if they can."""
    if os.geteuid() != 0:
        return "namespaces want root"
    if missing := [name for name in (*PROGRAMS, *programs) if shutil.which(name) is None]:
        return f"not installed: {', '.join(missing)}"
    tried = subprocess.run(
        ["unshare", *NAMESPACES, "--fork", "ip", "link", "add", "name", "a", "type", "veth", "peer", "name", "b"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    return f"no namespaces here: {tried.stderr.strip()}" if tried.returncode else ""
