"""A Dovecot of our own on the loopback, run by whoever runs the tests; any user has a mailbox and the password `pw`."""

from __future__ import annotations

import grp
import imaplib
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path
from types import TracebackType
from typing import Self

USER = "game1@referee.example"

CONFIG = """
base_dir = {at}/run
state_dir = {at}/state
protocols = imap
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
log_path = {at}/dovecot.log
default_internal_user = {user}
default_internal_group = {group}
default_login_user = {login}
mail_location = maildir:~/Maildir
first_valid_uid = {uid}
{idle}
passdb {{
  driver = static
  args = password=pw user=%Lu
}}
userdb {{
  driver = static
  args = uid={uid} gid={gid} home={at}/mail/%Ld/%Ln allow_all_users=yes
}}
service anvil {{
  chroot =
}}
service imap-login {{
  chroot =
  inet_listener imap {{
    address = 127.0.0.1
    port = {port}
  }}
  inet_listener imaps {{
    port = 0
  }}
}}
service stats {{
  chroot =
}}
"""


def installed() -> bool:
    """Is there one on this machine?"""
    return shutil.which("dovecot") is not None


class Dovecot:
    """One server in a folder of its own, where its users may come: `with Dovecot() as server: ... server.port`."""

    def __init__(self, *, calls: bool = True) -> None:
        self.folder = folder = Path(tempfile.mkdtemp(prefix="dovecot-"))
        folder.chmod(0o755)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = int(free.getsockname()[1])
        for name in ("run", "state", "mail"):
            (folder / name).mkdir(parents=True, exist_ok=True)
        idle = "" if calls else "imap_capability = IMAP4rev1 UIDPLUS"
        # Root cannot own a mailbox, so there it is nobody's.
        uid, gid = os.getuid() or 65534, os.getgid() or 65534
        os.chown(folder / "mail", uid, gid)
        mine = pwd.getpwuid(os.getuid()).pw_name
        user, group, login = (mine, grp.getgrgid(os.getgid()).gr_name, mine)
        if not os.getuid():
            user, group, login = "dovecot", "dovecot", "dovenull"  # to whom Debian's package gives rights
        self._process: subprocess.Popen[bytes] | None = None
        (folder / "dovecot.conf").write_text(
            CONFIG.format(
                at=folder, port=self.port, uid=uid, gid=gid, idle=idle, user=user, group=group, login=login
            )
        )  # fmt: skip

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()
        shutil.rmtree(self.folder)

    def start(self) -> None:
        """Start it, and wait until it answers."""
        self._process = subprocess.Popen(
            ["dovecot", "-F", "-c", str(self.folder / "dovecot.conf")],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        end = time.monotonic() + 300
        while True:
            try:
                with socket.create_connection(("127.0.0.1", self.port), 0.5) as line:
                    assert line.recv(10)
                return
            except (OSError, AssertionError):
                if time.monotonic() > end:
                    self.stop()
                    raise
                time.sleep(0.02)

    def stop(self) -> None:
        """Stop it."""
        if self._process is not None:
            self._process.terminate()
            self._process.wait(10)
            self._process = None

    def kill(self) -> None:
        """Kill it with all that it began, connections and all."""
        assert self._process is not None
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait(10)
        self._process = None

    def put(self, raw: bytes, *, at: float | None = None) -> None:
        """Lay a letter into the mailbox, as received at a time."""
        with imaplib.IMAP4("127.0.0.1", self.port) as client:
            client.login(USER, "pw")
            moment = imaplib.Time2Internaldate(time.time() if at is None else at)
            kind, _ = client.append("INBOX", "", moment, raw)
            assert kind == "OK"

    def flags(self) -> list[str]:
        """The flags of each letter in the mailbox, in order."""
        with imaplib.IMAP4("127.0.0.1", self.port) as client:
            client.login(USER, "pw")
            client.select("INBOX", readonly=True)
            _, data = client.uid("FETCH", "1:*", "(FLAGS)")
        found = [one.decode() for one in data if isinstance(one, bytes)]
        return [one.partition("FLAGS (")[2].partition(")")[0].replace("\\Recent", "").strip() for one in found]
