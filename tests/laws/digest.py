"""Prints a digest of all bytes that some games give: states, events, views, letters."""

from __future__ import annotations

import sys

from referee.laws.played import digest
from tests.laws.played import played, post, rulesets

if __name__ == "__main__":
    for name in rulesets():
        print(name, digest((played(name, number) for number in range(int(sys.argv[1]))), post(name)))
