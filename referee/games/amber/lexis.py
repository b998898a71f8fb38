"""The lexicon of one game: its seats, the tarot's names, the characters, and the names of the special cards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from referee.engine.author import Seat
from referee.engine.commands import SAYING
from referee.engine.lexicon import FILLERS, Lexicon, Names, plain, split
from referee.games.amber.deck import BY_CODE, REAPER
from referee.games.amber.deck import CHARACTERS as ROLES
from referee.games.amber.knowledge import Knowledge
from referee.games.amber.words import ANY, CHARACTERS, SUIT_WORDS
from referee.games.cards import Card, Pack, card_words, namer

T = TypeVar("T")

TABLES = ("tarot", "amber")

FEALTY = ("SWEAR", "FEALTY", "ALLEGIANCE", "PLEDGE", "SERVE", "KNEEL")
"""What begins no order but an oath, which one writes to whom it is sworn."""

INSTEAD = {
    "TAKE": "SEIZE", "CLAIM": "SEIZE", "GRAB": "SEIZE", "COME": "RETURN", "FIGHT": "ATTACK", "STRIKE": "ATTACK",
    "TRAVEL": "GO SHADOW", "MOVE": "GO SHADOW", "LEAVE": "GO SHADOW", "REMAIN": "WAIT", "FREE": "RELEASE",
    "WALK": "GO SHADOW", "ENTER": "GO SHADOW", "ABDICATE": "GO SHADOW", "CHALLENGE": "ATTACK", "HOLD": "KEEP",
    **dict.fromkeys(("PASS", "SKIP"), "WAIT"), **dict.fromkeys(FEALTY, "TO name: your words"),
}  # fmt: skip
"""Words that are no verbs of ours, and the verb that is probably meant."""


AIDS = {"DEFEND": "HELP", "SUPPORT": "HELP", "AID": "HELP", "FREE": "RELEASE"}
"""What is said of a lord or a vassal, and the verb for it."""

ATTACKED = ("ATTACK", "ATTACKS", "ATTACKED")
SURRENDERS = ("SURRENDER", "YIELD")


def closest(v: Knowledge, line: str) -> str:
    """Return the words to another player that an oath is, or the defence of an IF; nothing for another line.

    Words to a character are for whoever plays it, NO HELP refuses help, and a lord or vassal has a name.
    """
    words = [word.text for word in split(line)]
    others = [seat for seat, p in v.players.items() if seat != v.seat and p.alive]
    if words[:1] == ["IF"]:
        return defence(words, others)
    if words[:2] == ["NO", "HELP"] and words[2:3] != ["FOR"]:
        named = [f" FROM {seat}" for seat in others if plain(seat) in words]
        return "".join(("REFUSE HELP", *named[:1]))
    if words and words[0] in ("TO", *SAYING):
        return readdressed(v, line)
    if words[:1] == ["HELP"] and (named := [seat for seat in others if plain(seat) in words[1:2]]):
        return f"HELP {named[0]}"
    if words[:1] == ["USE"]:
        return " ".join(words[1:] if {"MAGICIAN", "STAR", "SUN"} & {*words[1:3]} else ["PLAY", *words[1:]])
    if words[:2] == ["DEFEND", "AMBER"]:
        return "DEFEND AMBER WITH ALL"
    if words[:1] == ["I"] and "THRONE" in words:
        return "SEIZE"
    if not words or words[0] not in FEALTY or not others:
        return homeward(words) or bound(v, words) if words else ""
    named = [seat for seat in others if plain(seat) in words]
    return f"TO {[*named, *others][0]}: I swear fealty to you"


def readdressed(v: Knowledge, line: str) -> str:
    """Return words to a character as words to whoever plays it; nothing where no character is named."""
    head, _, said = line.partition(":")
    owners = {plain(ROLES[p.card]): seat for seat, p in v.players.items() if seat != v.seat}
    said_in_head = [word.text for word in split(head)]
    if not any(word in owners for word in said_in_head):
        return ""
    known = owners | {plain(seat): seat for seat in v.players}
    named = ", ".join(known[word] for word in said_in_head if word in known)
    return f"TO {named}: {said.strip() or 'your words'}"


def homeward(words: Sequence[str]) -> str:
    """Return the RETURN that *go home* is, and *return and attack Eric*, which are two options (AM-4.7)."""
    said = {*words[1:]}
    if words[0] == "RETURN" and "CARD" in said:
        return "RETURN WITHOUT CARD" if "NO" in said else ""
    goes = words[0] in ("GO", "COME", "HEAD") and not said.isdisjoint(("HOME", "BACK", "AMBER"))
    return "RETURN" if goes or words[0] == "RETURN" else ""


def bound(v: Knowledge, words: Sequence[str]) -> str:
    """Return the line about one's lord or vassals that has their name in it; who defends another helps."""
    verb = AIDS.get(words[0], words[0])
    vassals = [seat for seat, p in v.players.items() if p.lord == v.seat]
    if verb == "RELEASE" and vassals and {"VASSAL", "VASSALS"} & {*words}:
        return f"RELEASE {ANY if vassals[1:] else vassals[0]}"
    return f"{verb} {v.me.lord}" if verb in ("HELP", "PROTECT") and v.me.lord and "LORD" in words else ""


def defence(words: Sequence[str], others: Sequence[Seat]) -> str:
    """Return the DEFEND line that *if somebody attacks me, defend with a Wand* is; it tests nothing of its own."""
    at = next((i for i, word in enumerate(words) if word in ("DEFEND", *SURRENDERS)), 0)
    before, behind = words[:at], words[at + 1 :]
    if not any(word in ATTACKED for word in before):
        return ""
    named = [f" AGAINST {seat}" for seat in others if plain(seat) in before]
    suits = [f" AGAINST {suit}" for suit in SUIT_WORDS.values() if {suit, suit.removesuffix("S")} & {*before}]
    scope = "".join((*named[:1], *suits[:1]))
    if words[at] in SURRENDERS or not behind:
        return f"DEFEND{scope} WITH {'NOTHING' if words[at] in SURRENDERS else 'ANY'}"
    return f"DEFEND{scope} {' '.join(behind)}"


class Nouns(Names[T]):
    """Names that may stand with an 's, as in "Eric's card"."""

    def exact(self, words: Sequence[str]) -> tuple[T, int] | None:
        return super().exact(words) or super().exact(_bare(words[: self._longest]))

    def find(self, words: Sequence[str]) -> tuple[T, int] | None:
        return super().find(words) or super().find(_bare(words))


def _bare(words: Sequence[str]) -> list[str]:
    return [word.removesuffix("'S") for word in words]


class SeatNames(Nouns[Seat]):
    """The seats by name; one named after a character by that character's other spellings too, which are not listed."""

    def __init__(self, seats: Sequence[Seat], courts: Iterable[Mapping[str, Any]]) -> None:
        spellings = [forms(entry) for entry in courts]
        others: dict[str, Seat] = {}
        for seat in seats:
            mine = [form for known in spellings if _among(seat, known) for form in known]
            others |= {form: seat for form in mine if not _among(form, seats)}
        super().__init__({**{seat: seat for seat in seats}, **others})
        self._seats = list(seats)

    def vocabulary(self) -> list[str]:
        return [str(seat) for seat in self._seats]


def _among(name: str, names: Iterable[str]) -> bool:
    return plain(name) in map(plain, names)


def lexicon(seats: Sequence[Seat], tables: Mapping[str, Any]) -> Lexicon:
    """Make the words of one game; the specials' names stand for them, and X13 can be named by its number alone."""
    tarot, amber = tables["tarot"], tables["amber"]
    others = {code: entry for code, entry in tarot["others"].items() if code != REAPER.code}
    things: dict[str, Names[Any]] = card_words(Pack.TAROT, {**tarot, "others": {**others, **amber["specials"]}})
    courts = amber["courts"].items()
    things[CHARACTERS] = Nouns({word: BY_CODE[code] for code, entry in courts for word in forms(entry)})
    return Lexicon(SeatNames(seats, amber["courts"].values()), things=things, fillers=FILLERS | {"IT"})


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
