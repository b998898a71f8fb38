"""What Amagande says in rule cases (RULES.md, "Keys of the rule cases")."""

from referee.cases.words import CaseWords
from referee.games.amagande.case.given import given, shown
from referee.games.amagande.case.meant import meant, shortened
from referee.games.amagande.state import State

CASE_WORDS: CaseWords[State] = CaseWords(given, shown, shortened=shortened, meant=meant)
