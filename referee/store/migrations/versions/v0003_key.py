"""A key of the campaign's own, which opens with no game: the codes in order forms are made with it."""

import secrets

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the table, and make the key that the campaign keeps from now on."""
    table = op.create_table(
        "key",
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("value", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("name"),
    )
    op.bulk_insert(table, [{"name": "form", "value": secrets.token_bytes(32)}])
