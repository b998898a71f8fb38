"""SpamAssassin, as Debian has it: what it gives a letter by its own rules, asking nobody."""

from __future__ import annotations

import email
import re
import shutil
import subprocess
from collections.abc import Mapping

HIGHEST = 1.0
"""Five points make a letter spam, as SpamAssassin comes."""

SETTINGS = ("use_bayes 0", "score RCVD_ILLEGAL_IP 0")
"""It asks nobody and has learned nothing; and hosts of tests have addresses that are kept for examples (RFC 5737)."""

COMMAND = (
    *("spamassassin", "--local", "--mbox", "--nocreate-prefs", "--prefs-file=/dev/null"),
    *(f"--cf={setting}" for setting in SETTINGS),
)
STATUS = re.compile(r"score=(-?[0-9.]+) .*tests=([\w, ]+?) (?:autolearn|version)=")
WHY_NOT = "" if shutil.which(COMMAND[0]) else "SpamAssassin is not installed; on Debian: apt-get install spamassassin"


def judged(letters: Mapping[str, bytes]) -> dict[str, tuple[float, str]]:
    """Return what the filter gives each letter, and for what."""
    box = b"".join(b"From x@x.example Tue Nov 24 12:00:00 2026\n" + _marked(*one) + b"\n" for one in letters.items())
    done = subprocess.run(COMMAND, input=box, capture_output=True, check=True)
    found = {}
    for part in re.split(rb"^From .*\n", done.stdout, flags=re.MULTILINE)[1:]:
        message = email.message_from_bytes(part)
        status = STATUS.search(" ".join(str(message["X-Spam-Status"]).split()))
        assert status is not None, message["X-Spam-Status"]
        found[str(message["X-Name"])] = (float(status[1]), status[2].replace(" ", ""))
    return found


def _marked(name: str, wire: bytes) -> bytes:
    """Give a letter a header that it is known by afterwards, for the filter changes their order."""
    return b"X-Name: " + name.encode() + b"\n" + wire.replace(b"\r\n", b"\n").replace(b"\nFrom ", b"\n>From ")
