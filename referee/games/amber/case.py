"""Rule cases: a state out of readable keys, and back into them (CASES.md)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from referee.cases.words import Behind, CaseStart, CaseWords
from referee.cases.words.laying import Laying, Pile
from referee.cases.words.reading import REST, listed, only_known, seat_named, whole_number
from referee.engine.author import Seat, Setup, SetupError
from referee.games.amber.deck import BY_CODE, CHAOS_CARDS, COURTS, HIEROPHANT, KEPT, PRIESTESS, is_suit
from referee.games.amber.setup import allotted, refuse_big_table
from referee.games.amber.state import CHAOS, Place, Player, State
from referee.games.amber.switches import Switches
from referee.games.cards import Card, card_named

KEYS = ("turn", "merged", "throne", "initiative", "deck", "discard", "removed", "players", "chaos", "encounter")
THRONE = ("occupant", "card", "cards", "taken")
PLAYER = (
    "at", "status", "until", "court", "down", "up", "held", "allies", "lord", "attacked", "lasting", "back_since",
    "card", "lovers", "shown",
)  # fmt: skip
TURN = 5
OWN, DECK, DISCARD, REMOVED, NONE = "own", "deck", "discard", "removed", "none"


def given(options: Mapping[str, str], data: Mapping[str, Any]) -> CaseStart[State]:
    """Make the start of a rule case; raises `SetupError` for a key, card or player that does not exist.

    Every cut is 0 unless it is ordered, and the initiative is the one given, or the order in which the players stand.
    """
    only_known(data, KEYS, "given")
    settled = {**options, "default_cut": NONE}
    players = {str(name): _map(value, name) for name, value in _map(data.get("players"), "players").items()}
    seats = tuple(map(Seat, players))
    setup = Setup(seats, settled)
    if len(seats) > len(COURTS):
        raise SetupError(f"The Game of Amber is for 4 to {len(COURTS)} players, not {len(seats)}.")
    refuse_big_table(len(seats), settled)
    turn = whole_number(data.get("turn", TURN), "turn", 0)
    s = State(Switches.of(settled), {}, turn, merged=_yes(data.get("merged", True)), rolled=True)
    return CaseStart(setup, _Layout(s, seats, players, data).state(), turn)


class _Layout:
    """Lays the cards of one case out; what is written nowhere is the rest."""

    def __init__(self, s: State, seats: Sequence[Seat], players: Mapping[str, Any], data: Mapping[str, Any]) -> None:
        self.s, self.seats, self.players, self.data = s, seats, players, data
        self.cards = Laying(BY_CODE.values(), card_named, home="the deck")

    def state(self) -> State:
        """Fill the zones: players, Throne, discards, the deck's top, and then the rest."""
        s = self.s
        wishes = {seat: [f"CHARACTER {data['card']}"] for seat, data in self.players.items() if "card" in data}
        cards = allotted([(seat, wishes.get(seat, ())) for seat in self.seats])
        for seat, card in zip(self.seats, cards, strict=True):
            s.players[seat] = Player(seat, card.code)
        for seat in self.seats:
            self._player(s.players[seat], self.players[seat])
        self._throne(_map(self.data.get("throne"), "throne"))
        for zone, key in ((s.discards, "discard"), (s.removed, "removed")):
            zone += self.cards.take(self.data.get(key))
        for zone, key in ((s.chaos, "chaos"), (s.encounter, "encounter")):
            zone += self.cards.take([one for one in listed(self.data.get(key)) if s.merged or one != REST])
        pile = Pile.of(self.data.get("deck", REST))
        s.deck += self.cards.take(pile.above)
        bottom = self.cards.take(pile.below)
        if not s.merged and (wrong := [card for card in (*s.deck, *bottom) if not is_suit(card)]):
            raise SetupError(f"{wrong[0]} cannot be in the deck before the merge: it has suit cards only (I-2).")
        self._courts()
        named = tuple(seat_named(self.seats, name) for name in listed(self.data.get("initiative")))
        s.initiative = (*named, *(seat for seat in self.seats if seat not in named))
        if sorted(s.initiative) != sorted(self.seats):
            raise SetupError("initiative names nobody twice.")
        if s.merged:
            s.deck += self.cards.rest
        else:
            s.deck += (c for c in self.cards.rest if is_suit(c))
            s.chaos += (c for c in self.cards.rest if c in CHAOS_CARDS)
            s.encounter += (c for c in self.cards.rest if c in COURTS)
        s.deck += bottom
        return s

    def _player(self, p: Player, data: Mapping[str, Any]) -> None:
        only_known(data, PLAYER, f"player {p.seat}")
        p.down, p.up, allies = (self.cards.take(data.get(key)) for key in ("down", "up", "allies"))
        p.lasting = self.cards.take(data.get("lasting"))
        for card in allies:
            (p.lasting if card.major else p.allies).append(card)
        for card in self.cards.take(data.get("held")):
            (p.kept if card in KEPT else p.lasting if card.major else p.concealed).append(card)
        for name in listed(data.get("shown")):
            trump = card_named(name)
            if trump not in p.concealed:
                raise SetupError(f"{p.seat} cannot have shown {name}: it is not among the Trumps under held.")
            p.concealed.remove(trump)
            p.exposed.append(trump)
        if wrong := [card for card in (*p.down, *p.up) if not is_suit(card)]:
            raise SetupError(f"{p.seat} cannot have {wrong[0]} down or up: those are suit cards (I-4).")
        at = str(data.get("at", "amber")).lower()
        if at == "throne":
            self._enthrone(p.seat)
        p.place = Place.AMBER if at == "throne" else _place(at)
        if p.place is Place.DEAD and any(p.zones()):
            raise SetupError(f"{p.seat} is dead and has no cards (I-6).")
        self._status(p, data)
        lord = str(data.get("lord", NONE))
        p.lord = None if lord == NONE else seat_named(self.seats, lord)
        if p.lord == p.seat:
            raise SetupError(f"{p.seat} cannot be lord of {p.seat}.")
        p.attacked = _yes(data.get("attacked", False))
        p.back_since = _turn(data.get("back_since"), f"back_since of {p.seat}")

    def _status(self, p: Player, data: Mapping[str, Any]) -> None:
        """Read what keeps a player from acting, and until when."""
        last = _turn(data.get("until"), f"until of {p.seat}")
        match str(data.get("status", "free")).lower():
            case "banished":
                if not last:
                    raise SetupError(f"{p.seat} is banished until a turn: write until: {self.s.turn}, or a later one.")
                p.banished = last
            case "prison":
                p.prison = True
            case "idle" | "lovers" as status:
                p.idle_from, p.idle = min(self.s.turn, last), last
                p.lovers = status == "lovers" or _yes(data.get("lovers", False))
            case "free":
                return
            case other:
                raise SetupError(f"{p.seat}: {other} is no status. There are free, banished, prison, idle and lovers.")

    def _throne(self, data: Mapping[str, Any]) -> None:
        only_known(data, THRONE, "throne")
        s = self.s
        occupant = str(data.get("occupant", NONE))
        if (card := card_named(occupant)) is not None:
            if card not in (PRIESTESS, HIEROPHANT):
                raise SetupError(f"{occupant} cannot be on the Throne: of Chaos only X2 and X5 can (AM-6.11).")
            s.enthroned = self.cards.take([occupant])
        elif occupant.casefold() == CHAOS.casefold():
            s.enthroned = self.cards.take(["X2"])
        elif occupant != NONE:
            self._enthrone(seat_named(self.seats, occupant))
        if str(data.get("card", NONE)) != NONE:
            s.siege = self.cards.take([data["card"]])
            if s.siege[0] not in CHAOS_CARDS:
                raise SetupError(f"The first card on the Throne is a Chaos card, not {s.siege[0]} (AM-1.9).")
        if s.enthroned and s.ruler:
            raise SetupError(f"{s.enthroned[0]} and {s.ruler} cannot both be on the Throne.")
        s.throne = self.cards.take(data.get("cards"))
        if wrong := [card for card in s.throne if not is_suit(card)]:
            raise SetupError(f"{wrong[0]} cannot be a Throne card: those are suit cards (AM-2.18).")
        s.taken = _turn(data.get("taken"), "taken of the throne")
        if not s.taken and s.occupant is not None:
            s.taken = s.turn - 1

    def _enthrone(self, seat: Seat) -> None:
        """Seat the ruler; there is one at most, and nobody else is at the Throne."""
        if self.s.ruler not in (None, "", seat):
            raise SetupError(f"{self.s.ruler} and {seat} cannot both be on the Throne.")
        self.s.ruler = seat

    def _courts(self) -> None:
        """Put each player's own Court card where it is said to be."""
        for seat in self.seats:
            p, where = self.s.players[seat], str(self.players[seat].get("court", OWN))
            if p.card in self.cards.rest and where.lower() != DECK:
                self.cards.rest.remove(p.card)
                self._home(p, where).append(p.card)

    def _home(self, p: Player, where: str) -> list[Card]:
        match where.lower():
            case "own" if p.alive:
                return p.court
            case "own" | "removed":
                return self.s.removed
            case "discard":
                return self.s.discards
            case _:
                return self.s.players[seat_named(self.seats, where)].concealed


def _map(value: Any, where: str) -> Mapping[str, Any]:
    if value is None:
        return {}
    if isinstance(value, list):
        return {str(name): {} for name in value}
    if not isinstance(value, Mapping):
        raise SetupError(f"{where} must be a map of keys, not {value!r}.")
    return value


def _place(name: str) -> Place:
    if name not in list(Place):
        raise SetupError(f"{name} is no place. There are amber, throne, shadow and dead.")
    return Place(name)


def _turn(value: Any, what: str) -> int:
    """Read a turn's number, 0 for none."""
    return 0 if value in (None, NONE) else whole_number(value, what, 0)


def _yes(value: Any) -> bool:
    return str(value).lower() in ("true", "yes", "on")


def shown(behind: Behind[State]) -> Mapping[str, Any]:
    """Show a state in the keys of rule cases, as it is at the end of step B17."""
    s = behind.state
    return {
        "turn": s.turn,
        "merged": s.merged,
        "throne": {
            "occupant": s.enthroned[0].code if s.enthroned else s.ruler or NONE,
            "card": s.siege[0].code if s.siege else NONE,
            "cards": _codes(s.throne),
            "taken": s.taken or NONE,
        },
        "initiative": list(s.initiative),
        "deck": _codes(s.deck),
        "discard": _codes(s.discards),
        "removed": _codes(s.removed),
        "chaos": _codes(s.chaos),
        "encounter": _codes(s.encounter),
        "players": {p.seat: _shown_player(s, p) for p in s.players.values()},
        "_loose": ("turn", "merged", "initiative", "deck", "chaos", "encounter", "players.*.back_since"),
        "_ordered": ("deck", "initiative"),
        "_together": ("lasting", "allies"),
    }


def _shown_player(s: State, p: Player) -> dict[str, Any]:
    status, until = _shown_status(p)
    return {
        "at": "throne" if s.ruler == p.seat else p.place.value,
        "status": status,
        "until": until or NONE,
        "court": _shown_court(s, p),
        "down": _codes(p.down),
        "up": _codes(p.up),
        "held": _codes([*p.concealed, *p.exposed, *p.kept]),
        "allies": _codes(p.allies),
        "lord": p.lord or NONE,
        "attacked": p.attacked,
        "lasting": _codes(p.lasting),
        "back_since": p.back_since or NONE,
    }


def _shown_status(p: Player) -> tuple[str, int]:
    """Name what keeps a player from acting; a sentence that has just ended is still shown."""
    if p.prison:
        return "prison", 0
    if p.idle > p.banished:
        return "idle", p.idle
    return ("banished", p.banished) if p.banished else ("free", 0)


def _shown_court(s: State, p: Player) -> str:
    if p.court:
        return OWN
    piles = ((DECK, s.deck), (DISCARD, s.discards), (REMOVED, s.removed), (DECK, s.encounter))
    for name, pile in piles:
        if p.card in pile:
            return name
    return next((q.seat for q in s.players.values() if p.card in q.concealed or p.card in q.exposed), NONE)


def _codes(cards: Sequence[Card]) -> list[str]:
    return [card.code for card in cards]


CASE_WORDS: CaseWords[State] = CaseWords(given, shown)
