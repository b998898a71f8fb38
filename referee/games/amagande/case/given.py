"""Rule cases: a state out of readable keys, and back into them (RULES.md, "Keys of the rule cases")."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from referee.cases.words import CaseStart
from referee.engine.audience import Seat
from referee.engine.errors import SetupError
from referee.engine.setup import Setup
from referee.engine.situation import (
    REST,
    around_rest,
    by_seat,
    counted,
    listed,
    only_known,
    players_apart,
    seat_named,
    seated,
    whole_number,
)
from referee.games.amagande.state import BACKWARD, BLACK, FORWARD, FREE, PACK, RED, Options, OwnTurn, State
from referee.games.amagande.turn import able, countering
from referee.games.amagande.values import COLOUR, counters, eliminated, special, total
from referee.games.cards import Card, Pack, card_named, dealt, taken

KEYS = (
    "turn", "on_turn", "step", "players", "reference", "reference_suit", "fatal_seven", "top", "in_force", "required",
    "pending", "direction", "hands", "hands_include", "hand", "stock", "discard", "out", "eliminated", "own_turns",
    "played",
)  # fmt: skip
HAS_COUNTER = re.compile(r"(?P<seat>.+)_has_counter_to_(?P<card>\w+)")
PLAYER = {"hand": "hands", "includes": "hands_include"}
NAMES = ("Ana", "Bo", "Cy", "Di")
FILLERS = ("10", "6", "4", "5", "9", "Q", "K", "7")
SUITS = {"HEARTS": "H", "DIAMONDS": "D", "CLUBS": "C", "SPADES": "S", **{suit: suit for suit in "HDCS"}}
FORCES = {"FREE": FREE, "RED": RED, "BLACK": BLACK, **SUITS}
DIRECTIONS = {"forward": FORWARD, "backward": BACKWARD, "forwards": FORWARD, "backwards": BACKWARD}


def given(options: Mapping[str, str], data: Mapping[str, Any]) -> CaseStart[State]:
    """Make the start of a rule case; raises `SetupError` for a key or card that does not exist."""
    claims = {key: m for key in data if (m := HAS_COUNTER.fullmatch(key))}
    claimed, data = data, {key: value for key, value in data.items() if key not in claims}
    only_known(data, KEYS, "given")
    data = _played(data)
    seats, data = _seated(options, data)
    setup, known = Setup(seats, dict(options)), Options.of(options)
    step = whole_number(data.get("step", 0 if data.get("turn") == 0 else 1), "step", 0)
    if not 2 <= len(seats) <= len(NAMES):
        return CaseStart(setup, State(seats, known, "S", Seat(""), {}, [], []), step)
    reference, on_turn = _reference(data), seat_named(seats, data.get("on_turn", data.get("turn") or seats[0]))
    state = _laid_out(State(seats, known, reference, on_turn, {}, [], []), data)
    state.direction = _direction(data.get("direction", "forward"))
    state.pending = whole_number(data.get("pending", 0), "pending", 0)
    state.required = _force(data, state)
    state.out = [seat_named(seats, name) for name in listed(data.get("out", data.get("eliminated")))]
    for key, m in claims.items():
        (card,) = _cards(m["card"], list(PACK))
        able = any(counters(one, card) for one in state.hands[seat_named(seats, m["seat"])])
        if claimed[key] is True and not able:  # no filler is a counter, and one that is named may be gone by then
            raise SetupError(f"{key}: name the counter in that hand.")
    for seat in state.out:
        state.stock += state.hands[seat]
        state.hands[seat] = []
    state.most = whole_number(data.get("own_turns", 0), "own_turns", 0)
    state.had, state.served = dict.fromkeys(seats, 0), dict.fromkeys(seats, 0)
    state.turn = max(0, step - 1)
    return CaseStart(setup, state, step)


def _played(data: Mapping[str, Any]) -> Mapping[str, Any]:
    """Read a play written short, ``played: Ana 8C``: nothing else that its player holds fits, and it ends the case."""
    if "played" not in data:
        return data
    written = data["played"]
    words = [str(word) for word in next(iter(written.items()), ())] if isinstance(written, Mapping) else written.split()
    card = _named(words[-1]) if len(words) == 2 else None
    if card is None:
        raise SetupError(f"played is a player and a card, such as played: Ana 8C, not {written}.")
    top = next(one for one in PACK if one.suit == (card.suit or "H") and one.rank in FILLERS and one is not card)
    other = next(one for one in PACK if one.rank in FILLERS and one.rank != top.rank and COLOUR[one] != COLOUR[top])
    if card.joker:
        top = next(one for one in PACK if one.rank in FILLERS and COLOUR[one] == COLOUR[card])
    own = {"on_turn": words[0], "top": top.code, "hands": {words[0]: [card.code, other.code]}, "own_turns": 1}
    return {**own, **{key: value for key, value in data.items() if key != "played"}}


def _laid_out(state: State, data: Mapping[str, Any]) -> State:
    """Lay the cards where the case wants them: those it names first, then so many as it counts, then the rest."""
    seats, rest = state.seats, list(PACK)
    whole = by_seat(seats, data.get("hands"), "hands")
    if "hand" in data:
        whole[state.on_turn] = data["hand"]
    sizes = {seat: size for seat, value in whole.items() if (size := counted(value)) is not None}
    held = {seat: _cards(value, rest) for seat, value in whole.items() if seat not in sizes}
    including = by_seat(seats, data.get("hands_include"), "hands_include")
    held |= {seat: _cards(value, rest) for seat, value in including.items()}
    above, below = around_rest(data.get("stock") if counted(data.get("stock")) is None else None)
    stock, bottom = _cards(above, rest), _cards(below, rest)
    under = _cards(data.get("discard"), rest) if counted(data.get("discard")) is None else []
    top = next((c for c in rest if not special(c, state.reference)), rest[0])
    (top,) = _cards(data.get("top", top), rest)
    for seat in seats:
        if seat not in held or seat in including:
            fill(held.setdefault(seat, []), sizes.get(seat, state.options.hand), rest, state.reference)
    under += dealt(rest, counted(data.get("discard")) or 0)
    wanted = counted(data.get("stock"))
    rests = wanted is not None or "stock" not in data or REST in listed(data["stock"])
    state.blind = rests and not stock and not bottom
    stock += dealt(rest, wanted) if wanted is not None else rest if rests else []
    stock += bottom
    state.hands = {seat: held[seat] for seat in seats}
    state.stock, state.discard = stock, [*under, top]
    return state


def _direction(value: Any) -> int:
    found = DIRECTIONS.get(str(value).lower())
    if found is None:
        raise SetupError(f"direction is forward or backward, not {value}.")
    return found


def fill(hand: list[Card], size: int, rest: list[Card], reference: str) -> None:
    """Fill a hand with ordinary cards that lie nowhere: tens first, and no special ones, which answer penalties."""
    ordinary = [card for card in rest if not special(card, reference)]
    for card in sorted(ordinary, key=lambda card: (FILLERS.index(card.rank), -card.index)):
        if len(hand) >= size:
            return
        rest.remove(card)
        hand.append(card)


def _seated(options: Mapping[str, str], data: Mapping[str, Any]) -> tuple[tuple[Seat, ...], Mapping[str, Any]]:
    """Read who plays: names, a number, or a map of each one's cards; else all who are named, else by the option."""
    players, least = data.get("players", 0), int(options["players"])
    if isinstance(players, int):
        on_turn = data.get("on_turn", data.get("turn"))
        return tuple(seated(data, ("hands", "hands_include"), on_turn, least, NAMES)), data
    return tuple(Seat(str(name)) for name in players), players_apart(data, PLAYER)


def _reference(data: Mapping[str, Any]) -> str:
    """Find the reference suit: named itself, or by its seven."""
    text = str(data.get("reference_suit", data.get("reference", data.get("fatal_seven", "S")))).strip().upper()
    suit = SUITS.get(text.removeprefix("7"))
    if suit is None:
        raise SetupError(f"{text} is no suit.")
    return suit


def _force(data: Mapping[str, Any], state: State) -> str:
    """Read what is in force; behind a Joker without a penalty it is its colour."""
    text = str(data.get("in_force", data.get("required", "none"))).strip().upper()
    if text in ("NONE", "PENALTY", ""):
        return COLOUR[state.top] if state.top.joker and not state.pending else ""
    if text not in FORCES:
        raise SetupError(f"in_force is none, free, a suit, red or black, not {text}.")
    if state.pending:
        raise SetupError("A penalty and something else are never in force together (AG-I2).")
    return FORCES[text]


def _named(name: str) -> Card | None:
    card = card_named(name, Pack.FRENCH)
    return card if card in PACK else None


def _cards(value: Any, rest: list[Card]) -> list[Card]:
    """Take the named cards out of the rest."""
    return taken(value, rest, _named)


def shown(state: State) -> Mapping[str, Any]:
    """Show a state in the keys of rule cases; fields that a case does not name may be anything."""
    found: dict[str, Any] = {
        "step": state.turn, "turn": state.on_turn, "on_turn": state.on_turn, "reference_suit": state.reference,
        "fatal_seven": f"7{state.reference}", "top": state.top.code if state.discard else "none",
        "pending": state.pending, "in_force": _in_force(state.required), "required": _in_force(state.required),
        "direction": "forward" if state.direction == FORWARD else "backward",
        "hands": {seat: [card.code for card in hand] for seat, hand in state.hands.items()},
        "in_hand": {seat: len(hand) for seat, hand in state.hands.items()},
        "sums": {seat: total(hand) for seat, hand in state.hands.items()},
        "unsafe": [seat for seat, hand in state.hands.items() if eliminated(hand)],
        "stock": [card.code for card in state.stock], "stock_size": len(state.stock),
        "discard": [card.code for card in state.discard], "discard_size": len(state.discard),
        "out": list(state.out), "eliminated": _eliminated(state),
        "required_suit": state.required if state.required in "HDCS" and state.required else "none",
        "required_colour": _in_force(state.required) if state.required in (RED, BLACK) else "none",
        "own_turns": len(state.turns), "sequence": [_own(one) for one in state.turns],
        "_loose": ("*",), "_ordered": ("stock", "discard", "sequence"),
    }  # fmt: skip
    found |= {f"turn_{n}": _own(one) for n, one in enumerate(state.turns, 1)}
    if state.turns:
        first = state.turns[0]
        found |= {key: value for key, value in _own(first).items() if key in ("legal", "played", "drawn", "drew")}
        found["hand"] = _hand_behind(state, first)
        found["skipped"] = _skipped(state, state.turns[-1])
        found |= dict(_by_name(state.turns))
    if not state.over and f"{state.on_turn.lower()}_legal" not in found:
        moves = countering(state, state.on_turn) if state.pending else able(state, state.on_turn)
        found[f"{state.on_turn.lower()}_legal"] = [str(move) for move in moves]
    return found


def _hand_behind(state: State, first: OwnTurn) -> list[str]:
    """Show the hand as it was behind a player's first own turn: what later ones brought is taken back."""
    later = [one for one in state.turns if one.seat == first.seat and one is not first]
    drawn = [card for one in later for card in one.drawn]
    played = [one.played for one in later if one.played is not None]
    return [card.code for card in (*state.hands[first.seat], *played) if card not in drawn]


def _eliminated(state: State) -> list[Seat]:
    """Name who is out, and whom a check eliminated that ended the game."""
    shown_up = state.opened if state.over else []
    return [seat for seat in state.seats if seat in state.out or (seat in shown_up and eliminated(state.hands[seat]))]


def _skipped(state: State, one: OwnTurn) -> str:
    """Name whom an 8 skipped, or between two a Jack as well."""
    left = len(state.seats) - len(state.out)
    rank = one.played.rank if one.played is not None and not state.over else ""
    skips = rank == "8" or (rank == "J" and left == 2)
    return state.after(one.seat) if skips else "none"


def _by_name(turns: Sequence[OwnTurn]) -> Iterator[tuple[str, Any]]:
    """Show each player's first own turn by name: what they could play, and how things were behind it."""
    met = set()
    for one in turns:
        if one.seat not in met:
            met.add(one.seat)
            own, name = _own(one), one.seat.lower()
            yield f"{name}_legal", own["legal"]
            yield f"after_{name}", own


def _in_force(required: str) -> str:
    return required.lower() if required in (RED, BLACK, FREE) else required or "none"


def _own(one: OwnTurn) -> dict[str, Any]:
    """Show one own turn of the step."""
    return {
        "seat": one.seat, "legal": [str(move) for move in one.legal], "played": str(one.played or "none"),
        "drawn": [card.code for card in one.drawn],
        "drew": len(one.drawn), "countered": one.countered, "pending": one.pending,
        "in_force": _in_force(one.required), "required": _in_force(one.required), "top": one.top.code,
        "next": one.following, "turn": one.following,
        "direction": "forward" if one.direction == FORWARD else "backward",
    }  # fmt: skip
