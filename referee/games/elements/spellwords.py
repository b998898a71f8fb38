"""The words of spells, and of the GM's verdicts on them (EL-P4.2, EL-P4.3)."""

from __future__ import annotations

import itertools
import re
from typing import Any

from referee.engine.author import Ask, Unreadable
from referee.engine.errors import Illegal as Forbidden
from referee.engine.lexicon import Lexicon, Words, marked, split
from referee.engine.slots import Player, Slot, read_all
from referee.games.elements import spells
from referee.games.elements.asks import Judge, Ruling
from referee.games.elements.values import Flip
from referee.games.elements.words import KIND, RANGE, SPOT, SPOT_SLOT

PLAYER = Player()
SPELLS = ("SCRY", "PEEK", "SWAP", "SHUFFLE", "FLIP", "PULL", "PUSH", "HIDE", "ILLUSION", "GUARD")


class SpellSlot(Slot[spells.Book]):
    """The slot ``spell``: a spell of the book upon cards of the Ocean."""

    name = "spell"
    usage = (
        "SCRY o1, o2, o3 (you see what lies there); PEEK player (type and number of a Flame); SWAP o1 o2 (they change "
        "places); SHUFFLE o1-o9 or ALL (they are mixed, all notes on them void); FLIP o1 UP or DOWN; PULL o1 (one due "
        "more for you there); PUSH o1 FROM player (one due less for that player); HIDE o1 (others may not name it); "
        "ILLUSION o1 AS 9 (it seems a 9); GUARD FLAME (against PEEK), GUARD MIND (against whatever acts on minds) or "
        "GUARD SIGHT (against HIDE and ILLUSION). PULL and PUSH last one impulse; HIDE, ILLUSION and GUARD until the "
        "turn's end. FREE \"...\" is a spell of your own, on which the GM rules: one that is ruled ILLEGAL costs you "
        "two impulses"
    )
    example = "SCRY o4, o9, o11"
    known = (*SPELLS, "VANITY", "FREE")

    def read(self, words: Words) -> spells.Book:
        """Read a spell, be it between quotation marks: one that the book has needs no ruling."""
        if words.word.startswith('"'):
            found = read_all(self, words.word.strip('"'), words)
            words.at += 1
            return found
        name = words.take(*SPELLS)
        match name:
            case "SCRY":
                return spells.Scry(several(words))
            case "SHUFFLE":
                return spells.Shuffle(() if words.take("ALL") else several(words))
            case "PEEK":
                words.take("AT", "FLAME")
                return spells.Peek(PLAYER.read(words))
            case "SWAP":
                first = one(words)
                words.take(",", "AND", "WITH")
                return spells.Swap(first, one(words))
            case "FLIP":
                where = one(words)
                return Flip(where, wanted(words, "UP", "DOWN") == "UP")
            case "PULL":
                return spells.Pull(one(words))
            case "HIDE":
                return spells.Hide(one(words))
            case "PUSH":
                where = one(words)
                wanted(words, "FROM")
                return spells.Push(where, PLAYER.read(words))
            case "ILLUSION":
                where = one(words)
                wanted(words, "AS")
                return spells.Illusion(where, KIND.read(words))
            case "GUARD":
                return spells.Guard(spells.Ward(wanted(words, *spells.Ward)))
            case _:
                raise words.unreadable("a spell", SPELLS, 'Write a spell of the book, VANITY, or FREE "words".')


def wanted(words: Words, *options: str) -> str:
    """Read one of these words."""
    found = words.take(*options)
    if not found:
        said = " or ".join(options)
        raise words.unreadable(said, options, f"Write {said} here.")
    return found


def one(words: Words) -> str:
    """Read one card of the Ocean; what no magic may touch is refused with its rule (EL-P4.5)."""
    forbidden(words)
    return SPOT_SLOT.read(words)


def several(words: Words) -> tuple[str, ...]:
    """Read several spots, ranges such as ``o1-o9`` among them."""
    forbidden(words)
    found = [*RANGE.read(words)]
    while not words.done:
        words.take(",", "AND")
        if not SPOT.fullmatch(words.word):
            forbidden(words)
            break
        found += RANGE.read(words)
    return tuple(found)


def forbidden(words: Words) -> None:
    """Refuse what lies outside the Ocean: Islands, Flames, claimed cards and players (EL-5.1, EL-5.4 to EL-5.6)."""
    said = {
        "ISLAND": ("Only its owner may affect an Island or see its cards.", "EL-5.4"),
        "FLAME": ("Only its owner may affect a Flame; PEEK looks at one.", "EL-5.5"),
        "HAND": ("Only the claimer may affect a claimed card.", "EL-5.6"),
    }
    player = words.lexicon.seats.exact(words.rest)
    found = said.get(words.word) or (("No magic may affect a player.", "EL-5.1") if player else None)
    if found is not None:
        hint = f"Name cards of the Ocean, such as o12 ({found[1]})."
        raise Forbidden(found[0], hint, rule=found[1], reached=words.at + 1)


SPELL = SpellSlot()


EFFECTS = (
    "Say what it does in spells of the book alone: LEGAL SCRY o3, if one card is seen there; LEGAL by itself, if"
    " nothing comes of it. Whatever else you have to say, tell the player by TO and the name."
)


def verdict(words: Words) -> spells.Verdict:
    """Read LEGAL with effects, NO EFFECT, or ILLEGAL with the rule broken (EL-P4.3)."""
    if nothing(words):
        return spells.Nothing.NO_EFFECT
    if words.take("ILLEGAL"):
        return spells.Illegal(rest_of(words).strip(' ",:;'))
    if not words.take("LEGAL"):
        hint = "Write LEGAL and its effects, NO EFFECT, or ILLEGAL and the rule."
        if words.done:
            raise words.unreadable("a ruling", ("LEGAL", "NO EFFECT", "ILLEGAL"), hint)
        raise Unreadable("These words are no ruling that I can read.", hint, reached=words.at)
    effects: list[spells.Book] = []
    start = words.at
    while words.take(",", ";", ":", "BUT", "WITH"):
        pass
    if nothing(words) and words.done:
        return spells.Nothing.NO_EFFECT
    words.at = start
    while not words.done:
        if words.take(";", ",", "AND", ":", "MAGIC"):
            continue
        if words.take("VANITY"):
            effects.append(spells.Vanity(rest_of(words).strip() or "sparks"))
        elif words.word in SPELLS:
            effects.append(SPELL.read(words))
        else:
            raise words.unreadable("an effect", SPELLS, EFFECTS)
    return spells.Legal(tuple(effects))


def nothing(words: Words) -> bool:
    """Read NO EFFECT, or what says the same."""
    if words.rest == ["NO"]:
        return bool(words.take("NO"))
    ways = itertools.product(("NO", "WITHOUT"), ("EFFECT", "EFFECTS"))
    return any(words.phrase(*way) for way in ways) or bool(words.take("NONE", "NOTHING"))


def rest_of(words: Words) -> str:
    """Take all that is left, as it was written."""
    rest = words.written[words.line[words.at].start :] if not words.done else ""
    words.at = len(words.texts)
    return rest


def judgement(words: Words) -> spells.Guilty:
    """Read GUILTY and names, or GUILTY NOBODY (EL-P5.1)."""
    words.take("GUILTY", "VIOLATION")
    if words.done or words.take("NOBODY", "NONE"):
        return spells.Guilty()
    found = [PLAYER.read(words)]
    while not words.done:
        words.take(",", "AND")
        found.append(PLAYER.read(words))
    return spells.Guilty(tuple(dict.fromkeys(found)))


NUMBERED = re.compile(r"^\s*RULE\s+\S+\s+", re.IGNORECASE)


def answer(ask: Ask[Any], text: str, lexicon: Lexicon) -> Any:
    """Read a ruling: LEGAL and effects, NO EFFECT, or ILLEGAL and the rule (EL-P4.3); raises an `OrderError`."""
    bare = NUMBERED.sub("", text)
    words = Words(split(bare), lexicon, ask.seat, bare)
    match ask:
        case Ruling():
            found: Any = verdict(words)
        case Judge():
            found = judgement(words)
        case _:
            hint = "Send orders for the next deadline."
            raise Forbidden("Nothing is asked by mail in this game.", hint, rule="EL-P1.2")
    if not words.done:
        raise Unreadable(f"I don't know what {marked(words.word)} is for.", "Write the ruling without more words.")
    if found not in ask.choices:
        hint = "A ruling changes no counts, types, Islands or claims."
        raise Forbidden("That cannot be ruled.", hint, rule="EL-P4.8")
    return found
