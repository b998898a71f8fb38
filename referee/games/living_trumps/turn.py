"""LT-5: a Turn from beginning to end, one step (LT-P1.1); with its Power Step, LT-15 and LT-16."""

from __future__ import annotations

from referee.engine.audience import PUBLIC, Seat
from referee.games.cards import Card
from referee.games.living_trumps import blood
from referee.games.living_trumps import events as ev
from referee.games.living_trumps.asks import SPENDS, Drop, GiveShadow, Spending
from referee.games.living_trumps.deck import Court
from referee.games.living_trumps.hands import told
from referee.games.living_trumps.poker import FULL
from referee.games.living_trumps.shadow_phase import shadow_phase
from referee.games.living_trumps.shadows import counts, lay_in
from referee.games.living_trumps.standing import check_victory, set_initiative
from referee.games.living_trumps.state import Player, Reason, Trumps
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
