"""Wizard's Duel as it was first played: a silent player led high, and answered so where nothing won (WD-W2, WD-W5)."""

from dataclasses import replace

from referee.games.wizards_duel.edition_2 import RULESET as SECOND
from referee.games.wizards_duel.view import look, view

RULESET = replace(
    SECOND,
    edition="1",
    view=lambda seat, setup: replace(view(seat, setup), silent="HIGHEST"),
    look=lambda state, seat, setup: replace(look(state, seat, setup), silent="HIGHEST"),
)
