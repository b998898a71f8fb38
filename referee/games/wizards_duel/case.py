"""Rule cases: a state out of readable keys, and back into them (CASES.md)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from referee.cases.words import Behind, CaseStart, CaseWords
from referee.cases.words.laying import Laying, Pile
from referee.cases.words.reading import REST, by_seat, only_known, players_of, seat_named, whole_number
from referee.engine.author import Seat, Setup, SetupError
from referee.games.cards import Card, Pack, card_named
from referee.games.wizards_duel.events import RoundEnded, Verdict
from referee.games.wizards_duel.state import Options, Side, State
from referee.games.wizards_duel.turn import HAND, moons_player
from referee.games.wizards_duel.values import earns_call
from referee.games.wizards_duel.words import CARD

KEYS = ("turn", "round", "leader", "responder", "players", "hands", "decks", "discards", "scores", "calls")
BY_NAME = {
    "hand": "hands", "deck": "decks", "discard": "discards", "aside": "asides", "score": "scores", "calls": "calls",
    "drinks": "drinks",
}  # fmt: skip
"""What a player has, and the key under which it stands by name."""

ROUND = ("name", "plays", *BY_NAME)
NAMES = ("Ana", "Bo")


def given(options: Mapping[str, str], data: Mapping[str, Any]) -> CaseStart[State]:
    """Make the start of a rule case; raises `SetupError` for a key or card that does not exist."""
    only_known(data, KEYS, "given")
    settled, (data, short) = dict(options), _at_length(data)
    if short and settled["rounds_per_turn"] == "4":
        settled["rounds_per_turn"] = "1"
    seats, data = players_of(data, BY_NAME.values(), data.get("leader"), len(NAMES), NAMES, BY_NAME)
    setup, known = Setup(seats, settled), Options.of(settled)
    if len(seats) != 2:
        return CaseStart(setup, State((Seat(""), Seat("")), known, Seat(""), {}), 1)
    turn = whole_number(data.get("turn", 1), "turn", 0)
    leader = seat_named(seats, data.get("leader", seats[0]))
    if "responder" in data and seat_named(seats, data["responder"]) == leader:
        raise SetupError(f"{leader} cannot lead and answer.")
    own: dict[Seat, dict[str, Any]] = {seat: {} for seat in seats}
    for field, key in BY_NAME.items():
        for seat, value in by_seat(seats, data.get(key), key).items():
            own[seat][field] = value
    sides = {seat: _side(copy, own[seat], known) for copy, seat in enumerate(seats)}
    state = State((seats[0], seats[1]), known, leader, sides, max(0, turn - 1))
    return CaseStart(setup, state, turn)


def _at_length(data: Mapping[str, Any]) -> tuple[Mapping[str, Any], bool]:
    """Write out a round written short, where leader and responder are cards; say whether it was.

    One who plays a card holds it alone, and so plays it without an order. Where one of two is named, the other joins.
    """
    players = data.get("players")
    listed: dict[str, Any] = dict(players) if isinstance(players, Mapping) else {}
    names = list(players) if isinstance(players, list) else list(listed)
    if not isinstance(players, list):
        names += [name for name in NAMES if name not in names][: max(0, len(NAMES) - len(names))]
    roles = {role: data.get(role, {}) for role in ("leader", "responder")}
    if not any(_is_play(data[role], names) for role in roles if role in data):
        return {**data, **({"players": {name: listed.get(name) for name in names}} if listed else {})}, False
    said = [str(value.get("name") if isinstance(value, Mapping) else value) for value in roles.values()]
    free = [name for name in (*names, *NAMES) if name not in said]
    for role, value in roles.items():
        own = dict(value) if isinstance(value, Mapping) else {"name" if str(value) in names else "plays": value}
        only_known(own, ROUND, role)
        seat, card = str(own.pop("name", None) or free.pop(0)), own.pop("plays", None)
        if card is not None and card_of(card) is None:
            raise SetupError(f"There is no card {card}.")
        listed[seat] = {**(listed.get(seat) or {}), **({} if card is None else {"hand": [card]}), **own}
        roles[role] = seat
    return {**data, **roles, "players": listed}, True


def _is_play(value: Any, names: Sequence[str]) -> bool:
    return isinstance(value, Mapping) or (str(value) not in names and card_of(value) is not None)


def _side(copy: int, data: Mapping[str, Any], options: Options) -> Side:
    """Lay out one player's cards; what is not written is dealt from the rest in code order."""
    side = Side(score=whole_number(data.get("score", 0), "score"))
    side.calls, side.drinks = (whole_number(data.get(of, n), of, 0) for of, n in (("calls", 3), ("drinks", 0)))
    cards, pile = Laying(options.pack(copy), lambda name: card_of(name, copy)), Pile.of(data.get("deck", REST))
    side.hand, side.discard, side.aside = (cards.take(data.get(zone)) for zone in ("hand", "discard", "aside"))
    side.deck, bottom, rest = cards.take(pile.above), cards.take(pile.below), cards.rest
    if options.deck == "half" and "aside" not in data:
        keep = max(0, len(rest) - (len(options.pack(copy)) - options.half_cut))
        side.aside, rest = rest[keep:], rest[:keep]
    side.deck += [*(rest if pile.rests else ()), *bottom]
    side.discard += () if pile.rests else rest
    if "hand" not in data:
        side.hand, side.deck = side.deck[:HAND], side.deck[HAND:]
    if len(side.hand) > HAND:
        raise SetupError(f"A hand has {HAND} cards at most, not {len(side.hand)} (WD-I2).")
    return side


def card_of(name: Any, copy: int = 0) -> Card | None:
    """Return the card that a case names by its code, or by one of the names in capitals of the order language."""
    text = str(name).strip().upper()
    text = text.removeprefix("THE ")
    number = {"FOOL": "M0", "STRENGTH": "M8", "JUSTICE": "M11", "DEATH": "M13", "MOON": "M18", "SUN": "M19"}
    return card_named(number.get(text, text), Pack.TAROT, copy)


def shown(behind: Behind[State]) -> Mapping[str, Any]:
    """Show a state in the keys of rule cases; fields that a case does not name may be anything."""
    state = behind.state
    found: dict[str, Any] = {
        "turn": state.turn, "leader": state.leader,
        "players": {seat: _player(side) for seat, side in state.sides.items()},
        "scores": {seat: side.score for seat, side in state.sides.items()},
        "calls": {seat: side.calls for seat, side in state.sides.items()},
        "played": len(state.rounds), "rounds": [_round(one) for one in state.rounds],
        "_loose": ("*",), "_ordered": ("rounds", "deck", "values", "led_dice", "reply_dice"),
    }  # fmt: skip
    found |= {f"round_{one.round}": _round(one) for one in state.rounds}
    return found | (_last(state.rounds[-1]) if state.rounds else {})


def _player(side: Side) -> dict[str, Any]:
    return {
        "hand": _codes(side.hand), "deck": _codes(side.deck),
        "discard": _codes(side.discard), "aside": _codes(side.aside),
        "score": side.score, "calls": side.calls, "drinks": side.drinks,
        "in_hand": len(side.hand), "in_deck": len(side.deck), "set_aside": len(side.aside),
    }  # fmt: skip


def _codes(cards: Sequence[Card]) -> list[str]:
    return [CARD.show(card) for card in cards]


def _round(one: RoundEnded) -> dict[str, Any]:
    """Show one round of the turn, by the players' names."""
    gained = one.winner if earns_call(one.points) else "none"
    return {
        "round": one.round, "leader": one.leader, "led": CARD.show(one.led), "led_drawn": one.led_drawn,
        "reply": CARD.show(one.reply) if one.reply else "none", "reply_drawn": one.reply_drawn,
        "called": one.verdict is Verdict.CALLED,
        "values": [] if one.verdict is Verdict.CALLED else [one.led_value, one.reply_value],
        "led_dice": list(one.led_dice), "reply_dice": list(one.reply_dice), "rolls": _rolls(one),
        "winner": one.winner or "none", "points": one.points, "sheet": one.sheet or "none", "call_gained": gained,
        "moon": moons_player(one) or "none",
    }  # fmt: skip


def _last(one: RoundEnded) -> dict[str, Any]:
    """Show the last round as a case of one round names it: by leader and responder, or by name."""
    shown, seats = _round(one), {"leader": one.leader, "responder": one.responder}
    points = {role: one.points if seat == one.winner else 0 for role, seat in seats.items()}
    gained = next(role for role, seat in seats.items() if seat == one.winner) if earns_call(one.points) else "none"
    return {
        **{key: shown[key] for key in ("values", "rolls", "led", "reply", "called")}, "call_gained": gained,
        "points": points | {seats[role]: n for role, n in points.items()},
    }  # fmt: skip


def _rolls(one: RoundEnded) -> int | str:
    """Count the dice; those of a roll-off by pairs."""
    if one.verdict is Verdict.SAME:
        pairs = len(one.led_dice)
        return "1 pair" if pairs == 1 else f"{pairs} pairs"
    return len(one.led_dice) + len(one.reply_dice)


CASE_WORDS: CaseWords[State] = CaseWords(given, shown)
