"""The reason that a GM gives: it is told to everybody, so it is wanted, and ends as a sentence does."""

from __future__ import annotations

from referee.engine.errors import SetupError


def wanted(reason: str) -> None:
    """Refuse what has no reason; raises `SetupError`."""
    if not reason.strip():
        raise SetupError("Say why: the reason is told to everybody.")


def sentence(reason: str) -> str:
    """Let a reason end as a sentence does, on one line."""
    reason = " ".join(reason.split())
    return reason if not reason or reason.endswith((".", "!", "?")) else f"{reason}."
