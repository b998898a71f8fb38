"""What a player may test behind IF: facts they can know at that moment, and no others (RULES.md, 4.3)."""

from __future__ import annotations

from referee.engine.author import Seat
from referee.engine.conditions import MANY, Comparison, Condition
from referee.engine.slots import compare
from referee.games.amber.knowledge import Figure, Knowledge
from referee.games.amber.moves import Kind, TurnOption
from referee.games.amber.state import CHAOS, Place
from referee.games.amber.words import ANY, RULER, Whose
from referee.games.cards import Card


def meant(v: Knowledge, seat: Seat) -> Seat | None:
    """Return the player that a word means now; nobody is on an empty Throne."""
    return v.occupant if seat == RULER else seat


def trump(v: Knowledge, whose: Whose) -> Card | None:
    """Return the Court card that a word means now."""
    if isinstance(whose, Card):
        return whose
    seat = meant(v, whose)
    return v.players[seat].card if seat in v.players else None


def among(v: Knowledge, seat: Seat) -> list[Seat]:
    """List whom a word may mean in a condition; ANY is anybody but oneself."""
    if seat == ANY:
        chaos = [CHAOS] if v.enthroned is not None else []
        return [*(one for one in v.players if one != v.seat), *chaos]
    found = meant(v, seat)
    return [] if found is None else [found]


def seen(v: Knowledge, seat: Seat) -> list[Figure]:
    """List what is known of the players that a word may mean."""
    return [v.players[one] for one in among(v, seat) if one in v.players]


def public_counts(v: Knowledge, player: Seat) -> list[int]:
    """List how many cards everybody can count with those whom a word may mean and who are in the game.

    The Throne cards are the occupant's; of RULER on an empty Throne, and of CHAOS elsewhere, there is no count.
    """
    found = []
    for one in among(v, player):
        if one == CHAOS:
            found += [len(v.throne)] if v.enthroned is not None else []
        elif player != ANY or v.players[one].alive:
            found.append(v.players[one].cards + (len(v.throne) if v.ruler == one else 0))
    return found


class ThroneEmpty(Condition):
    """Nobody is on the Throne."""

    usage = "THRONE (IS) EMPTY"
    example = "THRONE EMPTY"

    def holds(self, v: Knowledge) -> bool:
        return v.occupant is None


class RulerIs(Condition):
    """A player, or CHAOS, is on the Throne."""

    usage = ("RULER|KING IS player", "player IS RULER|KING")
    example = "RULER IS CHAOS"
    player: Seat

    def holds(self, v: Knowledge) -> bool:
        return v.occupant is not None and v.occupant in among(v, self.player)


class IRule(Condition):
    """You are on the Throne."""

    usage = "I AM RULER|KING"
    example = "I AM RULER"

    def holds(self, v: Knowledge) -> bool:
        return v.ruler == v.seat


class Reign(Comparison):
    """The complete turns of the present reign."""

    usage = "REIGN [compare] n"
    example = "REIGN >= 2"
    figures = range(MANY + 1)
    compare: str = "="

    def figure(self, v: Knowledge) -> int:
        return v.reign


class CivilWar(Condition):
    """There is, or was, a Civil War this turn."""

    usage = "CIVIL WAR"
    example = "CIVIL WAR"

    def holds(self, v: Knowledge) -> bool:
        return bool(v.now.claimants)


class Claims(Condition):
    """A player has revealed SEIZE this turn."""

    usage = "player CLAIMS|SEIZES (THE) (THRONE)"
    example = "CHAOS CLAIMS"
    player: Seat

    def holds(self, v: Knowledge) -> bool:
        """Say whether it is so; a claimant of a Civil War claims too."""
        seize, options = TurnOption(Kind.SEIZE), v.now.options
        return any(seat in v.now.claimants or options.get(seat) == seize for seat in among(v, self.player))


class ChaosAttacks(Condition):
    """Chaos is attacking Amber, with any card or with one of these."""

    # Of two conditions that fit the same words the first counts; behind Attacks, X2 would be Chaos on the Throne.
    usage = "CHAOS ATTACKS [threats]"
    example = "CHAOS ATTACKS X18"
    threats: tuple[Card, ...] = ()

    def holds(self, v: Knowledge) -> bool:
        return v.now.threat is not None and (not self.threats or v.now.threat in self.threats)


class Attacks(Condition):
    """A player has revealed an attack on another this turn."""

    usage = "player ATTACKS rival:player"
    example = "RULER ATTACKS CHAOS"
    player: Seat
    rival: Seat

    def holds(self, v: Knowledge) -> bool:
        """Say whether it is so; whoever attacks anybody may attack the one who asks."""
        rivals = [*among(v, self.rival), *((v.seat,) if self.rival == ANY else ())]
        attacks = [TurnOption(Kind.ATTACK, rival) for rival in rivals]
        return any(v.now.options.get(seat) in attacks for seat in among(v, self.player))


class IsIn(Condition):
    """A player is in Amber, on the Throne or not, or in Shadow."""

    usage = "player (IS) IN place:AMBER|SHADOW"
    example = "RULER IN AMBER"
    player: Seat
    place: str

    def holds(self, v: Knowledge) -> bool:
        return any(p.place is Place(self.place.lower()) for p in seen(v, self.player))


class IAmIn(Condition):
    """You are in Amber, or in Shadow."""

    usage = "I AM IN place:AMBER|SHADOW"
    example = "I AM IN SHADOW"
    place: str

    def holds(self, v: Knowledge) -> bool:
        return v.me.place is Place(self.place.lower())


class IsDead(Condition):
    """A player is dead."""

    usage = "player (IS) DEAD"
    example = "ANY DEAD"
    player: Seat

    def holds(self, v: Knowledge) -> bool:
        return any(not p.alive for p in seen(v, self.player))


class IsMine(Condition):
    """A player is your vassal, or your lord."""

    usage = "player (IS) MY bond:VASSAL|LORD"
    example = "RULER MY LORD"
    player: Seat
    bond: str

    def holds(self, v: Knowledge) -> bool:
        if self.bond == "LORD":
            return v.me.lord is not None and v.me.lord in among(v, self.player)
        return any(p.lord == v.seat for p in seen(v, self.player))


class IHave(Condition):
    """You hold a card, or a card of a suit."""

    usage = "I HAVE held"
    example = "I HAVE 9C"
    held: Card | str

    def holds(self, v: Knowledge) -> bool:
        if isinstance(self.held, Card):
            return self.held in v.stock or self.held in v.me.kept or self.held in v.courts
        return any(card.suit == self.held for card in v.stock)


class MyCards(Comparison):
    """How many Shadow cards you have."""

    usage = "MY CARDS compare n"
    example = "MY CARDS >= 4"
    figures = range(79)

    def figure(self, v: Knowledge) -> int:
        return len(v.stock)


class Cards(Condition):
    """How many cards a player has, hidden and open, as everybody can count them."""

    usage = "player CARDS compare n"
    example = "RULER CARDS <= 2"
    figures = range(79)
    player: Seat
    compare: str
    n: int

    def holds(self, v: Knowledge) -> bool:
        return any(compare(count, self.compare, self.n) for count in public_counts(v, self.player))


class Round(Comparison):
    """How many attack cards have been laid in the combat under way."""

    usage = "ROUND [compare] n"
    example = "ROUND >= 2"
    figures = range(MANY + 1)
    compare: str = "="

    def figure(self, v: Knowledge) -> int:
        return v.now.round


class LastReply(Condition):
    """The suit of the last reply in the combat under way."""

    usage = "LAST REPLY (IS) suit"
    example = "LAST REPLY WANDS"
    suit: str

    def holds(self, v: Knowledge) -> bool:
        return v.now.reply is not None and v.now.reply.suit == self.suit


class AttackedBy(Condition):
    """You are under attack by a player in the combat under way."""

    usage = "ATTACKED BY player"
    example = "ATTACKED BY RULER"
    player: Seat

    def holds(self, v: Knowledge) -> bool:
        return v.now.defender == v.seat and v.now.attacker in among(v, self.player)


class TurnIs(Comparison):
    """The number of the turn."""

    usage = "TURN [compare] n"
    example = "TURN >= 7"
    figures = range(1, MANY + 1)
    compare: str = "="

    def figure(self, v: Knowledge) -> int:
        return v.turn


CONDITIONS: tuple[type[Condition], ...] = (
    ThroneEmpty, RulerIs, IRule, Reign, CivilWar, Claims, Attacks, IsIn, IAmIn, IsDead, IsMine, ChaosAttacks, IHave,
    MyCards, Cards, Round, LastReply, AttackedBy, TurnIs,
)  # fmt: skip
