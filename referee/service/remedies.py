"""Refusals that name what to do instead: a command at the command line, and in answer to a GM's letter that of mail."""

from __future__ import annotations

from referee.engine.errors import SetupError


class Remedied(SetupError):
    """Something that cannot be done now, with what helps: ``shell`` at the command line, ``mail`` in a letter."""

    def __init__(self, problem: str, *, shell: str, mail: str) -> None:
        super().__init__(f"{problem} {shell}")
        self.by_mail = f"{problem} {mail}"


def by_mail(error: Exception) -> str:
    """Say in a letter why something cannot be done."""
    return error.by_mail if isinstance(error, Remedied) else str(error)
