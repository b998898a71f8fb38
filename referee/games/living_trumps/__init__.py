"""Living Trumps: courts, Blood, Shadows and Trumps. RULES.md beside this file has the numbered rules."""

from referee.games.living_trumps.rules import RULESET

__all__ = ["RULESET"]
