"""How a field of a listing's row says that it is a column of the table that people read."""

from __future__ import annotations

COLUMN = "column"


def column(head: str) -> dict[str, str]:
    """Return the metadata of a dataclass's field that stands in tables, below this head."""
    return {COLUMN: head}
