"""Lists in orders: attack plans, which say when to stop and what to lead after which reply, cards to keep, threats."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain

from referee.engine.author import Seat, value
from referee.engine.lexicon import Words
from referee.engine.slots import Listed, Slot
from referee.games.amber.words import COURT, ENTRY, NUMBER, PLAYER, SUIT, SUIT_WORDS, THREAT, Entry, EntrySlot, How
from referee.games.cards import Card


@value
class Branch:
    """What to lead next after a reply of a suit; an empty suit stands for any."""

    suit: str
    entry: Entry

    def __str__(self) -> str:
        return f"; IF {SUIT_WORDS[self.suit]} THEN {self.entry}" if self.suit else f"; ELSE {self.entry}"


@value
class Plan:
    """An attack plan; without a list it is the highest attack card, one only."""

    entries: tuple[Entry, ...] = (Entry(How.ANY),)
    on_tie: bool = False
    if_negated: bool = False
    if_helped: bool = False
    if_cards: tuple[tuple[Seat, int], ...] = ()
    branches: tuple[Branch, ...] = ()

    def __str__(self) -> str:
        text = ", ".join(map(str, self.entries))
        for stops, words in ((self.on_tie, "ON TIE"), (self.if_negated, "IF NEGATED"), (self.if_helped, "IF HELPED")):
            text += f" STOP {words}" if stops else ""
        text += "".join(f" STOP IF {seat} HAS {n} CARDS OR MORE" for seat, n in self.if_cards)
        return text + "".join(map(str, self.branches))


class LeadsSlot(Listed[Entry]):
    """The list of a plan: STOP ends it, also behind a comma."""

    def ended(self, words: Words) -> bool:
        start = words.at
        while words.take(",", *words.lexicon.fillers):
            continue
        found = words.word == "STOP"
        words.at = start
        return found


LEADS = LeadsSlot("leads", ENTRY)


class PlanSlot(Slot[Plan]):
    """The slot ``plan``: a list, and perhaps when to stop and what to lead after which reply."""

    name = "plan"
    usage = (
        "a list of cards, then perhaps STOP ON TIE, STOP IF NEGATED, STOP IF HELPED, "
        "STOP IF player HAS n CARDS OR MORE, then perhaps branches: ; IF suit THEN entry; ELSE entry, or STOP there"
    )
    example = "8S, 6P STOP ON TIE; IF WANDS THEN 6P; ELSE 5C"

    def read(self, words: Words) -> Plan:
        entries = LEADS.read(words)
        stops: dict[str, bool] = {}
        cards: list[tuple[Seat, int]] = []
        branches: list[Branch] = []
        while True:
            start = words.at
            while words.take("THEN", "AND", ","):
                continue
            if words.take("STOP"):
                self._stop(words, stops, cards)
            elif words.take(";"):
                if not words.done:
                    branches.append(self._branch(words))
            else:
                words.at = start
                break
        return Plan(entries, "TIE" in stops, "NEGATED" in stops, "HELPED" in stops, tuple(cards), tuple(branches))

    def vocabulary(self, words: Words) -> Iterable[str]:
        return ENTRY.vocabulary(words)

    def _stop(self, words: Words, stops: dict[str, bool], cards: list[tuple[Seat, int]]) -> None:
        """Read what follows STOP; alone it is redundant."""
        if not words.take("ON", "IF", "AFTER"):
            return
        words.take("A", "THE")
        if found := words.take("TIE", "TIED", "NEGATED", "NEGATION", "HELPED", "HELP"):
            stops[{"TIED": "TIE", "NEGATION": "NEGATED", "HELP": "HELPED"}.get(found, found)] = True
            return
        seat = PLAYER.read(words)
        if not words.take("HAS"):
            raise words.unreadable("HAS", ["HAS"], "Write STOP IF player HAS n CARDS OR MORE.")
        n = NUMBER.read(words)
        before = words.phrase("OR", "MORE")
        if not (words.take("CARDS", "CARD") and (before or words.phrase("OR", "MORE"))):
            raise words.unreadable("CARDS OR MORE", ["CARDS"], "Write STOP IF player HAS n CARDS OR MORE.")
        cards.append((seat, n))

    def _branch(self, words: Words) -> Branch:
        if words.take("ELSE"):
            return Branch("", self._next(words))
        if not words.take("IF"):
            raise words.unreadable("IF or ELSE", ["IF", "ELSE"], "Behind ; write IF suit THEN entry, or ELSE entry.")
        suit = SUIT.read(words)
        if not words.take("THEN"):
            raise words.unreadable("THEN", ["THEN"], "Behind ; write IF suit THEN entry.")
        return Branch(suit, self._next(words))

    @staticmethod
    def _next(words: Words) -> Entry:
        """Read what a branch leads: an entry, or STOP."""
        return Entry(How.NOTHING) if words.take("STOP") else ENTRY.read(words)


PLAN = PlanSlot()


class KeptSlot(EntrySlot):
    """The slot ``kept``: an entry of a KEEP list, where SPECIALS are all five special cards."""

    name = "kept"
    usage = f"{EntrySlot.usage}; or SPECIALS"
    example = "9C"

    def read(self, words: Words) -> Entry:
        """Read SPECIALS, or an entry as elsewhere; all specials are the specials."""
        start = words.at
        while words.idle or words.word in ("ALL", "ANY"):
            words.at += 1
        if words.take("SPECIALS", "SPECIAL"):
            return Entry(How.SPECIALS)
        words.at = start
        return super().read(words)

    def vocabulary(self, words: Words) -> Iterable[str]:
        return chain(super().vocabulary(words), [How.SPECIALS])


class ThreatsSlot(Listed[Card]):
    """The slot ``threats``: a Chaos card that gives an order its verb, and attacks nobody, ends the list.

    So a comma may stand for THEN: IF CHAOS ATTACKS X5, STAR CANCEL.
    """

    def ended(self, words: Words) -> bool:
        start = words.at
        found = words.take(",") and words.word in ("STAR", "MAGICIAN", "SUN", "WORLD", "HERMIT")
        words.at = start
        return bool(found)

KEPT = Listed("kept", KeptSlot(), label="list")
THREATS = ThreatsSlot("threats", THREAT)
PLAYERS = Listed("players", PLAYER)
COURTS = Listed("courts", COURT)
