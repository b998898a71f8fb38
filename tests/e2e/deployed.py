"""A referee's host as the deploy page makes it, and beside it the players' host, somewhere else in a small internet.

The page's own commands are run, on Debian's packages as they come; left out is what wants the real internet, and
systemd. The players' host keeps Maildirs for players.example and for the GM's your.example, signs what it sends, and
checks what comes in; it also has the DNS of this world, which is not signed.
"""

from __future__ import annotations

import email
import json
import re
import subprocess
import sys
from contextlib import ExitStack
from email.message import EmailMessage
from email.policy import default
from pathlib import Path

from tests.e2e.machines import Machine, connect, why_no_machines
from tests.e2e.mailhost import until
from tests.house.source import ROOT

PROGRAMS = tuple(
    "postfix dovecot opendkim opendkim-genkey opendmarc swaks runuser systemd-tmpfiles make-ssl-cert openssl".split()
)
PAGE = ROOT / "deploy" / "README.md"
BOXES = ("ana@players.example", "bob@players.example", "cleo@players.example", "gm@your.example")
HERE, THERE, FORGER = "192.0.2.1", "192.0.2.2", "192.0.2.66"
NOT_HERE = re.compile(r"^(apt-get|git clone|python3 -m venv|/opt/referee/bin/pip|    opendkim )")
"""What the page fetches from the internet; a test has it already."""

SYSLOG = """\
import os, socket
s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
s.bind("/dev/log"); os.chmod("/dev/log", 0o666)
with open("/var/log/syslog", "ab", buffering=0) as f:
    print("up", flush=True)
    while True:
        f.write(s.recv(9999).strip(b"\\0\\n") + b"\\n")
"""

LETTERS = """\
import json, sqlite3, zlib
store = sqlite3.connect("/srv/referee/siege/referee.db", timeout=300)
rows = store.execute("SELECT raw, outcome, note FROM letter ORDER BY id")
print(json.dumps([(zlib.decompress(raw).decode(), outcome, note) for raw, outcome, note in rows]))
"""

PROGRAM = """\
#!/bin/sh
export PYTHONPATH={root}
exec {python} -m referee "$@"
"""

SYSTEMCTL = """\
#!/bin/sh
exec {python} {root}/tests/e2e/units.py "$@"
"""

PLAYERS = """\
relay_domains =
transport_maps =
virtual_alias_maps =
virtual_mailbox_domains = players.example, your.example
virtual_mailbox_maps = texthash:/etc/postfix/boxes
virtual_mailbox_base = /srv/mail
virtual_uid_maps = static:65534
virtual_gid_maps = static:65534
"""
"""What the players' host has otherwise than the page's own."""

ACCOUNTS = """\
protocols =
ssl = no
disable_plaintext_auth = no
log_path = /var/log/dovecot.log
passdb {{
  driver = static
  args = password={password}
}}
userdb {{
  driver = static
  args = uid=65534 gid=65534 home=/nowhere
}}
service auth {{
  unix_listener /var/spool/postfix/private/auth {{
    user = postfix
  }}
}}
"""
SUBMISSION = """\
smtpd_tls_security_level=encrypt
smtpd_tls_chain_files=/etc/ssl/private/provider.pem
smtpd_sasl_auth_enable=yes
smtpd_sasl_type=dovecot
smtpd_sasl_path=private/auth
smtpd_relay_restrictions=permit_sasl_authenticated,reject
smtpd_milters=
"""
"""The players' host as the provider's."""


def why_no_hosts() -> str:
    """Say why such hosts cannot be had here; an empty text if they can."""
    return why_no_machines(*PROGRAMS)


def blocks(heading: str) -> list[str]:
    """Return the page's blocks of commands under a heading, without what a test cannot fetch."""
    page = PAGE.read_text(encoding="utf-8")
    section = page[page.index(f"## {heading}") :].partition("\n## ")[0]
    found = re.findall(r"```console\n(.*?)```", section, re.DOTALL)
    kept = ["".join(f"{line}\n" for line in block.splitlines() if not NOT_HERE.match(line)) for block in found]
    return ["\n".join(("set -e", block)) for block in kept]


def with_word(heading: str, word: str) -> str:
    """Return the one block under a heading that holds a word."""
    [found] = [block for block in blocks(heading) if word in block]
    return found


class Deployed:
    """Both hosts; the referee's campaign is `siege`."""

    def __init__(self, folder: Path) -> None:
        self.host = Machine("mx.referee.example", folder / "host")
        self.players = Machine("mx.players.example", folder / "players")
        self.first_log = ""
        """What the host logged until the game began: later a test may stop what the host needs, and it says so."""
        self._beside = ExitStack()

    def __enter__(self) -> Deployed:
        """Start both and follow the page to the running service."""
        for machine in (self.host, self.players):
            self._beside.enter_context(machine)
        connect(self.host, [HERE], self.players, [THERE, FORGER])
        for machine in (self.host, self.players):
            self._furnish(machine)
        self._settle_players()
        self.shell("\n".join(blocks("1. The program")))
        self._let_ask(self.host, "/usr/local/share/doc/referee/opendkim/opendkim.conf")
        self.shell("\n".join(blocks("2. The campaign")))
        self.shell(with_word("3. Mail in and out", "opendkim-genkey"))
        self._answer_names()
        self.shell(with_word("3. Mail in and out", "opendkim-testkey"))
        self.first_look = self.shell("\n".join(blocks("4. The service")))
        return self

    def __exit__(self, *_: object) -> None:
        """Let both go."""
        self._beside.close()

    def shell(self, script: str, text: str | None = None, machine: Machine | None = None) -> str:
        """Run commands of the page at the referee's host, from where the page stands."""
        file = "/tmp/commands"
        (machine or self.host).write(file, script)
        start = "cd /usr/local/share/doc/referee 2>/dev/null || cd /root; . /tmp/commands"
        return (machine or self.host).run("bash", "-c", start, text=text)

    def siege(self, *words: str, fails: bool = False) -> str:
        """Give the campaign a command, as the page says it."""
        return self.host.run("siege", *words, fails=fails)

    def letters(self) -> list[tuple[str, str, str]]:
        """Return each letter that the referee was handed: its raw text, what became of it, and why."""
        found = json.loads(self.host.run("runuser", "-u", "referee", "--", sys.executable, "-c", LETTERS))
        return [(raw, outcome, note) for raw, outcome, note in found]

    def mailbox(self, address: str) -> list[EmailMessage]:
        """Return the letters in a mailbox of the players' host, oldest first."""
        name, _, domain = address.partition("@")
        box = self.players.root / "srv/mail" / domain / name / "new"
        files = sorted(box.iterdir(), key=lambda file: file.stat().st_mtime_ns) if box.exists() else []
        return [email.message_from_bytes(file.read_bytes(), policy=default) for file in files]

    def wait_for(self, address: str, kind: str, count: int = 1) -> EmailMessage:
        """Wait until so many letters of a kind lie in a mailbox; return the last."""

        def there() -> list[EmailMessage] | None:
            found = [mail for mail in self.mailbox(address) if f".{kind}." in str(mail["Message-ID"])]
            return found if len(found) >= count else None

        return until(there, f"{kind} {count} for {address}: {self.log()}", 60)[-1]

    def send(self, sender: str, to: str, text: str, *options: str, server: str = "127.0.0.1") -> str:
        """Send a letter from the players' host with swaks; return the conversation."""
        words = ("--server", server, "--from", sender, "--to", to, "--body", text, "--header", "Subject: hello")
        return self.players.run("swaks", *words, *options)

    def refused(self, sender: str, to: str) -> str:
        """Return what the referee's host says to an outsider whose letter it refuses."""
        words = ("--server", HERE, "--from", sender, "--to", to, "--body", "x", "--local-interface", FORGER)
        said = self.players.run("swaks", *words, fails=True)
        return "\n".join(line for line in said.splitlines() if line.startswith("<** "))

    def log(self) -> str:
        """Return the end of what both wrote down, for a test that fails."""
        logs = [self.host.read(f"/var/log/{name}") for name in ("syslog", "referee@siege.log")]
        return "\n".join(text[-4000:] for text in (*logs, self.players.read("/var/log/syslog")))

    def offer_a_smarthost(self, password: str) -> None:
        """Let the players' host be smtp.provider.example too, at its port 587, for who has an account."""
        machine, pair = self.players, "/etc/ssl/private/provider.pem"
        name = ("-subj", "/CN=smtp.provider.example", "-addext", "subjectAltName=DNS:smtp.provider.example")
        machine.run("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", pair, "-out", pair, *name)
        known, end = "/etc/ssl/certs/ca-certificates.crt", "-----END PRIVATE KEY-----\n"
        self.host.write(known, self.host.read(known) + machine.read(pair).partition(end)[2])
        machine.write("/etc/dovecot/dovecot.conf", ACCOUNTS.format(password=password))
        machine.run("systemctl", "start", "dovecot")
        machine.run("postconf", "-M", "submission/inet=submission inet n - y - - smtpd")
        machine.run("postconf", "-P", *(f"submission/inet/{setting}" for setting in SUBMISSION.splitlines()))
        machine.run("systemctl", "restart", "postfix")

    def provider_log(self) -> list[str]:
        """Return what the mail server of the players' host, which is the provider's too, wrote down."""
        return [line for line in self.players.read("/var/log/syslog").splitlines() if "postfix/" in line]

    def certify_dovecot(self) -> None:
        """Give Dovecot the certificate that its package lays out, where this machine's image has none."""
        for file, target in (("pem", "certs/ssl-cert-snakeoil.pem"), ("key", "private/ssl-cert-snakeoil.key")):
            self.host.run("ln", "-sf", f"/etc/ssl/{target}", f"/etc/dovecot/private/dovecot.{file}")

    def _furnish(self, machine: Machine) -> None:
        """Give a machine what every host has, and a test's stand-ins for systemd and the fetched program."""
        machine.write("/etc/resolv.conf", f"nameserver {THERE}\n")
        machine.write("/etc/hosts", f"127.0.0.1 localhost\n::1 localhost\n127.0.1.1 {machine.name}\n")
        machine.write("/etc/mailname", f"{machine.name}\n")
        machine.write("/usr/share/dns/root.key", "")  # this world's names are not signed
        machine.write("/usr/sbin/systemctl", SYSTEMCTL.format(root=ROOT, python=sys.executable), 0o755)
        machine.run("make-ssl-cert", "generate-default-snakeoil")
        machine.run("systemd-tmpfiles", "--create", "--prefix=/run/opendkim", "--prefix=/run/opendmarc")
        for folder in {*ROOT.parents, *Path(sys.executable).parents, *Path(sys.executable).resolve().parents}:
            (machine.root / str(folder).lstrip("/")).chmod(0o755)
        machine.write("/opt/referee/bin/referee", PROGRAM.format(root=ROOT, python=sys.executable), 0o755)
        (machine.root / "usr/local/src").mkdir(parents=True, exist_ok=True)
        (machine.root / "usr/local/src/referee").symlink_to(ROOT)
        log = subprocess.Popen(machine.command(sys.executable, "-c", SYSLOG), stdout=subprocess.PIPE)
        assert log.stdout is not None
        assert log.stdout.readline() == b"up\n"
        self._beside.callback(log.stdout.close)
        self._beside.callback(log.wait)
        self._beside.callback(log.kill)

    def _let_ask(self, machine: Machine, file: str) -> None:
        """Let OpenDKIM ask this world's names, as its file says one does where the roots cannot be reached."""
        text = machine.read(file)
        assert "#Nameservers" in text
        machine.write(file, re.sub(r"#(Nameservers\s+)\S+", rf"\g<1>{THERE}", text))

    def _settle_players(self) -> None:
        """Let the players' host be one like the page's own, with mailboxes."""
        machine, deploy = self.players, ROOT / "deploy"
        for path, file in {
            "/etc/postfix/main.cf": "postfix/main.cf",
            "/etc/opendkim.conf": "opendkim/opendkim.conf",
            "/etc/opendmarc.conf": "opendmarc/opendmarc.conf",
        }.items():
            text = (deploy / file).read_text(encoding="utf-8")
            machine.write(path, text.replace("referee.example", "players.example"))
        self._let_ask(machine, "/etc/opendkim.conf")
        boxes = (f"{name}@{domain} {domain}/{name}/\n" for name, _, domain in (a.partition("@") for a in BOXES))
        machine.write("/etc/postfix/boxes", "".join(boxes))
        machine.run("postconf", "-e", *PLAYERS.splitlines())
        machine.run("postconf", "-e", "smtpd_recipient_restrictions=")
        machine.run("install", "-d", "-o", "nobody", "-g", "nogroup", "/srv/mail")
        key = ("opendkim-genkey", "-b", "2048", "-d", "players.example", "-s", "referee", "-D", "/etc/dkimkeys")
        machine.run(*key)
        machine.run("chown", "opendkim", "/etc/dkimkeys/referee.private")

    def _answer_names(self) -> None:
        """Let this world's DNS answer, with the records that the page asks for, and start the players' mail."""
        records = [*names("referee.example", HERE, self.host), *names("players.example", THERE, self.players)]
        records += ["mx-host=your.example,mx.players.example,10", f"host-record=smtp.provider.example,{THERE}"]
        records += [f"host-record=forger.example,{FORGER}"]
        options = ["no-resolv", "no-hosts", f"listen-address={THERE}", "bind-interfaces", "user=root", "local=/#/"]
        self.players.write("/etc/dnsmasq-world.conf", "\n".join([*options, *records]) + "\n")
        self.players.run("dnsmasq", "--conf-file=/etc/dnsmasq-world.conf")
        self.players.run("systemctl", "start", "opendkim", "opendmarc", "postfix")


def names(domain: str, address: str, machine: Machine) -> list[str]:
    """Return the records of a domain as the page's table has them, and its key as its host made it."""
    page = PAGE.read_text(encoding="utf-8")
    texts = dict(re.findall(r"^\| `([^`]+)` \| TXT \| `([^`]+)`", page, re.MULTILINE))
    key = "".join(f',{part}' for part in re.findall(r'"[^"]*"', machine.read("/etc/dkimkeys/referee.txt")))
    return [
        f"host-record=mx.{domain},{address}",
        f"mx-host={domain},mx.{domain},10",
        *(f'txt-record={name.replace("referee.example", domain)},"{text}"' for name, text in texts.items()),
        f"txt-record=referee._domainkey.{domain}{key}",
    ]
