"""Random lines that a player might send, from the view alone; ``strategy`` plays to win."""

from __future__ import annotations

from collections.abc import Sequence

from referee.engine.chance import Chance
from referee.engine.scribble import Scribe
from referee.games.living_trumps import orders as od
from referee.games.living_trumps import policies as po
from referee.games.living_trumps.conditions import CONDITIONS
from referee.games.living_trumps.deck import RANKS, SUITS, TRICK, Court, ladder
from referee.games.living_trumps.moves import Place
from referee.games.living_trumps.view import View

GARBLED = (
    "SUBSTANCE", "SUBSTANCE FLY", "SHADOW SCRY", "SHADOW SCRY DECK OF CARDS", "TRICK", "TRICK 11", "DUEL CALL MAYBE",
    "BOON NAME", "DEAL", "CHAOS", "IF BLOOD THEN SUBSTANCE SCHEME", "SUBSTANCE SHADOWSHIFT 0", "HELP", "RENEGE",
    "CONTEST FLIP 9", "SUBSTANCE BROKEN K PILE 7", "SHADOW SHAPESHIFT 0", "DEAL ME GIVE JOKER", "good morning to you",
    "SUBSTANCE CURSE ME", "SPEND IT ALL", "SUBSTANCE LOGRUS K", "DUEL WEAPON X",
)  # fmt: skip


PLANS = (
    "DUEL CALL AT 2, 4", "DUEL WEAPON S, H", "DUEL YIELD AFTER 5", "CONTEST FLIP 3, 1, 2, 5, 4",
    "CONTEST YIELD BEHIND BY 6 AFTER 3", "BOON YIELD 2, 3", "VS {} DUEL CALL LAST", "HELP {} WANT JOKER, K, Q",
    "CONTEST TRUMP {} WHEN BEHIND AFTER 2 PART 2, 3",
)  # fmt: skip


def asides(seen: View, chance: Chance) -> Sequence[str]:
    """Add a plan for a Duel or a contest now and then, which need not come."""
    if chance.below(3, "aside"):
        return ()
    others = [seat for seat in seen.seats if seat != seen.seat]
    return (chance.pick(PLANS, "plan").format(chance.pick(others, "friend")),)


def scribble(seen: View, chance: Chance, wild: bool) -> Sequence[str]:
    """Write random orders; if ``wild``, some of them illegal, garbled or rash."""
    w = Scribbler(seen, chance)
    lines = [w.shadow() for _ in range(chance.below(4, "scribble", "shadow"))]
    lines += [w.substance() for _ in range(chance.below(4, "scribble", "substance"))]
    lines += [w.policy() for _ in range(chance.below(7, "scribble", "policy"))]
    lines += [w.trick() for _ in range(chance.below(2, "scribble", "trick"))]
    if wild:
        for _ in range(chance.below(4, "scribble", "wild")):
            samples = [kind.example for kind in (*od.ACTIONS, *po.POLICIES)]
            lines.insert(chance.below(len(lines) + 1, "scribble", "wild"), w.pick([*samples, *GARBLED]))
    return lines


class Scribbler(Scribe):
    """Writes one random line after the other."""

    def __init__(self, seen: View, chance: Chance) -> None:
        super().__init__(chance)
        self.seen = seen
        self.others = [seat for seat in seen.seats if seat != seen.seat]

    def number(self, most: int) -> int:
        """Pick a number from 1."""
        return 1 + super().number(most - 1)

    def held(self) -> str:
        """Name a card of the Hand."""
        return str(self.chance.pick(self.seen.hand, "scribble", "hand"))

    def name(self) -> str:
        """Name a card somehow."""
        rank, suit = self.pick(RANKS), self.pick(SUITS)
        return self.pick([self.held(), self.held(), rank, f"{rank}{suit}", f"RED {rank}", "JOKER", suit])

    def names(self) -> str:
        """Name several cards."""
        return ", ".join(self.name() for _ in range(self.number(4)))

    def term(self) -> str:
        """Name a card that may be agreed upon."""
        rank = self.pick(RANKS)
        return self.pick([rank, f"{rank}{self.pick(SUITS)}", self.pick(SUITS)])

    def terms(self) -> str:
        """Word a Deal."""
        plays = self.pick(["HONOUR", "ACCUSE ELSE HONOUR", f"LIE {self.name()}", self.name(), "ACCUSE"])
        give = self.pick([f"GIVE {self.term()} ", ""])
        get = self.pick([f"GET {self.term()} ", ""])
        return f"{give}{get}PLAY {plays}"

    def guard(self) -> str:
        """Add a condition now and then."""
        if self.chance.below(5, "scribble", "guard"):
            return ""
        return f" IF {self.pick([kind.example for kind in CONDITIONS])}"

    def shadow(self) -> str:
        """Write a Shadow line."""
        other = self.pick(self.others)
        mine = [str(one.card) for one in self.seen.me.shadows if one.card is not None] or ["7D"]
        court = self.seen.me.court
        travel = {Court.AMBER: f"AMBER {self.pick(mine)}", Court.CHAOS: "ABYSS", Court.SHADOW: "KEEP"}
        return self.pick([
            f"SHADOW SCRY HAND {other}", f"SHADOW SCRY SHADOW {other} 1", f"SHADOW SCRY POWER {other} 1",
            f"SHADOW SCRY DECK {self.pick(['SHADOW', 'TRUMP', 'DISCARD'])} {self.pick(['TOP', 'BOTTOM'])} 1",
            f"SHADOW SHAPESHIFT {self.number(3)} KEEP {self.names()} DISCARD {self.names()}",
            f"SHADOW TRACE {self.held()}, {self.name()}", f"SHADOW TRAVEL {travel[court]}",
            f"SHADOW TRAVEL {'KEEP' if self.seen.options.war else travel[court]}",
            f"SHADOW SWITCH {self.pick(mine)} FOR {self.pick(mine)}",
        ]) + self.guard()  # fmt: skip

    def substance(self) -> str:
        """Write a Substance line."""
        other, rank = self.pick(self.others), self.pick(RANKS)
        sheet = self.seen.sheets[other]  # type: ignore[index]
        theirs = [str(one.card) for one in sheet.shadows if one.card is not None] or ["7D"]
        if sheet.place is self.seen.me.place and sheet.place is not Place.NONE:
            theirs.append("AMBER" if sheet.place is Place.AMBER else f"KEEP {self.number(4)}")
        return self.pick([
            f"SUBSTANCE SHADOWSHIFT {self.number(3)} DEAL {other} {self.terms()}",
            f"SUBSTANCE SHADOWSHIFT {self.number(3)} DEAL {other} THEN DEAL {self.pick(self.others)} {self.terms()}",
            f"SUBSTANCE HELLRIDE {other} {self.pick(theirs)} DUEL",
            f"SUBSTANCE HELLRIDE {other} {theirs[0]} OFFER {self.terms()}",
            f"SUBSTANCE BROKEN {rank} PILE {self.number(3)}", f"SUBSTANCE LOGRUS {rank}H TENDRILS 2 CHOOSE {rank}",
            f"SUBSTANCE PATTERN {rank} {self.pick(['TIR', 'REBMA', 'AMBER'])}", f"SUBSTANCE CURSE {other}",
            f"SUBSTANCE DIVE PAIRS {rank}", "SUBSTANCE DIVE PAIRS ALL",
            f"SUBSTANCE LIVING {self.pick(SUITS)} TENDRILS 2",
        ]) + self.guard()  # fmt: skip

    def trick(self) -> str:
        """Write a Trick."""
        rank = max(RANKS, key=self.seen.holding)
        return f"TRICK {rank}" + self.pick(["", f" TAKE {self.pick(RANKS)}", f" CONSOLIDATE {rank}"])

    def policy(self) -> str:
        """Write a policy."""
        other, rank = self.pick(self.others), self.pick(RANKS)
        versus = self.pick(["", "", f"VS {other} "])
        return versus + self.pick([
            "CHAOS SUFFER", f"CHAOS CONTROL UP TO {self.number(9)} {self.pick(['NULLIFY', 'INTENSIFY', 'REMOVE'])}",
            f"STORM {self.pick(['CONTROL', 'SUFFER'])}", f"SPEND {self.pick(['FREE ONLY', 'PLACE OK'])}",
            f"JEWEL {self.pick(['LAST', 'FIRST'])}", f"TRICKS {self.pick(['AUTO', 'NONE'])}",
            f"TURNING GIVE {self.names()}", f"DEFEND {self.pick(['YIELD', 'DEAL', 'DUEL ELSE YIELD'])}",
            f"DEAL {other} {self.terms()}", f"DEALS {self.pick(['OPEN', 'CLOSED'])}", f"DUEL GAUNTLET {self.names()}",
            f"DUEL WEAPON {self.pick(SUITS)}", f"DUEL SHOW {self.names()}", f"DUEL FEINT {self.names()}",
            f"DUEL CALL {self.pick(['NEVER', 'LAST', 'ALWAYS', 'AT 1, 3', 'FROM 2'])}",
            f"DUEL YIELD {self.pick(['NEVER', 'AFTER 2'])}", f"CONTEST FIVE {self.names()}",
            f"CONTEST SUIT {self.pick(SUITS)}", "CONTEST FLIP 3, 1, 2, 5, 4",
            f"CONTEST YIELD {self.pick(['NEVER', 'BEHIND BY 2 AFTER 1'])}",
            f"CONTEST TRUMP {self.pick([rank, other])} WHEN BEHIND AFTER {self.number(3)} PART {self.names()}",
            f"HELP {other} WANT {rank}, {self.names()}", "HELP NONE", f"RENEGE {other}", f"BOON NAME {self.names()}",
            f"BOON GIVE {self.names()}", f"BOON YIELD {self.names()}", f"POWERBASE DROP {self.names()}",
        ])  # fmt: skip


def examples(seen: View) -> Sequence[str]:
    """Show a newcomer how to collect ranks, to Deal for one, and to use four of a kind, with the cards of this Hand."""
    if seen.seat not in seen.seats:
        return ()
    own = {one.card.rank for one in seen.me.shadows if one.card is not None}
    ranks = [rank for rank in RANKS if rank != seen.me.rank]
    first, second = sorted(ranks, key=lambda rank: (seen.holding(rank) + (rank in own), rank in own), reverse=True)[:2]
    plain = [card for card in seen.hand if not card.joker and card.rank not in (first, second)]
    spare = sorted(plain, key=lambda card: (seen.holding(card.rank), ladder(card)))
    other = seen.seats[(seen.seats.index(seen.seat) + 1) % len(seen.seats)]
    four = seen.holding(first) + seen.wild >= TRICK and first in seen.me.open_ranks
    keep, action = [first, second, *(["JOKER"] if seen.wild else ())], list[str]()
    if seen.me.place is Place.AMBER and seen.holding(first) + seen.wild >= TRICK - 1 and first not in own:
        action = [f"SUBSTANCE PATTERN {first}"]
    elif spare:
        action = [f"SUBSTANCE SHADOWSHIFT 1 DEAL {other} GIVE {spare[0]} GET {first} PLAY HONOUR"]
        keep.append(str(spare[0]))
    last = f"TRICK {first}" if four else "DEFEND YIELD"
    return [f"SHADOW SHAPESHIFT 1 KEEP {', '.join(keep)}", *action, "DEALS OPEN", last]
