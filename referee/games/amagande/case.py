"""Rule cases: a state out of readable keys, and back into them with the own turns played (RULES.md, 7)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, SupportsIndex

from referee.cases.words import Behind, CaseStart, CaseWords
from referee.cases.words.laying import Laying, Pile, lying
from referee.cases.words.reading import REST, by_seat, listed, only_known, players_of, seat_named, whole_number
from referee.engine.author import Answered, Chance, Event, GameEnded, Seat, Setup, SetupError, Table, value
from referee.games.amagande.events import CardPlayed, CardsDrawn, Counter, Move, Play, StockRenewed, TurnPassed
from referee.games.amagande.mends import MENDING
from referee.games.amagande.state import BACKWARD, BLACK, FORWARD, FREE, PACK, RED, Options, State
from referee.games.amagande.turn import able, countering, play_turn
from referee.games.amagande.values import COLOUR, counters, eliminated, special, total
from referee.games.cards import Card, Pack, card_named

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

WHOLE = ("own_turns", "end", "winner", "winners", "loser", "losers")
"""What a case expects of a whole turn by mail."""

OWN_TURN = re.compile(r"turn_(\d+)")
DRAWS = re.compile(r"\bdraws (\d+)", re.IGNORECASE)
SPELT = re.compile(r"\b[A-Z0-9]{2,3}\b")


def given(options: Mapping[str, str], data: Mapping[str, Any]) -> CaseStart[State]:
    """Make the start of a rule case; raises `SetupError` for a key or card that does not exist."""
    claims = {key: m for key in data if (m := HAS_COUNTER.fullmatch(key))}
    claimed, data = data, {key: value for key, value in data.items() if key not in claims}
    only_known(data, KEYS, "given")
    data = _played(data)
    first, least = data.get("on_turn", data.get("turn")), int(options["players"])
    seats, data = players_of(data, ("hands", "hands_include"), first, least, NAMES, PLAYER)
    setup, known = Setup(seats, dict(options)), Options.of(options)
    step = whole_number(data.get("step", 0 if data.get("turn") == 0 else 1), "step", 0)
    if not 2 <= len(seats) <= len(NAMES):
        return CaseStart(setup, State(seats, known, "S", Seat(""), {}, [], []), step)
    reference, on_turn = _reference(data), seat_named(seats, data.get("on_turn", data.get("turn") or seats[0]))
    state = _laid_out(State(seats, known, reference, on_turn, {}, [], []), data)
    said = str(data.get("direction", "forward")).lower()
    if said not in DIRECTIONS:
        raise SetupError(f"direction is forward or backward, not {data['direction']}.")
    state.direction = DIRECTIONS[said]
    state.pending = whole_number(data.get("pending", 0), "pending", 0)
    state.required = _force(data, state)
    state.out = [seat_named(seats, name) for name in listed(data.get("out", data.get("eliminated")))]
    for key, m in claims.items():
        (card,) = Laying(PACK).take(m["card"])
        able = any(counters(one, card) for one in state.hands[seat_named(seats, m["seat"])])
        if claimed[key] is True and not able:  # no filler is a counter, and one that is named may be gone by then
            raise SetupError(f"{key}: name the counter in that hand.")
    for seat in state.out:
        state.stock += state.hands[seat]
        state.hands[seat] = []
    whole_number(data.get("own_turns", 0), "own_turns", 0)
    state.had, state.served = dict.fromkeys(seats, 0), dict.fromkeys(seats, 0)
    state.turn = max(0, step - 1)
    pile = Pile.of(data.get("stock", REST))
    unnamed = pile.open and (pile.rests or pile.size is not None)  # so the order of the stock is open
    return CaseStart(setup, state, step, play=by_lot if unnamed else None)


class OpenStock(list[Card]):
    """A stock whose order a case leaves open: each draw is by lot."""

    def __init__(self, cards: Sequence[Card], chance: Chance) -> None:
        super().__init__(cards)
        self.chance = chance

    def pop(self, at: SupportsIndex = 0, /) -> Card:
        """Draw a card."""
        card = self.chance.pick(self, "draw")
        self.remove(card)
        return card


def by_lot(t: Table[State]) -> None:
    """Play a turn with an open stock, which a new one of the discards is as well."""
    watch = t.watch
    assert watch is not None

    def renewed(e: Event) -> None:
        watch(e)
        if isinstance(e, StockRenewed):
            t.state.stock = OpenStock(t.state.stock, t.chance)

    t.watch, t.state.stock = renewed, OpenStock(t.state.stock, t.chance)
    play_turn(t)


def _played(data: Mapping[str, Any]) -> Mapping[str, Any]:
    """Read a play written short, ``played: Ana 8C``: nothing else that its player holds fits, and it ends the case."""
    if "played" not in data:
        return data
    written = data["played"]
    words = [str(word) for word in next(iter(written.items()), ())] if isinstance(written, Mapping) else written.split()
    card = card_named(words[-1], Pack.FRENCH) if len(words) == 2 else None
    if card not in PACK:
        raise SetupError(f"played is a player and a card, such as played: Ana 8C, not {written}.")
    top = next(one for one in PACK if one.suit == (card.suit or "H") and one.rank in FILLERS and one is not card)
    other = next(one for one in PACK if one.rank in FILLERS and one.rank != top.rank and COLOUR[one] != COLOUR[top])
    if card.joker:
        top = next(one for one in PACK if one.rank in FILLERS and COLOUR[one] == COLOUR[card])
    own = {"on_turn": words[0], "top": top.code, "hands": {words[0]: [card.code, other.code]}, "own_turns": 1}
    return {**own, **{key: value for key, value in data.items() if key != "played"}}


def _laid_out(state: State, data: Mapping[str, Any]) -> State:
    """Lay the cards where the case wants them: those it names first, then so many as it counts, then the rest."""
    seats, cards = state.seats, Laying(PACK)
    whole = by_seat(seats, data.get("hands"), "hands")
    if "hand" in data:
        whole[state.on_turn] = data["hand"]
    held, sizes = cards.hands(whole, seats)
    including = by_seat(seats, data.get("hands_include"), "hands_include")
    held |= {seat: cards.take(value) for seat, value in including.items()}
    pile, many = Pile.of(data.get("stock", REST)), Pile.of(data.get("discard")).size
    stock, bottom = cards.take(pile.above), cards.take(pile.below)
    under = cards.take(data.get("discard")) if many is None else []
    top = next((c for c in cards.rest if not special(c, state.reference)), cards.rest[0])
    (top,) = cards.take(data.get("top", top))
    for seat in seats:
        if seat not in held or seat in including:
            fill(held.setdefault(seat, []), sizes.get(seat, state.options.hand), cards.rest, state.reference)
    under += cards.deal(many or 0)
    stock += cards.deal(pile.size) if pile.size is not None else cards.rest if pile.rests else []
    state.hands = {seat: held[seat] for seat in seats}
    state.stock, state.discard = [*stock, *bottom], [*under, top]
    return state


def fill(hand: list[Card], size: int, rest: list[Card], reference: str) -> None:
    """Fill a hand with ordinary cards that lie nowhere: tens first, and no special ones, which answer penalties."""
    ordinary = [card for card in rest if not special(card, reference)]
    for card in sorted(ordinary, key=lambda card: (FILLERS.index(card.rank), -card.index)):
        if len(hand) >= size:
            return
        rest.remove(card)
        hand.append(card)


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


@value
class OwnTurn:
    """One own turn: what its player could do, what they did, the state behind it, and how many moments were over."""

    seat: Seat
    legal: Sequence[Move]
    played: Card | None
    drawn: tuple[Card, ...]
    countered: bool
    state: State
    moments: int


def own_turns(behind: Behind[State]) -> Iterator[OwnTurn]:
    """List the own turns played: each begins with what its player is asked, and ends with whose turn is next."""
    asked, played, drawn = None, None, list[Card]()
    for n, moment in enumerate(behind.story, 1):
        if isinstance(moment.ask, Play | Counter):
            asked, played, drawn = moment.ask, None, []
        match moment.event:
            case CardPlayed(card=card):
                played = card
            case CardsDrawn(cards=cards):
                drawn += cards
            case TurnPassed() | GameEnded() if asked is not None:
                countered = isinstance(asked, Counter) and played is not None
                yield OwnTurn(asked.seat, asked.choices, played, tuple(drawn), countered, moment.state, n)
                asked = None


def shown(behind: Behind[State]) -> Mapping[str, Any]:
    """Show how things are in the keys of rule cases; fields that a case does not name may be anything."""
    state, turns = behind.state, list(own_turns(behind))
    found: dict[str, Any] = {
        "step": state.turn, "turn": state.on_turn, "on_turn": state.on_turn, "reference_suit": state.reference,
        "fatal_seven": f"7{state.reference}", "top": state.top.code if state.discard else "none",
        "pending": state.pending, "in_force": _in_force(state.required), "required": _in_force(state.required),
        "direction": "forward" if state.direction == FORWARD else "backward",
        **lying(MENDING, state, state.seats, {"hands": "HAND", "stock": "STOCK", "discard": "DISCARDS"}),
        "in_hand": {seat: len(hand) for seat, hand in state.hands.items()},
        "sums": {seat: total(hand) for seat, hand in state.hands.items()},
        "unsafe": [seat for seat, hand in state.hands.items() if eliminated(hand)],
        "stock_size": len(state.stock),
        "discard_size": len(state.discard),
        "out": list(state.out), "eliminated": _eliminated(state),
        "required_suit": state.required if state.required in "HDCS" and state.required else "none",
        "required_colour": _in_force(state.required) if state.required in (RED, BLACK) else "none",
        "own_turns": len(turns), "sequence": [_own(one) for one in turns],
        "_loose": ("*",), "_ordered": ("stock", "discard", "sequence"),
    }  # fmt: skip
    found |= {f"turn_{n}": _own(one) for n, one in enumerate(turns, 1)}
    if turns:
        first = turns[0]
        found |= {key: value for key, value in _own(first).items() if key in ("legal", "played", "drawn", "drew")}
        found["hand"] = _hand_behind(state, turns)
        last = turns[-1]  # an 8 skips, and between two a Jack as well
        rank = last.played.rank if last.played is not None and not state.over else ""
        skips = rank == "8" or (rank == "J" and len(state.seats) - len(state.out) == 2)
        found["skipped"] = state.after(last.seat) if skips else "none"
        for one in reversed(turns):  # of each player the first own turn by name
            own, name = _own(one), one.seat.lower()
            found |= {f"{name}_legal": own["legal"], f"after_{name}": own}
    if not state.over and f"{state.on_turn.lower()}_legal" not in found:
        moves = countering(state, state.on_turn) if state.pending else able(state, state.on_turn)
        found[f"{state.on_turn.lower()}_legal"] = [str(move) for move in moves]
    return found


def _hand_behind(state: State, turns: Sequence[OwnTurn]) -> list[str]:
    """Show the hand as it was behind a player's first own turn: what later ones brought is taken back."""
    first = turns[0]
    later = [one for one in turns[1:] if one.seat == first.seat]
    drawn = [card for one in later for card in one.drawn]
    played = [one.played for one in later if one.played is not None]
    return [card.code for card in (*state.hands[first.seat], *played) if card not in drawn]


def _eliminated(state: State) -> list[Seat]:
    """Name who is out, and whom a check eliminated that ended the game."""
    shown_up = state.opened if state.over else []
    return [seat for seat in state.seats if seat in state.out or (seat in shown_up and eliminated(state.hands[seat]))]


def _in_force(required: str) -> str:
    return required.lower() if required in (RED, BLACK, FREE) else required or "none"


def _own(one: OwnTurn) -> dict[str, Any]:
    """Show one own turn of the step."""
    s = one.state
    return {
        "seat": one.seat, "legal": [str(move) for move in one.legal], "played": str(one.played or "none"),
        "drawn": [card.code for card in one.drawn],
        "drew": len(one.drawn), "countered": one.countered, "pending": s.pending,
        "in_force": _in_force(s.required), "required": _in_force(s.required), "top": s.top.code,
        "next": s.on_turn, "turn": s.on_turn, "direction": "forward" if s.direction == FORWARD else "backward",
    }  # fmt: skip


def until(expect: Mapping[str, Any], behind: Behind[State]) -> int:
    """End a case behind its last own turn: as many as it says, else the last told of, or for which an order was new.

    Never before the first; a turn by mail may go on.
    """
    turns, told = list(own_turns(behind)), expect.get("sequence")
    last = whole_number(behind.given.get("own_turns", 0), "own_turns", 0)
    if not last and not any(expect.get(key) not in (None, "none") for key in WHOLE):
        named = [int(m[1]) for key in expect if (m := OWN_TURN.fullmatch(key))]
        last = len(told) if isinstance(told, list) else max(1, ordered(behind.events), *named)
    return turns[last - 1].moments if 0 < last < len(turns) else len(behind.story)


def meant(expect: Mapping[str, Any], behind: Behind[State]) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
    """Compare own turns told in sentences with those played."""
    found, told, turns = dict(shown(behind)), expect.get("sequence"), list(own_turns(behind))
    if isinstance(told, list) and told and all(isinstance(one, str) for one in told):
        like = len(told) == len(turns) and all(map(tells, told, turns))
        found["sequence"] = told if like else [spoken(one) for one in turns]
    return expect, found


def ordered(events: Sequence[Event]) -> int:
    """Count the own turns up to the last one with an order in it; a policy counts where it is first used."""
    last = own = 0
    used: set[tuple[Seat, int | str]] = set()
    for e in events:
        match e:
            case Answered(about="Play" | "Counter" | "Drawn" | "NameSuit") if (e.seat, e.because) not in used:
                last = own + 1
                used.add((e.seat, e.because))
            case TurnPassed() | GameEnded():
                own += 1
    return last


def tells(sentence: str, one: OwnTurn) -> bool:
    """Say whether a sentence tells an own turn: its player first, then the cards played, or how many were drawn."""
    cards = [card for word in SPELT.findall(sentence) if (card := card_named(word, Pack.FRENCH)) is not None]
    drawn = DRAWS.search(sentence)
    return (
        sentence.casefold().startswith(f"{one.seat.casefold()} ")
        and all(card is one.played or card in one.drawn for card in cards)
        and (drawn is None or int(drawn[1]) == len(one.drawn))
        and ("counter" not in sentence.casefold() or one.countered)
    )


def spoken(one: OwnTurn) -> str:
    """Say an own turn as a case would."""
    if one.played is not None:
        return f"{one.seat} {'counters' if one.countered else 'plays'} {one.played}"
    return f"{one.seat} draws {len(one.drawn)}"


CASE_WORDS: CaseWords[State] = CaseWords(given, shown, until=until, meant=meant)
