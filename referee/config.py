"""A campaign's settings: its referee.toml and the environment, read once and checked as a whole.

Every setting of section `smtp` and key `host` may also come from the environment, as REFEREE_SMTP_HOST, which
stands before the file. A secret may also lie in a file of its own, named by REFEREE_SMTP_PASSWORD_FILE or, in
referee.toml, by `password_file`.
"""

import json
import os
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import MISSING, Field, dataclass, field, fields
from datetime import timedelta
from pathlib import Path
from typing import Any, Literal
from zoneinfo import ZoneInfo

__all__ = ["FILE", "ConfigError", "Settings", "read", "write_default"]

FILE = "referee.toml"
OTHER_VARIABLES = frozenset({"REFEREE_CAMPAIGN", "REFEREE_MAIL_CORPUS"})  # not settings, read elsewhere
Reader = Callable[[object], object]

LOOPBACK = ("localhost", "127.0.0.1", "::1")
ADDRESS = re.compile(r"[\w.!#$%&'*/=?^`{|}~+-]{1,64}@[\w.-]{1,189}", re.ASCII)
DOMAIN = re.compile(r"(?!-)[a-z0-9-]{1,63}(\.(?!-)[a-z0-9-]{1,63})*")
DURATION = re.compile(r"(?:(\d{1,6})d)?(?:(\d{1,6})h)?(?:(\d{1,6})m)?(?:(\d{1,6})s)?", re.ASCII)


class ConfigError(ValueError):
    """Settings that cannot be used; lists every problem with its place, value and remedy."""

    def __init__(self, problems: list[str]) -> None:
        """Keep the problems, one sentence or two each."""
        super().__init__("\n".join(problems))
        self.problems = problems


# Each reader takes what stood in the file, or a variable's text; its ValueError says what would be right.


def _text(raw: object) -> str:
    if not isinstance(raw, str) or not raw.strip() or not raw.isprintable():
        raise ValueError("a line of text is wanted, such as \"Siege Perilous\"")
    return raw.strip()


def _optional(raw: object) -> str:
    if not isinstance(raw, str):
        raise ValueError("a text is wanted, \"\" for none")
    return raw.strip()


def _address(raw: object) -> str:
    if not isinstance(raw, str) or not ADDRESS.fullmatch(raw):
        raise ValueError("one plain mail address is wanted, such as \"gm@referee.example\"")
    return raw


def _addresses(raw: object) -> tuple[str, ...]:
    parts = re.split(r"[,\s]+", raw.strip()) if isinstance(raw, str) else raw
    if not isinstance(parts, list) or not parts:
        raise ValueError("a list of mail addresses is wanted, such as [\"gm@referee.example\"]")
    return tuple(_address(part) for part in parts)


def _domain(raw: object) -> str:
    if not isinstance(raw, str) or not DOMAIN.fullmatch(raw.lower()):
        raise ValueError("a domain in ASCII is wanted, such as \"referee.example\"")
    return raw.lower()


def _local_part(raw: object) -> str:
    if not isinstance(raw, str) or not re.fullmatch(r"[a-z0-9][a-z0-9._-]{0,19}", raw):
        raise ValueError("small letters and digits are wanted, 20 at most, no '+', such as \"orders\"")
    return raw


def _zone(raw: object) -> ZoneInfo:
    try:
        return ZoneInfo(_text(raw))
    except (ValueError, OSError, LookupError):
        raise ValueError("the name of a time zone is wanted, such as \"Europe/Berlin\" or \"UTC\"") from None


def _duration(raw: object) -> timedelta:
    if isinstance(raw, str) and (parts := DURATION.fullmatch(raw.strip())):
        days, hours, minutes, seconds = (int(part or 0) for part in parts.groups())
        if (span := timedelta(days=days, hours=hours, minutes=minutes, seconds=seconds)) > timedelta():
            return span
    raise ValueError("a length of time is wanted, such as \"12h\", \"90m\" or \"1d12h\"")


def _ladder(raw: object) -> tuple[timedelta, ...]:
    parts = re.split(r"[,\s]+", raw.strip()) if isinstance(raw, str) else raw
    if not isinstance(parts, list) or not parts:
        raise ValueError("a list of waits is wanted, such as [\"5m\", \"10m\", \"1h\"]")
    return tuple(_duration(part) for part in parts)


def _number(least: int, most: int) -> Callable[[object], int]:
    def reader(raw: object) -> int:
        if isinstance(raw, str) and re.fullmatch(r"\d{1,12}", raw):
            raw = int(raw)
        if isinstance(raw, bool) or not isinstance(raw, int) or not least <= raw <= most:
            raise ValueError(f"a whole number from {least} to {most} is wanted")
        return raw

    return reader


def _one_of(*words: str) -> Callable[[object], str]:
    def reader(raw: object) -> str:
        if raw not in words:
            raise ValueError(f"one of these is wanted: {', '.join(words)}")
        return str(raw)

    return reader


def _setting(reader: Reader, why: str, default: object = MISSING, *, secret: bool = False) -> Any:
    """A field that knows how it is read, what referee.toml says of it, and its default as written there."""
    metadata = {"reader": reader, "why": why, "default": default, "secret": secret}
    value: Any = default if default is MISSING else reader(default)
    return field(default=value, repr=not secret, metadata=metadata)


@dataclass(frozen=True, slots=True, kw_only=True)
class Campaign:
    """Who runs these games, and when it is evening there."""

    name: str = _setting(_text, "What this campaign is called in letters.")
    gms: tuple[str, ...] = _setting(_addresses, "Where the people in charge read mail; alarms go to them all.")
    time_zone: ZoneInfo = _setting(_zone, "Deadlines are told in it where nothing else is set.", "UTC")
    live_pause: timedelta = _setting(_duration, "How long a live game waits for an answer.", "12h")
    reminder: timedelta = _setting(_duration, "How long before a deadline who sent nothing is reminded.", "24h")


@dataclass(frozen=True, slots=True, kw_only=True)
class Mail:
    """The addresses that players see."""

    domain: str = _setting(_domain, "The domain whose mail reaches the referee.")
    from_address: str = _setting(_address, "Letters come from here; no token in it, since clients quote it.")
    from_name: str = _setting(_text, "The name beside that address.", "The Referee")
    reply_local_part: str = _setting(_local_part, "Answers go to it: orders+TOKEN@domain.", "orders")

    def reply_address(self, token: str) -> str:
        """Where a letter with this token is answered to."""
        return f"{self.reply_local_part}+{token}@{self.domain}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Smtp:
    """The server that takes our letters; best the one on this machine."""

    host: str = _setting(_text, "Its name or address.", "127.0.0.1")
    port: int = _setting(_number(1, 65535), "25 on this machine, 587 with starttls, 465 with tls.", 25)
    security: Literal["none", "starttls", "tls"] = _setting(
        _one_of("none", "starttls", "tls"), "none, starttls or tls; none only on this machine.", "none"
    )
    user: str = _setting(_optional, "The account there, if it wants one.", "")
    password: str = _setting(
        _optional,
        "Better in REFEREE_SMTP_PASSWORD, or in a file of its own: password_file = \"smtp-password\".",
        "",
        secret=True,
    )
    timeout: timedelta = _setting(_duration, "How long one sending may take.", "60s")
    connections: int = _setting(_number(1, 32), "How many connections are open at once.", 4)


@dataclass(frozen=True, slots=True, kw_only=True)
class Intake:
    """Where the mail server hands letters to us."""

    protocol: Literal["lmtp", "smtp"] = _setting(
        _one_of("lmtp", "smtp"), "lmtp behind a mail server (best); smtp to be spoken to directly.", "lmtp"
    )
    host: str = _setting(_text, "Listen at this address.", "127.0.0.1")
    port: int = _setting(_number(0, 65535), "Listen at this port; 0 takes any that is free.", 8024)


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What a letter may cost us."""

    letter_bytes: int = _setting(
        _number(10_000, 100_000_000), "More is \"too large\"; give the mail server the same limit.", 1_000_000
    )
    kept_bytes: int = _setting(_number(1_000, 1_000_000), "How much of such a letter is kept.", 65_536)
    text_bytes: int = _setting(_number(1_000, 10_000_000), "How much text of one letter is read.", 262_144)
    parse_time: timedelta = _setting(_duration, "How long reading one letter may take.", "5s")
    letters_per_hour: int = _setting(_number(1, 100_000), "Letters taken from one sender in an hour.", 60)
    replies_per_hour: int = _setting(_number(1, 100_000), "Receipts sent to one player in an hour.", 10)


@dataclass(frozen=True, slots=True, kw_only=True)
class Outbox:
    """How long we try to send a letter."""

    retry: tuple[timedelta, ...] = _setting(
        _ladder, "The waits between tries; the last one repeats.", ["5m", "10m", "20m", "40m", "1h"]
    )
    give_up: timedelta = _setting(_duration, "After this long a letter counts as failed.", "5d")
    alarm: timedelta = _setting(_duration, "After this long unsent, the GM is told.", "1h")


@dataclass(frozen=True, slots=True, kw_only=True)
class Log:
    """What is written of our doings: ids and counts, never orders, tokens or seeds."""

    format: Literal["text", "json"] = _setting(
        _one_of("text", "json"), "text for people, json for collectors.", "text"
    )
    level: Literal["debug", "info", "warning", "error"] = _setting(
        _one_of("debug", "info", "warning", "error"), "debug, info, warning or error.", "info"
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """All settings of one campaign."""

    folder: Path
    campaign: Campaign
    mail: Mail
    smtp: Smtp
    intake: Intake
    limits: Limits
    outbox: Outbox
    log: Log

    @property
    def database(self) -> Path:
        """The campaign's database file."""
        return self.folder / "referee.db"


SECTIONS: dict[str, type[Any]] = {
    "campaign": Campaign, "mail": Mail, "smtp": Smtp, "intake": Intake,
    "limits": Limits, "outbox": Outbox, "log": Log,
}  # fmt: skip


def read(folder: Path, environ: Mapping[str, str] | None = None) -> Settings:
    """The settings of the campaign in this folder.

    Raises ConfigError with everything that is wrong at once.
    """
    file = folder / FILE
    try:
        text = file.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise ConfigError([f"{file}: there is no such file; `referee init` makes one."]) from None
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError([f"{file}: this cannot be read: {error}."]) from None
    return _checked(folder, text, os.environ if environ is None else environ)


def write_default(folder: Path, values: Mapping[str, object]) -> Path:
    """Write a referee.toml that explains itself, with these values filled in.

    Their keys are like "mail.domain", the values as they would stand in the file. Settings that are not named
    are written as comments with their defaults. The file is checked before it is written, and never replaces
    one that is there. Raises ConfigError.
    """
    known = {f"{section}.{setting.name}" for section, setting in _all_settings()}
    assert values.keys() <= known, values.keys() - known
    file = folder / FILE
    if file.exists():
        raise ConfigError([f"{file}: this file is there already and was not touched."])
    text = _default_text(values)
    _checked(folder, text, {})
    folder.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return file


@dataclass(frozen=True, slots=True)
class _Found:
    """One raw value and where it stood."""

    raw: object
    place: str
    secret: bool

    def blamed(self, remedy: object) -> str:
        shown = "(not shown)" if self.secret else repr(self.raw)
        return f"{self.place} = {shown}: {remedy}."


def _checked(folder: Path, text: str, environ: Mapping[str, str]) -> Settings:
    """The settings in the text and the environment."""
    file = folder / FILE
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError([f"{file}: this is not TOML: {error}."]) from None
    problems = [*_unknown(file, data), *_misspelt(environ)]
    read_values: dict[str, dict[str, object]] = {section: {} for section in SECTIONS}
    for section, setting in _all_settings():
        try:
            found = _find(folder, data, environ, section, setting)
            if found is not None:
                read_values[section][setting.name] = _value(found, setting)
        except ConfigError as error:
            problems += error.problems
    if not problems:
        sections = {section: SECTIONS[section](**values) for section, values in read_values.items()}
        settings = Settings(folder=folder, **sections)
        problems = [f"{file}: {problem}" for problem in _at_odds(settings)]
        if not problems:
            return settings
    raise ConfigError(problems)


def _all_settings() -> Iterator[tuple[str, Field[Any]]]:
    for section, kind in SECTIONS.items():
        for setting in fields(kind):
            yield section, setting


def _find(
    folder: Path, data: Mapping[str, Any], environ: Mapping[str, str], section: str, setting: Field[Any]
) -> _Found | None:
    """The raw value of one setting; the environment stands before the file, None leaves the default."""
    variable, secret = _variable(section, setting), bool(setting.metadata["secret"])
    if variable in environ:
        return _Found(environ[variable], variable, secret)
    if secret and (name := environ.get(f"{variable}_FILE")):
        return _Found(_content(folder, name, f"{variable}_FILE"), f"{variable}_FILE", secret)
    place, table = f"{folder / FILE}: {section}.{setting.name}", data.get(section, {})
    if not isinstance(table, dict):
        return None
    if setting.name in table:
        return _Found(table[setting.name], place, secret)
    if secret and (name := table.get(f"{setting.name}_file")):
        return _Found(_content(folder, name, f"{place}_file"), f"{place}_file", secret)
    if setting.default is MISSING:
        raise ConfigError([f"{place}: this is needed. {setting.metadata['why']}"])
    return None


def _value(found: _Found, setting: Field[Any]) -> object:
    try:
        return setting.metadata["reader"](found.raw)
    except ValueError as error:
        raise ConfigError([found.blamed(error)]) from None


def _content(folder: Path, name: object, place: str) -> str:
    """The secret in a file of its own, without the line's end."""
    try:
        return (folder / str(name)).read_text(encoding="utf-8").rstrip("\r\n")
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError([f"{place} = {name!r}: a file with the secret is wanted; {error}."]) from None


def _unknown(file: Path, data: Mapping[str, Any]) -> Iterator[str]:
    """Sections and keys that mean nothing, with the nearest that do."""
    for section, table in data.items():
        if section not in SECTIONS:
            yield f"{file}: {section}: there is no such section. {_nearest(section, SECTIONS)}"
        elif not isinstance(table, dict):
            yield f"{file}: {section} = {table!r}: this is a section; write [{section}] and its keys below."
        else:
            known = [setting.name for setting in fields(SECTIONS[section])]
            files = [f"{s.name}_file" for s in fields(SECTIONS[section]) if s.metadata["secret"]]
            for key in table.keys() - {*known, *files}:
                yield f"{file}: {section}.{key}: there is no such key. {_nearest(key, known)}"


def _misspelt(environ: Mapping[str, str]) -> Iterator[str]:
    """Variables that look like one of ours and are none."""
    ours = set()
    for section, setting in _all_settings():
        name = _variable(section, setting)
        ours |= {name, f"{name}_FILE"} if setting.metadata["secret"] else {name}
    prefixes = tuple(f"REFEREE_{section.upper()}_" for section in SECTIONS)
    for name in sorted(environ.keys() - ours - OTHER_VARIABLES):
        if name.startswith(prefixes):
            yield f"{name}: there is no such setting. {_nearest(name, ours)}"


def _at_odds(settings: Settings) -> Iterator[str]:
    """Settings that are right alone and wrong together."""
    smtp, limits, outbox = settings.smtp, settings.limits, settings.outbox
    if bool(smtp.user) != bool(smtp.password):
        yield "smtp.user and smtp.password: give both, or neither."
    if smtp.password and smtp.security == "none" and smtp.host not in LOOPBACK:
        yield "smtp.security = 'none': a password goes to another machine in clear; use starttls or tls."
    if limits.kept_bytes > limits.letter_bytes:
        yield f"limits.kept_bytes = {limits.kept_bytes}: at most letter_bytes ({limits.letter_bytes}) is wanted."
    if outbox.alarm > outbox.give_up:
        yield "outbox.alarm: this must not be longer than outbox.give_up, or the GM hears too late."


def _nearest(name: str, names: Iterable[str]) -> str:
    from difflib import get_close_matches

    near = get_close_matches(name, names := list(names), n=2) or names
    return f"Did you mean {' or '.join(near)}?" if len(near) < 3 else f"There are: {', '.join(near)}."


def _variable(section: str, setting: Field[Any]) -> str:
    return f"REFEREE_{section}_{setting.name}".upper()


def _default_text(values: Mapping[str, object]) -> str:
    """The text of a referee.toml with a comment on every setting."""
    lines = [
        "# The settings of this campaign. What is commented out has the value shown.",
        "# A variable like REFEREE_SMTP_HOST in the environment stands before what is written here.",
        "# Lengths of time: \"30s\", \"90m\", \"12h\", \"5d\", \"1d12h\".",
    ]
    for section, kind in SECTIONS.items():
        lines += ["", "", f"# {kind.__doc__}", f"[{section}]"]
        for setting in fields(kind):
            key = f"{section}.{setting.name}"
            lines += ["", f"# {setting.metadata['why']}"]
            if key in values:
                lines.append(f"{setting.name} = {_toml(values[key])}")
            elif setting.default is not MISSING:
                lines.append(f"# {setting.name} = {_toml(setting.metadata['default'])}")
    return "\n".join(lines) + "\n"


def _toml(value: object) -> str:
    """The value as TOML."""
    match value:
        case bool() | int(): return str(value).lower()
        case tuple() | list(): return f"[{', '.join(_toml(part) for part in value)}]"
        case _: return json.dumps(str(value), ensure_ascii=False)
