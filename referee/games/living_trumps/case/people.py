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
from referee.games.living_trumps import RULESET
from referee.games.living_trumps.case.staged import ASKED, SECRET, SPOKEN, kind_of
from referee.games.living_trumps.deck import CHARACTERS, RANKS, Court, character, rank_named, suit_named
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
CAST = {"court": "courts", "identity": "identities", "forte": "fortes"}
"""What each is cast as, and the key under which it may stand by name."""


def whole(key: str, value: Any) -> int:
    """Read a whole number; raises `SetupError` for anything else."""
    if not WHOLE.fullmatch(str(value).strip()):
        raise SetupError(f"Under {key} stands a whole number, not {value}.")
    return int(value)


@dataclass
class People:
    """Who sits at the table of a case: whoever it names, filled up, each with court, Identity and Forte."""

    options: Mapping[str, str]
    data: Mapping[str, Any]
    people: dict[Seat, dict[str, Any]] = field(default_factory=dict)
    wishes: dict[Seat, tuple[str, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name, about in self._named():
            self.people.setdefault(Seat(str(name)), {}).update(about)
        for seat, about in self.people.items():
            about |= {one: said for one, key in CAST.items() if (said := about.get(one) or self._of(key, seat))}
            self.wishes[seat] = tuple(f"{one.upper()} {about[one]}" for one in CAST if one in about)
        self._fill_table()
        self._cast()

    @property
    def set_up(self) -> bool:
        """Whether the case is about set-up: it says so, or tells no more than who plays."""
        return str(self.data.get("turn", 1)) == "0" or set(self.data) <= {"players", "turn"}

    def _named(self) -> Iterator[tuple[Any, Mapping[str, Any]]]:
        """List everybody whom the case names, in the order of the naming, with what it says of them there."""
        players = self.data.get("players")
        if isinstance(players, Mapping):
            yield from players.items()
        for one in players if isinstance(players, list) else ():
            yield (one.get("name"), one) if isinstance(one, Mapping) else (one, {})
        for key in (*BY_NAME, *(key for key in self.data if key not in KEYS and kind_of(key))):
            yield from ((name, {}) for name in dict(self.data.get(key) or {}))
        duel = self.data.get("duel") or {}
        for name in (self.data.get("active"), duel.get("challenger"), duel.get("defender")):
            yield from [(name, {})] if name is not None else ()
        for name in dict(self.data.get(SPOKEN) or {}):
            if all(str(name).casefold() != seat.casefold() for seat in self.people):
                yield name, {}

    def _fill_table(self) -> None:
        """As many sit at a table as the case says, at least three; who is not named is of no importance."""
        players = self.data.get("players")
        if isinstance(players, list):
            return
        counted = isinstance(players, int | str)
        wanted = whole("players", players) if counted else SEATS[0]
        RULESET.seat_count(wanted)
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
            own_court, own_rank = character(seat) or (Court.AMBER, "")
            about["court"] = Court(str(fixed or about.get("court") or own_court).lower())
            about["identity"] = rank_named(str(about.get("identity") or own_rank))
            about["forte"] = suit_named(str(about.get("forte") or "S"))
        taken = [about["identity"] for about in self.people.values()]
        free = [rank for rank in RANKS if rank not in taken]
        for about in self.people.values():
            about["identity"] = about["identity"] or free.pop(0)

    def _of(self, key: str, seat: Seat) -> Any:
        """Find what the case says of somebody under a key."""
        found = dict(self.data.get(key) or {}).items()
        return next((said for name, said in found if str(name).casefold() == seat.casefold()), None)

    def seat(self, name: Any) -> Seat:
        """Find a player by name."""
        return seat_named(tuple(self.people), name)
