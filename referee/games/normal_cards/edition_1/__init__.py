"""Normal Cards before a trick's second TRICK line counted, and before it was said what was led for a card not held."""

from dataclasses import replace
from functools import partial

from referee.games import normal_cards
from referee.games.normal_cards.plans import desk

RULESET = replace(normal_cards.RULESET, edition="1", desk=partial(desk, edition=1))
