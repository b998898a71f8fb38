"""Rule cases: a state shown in readable keys, with what came of the Turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from referee.cases.words import Behind
from referee.engine.audience import Seat
from referee.games.living_trumps.case.given import phase_named
from referee.games.living_trumps.case.notes import TIE, Note, notes
from referee.games.living_trumps.moves import Place
from referee.games.living_trumps.shadows import jokers_in
from referee.games.living_trumps.state import JewelAt, Player, State

NUMBERS = ("totals", "ante_won", "ante")
BY_SEAT = (
    "shadows_gained", "classes", "shown", "done", "tricks", "boon", "swept", "consolidated", "recycled", "flipped",
    "to_declarer", "to_victim", "holders", "turned", "trick_cards",
    "drawn", "discarded",
)  # fmt: skip
SINGLE = (
    "result", "winner", "reply", "storm", "found", "tricks_phase", "deal", "ante_won", "ante", "tendrils", "called",
    "help", "bargain", "first_blood", "abyss", "yields", "calls",
    "loser", "weapon", "victim",
)  # fmt: skip
ORDERED = (
    "initiative", "sequence", "shadow_deck", "trump_deck", "totals", "first_totals", "additions", "done", "flipped",
    "turned", "trump_discard",
)  # fmt: skip


def shown(behind: Behind[State]) -> Mapping[str, Any]:
    """Show how things are in the keys of rule cases; fields that a case does not name may be anything."""
    return things(behind.state, active_of(behind), notes(behind.story))


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


def things(s: State, active: Seat | None, said: Sequence[Note]) -> dict[str, Any]:
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
    return found | outcome(s, said)


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


def outcome(s: State, said: Sequence[Note]) -> dict[str, Any]:
    """Show what came of the Turn, from its notes."""
    found: dict[str, Any] = dict.fromkeys(SINGLE, "none")
    found |= {key: {seat: [] for seat in s.players} for key in BY_SEAT}
    found |= {"shuffled": False, "hand_cards_open": [], "price": 0, "control": "none", "controlled": False}
    found |= {f"to_{seat.lower()}": [] for seat in s.players} | {"hand_moves": [], "shadow_deck_order": "unchanged"}
    found |= {"shadows_moved": [], "turning": [], "sequence": [], "additions": [], "totals": {}, "first_totals": {}}
    found |= {"tie": False, "boon": {}, "classes": {}, "terms": [], "scried": [], "taken": {}, "liar": "none"}
    found |= {"acts": [], "next": "none", "moved": found["hand_moves"], "suits": {}}
    for note in said:
        tell(found, note, said)
    return found | {"points": found["totals"]}


def of_the_active(s: State, active: Seat | None) -> dict[str, Any]:
    """Show Blood and Shadows of the one whose Intrigue Step was played without a name, too."""
    if active is None:
        return {}
    p = s.players[active]
    return {"free": p.free, "placed": p.placed, **shadows(p)}


def tell(found: dict[str, Any], note: Note, said: Sequence[Note]) -> None:
    """Add one note to what is shown."""
    words = [number(word) if note.key in NUMBERS else word for word in note.words]
    match note.key:
        case "classes":
            found["classes"][note.seat] = words[0]
            if words[0] == "lie":
                found["liar"] = note.seat
        case key if key in BY_SEAT:
            found[key].setdefault(note.seat, []).extend(words)
        case "totals":
            pair = pairs(note, said, words)
            found["first_totals"] = found["first_totals"] or pair
            found["totals"] = pair
        case "additions":
            found["additions"].append({str(note.seat): words[0], "total": int(words[1])})
        case "sequence":
            found["sequence"].append(f"{note.seat} {words[0]}")
        case "suits":
            found["suits"][note.seat] = words[0]
        case "chaos":
            found |= {"control": words[0], "price": int(words[1]), "controlled": words[0] != "suffer"}
        case "shadows_moved":
            found["shadows_moved"].append({"card": words[0], "from": words[1], "to": note.seat, "face": "up"})
        case "turning":
            found["turning"].append({"card": words[0], "from": note.seat, "to": words[1]})
        case "hand_moves":
            found["hand_moves"].append({"card": words[0], "from": note.seat, "to": words[1]})
            found.setdefault(f"to_{str(words[1]).lower()}", []).append(words[0])
        case "shuffled":
            found |= {"shuffled": True, "shadow_deck_order": "shuffled"}
        case "scried":
            found["scried"].append(" ".join(str(word) for word in words))
        case "acts":
            found["acts"].append(words[0])
        case "ante_shadow":
            found.setdefault(note.key, []).append((str(note.seat), *words))
        case "taken":
            found["taken"] = {str(words[0]): int(words[1])}
        case "terms":
            found["terms"] = words
        case "winner":
            found |= {"winner": "none" if words == [TIE] else words[0], "tie": words == [TIE]}
        case _:
            found[note.key] = words[0] if words else "none"


def number(word: str) -> int:
    """Read a number."""
    return int(word)


def pairs(note: Note, said: Sequence[Note], words: list[Any]) -> dict[str, int]:
    """Name both totals by their players; the note is the first side's."""
    return {note.seat: words[0], **{str(other): words[1] for other in sides(said, note.seat)}}


def sides(said: Sequence[Note], seat: Seat) -> list[Seat]:
    """Find the other side of a Duel or contest, from the notes."""
    names = [note.words[0] for note in said if note.key == "sides" and note.seat == seat]
    return [Seat(name) for name in names[-1:]]
