"""Rule cases: a state out of readable keys, and back into them (CASES.md)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.cases.words import Behind, CaseStart, CaseWords
from referee.cases.words.laying import Laying, Pile, lying
from referee.cases.words.reading import REST, by_seat, only_known, players_of, seat_named, whole_number, words_in
from referee.engine.author import Seat, Setup, SetupError
from referee.games.cards import Card, Pack, card_named
from referee.games.normal_cards.events import TrickWon
from referee.games.normal_cards.mends import MENDING
from referee.games.normal_cards.state import HAND, PACK, Options, State, from_seat, points
from referee.games.normal_cards.turn import NEVER_MAIN
from referee.games.normal_cards.values import STRENGTH, SUITS

KEYS = (
    "turn", "trick", "players", "trump", "main", "main_card", "leader", "hands", "hand", "stock", "stock_with_main",
    "won", "scores", "points", "totals", "played", "led", "table",
)  # fmt: skip
BY_NAME = ("hands", "won", "scores", "points", "totals", "played", "table")
PLAYER = {"hand": "hands", "won": "won", "score": "scores"}
NAMES = ("Ana", "Bo", "Cy", "Di")
LAST = ("winner", "order", "cards", "led", "reply", "played", "draws_first", "trumped")
"""What a case may say of the last trick without naming it."""
NOBODY = Seat("")


def given(options: Mapping[str, str], data: Mapping[str, Any]) -> CaseStart[State]:
    """Make the start of a rule case; raises `SetupError` for a key or card that does not exist."""
    only_known(data, KEYS, "given")
    settled = dict(options)
    seats, data = players_of(data, BY_NAME, data.get("leader"), int(settled["players"]), NAMES, PLAYER)
    forced = _forced(seats, data)
    if forced and settled["tricks_per_turn"] == "4":
        settled["tricks_per_turn"] = "1"
    setup = Setup(seats, settled)
    turn = whole_number(data.get("turn", 1), "turn", 0)
    if not 2 <= len(seats) <= len(NAMES):
        empty = State(seats, Options.of(settled), PACK[3], NOBODY, {}, {})
        return CaseStart(setup, empty, turn)
    leader = seat_named(seats, data.get("leader", next(iter(forced), seats[0])))
    state = _table(State(seats, Options.of(settled), PACK[3], leader, {}, {}), data, forced)
    state.turn = max(0, turn - 1)
    return CaseStart(setup, state, turn)


def _table(state: State, data: Mapping[str, Any], forced: Mapping[Seat, Any]) -> State:
    """Lay the cards where the case wants them: those it names first, then so many as it counts, then the rest."""
    seats = state.seats
    state.main = main = _main(data)
    cards = Laying([card for card in PACK if card is not main], anywhere=(main,))
    hands = by_seat(seats, data.get("hands"), "hands") | {seat: [card] for seat, card in forced.items()}
    if "hand" in data:
        hands[state.leader if state.leader not in forced else from_seat(seats, state.leader)[1]] = data["hand"]
    held, sizes = cards.hands(hands, seats)
    won = {seat: cards.take(pile) for seat, pile in by_seat(seats, data.get("won"), "won").items()}
    pile = Pile.of(data.get("stock", data.get("stock_with_main", REST)))
    stock, bottom = cards.take(pile.above), cards.take(pile.below)
    elsewhere = any(main in row for row in (*held.values(), *won.values()))
    empty = not pile.size if pile.size is not None else pile.open and not pile.rests
    if empty and not elsewhere:
        cards.rest.append(main)
    wanted = next((data[key] for key in ("scores", "totals", "points") if key in data), None)
    for seat, score in by_seat(seats, wanted, "scores").items():  # what is only counted lies nowhere else
        owned = won.get(seat, [])
        won[seat] = owned + _worth(whole_number(score, "score", 0) - points(owned), cards.rest)
    for seat in seats:
        if seat not in held:
            held[seat] = cards.deal(sizes.get(seat, HAND))
    if pile.size is not None:
        stock = cards.deal(pile.size if empty or elsewhere else pile.size - 1)
    elif pile.rests:
        stock += cards.rest
    stock += bottom
    placed = [*stock, *(card for row in (*held.values(), *won.values()) for card in row)]
    if main not in placed and main not in cards.rest:
        stock.append(main)
    if any(held.values()) and not all(held.values()):
        raise SetupError("Where one holds cards, all do (NC-I2).")
    state.hands = {seat: held[seat] for seat in seats}
    state.won = {seat: won.get(seat, []) for seat in seats}
    state.stock = stock
    return state


def _forced(seats: tuple[Seat, ...], data: Mapping[str, Any]) -> dict[Seat, Any]:
    """Read the cards that are played in a trick written short: each of these seats holds that card alone."""
    found = by_seat(seats, data.get("played"), "played") | by_seat(seats, data.get("table"), "table")
    if "led" in data:
        found = {seat_named(seats, data.get("leader", seats[0])): data["led"], **found}
    return found


def _main(data: Mapping[str, Any]) -> Card:
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
        used = {*words_in(data)}
        free = [c for c in PACK if c.suit == suit and c.rank not in NEVER_MAIN]
        main = min(free, key=lambda c: (str(c) in used, STRENGTH[c]))
    return main


def _worth(wanted: int, rest: list[Card]) -> list[Card]:
    """Take cards out of the rest that are worth so many points, the richest first."""
    cards = sorted((card for card in rest if points([card])), key=lambda card: (-points([card]), card))
    reach = [{0}]
    for card in reversed(cards):
        reach.append(reach[-1] | {n + points([card]) for n in reach[-1]})
    if wanted not in reach[-1]:
        raise SetupError(f"The cards that lie nowhere else cannot be laid out as {wanted} points.")
    found: list[Card] = []
    for card, behind in zip(cards, reach[-2::-1], strict=True):
        if wanted - points([*found, card]) in behind:
            found.append(card)
            rest.remove(card)
    return found[::-1]


def shown(behind: Behind[State]) -> Mapping[str, Any]:
    """Show a state in the keys of rule cases; fields that a case does not name may be anything."""
    state = behind.state
    scores, stock = state.scores(), [card.code for card in state.stock]
    holder = next((seat for seat in state.seats if state.main in state.hands.get(seat, ())), "none")
    found: dict[str, Any] = {
        "turn": state.turn, "leader": state.leader, "next_leader": state.leader, "trump": state.trump,
        "main": state.main.code, "main_card": state.main.code, "main_holder": holder,
        **lying(MENDING, state, state.hands, {"hands": "HAND", "won": "TRICKS", "stock": "STOCK"}),
        "in_hand": {seat: len(hand) for seat, hand in state.hands.items()},
        "scores": scores, "points": scores, "totals": scores, "sum": sum(scores.values()),
        "stock_size": len(stock), "stock_with_main": len(stock),
        "stock_bottom": stock[-1] if stock else "none", "resigned": list(state.resigned),
        "played_tricks": len(state.tricks), "tricks": [_trick(one) for one in state.tricks],
        "_loose": ("*",), "_ordered": ("stock", "tricks", "order", "cards"),
    }  # fmt: skip
    found |= {f"trick_{one.trick}": _trick(one) for one in state.tricks}
    if state.tricks:
        last = _trick(state.tricks[-1])
        found |= {key: last[key] for key in LAST}
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


CASE_WORDS: CaseWords[State] = CaseWords(given, shown)
