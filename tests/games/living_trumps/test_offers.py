"""What a letter says one may do next: all that can be begun then, and nothing else."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from referee.engine.asks import Answer, Ask
from referee.engine.game import Game
from referee.games.living_trumps import RULESET
from referee.games.living_trumps.asks import ShadowAct, SubstanceAct
from referee.games.living_trumps.check import with_sheet
from referee.games.living_trumps.deck import Court
from referee.games.living_trumps.moves import Kind, Place
from referee.games.living_trumps.state import State
from referee.games.living_trumps.view import View
from referee.reports.text import lines as printed
from tests.games.living_trumps.test_games import played
from tests.games.living_trumps.test_reasons import table
from tests.laws.played import post

WORDS = {
    Kind.BROKEN: "BROKEN", Kind.PATTERN: "PATTERN", Kind.CURSE: "CURSE", Kind.LOGRUS: "LOGRUS", Kind.DIVE: "DIVE",
    Kind.LIVING: "LIVING",
}  # fmt: skip


def offered(view: View) -> set[str]:
    """The words of what a letter offers, the place behind TRAVEL with it."""
    said = " ".join(" ".join(printed(post(RULESET.slug).writer.lines.block("holding", view))).split())
    acts = said.partition("you may ")[2].partition(" A Trick of ")[0].partition("; then declare")[0]
    return set(re.findall(r"[A-Z-]+", acts.replace("TRAVEL ", "TRAVEL-")))


def possible(game: Game[State, View]) -> set[str]:
    """The same of what the first of the Turn can begin in both phases, asked with New Blood counted."""
    found, seat = set[str](), game.state.initiative[0]

    def heard(ask: Ask[Any], answered: Answer[Any]) -> None:
        match ask:
            case ShadowAct(seat=one, done=0, acts=acts) | SubstanceAct(seat=one, acts=acts) if one == seat:
                travels = {f"TRAVEL-{act.place.upper()}" for act in acts.get(Kind.TRAVEL, ())}
                found.update(travels, (WORDS.get(kind, kind.upper()) for kind in acts if kind is not Kind.TRAVEL))

    game.play({}, heard=heard)
    return found


@pytest.mark.parametrize("number", [0, 2, 3, 5, 10, 11])
def test_a_letter_offers_what_can_be_begun_and_nothing_else(number: int) -> None:
    for game in list(played(number))[:-1:4]:
        assert offered(game.view(game.state.initiative[0])) == possible(game)


def test_whoever_has_all_shadows_in_the_keep_may_travel_from_it_to_amber() -> None:
    game = table("patternfall-war")
    seat = next(seat for seat in game.setup.seats if game.view(seat).me.court is Court.AMBER)
    seen = game.view(seat)
    cards = [replace(one, down=True) for one in seen.me.shadows]

    keep = with_sheet(seen, replace(seen.me, where=Place.KEEP, placed=4, shadows=cards))

    assert "TRAVEL-AMBER" in offered(keep)
