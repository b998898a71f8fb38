"""A person is forgotten in portions, and what went to an address by itself is found by an index."""

import sqlalchemy as sa
from alembic import op

from referee.store.sqlite import where

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table of those who are being forgotten, and the indexes."""
    op.create_table(
        "forgetting",
        sa.Column("player", sa.Integer(), sa.ForeignKey("player.id"), primary_key=True),
        *(sa.Column(name, sa.String(), nullable=False) for name in ("name", "known", "left")),
        sa.Column("after", sa.Integer(), nullable=False),
        sa.Column("at", sa.String(), nullable=False),
    )
    for table in ("confirmation", "observer", "standby", "calendar"):
        op.create_index(f"{table}_of_player", table, ["player"])
    by_itself = where("address IS NOT NULL AND report IS NULL")
    op.create_index("mail_by_itself", "mail", [sa.text("lower(address)"), "made_at"], **by_itself)
