"""Elements in its third edition: a guard left standing illusions as they seemed (EL-R17), and any card might be barred.

That is, a hand that wanted any card could reach for one that it may not touch yet (EL-P3.4).
"""

from dataclasses import replace
from functools import partial

from referee.games import elements
from referee.games.elements.turn import play_turn

RULESET = replace(elements.RULESET, edition="3", play=partial(play_turn, edition=3))
