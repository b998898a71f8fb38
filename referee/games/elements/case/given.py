"""Rule cases: a table out of readable keys (CASES.md)."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from referee.cases.words import CaseStart
from referee.cases.words.laying import Laying
from referee.cases.words.reading import by_seat, listed, only_known, players_apart, seat_named, words_in
from referee.engine.author import OBSERVER, Answer, Order, Seat, Setup, SetupError, Why
from referee.games.cards import Card
from referee.games.elements.asks import FACES, Act
from referee.games.elements.desk import Clerk, Lapsed
from referee.games.elements.mends import MENDING
from referee.games.elements.orders import Hunt
from referee.games.elements.rounds import empty
from referee.games.elements.state import ISLANDS, Held, Lying, State
from referee.games.elements.values import PACK, Deed, Hand, is_face, place_of, spot, type_of
from referee.games.elements.view import View

NAMES = ("Ana", "Bea", "Cid", "Dov", "Eva", "Fay", "Gil")
SPOT = re.compile(r"[oO]([1-9]\d*)")
OF = re.compile(r"(\d+)\s*of\s*(\d+)")
BY_SEAT = (
    "flame", "flames", "island", "islands", "island_cards", "play_hand", "hand", "due", "dibs", "notes", "wins",
    "penance", "barred",
)  # fmt: skip
KEYS = (
    "mode", "players", "player", "seats", "seats_left", "turn", "round", "since", "impulse", "size", "next_new_spot",
    "spots", "ocean", "up", "down", "rests", "halted", *BY_SEAT,
)  # fmt: skip


def given(options: Mapping[str, str], data: Mapping[str, Any]) -> CaseStart[State]:
    """Make the start of a rule case; raises `SetupError` for a key or card that does not exist."""
    only_known({key: value for key, value in data.items() if not SPOT.fullmatch(key)}, KEYS, "given")
    settled = {**options, **({"mode": str(data["mode"])} if "mode" in data else {})}
    named = [Seat(name) for name in names_in(data)]
    seats = tuple(seated(named, data))
    setup = Setup(seats, settled)
    if len(seats) not in ISLANDS:
        raise SetupError(f"Elements is for 3 to 7 players, not {len(seats)} (EL-1.3).")
    turn = int(data.get("turn", 1))
    table = Dealer(empty(setup), data)
    table.lay()
    resting = [seat for seat in seats if seat not in named]
    if "rests" in data:
        resting = [seat_named(seats, name) for name in listed(data["rests"])]
    table.state.turn = max(0, turn - 1)
    return CaseStart(setup, table.state, turn, desk=lambda *own: Resting(resting, *own).answer)


class Resting(Clerk):
    """One who does nothing when their lines are done, if no line of theirs hunts; those who rest do so from the first.

    In a game they hunt on.
    """

    def __init__(self, resting: Sequence[Seat], seat: Seat, orders: Sequence[Order], look: Callable[[], View]) -> None:
        super().__init__(orders, look)
        self.rests = bool(self.lines) or seat in resting

    def after(self, ask: Act, seen: View, lapsed: Lapsed) -> Answer[Hand]:
        """Wait, unless a line says what is hunted."""
        if self.rests and not self.standing(Hunt, seen):
            return Answer(Deed.WAIT, Why.DEFAULT, tuple(lapsed))
        return super().after(ask, seen, lapsed)


def names_in(data: Mapping[str, Any]) -> list[str]:
    """List the players that a case names, in seat order as far as it gives one."""
    found: list[str] = []
    for key in ("players", "seats_left", "seats"):
        value = data.get(key)
        if isinstance(value, list | Mapping):
            found += [str(name) for name in value]
    for key in BY_SEAT:
        if isinstance(data.get(key), Mapping):
            found += [str(name) for name in data[key] if not SPOT.fullmatch(str(name))]
    if "player" in data:
        found.append(str(data["player"]))
    return list(dict.fromkeys(found))


def seated(named: list[Seat], data: Mapping[str, Any]) -> Iterable[Seat]:
    """Seat those named, and as many more as the case's number or Islands ask for."""
    count = data["players"] if isinstance(data.get("players"), int) else 0
    if not count:
        size = data.get("size") if len(named) < 2 else None
        if size is None and (found := OF.fullmatch(str(data.get("island", "")))):
            size = int(found[2])
        count = next((n for n, cards in ISLANDS.items() if cards == size), 3)
    more = (f"Player {n}" for n in range(len(NAMES) + 1, count + 1))
    rest = [Seat(name) for name in (*NAMES, *more) if name not in named]
    return [*named, *rest[: max(0, count - len(named))]]


class Dealer:
    """Lays the cards of a case: those it names first, then the rest of the pack where it must be."""

    def __init__(self, state: State, data: Mapping[str, Any]) -> None:
        self.state = state
        self.data = players_apart(data, {key: key for key in BY_SEAT})
        self.explicit = faces_in(data)
        self.cards = Laying(PACK, self.face_of)

    def lay(self) -> None:
        """Lay everything out."""
        state, data, rest = self.state, self.data, self.cards.rest
        of = OF.fullmatch(str(data.get("island", "")))
        state.size = int(data.get("size") or (of and of[2]) or state.size)
        state.flames |= {seat: self.take(cards) for seat, cards in self.by_seat("flame", "flames").items()}
        counts = self.islands()
        for name, face in self.by_seat("play_hand", "hand").items():
            for card in self.take(face):
                state.hands[name] = Held(card, "the Ocean")
        spots = self.named_spots()
        for seat, count in counts.items():
            while len(state.islands[seat]) < count:  # with cards that the case does not name
                state.islands[seat].append(next(c for c in reversed(rest) if c.code not in self.explicit))
                rest.remove(state.islands[seat][-1])
        self.ocean(spots)
        self.numbers()
        self.minds()

    def by_seat(self, *keys: str) -> dict[Seat, Any]:
        """Read what is written by player, or for the one player whom the case is about."""
        found: dict[Seat, Any] = {}
        for key in keys:
            value = self.data.get(key)
            by_name = isinstance(value, Mapping) and not any(SPOT.fullmatch(str(name)) for name in value)
            if "player" in self.data and value is not None and not by_name:
                value = {self.data["player"]: value}
            found |= by_seat(self.state.seats, value, key)
        return found

    def face_of(self, name: str) -> Card | None:
        """Find a card by its face, or the first one left of a type that the case does not name otherwise."""
        own = [card for card in self.cards.rest if card.rank == name.upper()]
        unnamed = (card for card in own if card.code not in self.explicit)
        return FACES.get(name.upper()) or next(unnamed, own[0] if own else None)

    def take(self, written: Any) -> list[Card]:
        """Take the cards that a case gives to one place."""
        return self.cards.take("none" if written == "empty" else written)

    def islands(self) -> dict[Seat, int]:
        """Lay the Islands whose cards are named, and count all: as written, else as many as they begin with."""
        counts = dict.fromkeys(self.state.seats, self.state.size)
        for seat, cards in self.by_seat("island", "islands").items():
            if isinstance(cards, list) or cards in ("none", "empty"):
                self.state.islands[seat] = self.take(cards)
                counts[seat] = len(self.state.islands[seat])
            elif isinstance(cards, int):
                counts[seat] = cards
            elif found := OF.fullmatch(str(cards or "")):
                counts[seat] = int(found[1])
        return counts | {seat: int(count) for seat, count in self.by_seat("island_cards").items()}

    def named_spots(self) -> dict[str, Card]:
        """Read the cards of spots that the case names."""
        spots: dict[str, Any] = {key.lower(): face for key, face in self.data.items() if SPOT.fullmatch(key)}
        for key in ("spots", "ocean"):
            if isinstance(self.data.get(key), Mapping):
                spots |= {str(name).lower(): face for name, face in self.data[key].items()}
        return {name: card for name, face in spots.items() for card in self.take(face)}

    def ocean(self, named: Mapping[str, Card]) -> None:
        """The rest of the pack lies on the spots that are free, from the first on."""
        state = self.state
        last = place_of(str(self.data["next_new_spot"]).lower()) - 1 if "next_new_spot" in self.data else 0
        free = (spot(n) for n in itertools.count(1) if spot(n) not in named)
        names = {**named, **dict(zip(free, self.cards.rest, strict=False))}
        highest = max(place_of(name) for name in names)
        if last and highest > last:
            raise SetupError(f"More cards lie in the Ocean than there are spots before o{last + 1}.")
        open_all = not state.options.mage
        up, down = listed(self.data.get("up")), listed(self.data.get("down"))
        barred: dict[str, tuple[Seat, ...]] = {}
        for seat, spots in self.by_seat("barred").items():
            for name in listed(spots):
                barred[str(name).lower()] = (*barred.get(str(name).lower(), ()), seat)
        for name in sorted(names, key=place_of):
            is_up = (open_all or name in up) and name not in down
            state.ocean[name] = (Lying(names[name], up=is_up, barred=barred.get(name, ())),)
        state.new_spot = max(last, highest) + 1

    def numbers(self) -> None:
        """Set what is counted."""
        state, data = self.state, self.data
        state.impulse = int(data.get("impulse", 1))
        state.round, state.since = int(data.get("round", 1)), int(data.get("since", 0))
        state.restart = str(data.get("halted", "no")).lower() in ("yes", "true")
        for count in MENDING.counts:
            for seat, n in self.by_seat(count.word.lower()).items():
                count.set(state, seat, int(n))
        for seat, face in self.by_seat("dibs").items():
            state.dibs[seat] = FACES[str(face).upper()]

    def minds(self) -> None:
        """Everybody knows their own cards, what lies open, and what the case notes for them."""
        state = self.state
        notes = self.by_seat("notes")
        for seat in (*state.seats, OBSERVER):
            mind = state.minds[seat]
            for name, pile in state.ocean.items():
                if pile[-1].up:
                    card = pile[-1].card
                    mind.spots[name] = card.rank if state.options.mage else card.code
                mind.barred = (*mind.barred, *(name for one in pile if seat in one.barred))
            for name, face in (notes.get(seat) or {}).items():
                mind.spots[str(name).lower()] = self.noted(str(name).lower(), str(face).upper())
            if seat != OBSERVER:
                mind.islands[seat] = tuple(card.code for card in state.islands[seat])
                if state.flames[seat]:
                    mind.flames[seat] = state.flames[seat][0].rank
                if seat in state.hands:
                    mind.hands[seat] = state.hands[seat].card.code

    def noted(self, name: str, face: str) -> str:
        """Note the exact face where the type is true, and else what the case says."""
        pile = self.state.ocean.get(name)
        if pile and not is_face(face) and pile[-1].card.rank == type_of(face):
            return pile[-1].card.code
        return face


def faces_in(data: Mapping[str, Any]) -> tuple[str, ...]:
    """List the cards that a case names by their faces."""
    return tuple(word for word in words_in(data) if word in FACES)
