"""What a line that cannot be read was perhaps meant as: the nearest order, filled up with this seat's own cards.

It looks at the seat's view alone, and names nothing that its receipts could not.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterator
from itertools import pairwise

from referee.engine.audience import Seat
from referee.engine.lexicon import plain, split
from referee.games.cards import Pack, card_named
from referee.games.living_trumps.deck import (
    KEEP_CARDS,
    PILES,
    SPELT,
    SUITS,
    TRICK,
    Court,
    ordered,
    rank_named,
    suit_named,
)
from referee.games.living_trumps.view import View

OF_CARDS = (
    "GIVE", "GET", "PLAY", "LIE", "PART", "WANT", "NAME", "TAKE", "CHOOSE", "KEEP", "DISCARD", "DROP", "CARDS",
    "CONSOLIDATE", "TRACE",
)  # fmt: skip
"""Words behind which stand cards: a number there is a rank."""

SHUT = ("CLOSE", "CLOSED", "NONE", "NO", "REFUSE", "REJECT", "DECLINE", "NEVER", "DON'T", "NOT", "STOP", "AVOID")
"""Words of somebody who wants no Deal."""

GIVE_UP = "DEFEND YIELD"
ORDINALS = ("FIRST", "SECOND", "THIRD", "FOURTH", "FIFTH")

MOST_SHOWN, MOST_HELD = 3, 8

LONG, NEAR = 5, 0.8
"""A word of so many letters is known with a slip in it, too, if so much of it is right."""


def is_number(word: str) -> bool:
    """Say whether a word is a number of one or two figures."""
    return word.isascii() and word.isdigit() and len(word) < len("100")


def article_before(word: str) -> bool:
    """Say whether an A before a word is an article: a suit's letter makes a card of it, other names of cards do not."""
    return word not in SUITS and bool(rank_named(word) or suit_named(word))


ATTACKS = ("ATTACK", "ATACK", "ATTAK", "ASSAULT", "CHALLENGE", "EXILE", "FIGHT", "INVADE", "RAID")
"""Words of somebody who wants a Duel, some with a slip in them: nearer to TRACK than to any verb that is meant."""

INSTEAD = {
    **dict.fromkeys(("TRADE", "BARTER", "BARGAIN", "EXCHANGE", "OFFER"), "DEAL"),
    **dict.fromkeys(ATTACKS, "HELLRIDE"),
}
"""Words that are no verbs of ours, and the verb that is probably meant."""


class Said:
    """The words of a line: whom, which cards, ranks, suits and numbers it names; and what the seat has besides."""

    def __init__(self, seen: View, line: str) -> None:
        self.seen = seen
        words = [word.text.removesuffix("'S") for word in split(line)]
        others = {plain(seat): seat for seat in seen.seats if seat != seen.seat}
        left = [word for word, after in pairwise((*words, "")) if word != "A" or not article_before(after)]
        self.words = [word if word in others or rank_named(word) else mended(word) for word in left]
        self.named = [others[word] for word in self.words if word in others]
        faces = [card_named(word, Pack.FRENCH) for word in self.words]
        self.faces = [card.code for card in faces if card is not None]
        bare = [word for word, card in zip(self.words, faces, strict=True) if card is None]
        self.numbers = list(self.counted())
        paid = {word for word, after in pairwise(self.words) if after == "BLOOD"}
        self.ranks = [rank for word in bare if word not in paid and word != "1" and (rank := rank_named(word))]
        self.suits = [suit for word in bare if (suit := suit_named(word)) and word not in ("SHADOW",)]

    def says(self, *words: str) -> bool:
        """Say whether one of these words stands in the line."""
        return any(word in self.words for word in words)

    def counted(self) -> Iterator[int]:
        """List the numbers that count something: a number behind GIVE, say, is a rank."""
        clause = ""
        for word in self.words:
            if is_number(word):
                yield from () if clause in OF_CARDS else (int(word),)
            elif word != "," and card_named(word, Pack.FRENCH) is None and not rank_named(word):
                clause = word

    def behind(self, word: str) -> str:
        """Return what stands right behind a word, or nothing."""
        return next((after for before, after in pairwise(self.words) if before == word), "")

    def operand(self, word: str) -> str:
        """Return the card, rank or suit that stands right behind a word, or nothing."""
        after = self.behind(word)
        card = card_named(after, Pack.FRENCH)
        return card.code if card is not None else rank_named(after) or SPELT.get(suit_named(after), "")

    @property
    def foe(self) -> Seat:
        """Whom it names, else another player."""
        return self.named[0] if self.named else next(seat for seat in self.seen.seats if seat != self.seen.seat)

    def cards(self, n: int = 1, *, suit: str = "") -> str:
        """Return cards that it names, else so many of one's own Hand, the lowest first."""
        return ", ".join(self.faces or self.hand(n, suit=suit))

    def hand(self, n: int, *, suit: str = "") -> list[str]:
        """Return so many cards of one's own Hand, the lowest first."""
        own = ordered(card for card in self.seen.hand if not card.joker and suit in ("", card.suit))
        return [card.code for card in own[:n]] or ["2C"]

    def card(self) -> str:
        """Return the first card that it names, else one of one's own."""
        return self.cards().partition(",")[0]

    def rank(self) -> str:
        """Return the rank that it names, by itself or on a card, else the one most held."""
        letters = [rank for rank in self.ranks if not rank.isdigit()] or self.ranks
        held = [card.rank for card in self.seen.hand if not card.joker] or ["K"]
        named = [code[:-1] for code in self.faces if code != "JOKER"]
        return next(iter([*letters, *named]), max(held, key=held.count))

    def suit(self) -> str:
        """Return the suit that it names, else the one most held."""
        held = [card.suit for card in self.seen.hand if not card.joker] or ["S"]
        return self.suits[0] if self.suits else max(SUITS, key=held.count)

    def number(self, otherwise: int, most: int = 99) -> int:
        """Return the last number that it names, within bounds."""
        return min(max(1, self.numbers[-1]), most) if self.numbers else otherwise

    def shadow(self, n: int = 1, *, down: bool = False) -> str:
        """Return own Shadows: those that it names, else the first that lie so."""
        mine = [one.card.code for one in self.seen.me.shadows if one.card is not None and one.down is down]
        chosen = [code for code in self.faces if code in mine] or mine[:n] or self.faces or ["7D"]
        return ", ".join(chosen[:n])

    def prey(self) -> str:
        """Return a player and the Shadow of theirs to be ridden against: what it names, else one that lies open."""
        seats = [self.foe] if self.named else [seat for seat in self.seen.seats if seat != self.seen.seat]
        for seat in seats:
            for card in self.seen.sheets[seat].open_shadows:
                return f"{seat} {self.faces[0] if self.faces else card.code}"
        return f"{self.foe} {self.faces[0] if self.faces else '7D'}"


def deal(s: Said) -> str:
    """Word a Deal, or refuse all of them."""
    if s.says(*SHUT, "NOBODY") and not s.named:
        return "DEALS CLOSED"
    left = [code for code in s.faces if code not in (s.operand("GIVE"), s.operand("GET"))]
    give = s.operand("GIVE") or next(iter(left), "") or s.hand(1)[0]
    get = s.operand("GET") or next((code for code in left if code != give), "") or next(iter(s.ranks), "")
    asked = f" GET {get or s.rank()}" if get or not s.faces else ""
    return f"DEAL {s.foe} GIVE {give}{asked} PLAY HONOUR"


def travel(s: Said) -> str:
    """Go where it says, else to the Place of one's court."""
    court = s.seen.me.court
    if s.says("KEEP") or (court is Court.SHADOW and not s.says("AMBER", "ABYSS")):
        return f"SHADOW TRAVEL KEEP {s.shadow(KEEP_CARDS)}"
    if s.says("ABYSS") or (court is Court.CHAOS and not s.says("AMBER")):
        return "SHADOW TRAVEL ABYSS"
    return f"SHADOW TRAVEL AMBER {s.shadow()}"


def walk(s: Said) -> str:
    """Walk the Pattern, broken or whole."""
    if s.says("BROKEN"):
        pile = s.number(1, PILES) if len(s.numbers) > s.rank().isdigit() else 1
        return f"SUBSTANCE BROKEN {s.rank()} PILE {pile}"
    way = next((way for way in ("TIR", "REBMA") if s.says(way)), "AMBER")
    return f"SUBSTANCE PATTERN {s.rank()} {way}"


def scry(s: Said) -> str:
    """Look at a Hand, a deck or a slot."""
    deck = next((word for word in ("TRUMP", "DISCARD", "SHADOW") if s.says(word)), "SHADOW")
    if s.says("DECK", "TOP", "BOTTOM", "PILE"):
        return f"SHADOW SCRY DECK {deck} {'BOTTOM' if s.says('BOTTOM') else 'TOP'} {s.number(1)}"
    slots = s.numbers or [at for at, word in enumerate(ORDINALS, 1) if s.says(word)]
    if slots:
        return f"SHADOW SCRY {'POWER' if s.says('POWER', 'POWERBASE') else 'SHADOW'} {s.foe} {slots[-1]}"
    return f"SHADOW SCRY HAND {s.foe}"


def declare(s: Said) -> str:
    """Declare a Trick with the cards that it names, if there are enough of them."""
    cards = f" CARDS {s.cards()}" if len(s.faces) == TRICK else ""
    natural = [code[:-1] for code in s.faces if code != "JOKER"]
    return f"TRICK {natural[0] if cards and natural else s.rank()}{cards}"


def control(s: Said) -> str:
    """Control Primal Chaos."""
    if s.says("SUFFER"):
        return "CHAOS SUFFER"
    way = next((f" {way}" for way in ("INTENSIFY", "REMOVE", "NULLIFY") if s.says(way)), "")
    return f"CHAOS CONTROL UP TO {s.number(6)}{way}"


def switch(s: Said) -> str:
    """Change a Place card for another."""
    if len(s.faces) > 1:
        return f"SHADOW SWITCH {s.faces[0]} FOR {s.faces[1]}"
    return f"SHADOW SWITCH {s.shadow(down=True)} FOR {s.shadow()}"


def defend(s: Said) -> str:
    """Answer a Hellride of one Blood."""
    replies = [word for word in s.words if word in ("YIELD", "DEAL", "DUEL")] or ["DUEL", "YIELD"]
    return f"DEFEND {' ELSE '.join(replies)}" + (f" FOR {s.faces[0]}" if s.faces else "")


def duel(s: Said) -> str:
    """Plan a Duel, or force one where a Shadow is named."""
    for word in ("GAUNTLET", "SHOW", "FEINT"):
        if s.says(word):
            return f"DUEL {word} {s.cards(MOST_SHOWN, suit=s.suit() if word == 'SHOW' else '')}"
    if s.says("HELP"):
        return contest(s)
    if s.says("CALL", "BLUFF"):
        when = next((word for word in ("NEVER", "LAST", "ALWAYS") if s.says(word)), "")
        return f"DUEL CALL {when}" if when else f"DUEL CALL {'FROM' if s.says('FROM') else 'AT'} {s.number(2)}"
    if s.says("YIELD"):
        return f"DUEL YIELD AFTER {s.number(4)}" if s.numbers else "DUEL YIELD NEVER"
    if s.named:
        return f"SUBSTANCE HELLRIDE {s.prey()} DUEL"
    return f"DUEL WEAPON {s.suit()}"


def contest(s: Said) -> str:
    """Plan a contest."""
    if s.says("FLIP"):
        return "CONTEST FLIP 3, 1, 2, 5, 4"
    if s.says("SUIT"):
        return f"CONTEST SUIT {s.suit()}"
    if s.says("YIELD"):
        flips = s.behind("AFTER") if is_number(s.behind("AFTER")) else ""
        behind = next((n for n in s.numbers if str(n) != flips), 3)
        return f"CONTEST YIELD BEHIND BY {behind}" + (f" AFTER {flips}" if flips else "")
    if s.says("TRUMP", "CALL"):
        after = f" AFTER {s.number(2)}" if s.numbers else ""
        return f"CONTEST TRUMP {s.foe} WHEN BEHIND{after} PART {s.card()}"
    return f"CONTEST FIVE {s.cards(5)}"


def boon(s: Said) -> str:
    """Plan a Boon."""
    if s.says("GIVE"):
        return f"BOON GIVE {s.cards(2)}"
    return f"BOON YIELD {s.cards(2)}" if s.says("YIELD") else f"BOON NAME {s.faces[0] if s.faces else s.rank()}"


def drop(s: Said) -> str:
    """Recycle first what it names, else the weakest card of one's Powerbase."""
    weakest = [card.code for card in s.seen.me.ranked][-1:]
    return f"POWERBASE DROP {', '.join(s.faces or weakest or ['2C'])}"


def spend(s: Said) -> str:
    """Spend the Jewel first or last, or Blood of a Place."""
    if s.says("JEWEL"):
        return "JEWEL FIRST" if s.says("FIRST") else "JEWEL LAST"
    return "SPEND FREE ONLY" if s.says("ONLY", "FREE", "NO") else "SPEND PLACE OK"


def ride(s: Said) -> str:
    """Ride against a Shadow, for one Blood or two."""
    return f"SUBSTANCE HELLRIDE {s.prey()} {'OFFER' if s.says('OFFER') or s.numbers[-1:] == [1] else 'DUEL'}"


def shift(s: Said) -> str:
    """Shift Shadow, and Deal for it: the first number is the Blood, what stands behind it may be ranks."""
    blood = min(max(1, s.numbers[0]), max(1, s.seen.me.free)) if s.numbers else 1
    return f"SUBSTANCE SHADOWSHIFT {blood} {deal(s)}"


Builder = Callable[[Said], str]

STRONG: dict[str, Builder] = {
    "SCHEME": lambda s: "SUBSTANCE SCHEME",
    **dict.fromkeys(("SHADOWSHIFT", "SHIFT", "SEARCH"), shift),
    **dict.fromkeys(("HELLRIDE", "RIDE", *ATTACKS), ride),
    **dict.fromkeys(("BROKEN", "PATTERN", "PATTERNWALK", "WALK", "REBMA", "TIR"), walk),
    "CURSE": lambda s: f"SUBSTANCE CURSE {s.foe}",
    **dict.fromkeys(("LOGRUS", "TENDRILS", "TENDRIL"), lambda s: f"SUBSTANCE LOGRUS {s.card()} TENDRILS {s.number(2)}"),
    **dict.fromkeys(("DIVE", "PIT"), lambda s: f"SUBSTANCE DIVE PAIRS {', '.join(s.ranks) or 'ALL'}"),
    "LIVING": lambda s: f"SUBSTANCE LIVING {s.suit()} TENDRILS {s.number(1)}",
    **dict.fromkeys(("SCRY", "LOOK"), scry),
    "SHAPESHIFT": lambda s: f"SHADOW SHAPESHIFT {s.number(1)} DISCARD {s.card()}",
    **dict.fromkeys(("TRACE", "TRACK"), lambda s: f"SHADOW TRACE {s.cards()}"),
    **dict.fromkeys(("TRAVEL", "GO"), travel),
    "SWITCH": switch,
    **dict.fromkeys(("SWAP", "EXCHANGE"), lambda s: deal(s) if s.named else switch(s)),
    "TRICK": declare,
    "TRICKS": lambda s: "TRICKS NONE" if s.says("NONE", "NO") else "TRICKS AUTO",
    **dict.fromkeys(("POWERBASE", "DROP"), drop),
    **dict.fromkeys(("CHAOS", "NULLIFY", "INTENSIFY"), control),
    "STORM": lambda s: "STORM SUFFER" if s.says("SUFFER", "NO") else "STORM CONTROL",
    **dict.fromkeys(("SPEND", "JEWEL"), spend),
    "TURNING": lambda s: f"TURNING GIVE {s.shadow()}",
    **dict.fromkeys(("DEFEND", "DEFENCE"), defend),
    "DEALS": lambda s: "DEALS CLOSED" if s.says(*SHUT) else "DEALS OPEN",
    "BOON": boon,
    "CONTEST": contest,
    "HELP": lambda s: f"HELP {s.foe} WANT {', '.join(s.faces) or s.rank()}",
    "RENEGE": lambda s: f"RENEGE {s.foe}",
    **dict.fromkeys(("GAUNTLET", "WEAPON", "FEINT", "BLUFF", "CALL"), duel),
    **dict.fromkeys(("DEAL", "TRADE", "BARTER", "BARGAIN"), deal),
    "DUEL": duel,
    "YIELD": lambda s: duel(s) if s.says("DUEL", "FEINT", "FEINTS") else contest(s) if s.says("CONTEST") else GIVE_UP,
    "CONSOLIDATE": lambda s: f"TRICK {s.rank()} CONSOLIDATE {s.faces[0] if s.faces else s.rank()}",
}
"""The words by which an action is known, wherever they stand; the first of them on a line decides."""

WEAK: dict[str, Builder] = {
    "OFFER": deal,
    "LIE": lambda s: f"DEAL {s.foe} PLAY LIE {s.card()}",
    "ACCUSE": lambda s: f"DEAL {s.foe} PLAY ACCUSE",
    "DISCARD": lambda s: f"SHADOW SHAPESHIFT 1 DISCARD {s.card()}",
    "PLACE": spend,
    "SHADOW": lambda s: "SHADOW PASS" if s.says("PASS") else scry(s),
    "SUBSTANCE": lambda s: "SUBSTANCE SCHEME",
    "PASS": lambda s: "SHADOW PASS",
}
"""Words that name a phase: they decide where nothing else does."""


def mended(word: str) -> str:
    """Return the word of an action that a word is but for a slip, or the word itself."""
    long = [known for known in STRONG if len(known) >= LONG and known not in ATTACKS]
    near = difflib.get_close_matches(word, long, n=1, cutoff=NEAR) if len(word) >= LONG and word not in STRONG else ()
    return next(iter(near), word)


def condition(s: Said) -> str:
    """Word a condition with what it names: Blood, a Place, somebody's Shadow, or a rank in Hand."""
    place = next((place for place in ("AMBER", "ABYSS", "KEEP") if s.says(place)), "")
    letters = [rank for rank in s.ranks if not rank.isdigit()] or s.ranks[1:]
    if place:
        return f"{s.foe} IN {place}" if s.named else f"IN {place}"
    if s.named and s.faces:
        return f"{s.foe} OWNS {s.faces[0]}"
    if not s.says("BLOOD") and (letters or s.says("HOLD", "HAVE")):
        return f"HOLD {s.number(2, MOST_HELD)} {letters[0] if letters else Said(s.seen, '').rank()}"
    return f"BLOOD {'<' if s.says('<', 'LESS', 'UNDER', 'FEWER', 'BELOW') else '>='} {s.number(4)}"


def parted(line: str) -> tuple[str, str]:
    """Part a line into its order and its condition, which ends at THEN, at ELSE, or at a verb if it came first."""
    words = split(line)
    start = next((at for at, word in enumerate(words) if word.text == "IF"), len(words))
    ends = ("THEN", "ELSE") if start else ("THEN", "ELSE", ",", *STRONG)
    end = next((at for at in range(start + 1, len(words)) if words[at].text in ends), len(words))
    order, tested = (*words[:start], *words[end:]), words[start + 1 : end]
    return " ".join(word.written for word in order), " ".join(word.written for word in tested)


def closest(seen: View, line: str) -> str:
    """Return the order that a line which cannot be read comes nearest to, or nothing; under a condition, if it has."""
    if len(seen.seats) < 2 or seen.seat not in seen.sheets:
        return ""
    whole, (order, tested) = Said(seen, line), parted(line)
    if whole.says("ME") and whole.says("RIDE", "RIDES", "HELLRIDE", "HELLRIDES"):
        return defend(whole)
    said = Said(seen, order or "SCHEME")
    found = next((known[word](said) for known in (STRONG, WEAK) for word in said.words if word in known), "")
    return f"{found} IF {condition(Said(seen, tested))}" if found and tested else found
