"""What a GM may set right in a game of Amber: bonds, the Throne, lost turns, sentences, and every card."""

from __future__ import annotations

from dataclasses import replace

from referee.engine.author import PUBLIC, Mend, Order, Seat
from referee.engine.slots import Number, Slot
from referee.games.amber import events as ev
from referee.games.amber.chaos import crown
from referee.games.amber.results import bind
from referee.games.amber.state import Amber, Place, State
from referee.games.amber.throne import clear_throne, release
from referee.games.amber.words import CARD
from referee.games.amber.zones import REIGN, SENTENCE, ZONES
from referee.games.mending import Count, Mending, nothing_wrong, refuse


class SetVassal(Mend):
    """Let a player be the vassal of another."""

    usage = "VASSAL player OF lord:player"
    example = "VASSAL ME OF Corwin"
    player: Seat
    lord: Seat

    def told(self) -> str:
        return f"{self.player} becomes the vassal of {self.lord}"


class SetFree(Mend):
    """Let a vassal be free of the lord."""

    usage = "FREE player"
    example = "FREE ME"
    player: Seat

    def told(self) -> str:
        return f"{self.player} is nobody's vassal any more"


class EmptyThrone(Mend):
    """Let the Throne be empty; its cards go to the discards as the rules say."""

    usage = "THRONE EMPTY"
    example = "THRONE EMPTY"

    def told(self) -> str:
        return "the Throne is emptied"


class SetRuler(Mend):
    """Let a player be on the Throne at once; who was there forfeits it, and a Chaos card on it turns up, as ever."""

    usage = "THRONE TO player"
    example = "THRONE TO ME"
    player: Seat

    def told(self) -> str:
        return f"{self.player} is on the Throne at once"


class LoseTurns(Mend):
    """Set the turns that a player loses, from one to another."""

    usage = "TURNS LOST player FROM first TO until"
    example = "TURNS LOST ME FROM 7 TO 8"
    player: Seat
    first: int
    until: int

    def told(self) -> str:
        return f"the turns that {self.player} loses are set: from {self.first} to {self.until}"


TURNS: tuple[Slot[int], ...] = (Number("first"), Number("until"))


def lead(s: State, seat: Seat) -> str:
    """The player is first in the order of the coming turn, if that is settled (B1)."""
    if not s.rolled:
        return "The order of the coming turn is not settled; the dice decide it when the turn begins."
    s.initiative = (seat, *(one for one in s.initiative if one != seat))
    return ""


def banished(s: State, seat: Seat, n: int) -> None:
    """The player's banishment lasts until this turn is over (AM-9.2)."""
    s.players[seat].banished = n


def not_banished(s: State, seat: Seat, n: int) -> str:
    """Only who is serving a sentence has an end of it, and it is not over before it is."""
    if s.players[seat].banished < s.turn:
        return f"{seat} is not banished."
    return "" if n >= s.turn - 1 else f"It ends with turn {s.turn - 1} at the soonest, so that they may return at once."


def reign(s: State, _: Seat, n: int) -> None:
    """Who is on the Throne has taken it in this turn (AM-6.2)."""
    s.taken = n


def no_reign(s: State, _: Seat, n: int) -> str:
    """Only a ruler has a reign, and it began in a turn that was played."""
    if s.occupant is None:
        return "Nobody is on the Throne."
    return "" if n < s.turn else f"A reign began before turn {s.turn}."


MENDING: Mending[State] = Mending(
    "8S",
    lambda s: [p.seat for p in s.living()],
    ZONES,
    nothing_wrong,
    counts=(
        Count("SENTENCE", SENTENCE, banished, most=999, refuses=not_banished),
        Count("REIGN", REIGN, reign, least=1, most=999, owned=False, refuses=no_reign),
    ),
    lead=lead,
    other="5C",
    deck=CARD,
)


def mend(t: Amber, one: Order) -> None:
    """Carry a correction out before the turn; one that does not fit the state changes nothing."""
    alive = {seat for seat, p in t.state.players.items() if p.place is not Place.DEAD}
    match one:
        case SetVassal(player=seat, lord=lord) if {seat, lord} <= alive and seat not in (lord, t.state.ruler):
            bind(t, seat, lord)
        case SetFree(player=seat) if seat in alive:
            release(t, t.state.players[seat])
        case EmptyThrone():
            clear_throne(t, ev.Fall.LEFT)
        case SetRuler(player=seat) if seat in alive:
            crown(t, seat, ev.Claim.CORRECTED)
        case LoseTurns(player=seat, first=first, until=until) if seat in alive and t.state.turn < first <= until:
            p = t.state.players[seat]
            p.idle_from, p.idle = first, until
            t.tell(ev.LosesTurns(seat=seat, first=first, until=until, lovers=p.lovers, to=PUBLIC))
        case SetVassal() | SetFree() | SetRuler() | LoseTurns():
            refuse(t, "It is about somebody who is dead, a ruler's own bond, or turns that are no more to come.")
        case _:
            MENDING.mend(t, one)


VERBS: tuple[type[Mend], ...] = (SetVassal, SetFree, EmptyThrone, SetRuler, LoseTurns, *MENDING.verbs)
MENDS = replace(MENDING.section, verbs=VERBS, mend=mend, slots=(*MENDING.slots, *TURNS))
