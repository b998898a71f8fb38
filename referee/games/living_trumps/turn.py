"""LT-5: a Turn from beginning to end; one Turn is one step (LT-P1.1)."""

from __future__ import annotations

from referee.engine.audience import PUBLIC, Seat
from referee.games.living_trumps import blood
from referee.games.living_trumps import events as ev
from referee.games.living_trumps.asks import SPENDS, Spending
from referee.games.living_trumps.assistance import settle_bargain
from referee.games.living_trumps.blood import Ante
from referee.games.living_trumps.deal import deal, win
from referee.games.living_trumps.duel import fight
from referee.games.living_trumps.initiative import set_initiative
from referee.games.living_trumps.moves import ANY, TERMS, Name, Terms
from referee.games.living_trumps.power import power_step
from referee.games.living_trumps.shadow_phase import shadow_phase
from referee.games.living_trumps.shadows import counts
from referee.games.living_trumps.stands import stand
from referee.games.living_trumps.state import Reason, Scene, Trumps
from referee.games.living_trumps.substance import substance_phase
from referee.games.living_trumps.tricks import tricks_phase
from referee.games.living_trumps.victory import check_victory

PHASES = ("new-blood", "shadow", "substance", "tricks")


def play_turn(t: Trumps) -> None:
    """Each player's Intrigue Step in initiative order, then the Power Step; then the next order is set (LT-5.1)."""
    s, scene = t.state, t.state.scene
    s.notes, s.ledger, s.proved = [], [], []
    for p in s.players.values():
        p.hit = False
    t.tell(ev.TurnBegan(turn=s.turn, to=PUBLIC))
    spends = t.ask_all([Spending(seat, SPENDS) for seat in s.players])
    for p, spend in zip(s.players.values(), spends, strict=True):
        p.spend = spend
    if scene.kind:
        play_scene(t, scene)
        t.heard = None
    else:
        for seat in s.initiative:
            intrigue(t, seat)
        power_step(t)
    if scene.kind in ("", "power") and not check_victory(t):
        next_turn(t)
    for p in s.players.values():
        p.hit, p.spend = False, SPENDS[0]
    s.scene = Scene()
    t.tell(counts(s))


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


def next_turn(t: Trumps) -> None:
    """The next Turn's order is printed with this report, and a cursed Hand lies open from now on (LT-P1.2, LT-R27)."""
    s = t.state
    s.turn += 1
    set_initiative(t)
    open_hands(t)


def open_hands(t: Trumps) -> None:
    """Lay open the Hands of those who were cursed."""
    for p in t.state.players.values():
        if t.state.is_open(p.seat):
            t.tell(ev.HandOpened(seat=p.seat, turn=t.state.turn, cards=tuple(p.hand), to=PUBLIC))


def play_scene(t: Trumps, scene: Scene) -> None:
    """Play a part of a Turn by itself, for rule cases."""
    t.state.note("active", scene.active)
    t.heard = lambda question, answer: stand(t.state, question, answer)
    match scene.kind:
        case "intrigue":
            intrigue(t, scene.active, scene.phase or PHASES[0])
        case "power":
            power_step(t)
        case "initiative":
            set_initiative(t)
        case "duel":
            ante = Ante(scene.active, 0)
            stake_scene(t, scene, ante)
            winner = fight(t, scene.active, scene.other)
            win(t, winner, scene.other if winner == scene.active else scene.active, ante)
        case _:
            ante = Ante(scene.active, 0)
            stake_scene(t, scene, ante)
            for bargain in deal(t, scene.active, scene.other, scene_terms(scene), ante, forced=False):
                settle_bargain(t, bargain)


def stake_scene(t: Trumps, scene: Scene, ante: Ante) -> None:
    """Lay the Ante that a rule case gives."""
    if scene.ante:
        blood.gain(t, scene.active, scene.ante, Reason.ANTE)
        blood.stake(t, ante, scene.active, scene.ante, Reason.ANTE)


def scene_terms(scene: Scene) -> Terms:
    """Read the terms that a rule case gives."""
    names = [_name(scene.agreed.get(seat, "")) for seat in (scene.active, scene.other)]
    return Terms(names[0], names[1])


def _name(code: str) -> Name | None:
    return next(one for one in (ANY, *TERMS) if str(one) == code) if code else None
