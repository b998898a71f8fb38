"""EL-4 and EL-10: how rounds begin, Fire, and the end of rounds and of the match."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.engine.author import NO_OR_YES, OBSERVER, PUBLIC, Chance, Event, Seat, Setup, Table, only
from referee.games.cards import Card
from referee.games.elements import events as ev
from referee.games.elements.asks import Again
from referee.games.elements.claims import Moment, contest, in_order
from referee.games.elements.events import IslandSeen, OceanShown, RoundBegun
from referee.games.elements.minds import Mind
from referee.games.elements.state import Lying, Match, Options, State, remember, tell
from referee.games.elements.values import FOUR, PACK


def start(t: Table[State], setup: Setup) -> None:
    """Set up a match and deal its first round."""
    t.state = empty(setup)
    t.tell(*deal(t.state, t.chance))


def empty(setup: Setup) -> State:
    """Make a table without cards."""
    seats, options = setup.seats, Options.of(setup.options)
    return State(
        seats, options, islands={seat: [] for seat in seats}, flames={seat: [] for seat in seats}, hands={}, ocean={},
        new_spot=1, size=options.island(len(seats)), due=dict.fromkeys(seats, 0), wins=dict.fromkeys(seats, 0),
        minds={seat: Mind(seat, seats) for seat in (*seats, OBSERVER)},
    )  # fmt: skip


def deal(state: State, chance: Chance) -> list[Event]:
    """Flames are empty, Islands filled with random cards, the rest is the Ocean (EL-4.1); all touch (EL-4.2, EL-P1.1).

    Once play has begun an owner sees all of their Island (EL-R2); without magic the Ocean lies open (EL-11.1).
    """
    cards = chance.shuffled(PACK, "deck")
    state.size, state.new_spot, state.since, state.impulse = state.options.island(len(state.seats)), 1, 0, 1
    for zone in (state.hands, state.ocean, state.dibs, state.penance, state.hides, state.guards):
        zone.clear()
    state.restart = False
    up = not state.options.mage
    for seat in state.seats:
        state.islands[seat], cards = cards[: state.size], cards[state.size :]
        state.flames[seat], state.due[seat] = [], 0
    for card in cards:
        state.lay(Lying(card, up=up))
    spots = tuple(state.ocean)
    events: list[Event] = [RoundBegun(round=state.round, size=state.size, spots=spots, up=up, to=PUBLIC)]
    if up:
        events.append(OceanShown(spots=spots, cards=tuple(cards), to=PUBLIC))
    events += [IslandSeen(seat=seat, cards=tuple(state.islands[seat]), to=only(seat)) for seat in state.seats]
    remember(state, *events)
    return events


FIRE, ROUNDS, ENOUGH, CALM = "Fire", "rounds played", "no more rounds wanted", "no Fire"

ENDS = {
    FIRE: "A player had four cards of one type in their Flame (EL-10.1).",
    ROUNDS: "All rounds of the match are played; who won most wins it (EL-P1.2, EL-R15).",
    ENOUGH: "More than half of the players wanted no more rounds (EL-R15).",
    CALM: "The only round came to its limit without Fire (EL-R14).",
}


def fires(state: State) -> list[Seat]:
    """Name those who have four of a kind in their Flame (EL-10.1)."""
    return [seat for seat in state.seats if len(state.flames[seat]) == FOUR]


def fire(t: Match, now: Moment) -> list[Seat]:
    """Fire is said and shown; of several at one moment one wins as in a contest, or all share (EL-10.2, EL-R9)."""
    said = fires(t.state)
    winners = said if t.state.options.shared else [contest(t, now, "Fire", said)]
    for seat in said:
        cards = tuple(in_order(t.state.flames[seat], now))
        kind = ev.FireSaid if seat in winners else ev.FireOutranked
        tell(t, kind(seat=seat, impulse=now.impulse, cards=cards, to=PUBLIC))
    return winners


def end_round(t: Match, winners: Sequence[Seat]) -> None:
    """The round is over; a new one may start from scratch (EL-10.2), unless the match is at its end (EL-R15)."""
    state = t.state
    for seat in winners:
        state.wins[seat] += 1
    tell(t, ev.RoundEnded(round=state.round, winners=tuple(winners), to=PUBLIC))
    if state.round >= state.options.rounds:
        end(t, ROUNDS if state.options.rounds > 1 else FIRE if winners else CALM)
        return
    answers = t.ask_all([Again(seat, NO_OR_YES, state.round) for seat in state.seats])
    if answers.count(False) * 2 > len(answers):
        end(t, ENOUGH)
    else:
        state.round += 1
        t.tell(*deal(state, t.chance))


def end(t: Match, reason: str) -> None:
    """Who won most rounds wins the match; several may share it, and without any Fire nobody wins (EL-R15)."""
    wins = t.state.wins
    t.state.over = True
    t.end(reason, [seat for seat, won in wins.items() if won and won == max(wins.values())])


def hands(state: State) -> Sequence[tuple[Seat, Sequence[Card]]]:
    """Lay open what everybody had at the end."""
    piles = (("Flame", state.flames), ("Island", state.islands))
    return [(Seat(f"{seat}'s {name}"), sorted(cards[seat])) for seat in state.seats for name, cards in piles]


def tally(events: Sequence[Event]) -> Iterator[tuple[str, object]]:
    """Name what simulations count: types that win, Whirlwinds, and contests."""
    for e in events:
        match e:
            case ev.FireSaid(cards=cards):
                yield "Types that won", cards[0].rank
            case ev.RoundEnded(winners=winners):
                yield "How rounds ended", "Fire" if winners else "at the limit"
            case ev.WhirlwindCalled():
                yield "What stirred the table", "Whirlwinds"
            case ev.ClaimContested(lots=lots):
                yield "How contests were decided", "by lot" if lots else "by due"
