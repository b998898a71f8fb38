"""Rule cases: a state out of readable keys, and back into them (CASES.md)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from referee.cases.words import Behind, CaseStart, CaseWords
from referee.cases.words.laying import Laying, Pile
from referee.cases.words.reading import REST, only_known, seat_named, whole_number
from referee.engine.author import Seat, Setup, SetupError
from referee.games.cards import Card, Pack, card_named
from referee.games.wizards_duel.events import RoundEnded, Verdict
from referee.games.wizards_duel.state import Options, Side, State
from referee.games.wizards_duel.turn import HAND, moons_player
from referee.games.wizards_duel.values import earns_call
from referee.games.wizards_duel.words import CARD

KEYS = ("turn", "round", "leader", "responder", "players", "hands", "decks", "discards", "scores", "calls")
BY_NAME = {"hands": "hand", "decks": "deck", "discards": "discard", "scores": "score", "calls": "calls"}
PLAYER = ("hand", "deck", "discard", "aside", "score", "calls", "drinks")
SHORT = ("name", "plays", *PLAYER)
NAMES = ("Ana", "Bo")


def given(options: Mapping[str, str], data: Mapping[str, Any]) -> CaseStart[State]:
    """Make the start of a rule case; raises `SetupError` for a key or card that does not exist."""
    only_known(data, KEYS, "given")
    settled = dict(options)
    players, leader, short = _players(data)
    if short and settled["rounds_per_turn"] == "4":
        settled["rounds_per_turn"] = "1"
    seats = tuple(map(Seat, players))
    setup = Setup(seats, settled)
    known = Options.of(settled)
    if len(seats) != 2:
        return CaseStart(setup, State((Seat(""), Seat("")), known, Seat(""), {}), 1)
    turn = whole_number(data.get("turn", 1), "turn", 0)
    for key, field in BY_NAME.items():
        for name, value in _map(data.get(key), key).items():
            players[seat_named(seats, name)] = {**players[seat_named(seats, name)], field: value}
    sides = {seat: _side(copy, players[seat], known) for copy, seat in enumerate(seats)}
    state = State((seats[0], seats[1]), known, seat_named(seats, leader), sides, max(0, turn - 1))
    return CaseStart(setup, state, turn)


def _players(data: Mapping[str, Any]) -> tuple[dict[str, Mapping[str, Any]], str, bool]:
    """Read the players by name, who leads, and whether it is one round written short."""
    listed = data.get("players") or {name: {} for key in BY_NAME for name in _map(data.get(key), key)}
    players: dict[str, Mapping[str, Any]] = {str(name): {} for name in listed}
    if isinstance(listed, Mapping):
        players |= {str(name): _map(own, str(name)) for name, own in listed.items()}
        players |= {name: {} for name in [n for n in NAMES if n not in players][: 2 - len(players)]}
    names = list(players) or list(NAMES)
    roles = {role: data[role] for role in ("leader", "responder") if role in data}
    if not any(_is_play(value, names) for value in roles.values()):
        leader = str(data.get("leader", names[0]))
        if "responder" in roles and str(roles["responder"]).casefold() == leader.casefold():
            raise SetupError(f"{leader} cannot lead and answer.")
        return players or {name: {} for name in NAMES}, leader, False
    found: dict[str, Mapping[str, Any]] = {}
    for role, name in zip(("leader", "responder"), names, strict=False):
        value = roles.get(role, {})
        seated = str(value) in names
        own = dict(value) if isinstance(value, Mapping) else {"name" if seated else "plays": value}
        only_known(own, SHORT, role)
        seat = str(own.pop("name", name))
        found[seat] = {**players.get(seat, {}), **_hand_of_one(own)}
    return found, next(iter(found)), True


def _map(value: Any, where: str) -> Mapping[str, Any]:
    if value is not None and not isinstance(value, Mapping):
        raise SetupError(f"{where} is written as a map, such as {where}: {{...}}, not {value}.")
    return value or {}


def _is_play(value: Any, names: Sequence[str]) -> bool:
    return isinstance(value, Mapping) or (str(value) not in names and card_of(value) is not None)


def _hand_of_one(own: Mapping[str, Any]) -> dict[str, Any]:
    """One who plays a card holds it alone, and so plays it without an order."""
    rest = {key: value for key, value in own.items() if key != "plays"}
    if "plays" in own and card_of(own["plays"]) is None:
        raise SetupError(f"There is no card {own['plays']}.")
    holds = "plays" in own and "hand" not in own
    return rest | ({"hand": [own["plays"]]} if holds else {})


def _side(copy: int, data: Mapping[str, Any], options: Options) -> Side:
    """Lay out one player's cards; what is not written is dealt from the rest in code order."""
    only_known(data, PLAYER, "a player")
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
