"""The Game of Amber as it was first played: a suit of a CHAOS LAY list passed the special cards over (R-58)."""

from dataclasses import replace
from functools import partial

from referee.games.amber import edition_2, edition_3, plans
from referee.games.amber.asks import LayChaos
from referee.games.amber.desk import Answers
from referee.games.amber.picking import named

ANSWERS: Answers = {**edition_3.ANSWERS, LayChaos: partial(plans.lay_chaos, listed=named)}

RULESET = replace(edition_2.RULESET, edition="1", desk=partial(plans.desk, answers=ANSWERS))
