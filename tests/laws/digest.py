"""Prints a digest of all bytes that some games give: states, events, views, letters; half as many of large tables."""

from __future__ import annotations

import sys

from referee.laws.played import digest
from tests.laws.played import played, post, rulesets

LARGE = 8
"""From so many seats on a table is large, and its games take very long."""

if __name__ == "__main__":
    for name, rules in rulesets().items():
        many = int(sys.argv[1]) // (2 if rules.seats[-1] >= LARGE else 1)
        print(name, digest((played(name, number) for number in range(many)), post(name)))
