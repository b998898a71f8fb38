"""Cards by any of their names: a case writes them as an order may, and the game shows and draws its printed ones."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar

from referee.engine.audience import OBSERVER
from referee.engine.errors import OrderError
from referee.engine.lexicon import Lexicon, Words
from referee.engine.ruleset import Ruleset
from referee.engine.slots import read_all

T = TypeVar("T")

SPELT = re.compile(r"\b[A-Z0-9]{2,}\b")
"""A card in a sentence: ``Eric holds KD``."""

Face = Callable[[str], str]
"""Gives the printed name of the card that a word names, or nothing if it names none."""


def no_face(text: str) -> str:
    """Know no cards at all."""
    return ""


def faces(rules: Ruleset[Any, Any], lexicon: Lexicon, say: Callable[[Any], str] | None = None) -> Face:
    """Return what reads cards by the game's own slot ``card``, if it has one, and prints them, or says them so."""
    slot = rules.grammar.slots.get("card")
    if slot is None:
        return no_face
    name = say or slot.show

    @cache
    def face(text: str) -> str:
        try:
            return name(read_all(slot, text, Words((), lexicon, OBSERVER)))
        except OrderError:
            return ""

    return face


def in_full(text: str, name_of: Face, article: str = "") -> str:
    """Write the codes of cards in a text out as names, with an article before each if there should be one."""
    return SPELT.sub(lambda code: article + name_of(code[0]) if name_of(code[0]) else code[0], text)


def printed(given: Any, face: Face) -> Any:
    """Print the cards among what a case gives: the members of lists, and values of more than one word."""
    match given:
        case dict():
            return {key: printed(value, face) for key, value in given.items()}
        case list():
            return [face(one) or one if isinstance(one, str) else printed(one, face) for one in given]
        case str() if " " in given.strip():
            return face(given) or given
        case _:
            return given
