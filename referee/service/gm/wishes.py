"""Wishes and words for the seed that the GM files for a seat before the start."""

from __future__ import annotations

from collections.abc import Sequence

from referee.engine.audience import PUBLIC, Seat
from referee.engine.commands import Word
from referee.engine.orders import readable
from referee.engine.sheet import Line, Reader
from referee.service.campaign.campaign import Campaign, Kit
from referee.service.campaign.names import game_named, seat_named
from referee.service.players.signup import LONGEST_WORD, WISHES, wishes_in
from referee.store import actions, games
from referee.store.tables import Status


def waits(campaign: Campaign, game: str) -> bool:
    """Say whether a game has not begun, so that lines for it are wishes; raises `SetupError` if there is none."""
    with campaign.store.reading() as tx:
        return game_named(tx, game).status is Status.INVITING


def by_hand(
    campaign: Campaign, game: str, seat: str, lines: Sequence[str], *, keep: bool
) -> list[tuple[str, str, bool]]:
    """Take wishes and a word for a seat as if they had been mailed; say what became of each line, and if it is right.

    Unless ``keep``, they are only read. Raises `SetupError` for a seat that does not exist.
    """
    with campaign.store.writing() as tx:
        row, now = game_named(tx, game), campaign.clock.now()
        kit, names = campaign.kit_of(row), [Seat(one.name) for one in games.seats(tx, row.id)]
        name = seat_named(names, seat)
        sheet = Reader(kit.rules.wishes, kit.lexicon(names), name, 0).read(lines)
        wishes, words = wishes_in(kit, sheet), [one.text for one in sheet.commands() if isinstance(one, Word)]
        if keep and wishes:
            games.set_wishes(tx, row.id, name, wishes)
        if keep and words:
            games.set_word(tx, row.id, name, words[-1][:LONGEST_WORD])
        if keep and (wishes or words):
            details = {"seat": name, "step": 0}
            actions.record(tx, at=now, who=campaign.who, what="orders", game=row.id, details=details, to=PUBLIC)
    return [(line.text, *_verdict(kit, line)) for line in sheet.lines]


def _verdict(kit: Kit, line: Line) -> tuple[str, bool]:
    if line.error is not None:
        return readable(line.error), False
    taken = line.order is not None and (line.heard in WISHES or isinstance(line.order, Word))
    return (f"wish: {kit.rules.wishes.show(line.order)}", True) if taken and line.order else ("no wish", True)
