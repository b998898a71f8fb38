"""The settings of a campaign, section by section, each with what referee.toml says of it, and how it is read.

A reader takes what stood in the file, or a variable's text, and returns the setting; its ValueError says what would be
right.
"""

import re
from collections.abc import Callable
from dataclasses import MISSING, dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any, Literal
from zoneinfo import ZoneInfo

from referee.config.lengths import apart, length

ADDRESS = re.compile(r"[\w.!#$%&'*/=?^`{|}~+-]{1,64}@[\w.-]{1,189}", re.ASCII)
DOMAIN = re.compile(r"(?!-)[a-z0-9-]{1,63}(\.(?!-)[a-z0-9-]{1,63})*")


def text(raw: object) -> str:
    """Read a line of text that says something."""
    if not isinstance(raw, str) or not raw.strip() or not raw.isprintable():
        raise ValueError("a line of text is wanted, such as \"Siege Perilous\"")
    return raw.strip()


def optional(raw: object) -> str:
    """Read a text that may be empty."""
    if not isinstance(raw, str):
        raise ValueError("a text is wanted, \"\" for none")
    return raw.strip()


def address(raw: object) -> str:
    """Read one plain mail address."""
    if not isinstance(raw, str) or not ADDRESS.fullmatch(raw):
        raise ValueError("one plain mail address is wanted, such as \"gm@referee.example\"")
    return raw


def addresses(raw: object) -> tuple[str, ...]:
    """Read a list of mail addresses, or a text with commas or blanks between them."""
    parts = re.split(r"[,\s]+", raw.strip()) if isinstance(raw, str) else raw
    if not isinstance(parts, list) or not parts:
        raise ValueError("a list of mail addresses is wanted, such as [\"gm@referee.example\"]")
    return tuple(address(part) for part in parts)


def domain(raw: object) -> str:
    """Read a domain in ASCII; it comes back in lower case."""
    if not isinstance(raw, str) or not DOMAIN.fullmatch(raw.lower()):
        raise ValueError("a domain in ASCII is wanted, such as \"referee.example\"")
    return raw.lower()


def local_part(raw: object) -> str:
    """Read what may stand before the + of an address of ours."""
    if not isinstance(raw, str) or not re.fullmatch(r"[a-z0-9][a-z0-9._-]{0,19}", raw):
        raise ValueError("small letters and digits are wanted, 20 at most, no '+', such as \"orders\"")
    return raw


def zone(raw: object) -> ZoneInfo:
    """Read the name of a time zone."""
    try:
        return ZoneInfo(text(raw))
    except (ValueError, OSError, LookupError):
        raise ValueError("the name of a time zone is wanted, such as \"Europe/Berlin\" or \"UTC\"") from None


def duration(raw: object) -> timedelta:
    """Read a length of time such as 1d12h or 2 days."""
    try:
        span = length(raw) if isinstance(raw, str) else timedelta()
    except ValueError:
        span = timedelta()
    if span <= timedelta():
        raise ValueError("a length of time is wanted, such as \"12h\", \"90m\" or \"1d12h\"")
    return span


def at_least(least: str) -> Callable[[object], timedelta]:
    """Make the reader of a length of time that is not shorter than another."""
    def reader(raw: object) -> timedelta:
        if (span := duration(raw)) < duration(least):
            raise ValueError(f"{least} is the least that makes sense here")
        return span

    return reader


def ladder(raw: object) -> tuple[timedelta, ...]:
    """Read a list of lengths of time."""
    parts = apart(raw) if isinstance(raw, str) else raw
    if not isinstance(parts, list) or not parts:
        raise ValueError("a list of waits is wanted, such as [\"5m\", \"10m\", \"1h\"]")
    return tuple(duration(part) for part in parts)


def number(least: int, most: int) -> Callable[[object], int]:
    """Make the reader of a whole number between two others."""
    def reader(raw: object) -> int:
        if isinstance(raw, str) and re.fullmatch(r"\d{1,12}", raw):
            raw = int(raw)
        if isinstance(raw, bool) or not isinstance(raw, int) or not least <= raw <= most:
            raise ValueError(f"a whole number from {least} to {most} is wanted")
        return raw

    return reader


def yes_or_no(raw: object) -> bool:
    """Read true or false; in the environment also in words."""
    known = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
    said = raw if isinstance(raw, bool) else known.get(str(raw).lower())
    if said is None:
        raise ValueError("true or false is wanted")
    return said


def one_of(*words: str) -> Callable[[object], str]:
    """Make the reader of one of these words."""
    def reader(raw: object) -> str:
        if raw not in words:
            raise ValueError(f"one of these is wanted: {', '.join(words)}")
        return str(raw)

    return reader


Reader = Callable[[object], object]


def _setting(reader: Reader, why: str, default: object = MISSING, *, secret: bool = False) -> Any:
    """A field that knows how it is read, what referee.toml says of it, and its default as written there."""
    metadata = {"reader": reader, "why": why, "default": default, "secret": secret}
    value: Any = default if default is MISSING else reader(default)
    return field(default=value, repr=not secret, metadata=metadata)


@dataclass(frozen=True, slots=True, kw_only=True)
class Campaign:
    """Who runs these games, and when it is evening there."""

    name: str = _setting(text, "What this campaign is called in letters.")
    gms: tuple[str, ...] = _setting(addresses, "Where the people in charge read mail; alarms go to them all.")
    gm_name: str = _setting(optional, "What players call the GM, in every letter; \"\" for the address alone.", "")
    time_zone: ZoneInfo = _setting(zone, "Deadlines are told in it where nothing else is set.", "UTC")
    live_pause: timedelta = _setting(duration, "How long a live game waits for an answer.", "12h")
    reminder: timedelta = _setting(duration, "How long before a deadline who sent nothing is reminded.", "24h")
    newsletter: bool = _setting(
        yes_or_no, "Who looks on gets one letter a turn, with the words to all in it, not each by itself.", True
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Mail:
    """The addresses that players see."""

    domain: str = _setting(domain, "The domain whose mail reaches the referee.")
    from_address: str = _setting(address, "Letters come from here; no token in it, since clients quote it.")
    from_name: str = _setting(text, "The name beside that address.", "The Referee")
    reply_local_part: str = _setting(local_part, "Answers go to it: orders+TOKEN@domain.", "orders")
    bounce_local_part: str = _setting(local_part, "Mail that comes back goes to it: back+TOKEN@domain.", "back")
    open_local_part: str = _setting(local_part, "Where strangers may write JOIN to open games.", "join")
    html: bool = _setting(
        yes_or_no, "Whether letters go out as HTML beside their text; a player may settle it otherwise.", True
    )
    results_of: str = _setting(
        optional, "The name in Authentication-Results of our own mail server, if it checks senders; \"\" for none.", ""
    )

    def reply_address(self, token: str) -> str:
        """Where a letter with this token is answered to."""
        return f"{self.reply_local_part}+{token}@{self.domain}"

    def return_address(self, token: str) -> str:
        """Where mail that was sent with this token comes back to, if it does."""
        return f"{self.bounce_local_part}+{token}@{self.domain}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Smtp:
    """The server that takes our letters; best the one on this machine."""

    host: str = _setting(text, "Its name or address.", "127.0.0.1")
    port: int = _setting(number(1, 65535), "25 on this machine, 587 with starttls, 465 with tls.", 25)
    security: Literal["none", "starttls", "tls"] = _setting(
        one_of("none", "starttls", "tls"), "none, starttls or tls; none only on this machine.", "none"
    )
    user: str = _setting(optional, "The account there, if it wants one.", "")
    password: str = _setting(
        optional,
        "Better in REFEREE_SMTP_PASSWORD, or in a file of its own: password_file = \"smtp-password\".",
        "",
        secret=True,
    )
    timeout: timedelta = _setting(duration, "How long one sending may take.", "60s")
    connections: int = _setting(number(1, 32), "How many connections are open at once.", 4)


@dataclass(frozen=True, slots=True, kw_only=True)
class Intake:
    """Where the mail server hands letters to us."""

    protocol: Literal["lmtp", "smtp", "none"] = _setting(
        one_of("lmtp", "smtp", "none"),
        "lmtp behind a mail server (best); smtp to be spoken to directly; none with only a mailbox below.",
        "lmtp",
    )
    host: str = _setting(text, "Listen at this address.", "127.0.0.1")
    port: int = _setting(number(0, 65535), "Listen at this port; 0 takes any that is free.", 8024)
    received_by: str = _setting(
        optional, "Our mail server's name in the Received headers it writes: then its time counts, not ours.", ""
    )
    wait: timedelta = _setting(
        duration,
        "So long behind its deadline a turn waits for letters that our mail server or a mailbox had in time.",
        "90s",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Imap:
    """A mailbox to fetch letters from; no host, no mailbox."""

    host: str = _setting(optional, "The server's name.", "")
    port: int = _setting(number(1, 65535), "993 with tls, 143 with starttls or none.", 993)
    security: Literal["none", "starttls", "tls"] = _setting(
        one_of("none", "starttls", "tls"), "none, starttls or tls; none only on this machine.", "tls"
    )
    user: str = _setting(optional, "The account there.", "")
    password: str = _setting(
        optional,
        "Better in REFEREE_IMAP_PASSWORD, or in a file of its own: password_file = \"imap-password\".",
        "",
        secret=True,
    )
    folder: str = _setting(text, "The folder that letters come to.", "INBOX")
    poll: timedelta = _setting(duration, "How often to look where the server does not call us (IDLE).", "60s")


@dataclass(frozen=True, slots=True, kw_only=True)
class Maildir:
    """A folder of letters, one file each; no path, no folder."""

    path: str = _setting(optional, "The Maildir, with its folders new, cur and tmp.", "")
    poll: timedelta = _setting(duration, "How often to look.", "10s")


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What a letter may cost us."""

    letter_bytes: int = _setting(
        number(10_000, 100_000_000), "More is \"too large\"; give the mail server the same limit.", 1_000_000
    )
    kept_bytes: int = _setting(number(1_000, 1_000_000), "How much of such a letter is kept.", 65_536)
    text_bytes: int = _setting(number(1_000, 10_000_000), "How much text of one letter is read.", 262_144)
    parse_time: timedelta = _setting(duration, "How long reading one letter may take.", "5s")
    parse_bytes: int = _setting(
        number(100_000_000, 10_000_000_000), "How much memory reading one letter may take.", 1_000_000_000
    )
    spare_bytes: int = _setting(
        number(0, 10_000_000_000_000), "With less room on the disk no letter is taken; 452 says so.", 50_000_000
    )
    letters_per_hour: int = _setting(number(1, 100_000), "Letters taken from one sender in an hour.", 60)
    replies_per_hour: int = _setting(number(1, 100_000), "Receipts sent to one player in an hour.", 10)


@dataclass(frozen=True, slots=True, kw_only=True)
class Outbox:
    """How long we try to send a letter."""

    retry: tuple[timedelta, ...] = _setting(
        ladder, "The waits between tries; the last one repeats.", ["5m", "10m", "20m", "40m", "1h"]
    )
    give_up: timedelta = _setting(duration, "After this long a letter counts as failed.", "5d")
    alarm: timedelta = _setting(duration, "After this long unsent, the GM is told.", "1h")


@dataclass(frozen=True, slots=True, kw_only=True)
class Alarm:
    """How the GM hears of it when mail itself is down."""

    command: str = _setting(optional, "A program and its arguments; it is given the alarm as its input.", "")
    webhook: str = _setting(optional, "An address that is sent the alarm as JSON by HTTP POST.", "")
    every: timedelta = _setting(duration, "The same alarm is not raised more often than this.", "6h")


@dataclass(frozen=True, slots=True, kw_only=True)
class Outage:
    """When we were away, or letters could not come in."""

    after: timedelta = _setting(
        at_least("1m"), "A silence of our own that is longer than this was an outage; 1m at least.", "10m"
    )
    drain: timedelta = _setting(duration, "How long letters that waited may come in before a turn is run.", "10m")


@dataclass(frozen=True, slots=True, kw_only=True)
class Keeping:
    """How long what is not needed to prove a game is kept."""

    letters: timedelta = _setting(duration, "Letters as they came, after their game's end.", "365d")
    strangers: timedelta = _setting(duration, "Letters of people we do not know.", "30d")
    mails: timedelta = _setting(duration, "What the outbox knows of a mail, after its game's end.", "90d")


@dataclass(frozen=True, slots=True, kw_only=True)
class Log:
    """What is written of our doings: ids and counts, never orders, tokens or seeds."""

    format: Literal["text", "json"] = _setting(
        one_of("text", "json"), "text for people, json for collectors.", "text"
    )
    level: Literal["debug", "info", "warning", "error"] = _setting(
        one_of("debug", "info", "warning", "error"), "debug, info, warning or error.", "info"
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """All settings of one campaign."""

    folder: Path
    campaign: Campaign
    mail: Mail
    smtp: Smtp
    intake: Intake
    imap: Imap
    maildir: Maildir
    limits: Limits
    outbox: Outbox
    alarm: Alarm
    outage: Outage
    keeping: Keeping
    log: Log

    @property
    def database(self) -> Path:
        """The campaign's database file."""
        return self.folder / "referee.db"


SECTIONS: dict[str, type[Any]] = {
    "campaign": Campaign, "mail": Mail, "smtp": Smtp, "intake": Intake, "imap": Imap, "maildir": Maildir,
    "limits": Limits, "outbox": Outbox, "alarm": Alarm, "outage": Outage, "keeping": Keeping, "log": Log,
}  # fmt: skip
