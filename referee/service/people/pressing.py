"""What players may write to each other in a game: refused as a whole with the reason, or delivered as it may be."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from referee.engine.audience import GM
from referee.engine.commands import ALL, Press
from referee.mail.letter import Letter
from referee.service.policy import Policy, PressRule
from referee.store import games, people
from referee.store.database import Transaction
from referee.store.tables import GameRow

MARKERS = ("--", "-- ", "—", "__", "___")
SHORTEST = 3

NO_PRESS = "In this game players do not write to one another, so it was not delivered. TO GM: reaches the GM."
ALL_ONLY = "In this game players write to all at once only, so it was not delivered. TO ALL: reaches everybody."
OWN_ADDRESS = "This game is anonymous, and your words hold a mail address of yours; so they were not delivered."
OWN_NAME = "This game is anonymous, and your words seem to hold your own name; so they were not delivered."
MAYBE_NAME = "This game is anonymous, and your words seem to hold your own name; they were delivered as they are."
NOTHING_LEFT = "This game is anonymous; above the signature nothing was left to deliver."
CUT = "This game is anonymous: what stood from the signature on was cut off before it was delivered."
NO_NAMELESS = "Words for others always bear the name of their writer's seat here, so nothing was delivered."


@dataclass(frozen=True)
class Passed:
    """What becomes of words: why they are refused, or the words as they may be delivered, and a warning."""

    words: Press
    refusal: str = ""
    warning: str = ""


def passed(tx: Transaction, game: GameRow, words: Press, player: int | None, letter: Letter | None) -> Passed:
    """Hold words against a game's settings; those to the GM alone always pass."""
    policy = Policy.of(game)
    if words.addressees == (GM,):
        return Passed(words)
    if policy.press is PressRule.NONE:
        return Passed(words, NO_PRESS)
    if policy.press is PressRule.PUBLIC and ALL not in words.addressees:
        return Passed(words, ALL_ONLY)
    return _nameless(tx, game, words, player, letter) if policy.anonymous else Passed(words)


def _nameless(tx: Transaction, game: GameRow, words: Press, player: int | None, letter: Letter | None) -> Passed:
    """Cut a signature at its marker; refuse what holds an address or the name of the person who writes."""
    lines = words.text.splitlines()
    at = next((n for n, line in enumerate(lines) if line.rstrip() in MARKERS or line in MARKERS), None)
    kept = "\n".join(lines[:at]).rstrip() if at is not None else words.text
    if not kept.strip():
        return Passed(words, NOTHING_LEFT)
    folded = kept.casefold()
    addresses = [row.normal for row in people.addresses_of(tx, player)] if player is not None else []
    addresses += [letter.sender.lower()] if letter is not None and letter.sender else []
    if any(address.casefold() in folded for address in addresses):
        return Passed(words, OWN_ADDRESS)
    name = " ".join(letter.sender_name.split()).casefold() if letter is not None else ""
    last = kept.splitlines()[-1].strip(" ,.-~").casefold()
    if len(name) >= SHORTEST and ((" " in name and name in folded) or last in (name, name.split()[0])):
        return Passed(words, OWN_NAME)
    warnings = [CUT] if at is not None else []
    warnings += [MAYBE_NAME] if _names(tx, game, player, name) & set(re.findall(r"\w+", folded)) else []
    return Passed(replace(words, text=kept), warning=" ".join(warnings))


def _names(tx: Transaction, game: GameRow, player: int | None, signed: str) -> set[str]:
    """Return the first names of a person that a word of his may give away; no seat's name is one."""
    full = [signed, people.player(tx, player).name if player is not None else ""]
    first = {part[0] for one in full if (part := re.findall(r"\w+", one.casefold()))}
    seats = {word for seat in games.seats(tx, game.id) for word in re.findall(r"\w+", seat.name.casefold())}
    return {one for one in first if len(one) >= SHORTEST} - seats


def announced(game: GameRow) -> tuple[str, ...]:
    """Say in the welcome what holds of letters between players, and who may read them."""
    policy = Policy.of(game)
    out = {
        PressRule.ALL: (),
        PressRule.PUBLIC: ("In this game players write to all at once only, with TO ALL:.",),
        PressRule.NONE: ("In this game players do not write to one another; TO GM: reaches the GM.",),
    }[policy.press]
    if policy.press is not PressRule.NONE:
        looks = "the GM can look at what was written in private, and you are told if he did"
        seen = looks if policy.sealed else "the GM can read it"
        out = (*out, f"What players write to one another is kept; {seen}.")
    if policy.anonymous:
        out = (*out, "Nobody learns who plays which seat: names, addresses and signatures do not pass; see to it too.")
    return out
