"""Elements as it was first played: what was turned, moved or lifted had not been touched (EL-R23)."""

from dataclasses import replace
from functools import partial

from referee.games.elements import edition_2
from referee.games.elements.turn import play_turn

RULESET = replace(edition_2.RULESET, edition="1", play=partial(play_turn, edition=1))
