"""What became of a letter's lines is packed beside what is on file, which a program of before would take for damage."""

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Leave everything as it is: the lines of before are read as they are."""
