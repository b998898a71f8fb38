"""Words without those who can be known by them: a record speaks of seats, and of no person."""

import re
from collections.abc import Mapping
from typing import Any

import orjson
from sqlmodel import col, select

from referee.engine.audience import GM
from referee.engine.values import value
from referee.service.campaign.campaign import Work
from referee.service.post.blotting import BLOT
from referee.store import forgetting, games
from referee.store.actions import ADDRESS, GONE
from referee.store.database import Transaction
from referee.store.tables import (
    ConfirmationRow,
    GameRow,
    ObserverRow,
    PlayerRow,
    ReportRow,
    SeatRow,
    SubstituteRow,
    TokenRow,
)

NOBODY = "[a name]"
"""What stands where the name of a person stood."""

KEY = re.compile(r"[0-9A-Za-z]{12,}")
"""What may be a key of ours, or hold one."""


@value
class Nameless:
    """What is taken out of a game's words: addresses but our own, keys, and (of the GM's letters) people's names."""

    ours: frozenset[str]
    keys: frozenset[str]
    names: re.Pattern[str] | None

    @classmethod
    def of(cls, work: Work, row: GameRow) -> "Nameless":
        """Look up what is to be taken out; of a game that was brought in, all of it is out already."""
        if row.bundle:
            return AS_IT_IS
        settings = work.campaign.settings
        ours = (*settings.campaign.gms, settings.mail.from_address)
        return cls(frozenset(one.lower() for one in ours), _keys(work.tx, row), _names(work.tx, row))

    def clean(self, text: str) -> str:
        """Return a text without addresses and keys."""
        if "@" in text and self.ours:
            text = ADDRESS.sub(lambda found: found[0] if found[0].lower() in self.ours else GONE, text)
        return KEY.sub(lambda found: BLOT if found[0].lower() in self.keys else found[0], text) if self.keys else text

    def data(self, data: Any) -> Any:
        """Return plain data, all texts in it without them."""
        match data:
            case str():
                return self.clean(data)
            case Mapping():
                return {key: self.data(one) for key, one in data.items()}
            case list() | tuple():
                return [self.data(one) for one in data]
            case _:
                return data

    def letter(self, row: ReportRow) -> tuple[str, str, str]:
        """Return the subject, the text and the document of a letter that is part of no adjudication."""
        document = orjson.loads(row.document) if row.document else None
        found = [self.clean(row.subject), self.clean(row.body), self.data(document)]
        if row.seat == GM and self.names is not None:
            found = [_without(self.names, one) for one in found]
        subject, body, told = found
        same = told == document
        return subject, body, row.document if same else orjson.dumps(told, option=orjson.OPT_SORT_KEYS).decode()


AS_IT_IS = Nameless(frozenset(), frozenset(), None)
"""What takes nothing out."""


def _without(names: re.Pattern[str], data: Any) -> Any:
    match data:
        case str():
            return names.sub(NOBODY, data)
        case dict():
            return {key: _without(names, one) for key, one in data.items()}
        case list():
            return [_without(names, one) for one in data]
        case _:
            return data


def _keys(tx: Transaction, row: GameRow) -> frozenset[str]:
    found = [*tx.exec(select(TokenRow.token).where(TokenRow.game == row.id))]
    found += tx.exec(select(ConfirmationRow.code).where(ConfirmationRow.game == row.id))
    return frozenset(found)


def _names(tx: Transaction, row: GameRow) -> re.Pattern[str] | None:
    """Find how the people of a game are called, but for those who are called as a seat is."""
    people = [
        *tx.exec(select(SeatRow.player).where(SeatRow.game == row.id)),
        *tx.exec(select(ObserverRow.player).where(ObserverRow.game == row.id)),
        *tx.exec(select(SubstituteRow.player).where(SubstituteRow.game == row.id)),
        *tx.exec(select(SubstituteRow.instead_of).where(SubstituteRow.game == row.id)),
        *tx.exec(select(TokenRow.player).where(TokenRow.game == row.id)),
        *tx.exec(select(ConfirmationRow.player).where(ConfirmationRow.game == row.id)),
    ]
    known = {one for one in people if one is not None}
    called = tx.exec(select(PlayerRow.name).where(col(PlayerRow.id).in_(known)))
    seats = {place.name.casefold() for place in games.places(tx, row.id)}
    names = {name for name in called if len(name) > 1 and name not in (forgetting.FORGOTTEN, GM)}
    rest = sorted((name for name in names if name.casefold() not in seats), key=len, reverse=True)
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, rest))})\b") if rest else None
