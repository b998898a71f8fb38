"""Elements in its fourth edition: a Flame that its owner emptied and lit anew was told of as one that grew.

That is, in what everybody is told at a deadline's end (EL-6.7); what happens in a game is the same.
"""

from dataclasses import replace
from functools import partial

from referee.games.elements import edition_5
from referee.games.elements.turn import play_turn

RULESET = replace(edition_5.RULESET, edition="4", play=partial(play_turn, edition=4))
