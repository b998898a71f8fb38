"""Answers by mail: the text of an answer read as one of an ask's choices; and what works between turns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import Any

from referee.engine.author import GM, Ask, Event, Illegal, Order, Seat, Unreadable, only
from referee.engine.lexicon import Lexicon, Words, split
from referee.engine.sections import may_answer
from referee.games.amber import conditions, verbs
from referee.games.amber.check import bad_show
from referee.games.amber.events import CardShown
from referee.games.amber.knowledge import Knowledge
from referee.games.amber.moves import Call, CourtUse, Play, SunCall, TurnOption
from referee.games.amber.words import CARD, RULER
from referee.games.cards import Card

NOTHING = {"NOTHING", "NONE", "NO", "NOBODY", "STOP", "SURRENDER", "PASS", "KEEP"}
YES = {"YES", "Y", "TRUE"}
NO = {"NO", "N", "FALSE"}
LEADING = {"PLAY", "WITH", "REPLY", "LEAD", "ANSWER", "SPOILS", "MAGICIAN", "STAR", "SUN", "GIVE", "CUT", "WORLD"}


def answer(ask: Ask[Any], text: str, lexicon: Lexicon) -> Any:
    """Read a mailed answer; raises an `OrderError` that names what may be answered."""
    line = split(text)
    while len(line) > 1 and line[0].text in LEADING:
        line = line[1:]
    words = Words(line, lexicon, ask.seat, text)
    if words.done:
        raise Unreadable("The answer is empty.", allowed(ask))
    for choice in ask.choices:
        if " ".join(words.texts) == " ".join(w.text for w in split(spell(choice))):
            return choice
    for meaning in meanings(words):
        for choice in ask.choices:
            if choice is meaning or (type(choice) is type(meaning) and choice == meaning):
                return choice
    raise Illegal(f"{text.strip()} is not among the answers now.", allowed(ask), rule=ask.rule)


def meanings(words: Words) -> Iterator[Any]:
    """List what a text may mean: yes or no, nothing, a number, a card, a player."""
    word = words.word if len(words.texts) == 1 else ""
    if word in YES:
        yield True
    if word in NO:
        yield False
    if word in NOTHING:
        yield None
        yield Call.NOTHING
    if word.isascii() and word.isdigit():
        yield int(word)
    cards, used = CARD.find(words)
    if len(cards) == 1 and used == len(words.texts):
        yield cards[0]
    names = words.lexicon.seats
    found = names.exact(words.rest) or (names.find(words.rest) if len(word) > 2 else None)
    if found is not None and found[1] == len(words.texts):
        yield found[0]
        yield SunCall(found[0])


def allowed(ask: Ask[Any]) -> str:
    """Say what may be answered."""
    return may_answer([spell(choice) for choice in ask.choices], 16)


def spell(choice: Any) -> str:
    """Write a choice as it may be answered."""
    match choice:
        case None:
            return "NOTHING"
        case bool():
            return "YES" if choice else "NO"
        case Card():
            return CARD.show(choice)
        case TurnOption(kind=kind, target=target):
            return f"{kind.upper()} {target}" if target else kind.upper()
        case Play(act=act, target=target, card=card):
            return f"{act.upper()} {CARD.show(card) + ' ON ' if card else ''}{target}"
        case SunCall(seat=seat):
            return f"SUN {seat}"
        case CourtUse(use=use, card=card):
            return f"{use.upper()} {CARD.show(card)}"
        case StrEnum():
            return choice.upper()
        case _:
            return str(choice)


def may_write(v: Knowledge, readers: Sequence[Seat]) -> str:
    """The dead talk to nobody but the referee, unless the table wants it so (AM-13.4); afterwards everybody may."""
    silent = v.seat in v.players and not v.me.alive and not v.options.dead_press and not v.over
    return "The dead do not talk (AM-13.4)." if silent and any(seat != GM for seat in readers) else ""


def called(v: Knowledge, seat: Seat) -> Seat | None:
    """Find whom a word of press reaches: RULER is the player who is on the Throne now (O25, 4.3)."""
    return v.ruler if seat == RULER else seat


def at_once(v: Knowledge, one: Order) -> Sequence[Event]:
    """A card is shown at once, certified by the referee, to one other player (AM-13.3).

    Raises `Illegal` for a card that is not hidden in one's hand, and for nobody to show it to.
    """
    assert isinstance(one, verbs.ShowCard)
    for problem, rule in bad_show(v, one.card, one.player):
        raise Illegal(problem, "Write SHOW card TO player.", rule=rule)
    target = conditions.meant(v, one.player)
    assert target is not None
    return (CardShown(seat=v.seat, target=target, card=one.card, to=only(v.seat, target)),)
