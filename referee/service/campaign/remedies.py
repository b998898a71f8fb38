"""What to do instead, or about something: at the command line a command, in a letter to the GM the word for an answer.

A letter names the command too where it is the only way, and says so. A reason that a GM gives is told to everybody, so
it is wanted, and ends as a sentence does.
"""

from referee.engine.errors import SetupError

HELD_BY_GM = "the GM holds it"
"""Why a game is held that a GM holds without a word."""


class Remedied(SetupError):
    """Something that cannot be done now, with what helps: ``shell`` at the command line, ``mail`` in a letter."""

    def __init__(self, problem: str, *, shell: str, mail: str) -> None:
        super().__init__(f"{problem} {shell}")
        self.by_mail = f"{problem} {mail}"


def answered_or(what: str, word: str, command: str) -> str:
    """Say in an alarm what can be done by a word in an answer, or by a command."""
    return f"{what}: {word} in an answer to any turn letter, or {command}"


def typed(what: str, command: str) -> str:
    """Say in an alarm what can be done by a command alone."""
    return f"{what}, at the command line alone: {command}"


def by_mail(error: Exception) -> str:
    """Say in a letter why something cannot be done."""
    return error.by_mail if isinstance(error, Remedied) else str(error)


def wanted(reason: str) -> None:
    """Refuse what has no reason; raises `SetupError`."""
    if not reason.strip():
        raise SetupError("Say why: the reason is told to everybody.")


def sentence(reason: str) -> str:
    """Let a reason end as a sentence does, on one line."""
    reason = " ".join(reason.split())
    return reason if not reason or reason.endswith((".", "!", "?")) else f"{reason}."
