"""A campaign's settings: its referee.toml and the environment, read once and checked as a whole.

Every setting of section `smtp` and key `host` may also come from the environment, as REFEREE_SMTP_HOST, which
stands before the file. A secret may also lie in a file of its own, named by REFEREE_SMTP_PASSWORD_FILE or, in
referee.toml, by `password_file`.
"""

import json
import os
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import MISSING, Field, dataclass, fields
from pathlib import Path
from typing import Any

from referee.config.sections import SECTIONS, Settings

__all__ = ["FILE", "ConfigError", "Settings", "read", "write_default"]

FILE = "referee.toml"
OTHER_VARIABLES = frozenset({"REFEREE_CAMPAIGN", "REFEREE_MAIL_CORPUS"})  # not settings, read elsewhere

MOST_DOTS = 1_000
"""In one line; over a name with many more TOML's reader sits for minutes."""

LOOPBACK = ("localhost", "127.0.0.1", "::1")


class ConfigError(ValueError):
    """Settings that cannot be used; lists every problem with its place, value and remedy."""

    def __init__(self, problems: list[str]) -> None:
        """Keep the problems, one sentence or two each."""
        super().__init__("\n".join(problems))
        self.problems = problems


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
    if any(line.count(".") > MOST_DOTS for line in text.splitlines()):
        raise ConfigError([f"{file}: a name has dots in it without end; no setting wants that."])
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError([f"{file}: this is not TOML: {error}."]) from None
    except RecursionError:
        raise ConfigError([f"{file}: brackets stand in brackets without end; no setting wants that."]) from None
    except ValueError:  # Python turns no more than so many figures into a number
        raise ConfigError([f"{file}: a number has figures without end; no setting wants that."]) from None
    problems = [*_unknown(file, data), *_misspelt(environ)]
    read_values: dict[str, dict[str, object]] = {section: {} for section in SECTIONS}
    places: dict[str, str] = {}
    for section, setting in _all_settings():
        try:
            found = _find(folder, data, environ, section, setting)
            if found is not None:
                read_values[section][setting.name] = _value(found, setting)
                places[f"{section}.{setting.name}"] = found.place
        except ConfigError as error:
            problems += error.problems
    if not problems:
        sections = {section: SECTIONS[section](**values) for section, values in read_values.items()}
        settings = Settings(folder=folder, **sections)
        problems = list(_at_odds(settings, lambda key: places.get(key, f"{file}: {key}")))
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
        why = error.strerror if isinstance(error, OSError) else "it is not UTF-8"
        raise ConfigError([f"{place} = {name!r}: a file with the secret is wanted, but: {why}."]) from None


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


def _at_odds(settings: Settings, place: Callable[[str], str]) -> Iterator[str]:
    """Settings that are right alone and wrong together, each with the place where it was set."""
    smtp, limits, outbox = settings.smtp, settings.limits, settings.outbox
    if bool(smtp.user) != bool(smtp.password):
        given, wanted = ("smtp.user", "smtp.password") if smtp.user else ("smtp.password", "smtp.user")
        yield f"{place(given)}: give {wanted} too, or neither."
    if smtp.password and smtp.security == "none" and smtp.host not in LOOPBACK:
        yield f"{place('smtp.security')} = 'none': a password goes to another machine in clear; use starttls or tls."
    if limits.kept_bytes > limits.letter_bytes:
        most = f"at most limits.letter_bytes ({limits.letter_bytes}) is wanted"
        yield f"{place('limits.kept_bytes')} = {limits.kept_bytes}: {most}."
    if outbox.alarm > outbox.give_up:
        yield f"{place('outbox.alarm')}: this must not be longer than outbox.give_up, or the GM hears too late."


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
