"""What Living Trumps says in rule cases (RULES.md, 6)."""

from referee.cases.words import CaseWords
from referee.games.living_trumps.case.given import given
from referee.games.living_trumps.case.shown import meant, shown
from referee.games.living_trumps.case.staged import staged
from referee.games.living_trumps.state import State

CASE_WORDS: CaseWords[State] = CaseWords(given, shown, staged, meant=meant)
