"""Who must act is kept with what they know: whoever asks need not take the rules up for it."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column; in turns that are open already every seat counts as one that must act."""
    op.add_column("view", sa.Column("must_act", sa.Boolean(), nullable=False, server_default=sa.true()))
