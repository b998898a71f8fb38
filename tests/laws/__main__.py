"""Writes anew how games of every ruleset come out: python -m tests.laws. Read the difference before you keep it."""

from tests.laws.played import OUTCOMES, games_of, outcomes, rulesets

OUTCOMES.mkdir(exist_ok=True)
for slug in rulesets():
    lines = outcomes(slug, range(games_of(slug)))
    (OUTCOMES / f"{slug}.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
