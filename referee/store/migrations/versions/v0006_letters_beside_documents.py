"""A letter's text is packed beside its document, which a program of before would take for damage."""

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Leave everything as it is: the letters of before are read as they are."""
