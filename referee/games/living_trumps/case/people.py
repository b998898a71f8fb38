"""Rule cases: who sits at the table."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from referee.cases.words.reading import seat_named
from referee.engine.audience import Seat
from referee.engine.errors import SetupError
from referee.engine.setup import SignUp
from referee.games.living_trumps.card_words import rank_named, suit_named
from referee.games.living_trumps.case.staged import ASKED, SECRET, SPOKEN, kind_of
from referee.games.living_trumps.deck import CHARACTERS, RANKS, Court, character
from referee.games.living_trumps.options import COURT_OF, SEATS
from referee.games.living_trumps.setup import christen

BY_NAME = (
    "identities", "courts", "fortes", "blood", "powerbase", "powerbase_face_down", "shadows", "hands", "hands_include",
    "places", "deeds", "agreed", "played",
)  # fmt: skip
KEYS = (
    *BY_NAME, "players", "turn", "active", "phase", "place", "blood_before", "initiative", "shadow_deck_top",
    "shadow_deck_bottom_up", "shadow_deck_after_cut", "shadow_deck_piles", "shadow_deck_jokers", "trump_deck_top",
    "trump_discard", "trump_deck_left", "jewel", "duel", "ante_blood", "open_hand", "cursed", "hit",
    SPOKEN, ASKED, SECRET,
)  # fmt: skip
WHOLE = re.compile(r"\d{1,6}")
FILLERS = ("3", "2", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")


def whole(key: str, value: Any) -> int:
    """Read a whole number; raises `SetupError` for anything else."""
    if not WHOLE.fullmatch(str(value).strip()):
        raise SetupError(f"Under {key} stands a whole number, not {value}.")
    return int(value)


def allow(n: int) -> None:
    """Three to eight play (LT-1.1); raises `SetupError` for any other number."""
    if n not in SEATS:
        raise SetupError(f"Living Trumps is for {SEATS[0]} to {SEATS[-1]} players, not {n} (LT-1.1).")


@dataclass
class People:
    """Who sits at the table of a case: whoever it names, filled up, each with court, Identity and Forte."""

    options: Mapping[str, str]
    data: Mapping[str, Any]
    people: dict[Seat, dict[str, Any]] = field(default_factory=dict)
    wishes: dict[Seat, tuple[str, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for one in self._named():
            self.people.setdefault(Seat(str(one.get("name"))), {}).update(one)
        self.wishes = {seat: self._wished(seat, about) for seat, about in self.people.items()}
        self._fill_table()
        allow(len(self.people))
        self._cast()

    @property
    def set_up(self) -> bool:
        """Whether the case is about set-up: it says so, or tells no more than who plays."""
        return str(self.data.get("turn", 1)) == "0" or set(self.data) <= {"players", "turn"}

    def _named(self) -> Iterator[Mapping[str, Any]]:
        """List everybody whom the case names, in the order of the naming."""
        players = self.data.get("players", [])
        if not isinstance(players, list | Mapping):
            players = []
        for one in players if isinstance(players, list) else players.items():
            match one:
                case (name, about):
                    yield {"name": name, **about}
                case Mapping():
                    yield one
                case _:
                    yield {"name": one}
        for key in BY_NAME:
            yield from ({"name": name} for name in dict(self.data.get(key) or {}))
        for key, value_ in self.data.items():
            if key not in KEYS and kind_of(key):
                yield from ({"name": name} for name in value_)
        if "active" in self.data:
            yield {"name": self.data["active"]}
        duel = self.data.get("duel") or {}
        yield from ({"name": duel[role]} for role in ("challenger", "defender") if role in duel)
        for name in dict(self.data.get(SPOKEN) or {}):
            if all(str(name).casefold() != seat.casefold() for seat in self.people):
                yield {"name": name}

    def _fill_table(self) -> None:
        """As many sit at a table as the case says, at least three; who is not named is of no importance."""
        players = self.data.get("players")
        if isinstance(players, list):
            return
        counted = isinstance(players, int | str)
        wanted = whole("players", players) if counted else SEATS[0]
        allow(wanted)
        if self.set_up and counted:
            for seat in christen([SignUp("")] * wanted, self.options):
                self.people.setdefault(seat, {})
        court = COURT_OF.get(self.options["variant"], Court.AMBER)
        for rank in FILLERS:
            if len(self.people) >= wanted:
                return
            self.people.setdefault(Seat(CHARACTERS[court][rank]), {})

    def _cast(self) -> None:
        """Settle court, Identity and Forte of each."""
        fixed = COURT_OF.get(self.options["variant"])
        for seat, about in self.people.items():
            known = character(seat)
            court = fixed or about.get("court") or self._of("courts", seat) or (known[0] if known else Court.AMBER)
            rank = about.get("identity") or self._of("identities", seat) or (known[1] if known else "")
            forte = about.get("forte") or self._of("fortes", seat) or "S"
            about.update(court=Court(str(court).lower()), identity=rank_named(str(rank)), forte=suit_named(str(forte)))
        taken = [about["identity"] for about in self.people.values()]
        free = [rank for rank in RANKS if rank not in taken]
        for about in self.people.values():
            about["identity"] = about["identity"] or free.pop(0)

    def _of(self, key: str, seat: Seat, default: Any = None) -> Any:
        """Find what the case says of somebody under a key."""
        for name, found in dict(self.data.get(key) or {}).items():
            if str(name).casefold() == seat.casefold():
                return found
        return default

    def _wished(self, seat: Seat, about: Mapping[str, Any]) -> tuple[str, ...]:
        """Return what the case says of somebody as their wishes, for cases about set-up; the others sent none."""
        said = {
            verb: about.get(key) or self._of(keys, seat)
            for verb, key, keys in (
                ("COURT", "court", "courts"), ("IDENTITY", "identity", "identities"), ("FORTE", "forte", "fortes"),
            )
        }  # fmt: skip
        return tuple(f"{verb} {word}" for verb, word in said.items() if word)

    def seat(self, name: Any) -> Seat:
        """Find a player by name."""
        return seat_named(tuple(self.people), name)
