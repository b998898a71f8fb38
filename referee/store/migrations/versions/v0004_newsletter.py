"""A player may have the newsletter of their games."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make room for the wish, which nobody has had yet."""
    op.add_column("player", sa.Column("newsletter", sa.Boolean(), nullable=False, server_default=sa.false()))
