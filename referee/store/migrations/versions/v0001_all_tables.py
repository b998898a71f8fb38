"""Every table, as the first program had them.

Columns are named by what SQLite stores; what they mean stands in the modules of tables.
"""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

APPEND_ONLY = """
CREATE TRIGGER action_is_not_{done} BEFORE {doing} ON action
BEGIN SELECT RAISE(ABORT, 'entries of the log are never {done}'); END
"""


def upgrade() -> None:
    """Make the tables, each after those that it names, and see that the log of actions only grows."""
    _game()
    _player()
    _version()
    _action()
    _address()
    _letter()
    _question()
    _seat()
    _step()
    _token()
    _view()
    _orders()
    _press()
    _report()
    _mail()
    op.execute(APPEND_ONLY.format(doing="UPDATE", done="changed"))
    op.execute(APPEND_ONLY.format(doing="DELETE", done="deleted"))


def _game() -> None:
    op.create_table(
        "game",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("title", sa.String(), nullable=False),
        sa.Column("ruleset", sa.String(), nullable=False),
        sa.Column("edition", sa.String(), nullable=False),
        sa.Column("options", sa.String(), nullable=False),
        sa.Column("secret", sa.LargeBinary(), nullable=False),
        sa.Column("commitment", sa.String(), nullable=False),
        sa.Column("seed", sa.LargeBinary(), nullable=True),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("hold_reason", sa.String(), nullable=False),
        sa.Column("step", sa.Integer(), nullable=False),
        sa.Column("deadline", sa.String(), nullable=False),
        sa.Column("zone", sa.String(), nullable=False),
        sa.Column("due_at", sa.String(), nullable=True),
        sa.Column("early", sa.Boolean(), nullable=False),
        sa.Column("show_missing", sa.Boolean(), nullable=False),
        sa.Column("reveal", sa.String(), nullable=False),
        sa.Column("live_pause", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.String(), nullable=False),
        sa.Column("started_at", sa.String(), nullable=True),
        sa.Column("ended_at", sa.String(), nullable=True),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("name"),
    )
    op.create_index("game_due", "game", ["due_at"], unique=False, sqlite_where=sa.text("status = 'running'"))


def _player() -> None:
    op.create_table(
        "player",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("zone", sa.String(), nullable=False),
        sa.Column("created_at", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )


def _version() -> None:
    op.create_table(
        "version",
        sa.Column("revision", sa.String(), nullable=False),
        sa.Column("program", sa.String(), nullable=False),
        sa.Column("at", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("revision"),
    )


def _action() -> None:
    op.create_table(
        "action",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("at", sa.String(), nullable=False),
        sa.Column("who", sa.String(), nullable=False),
        sa.Column("game", sa.Integer(), nullable=True),
        sa.Column("what", sa.String(), nullable=False),
        sa.Column("details", sa.String(), nullable=False),
        sa.Column("audience", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["game.id"]),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("action_of_game", "action", ["game", "id"], unique=False)


def _address() -> None:
    op.create_table(
        "address",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("player", sa.Integer(), nullable=False),
        sa.Column("address", sa.String(), nullable=False),
        sa.Column("normal", sa.String(), nullable=False),
        sa.Column("added_at", sa.String(), nullable=False),
        sa.Column("removed_at", sa.String(), nullable=True),
        sa.Column("bouncing_since", sa.String(), nullable=True),
        sa.ForeignKeyConstraint(["player"], ["player.id"]),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("address_in_use", "address", ["normal"], unique=True, sqlite_where=sa.text("removed_at IS NULL"))
    op.create_index("address_of_player", "address", ["player"], unique=False)


def _letter() -> None:
    op.create_table(
        "letter",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("raw", sa.LargeBinary(), nullable=False),
        sa.Column("sha256", sa.String(), nullable=False),
        sa.Column("envelope_sender", sa.String(), nullable=False),
        sa.Column("recipient", sa.String(), nullable=False),
        sa.Column("source", sa.String(), nullable=False),
        sa.Column("received_at", sa.String(), nullable=False),
        sa.Column("truncated", sa.Boolean(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("outcome", sa.String(), nullable=False),
        sa.Column("message_id", sa.String(), nullable=False),
        sa.Column("body_sha256", sa.String(), nullable=False),
        sa.Column("game", sa.Integer(), nullable=True),
        sa.Column("seat", sa.String(), nullable=True),
        sa.Column("player", sa.Integer(), nullable=True),
        sa.Column("step", sa.Integer(), nullable=True),
        sa.Column("note", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["game.id"]),
        sa.ForeignKeyConstraint(["player"], ["player.id"]),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("sha256", "recipient"),
    )
    op.create_index("letter_by_message_id", "letter", ["player", "message_id"], unique=False)
    op.create_index("letter_by_sender", "letter", ["envelope_sender", "received_at"], unique=False)
    op.create_index(
        "letter_to_read", "letter", ["id"], unique=False, sqlite_where=sa.text("state IN ('stored', 'read')")
    )
    op.create_index("letter_held", "letter", ["id"], unique=False, sqlite_where=sa.text("state = 'held'"))


def _question() -> None:
    op.create_table(
        "question",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game", sa.Integer(), nullable=False),
        sa.Column("step", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("seat", sa.String(), nullable=False),
        sa.Column("asked_at", sa.String(), nullable=False),
        sa.Column("closes_at", sa.String(), nullable=False),
        sa.Column("answer", sa.LargeBinary(), nullable=True),
        sa.Column("answered_at", sa.String(), nullable=True),
        sa.ForeignKeyConstraint(["game"], ["game.id"]),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("game", "step", "key"),
    )
    op.create_index(
        "question_open", "question", ["closes_at"], unique=False, sqlite_where=sa.text("answered_at IS NULL")
    )


def _seat() -> None:
    op.create_table(
        "seat",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game", sa.Integer(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("player", sa.Integer(), nullable=False),
        sa.Column("wishes", sa.String(), nullable=False),
        sa.Column("word", sa.String(), nullable=False),
        sa.Column("joined_at", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["game.id"]),
        sa.ForeignKeyConstraint(["player"], ["player.id"]),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("game", "name"),
        sa.UniqueConstraint("game", "place"),
    )
    op.create_index("seat_of_player", "seat", ["player"], unique=False)


def _step() -> None:
    op.create_table(
        "step",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game", sa.Integer(), nullable=False),
        sa.Column("step", sa.Integer(), nullable=False),
        sa.Column("played_at", sa.String(), nullable=False),
        sa.Column("why", sa.String(), nullable=False),
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
        sa.UniqueConstraint("game", "step"),
    )


def _token() -> None:
    op.create_table(
        "token",
        sa.Column("token", sa.String(), nullable=False),
        sa.Column("game", sa.Integer(), nullable=False),
        sa.Column("seat", sa.String(), nullable=False),
        sa.Column("step", sa.Integer(), nullable=False),
        sa.Column("player", sa.Integer(), nullable=True),
        sa.Column("made_at", sa.String(), nullable=False),
        sa.Column("dead_at", sa.String(), nullable=True),
        sa.ForeignKeyConstraint(["game"], ["game.id"]),
        sa.ForeignKeyConstraint(["player"], ["player.id"]),
        sa.PrimaryKeyConstraint("token"),
    )
    op.create_index("token_of_seat", "token", ["game", "seat"], unique=False)


def _view() -> None:
    op.create_table(
        "view",
        sa.Column("game", sa.Integer(), nullable=False),
        sa.Column("seat", sa.String(), nullable=False),
        sa.Column("step", sa.Integer(), nullable=False),
        sa.Column("view", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["game.id"]),
        sa.PrimaryKeyConstraint("game", "seat"),
    )


def _orders() -> None:
    op.create_table(
        "orders",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game", sa.Integer(), nullable=False),
        sa.Column("seat", sa.String(), nullable=False),
        sa.Column("step", sa.Integer(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("letter", sa.Integer(), nullable=True),
        sa.Column("received_at", sa.String(), nullable=False),
        sa.Column("on_file", sa.LargeBinary(), nullable=False),
        sa.Column("sheet", sa.LargeBinary(), nullable=False),
        sa.Column("receipt", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["game.id"]),
        sa.ForeignKeyConstraint(["letter"], ["letter.id"]),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("game", "seat", "step", "revision"),
    )
    op.create_index("orders_of_seat", "orders", ["game", "seat", "id"], unique=False)


def _press() -> None:
    op.create_table(
        "press",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game", sa.Integer(), nullable=False),
        sa.Column("step", sa.Integer(), nullable=False),
        sa.Column("seat", sa.String(), nullable=False),
        sa.Column("addressees", sa.String(), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.Column("letter", sa.Integer(), nullable=True),
        sa.Column("written_at", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["game.id"]),
        sa.ForeignKeyConstraint(["letter"], ["letter.id"]),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("press_of_game", "press", ["game", "step"], unique=False)


def _report() -> None:
    op.create_table(
        "report",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game", sa.Integer(), nullable=False),
        sa.Column("step", sa.Integer(), nullable=False),
        sa.Column("seat", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("subject", sa.String(), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.Column("form", sa.LargeBinary(), nullable=False),
        sa.Column("made_at", sa.String(), nullable=False),
        sa.Column("of_step", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["game"], ["game.id"]),
        sa.ForeignKeyConstraint(["of_step"], ["step.id"]),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("game", "step", "seat", "kind", "number"),
    )
    op.create_index("report_of_step", "report", ["of_step"], unique=False)


def _mail() -> None:
    op.create_table(
        "mail",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("message_id", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("game", sa.Integer(), nullable=True),
        sa.Column("seat", sa.String(), nullable=True),
        sa.Column("player", sa.Integer(), nullable=True),
        sa.Column("address", sa.String(), nullable=True),
        sa.Column("report", sa.Integer(), nullable=True),
        sa.Column("subject", sa.String(), nullable=True),
        sa.Column("body", sa.LargeBinary(), nullable=True),
        sa.Column("headers", sa.String(), nullable=False),
        sa.Column("null_return", sa.Boolean(), nullable=False),
        sa.Column("made_at", sa.String(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("next_at", sa.String(), nullable=False),
        sa.Column("leased_until", sa.String(), nullable=True),
        sa.Column("leased_by", sa.String(), nullable=True),
        sa.Column("sent_at", sa.String(), nullable=True),
        sa.Column("answer", sa.String(), nullable=False),
        sa.Column("error", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["game.id"]),
        sa.ForeignKeyConstraint(["player"], ["player.id"]),
        sa.ForeignKeyConstraint(["report"], ["report.id"]),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("message_id"),
    )
    op.create_index("mail_by_state", "mail", ["state"], unique=False)
    op.create_index("mail_due", "mail", ["next_at"], unique=False, sqlite_where=sa.text("state = 'queued'"))
    op.create_index("mail_of_report", "mail", ["report"], unique=False)
