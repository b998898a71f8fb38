"""AM-4: the options of a turn, and attacks by option."""

from __future__ import annotations

from functools import lru_cache

from referee.engine.audience import PUBLIC, Seat, only
from referee.engine.events import OrderLapsed
from referee.games.amber import events as ev
from referee.games.amber.asks import ChooseOption
from referee.games.amber.combat import Fight, fight
from referee.games.amber.events import Occasion
from referee.games.amber.moves import Kind, TurnOption
from referee.games.amber.state import CHAOS, Amber, Board, Player, State, rested

REMEMBERED = 1024
"""So many sets of options are made once, some for each seat of a table."""


@lru_cache(REMEMBERED)
def legal_options(
    *, in_amber: bool, may_seize: bool, may_travel: bool, targets: tuple[Seat, ...]
) -> tuple[TurnOption, ...]:
    """In Amber: wait, seize, attack, move into Shadow; in Shadow: stay or return (AM-4.1, AM-4.6)."""
    if not in_amber:
        return (TurnOption(Kind.STAY), TurnOption(Kind.RETURN))
    seize = (TurnOption(Kind.SEIZE),) if may_seize else ()
    travel = (TurnOption(Kind.GO),) if may_travel else ()
    return (TurnOption(Kind.WAIT), *seize, *(TurnOption(Kind.ATTACK, seat) for seat in targets), *travel)


def options_of(b: Board, seat: Seat) -> tuple[TurnOption, ...]:
    """List what an able player may choose; a ruler need not seize (R-30), others may need their Court card (R-26).

    The dead may be named too, for the Star may revive one before the attack comes up (AM-4.10).
    """
    p, chaos = b.players[seat], (CHAOS,) if b.enthroned else ()
    return legal_options(
        in_amber=p.in_amber,
        may_seize=b.has_claim(seat),
        may_travel=rested(b.turn, p.back_since),
        targets=(*(one for one in b.players if one != seat), *chaos),
    )


def reveal(t: Amber) -> None:
    """Every able player chooses one option in secret, then all are revealed at once (AM-3.1, AM-4.8)."""
    s = t.state
    able = [p for p in s.living() if s.able(p.seat)]
    answers = t.ask_all([ChooseOption(p.seat, options_of(s, p.seat)) for p in able])
    s.chosen = {p.seat: option for p, option in zip(able, answers, strict=True)}
    t.tell(
        *(
            ev.OptionRevealed(seat=seat, option=option.kind, target=option.target, to=PUBLIC)
            for seat, option in s.chosen.items()
        )
    )


def option_attacks(t: Amber) -> None:
    """Option attacks are fought one after another in initiative order (AM-8.20, B10).

    One who has no card to open the combat with has not attacked (AM-4.10).
    """
    for p in t.state.in_order():
        option = t.state.chosen.get(p.seat)
        if option is None or option.kind is not Kind.ATTACK or t.state.stopped:
            continue
        reason = attack_fails(t.state, p, option)
        if not reason and not fight(t, Fight(p.seat, option.target or CHAOS, Occasion.OPTION)):
            reason = "you had no card for it."
        if reason:
            lapse(t, p.seat, option, reason)
        t.state.chosen.pop(p.seat, None)


def attack_fails(s: State, p: Player, option: TurnOption) -> str:
    """An attack lapses if one side cannot fight, is not in Amber, or is the attacker's lord (AM-4.10, AM-8.21)."""
    if not s.able(p.seat):
        return "you could not act any more."
    if not p.in_amber:
        return "you were not in Amber."
    if option.target == CHAOS:
        return "" if s.enthroned else "Chaos was not on the Throne."
    assert option.target is not None
    target = s.players[option.target]
    if not target.alive:
        return f"{target.seat} was dead."
    if not target.in_amber:
        return f"{target.seat} was not in Amber."
    return f"{target.seat} was your lord." if p.lord == target.seat else ""


def lapse(t: Amber, seat: Seat, option: TurnOption, reason: str) -> None:
    """What does not take place is seen by all; why, is told to its player alone."""
    t.tell(ev.OptionLapsed(seat=seat, option=option.kind, target=option.target, to=PUBLIC))
    if option.order:
        t.tell(OrderLapsed(seat=seat, order=option.order, reason=reason, to=only(seat)))


def lapse_unused(t: Amber) -> None:
    """At the end of the turn the moves that were not made have lapsed, without cost (AM-3.7, AM-9.2)."""
    s = t.state
    reason = "Amber was attacked, and the turn was over." if s.cut_short else "you could not act any more."
    for seat, option in s.chosen.items():
        home = option.kind is Kind.RETURN and s.players[seat].in_amber
        reigns = option.kind is Kind.SEIZE and s.ruler == seat
        if option.kind not in (Kind.WAIT, Kind.STAY) and not home and not reigns:
            lapse(t, seat, option, reason)
