"""The keys that only this campaign has, made with its database and never changed."""

from __future__ import annotations

from referee.store.database import Transaction
from referee.store.errors import Damaged
from referee.store.tables import KeyRow


def form_key(tx: Transaction) -> bytes:
    """Return the key that the codes in order forms are made with."""
    return _key(tx, "form", "of its order forms")


def signing_key(tx: Transaction) -> bytes:
    """Return the key that receipts and bundles are signed with; only its public half may ever leave the campaign."""
    return _key(tx, "signing", "that it signs with")


def _key(tx: Transaction, name: str, what: str) -> bytes:
    row = tx.at(KeyRow, name)
    if row is None:
        raise Damaged(f"the campaign has lost the key {what}. Take a copy from backups/")
    return row.value
