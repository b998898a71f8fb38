"""Games that were played elsewhere can be brought in from a bundle."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make room for what a bundle says of its game; the games of before were all played here."""
    op.add_column("game", sa.Column("bundle", sa.String(), nullable=False, server_default="{}"))
