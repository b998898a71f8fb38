"""A table shown in the keys of rule cases; fields that a case does not name may be anything."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from referee.cases.words import Behind, Moment
from referee.cases.words.reading import seat_named
from referee.engine.author import OBSERVER, Answer, Seat, value
from referee.games.cards import Card
from referee.games.elements.asks import FACES, Cast
from referee.games.elements.case.given import OF, SPOT, faces_in
from referee.games.elements.events import CardClaimed, CardLearned, FireSaid, IslandsPassed, PlayHalted, SpellLapsed
from referee.games.elements.spells import Lost
from referee.games.elements.state import Done, State
from referee.games.elements.values import is_face, place_of, spot


@value
class Case:
    """How a case looks at the table: whose cards are meant, whether an Island is counted, which cards it names."""

    focus: Seat
    counted: bool
    named: tuple[str, ...]


def shown(behind: Behind[State]) -> Mapping[str, Any]:
    """Show a state, and what the deadline brought, in the keys of rule cases."""
    state, data = behind.state, behind.given
    focus, island = seat_named(state.seats, data["player"]) if "player" in data else OBSERVER, data.get("island")
    counted = bool(focus) and (isinstance(island, int) or OF.fullmatch(str(island)) is not None)
    case = Case(focus, counted, faces_in(data))
    first_new = behind.story[0].state.new_spot if behind.story else 0
    found: dict[str, Any] = {"_loose": ("*",), "_ordered": ("impulses",)}
    found |= table(state, case, first_new)
    found |= deadline(behind, case)
    found |= ocean(state, case)
    for seat in state.seats:
        found[f"{seat.lower()}_flame"] = kinds(state.flames[seat], case)
        found[f"{seat.lower()}_island"] = kinds(state.islands[seat], case)
        for n in range(first_new, state.new_spot):
            free = spot(n) in state.ocean and seat not in state.ocean[spot(n)][-1].barred
            found[f"{seat.lower()}_may_take_{spot(n)}_next_impulse"] = free
    return found


def kinds(cards: Sequence[Card], case: Case) -> list[str]:
    """Print cards by type, or by face where the case does so."""
    return [card.code if card.code in case.named else card.rank for card in cards]


def meant(expect: Mapping[str, Any], behind: Behind[State]) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
    """Show a note by its type where a case expects a type, and else by its face."""
    found = dict(shown(behind))
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


def table(state: State, case: Case, first_new: int) -> dict[str, Any]:
    """Show what lies where."""
    flames = {seat: kinds(state.flames[seat], case) for seat in state.seats}
    islands = {seat: kinds(state.islands[seat], case) for seat in state.seats}
    sizes = list(dict.fromkeys(len(cards) for cards in state.islands.values()))
    ups = list(dict.fromkeys("up" if pile[-1].up else "down" for pile in state.ocean.values()))
    focus = case.focus
    tops = ocean(state, case)
    new = {name: face for name, face in tops.items() if place_of(name) >= first_new and face != "none"}
    barred = {seat: [n for n, pile in state.ocean.items() if seat in pile[-1].barred] for seat in state.seats}
    held = {seat: kinds([it.card], case)[0] for seat, it in state.hands.items()}
    own = len(state.islands[focus]) if focus and case.counted else islands.get(focus, [])
    return {
        "mode": "mage" if state.options.mage else "non-mage",
        "players": list(state.seats), "seats_left": list(state.seats),
        "round": state.round, "turn": state.turn, "size": state.size,
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
        "due": dict(state.due), "wins": dict(state.wins),
        "dibs": {seat: state.dibs[seat].code if seat in state.dibs else "none" for seat in state.seats},
        "penance": {seat: state.penance.get(seat, 0) for seat in state.seats},
        "barred": barred,
        "may_take": {seat: [n for n in state.ocean if n not in barred[seat]] for seat in state.seats},
        "notes": {seat: dict(state.minds[seat].spots) for seat in state.seats},
    }  # fmt: skip


def deadline(behind: Behind[State], case: Case) -> dict[str, Any]:
    """Show what the deadline brought."""
    state, events = behind.state, behind.events
    taken = {e.source: e.seat for e in events if isinstance(e, CardClaimed) and SPOT.fullmatch(e.source)}
    done = behind.state.done if behind.story else []
    learned = dict(seen(behind))
    busy = [one for one in done if one.what != "WAIT"]
    logs = {seat: [said(one, learned) for one in busy if one.seat == seat] for seat in state.seats}
    contested = [one.what.removeprefix("TAKE ") for one in done if one.lost and one.what.startswith("TAKE ")]
    fires = [e for e in events if isinstance(e, FireSaid)]
    winners = [e.seat for e in fires]
    times = sum(isinstance(e, IslandsPassed) for e in events)
    return {
        "impulses": logs[case.focus] if case.focus else logs,
        "claims": taken,
        "claimed_by": taken.get(contested[-1] if contested else next(reversed(taken), ""), "none"),
        "lost_impulse": list(dict.fromkeys(one.seat for one in done if one.lost)),
        "islands": {0: "not passed", 1: "passed"}.get(times, f"passed {times} times"),
        "passes": times,
        "lapsed": list(lapsed(behind)),
        "winner": winners[0] if len(winners) == 1 else winners or "none",
        "winners": winners,
        "shown": [card.rank for card in fires[0].cards] if fires else [],
        "halted": "yes" if any(isinstance(e, PlayHalted) for e in events) else "no",
        "played": max((one.impulse for one in done), default=0),
    }


def seen(behind: Behind[State]) -> Iterator[tuple[tuple[int, Seat], str]]:
    """List the types that players learned by taking a card that they had no note on, by impulse and player."""
    for moment in behind.story:
        match moment.event:
            case CardLearned(seat=seat, impulse=n, source=source, card=card) if SPOT.fullmatch(source):
                if not moment.state.minds[seat].spots.get(source):
                    yield (n, seat), card.rank


def lapsed(behind: Behind[State]) -> Iterator[str]:
    """List the spells that came to nothing."""
    for moment in behind.story:
        match moment:
            case Moment(event=SpellLapsed(spell=spell)):
                yield spell
            case Moment(ask=Cast(), answer=Answer(value=Lost(spell=spell))):
                yield str(spell)


def said(one: Done, learned: Mapping[tuple[int, Seat], str]) -> str:
    """Say one action as a rule case does: ``1 TAKE o9 (sees K)``."""
    saw = learned.get((one.impulse, one.seat), "") if one.what.startswith("TAKE") and not one.lost else ""
    return f"{one.impulse} {one.what}{f' (sees {saw})' if saw else ''}{' (lost)' if one.lost else ''}"
