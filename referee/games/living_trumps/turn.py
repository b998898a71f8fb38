"""LT-5: a Turn from beginning to end, one step (LT-P1.1), with its Power Step, LT-15 and LT-16.

Then LT-6 and LT-24: who stands higher: who acts first, and who has won; and the cut for high card. Purposes of chance
here: ``cuts/<seat>``, with ranks as values, and ``lots``, the thirteen ranks in an order.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from referee.engine.audience import PUBLIC, Seat
from referee.engine.events import Event
from referee.games.cards import Card
from referee.games.living_trumps import blood
from referee.games.living_trumps import events as ev
from referee.games.living_trumps.asks import SPENDS, Drop, GiveShadow, Spending
from referee.games.living_trumps.deck import RANKS, Court, height, ordered
from referee.games.living_trumps.hands import told
from referee.games.living_trumps.moves import JOKER, Place
from referee.games.living_trumps.poker import FULL, Power, Value, value, wins
from referee.games.living_trumps.shadow_phase import shadow_phase
from referee.games.living_trumps.shadows import counts, lay_in
from referee.games.living_trumps.state import JewelAt, Player, Reason, State, Trumps
from referee.games.living_trumps.substance import substance_phase
from referee.games.living_trumps.tricks import tricks_phase

PHASES = ("new-blood", "shadow", "substance", "tricks")


def play_turn(t: Trumps) -> None:
    """Each player's Intrigue Step in initiative order, then the Power Step; then the next order is set (LT-5.1)."""
    begin(t)
    for seat in t.state.initiative:
        intrigue(t, seat)
    power_step(t)
    curses(t)
    if not check_victory(t):
        next_turn(t)
    close(t)


def begin(t: Trumps) -> None:
    """A Turn begins, and all say how they spend Blood in it (LT-R13)."""
    s = t.state
    s.ledger, s.proved = [], []
    for p in s.players.values():
        p.hit = False
    t.tell(ev.TurnBegan(turn=s.turn, to=PUBLIC))
    spends = t.ask_all([Spending(seat, SPENDS) for seat in s.players])
    for p, spend in zip(s.players.values(), spends, strict=True):
        p.spend = spend


def close(t: Trumps) -> None:
    """What holds for a Turn is over."""
    for p in t.state.players.values():
        p.hit, p.spend = False, SPENDS[0]
    t.state.forget()
    t.tell(counts(t.state))


def intrigue(t: Trumps, seat: Seat, first: str = PHASES[0]) -> None:
    """One player's Intrigue Step: New Blood, Shadow, Substance, Tricks (LT-5.2)."""
    t.tell(ev.IntrigueBegan(seat=seat, to=PUBLIC))
    for phase in PHASES[PHASES.index(first) :]:
        match phase:
            case "new-blood":
                if t.state.jewel != seat:
                    blood.gain(t, seat, 1, Reason.NEW_BLOOD)
            case "shadow":
                shadow_phase(t, seat)
            case "substance":
                substance_phase(t, seat)
            case _:
                tricks_phase(t, seat)


def curses(t: Trumps) -> None:
    """Who was cursed this Turn plays the next with an open Hand; one that lies open now did so until here (LT-10.5)."""
    for e in t.events:
        if isinstance(e, ev.Cursed):
            t.state.players[e.victim].open_turn = t.state.turn + 1


def next_turn(t: Trumps) -> None:
    """The next Turn's order is printed with this report, and a cursed Hand lies open from now on (LT-P1.2, LT-R27)."""
    s = t.state
    s.turn += 1
    set_initiative(t)
    for p in s.players.values():
        if s.is_open(p.seat):
            t.tell(ev.HandOpened(seat=p.seat, turn=s.turn, cards=told(t, p.hand), to=PUBLIC))


def power_step(t: Trumps) -> None:
    """The Turning first, then all face-down Powerbase cards are turned up, and five may stay (LT-15.1, LT-15.2)."""
    turning(t)
    for seat in t.state.initiative:
        turn_powerbase_up(t, t.state.players[seat])
    for seat in t.state.initiative:
        recycle(t, t.state.players[seat])


def turning(t: Trumps) -> None:
    """Each Chaosian gives a Shadow to the one next above, the highest to the lowest (LT-16.1, LT-16.2, LT-R41)."""
    players = [t.state.players[seat] for seat in t.state.initiative]
    ring = [p for p in players if p.court is Court.CHAOS and p.face_up()]
    if len(ring) < 2:
        return
    takers = [ring[-1], *ring[:-1]]
    asks = []
    for p, taker in zip(ring, takers, strict=True):
        slots, cards = zip(*((one.slot, one.card) for one in p.face_up()), strict=True)
        asks.append(GiveShadow(p.seat, slots, taker.seat, cards, tuple(p.hand)))
    given = [p.shadow(slot) for p, slot in zip(ring, t.ask_all(asks), strict=True)]
    for p, laid in zip(ring, given, strict=True):
        p.shadows.remove(laid)
    gifts = []
    for p, laid, taker in zip(ring, given, takers, strict=True):
        gifts.append(ev.Gift(p.seat, laid.slot, taker.seat, laid.card, lay_in(taker.shadows, laid.card).slot))
    t.tell(ev.GiftsTurned(gifts=tuple(gifts), to=PUBLIC))


def turn_powerbase_up(t: Trumps, p: Player) -> None:
    """Consolidated cards count from now on (LT-14.3, LT-15.1)."""
    down = [one for one in p.powerbase if one.down]
    if not down:
        return
    for one in down:
        one.down, one.known = False, True
    slots, cards = tuple(one.slot for one in down), tuple(one.card for one in down)
    t.tell(ev.PowerTurnedUp(seat=p.seat, slots=slots, cards=cards, to=PUBLIC))


def recycle(t: Trumps, p: Player) -> None:
    """More than five cards: the owner recycles as many as are too many into their Shadows (LT-15.2, LT-R40)."""
    gone: list[Card] = []
    while len(p.powerbase) > FULL:
        slots = tuple(one.slot for one in p.powerbase)
        slot = t.ask(Drop(p.seat, slots, tuple(p.base), tuple(gone), t.state.options.low_ace))
        laid = next(one for one in p.powerbase if one.slot == slot)
        p.powerbase.remove(laid)
        gone.append(laid.card)
        new = lay_in(p.shadows, laid.card)
        t.tell(ev.Recycled(seat=p.seat, gone=slot, card=laid.card, slot=new.slot, to=PUBLIC))


PATIENCE = 20
"""So many cuts at most, before the lot decides (LT-R72)."""


@dataclass(frozen=True)
class Seen:
    """A card of the deck of which only the rank is looked at."""

    card: Card

    def __str__(self) -> str:
        return str(JOKER) if self.card.joker else self.card.rank


def ranking(t: Trumps) -> list[Seat]:
    """Rank by the poker value of the face-up Powerbase, then total Blood, then the cut (LT-6.1, LT-6.2, LT-R7)."""
    found: list[Seat] = []
    for tied in tiers(t, t.state.players.values()):
        found += cut(t, tied)
    return found


def tiers(t: Trumps, players: Iterable[Player]) -> Iterator[list[Seat]]:
    """Put players together who are equal in Powerbase and Blood, from the highest down (LT-6.1, LT-24.2)."""

    def strength(p: Player) -> tuple[Value, int]:
        return value(p.base, low_ace=t.state.options.low_ace), p.blood

    for _, tied in groupby(sorted(players, key=strength, reverse=True), key=strength):
        yield [p.seat for p in tied]


def cut(t: Trumps, seats: Sequence[Seat]) -> list[Seat]:
    """Equal players cut for high card; a Joker or equal ranks mean that all of them cut again (LT-R8).

    Where the Shadow Deck has fewer ranks than there are players, or does not decide for long, the lot does (LT-R72).
    """
    if len(seats) == 1:
        return list(seats)
    able = len({card.rank for card in t.state.shadow_deck if not card.joker}) >= len(seats)
    rounds: list[tuple[str, ...]] = []
    while able and len(rounds) < PATIENCE and not (rounds and decided(rounds[-1])):
        rounds.append(cut_once(t, seats))
    lots = not rounds or not decided(rounds[-1])
    if lots:
        rounds.append(tuple(t.chance.shuffled(RANKS, "lots")[: len(seats)]))
    joker = JOKER.card if any(str(JOKER) in one for one in rounds) else None
    t.tell(ev.Cut(seats=tuple(seats), rounds=tuple(rounds), joker=joker, lots=lots, to=PUBLIC))
    high = dict(zip(seats, rounds[-1], strict=True))
    return sorted(seats, key=lambda seat: -height(high[seat]))


def cut_once(t: Trumps, seats: Sequence[Seat]) -> tuple[str, ...]:
    """Look at one random card for each, of which all hear the rank; nothing moves in the deck (LT-R8)."""
    places = [Seen(card) for card in t.state.shadow_deck]
    seen = [t.chance.pick(places, "cuts", seat) for seat in seats]
    t.state.proved += [one.card for one in seen]
    return tuple(map(str, seen))


def decided(ranks: Sequence[str]) -> bool:
    """Say whether the ranks of a cut put all in an order."""
    return len(set(ranks)) == len(ranks) and str(JOKER) not in ranks


def set_initiative(t: Trumps) -> None:
    """The order of the next Turn is set, and printed with the report that opens it (LT-6.3, LT-P1.2)."""
    s = t.state
    s.initiative = ranking(t)
    powers = tuple(Power(value(s.players[seat].base, low_ace=s.options.low_ace)[0]) for seat in s.initiative)
    t.tell(ev.InitiativeSet(turn=s.turn, order=tuple(s.initiative), powers=powers, to=PUBLIC))


VICTORY, WAR_WON, LIMIT = "victory", "war won", "turn limit"

ENDS = {
    VICTORY: "A Powerbase was a Straight or a Flush at the end of a Turn (LT-24.1).",
    WAR_WON: "Straight or Flush, the Jewel, the Place of Power and the deed came together (LT-24.3).",
    LIMIT: "The last Turn was played: the strongest Powerbase wins, then more Blood, then the higher cut (LT-R67).",
}

OWN_PLACE = {Court.AMBER: Place.AMBER, Court.CHAOS: Place.ABYSS, Court.SHADOW: Place.KEEP}


def check_victory(t: Trumps) -> bool:
    """Look for winners at the end of a Turn, and end the game if there are any, or at the limit (LT-15.3)."""
    s = t.state
    if winning := [p for p in s.players.values() if has_won(s, p)]:
        reason, winners = WAR_WON if s.options.war else VICTORY, best(t, winning)
    elif s.options.max_turns and s.turn >= s.options.max_turns:
        reason, winners = LIMIT, ranking(t)[:1]
    else:
        return False
    s.over = True
    t.end(reason, winners, draw=False)
    return True


def has_won(s: State, p: Player) -> bool:
    """A winning hand; in the War also the Jewel, one's own Place, and the deed (LT-24.1, LT-24.3, LT-R66)."""
    if not wins(p.base, low_ace=s.options.low_ace):
        return False
    if not s.options.war:
        return True
    deed = p.deed == s.turn if s.options.deed_same_turn else p.deed > 0
    return s.jewel == p.seat and s.jewel_at is not JewelAt.BANK and p.place is OWN_PLACE[p.court] and deed


def best(t: Trumps, winning: Sequence[Player]) -> list[Seat]:
    """Of several the higher hand wins, then more Blood; a last tie is shared, or cut for (LT-24.2, LT-R64)."""
    seats = next(tiers(t, winning))
    return cut(t, seats)[:1] if t.state.options.cut_final_tie else seats


def hands(state: State) -> Sequence[tuple[Seat, Sequence[Card]]]:
    """Lay open each Hand and what lies face-down, and both decks, after the end."""
    opened: list[tuple[Seat, Sequence[Card]]] = [(seat, ordered(p.hand)) for seat, p in state.players.items()]
    for seat, p in state.players.items():
        down = [one.card for one in (*p.shadows, *p.powerbase) if one.down]
        if down:
            opened.append((Seat(f"{seat}'s face-down"), down))
    opened.append((Seat("the Trump Deck, from the top"), state.trump_deck))
    opened.append((Seat("the Shadow Deck, from the top"), state.shadow_deck))
    return opened


def tally(events: Sequence[Event]) -> Iterator[tuple[str, object]]:
    """Name what simulations count: actions, Deals, how Primal Chaos was met, Duels and Tricks."""
    for e in events:
        match e:
            case ev.ActionBegan(kind=kind):
                yield "Substance Actions", kind.value
            case ev.AntesShown(result=result):
                yield "What Deals came to", result
            case ev.ChaosMet(control=control):
                yield "Primal Chaos", control.value.lower()
            case ev.DuelEnded():
                yield "Duels", "fought"
            case ev.TrickDeclared():
                yield "Tricks", "declared"
