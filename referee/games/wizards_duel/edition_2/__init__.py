"""Wizard's Duel before it was said what was led, or answered, in place of a card that was not held."""

from dataclasses import replace
from functools import partial

from referee.games import wizards_duel
from referee.games.wizards_duel.asks import Lead, Move, Reply
from referee.games.wizards_duel.plans import desk
from referee.games.wizards_duel.words import Item


def reason(ask: Lead | Reply, _item: Item, against: str, _move: Move) -> str:
    """Tell whose line failed in which round."""
    return f"Round {ask.round}: {against}."


RULESET = replace(wizards_duel.RULESET, edition="2", desk=partial(desk, why=reason))
