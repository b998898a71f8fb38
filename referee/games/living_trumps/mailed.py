"""Answers by mail: one order line, or its words alone, read as one of an ask's choices (LT-P1.8)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee.engine.asks import Ask
from referee.engine.audience import Seat
from referee.engine.errors import Illegal, Unreadable
from referee.engine.lexicon import Lexicon, Word, Words, split
from referee.engine.sections import may_answer
from referee.games.cards import Card
from referee.games.living_trumps.asks import AnswerCall, HellrideReply, TrumpAnte
from referee.games.living_trumps.deck import CHARACTERS, RANK_NAMES, SUIT_NAMES
from referee.games.living_trumps.filed import pick, put
from referee.games.living_trumps.moves import Call, Name, Reply, Stand
from referee.games.living_trumps.words import CARD, Ante, NameSlot

LEADING = {
    "PLAY", "DEFEND", "DUEL", "CONTEST", "WEAPON", "SUIT", "FEINT", "DISCARD", "LIE", "ACCUSE", "HELP",
    "ANSWER", "CALL",
}  # fmt: skip
MANY = 20


def answer(ask: Ask[Any], text: str, lexicon: Lexicon) -> Any:
    """Read a mailed answer; raises an `OrderError` that names what may be answered."""
    words = Words(split(text), lexicon, ask.seat, text)
    if words.done:
        raise Unreadable("The answer is empty.", allowed(ask))
    line = words.line
    while True:
        found = meant(ask, line, lexicon)
        if found is not None:
            return found[0]
        if len(line) < 2 or line[0].text not in LEADING:
            break
        line = line[1:]
    raise Illegal(f"{text.strip()} is not among the answers now.", allowed(ask), rule=ask.rule)


def meant(ask: Ask[Any], line: Sequence[Word], lexicon: Lexicon) -> tuple[Any] | None:
    """Find the choice that these words mean."""
    said = " ".join(word.text for word in line)
    for choice in ask.choices:
        if said in spellings(ask, choice):
            return (choice,)
    if isinstance(ask, TrumpAnte | HellrideReply):
        return first_possible(ask, line, lexicon)
    if line[0].text == "TRUMP" and len(line) > 1:
        return called(ask, " ".join(word.text for word in line[1:]))
    name = card_meant(line, ask.seat, lexicon)
    cards = [card for card in ask.choices if isinstance(card, Card)]
    card = pick([name], cards) if name is not None else None
    if card is not None:
        return (card,)
    suits, used = SUIT_NAMES.begun([word.text for word in line])
    if len(suits) == 1 and suits[0] in ask.choices and used == len(line):
        return (suits[0],)
    return None


def card_meant(line: Sequence[Word], seat: Seat, lexicon: Lexicon) -> Name | None:
    """Read words that describe a card and say no more."""
    words = Words(list(line), lexicon, seat)
    if not (CARD.find(words)[0] or RANK_NAMES.begun(words.rest)[0] or SUIT_NAMES.begun(words.rest)[0]):
        return None
    name = NameSlot().read(words)
    return name if words.done else None


def first_possible(
    ask: TrumpAnte | HellrideReply, line: Sequence[Word], lexicon: Lexicon
) -> tuple[Card | Reply] | None:
    """Find the first that can be of what stands with ELSE between, as behind PLAY or DEFEND (LT-P6.3, D8)."""
    ends = [at for at, word in enumerate(line) if word.text in ("ELSE", ",")]
    parts = [line[start + 1 : end] for start, end in zip([-1, *ends], [*ends, len(line)], strict=True)]
    if isinstance(ask, HellrideReply):
        found: list[Any] = [part[0].text if len(part) == 1 else "" for part in parts]
        known = all(one in list(Reply) for one in found)
    else:
        entries = [entry(part, ask.seat, lexicon) for part in parts]
        found = [put(one, ask) for one in entries if one is not None]
        known = None not in entries
    return next(((choice,) for one in found for choice in ask.choices if choice == one), None) if known else None


def entry(part: Sequence[Word], seat: Seat, lexicon: Lexicon) -> Ante | None:
    """Read one entry of PLAY: HONOUR, ACCUSE, LIE with a card, or a card."""
    match [word.text for word in part]:
        case ["HONOUR" | "HONOR"]:
            return Ante("HONOUR")
        case ["ACCUSE"]:
            return Ante("ACCUSE")
        case ["LIE", *_]:
            name, how = card_meant(part[1:], seat, lexicon), "LIE"
        case _:
            name, how = card_meant(part, seat, lexicon), ""
    return Ante(how, name) if name is not None else None


def called(ask: Ask[Any], name: str) -> tuple[Call] | None:
    """Find the call for help that names a rank or a character."""
    ranks = RANK_NAMES.begun([name])[0]
    ranks += [rank for names in CHARACTERS.values() for rank, known in names.items() if known.upper() == name]
    return next(((Call(rank),) for rank in ranks if Call(rank) in ask.choices), None)


def spellings(ask: Ask[Any], choice: Any) -> tuple[str, ...]:
    """List how a choice may be written, first as the question prints it."""
    match choice:
        case None:
            words = ("YIELD", "NOTHING", "NONE", "NO")
            return ("NOBODY", *words) if isinstance(ask, AnswerCall) else words
        case bool():
            return ("YES", "CALL") if choice else ("NO", "NEVER")
        case Card():
            return (CARD.show(choice),)
        case Stand.ON:
            return ("GO ON", "ON", "NO", "NOTHING")
        case Call(rank=rank):
            return (f"TRUMP {rank}", f"CALL {rank}")
        case _:
            return (str(choice).upper(),)


def allowed(ask: Ask[Any]) -> str:
    """Say what may be answered."""
    return may_answer(list(dict.fromkeys(spellings(ask, choice)[0] for choice in ask.choices)), MANY)
