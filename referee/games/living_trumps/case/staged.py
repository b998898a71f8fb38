"""Rule cases: what the orders and the luck of a case take for granted is laid beside what it gives."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from referee.engine.lexicon import split
from referee.games.cards import Pack, card_named
from referee.games.living_trumps.deck import COLOUR_NAMES, character, rank_named, suit_named

PLACED = ("FEINT", "SHOW", "GAUNTLET", "TRACE", "FIVE", "CARDS", "LIE")
"""Words behind which stand cards of one's own Hand, whatever the line is about."""

COPIES = 2
"""How often a card is in the deck."""

SPOKEN = "cards_spoken_of"
ASKED = "cards_asked_for"
SECRET = "cards_untold"
HELD = "_in_hand"
TRICKS = ("TRICK", "TRICKS")
ACTIONS = ("SHADOW", "SUBSTANCE", *TRICKS)
TOWARDS = ("SCRY", "HELLRIDE", "DEAL", "CURSE", "HELP", "VS")
"""Words behind which stands another player."""

ASKING = ("TRACE", "TAKE", "NAME")
"""Words behind which stands what others may hold."""

LINKS = (",", "AND", "OR", "ANY", "A", "THE", "OF", "CARD", "CARDS", "HAND", *COLOUR_NAMES.vocabulary())
"""Little words between the members of a list."""


def kind_of(key: str) -> str:
    """Return the suit, the rank or JOKER that ``hearts_in_hand``, ``queens`` and their like are of, or nothing."""
    word = key.removesuffix(HELD)
    return "JOKER" if word in ("joker", "jokers") else suit_named(word) or rank_named(word)


def staged(
    given: Mapping[str, Any],
    orders: Mapping[str, Sequence[str]],
    chance: Mapping[str, Sequence[Any]],
    untold: Collection[str],
) -> Mapping[str, Any]:
    """Add the cards that orders play, luck draws and somebody must not be told, and the phase of Tricks alone."""
    if set(given) <= {"players", "turn"}:
        return given
    active = str(given.get("active", ""))
    whole = {str(name).casefold() for key in ("hands", "hands_include") for name in _map(given.get(key))}
    found: dict[str, list[str]] = {}
    for name, lines in orders.items():
        seat = name or active
        if character(seat) is None and not _names(given, seat):
            continue
        found[seat] = [] if seat.casefold() in whole else together(lines)
        found |= {other: [] for line in lines for other in towards(line) if other not in found}
    for seat, cards in drawn(given, orders, chance):
        found[seat] = [*found.get(seat, []), *(card for card in cards if card not in found.get(seat, []))]
    extra: dict[str, Any] = {SPOKEN: found} if found else {}
    asked = {name or active: [what for line in lines for what in asked_for(line)] for name, lines in orders.items()}
    extra |= {ASKED: asked} if any(asked.values()) else {}
    secret = sorted({card.code for phrase in untold if (card := card_named(phrase, Pack.FRENCH)) is not None})
    extra |= {SECRET: secret} if secret else {}
    if "active" in given and "phase" not in given and tricks_alone(given, orders):
        extra["phase"] = "tricks"
    return {**extra, **given}


def together(lines: Sequence[str]) -> list[str]:
    """List the cards that all these lines play: as many copies as one line names, and there are two at most."""
    most: Counter[str] = Counter()
    for line in lines:
        most |= Counter(played(line))
    return [card for card, many in most.items() for _ in range(min(many, COPIES))]


def _map(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def _names(given: Any, name: str) -> bool:
    """Say whether somebody is named anywhere in what a case gives."""
    match given:
        case Mapping():
            return any(str(key).casefold() == name.casefold() or _names(value, name) for key, value in given.items())
        case list():
            return any(_names(one, name) for one in given)
        case _:
            return str(given).casefold() == name.casefold()


def tricks_alone(given: Mapping[str, Any], orders: Mapping[str, Sequence[str]]) -> bool:
    """Say whether the active player's only actions are Tricks: then the case begins with the Tricks Phase."""
    active = str(given["active"]).casefold()
    lines = [line for name, sent in orders.items() if name.casefold() in ("", active) for line in sent]
    verbs = [words[0].text for line in lines if (words := split(line)) and words[0].text in ACTIONS]
    return "TRICK" in verbs and all(verb in TRICKS for verb in verbs)


def played(line: str) -> Iterator[str]:
    """List the cards of the own Hand that the sender of a line puts down, shows or gives."""
    words = [word.text for word in split(line)]
    offered: list[str] = []
    behind = ""
    for at, word in enumerate(words):
        card = card_named(word, Pack.FRENCH)
        if card is None:
            behind = word if word != "," else behind
        elif behind in PLACED or (behind in ("GIVE", "YIELD") and "BOON" in words):
            yield card.code
        elif behind == "GIVE" and "TURNING" not in words:
            offered.append(card.code)
        elif behind in ("PLAY", "ELSE") and "PLAY" in words[:at]:
            yield card.code
    if {"HONOUR", "HONOR"} & {*words}:
        yield from offered


def asked_for(line: str) -> Iterator[str]:
    """List the cards, ranks and suits that a line asks of others, who hold none then but what the case gives them."""
    behind = ""
    for word in (word.text for word in split(line)):
        card, kind = card_named(word, Pack.FRENCH), rank_named(word) or suit_named(word)
        if card is None and not kind and word not in LINKS:
            behind = word
        elif behind in ASKING and not (card is not None and card.joker):
            yield kind if card is None else card.rank if behind == "TRACE" else card.code


def towards(line: str) -> Iterator[str]:
    """List the characters against whom or with whom a line goes."""
    words = [word.text for word in split(line)]
    for verb, name in pairwise(words):
        if verb in TOWARDS and character(name) is not None:
            yield name.title()


def drawn(
    given: Mapping[str, Any], orders: Mapping[str, Sequence[str]], chance: Mapping[str, Sequence[Any]]
) -> Iterator[tuple[str, list[str]]]:
    """List whose Hand the scripted luck draws which cards from."""
    duel, active = _map(given.get("duel")), str(given.get("active", ""))
    for purpose, cards in chance.items():
        named, _, seat = purpose.partition("/")
        match named:
            case "scry_hand":
                targets = list(targets_of(orders, active, "SCRY"))
                yield from ((who, [str(card)]) for who, card in zip(targets, cards, strict=False))
            case "first_blood":
                foe = duel.get("defender") or next(iter(targets_of(orders, active, "HELLRIDE")), "")
                if foe:
                    yield str(foe), [str(card) for card in cards]
            case "five" if seat:
                yield seat, [str(card) for card in cards]


def targets_of(orders: Mapping[str, Sequence[str]], active: str, verb: str) -> Iterator[str]:
    """List against whom a player's lines go: ``SCRY HAND Eric``, ``SCRY Eric's hand``, ``HELLRIDE Eric 8D``."""
    for name, lines in orders.items():
        for line in lines if not active or name.casefold() in ("", active.casefold()) else ():
            words = [word.text.removesuffix("'S") for word in split(line)]
            if verb not in words or (verb == "SCRY" and "HAND" not in words):
                continue
            rest = [word for word in words[words.index(verb) + 1 :] if word not in ("HAND", "THE", "OF")]
            if rest:
                yield rest[0].title()
