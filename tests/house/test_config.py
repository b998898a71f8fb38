"""Settings: read from the file and the environment, checked as a whole, secrets never shown."""

import re
from datetime import timedelta
from pathlib import Path

import pytest

from referee import config
from referee.config import ConfigError

NEEDED = {
    "campaign.name": "Siege Perilous",
    "campaign.gms": ["gm@referee.example"],
    "mail.domain": "referee.example",
    "mail.from_address": "referee@referee.example",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A campaign with the least that is needed."""
    config.write_default(tmp_path, NEEDED)
    return tmp_path


def problems(folder: Path, environ: dict[str, str]) -> list[str]:
    with pytest.raises(ConfigError) as error:
        config.read(folder, environ)
    return [problem.replace(f"{folder}/", "") for problem in error.value.problems]


def test_a_default_file_gives_the_defaults(folder: Path) -> None:
    settings = config.read(folder, {})

    assert settings.campaign.name == "Siege Perilous"
    assert settings.campaign.gms == ("gm@referee.example",)
    assert settings.campaign.live_pause == timedelta(hours=12)
    assert (settings.campaign.newsletter, settings.mail.html) == (True, True)
    assert settings.campaign.time_zone.key == "UTC"
    assert settings.outbox.retry[0] == timedelta(minutes=5)
    assert settings.mail.reply_address("c7f3") == "orders+c7f3@referee.example"
    assert settings.database == folder / "referee.db"


def test_a_default_file_says_something_true_of_every_setting(folder: Path) -> None:
    file = folder / config.FILE
    before = config.read(folder, {})
    text, uncommented = re.subn(r"^# (\w+ = )", r"\1", file.read_text(), flags=re.MULTILINE)
    file.write_text(text)

    assert uncommented > 20
    assert config.read(folder, {}) == before


def test_a_file_that_is_there_is_not_touched(folder: Path) -> None:
    with pytest.raises(ConfigError, match="was not touched"):
        config.write_default(folder, NEEDED)


def test_wrong_values_are_not_written(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"mail\.domain = 'two words'"):
        config.write_default(tmp_path / "new", NEEDED | {"mail.domain": "two words"})

    assert not (tmp_path / "new").exists()


def test_a_folder_that_is_not_there_yet_is_made(tmp_path: Path) -> None:
    file = config.write_default(tmp_path / "games" / "new", NEEDED)

    assert file.parent == tmp_path / "games" / "new"
    assert config.read(file.parent, {}).mail.domain == "referee.example"


def test_the_environment_stands_before_the_file(folder: Path) -> None:
    environ = {
        "REFEREE_SMTP_PORT": "587",
        "REFEREE_CAMPAIGN_GMS": "a@x.example, b@x.example",
        "REFEREE_OUTBOX_RETRY": "1m 1h",
        "REFEREE_CAMPAIGN_TIME_ZONE": "Europe/Berlin",
    }

    settings = config.read(folder, environ)

    assert settings.smtp.port == 587
    assert settings.campaign.gms == ("a@x.example", "b@x.example")
    assert settings.outbox.retry == (timedelta(minutes=1), timedelta(hours=1))
    assert settings.campaign.time_zone.key == "Europe/Berlin"


@pytest.mark.parametrize("relative", [True, False])
def test_a_secret_comes_from_its_own_file_and_is_never_shown(folder: Path, relative: bool) -> None:
    (folder / "secret").write_text("open sesame\n")
    name = "secret" if relative else str(folder / "secret")

    settings = config.read(folder, {"REFEREE_SMTP_USER": "eric", "REFEREE_SMTP_PASSWORD_FILE": name})

    assert settings.smtp.password == "open sesame"
    assert "sesame" not in repr(settings)


def test_a_secret_file_may_be_named_in_the_settings(folder: Path) -> None:
    (folder / "secret").write_text("open sesame")
    file = folder / config.FILE
    file.write_text(file.read_text().replace("[smtp]", '[smtp]\nuser = "eric"\npassword_file = "secret"'))

    assert config.read(folder, {}).smtp.password == "open sesame"


def test_a_wrong_secret_is_not_shown(folder: Path) -> None:
    file = folder / config.FILE
    file.write_text(file.read_text().replace("[smtp]", "[smtp]\npassword = 12345"))

    assert problems(folder, {}) == ['referee.toml: smtp.password = (not shown): a text is wanted, "" for none.']


@pytest.mark.parametrize(
    ("written", "hours"),
    [("2d", 48), ("36h", 36), ("90m", 1.5), ("1 day", 24), ("1 day and 12 hours", 36), ("1d12h", 36), ("1 week", 168),
     ("45 min", 0.75), ("1800 seconds", 0.5)],
)  # fmt: skip
def test_lengths_are_read_as_people_write_them(folder: Path, written: str, hours: float) -> None:
    file = folder / config.FILE
    file.write_text(file.read_text().replace("[outbox]", f'[outbox]\nretry = ["5 minutes", "{written}"]'))

    found = config.read(folder, {"REFEREE_CAMPAIGN_REMINDER": written})
    several = config.read(folder, {"REFEREE_OUTBOX_RETRY": f"1 min, {written.replace(' and ', '')}"})

    assert found.campaign.reminder == timedelta(hours=hours)
    assert found.outbox.retry == (timedelta(minutes=5), timedelta(hours=hours))
    assert sum(several.outbox.retry, timedelta()) == timedelta(hours=hours, minutes=1)


@pytest.mark.parametrize(
    ("variable", "value", "problem"),
    [
        ("REFEREE_SMTP_PORT", "x", "REFEREE_SMTP_PORT = 'x': a whole number from 1 to 65535 is wanted."),
        ("REFEREE_INTAKE_PROTOCOL", "imap", "PROTOCOL = 'imap': one of these is wanted: lmtp, smtp, none."),
        ("REFEREE_CAMPAIGN_TIME_ZONE", "../Berlin", 'such as "Europe/Berlin" or "UTC"'),
        ("REFEREE_CAMPAIGN_LIVE_PAUSE", "12", 'such as "12h", "90m" or "1d12h"'),
        ("REFEREE_CAMPAIGN_LIVE_PAUSE", "0h", 'such as "12h", "90m" or "1d12h"'),
        ("REFEREE_MAIL_FROM_ADDRESS", "Eric <eric@x.example>", "one plain mail address is wanted"),
        ("REFEREE_MAIL_REPLY_LOCAL_PART", "orders+x", "no '+'"),
        ("REFEREE_MAIL_FROM_NAME", "a\nBcc: b", "a line of text is wanted"),
        ("REFEREE_SMTP_PASWORD", "x", "Did you mean REFEREE_SMTP_PASSWORD"),
        (
            "REFEREE_SMTP_PASSWORD_FILE", "gone",
            "REFEREE_SMTP_PASSWORD_FILE = 'gone': a file with the secret is wanted, but: No such file or directory.",
        ),
        ("REFEREE_SMTP_USER", "eric", "REFEREE_SMTP_USER: give smtp.password too, or neither."),
        ("REFEREE_SMTP_PORT", "0", "a whole number from 1 to 65535"),
        ("REFEREE_SMTP_CONNECTIONS", "0", "a whole number from 1 to 32"),
        ("REFEREE_INTAKE_PORT", "-1", "a whole number from 0 to 65535"),
        ("REFEREE_IMAP_PORT", "0", "a whole number from 1 to 65535"),
        ("REFEREE_LIMITS_LETTER_BYTES", "9999", "a whole number from 10000 to 100000000"),
        ("REFEREE_LIMITS_KEPT_BYTES", "1000000000000", "a whole number from 1000 to 1000000"),
        ("REFEREE_LIMITS_TEXT_BYTES", "999", "a whole number from 1000 to 10000000"),
        ("REFEREE_LIMITS_PARSE_BYTES", "99", "a whole number from 100000000 to 10000000000"),
        ("REFEREE_LIMITS_SPARE_BYTES", "-1", "a whole number from 0 to 10000000000000"),
        ("REFEREE_LIMITS_LETTERS_PER_HOUR", "0", "a whole number from 1 to 100000"),
        ("REFEREE_LIMITS_REPLIES_PER_HOUR", "0", "a whole number from 1 to 100000"),
        ("REFEREE_OUTAGE_AFTER", "15s", "REFEREE_OUTAGE_AFTER = '15s': 1m is the least that makes sense here."),
        ("REFEREE_OUTBOX_ALARM", "9d", "REFEREE_OUTBOX_ALARM: this must not be longer than outbox.give_up"),

    ],
)
def test_a_wrong_setting_says_what_would_be_right(folder: Path, variable: str, value: str, problem: str) -> None:
    [told] = problems(folder, {variable: value})

    assert problem in told


def test_a_password_is_not_sent_in_clear(folder: Path) -> None:
    environ = {"REFEREE_SMTP_USER": "u", "REFEREE_SMTP_PASSWORD": "p", "REFEREE_SMTP_HOST": "mail.example"}

    assert "use starttls or tls" in problems(folder, environ)[0]
    assert config.read(folder, environ | {"REFEREE_SMTP_SECURITY": "starttls"}).smtp.security == "starttls"


def test_everything_wrong_is_told_at_once(folder: Path) -> None:
    (folder / config.FILE).write_text('log = 3\n[smpt]\nx = 1\n[smtp]\nprot = 3\nport = true\n[mail]\ndomain = "-"\n')

    assert problems(folder, {}) == [
        "referee.toml: log = 3: this is a section; write [log] and its keys below.",
        "referee.toml: smpt: there is no such section. Did you mean smtp?",
        "referee.toml: smtp.prot: there is no such key. Did you mean port?",
        "referee.toml: campaign.name: this is needed. What this campaign is called in letters.",
        "referee.toml: campaign.gms: this is needed. Where the people in charge read mail; alarms go to them all.",
        "referee.toml: mail.domain = '-': a domain in ASCII is wanted, such as \"referee.example\".",
        "referee.toml: mail.from_address: this is needed. Letters come from here; no token in it, since clients"
        " quote it.",
        "referee.toml: smtp.port = True: a whole number from 1 to 65535 is wanted.",
    ]


def test_a_missing_or_broken_file_is_told(tmp_path: Path) -> None:
    assert problems(tmp_path, {}) == ["referee.toml: there is no such file; `referee init` makes one."]
    (tmp_path / config.FILE).write_text("[mail\n")
    assert "this is not TOML" in problems(tmp_path, {})[0]


def test_settings_at_odds_are_named_where_they_were_set(folder: Path) -> None:
    too_much = "at most limits.letter_bytes (20000) is wanted."

    assert problems(folder, {"REFEREE_LIMITS_LETTER_BYTES": "20000", "REFEREE_LIMITS_KEPT_BYTES": "30000"}) == [
        f"REFEREE_LIMITS_KEPT_BYTES = 30000: {too_much}"
    ]
    assert problems(folder, {"REFEREE_LIMITS_LETTER_BYTES": "20000"}) == [
        f"referee.toml: limits.kept_bytes = 65536: {too_much}"
    ]
