"""What a letter's HTML says beside its text."""

import re

from selectolax.lexbor import LexborHTMLParser

from referee.reports.document import Document, Title
from referee.reports.html import Reply, html
from referee.reports.text import text
from referee.resources import Resources

REPLY = Reply("play+k7f3@referee.example", "Re: [Dark Tower] Turn 5")
OWN = set("or tap an order it opens an answer to send for list write your orders of yours were on file".split())
"""Words that stand in the HTML alone."""


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
    headlines = " ".join(block.headline for block in one.blocks if isinstance(block, Title))
    shown = words(f"{body.text(separator=' ')} {' '.join(numbers)}")
    said = words(f"{one.subject} {headlines} {text(one)}")
    return shown - said - OWN, said - shown - words(one.subject)
