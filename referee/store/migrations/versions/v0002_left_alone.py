"""What a campaign needs that is left alone: absences, bounces, votes, rulings, and what was taken back.

Columns are named by what SQLite stores; what they mean stands in the modules of tables.
"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the tables, each after those that it names, and columns to those there are."""
    _outage()
    _pulse()
    _absence()
    _ballot()
    _observer()
    _ruling()
    _silence()
    _standby()
    _substitute()
    _reminder()
    _undone()
    _confirmation()
    _vote()
    _bounce()
    _columns()


def _outage() -> None:
    op.create_table(
        "outage",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("what", sa.String(), nullable=False),
        sa.Column("began", sa.String(), nullable=False),
        sa.Column("ended", sa.String(), nullable=True),
        sa.Column("settled_at", sa.String(), nullable=True),
        sa.PrimaryKeyConstraint("id"),
    )


def _pulse() -> None:
    op.create_table(
        "pulse",
        sa.Column("what", sa.String(), nullable=False),
        sa.Column("at", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("what"),
    )


def _absence() -> None:
    op.create_table(
        "absence",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("player", sa.Integer(), nullable=False),
        sa.Column("game", sa.Integer(), nullable=True),
        sa.Column("first", sa.String(), nullable=False),
        sa.Column("last", sa.String(), nullable=False),
        sa.Column("made_at", sa.String(), nullable=False),
        sa.Column("taken_back_at", sa.String(), nullable=True),
        sa.ForeignKeyConstraint(["game"], ["game.id"]),
        sa.ForeignKeyConstraint(["player"], ["player.id"]),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("absence_of_player", "absence", ["player", "last"], unique=False)


def _ballot() -> None:
    op.create_table(
        "ballot",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game", sa.Integer(), nullable=False),
        sa.Column("what", sa.String(), nullable=False),
        sa.Column("opened_at", sa.String(), nullable=False),
        sa.Column("last_step", sa.Integer(), nullable=False),
        sa.Column("closed_at", sa.String(), nullable=True),
        sa.Column("result", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["game.id"]),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ballot_of_game", "ballot", ["game"], unique=False)


def _observer() -> None:
    op.create_table(
        "observer",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game", sa.Integer(), nullable=False),
        sa.Column("player", sa.Integer(), nullable=False),
        sa.Column("since", sa.String(), nullable=False),
        sa.Column("until", sa.String(), nullable=True),
        sa.ForeignKeyConstraint(["game"], ["game.id"]),
        sa.ForeignKeyConstraint(["player"], ["player.id"]),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("observer_of_game", "observer", ["game"], unique=False)


def _ruling() -> None:
    op.create_table(
        "ruling",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("step", sa.Integer(), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("reason", sa.String(), nullable=False),
        sa.Column("correction", sa.String(), nullable=False),
        sa.Column("about", sa.String(), nullable=False),
        sa.Column("answer", sa.LargeBinary(), nullable=True),
        sa.Column("audience", sa.String(), nullable=False),
        sa.Column("who", sa.String(), nullable=False),
        sa.Column("at", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["game.id"]),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("game", "number"),
    )


def _silence() -> None:
    op.create_table(
        "silence",
        sa.Column("game", sa.Integer(), nullable=False),
        sa.Column("seat", sa.String(), nullable=False),
        sa.Column("step", sa.Integer(), nullable=False),
        sa.Column("player", sa.Integer(), nullable=False),
        sa.Column("at", sa.String(), nullable=False),
        sa.Column("excused", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["game.id"]),
        sa.ForeignKeyConstraint(["player"], ["player.id"]),
        sa.PrimaryKeyConstraint("game", "seat", "step"),
    )


def _standby() -> None:
    op.create_table(
        "standby",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game", sa.Integer(), nullable=True),
        sa.Column("player", sa.Integer(), nullable=False),
        sa.Column("since", sa.String(), nullable=False),
        sa.Column("until", sa.String(), nullable=True),
        sa.Column("outcome", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["game.id"]),
        sa.ForeignKeyConstraint(["player"], ["player.id"]),
        sa.PrimaryKeyConstraint("id"),
    )


def _substitute() -> None:
    op.create_table(
        "substitute",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game", sa.Integer(), nullable=False),
        sa.Column("seat", sa.String(), nullable=False),
        sa.Column("player", sa.Integer(), nullable=False),
        sa.Column("instead_of", sa.Integer(), nullable=False),
        sa.Column("since", sa.String(), nullable=False),
        sa.Column("until", sa.String(), nullable=True),
        sa.Column("ended_at", sa.String(), nullable=True),
        sa.ForeignKeyConstraint(["game"], ["game.id"]),
        sa.ForeignKeyConstraint(["instead_of"], ["player.id"]),
        sa.ForeignKeyConstraint(["player"], ["player.id"]),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("substitute_of_seat", "substitute", ["game", "seat"], unique=False)


def _reminder() -> None:
    op.create_table(
        "reminder",
        sa.Column("game", sa.Integer(), nullable=False),
        sa.Column("step", sa.Integer(), nullable=False),
        sa.Column("due_at", sa.String(), nullable=False),
        sa.Column("sent", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["game.id"]),
        sa.PrimaryKeyConstraint("game", "step", "due_at"),
    )


def _undone() -> None:
    op.create_table(
        "undone",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game", sa.Integer(), nullable=False),
        sa.Column("step", sa.Integer(), nullable=False),
        sa.Column("played_at", sa.String(), nullable=False),
        sa.Column("undone_at", sa.String(), nullable=False),
        sa.Column("reason", sa.String(), nullable=False),
        sa.Column("edition", sa.String(), nullable=False),
        sa.Column("orders", sa.LargeBinary(), nullable=False),
        sa.Column("given", sa.LargeBinary(), nullable=False),
        sa.Column("state", sa.LargeBinary(), nullable=False),
        sa.Column("events", sa.LargeBinary(), nullable=False),
        sa.Column("input_hash", sa.String(), nullable=False),
        sa.Column("output_hash", sa.String(), nullable=False),
        sa.Column("previous_hash", sa.String(), nullable=False),
        sa.Column("chain_hash", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["game.id"]),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("undone_of_game", "undone", ["game", "step"], unique=False)


def _confirmation() -> None:
    op.create_table(
        "confirmation",
        sa.Column("code", sa.String(), nullable=False),
        sa.Column("what", sa.String(), nullable=False),
        sa.Column("address", sa.String(), nullable=False),
        sa.Column("player", sa.Integer(), nullable=True),
        sa.Column("game", sa.Integer(), nullable=True),
        sa.Column("seat", sa.String(), nullable=True),
        sa.Column("details", sa.String(), nullable=False),
        sa.Column("letter", sa.Integer(), nullable=True),
        sa.Column("made_at", sa.String(), nullable=False),
        sa.Column("expires_at", sa.String(), nullable=False),
        sa.Column("used_at", sa.String(), nullable=True),
        sa.ForeignKeyConstraint(["game"], ["game.id"]),
        sa.ForeignKeyConstraint(["letter"], ["letter.id"]),
        sa.ForeignKeyConstraint(["player"], ["player.id"]),
        sa.PrimaryKeyConstraint("code"),
    )
    op.create_index(
        "confirmation_open", "confirmation", ["expires_at"], unique=False, sqlite_where=sa.text("used_at IS NULL")
    )


def _vote() -> None:
    op.create_table(
        "vote",
        sa.Column("ballot", sa.Integer(), nullable=False),
        sa.Column("seat", sa.String(), nullable=False),
        sa.Column("yes", sa.Boolean(), nullable=False),
        sa.Column("at", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["ballot"], ["ballot.id"]),
        sa.PrimaryKeyConstraint("ballot", "seat"),
    )


def _bounce() -> None:
    op.create_table(
        "bounce",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("mail", sa.Integer(), nullable=True),
        sa.Column("address", sa.Integer(), nullable=True),
        sa.Column("letter", sa.Integer(), nullable=True),
        sa.Column("at", sa.String(), nullable=False),
        sa.Column("hard", sa.Boolean(), nullable=False),
        sa.Column("said", sa.String(), nullable=False),
        sa.Column("cleared_at", sa.String(), nullable=True),
        sa.Column("told_at", sa.String(), nullable=True),
        sa.ForeignKeyConstraint(["address"], ["address.id"]),
        sa.ForeignKeyConstraint(["letter"], ["letter.id"]),
        sa.ForeignKeyConstraint(["mail"], ["mail.id"]),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("bounce_of_address", "bounce", ["address", "at"], unique=False)


def _columns() -> None:
    op.add_column("address", sa.Column("confirmed_at", sa.String(), nullable=True))
    op.add_column("game", sa.Column("policy", sa.String(), nullable=False, server_default=sa.text("'{}'")))
    op.add_column("game", sa.Column("early_at", sa.String(), nullable=True))
    op.add_column("game", sa.Column("on_time_until", sa.String(), nullable=True))
    op.add_column("game", sa.Column("anew", sa.String(), nullable=False, server_default=sa.text("''")))
    op.add_column("game", sa.Column("closed", sa.Boolean(), nullable=False, server_default=sa.text("0")))
    op.add_column("letter", sa.Column("kept_at", sa.String(), nullable=True))
    op.add_column("press", sa.Column("at_once", sa.Boolean(), nullable=False, server_default=sa.text("0")))
    op.add_column("orders", sa.Column("set_aside_at", sa.String(), nullable=True))
    op.add_column("report", sa.Column("undone", sa.Integer(), nullable=True))
    op.add_column("mail", sa.Column("return_token", sa.String(), nullable=True))
    op.add_column("mail", sa.Column("sent_to", sa.Integer(), nullable=True))
    op.add_column("mail", sa.Column("ended_at", sa.String(), nullable=True))
    op.create_index("mail_by_return_token", "mail", ["return_token"], unique=True)
    op.add_column("player", sa.Column("leads", sa.String(), nullable=False, server_default=sa.text("'[]'")))
    op.add_column("player", sa.Column("quiet", sa.String(), nullable=False, server_default=sa.text("''")))
    op.add_column("player", sa.Column("digest", sa.Integer(), nullable=False, server_default=sa.text("0")))
    op.add_column("player", sa.Column("forgotten_at", sa.String(), nullable=True))
    op.add_column("seat", sa.Column("vacant_since", sa.String(), nullable=True))
    op.add_column("seat", sa.Column("bot", sa.String(), nullable=False, server_default=sa.text("''")))
    op.add_column("seat", sa.Column("proved_at", sa.String(), nullable=True))
