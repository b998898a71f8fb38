"""Wizard's Duel before it was said what was led, or answered, in place of a card that was not held."""

from dataclasses import replace
from functools import partial

from referee.games import wizards_duel
from referee.games.wizards_duel.plans import desk

RULESET = replace(wizards_duel.RULESET, edition="2", desk=partial(desk, edition=2))
