"""Rule cases: a state shown in readable keys, with what came of the Turn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.cases.words import Behind
from referee.engine.audience import Seat
from referee.games.living_trumps.case.came import Came
from referee.games.living_trumps.case.given import phase_named
from referee.games.living_trumps.moves import Place
from referee.games.living_trumps.shadows import jokers_in
from referee.games.living_trumps.state import JewelAt, Player, State

ORDERED = (
    "initiative", "sequence", "shadow_deck", "trump_deck", "totals", "first_totals", "additions", "done", "flipped",
    "turned", "trump_discard",
)  # fmt: skip


def shown(behind: Behind[State]) -> Mapping[str, Any]:
    """Show how things are in the keys of rule cases; fields that a case does not name may be anything."""
    return things(behind.state, active_of(behind), Came(behind.story, behind.state.players))


def active_of(behind: Behind[State]) -> Seat | None:
    """Find whose Intrigue Step, Duel or Deal a case is about, if it was played."""
    data = behind.given
    names = [*(data.get("agreed") or {}), data["active"]] if "active" in data else [*(data.get("agreed") or {})]
    if data.get("duel") is not None:
        names = [data["duel"]["challenger"]]
    elif "agreed" not in data and phase_named(data.get("phase", "")) in ("power", "initiative"):
        names = []
    seats = behind.state.players if behind.story else ()
    return next((seat for name in names[:1] for seat in seats if seat.casefold() == str(name).casefold()), None)


def things(s: State, active: Seat | None, came: Came) -> dict[str, Any]:
    """Show a state, with what came of the Turn."""
    people = s.players
    found: dict[str, Any] = {
        "turn": s.turn,
        "initiative": list(s.initiative),
        "blood": {seat: {"free": p.free, "placed": p.placed, "total": p.blood} for seat, p in people.items()}
        | of_the_active(s, active),
        "hands": {seat: codes(p.hand) for seat, p in people.items()},
        "hand_sizes": {seat: len(p.hand) for seat, p in people.items()},
        "powerbase": {seat: codes(p.base) for seat, p in people.items()},
        "powerbase_face_down": {seat: codes(one.card for one in p.powerbase if one.down) for seat, p in people.items()},
        "shadows": {seat: shadows(p) for seat, p in people.items()} | of_the_active(s, active),
        "places": {seat: p.place.value for seat, p in people.items()},
        "courts": {seat: p.court.value for seat, p in people.items()},
        "identities": {seat: p.rank for seat, p in people.items()},
        "fortes": {seat: p.forte for seat, p in people.items()},
        "deeds": {seat: p.deed for seat, p in people.items()},
        "jewel": s.jewel or "none",
        "jewel_at": s.jewel_at.value if s.jewel_at is not JewelAt.BANK else "none",
        "cursed": [seat for seat, p in people.items() if p.cursed],
        "open_hand": [seat for seat in people if s.is_open(seat)],
        "trump_deck": codes(s.trump_deck),
        "trump_deck_left": len(s.trump_deck),
        "trump_deck_total": len(s.trump_deck) + len(s.discard) + sum(len(list(p.cards())) for p in people.values()),
        "trump_discard": codes(s.discard),
        "shadow_deck": codes(s.shadow_deck),
        "shadow_deck_left": len(s.shadow_deck),
        "shadow_deck_jokers": jokers_in(s.shadow_deck),
        "joker_reserve": len(s.reserve),
        "_loose": ("*",),
        "_ordered": ORDERED,
    }
    if active is not None:
        found["place"] = people[active].place.value
    return found | came.found


def codes(cards: Any) -> list[str]:
    """Print cards."""
    return [card.code for card in cards]


def shadows(p: Player) -> dict[str, Any]:
    """Show somebody's Shadows by what they are."""
    down = codes(one.card for one in p.place_cards())
    amber = down[0] if down and p.where is Place.AMBER else "none"
    keep = down if p.where is Place.KEEP else []
    up = codes(one.card for one in p.face_up())
    return {"face_up": up, "face_down": down, "amber": amber, "keep": keep, "ups": len(up), "downs": len(down)}


def of_the_active(s: State, active: Seat | None) -> dict[str, Any]:
    """Show Blood and Shadows of the one whose Intrigue Step was played without a name, too."""
    if active is None:
        return {}
    p = s.players[active]
    return {"free": p.free, "placed": p.placed, **shadows(p)}
