"""A table shown in the keys of rule cases; fields that a case does not name may be anything."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from referee.engine.audience import Seat
from referee.engine.events import Event
from referee.games.cards import Card
from referee.games.elements.choices import FACES, is_face
from referee.games.elements.state import Case, Done, State
from referee.games.elements.values import place_of, spot


def shown(state: State) -> Mapping[str, Any]:
    """Show a state, and what the last deadline brought, in the keys of rule cases."""
    case = state.case or Case()
    found: dict[str, Any] = {"_loose": ("*",), "_ordered": ("impulses",)}
    found |= table(state, case)
    found |= deadline(state)
    for name, pile in ocean(state, case).items():
        found[name] = pile
    for seat in state.seats:
        found[f"{seat.lower()}_flame"] = kinds(state.flames[seat], case)
        found[f"{seat.lower()}_island"] = kinds(state.islands[seat], case)
        for n in range(state.story.first_new, state.new_spot):
            free = spot(n) in state.ocean and seat not in state.ocean[spot(n)][-1].barred
            found[f"{seat.lower()}_may_take_{spot(n)}_next_impulse"] = free
    return found


def kinds(cards: Sequence[Card], case: Case) -> list[str]:
    """Print cards by type, or by face where the case does so."""
    return [card.code if card.code in case.named else card.rank for card in cards]


def meant(
    expect: Mapping[str, Any], state: State, events: Sequence[Event]
) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
    """Show a note by its type where a case expects a type, and else by its face."""
    found = dict(shown(state))
    if isinstance(expect.get("notes"), Mapping):
        said = {str(name).casefold(): about for name, about in expect["notes"].items()}
        found["notes"] = {seat: noted(spots, said.get(seat.casefold())) for seat, spots in found["notes"].items()}
    return expect, found


def noted(spots: Mapping[str, str], expected: Any) -> dict[str, str]:
    """Print what somebody noted on spots in the way that is expected."""
    wanted = expected if isinstance(expected, Mapping) else {}
    types = {str(name).casefold() for name, what in wanted.items() if not is_face(str(what).upper())}
    return {name: FACES[what].rank if name in types and what in FACES else what for name, what in spots.items()}


def ocean(state: State, case: Case) -> dict[str, Any]:
    """Show every spot there ever was: its top card, or none."""
    tops = {spot(n): state.ocean.get(spot(n)) for n in range(1, state.new_spot)}
    return {name: kinds([pile[-1].card], case)[0] if pile else "none" for name, pile in tops.items()}


def table(state: State, case: Case) -> dict[str, Any]:
    """Show what lies where."""
    flames = {seat: kinds(state.flames[seat], case) for seat in state.seats}
    islands = {seat: kinds(state.islands[seat], case) for seat in state.seats}
    sizes = list(dict.fromkeys(len(cards) for cards in state.islands.values()))
    ups = list(dict.fromkeys("up" if pile[-1].up else "down" for pile in state.ocean.values()))
    focus = case.focus
    tops = ocean(state, case)
    new = {name: face for name, face in tops.items() if place_of(name) >= state.story.first_new and face != "none"}
    barred = {seat: [n for n, pile in state.ocean.items() if seat in pile[-1].barred] for seat in state.seats}
    held = {seat: kinds([it.card], case)[0] for seat, it in state.hands.items()}
    own = len(state.islands[focus]) if focus and case.counted else islands.get(focus, [])
    return {
        "mode": "mage" if state.options.mage else "non-mage",
        "players": list(state.seats),
        "seats_left": list(state.seats),
        "round": state.round,
        "turn": state.turn,
        "size": state.size,
        "flame": flames[focus] if focus else flames,
        "flames": flames if any(flames.values()) else "empty",
        "flame_cards": {seat: len(cards) for seat, cards in flames.items()},
        "island": own if focus else islands,
        "island_each": sizes[0] if len(sizes) == 1 else sizes,
        "island_cards": {seat: len(cards) for seat, cards in islands.items()},
        "play_hand": {seat: held.get(seat, "none") for seat in state.seats},
        "ocean": sum(len(pile) for pile in state.ocean.values()),
        "ocean_faces": ups[0] if len(ups) == 1 else ups,
        "ocean_new": new,
        "ocean_gained": list(new.values()),
        "piles": {name: kinds([one.card for one in pile], case) for name, pile in state.ocean.items() if len(pile) > 1},
        "up": [name for name, pile in state.ocean.items() if pile[-1].up],
        "down": [name for name, pile in state.ocean.items() if not pile[-1].up],
        "next_new_spot": spot(state.new_spot),
        "due": dict(state.due),
        "dibs": {seat: state.dibs[seat].code if seat in state.dibs else "none" for seat in state.seats},
        "wins": dict(state.wins),
        "penance": {seat: state.penance.get(seat, 0) for seat in state.seats},
        "barred": barred,
        "may_take": {seat: [n for n in state.ocean if n not in barred[seat]] for seat in state.seats},
        "notes": {seat: dict(state.minds[seat].spots) for seat in state.seats},
    }  # fmt: skip


def deadline(state: State) -> dict[str, Any]:
    """Show what the last deadline brought."""
    story = state.story
    logs = {seat: [said(one) for one in story.done if one.seat == seat and one.what != "WAIT"] for seat in state.seats}
    focus = state.case.focus if state.case else Seat("")
    lost = list(dict.fromkeys(one.seat for one in story.done if one.lost))
    spot_of_last = next(reversed(story.claims), "")
    contested = [one.what.removeprefix("TAKE ") for one in story.done if one.lost and one.what.startswith("TAKE ")]
    claimer = story.claims.get(contested[-1] if contested else spot_of_last, "none")
    return {
        "impulses": logs[focus] if focus else logs,
        "claims": dict(story.claims),
        "claimed_by": claimer,
        "lost_impulse": lost,
        "islands": passed(story.passes),
        "passes": story.passes,
        "lapsed": list(story.lapsed),
        "winner": story.winners[0] if len(story.winners) == 1 else list(story.winners) or "none",
        "winners": list(story.winners),
        "shown": list(story.shown),
        "halted": "yes" if story.halted else "no",
        "played": max((one.impulse for one in story.done), default=0),
    }


def said(one: Done) -> str:
    """Say one action as a rule case does: ``1 TAKE o9 (sees K)``."""
    return f"{one.impulse} {one.what}{f' (sees {one.saw})' if one.saw else ''}{' (lost)' if one.lost else ''}"


def passed(times: int) -> str:
    """Say how often the Islands were passed."""
    return "not passed" if not times else "passed" if times == 1 else f"passed {times} times"
