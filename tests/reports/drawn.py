"""What a letter's HTML and its data say beside its text."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from jsonschema import Draft202012Validator, ValidationError, validators
from selectolax.lexbor import LexborHTMLParser

from referee.reports import spans
from referee.reports.data import SCHEMA, dumps
from referee.reports.document import Block, Document, Offers, Several, Title, changed, walked
from referee.reports.html import NO_FACES, Reply
from referee.reports.look import html
from referee.reports.tabletop import UNSEEN, Picture
from referee.reports.text import text
from referee.resources import Resources

REPLY = Reply("play+k7f3@referee.example", "Re: [Dark Tower] Turn 5")
OWN = set("or tap an order it opens an answer to send for list write your orders".split())
"""Words that stand in the HTML alone."""

UNTOLD = ("is", "version", "level")
IN_OTHER_WORDS = (("card", "code"), ("coded", "name"), ("moment", "at"))
"""What data say of a part in other words than those beside it."""

SIGNS = [json.dumps(sign)[1:-1] for sign in (spans.OPEN, spans.THEN, spans.CLOSE, spans.BLANK)]
SOUND: set[tuple[int, str]] = set()
"""Parts of letters in which nothing was wrong, by what they were held against: most stand in many letters."""


def any_of(validator: Any, kinds: list[Any], part: Any, schema: Any) -> Iterator[ValidationError]:
    """Say what is wrong with a part that may be one of several kinds, unless it is known to be sound."""
    known = (id(kinds), json.dumps(part))
    if known not in SOUND:
        found = list(Draft202012Validator.VALIDATORS["anyOf"](validator, kinds, part, schema))
        if not found:
            SOUND.add(known)
        yield from found


PUBLISHED = validators.extend(Draft202012Validator, {"anyOf": any_of})(json.loads(SCHEMA.read_text(encoding="utf-8")))


def page(one: Document, reply: Reply | None = REPLY) -> LexborHTMLParser:
    """A letter as a browser reads it."""
    return LexborHTMLParser(html(one, Resources(), reply))


def words(said: str) -> set[str]:
    """The words of a text."""
    return set(re.findall(r"[\w']+", said.lower()))


def differing(whole: Document) -> tuple[set[str], set[str]]:
    """The words that only the HTML of a letter says, and those that only its text does; of pictures see `misdrawn`."""
    one = replace(whole, blocks=changed(whole.blocks, _without_picture))
    found = [misdrawn(one, text(whole)) for one in pictures(whole)]
    more, less = zip(*found, strict=True) if found else ((), ())
    extra, missing = _differing(one)
    return extra.union(*more), missing.union(*less)


def pictures(one: Document) -> list[Picture]:
    """The pictures in a letter."""
    return [block for block in walked(one.blocks) if isinstance(block, Picture)]


def misdrawn(one: Picture, letter: str = "") -> tuple[set[str], set[str]]:
    """What a picture shows and neither its words nor its letter say, and the numbers, seats and cards that it lacks.

    A card that is named may be shown by its code and its name; nothing is drawn where there is none, and cards that
    are told apart count themselves.
    """
    alone = Document("", (one,))
    said = text(alone)
    forms = [html(alone, Resources()), html(alone, Resources(), faces=NO_FACES)]
    drawn = [_seen(LexborHTMLParser(form)) for form in forms]
    names = {word for place in one.places for word in words(place.seat)}
    wanted = {
        word for word in words(said) if word.isdigit() or word in names or re.fullmatch(r"[a-z]?[0-9]+[a-z]?", word)
    }
    counted = {str(len(pile.cards)) for place in one.places for pile in place.piles}
    wanted -= {"0", *counted}
    told = f"{said} {letter}"
    extra = set().union(*drawn) - words(f"{told} {one.caption} {UNSEEN}") - shown_cards(one, told)
    return extra, {word for shown in drawn for word in wanted - shown}


def _named(code: str, name: str, said: str) -> bool:
    """Say whether words name a card by its code or its name, line breaks aside."""
    line = " ".join(said.split())
    return any(re.search(rf"(?<![\w'])(?:{re.escape(known)})(?![\w'])", line, re.IGNORECASE) for known in (code, name))


def _seen(tree: LexborHTMLParser) -> set[str]:
    """All words of a page, those that are only heard among them."""
    assert tree.body is not None
    heard = [node.attributes.get(name) or "" for node in tree.body.css("*") for name in ("title", "aria-label", "alt")]
    return words(f"{tree.body.text(separator=' ')} {' '.join(heard)}")


def _without_picture(block: Block) -> Block:
    return Several(()) if isinstance(block, Picture) else block


def _differing(one: Document) -> tuple[set[str], set[str]]:
    """The same, codes of cards aside."""
    body = page(one).body
    assert body is not None
    for code in body.css(".known"):
        code.decompose()
    numbers = {node.attributes.get("value") or "" for node in body.css("li")}
    offered = [block.lines for block in walked(one.blocks) if isinstance(block, Offers)]
    numbers |= {str(n + 1) for lines in offered for n in range(len(lines))}
    headlines = " ".join(block.headline for block in one.blocks if isinstance(block, Title))
    shown = words(f"{body.text(separator=' ')} {' '.join(numbers)}")
    said = words(f"{one.subject} {headlines} {text(one)}")
    return shown - said - OWN, said - shown - words(one.subject)


def faults(data: str) -> list[str]:
    """What the published schema finds wrong with a letter's data, and signs of marks that became no span."""
    left = [f"{sign} is left" for sign in SIGNS if sign in data]
    return [*left, *(error.message for error in PUBLISHED.iter_errors(json.loads(data)))]


def untold(one: Document) -> set[str]:
    """The words of a letter's data that neither its text nor its subject says, nor names of cards that it tells."""
    said = " ".join(values(json.loads(dumps(one))))
    told = f"{one.subject} {text(one)}"
    captions = [picture.caption for picture in pictures(one)]
    return words(said) - words(" ".join([told, *captions])) - pictured(one)


def pictured(one: Document) -> set[str]:
    """The words of cards in pictures that a letter names by their codes or their names, whichever of both it uses."""
    return {word for picture in pictures(one) for word in shown_cards(picture, text(one))}


def shown_cards(one: Picture, told: str) -> set[str]:
    """The words of those cards in a picture that a text names."""
    return words(" ".join(f"{card.code} {card.name}" for card in one.cards() if _named(card.code, card.name, told)))


def values(packed: Any) -> Iterator[str]:
    """All that stands in data, but what its parts are, how deep, in which version, codes of cards named, and zeros."""
    match packed:
        case {"is": "words", "parts": parts}:
            yield "".join(one if isinstance(one, str) else one.get("words", one.get("name")) for one in parts)
            yield from values([one for one in parts if not isinstance(one, str)])
        case dict():
            for name, value in packed.items():
                if name not in UNTOLD and (packed.get("is"), name) not in IN_OTHER_WORDS:
                    yield from values(value)
        case list():
            for value in packed:
                yield from values(value)
        case None | bool() | 0:
            return
        case _:
            yield str(packed)
