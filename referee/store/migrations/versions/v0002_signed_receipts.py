"""Receipts are signed, with a key that each campaign has from now on."""

import secrets

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the campaign's key, and room for what proves a receipt; the receipts of before have no proof."""
    key = sa.table("key", sa.column("name"), sa.column("value", sa.LargeBinary()))
    op.bulk_insert(key, [{"name": "signing", "value": secrets.token_bytes(32)}])
    op.add_column("orders", sa.Column("proof", sa.String(), nullable=True))
