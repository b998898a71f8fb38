"""What a letter's HTML and its data say beside its text."""

import json
import re
from collections.abc import Iterator
from typing import Any

from jsonschema import Draft202012Validator
from selectolax.lexbor import LexborHTMLParser

from referee.reports.data import SCHEMA, dumps
from referee.reports.document import Document, Offers, Title, walked
from referee.reports.html import Reply, html
from referee.reports.text import text
from referee.resources import Resources

REPLY = Reply("play+k7f3@referee.example", "Re: [Dark Tower] Turn 5")
OWN = set("or tap an order it opens an answer to send for list write your orders of yours were on file".split())
"""Words that stand in the HTML alone."""

PUBLISHED = Draft202012Validator(json.loads(SCHEMA.read_text(encoding="utf-8")))


def page(one: Document, reply: Reply | None = REPLY) -> LexborHTMLParser:
    """A letter as a browser reads it."""
    return LexborHTMLParser(html(one, Resources(), reply))


def words(said: str) -> set[str]:
    """The words of a text."""
    return set(re.findall(r"[\w']+", said.lower()))


def differing(one: Document) -> tuple[set[str], set[str]]:
    """The words that only the HTML of a letter says, and those that only its text does."""
    body = page(one).body
    assert body is not None
    numbers = {node.attributes.get("value") or "" for node in body.css("li")}
    offered = [block.lines for block in walked(one.blocks) if isinstance(block, Offers)]
    numbers |= {str(n + 1) for lines in offered for n in range(len(lines))}
    headlines = " ".join(block.headline for block in one.blocks if isinstance(block, Title))
    shown = words(f"{body.text(separator=' ')} {' '.join(numbers)}")
    said = words(f"{one.subject} {headlines} {text(one)}")
    return shown - said - OWN, said - shown - words(one.subject)


def faults(data: str) -> list[str]:
    """What the published schema finds wrong with a letter's data."""
    return [error.message for error in PUBLISHED.iter_errors(json.loads(data))]


def untold(one: Document) -> set[str]:
    """The words of a letter's data that neither its text nor its subject says."""
    said = " ".join(values(json.loads(dumps(one))))
    return words(said) - words(f"{one.subject} {text(one)}")


def values(packed: Any) -> Iterator[str]:
    """All that stands in data, but what its parts are, how deep, in which version, and the codes of cards it names."""
    match packed:
        case dict():
            for name, value in packed.items():
                if name not in ("is", "version", "level") and (packed.get("is"), name) != ("card", "code"):
                    yield from values(value)
        case list():
            for value in packed:
                yield from values(value)
        case None | bool():
            return
        case _:
            yield str(packed)
