"""Amagande before a PLAY line behind IF kept its turn, HOLD bound words of COUNTER, and one STYLE line spoke alone."""

from dataclasses import replace
from functools import partial

from referee.games import amagande
from referee.games.amagande.plans import desk

RULESET = replace(amagande.RULESET, edition="2", desk=partial(desk, edition=2))
