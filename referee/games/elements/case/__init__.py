"""What Elements says in rule cases (CASES.md)."""

from referee.cases.words import CaseWords
from referee.games.elements.case.given import given
from referee.games.elements.case.shown import meant, shown
from referee.games.elements.state import State

CASE_WORDS: CaseWords[State] = CaseWords(given, shown, meant=meant)
