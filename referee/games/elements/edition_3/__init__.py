"""Elements in its third edition: a guard of sight or mind left standing illusions as they seemed (EL-R17)."""

from dataclasses import replace
from functools import partial

from referee.games import elements
from referee.games.elements.turn import play_turn

RULESET = replace(elements.RULESET, edition="3", play=partial(play_turn, edition=3))
