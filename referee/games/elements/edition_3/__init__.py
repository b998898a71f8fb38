"""Elements in its third edition: a guard left standing illusions as they seemed (EL-R17), and any card might be barred.

That is, a hand that wanted any card could reach for one that it may not touch yet (EL-P3.4).
"""

from dataclasses import replace
from functools import partial

from referee.games.elements import edition_5
from referee.games.elements.turn import play_turn

RULESET = replace(edition_5.RULESET, edition="3", play=partial(play_turn, edition=3))
