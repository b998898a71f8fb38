"""Rule cases: a state out of readable keys, and back into them (RULES.md, "Keys of the rule cases")."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from referee.engine.audience import Seat
from referee.engine.errors import SetupError
from referee.engine.ruleset import CaseStart, Setup
from referee.games.amagande.state import BACKWARD, BLACK, FORWARD, FREE, PACK, RED, Options, OwnTurn, State
from referee.games.amagande.values import COLOUR, eliminated, special, total
from referee.games.cards import Card, Pack, card_named

KEYS = (
    "turn", "on_turn", "step", "players", "reference", "reference_suit", "fatal_seven", "top", "in_force", "required",
    "pending", "direction", "hands", "hands_include", "hand", "stock", "discard", "out", "eliminated", "own_turns",
)  # fmt: skip
PLAYER = ("hand", "includes")
NAMES = ("Ana", "Bo", "Cy", "Di")
REST = "REST"
FILLERS = ("10", "6", "4", "5", "9", "Q", "K", "7")
SUITS = {"HEARTS": "H", "DIAMONDS": "D", "CLUBS": "C", "SPADES": "S", **{suit: suit for suit in "HDCS"}}
FORCES = {"FREE": FREE, "RED": RED, "BLACK": BLACK, **SUITS}
DIRECTIONS = {"forward": FORWARD, "backward": BACKWARD, "forwards": FORWARD, "backwards": BACKWARD}


def given(options: Mapping[str, str], data: Mapping[str, Any]) -> CaseStart[State]:
    """Make the start of a rule case; raises `SetupError` for a key or card that does not exist."""
    _known(data, KEYS, "given")
    seats, data = _seated(options, data)
    setup, known = Setup(seats, dict(options)), Options.of(options)
    step = _number(data.get("step", 0 if data.get("turn") == 0 else 1), "step", 0)
    if not 2 <= len(seats) <= len(NAMES):
        return CaseStart(setup, State(seats, known, "S", Seat(""), {}, [], []), step)
    rest, reference = list(PACK), _reference(data)
    on_turn = _seat(seats, data.get("on_turn", data.get("turn") or seats[0]))
    hands = {seat: _take(cards, rest) for seat, cards in _by_seat(seats, data.get("hands"), "hands").items()}
    if "hand" in data:
        hands[on_turn] = _take(data["hand"], rest)
    including = _by_seat(seats, data.get("hands_include"), "hands_include")
    for seat, cards in including.items():
        hands[seat] = _take(cards, rest)
    stock = _take(data.get("stock"), rest) if isinstance(data.get("stock"), list) else []
    discard = _take(data.get("discard"), rest)
    top = _take(data["top"], rest) if "top" in data else [next(c for c in rest if not special(c, reference))]
    rest = [card for card in rest if card not in top]
    discard += top
    for seat in seats:
        if seat not in hands or seat in including:
            fill(hands.setdefault(seat, []), known.hand, rest, reference)
    rests = "stock" not in data or REST in _listed(data["stock"])
    blind = rests and not stock
    state = State(seats, known, reference, on_turn, {seat: hands[seat] for seat in seats}, stock, discard)
    state.stock += rest if rests else []
    state.blind = blind
    state.direction = DIRECTIONS[str(data.get("direction", "forward"))]
    state.pending = _number(data.get("pending", 0), "pending", 0)
    state.required = _force(data, state)
    state.out = [_seat(seats, name) for name in _listed(data.get("out", data.get("eliminated")))]
    for seat in state.out:
        state.stock += state.hands[seat]
        state.hands[seat] = []
    state.most = _number(data.get("own_turns", 0), "own_turns", 0)
    state.had, state.served = dict.fromkeys(seats, 0), dict.fromkeys(seats, 0)
    state.turn = max(0, step - 1)
    return CaseStart(setup, state, step)


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
    players = data.get("players", int(options["players"]))
    if isinstance(players, int):
        maps = [data[key] for key in ("hands", "hands_include") if isinstance(data.get(key), Mapping)]
        named = list(dict.fromkeys(str(name) for one in maps for name in one))
        on_turn = data.get("on_turn", data.get("turn"))
        if isinstance(on_turn, str) and on_turn not in named:
            named.insert(0, on_turn)
        count = players if "players" in data else max(players, len(named))
        if all(name in NAMES for name in named):
            count, named = max(count, *(NAMES.index(name) + 1 for name in named), 0), []
        others = (*(name for name in NAMES if name not in named), *(f"Player {n}" for n in range(count)))
        return tuple(map(Seat, [*named, *others][:count])), data
    if isinstance(players, Mapping):
        merged: dict[str, dict[str, Any]] = {"hands": {}, "hands_include": {}}
        for name, own in players.items():
            _known(own or {}, PLAYER, "a player")
            for key, field in (("hand", "hands"), ("includes", "hands_include")):
                if key in (own or {}):
                    merged[field][str(name)] = own[key]
        data = {**data, **{key: {**(data.get(key) or {}), **value} for key, value in merged.items() if value}}
    return tuple(Seat(str(name)) for name in players), data


def _reference(data: Mapping[str, Any]) -> str:
    """Find the reference suit: named itself, or by its seven."""
    text = str(data.get("reference_suit", data.get("reference", data.get("fatal_seven", "S")))).strip().upper()
    suit = SUITS.get(text.removeprefix("7"))
    if suit is None:
        raise SetupError(f"{text} is no suit.")
    return suit


def _force(data: Mapping[str, Any], state: State) -> str:
    """Read what is in force; behind a Joker without a penalty it is his colour."""
    text = str(data.get("in_force", data.get("required", "none"))).strip().upper()
    if text in ("NONE", "PENALTY", ""):
        return COLOUR[state.top] if state.top.joker and not state.pending else ""
    if text not in FORCES:
        raise SetupError(f"in_force is none, free, a suit, red or black, not {text}.")
    if state.pending:
        raise SetupError("A penalty and something else are never in force together (AG-I2).")
    return FORCES[text]


def _by_seat(seats: Sequence[Seat], value: Any, where: str) -> dict[Seat, Any]:
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise SetupError(f"{where} is written by name, such as {where}: {{Ana: ...}}, not {value}.")
    return {_seat(seats, name): one for name, one in value.items()}


def _number(value: Any, what: str, least: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < least:
        raise SetupError(f"{what} is a whole number, {least} or more, not {value}.")
    return value


def _listed(value: Any) -> list[str]:
    if value is None or value == "none":
        return []
    return [str(item) for item in value] if isinstance(value, list) else [str(value)]


def _take(value: Any, rest: list[Card]) -> list[Card]:
    """Take the named cards out of the rest."""
    taken = []
    for name in _listed(value):
        if name == REST:
            continue
        card = card_named(name, Pack.FRENCH)
        if card is None or card not in PACK:
            raise SetupError(f"There is no card {name} in this game.")
        if card not in rest:
            raise SetupError(f"{name} lies in two places.")
        rest.remove(card)
        taken.append(card)
    return taken


def _known(data: Mapping[str, Any], known: Sequence[str], where: str) -> None:
    for key in data:
        if key not in known:
            raise SetupError(f"There is no key {key} in {where}. There are {', '.join(known)}.")


def _seat(seats: Sequence[Seat], name: Any) -> Seat:
    for seat in seats:
        if seat.casefold() == str(name).casefold():
            return seat
    raise SetupError(f"There is no player {name}. There are {' and '.join(seats)}.")


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
        "out": list(state.out), "eliminated": list(state.out),
        "own_turns": len(state.turns), "sequence": [_own(one) for one in state.turns],
        "_loose": ("*",), "_ordered": ("stock", "discard", "sequence"),
    }  # fmt: skip
    found |= {f"turn_{n}": _own(one) for n, one in enumerate(state.turns, 1)}
    if state.turns:
        first = state.turns[0]
        found |= {key: value for key, value in _own(first).items() if key in ("legal", "played", "drawn")}
        found["hand"] = [card.code for card in state.hands[first.seat]]
        found |= dict(_by_name(state.turns))
    return found


def _by_name(turns: Sequence[OwnTurn]) -> Iterator[tuple[str, Any]]:
    """Show each player's first own turn by his name: what he could play, and how things were behind it."""
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
