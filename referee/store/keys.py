"""Keys of the campaign's own, made with its database."""

from __future__ import annotations

from referee.store.database import Transaction
from referee.store.errors import Damaged
from referee.store.tables import KeyRow


def form_key(tx: Transaction) -> bytes:
    """Return the key that the codes in order forms are made with."""
    row = tx.at(KeyRow, "form")
    if row is None:
        raise Damaged("the campaign has lost the key of its order forms. Take a copy from backups/")
    return row.value
