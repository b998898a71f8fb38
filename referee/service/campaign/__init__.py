"""A campaign opened: its settings, its store, its clock, its games' policy, and what is made once for each ruleset."""
