"""A mail host of our own on loopback: the real Postfix and Dovecot, with the configuration that deploy/ gives out.

Everything lies in one temporary folder and nothing leaves the machine. Postfix's master wants root.
"""

from __future__ import annotations

import imaplib
import os
import pwd
import shutil
import smtplib
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Mapping
from email.message import EmailMessage
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Self, TypeVar

from tests.house.source import ROOT

T = TypeVar("T")

PROGRAMS = ("postfix", "dovecot", "swaks", "neomutt", "msmtp")
PASSWORD = "players"
REFEREE, PLAYERS, GONE = "referee.example", "players.test", "gone.test"

BASE = """\
compatibility_level = 3.6
queue_directory = {folder}/spool
data_directory = {folder}/data
command_directory = /usr/sbin
daemon_directory = /usr/lib/postfix/sbin
meta_directory = /etc/postfix
shlib_directory = /usr/lib/postfix
mail_owner = postfix
setgid_group = postdrop
maillog_file = {folder}/log/mail.log
maillog_file_prefixes = {folder}/log
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
myhostname = mx.referee.example
mydestination =
smtpd_peername_lookup = no
disable_dns_lookups = yes
smtp_host_lookup = native
lmtp_host_lookup = native
default_transport = error:5.1.2 nothing leaves this host
relay_transport = $default_transport
alias_maps =
alias_database =
local_recipient_maps =
virtual_mailbox_domains = players.test
virtual_mailbox_maps = static:all
virtual_transport = lmtp:inet:127.0.0.1:{dovecot}
mailbox_size_limit = 0
virtual_mailbox_limit = 0
"""

QUICK = """\
queue_run_delay = 1s
minimal_backoff_time = 1s
maximal_backoff_time = 2s
transport_retry_time = 1s
transport_maps = inline:{{ {{ referee.example = lmtp:inet:127.0.0.1:{referee} }}, {{ gone.test = error:5.1.1 gone }} }}
relay_domains = referee.example, gone.test
address_verify_poll_count = 5
address_verify_poll_delay = 1s
address_verify_negative_refresh_time = 1s
address_verify_negative_expire_time = 2s
mynetworks = 127.0.0.1/32
virtual_alias_maps =
smtpd_milters =
non_smtpd_milters =
smtpd_tls_security_level = none
smtp_tls_security_level = none
"""
"""What a test cannot wait for, a domain whose users are all gone, and outsiders at other addresses of the loopback.

What is left out here (milters, TLS, players on another host) is tried in test_deploy_mail.py.
"""

OUTSIDE = "127.0.0.2"
"""Where letters are handed in from: the referee's own mail comes from 127.0.0.1."""

WITH_DOMAINS = "\nauth_username_format = %Lu\n"
"""The mailboxes here bear domains, those of a host's own users do not."""

SERVICES = """\
127.0.0.1:{smtp} inet n - n - - smtpd
pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
tlsmgr unix - - n 1000? 1 tlsmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
flush unix n - n 1000? 0 flush
proxymap unix - - n - - proxymap
smtp unix - - n - - smtp
relay unix - - n - - smtp
error unix - - n - - error
retry unix - - n - - error
discard unix - - n - - discard
local unix - n n - - local
virtual unix - n n - - virtual
lmtp unix - - n - - lmtp
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
postlog unix-dgram n - n - 1 postlogd
"""

DOVECOT = """\
base_dir = {folder}/dovecot/run
state_dir = {folder}/dovecot/state
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
auth_mechanisms = plain
log_path = {folder}/log/dovecot.log
default_internal_user = dovecot
default_internal_group = dovecot
default_login_user = dovenull
first_valid_uid = 1
passdb {{
  driver = static
  args = password={password} user=%Lu
}}
userdb {{
  driver = static
  args = uid={uid} gid={gid} home={folder}/mail/%Ld/%Ln allow_all_users=yes
}}
service anvil {{
  chroot =
}}
service stats {{
  chroot =
}}
service imap-login {{
  chroot =
  inet_listener imap {{
    address = 127.0.0.1
    port = {imap}
  }}
  inet_listener imaps {{
    port = 0
  }}
}}
service lmtp {{
  inet_listener lmtp {{
    address = 127.0.0.1
    port = {dovecot}
  }}
}}
"""


def why_not() -> str:
    """Say why this machine cannot have such a host; an empty text if it can."""
    missing = [name for name in PROGRAMS if shutil.which(name) is None]
    if missing:
        return f"not installed: {', '.join(missing)}"
    return "" if os.geteuid() == 0 else "Postfix's master wants root"


def free_port() -> int:
    """Return a port that nobody listens on now."""
    with socket.socket() as tried:
        tried.bind(("127.0.0.1", 0))
        return int(tried.getsockname()[1])


def until(look: Callable[[], T | None], what: str, seconds: float = 300) -> T:
    """Wait for something to be there; fail, saying what, if it does not come."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if found := look():
            return found
        time.sleep(0.05)
    raise AssertionError(f"{what} did not come within {seconds:.0f} s")


class MailHost:
    """Postfix and Dovecot; letters to referee.example go to `referee`, a port of LMTP, all others into mailboxes."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="mailhost-"))
        self.folder.chmod(0o755)  # Postfix's own users must get there
        self.smtp, self.imap, self.dovecot, self.referee = (free_port() for _ in range(4))
        self._running: dict[str, subprocess.Popen[bytes]] = {}

    def __enter__(self) -> Self:
        """Start both and wait until they answer."""
        self._write()
        log = (self.folder / "log" / "start.log").open("wb")
        with log:
            for name, command in {
                "dovecot": ["dovecot", "-F", "-c", str(self.folder / "etc" / "dovecot.conf")],
                "postfix": ["postfix", "-c", str(self.folder / "etc"), "start-fg"],
            }.items():
                self._running[name] = subprocess.Popen(command, stdout=log, stderr=log, start_new_session=True)
        for port in (self.imap, self.dovecot, self.smtp):
            until(partial(greets, port), f"a greeting from port {port}: {self.log()}")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop both."""
        subprocess.run(["postfix", "-c", str(self.folder / "etc"), "stop"], capture_output=True, check=False)
        self._running["dovecot"].terminate()
        for process in self._running.values():
            process.wait(20)
        shutil.rmtree(self.folder)

    def log(self) -> str:
        """Return the end of what both wrote down, for a test that fails."""
        files = sorted((self.folder / "log").iterdir())
        return "\n".join(file.read_text(errors="replace")[-3000:] for file in files)

    def queued(self) -> int:
        """Say how many letters wait in Postfix."""
        told = subprocess.run(
            ["postqueue", "-c", str(self.folder / "etc"), "-j"], capture_output=True, text=True, check=True
        )
        return len(told.stdout.splitlines())

    def flush(self) -> None:
        """Let Postfix try at once what waits."""
        subprocess.run(["postqueue", "-c", str(self.folder / "etc"), "-f"], check=True)

    def hand_in(self, raw: bytes, sender: str, *recipients: str) -> dict[str, tuple[int, bytes]]:
        """Hand raw bytes to Postfix; return whom it refused."""
        with smtplib.SMTP("127.0.0.1", self.smtp, timeout=300, source_address=(OUTSIDE, 0)) as smtp:
            return smtp.sendmail(sender, list(recipients), raw)

    def mailbox(self, address: str) -> list[bytes]:
        """Return the letters in somebody's mailbox, oldest first."""
        with imaplib.IMAP4("127.0.0.1", self.imap) as imap:
            imap.login(address, PASSWORD)
            imap.select("INBOX", readonly=True)
            _, [numbers] = imap.search(None, "ALL")
            out = []
            for number in numbers.split():
                _, answer = imap.fetch(number.decode(), "(BODY.PEEK[])")
                assert isinstance(answer[0], tuple)
                out.append(answer[0][1])
            return out

    def _write(self) -> None:
        for name in ("etc", "spool/private", "data", "log", "mail", "dovecot/run", "dovecot/state"):
            (self.folder / name).mkdir(parents=True)
        for name in ("data", "spool/private"):
            shutil.chown(self.folder / name, "postfix")
        nobody = pwd.getpwnam("nobody")
        shutil.chown(self.folder / "mail", nobody.pw_uid, nobody.pw_gid)
        known: Mapping[str, object] = {
            "folder": self.folder, "smtp": self.smtp, "imap": self.imap, "dovecot": self.dovecot,
            "referee": self.referee, "password": PASSWORD, "uid": nobody.pw_uid, "gid": nobody.pw_gid,
        }  # fmt: skip
        given = (ROOT / "deploy" / "postfix" / "main.cf").read_text(encoding="utf-8")
        ours = (ROOT / "deploy" / "dovecot" / "99-referee.conf").read_text(encoding="utf-8")
        etc = self.folder / "etc"
        (etc / "main.cf").write_text(merged(BASE.format(**known), given, QUICK.format(**known)))
        (etc / "master.cf").write_text(SERVICES.format(**known))
        ours = ours.replace("/var/spool/postfix", str(self.folder / "spool"))
        (etc / "dovecot.conf").write_text(DOVECOT.format(**known) + ours + WITH_DOMAINS)


def merged(*pages: str) -> str:
    """Put pages of Postfix settings together, so that a setting stands once, as the last page has it."""
    found: dict[str, str] = {}
    for page in pages:
        name = ""
        for line in page.splitlines():
            if line[:1].isspace() and line.strip():
                found[name] += f"\n{line}"
            elif line.strip() and not line.startswith("#"):
                name = line.partition("=")[0].strip()
                found[name] = line
    return "\n".join(found.values()) + "\n"


def text_of(mail: EmailMessage) -> str:
    """The text of a mail that may also hold it as HTML."""
    part = mail.get_body(("plain",))
    assert part is not None
    return str(part.get_content())


def greets(port: int) -> bool:
    """Say whether a server answers at a port."""
    try:
        with socket.create_connection(("127.0.0.1", port), 1) as tried:
            tried.settimeout(5)
            return bool(tried.recv(64))
    except OSError:
        return False
