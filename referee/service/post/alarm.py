"""The second way to the GM, for when mail itself is down: a program, a web address, or both.

Neither is told secrets: an alarm holds names of games, counts and times.
"""

import json
import os
import shlex
import signal
import subprocess
import threading
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from http.client import HTTPMessage
from typing import IO
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit

from referee.config import Settings
from referee.engine.audience import REFEREE
from referee.engine.values import value
from referee.service.campaign.campaign import Campaign
from referee.service.campaign.logbook import log
from referee.store import actions
from referee.store.errors import StoreError

PATIENCE = 20.0
"""For so many seconds a program or a web server may take its time."""

RIGHT = "alarm.command in referee.toml takes a program by its full path and its arguments: /usr/local/bin/page gm"

UNREACHED = "the address of alarm.webhook in referee.toml cannot be reached"

ENVIRONMENT = ("PATH", "HOME", "LANG", "TZ")
"""What the GM's program is given of our environment, which may hold passwords."""


@value
class Tried:
    """One way that was tried: its name, whether it worked, and what was the matter."""

    way: str
    well: bool
    said: str


@dataclass
class Siren:
    """Raises alarms by the second way, the same one not too often; remembers it even if nothing can be stored."""

    campaign: Campaign
    raised: dict[str, datetime] = field(default_factory=dict)

    def sound(self, what: str, text: str) -> bool:
        """Raise an alarm unless the same was raised lately; say whether it was. Never raises, whatever goes wrong."""
        now, every = self.campaign.clock.now(), self.campaign.settings.alarm.every
        last = max(filter(None, (self.raised.get(what), self._stored(what, now - every))), default=None)
        if last is not None and now - every < last <= now:
            return False
        for one in raised_by_all(self.campaign.settings, what, text, now):
            log.log(20 if one.well else 40, "alarm", what=what, way=one.way, said=one.said)
        self.raised[what] = now
        self._store(what, now)
        return True

    def _stored(self, what: str, since: datetime) -> datetime | None:
        try:
            with self.campaign.store.reading() as tx:
                return actions.alarmed_at(tx, what, since=since)
        except StoreError as error:
            log.error("alarms cannot be looked up", error=type(error).__name__)
            return None

    def _store(self, what: str, now: datetime) -> None:
        try:
            with self.campaign.store.writing() as tx:
                actions.record(tx, at=now, who="referee", what="alarm", details={"what": what}, to=REFEREE)
        except StoreError as error:
            log.error("alarm not written down", error=type(error).__name__)


def raised_by_all(settings: Settings, what: str, text: str, now: datetime) -> Iterator[Tried]:
    """Go every way that the settings name, and say how it went."""
    message = f"{settings.campaign.name}: {text}"
    if settings.alarm.command:
        yield _run(settings.alarm.command, message)
    if settings.alarm.webhook:
        told = {"campaign": settings.campaign.name, "alarm": what, "text": text, "at": now.isoformat()}
        yield _post(settings.alarm.webhook, told)


def _run(command: str, message: str) -> Tried:
    """Start the GM's program, without a shell, with the alarm as its input."""
    environment = {name: os.environ[name] for name in ENVIRONMENT if name in os.environ}
    nowhere = subprocess.DEVNULL
    try:
        running = subprocess.Popen(
            shlex.split(command),
            stdin=subprocess.PIPE,
            stdout=nowhere,
            stderr=nowhere,
            env=environment,
            start_new_session=True,
        )
    except (OSError, ValueError, IndexError) as error:
        return Tried("command", False, f"it cannot be started: {_unstarted(command, error)} {RIGHT}")
    try:
        running.communicate(f"{message}\n".encode(), timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        os.killpg(running.pid, signal.SIGKILL)
        running.wait()
        return Tried("command", False, f"it did not end within {PATIENCE:.0f} seconds and was stopped")
    code = running.returncode
    return Tried("command", code == 0, "it ended well" if code == 0 else f"it ended with exit code {code}")


def _unstarted(command: str, error: Exception) -> str:
    """Say what is wrong with the setting that names the program."""
    match error:
        case FileNotFoundError():
            return f"there is no program {shlex.split(command)[0]}."
        case PermissionError():
            return f"{shlex.split(command)[0]} may not be run; has it the x bit?"
        case OSError():
            return f"{shlex.split(command)[0]}: {error.strerror}."
    return "its quotation marks are not closed."


class _Straight(urllib.request.HTTPRedirectHandler):
    """What is posted goes where the settings say, and nowhere else."""

    def redirect_request(
        self, req: urllib.request.Request, fp: IO[bytes], code: int, msg: str, headers: HTTPMessage, newurl: str
    ) -> None:
        """Follow no redirection."""


def _post(address: str, told: dict[str, str]) -> Tried:
    """Send the alarm as JSON; a server that drips its answer is waited for no longer than another."""
    if urlsplit(address).scheme not in ("http", "https"):
        return Tried("webhook", False, "alarm.webhook in referee.toml must begin with https:// or http://")
    said: list[Tried] = []
    thread = threading.Thread(target=lambda: said.append(_posted(address, told)), daemon=True)
    thread.start()
    thread.join(PATIENCE)
    return said[0] if said else Tried("webhook", False, f"no answer within {PATIENCE:.0f} seconds")


def _posted(address: str, told: dict[str, str]) -> Tried:
    data = json.dumps(told).encode()
    headers = {"Content-Type": "application/json", "User-Agent": "referee"}
    try:
        request = urllib.request.Request(address, data=data, headers=headers, method="POST")
        with urllib.request.build_opener(_Straight).open(request, timeout=PATIENCE) as answer:
            return Tried("webhook", True, f"it answered {answer.status}")
    except HTTPError as error:
        return Tried("webhook", False, f"it answered {error.code}")
    except URLError as error:
        why = getattr(error.reason, "strerror", None) or error.reason
        return Tried("webhook", False, f"{UNREACHED}: {why}")
    except Exception as error:  # noqa: BLE001 - whatever goes wrong there, the service goes on
        return Tried("webhook", False, f"{UNREACHED}: {type(error).__name__}")
