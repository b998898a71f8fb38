"""Rule cases: a state out of readable keys, and back into them (RULES.md, "Keys of the rule cases")."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from referee.engine.audience import Seat
from referee.engine.errors import SetupError
from referee.engine.ruleset import CaseStart, Setup
from referee.games.cards import Card, Pack, card_named
from referee.games.normal_cards.events import TrickWon
from referee.games.normal_cards.opening import NEVER_MAIN
from referee.games.normal_cards.state import HAND, PACK, Options, State, points
from referee.games.normal_cards.values import SUITS

KEYS = (
    "turn", "trick", "players", "trump", "main", "main_card", "leader", "hands", "hand", "stock", "won", "scores",
    "points", "played", "led", "table",
)  # fmt: skip
BY_NAME = ("hands", "won", "scores", "points", "played", "table")
PLAYER = ("hand", "won", "score")
NAMES = ("Ana", "Bo", "Cy", "Di")
REST = "REST"
NOBODY = Seat("")


def given(options: Mapping[str, str], data: Mapping[str, Any]) -> CaseStart[State]:
    """Make the start of a rule case; raises `SetupError` for a key or card that does not exist."""
    _known(data, KEYS, "given")
    settled = dict(options)
    seats, data = _seated(settled, data)
    forced = _forced(seats, data)
    if forced and settled["tricks_per_turn"] == "4":
        settled["tricks_per_turn"] = "1"
    setup = Setup(seats, settled)
    turn = _number(data.get("turn", 1), "turn", 0)
    if not 2 <= len(seats) <= len(NAMES):
        empty = State(seats, Options(), PACK[3], NOBODY, {}, {})
        return CaseStart(setup, empty, turn)
    leader = _seat(seats, data.get("leader", next(iter(forced), seats[0])))
    rest = list(PACK)
    main = _main(data, rest)
    hands = _by_seat(seats, data.get("hands"), "hands") | {seat: [card] for seat, card in forced.items()}
    if "hand" in data:
        hands[leader if leader not in forced else _after(seats, leader)] = data["hand"]
    held = {seat: _take(hands[seat], rest, main) for seat in seats if seat in hands}
    won = {seat: _take(pile, rest, main) for seat, pile in _by_seat(seats, data.get("won"), "won").items()}
    stock = _take(data["stock"], rest, main) if "stock" in data else []
    if "stock" in data and not stock and not any(main in pile for pile in (*held.values(), *won.values())):
        rest.append(main)
    scores = _by_seat(seats, data.get("scores", data.get("points")), "scores")
    worth = {seat: _number(score, "score", 0) - points(won.get(seat, [])) for seat, score in scores.items()}
    for seat, pile in _worth(worth, rest).items():
        won[seat] = won.get(seat, []) + pile
    for seat in seats:
        if seat not in held:
            held[seat], rest = rest[:HAND], rest[HAND:]
    if "stock" not in data or REST in _listed(data["stock"]):
        stock += rest
    placed = [*stock, *(card for pile in (*held.values(), *won.values()) for card in pile)]
    if main not in placed and main not in rest:
        stock.append(main)
    state = State(
        seats, Options.of(settled), main, leader,
        {seat: held[seat] for seat in seats}, {seat: won.get(seat, []) for seat in seats}, stock,
        turn=max(0, turn - 1),
    )  # fmt: skip
    return CaseStart(setup, state, turn)


def _seated(settled: Mapping[str, str], data: Mapping[str, Any]) -> tuple[tuple[Seat, ...], Mapping[str, Any]]:
    """Read who plays: names, a number, or a map of each one's cards; else all who are named, else by the option."""
    players = data.get("players", int(settled["players"]))
    if isinstance(players, int):
        maps = [data[key] for key in BY_NAME if isinstance(data.get(key), Mapping)]
        named = list(dict.fromkeys(str(name) for one in maps for name in one))
        if "leader" in data and str(data["leader"]) not in named:
            named.insert(0, str(data["leader"]))
        count = players if "players" in data else max(players, len(named))
        if all(name in NAMES for name in named):
            count, named = max(count, *(NAMES.index(name) + 1 for name in named), 0), []
        others = (*(name for name in NAMES if name not in named), *(f"Player {n}" for n in range(count)))
        return tuple(map(Seat, [*named, *others][:count])), data
    if isinstance(players, Mapping):
        merged: dict[str, dict[str, Any]] = {"hands": {}, "won": {}, "scores": {}}
        for name, own in players.items():
            _known(own or {}, PLAYER, "a player")
            for key, field in (("hand", "hands"), ("won", "won"), ("score", "scores")):
                if key in (own or {}):
                    merged[field][str(name)] = own[key]
        data = {**data, **{key: {**(data.get(key) or {}), **value} for key, value in merged.items() if value}}
    return tuple(Seat(str(name)) for name in players), data


def _forced(seats: tuple[Seat, ...], data: Mapping[str, Any]) -> dict[Seat, Any]:
    """Read the cards that are played in a trick written short: each of these seats holds that card alone."""
    found = {_seat(seats, name): card for key in ("played", "table") for name, card in (data.get(key) or {}).items()}
    if "led" in data:
        found = {_seat(seats, data.get("leader", seats[0])): data["led"], **found}
    return found


def _main(data: Mapping[str, Any], rest: list[Card]) -> Card:
    """Find the Main Card: named, or by the trump alone the lowest of that suit that lies nowhere else."""
    name = data.get("main_card", data.get("main"))
    if name is not None:
        main = card_named(str(name), Pack.FRENCH)
        if main not in PACK or main.rank in NEVER_MAIN:
            raise SetupError(f"{name} cannot be the Main Card (NC-1.4).")
    else:
        suit = str(data.get("trump", "S")).strip().upper()[:1]
        if suit not in SUITS:
            raise SetupError(f"{data['trump']} is no suit.")
        used = {str(card) for key in KEYS for card in _cards_under(data.get(key))}
        free = [c for c in PACK if c.suit == suit and c.rank not in NEVER_MAIN]
        main = min(free, key=lambda c: (str(c) in used, -c.number if c.court else c.number))
    rest.remove(main)
    return main


def _cards_under(value: Any) -> Iterator[str]:
    if isinstance(value, Mapping):
        for one in value.values():
            yield from _cards_under(one)
    elif isinstance(value, list):
        for one in value:
            yield from _cards_under(one)
    elif value is not None:
        yield str(value).upper()


def _worth(wanted: dict[Seat, int], rest: list[Card]) -> dict[Seat, list[Card]]:
    """Take cards out of the rest that are worth so many points for each seat."""
    cards = sorted((card for card in rest if points([card])), key=lambda card: (-points([card]), card))
    found = _laid_out(tuple(wanted.values()), tuple(cards), set())
    if found is None:
        raise SetupError(f"The cards that lie nowhere else cannot be laid out as {wanted} points.")
    for card in (card for pile in found for card in pile):
        rest.remove(card)
    return dict(zip(wanted, found, strict=True))


def _laid_out(
    wanted: tuple[int, ...], cards: tuple[Card, ...], tried: set[tuple[tuple[int, ...], int]]
) -> list[list[Card]] | None:
    """Lay out cards, the richest first, so that each pile is worth what is wanted; those left over lie nowhere."""
    if not any(wanted):
        return [[] for _ in wanted]
    if not cards or min(wanted) < 0 or (wanted, len(cards)) in tried:
        return None
    tried.add((wanted, len(cards)))
    for n in range(len(wanted)):
        less = tuple(one - points(cards[:1]) if i == n else one for i, one in enumerate(wanted))
        found = _laid_out(less, cards[1:], tried)
        if found is not None:
            found[n].append(cards[0])
            return found
    return _laid_out(wanted, cards[1:], tried)


def _after(seats: tuple[Seat, ...], seat: Seat) -> Seat:
    return seats[(seats.index(seat) + 1) % len(seats)]


def _by_seat(seats: tuple[Seat, ...], value: Any, where: str) -> dict[Seat, Any]:
    if value is None:
        return {}
    if isinstance(value, list) and len(value) == len(seats) and all(isinstance(one, list) for one in value):
        return dict(zip(seats, value, strict=True))
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


def _take(value: Any, rest: list[Card], main: Card) -> list[Card]:
    """Take the named cards out of the rest; the Main Card may be named anywhere."""
    taken = []
    for name in _listed(value):
        if name == REST:
            continue
        card = card_named(name, Pack.FRENCH)
        if card is None or card not in PACK:
            raise SetupError(f"There is no card {name} in this game.")
        if card is not main and card not in rest:
            raise SetupError(f"{name} lies in two places.")
        if card is not main:
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
    scores, stock = state.scores(), [card.code for card in state.stock]
    holder = next((seat for seat in state.seats if state.main in state.hands.get(seat, ())), "none")
    found: dict[str, Any] = {
        "turn": state.turn, "leader": state.leader, "next_leader": state.leader, "trump": state.trump,
        "main": state.main.code, "main_card": state.main.code, "main_holder": holder,
        "hands": {seat: [card.code for card in hand] for seat, hand in state.hands.items()},
        "in_hand": {seat: len(hand) for seat, hand in state.hands.items()},
        "won": {seat: [card.code for card in pile] for seat, pile in state.won.items()},
        "scores": scores, "points": scores, "totals": scores, "sum": sum(scores.values()),
        "stock": stock, "stock_size": len(stock), "stock_with_main": len(stock),
        "stock_bottom": stock[-1] if stock else "none", "resigned": list(state.resigned),
        "played_tricks": len(state.tricks), "tricks": [_trick(one) for one in state.tricks],
        "_loose": ("*",), "_ordered": ("stock", "tricks", "order", "cards"),
    }  # fmt: skip
    found |= {f"trick_{one.trick}": _trick(one) for one in state.tricks}
    if state.tricks:
        last = _trick(state.tricks[-1])
        found |= {key: last[key] for key in ("winner", "led", "reply", "played", "draws_first", "trumped")}
        found["trick_points"] = last["points"]
        if state.options.tricks == 1 == len(state.tricks):
            found["points"] = last["points"]
    return found


def _trick(one: TrickWon) -> dict[str, Any]:
    """Show one trick of the turn."""
    return {
        "trick": one.trick, "leader": one.leader, "order": list(one.seats), "cards": [c.code for c in one.cards],
        "led": one.cards[0].code, "reply": one.cards[1].code,
        "played": {seat: card.code for seat, card in zip(one.seats, one.cards, strict=True)},
        "winner": one.winner, "points": one.points, "trumped": one.trumped, "drawn": one.drawn,
        "draws_first": one.winner if one.drawn else "none",
    }  # fmt: skip
