"""What the GM and the referee did in a game, in sentences."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any

from referee.engine.audience import GM

Words = Callable[[Mapping[str, Any]], str]


def _ruling(details: Mapping[str, Any]) -> str:
    """Name a ruling: by its number, by whom it is for, or as the answer to a question of the rules."""
    if details.get("number"):
        return f"ruling {details['number']}"
    if "about" in details:
        return "a question of the rules is answered"
    return f"a ruling for {details['for']}" if "for" in details else "a ruling"


def _because(details: Mapping[str, Any]) -> str:
    reason = str(details.get("reason") or "")
    return f": {reason}" if reason else ""


def in_utc(moment: datetime) -> str:
    """Say a time in words that are the same for every reader."""
    return f"{moment.astimezone(UTC):%a %d %b %Y, %H:%M} UTC"


def _moved(details: Mapping[str, Any]) -> str:
    """Say to when the deadline was moved, if it was."""
    return f"; the deadline was moved to {details['until']}" if details.get("until") else ""


SAID: dict[str, Words] = {
    "import": lambda d: "the game was brought in from a bundle",
    "create": lambda d: "made the game",
    "invite": lambda d: "invited somebody",
    "seat": lambda d: f"{d.get('seat', 'a seat')} has a player",
    "start": lambda d: "the game began",
    "end": lambda d: f"the game was ended{_because(d)}",
    "adopt": lambda d: f"from turn {d.get('step', '')} on by edition {d.get('edition', '')} of the rules{_because(d)}",
    "cancel": lambda d: f"the game was cancelled{_because(d)}",
    "delete": lambda d: f"{d.get('title', 'the game')} was deleted",
    "set": lambda d: f"{d.get('text', '')}{_because(d)}",
    "process": lambda d: f"{'open questions were closed' if d.get('questions') else 'adjudicated'} by hand",
    "extend": lambda d: f"the deadline was moved to {d.get('until') or 'none'}{_because(d)}",
    "paused": lambda d: f"the game was paused{_because(d)}",
    "resume": lambda d: "the game went on",
    "announce": lambda d: "a word to everybody",
    "tell": lambda d: f"a word to {d.get('seats', 'a seat')}",
    "unseal": lambda d: f"looked at {d.get('what', 'what is sealed')}",
    "orders": lambda d: f"filed orders for {d.get('seat', 'a seat')}",
    "typed": lambda d: f"typed {d.get('what', 'a command')} for {d.get('seat', 'a seat')}",
    "correct orders": lambda d: f"corrected the orders of {d.get('seat', 'a seat')}{_because(d)}",
    "correct state": lambda d: f"correction {d.get('number', '')}: {d.get('line', '')}{_because(d)}",
    "ruling": lambda d: f"{_ruling(d)}: {d.get('text', '')}{_because(d)}",
    "withdraw": lambda d: f"{d.get('name', 'a ruling')} was withdrawn{_because(d)}",
    "rollback": lambda d: f"turn {d.get('step', '')} was taken back{_because(d)}",
    "rerun": lambda d: f"turn {d.get('step', '')} was adjudicated anew{_because(d)}",
    "replace": lambda d: f"{d.get('seat', 'a seat')} passed on to another player",
    "substitute": lambda d: f"{d.get('seat', 'a seat')} was lent to a substitute",
    "give back": lambda d: f"{d.get('seat', 'a seat')} went back to its own player",
    "stand-in": lambda d: f"{d.get('seat', 'a seat')} is played by the referee",
    "stand-in ends": lambda d: f"{d.get('seat', 'a seat')} is not played by the referee any more",
    "observer": lambda d: "somebody looks on",
    "rotate": lambda d: f"the keys of {d.get('seat', 'a seat')} were changed",
    "declined": lambda d: f"{d.get('seat', 'somebody')} declined the invitation",
    "vacant": lambda d: f"{d.get('seat', 'a seat')} fell free",
    "excuse": lambda d: f"the silence of {d.get('seat', 'a seat')} was excused",
    "leave": lambda d: f"leave of {d.get('seat', 'a seat')}: {d.get('text', '')}",
    "silence": lambda d: f"nothing came from {d.get('seat', 'a seat')} for too long",
    "absence": lambda d: f"the deadline was moved to {d.get('until') or 'none'}, for a player is away",
    "outage": lambda d: f"letters could not come in{_moved(d)}",
    "mass silence": lambda d: f"from so many seats nothing came that the turn was not adjudicated{_moved(d)}",
    "grace": lambda d: f"the turn waits for orders until {d.get('until') or 'none'}",
    "early": lambda d: f"the turn is ready, and is adjudicated early: {d.get('until') or 'none'}",
    "hold": lambda d: f"held{_because(d)}",
    "hold letter": lambda d: f"letter {d.get('letter', '')} was held{_because(d)}",
    "discard letter": lambda d: f"letter {d.get('letter', '')} was discarded",
    "release letter": lambda d: f"letter {d.get('letter', '')} was released",
    "asked the GM": lambda d: f"the rules asked for a ruling in turn {d.get('step', '')}",
    "resend": lambda d: f"mail {d.get('mail', '')} was sent once more",
    "refused": lambda d: "a command that was not the GM's was refused",
}
"""How the entries are told; others by their own word."""


def words(what: str, details: Mapping[str, Any], say: Callable[[datetime], str] = in_utc) -> str:
    """Say an entry of the log, with the times in it as they are said to its reader."""
    until = details.get("until")
    known = {**details, "until": say(datetime.fromisoformat(until))} if isinstance(until, str) and until else details
    return SAID[what](known) if what in SAID else what


def told(what: str, details: Mapping[str, Any], say: Callable[[datetime], str] = in_utc) -> str:
    """Say an entry to one of those whom it is for, and not who else they are."""
    return words(what, {name: said for name, said in details.items() if name != "for"}, say)


def who(written: str) -> str:
    """Name who did it, and no GM by their address."""
    return "referee" if written == "referee" else GM
