"""The order language of Normal Cards (RULES.md, 3.2), and what a line that cannot be read was perhaps meant as."""

from __future__ import annotations

import re
from collections.abc import Sequence

from referee.engine.author import Order, Tests
from referee.engine.lexicon import split
from referee.games.cards import Pack, card_named
from referee.games.normal_cards.state import PACK
from referee.games.normal_cards.view import View
from referee.games.normal_cards.words import Item


class LeadWith(Order):
    """What you lead: the first entry for your first lead of this turn, and so on; the last repeats."""

    usage = "LEAD plays:leads"
    example = "LEAD 3C, QH, LOWEST"
    plays: tuple[Item, ...]


class TrickLead(Order):
    """What you lead to one trick of this turn, if you lead it; it uses up no entry of your LEAD list."""

    usage = "TRICK n LEAD plays:leads"
    example = "TRICK 2 LEAD 7H"
    n: int
    plays: tuple[Item, ...]


class ReplyWith(Order):
    """What you lay to the cards on the table: lines are tried from the top, the first that can be done counts."""

    usage = ("REPLY plays", "REPLY IF tests:conditions then [ELSE plays]")
    example = "REPLY IF LED = AH TRUMP LOWEST ELSE DUMP"
    standing = True
    plays: tuple[Item, ...] = ()
    then: Item | None = None
    tests: Tests = ()


class Keep(Order):
    """Cards that no word uses unless the hand holds nothing else; a line that names the card itself may."""

    usage = "KEEP kept"
    example = "KEEP AS, 7S"
    standing = True
    kept: tuple[Item, ...]


class GoOn(Order):
    """How many more tricks you allow when the turn's own are played; all others must allow them too."""

    usage = "PLAY ON n:more"
    example = "PLAY ON 4"
    standing = True
    n: int


class GiveUp(Order):
    """Give the game up at the beginning of this turn: you cannot win any more."""

    usage = "RESIGN"
    example = "RESIGN"


NAMED = re.compile(r"\b[a-z]{3,5} of (?:hearts|diamonds|clubs|spades)\b", re.IGNORECASE)
"""A card by its name."""

NUMBERS = {"TEN": "10", "FIVE": "5", "FOUR": "4", "FIFTEEN": "15", "TWENTY": "20"}
"""Round numbers of points, as they are spelled."""

INSTEAD = {
    "PLAY": "LEAD or REPLY",
    "WIN": "REPLY WIN CHEAP",
    "TAKE": "REPLY WIN CHEAP",
    "BEAT": "REPLY WIN CHEAP",
    "DUMP": "REPLY DUMP",
    "TRUMP": "REPLY TRUMP",
    "ANSWER": "REPLY",
    "FOLLOW": "REPLY WIN CHEAP IN SUIT",
}
"""What is probably meant by words that are no verbs."""

OTHERWISE = ("OTHERWISE", "ELSE")
WHEN = ("IF", "WHEN", "WHENEVER", "UNLESS")

OF_A_TRICK = {*WHEN, "TRICK", "TRICKS", "POINT", "POINTS", "CHEAP", "CHEAPLY", "RICH", "LOWEST", "HIGHEST", "TRUMP"}
"""Words that say of TAKE and BEAT that cards are meant."""

SUITS = {"HEART": "H", "DIAMOND": "D", "CLUB": "C", "SPADE": "S"}

WORTHY = 10
"""A trick that counts has so many points, as the defaults have it (NC-P1.2)."""


def closest(_seen: View, line: str) -> str:
    """Return the order that a line which cannot be read comes nearest to."""
    words = [word.text for word in split(line)]
    first = words[0] if words else ""
    if first in OTHERWISE:
        return closest(_seen, line[len(first) :].lstrip(" ,:"))
    if first == "ANSWER":
        return f"REPLY {line.strip()[len(first) :].strip()}"
    taken = first in ("TAKE", "BEAT") and (not OF_A_TRICK.isdisjoint(words) or any(map(is_card, words)))
    if not taken and first not in ("WIN", "DUMP", "TRUMP", "FOLLOW") and words[:2] != ["REPLY", "WIN"]:
        return ""
    at = next((n for n, word in enumerate(words) if word in WHEN), len(words))
    tests = condition(words[at:]) or condition(words[:at])
    return f"REPLY {f'IF {tests} ' if tests else ''}{deed(words[:at], line)}"


def condition(words: Sequence[str]) -> str:
    """Return what is tested: points on the table, being last, or the card that was led; nothing if it is not clear."""
    numbers = [NUMBERS.get(word, word) for word in words if word.isdigit() or word in NUMBERS]
    if words[:1] == ["UNLESS"]:
        return ""
    if numbers and not {"POINT", "POINTS"}.isdisjoint(words):
        return f"POINTS >= {numbers[-1]}"
    if "LAST" in words:
        return "LAST"
    if not {"LED", "LEAD", "LEADS"}.isdisjoint(words):
        led = [SUITS[one] for word in words if (one := word.removesuffix("S")) in SUITS]
        return "LED TRUMP" if not {"TRUMP", "TRUMPS"}.isdisjoint(words) else f"LED {led[0]}" if led else ""
    return "" if {"POINTS", "COUNTS", "COUNT", "WORTH", "VALUABLE"}.isdisjoint(words) else f"POINTS >= {WORTHY}"


def deed(words: Sequence[str], line: str) -> str:
    """Return what is laid: a card that is named, or the kind of card that the words before any condition speak of."""
    codes = [word for word in words if is_card(word)]
    named = NAMED.search(line)
    if codes or named:
        return codes[0] if codes else named[0] if named else ""
    if words[0] == "DUMP":
        return "DUMP"
    if words[0] == "TRUMP" or not {"TRUMP", "TRUMPS"}.isdisjoint(words):
        return "TRUMP HIGHEST" if "HIGHEST" in words else "TRUMP LOWEST"
    how = "WIN RICH" if not {"RICH", "RICHEST", "HIGHEST", "MOST"}.isdisjoint(words) else "WIN CHEAP"
    return f"{how} IN SUIT" if "SUIT" in words else how


def is_card(word: str) -> bool:
    """Say whether a word is the code of a card of this game."""
    return card_named(word, Pack.FRENCH) in PACK
