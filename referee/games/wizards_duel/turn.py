"""WD-1 to WD-3 and WD-6 to WD-11: the set-up, a turn by e-mail, round by round (WD-P1), and the end of a duel."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from referee.engine.author import NO_OR_YES, OBSERVER, PUBLIC, Event, Seat, Setup, Table, all_but, only
from referee.games.cards import Card
from referee.games.wizards_duel import events as ev
from referee.games.wizards_duel import values
from referee.games.wizards_duel.state import MOON, Duel, Options, Side, State

HAND = 4
D12 = 12
ROLES = ("leader", "responder")


def start(t: Table[State], setup: Setup) -> None:
    """Set up a duel: dice for the lead, decks shuffled and perhaps cut, four cards each."""
    options = Options.of(setup.options)
    first, second = setup.seats
    # Both roll a D12, and the higher leads the first round (WD-2.1); equal rolls are rolled again (WD-R2).
    rolls = values.until_unlike(lambda side: t.chance.die(D12, "opening", setup.seats[side]))
    leader = setup.seats[values.higher(rolls)]
    t.state, (ones, twos) = State((first, second), options, leader, {}), map(tuple, rolls)
    t.tell(ev.LeadRolled(first=first, first_rolls=ones, second=second, second_rolls=twos, leader=leader, to=PUBLIC))
    for copy, seat in enumerate(t.seats):
        # Each player's own deck is shuffled (WD-1.3, WD-R1); of a half deck the top part is kept (WD-R20).
        cards = t.chance.shuffled(options.pack(copy), "deck", seat)
        kept = options.half_cut if options.deck == "half" else len(cards)
        t.state.sides[seat] = side = Side(deck=cards[:kept], aside=cards[kept:])
        t.tell(ev.DeckShuffled(seat=seat, cards=kept, aside=len(side.aside), to=PUBLIC))
    for seat in t.seats:
        draw_hand(t, seat)


def draw_hand(t: Duel, seat: Seat) -> None:
    """Draw four cards from the top of the deck, or as many as are left (WD-1.4, WD-R4)."""
    side = t.state.sides[seat]
    drawn = tuple(side.deck[:HAND])
    del side.deck[:HAND]
    side.hand += drawn
    t.tell(
        ev.HandDrawn(seat=seat, cards=drawn, to=only(seat)),
        ev.HandDrawnUnseen(seat=seat, count=len(drawn), to=all_but(seat)),
    )


def play_turn(t: Duel) -> None:
    """Who gives up does so first, both at once (WD-R19, WD-P1.8); then rounds to the end of the turn (WD-P1.1)."""
    t.state.turn += 1
    t.state.rounds.clear()
    t.tell(ev.TurnBegun(turn=t.state.turn, leader=t.state.leader, to=PUBLIC))
    if leaving := t.who([ev.Resign(seat, NO_OR_YES) for seat in t.state.seats]):
        resign(t, leaving)
        return
    while goes_on(t):
        play_round(t)
        if ends(t):
            return


def goes_on(t: Duel) -> bool:
    """A turn plays its own rounds, and then as many more as both allow, up to the most of a turn (WD-P1.1)."""
    played, options = len(t.state.rounds), t.state.options
    if played < options.rounds:
        return True
    if played >= options.most_rounds:
        return False
    return t.agree([ev.PlayOn(seat, NO_OR_YES, played) for seat in t.state.seats], "The other side went no further.")


def play_round(t: Duel) -> None:
    """The leader lays a card, the responder lays one or calls (WD-3.1); the lead passes, empty hands are refilled."""
    number = len(t.state.rounds) + 1
    leader, responder = t.state.leader, t.state.other(t.state.leader)
    led, drawn = lay(t, leader, t.ask(ev.Lead(leader, cards_or_draw(t, leader), number)))
    t.tell(ev.CardLed(round=number, seat=leader, card=led, drawn=drawn, to=PUBLIC))
    calling = (ev.Act.CALL,) if t.state.sides[responder].calls else ()  # WD-6.2, WD-R8
    choices = (*cards_or_draw(t, responder), *calling)
    answer = t.ask(ev.Reply(responder, choices, number, leader, led, drawn))
    called = ev.RoundEnded(
        round=number, verdict=ev.Verdict.CALLED,
        leader=leader, led=led, led_drawn=drawn, responder=responder, to=PUBLIC,
    )  # fmt: skip
    if answer is ev.Act.CALL:  # the led card is discarded; no points, no dice, the round is over (WD-6.2, WD-R10)
        t.state.sides[responder].calls -= 1  # WD-6.4
        end_round(t, called)
        t.tell(ev.CallSpent(seat=responder, calls=t.state.sides[responder].calls, to=PUBLIC))
    else:
        settle(t, called, *lay(t, responder, answer))
    t.state.leader = responder  # WD-2.2: the lead passes however the round ended
    if t.state.rounds[-1].verdict is not ev.Verdict.DEATHS:
        for seat, side in t.state.sides.items():
            if not side.hand and side.deck:  # each draws a new hand apart (WD-3.4, WD-R4, WD-R8)
                draw_hand(t, seat)


def cards_or_draw(t: Duel, seat: Seat) -> tuple[ev.Move, ...]:
    """A card of the hand, or the top card of the deck if there is one (WD-7.1, WD-R11)."""
    side = t.state.sides[seat]
    return (*side.hand, ev.Act.DRAW) if side.deck else tuple(side.hand)


def lay(t: Duel, seat: Seat, move: ev.Move) -> tuple[Card, bool]:
    """Lay a card face-up, from the hand or unseen from the deck, and say which it is and whether it was drawn.

    A drawn one is played at once, and is no refilling (WD-7.1, WD-7.2, WD-R11).
    """
    side = t.state.sides[seat]
    drawn = not isinstance(move, Card)
    card = move if isinstance(move, Card) else side.deck.pop(0)
    if not drawn:
        side.hand.remove(card)
    side.table.append(card)
    return card, drawn


def settle(t: Duel, called: ev.RoundEnded, reply: Card, drawn: bool) -> None:
    """Both cards are down: final values, points, discards (WD-3.2, WD-3.3), and what else the round brings."""
    seats = (called.leader, called.responder)

    def roll(side: int) -> int:
        return t.chance.die(D12, "dice", ROLES[side], str(called.round), seats[side])

    result = values.compare((called.led, reply), t.state.options, roll)
    winner = seats[result.winner] if result.winner is not None else OBSERVER
    # Points go on the winner's sheet (WD-3.2); in the drinking game they are given to the opponent (WD-11.1).
    sheet = t.state.other(winner) if winner and t.state.options.drinking else winner
    ended = replace(
        called, verdict=result.verdict, reply=reply, reply_drawn=drawn,
        led_dice=tuple(result.dice[0]), reply_dice=tuple(result.dice[1]),
        led_value=result.values[0], reply_value=result.values[1],
        winner=winner, points=result.points, sheet=sheet,
    )  # fmt: skip
    if sheet:
        t.state.sides[sheet].score += result.points
    end_round(t, ended)
    consequences(t, ended)


def end_round(t: Duel, ended: ev.RoundEnded) -> None:
    """Cards on the table go to their owners' discard piles, out of play for good (WD-3.3)."""
    for side in t.state.sides.values():
        side.discard += side.table
        side.table.clear()
    t.state.rounds.append(ended)
    t.tell(ended)


def consequences(t: Duel, ended: ev.RoundEnded) -> None:
    """The Moon's loss (WD-8.2), a call for nine points or more (WD-6.3), and drinks (WD-11.1).

    In the drinking game the Moon's player has 24 points more of a burden. All that a round writes on one sheet is owed
    in drinks, under the one limit agreed on (WD-11.2, WD-R22, WD-R23).
    """
    sides, moons, drinking = t.state.sides, moons_player(ended), t.state.options.drinking
    if moons:
        change = values.MOONS_LOSS if drinking else -values.MOONS_LOSS
        sides[moons].score += change
        t.tell(ev.MoonPaid(seat=moons, change=change, to=PUBLIC))
    if values.earns_call(ended.points):
        sides[ended.winner].calls += 1
        t.tell(ev.CallGained(seat=ended.winner, calls=sides[ended.winner].calls, to=PUBLIC))
    if drinking and (drinker := moons or ended.sheet):
        owed = ended.points + (values.MOONS_LOSS if moons else 0)
        drinks = min(owed, t.state.options.drink_cap or owed)
        sides[drinker].drinks += drinks
        t.tell(ev.DrinksOwed(seat=drinker, drinks=drinks, capped=drinks < owed, to=PUBLIC))


def moons_player(ended: ev.RoundEnded) -> Seat:
    """Name the one whose Moon met the Sun, if that happened."""
    if ended.verdict is not ev.Verdict.ECLIPSE:
        return OBSERVER
    return ended.leader if ended.led.face is MOON else ended.responder


OUT_OF_CARDS, TWO_DEATHS, RESIGNED, BOTH_RESIGNED = "out of cards", "two Deaths", "resigned", "both resigned"

ENDS = {
    OUT_OF_CARDS: "A player has neither hand nor deck left (WD-9.1, WD-R18).",
    TWO_DEATHS: "Death met Death (WD-8.4).",
    RESIGNED: "A player gave up (WD-R19).",
    BOTH_RESIGNED: "Both players gave up in the same turn (WD-R25).",
}


def ends(t: Duel) -> bool:
    """Tell the end when Death meets Death, or one has no card left to play, whatever the other holds (WD-9.1, WD-R18).

    The higher score wins (WD-9.2), in the drinking game the lower (WD-11.3); equal scores are a draw (WD-R19).
    """
    s = t.state
    deaths = s.rounds[-1].verdict is ev.Verdict.DEATHS
    if not deaths and all(side.hand or side.deck for side in s.sides.values()):
        return False
    s.over, (first, second) = True, s.seats
    lead = s.sides[first].score - s.sides[second].score
    ahead, behind = (second, first) if s.options.drinking else (first, second)
    t.end(TWO_DEATHS if deaths else OUT_OF_CARDS, [ahead if lead > 0 else behind] if lead else ())
    return True


def resign(t: Duel, resigning: list[Seat]) -> None:
    """Who resigns loses, whatever the scores (WD-R19); if both do at once, it is a draw (WD-R25)."""
    t.state.over = True
    t.tell(*(ev.Resigned(seat=seat, to=PUBLIC) for seat in resigning))
    winners = [seat for seat in t.state.seats if seat not in resigning]
    t.end(RESIGNED if winners else BOTH_RESIGNED, winners)


def hands(state: State) -> Sequence[tuple[Seat, Sequence[Card]]]:
    """Lay open what each player still holds, the rest of their deck, and the half set aside (section 3)."""
    opened: list[tuple[Seat, Sequence[Card]]] = [(seat, sorted(side.hand)) for seat, side in state.sides.items()]
    for seat, side in state.sides.items():
        opened.append((Seat(f"{seat}'s deck, from the top"), side.deck))
        opened += [(Seat(f"{seat}'s half set aside"), side.aside)] if side.aside else []
    return opened


def tally(events: Sequence[Event]) -> Iterator[tuple[str, object]]:
    """Name what simulations count: how rounds are decided, and whose."""
    for e in events:
        if isinstance(e, ev.RoundEnded):
            yield "How rounds were decided", e.verdict.value
            yield "Who scored", "nobody" if not e.winner else "the leader" if e.winner == e.leader else "the responder"
