"""Lines as people write them, each with what must come of it; `python -m tests.games.natural` writes that anew.

``tests/games/GAME/natural.txt`` holds a line, and below it, set in: ``=`` and the order that it is, with what is
to mind; or ``!`` and why it cannot be used; or ``~`` where it is talk that the receipt says back.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from pathlib import Path

from referee.bots.simulate import setup
from referee.engine.errors import OrderError
from referee.engine.game import Game
from referee.engine.orders import readable
from referee.engine.sheet import Heard, OnFile
from referee.games import every
from referee.resources import Resources
from referee.service.table.reading import Clerk, understand

HERE = Path(__file__).parent
SEATS = {"amber": 4, "living-trumps": 3, "elements": 3, "wizards-duel": 2, "amagande": 3, "normal-cards": 3}
OPTIONS = {"living-trumps": {"variant": "patternfall-war"}}
OFFERED = re.compile(r"(?:For instance: |Did you mean |such as )([^?]*?)[?.](?= |$)")


@cache
def clerk(slug: str) -> Clerk:
    """Who reads the lines of the first seat, before the first turn."""
    rules = every(third_party=False)[slug]
    game = Game.start(rules, setup(rules, SEATS[slug], OPTIONS.get(slug, {})), b"natural")
    seat = game.setup.seats[0]
    tables = {name: Resources().table(name) for name in rules.words.tables}
    return Clerk(rules, rules.words.lexicon(game.setup.seats, tables), seat, 1, game.view(seat))


def written(slug: str) -> dict[str, str]:
    """The lines of a game, each with what is told of it."""
    rows = (HERE / slug.replace("-", "_") / "natural.txt").read_text().splitlines()
    return {line: told.strip() for line, told in zip(rows[::2], rows[1::2], strict=True)}


def answered(slug: str, line: str) -> str:
    """What comes of a letter of one line."""
    found = understand(clerk(slug), OnFile(), [line])
    (one,) = found.sheet.lines
    if one.heard is Heard.UNREADABLE:
        return f"! {readable(one.error) if one.error else ''}"
    if one.order is None:
        return f"~ {' '.join(found.sheet.like_orders() or ['counted'])}"
    minded = "".join(f" ({remark.text})" for remark in found.warnings)
    return f"= {clerk(slug).rules.grammar.show(one.order)}{minded}"


def is_read(slug: str, line: str) -> bool:
    """Say whether a line is one of this table, and no end of the game."""
    try:
        return line != "RESIGN" and clerk(slug).read(line) is not None
    except OrderError:
        return False


def can_be_sent(slug: str, line: str) -> bool:
    """Say whether the seat could send this very line."""
    desk = clerk(slug)
    try:
        order = replace(desk.read(line), number=1)
    except OrderError:
        return False
    return not any(remark.refuses for remark in desk.rules.orders.remarks(desk.view, [order]))


def helps(slug: str, told: str) -> bool:
    """Say whether a refusal offers a line that its reader could send."""
    return any(can_be_sent(slug, line) for line in OFFERED.findall(told))


def anew() -> None:
    """Write what comes of every line, to be read before it is kept."""
    for slug in SEATS:
        rows = [f"{line}\n    {answered(slug, line)}\n" for line in written(slug)]
        (HERE / slug.replace("-", "_") / "natural.txt").write_text("".join(rows))


if __name__ == "__main__":
    anew()
