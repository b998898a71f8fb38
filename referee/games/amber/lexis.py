"""The lexicon of one game: its seats, the tarot's names, the characters, and the names of the special cards."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from referee.engine.audience import Seat
from referee.engine.lexicon import Lexicon, Names
from referee.engine.slots import Listed, Slot
from referee.games.amber.battle_plans import PLAN
from referee.games.amber.deck import BY_CODE, REAPER
from referee.games.amber.words import (
    CARD,
    CHARACTERS,
    ENTRIES,
    ENTRY,
    PLAYER,
    REACTION,
    SUIT,
    THREAT,
    WHEN,
    WHOSE,
    HeldSlot,
    OnslaughtSlot,
)
from referee.games.cards import Card, Pack, card_words, namer

SLOTS: tuple[Slot[Any], ...] = (
    PLAYER, CARD, SUIT, ENTRY, ENTRIES, PLAN, OnslaughtSlot(), WHOSE, THREAT, HeldSlot(), WHEN, REACTION,
    Listed("players", PLAYER), Listed("threats", THREAT), Listed("courts", WHOSE),
)  # fmt: skip

TABLES = ("tarot", "amber")


def lexicon(seats: Sequence[Seat], tables: Mapping[str, Any]) -> Lexicon:
    """Make the words of one game; the specials' names stand for them, and X13 can be named by its number alone."""
    tarot, amber = tables["tarot"], tables["amber"]
    others = {code: entry for code, entry in tarot["others"].items() if code != REAPER.code}
    things: dict[str, Names[Any]] = card_words(Pack.TAROT, {**tarot, "others": {**others, **amber["specials"]}})
    courts = amber["courts"].items()
    things[CHARACTERS] = Names({word: BY_CODE[code] for code, entry in courts for word in forms(entry)})
    return Lexicon.of(seats, things)


def forms(entry: Mapping[str, Any]) -> list[str]:
    """List an entry's name and its synonyms."""
    return [entry["name"], *entry["also"]]


def say(tables: Mapping[str, Any]) -> Callable[[Any], str]:
    """Return the function that names a card in full: a Court card with its character, X13 unlike the special Death."""
    plain = namer((Pack.TAROT, tables["tarot"]))
    added = {BY_CODE[code]: str(entry["name"]) for code, entry in tables["amber"]["courts"].items()}
    added[REAPER] = REAPER.code

    def name(thing: Any) -> str:
        found = plain(thing)
        return f"{found} ({added[thing]})" if isinstance(thing, Card) and thing in added else found

    return name
