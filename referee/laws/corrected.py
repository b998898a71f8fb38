"""The law on the GM's corrections: a turn that begins with one keeps secrets, and views follow it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from referee.bots.bot import own_chance
from referee.cases.letters import Post
from referee.engine.audience import GM
from referee.engine.chance import Chance
from referee.engine.copies import copied
from referee.engine.errors import OrderError
from referee.engine.game import first_choice
from referee.engine.lexicon import Lexicon
from referee.engine.mends import NothingCorrected
from referee.engine.orders import Order
from referee.engine.table import Table
from referee.laws.breach import Breach
from referee.laws.lines import Phrases
from referee.laws.played import Position, Rules, Step, recording
from referee.laws.steps import (
    cards_are_conserved,
    everything_survives_storage,
    no_secret_is_told,
    views_agree_with_the_state,
)

EVERY = 3
"""Of so many turns one is played with corrections, each time others."""

AT_ONCE = 2
"""So many corrections stand before a turn, each of another kind if there are several."""

TRIED = 8
"""So many lines are tried for a kind of correction, until one fits."""

MOST = 60
"""So many phrases are tried for one slot: all places, and most cards."""

KEPT = (cards_are_conserved, no_secret_is_told, views_agree_with_the_state, everything_survives_storage)
"""The laws that such a turn keeps."""


def corrections_keep_secrets_and_views(step: Step, post: Post) -> Iterator[Breach]:
    """Whatever a GM sets right before a turn, cards stay cards, views agree, and nobody is told what is hidden."""
    if not step.rules.mends.verbs or (step.number + step.turn) % EVERY:
        return
    made = list(_corrections(step, post))
    orders = {**step.orders, GM: [one for _, one in made]}
    corrected = replace(step, orders=orders)
    after = step.before.play(orders, desks=recording(step.before, orders, step.random, None))
    said = "; ".join(line for line, _ in made)
    for law in KEPT:
        for breach in law(replace(corrected, after=after)):
            yield Breach(f"with the correction {said}: {breach}", breach.seat, cause=breach.cause)


def _corrections(step: Step, post: Post) -> Iterator[tuple[str, Order]]:
    """Make a few corrections of this moment, each as it is written and as it is read; those that fit, if any do."""
    rules, game = step.rules, step.before
    known, luck = Phrases(rules.corrections, game, post, MOST), own_chance(game.seed, GM, step.turn)
    lexicon = post.lexicon(game.setup.seats)
    for kind in luck.shuffled(rules.mends.verbs, "kinds")[:AT_ONCE]:
        lines = luck.shuffled([*known.lines(kind)], "lines", kind.__name__)[:TRIED]
        read = [(line, one) for line in lines if (one := _read(rules, line, lexicon)) is not None]
        fitting = next((found for found in read if _fits(game, found[1])), None)
        yield from [fitting] if fitting else read[:1]


def _read(rules: Rules, line: str, lexicon: Lexicon) -> Order | None:
    try:
        return rules.corrections.read(line, lexicon)
    except OrderError:
        return None


def _fits(game: Position, one: Order) -> bool:
    """Say whether a correction changes anything as the game stands."""
    desks = dict.fromkeys((*game.setup.seats, GM), first_choice)
    table = Table(copied(game.state), Chance(game.seed, game.step + 1), desks)
    game.rules.correct(table, game.setup, one)
    return not any(isinstance(e, NothingCorrected) for e in table.events)
