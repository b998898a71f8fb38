"""Wizard's Duel as it was first played: a silent player led high, and answered so where nothing won (WD-W2, WD-W5)."""

from dataclasses import replace

from referee.engine.audience import Seat
from referee.engine.setup import Setup
from referee.games import wizards_duel
from referee.games.wizards_duel.state import State
from referee.games.wizards_duel.view import View, look, view


def first_view(seat: Seat, setup: Setup) -> View:
    """Make the view of now, but for that."""
    return replace(view(seat, setup), silent="HIGHEST")


def first_look(state: State, seat: Seat, setup: Setup) -> View:
    """Make the view that a full history would have given, but for that."""
    return replace(look(state, seat, setup), silent="HIGHEST")


RULESET = replace(wizards_duel.RULESET, edition="1", view=first_view, look=first_look)
