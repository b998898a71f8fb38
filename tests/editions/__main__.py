"""Keeps the games of each edition that has none yet: python -m tests.editions. What is kept stays as it is."""

from referee.games import editions, every
from tests.editions.games import FOLDER, file_of, written

FOLDER.mkdir(exist_ok=True)
for slug in every(third_party=False):
    for rules in editions(slug):
        if not file_of(rules).exists():
            file_of(rules).write_text(written(rules), encoding="utf-8")
            print(f"kept: the games of {slug}, edition {rules.edition}")
