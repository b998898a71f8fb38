"""What all tables are made from."""

from pydantic import ConfigDict
from sqlmodel import SQLModel


class Row(SQLModel):
    """A row. The database checks it: what Pydantic would check it with is not worth making for each command."""

    model_config = ConfigDict(defer_build=True)  # type: ignore[assignment]
