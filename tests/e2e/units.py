"""As much of systemctl as the deploy page asks for, for a machine that has no systemd: it runs what the units say.

Run on such a machine as `systemctl`; sandboxes, limits and timers are systemd's own and are left out.
"""

from __future__ import annotations

import os
import pwd
import shlex
import signal
import socket
import subprocess
import sys
import time
from collections import defaultdict
from contextlib import suppress
from pathlib import Path

FOLDERS = (Path("/etc/systemd/system"), Path("/lib/systemd/system"))
RUNNING = Path("/run/units")
ALIASES = {"postfix": "postfix@-"}


class Unit:
    """One unit by its name, such as `referee@siege`, as its file describes it."""

    def __init__(self, name: str) -> None:
        plain, _, kind = name.rpartition(".") if name.endswith((".service", ".timer")) else (name, "", "service")
        self.name = ALIASES.get(plain, plain)
        self.kind = kind
        template, at, self.instance = self.name.partition("@")
        file = next(f / f"{template}{at}.{kind}" for f in FOLDERS if (f / f"{template}{at}.{kind}").exists())
        self.settings = self._read(file.read_text(encoding="utf-8"))
        self.pid_file = RUNNING / f"{self.name}.pid"
        self.supervisor = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)

    def start(self) -> None:
        """Run it: to its end if it forks or is meant to end, else beside us, with its log in /var/log."""
        if self.kind == "timer":
            return
        RUNNING.mkdir(exist_ok=True)
        self._listen()
        for line in self.settings["ExecStartPre"]:
            self._process(line).wait()
        [line] = self.settings["ExecStart"]
        process = self._process(line)
        if self.settings["Type"][-1:] in (["forking"], ["oneshot"]):
            if code := process.wait():
                raise SystemExit(f"{self.name} ends with {code}; look into /var/log/{self.name}.log")
            return
        self.pid_file.write_text(str(process.pid))
        if self.settings["Type"][-1:] == ["notify"]:
            self._wait_until_up(process)

    def _wait_until_up(self, process: subprocess.Popen[bytes]) -> None:
        """Wait until a service says that it is up; one that ends instead could not be started."""
        self.supervisor.settimeout(0.1)
        while process.poll() is None:
            with suppress(TimeoutError):
                if b"READY=1" in self.supervisor.recv(4096).splitlines():
                    return
        raise SystemExit(f"{self.name} ends with {process.returncode}; look into /var/log/{self.name}.log")

    def _listen(self) -> None:
        """Open the socket at which any of its users may say that it is up."""
        place = RUNNING / f"{self.name}.notify"
        place.unlink(missing_ok=True)
        self.supervisor.bind(str(place))
        place.chmod(0o666)

    def reload(self) -> None:
        """Let it read its settings anew."""
        for line in self.settings["ExecReload"]:
            self._process(line).wait()

    def stop(self) -> None:
        """End it as systemd would, and wait until it is gone."""
        for line in self.settings["ExecStop"]:
            self._process(line).wait()
        for file in (self.pid_file, *map(Path, self.settings["PIDFile"])):
            if file.exists():
                end(int(file.read_text()))
                file.unlink(missing_ok=True)

    def _process(self, line: str) -> subprocess.Popen[bytes]:
        words = shlex.split(line.replace("%i", self.instance))
        user = self.settings["User"][-1:]
        known = pwd.getpwnam(user[0]) if user else None
        with Path(f"/var/log/{self.name}.log").open("ab") as log:
            return subprocess.Popen(
                words, stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=self._environment(), cwd="/",
                start_new_session=True, user=known and known.pw_uid, group=known and known.pw_gid,
                extra_groups=known and os.getgrouplist(known.pw_name, known.pw_gid),
            )  # fmt: skip

    def _environment(self) -> dict[str, str]:
        """What systemd gives a service: a path, what the unit says, and what its file holds."""
        found = {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"}
        if self.settings["Type"][-1:] == ["notify"]:
            found["NOTIFY_SOCKET"] = str(RUNNING / f"{self.name}.notify")
        for line in self.settings["Environment"]:
            found |= dict(part.split("=", 1) for part in shlex.split(line))
        for path in self.settings["EnvironmentFile"]:
            file = Path(path.removeprefix("-"))
            if not file.exists() and path.startswith("-"):
                continue
            for line in file.read_text(encoding="utf-8").splitlines():
                name, equals, value = line.strip().partition("=")
                if equals and not name.startswith(("#", ";")):
                    found[name] = value.strip("\"'") if value[:1] in "\"'" else value
        return found

    def _read(self, text: str) -> dict[str, list[str]]:
        found: dict[str, list[str]] = defaultdict(list)
        for line in text.splitlines():
            name, equals, value = line.partition("=")
            if equals and not line.startswith(("#", ";")):
                found[name.strip()].append(value.strip().replace("%i", self.instance))
        return found


def end(pid: int) -> None:
    """End a process kindly; if it does not go within thirty seconds, kill it."""
    for how in (signal.SIGTERM, signal.SIGKILL):
        try:
            os.kill(pid, how)
        except ProcessLookupError:
            return
        until = time.monotonic() + 30
        while time.monotonic() < until and Path(f"/proc/{pid}").exists() and not _is_dead(pid):
            time.sleep(0.05)


def _is_dead(pid: int) -> bool:
    try:
        return "\nState:\tZ" in Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
    except FileNotFoundError:
        return True


def main(words: list[str]) -> None:
    """Do what is asked for each unit that is named."""
    verb, *names = [word for word in words if not word.startswith("--")]
    for name in names:
        unit = Unit(name)
        if verb == "reload":
            unit.reload()
        if verb in ("stop", "restart"):
            unit.stop()
        if verb in ("start", "restart") or (verb == "enable" and "--now" in words):
            unit.start()


if __name__ == "__main__":
    main(sys.argv[1:])
