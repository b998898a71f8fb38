"""Wizard's Duel as it was first played: a silent player led high, and answered so where nothing won (WD-W2, WD-W5)."""

from dataclasses import replace

from referee.games import wizards_duel
from referee.games.wizards_duel.view import look, view

RULESET = replace(
    wizards_duel.RULESET,
    edition="1",
    view=lambda seat, setup: replace(view(seat, setup), silent="HIGHEST"),
    look=lambda state, seat, setup: replace(look(state, seat, setup), silent="HIGHEST"),
)
