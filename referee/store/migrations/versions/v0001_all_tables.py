"""Every table, as the program began with them.

Columns are named by what the database stores; what they mean stands in the modules of tables.
"""

import secrets

import sqlalchemy as sa
from alembic import op

from referee.store.sqlite import append_only, where

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables, each after those that it names; see that the log only grows, and make the campaign's key."""
    _log()
    _roots()
    _people()
    _beside()
    _ballots()
    _play()
    _watched()
    _letters_in()
    _letters_out()
    _keys()
    for statement in append_only("action"):
        op.execute(statement)
    key = sa.table("key", sa.column("name"), sa.column("value", sa.LargeBinary()))
    op.bulk_insert(key, [{"name": "form", "value": secrets.token_bytes(32)}])


def _log() -> None:
    """What the campaign knows of itself."""
    op.create_table(
        "version",
        *_text("revision", key=True),
        *_text("program", "at"),
    )
    op.create_table(
        "key",
        *_text("name", key=True),
        *_binary("value"),
    )
    op.create_table(
        "pulse",
        *_text("what", key=True),
        *_text("at"),
    )
    op.create_table(
        "outage",
        _id(),
        *_text("what", "began"),
        *_text("ended", "settled_at", null=True),
    )


def _roots() -> None:
    """Games, and people: what nearly all others name."""
    op.create_table(
        "game",
        _id(),
        *_text("name", "title", "ruleset", "edition", "options", "commitment", "status"),
        *_text("hold_reason", "deadline", "zone", "reveal", "policy", "anew", "created_at"),
        *_binary("secret"),
        *_binary("seed", null=True),
        *_number("step", "live_pause"),
        *_text("due_at", "early_at", "on_time_until", "started_at", "ended_at", null=True),
        *_truth("early", "show_missing", "closed"),
        sa.UniqueConstraint("name"),
    )
    op.create_index("game_due", "game", ["due_at"], **where("status = 'running'"))
    op.create_table(
        "player",
        _id(),
        *_text("name", "zone", "created_at", "leads", "quiet"),
        *_number("digest"),
        *_truth("html", null=True),
        *_truth("data"),
        *_text("forgotten_at", null=True),
    )


def _people() -> None:
    """Where people are written to, where they sit, and when they are away."""
    op.create_table(
        "address",
        _id(),
        *_rows("player"),
        *_text("address", "normal", "added_at"),
        *_text("removed_at", "bouncing_since", "confirmed_at", null=True),
    )
    op.create_index("address_in_use", "address", ["normal"], unique=True, **where("removed_at IS NULL"))
    op.create_index("address_of_player", "address", ["player"])
    op.create_table(
        "seat",
        _id(),
        *_rows("game", "player"),
        *_number("place"),
        *_text("name", "wishes", "word", "joined_at", "bot"),
        *_text("vacant_since", "proved_at", null=True),
        sa.UniqueConstraint("game", "name"),
        sa.UniqueConstraint("game", "place"),
    )
    op.create_index("seat_of_player", "seat", ["player"])
    op.create_table(
        "absence",
        _id(),
        *_rows("player"),
        *_rows("game", null=True),
        *_text("first", "last", "made_at"),
        *_text("taken_back_at", null=True),
    )
    op.create_index("absence_of_player", "absence", ["player", "last"])


def _beside() -> None:
    """Who else has to do with a game: those who stand in, look on or wait, and calendars."""
    op.create_table(
        "substitute",
        _id(),
        *_rows("game", "player"),
        *_text("seat", "since"),
        *_rows("instead_of", of="player"),
        *_text("until", "ended_at", null=True),
    )
    op.create_index("substitute_of_seat", "substitute", ["game", "seat"])
    op.create_table(
        "observer",
        _id(),
        *_rows("game", "player"),
        *_text("since"),
        *_text("until", null=True),
    )
    op.create_index("observer_of_game", "observer", ["game"])
    op.create_table(
        "calendar",
        _id(),
        *_rows("game", "player"),
        *_text("uid"),
        *_number("sequence", "step"),
        *_text("due", null=True),
        *_truth("wanted", "asked"),
        sa.UniqueConstraint("game", "player"),
    )
    op.create_table(
        "standby",
        _id(),
        *_rows("game", null=True),
        *_rows("player"),
        *_text("since", "outcome"),
        *_text("until", null=True),
    )


def _ballots() -> None:
    """What players vote on."""
    op.create_table(
        "ballot",
        _id(),
        *_rows("game"),
        *_text("what", "opened_at", "result"),
        *_number("last_step"),
        *_text("closed_at", null=True),
    )
    op.create_index("ballot_of_game", "ballot", ["game"])
    op.create_table(
        "vote",
        *_rows("ballot", key=True),
        *_text("seat", key=True),
        *_truth("yes"),
        *_text("at"),
    )


def _play() -> None:
    """What is played, what each seat knows then, and what a live game asks."""
    op.create_table(
        "step",
        _id(),
        *_rows("game"),
        *_number("step"),
        *_text("played_at", "why", "edition", "input_hash", "output_hash", "previous_hash", "chain_hash"),
        *_binary("orders", "given", "state", "events"),
        sa.UniqueConstraint("game", "step"),
    )
    op.create_table(
        "view",
        *_rows("game", key=True),
        *_text("seat", key=True),
        *_number("step"),
        *_binary("view"),
        *_truth("must_act"),
    )
    op.create_table(
        "question",
        _id(),
        *_rows("game"),
        *_number("step"),
        *_text("key", "seat", "asked_at", "closes_at"),
        *_binary("answer", null=True),
        *_text("answered_at", null=True),
        sa.UniqueConstraint("game", "step", "key"),
    )
    op.create_index("question_open", "question", ["closes_at"], **where("answered_at IS NULL"))


def _watched() -> None:
    """What is watched over, taken back and decided."""
    op.create_table(
        "silence",
        *_rows("game", key=True),
        *_text("seat", key=True),
        *_number("step", key=True),
        *_rows("player"),
        *_text("at", "excused"),
    )
    op.create_table(
        "reminder",
        *_rows("game", key=True),
        *_number("step", key=True),
        *_text("due_at", key=True),
        *_text("sent"),
    )
    op.create_table(
        "undone",
        _id(),
        *_rows("game"),
        *_number("step"),
        *_text("played_at", "undone_at", "reason", "edition", "input_hash", "output_hash", "previous_hash"),
        *_text("chain_hash"),
        *_binary("orders", "given", "state", "events"),
    )
    op.create_index("undone_of_game", "undone", ["game", "step"])
    op.create_table(
        "ruling",
        _id(),
        *_rows("game"),
        *_number("number", "step"),
        *_text("text", "reason", "correction", "about", "audience", "who", "at"),
        *_binary("answer", null=True),
        sa.UniqueConstraint("game", "number"),
    )
    op.create_table(
        "action",
        _id(),
        *_text("at", "who", "what", "details", "audience"),
        *_rows("game", null=True),
    )
    op.create_index("action_of_game", "action", ["game", "id"])


def _letters_in() -> None:
    """What came in, and the orders and words in it."""
    op.create_table(
        "letter",
        _id(),
        *_binary("raw"),
        *_text("sha256", "envelope_sender", "recipient", "source", "received_at", "state", "outcome"),
        *_text("message_id", "body_sha256", "note"),
        *_text("kept_at", "seat", null=True),
        *_truth("truncated"),
        *_number("tries"),
        *_rows("game", "player", null=True),
        *_number("step", null=True),
        sa.UniqueConstraint("sha256", "recipient"),
    )
    op.create_index("letter_by_message_id", "letter", ["player", "message_id"])
    op.create_index("letter_by_sender", "letter", ["envelope_sender", "received_at"])
    op.create_index("letter_held", "letter", ["id"], **where("state = 'held'"))
    op.create_index("letter_to_read", "letter", ["id"], **where("state IN ('stored', 'read')"))
    op.create_table(
        "orders",
        _id(),
        *_rows("game"),
        *_text("seat", "received_at", "receipt"),
        *_number("step", "revision"),
        *_rows("letter", null=True),
        *_binary("on_file", "sheet"),
        *_text("set_aside_at", null=True),
        sa.UniqueConstraint("game", "seat", "step", "revision"),
    )
    op.create_index("orders_of_seat", "orders", ["game", "seat", "id"])
    op.create_table(
        "press",
        _id(),
        *_rows("game"),
        *_number("step"),
        *_text("seat", "addressees", "written_at"),
        *_binary("body"),
        *_rows("letter", null=True),
        *_truth("at_once"),
    )
    op.create_index("press_of_game", "press", ["game", "step"])


def _letters_out() -> None:
    """What goes out: reports, and mails."""
    op.create_table(
        "report",
        _id(),
        *_rows("game"),
        *_number("step", "number"),
        *_text("seat", "kind", "subject", "made_at"),
        *_binary("body", "document", "form"),
        *_rows("of_step", of="step", null=True),
        *_number("undone", null=True),
        sa.UniqueConstraint("game", "step", "seat", "kind", "number"),
    )
    op.create_index("report_of_step", "report", ["of_step"])
    op.create_table(
        "mail",
        _id(),
        *_text("message_id", "kind", "headers", "made_at", "state", "next_at", "answer"),
        *_text("error"),
        *_rows("game", "player", "report", null=True),
        *_text("seat", "address", "subject", "return_token", "leased_until", "leased_by", "sent_at", null=True),
        *_text("ended_at", null=True),
        *_binary("body", "document", null=True),
        *_truth("null_return"),
        *_number("attempts"),
        *_number("sent_to", null=True),
        sa.UniqueConstraint("message_id"),
    )
    op.create_index("mail_by_return_token", "mail", ["return_token"], unique=True)
    op.create_index("mail_by_state", "mail", ["state"])
    op.create_index("mail_due", "mail", ["next_at"], **where("state = 'queued'"))
    op.create_index("mail_of_report", "mail", ["report"])


def _keys() -> None:
    """What answers are known by, and what came back."""
    op.create_table(
        "token",
        *_text("token", key=True),
        *_rows("game"),
        *_text("seat", "made_at"),
        *_number("step"),
        *_rows("player", null=True),
        *_text("dead_at", null=True),
    )
    op.create_index("token_of_seat", "token", ["game", "seat"])
    op.create_table(
        "confirmation",
        *_text("code", key=True),
        *_text("what", "address", "details", "made_at", "expires_at"),
        *_rows("player", "game", "letter", null=True),
        *_text("seat", "used_at", null=True),
    )
    op.create_index("confirmation_open", "confirmation", ["expires_at"], **where("used_at IS NULL"))
    op.create_table(
        "bounce",
        _id(),
        *_rows("mail", "address", "letter", null=True),
        *_text("at", "said"),
        *_truth("hard"),
        *_text("cleared_at", "told_at", null=True),
    )
    op.create_index("bounce_of_address", "bounce", ["address", "at"])


def _id() -> sa.Column[int]:
    return sa.Column("id", sa.Integer(), primary_key=True)


def _text(*names: str, null: bool = False, key: bool = False) -> list[sa.Column[str]]:
    return [sa.Column(name, sa.String(), nullable=null, primary_key=key) for name in names]


def _number(*names: str, null: bool = False, key: bool = False) -> list[sa.Column[int]]:
    return [sa.Column(name, sa.Integer(), nullable=null, primary_key=key) for name in names]


def _binary(*names: str, null: bool = False) -> list[sa.Column[bytes]]:
    return [sa.Column(name, sa.LargeBinary(), nullable=null) for name in names]


def _truth(*names: str, null: bool = False) -> list[sa.Column[bool]]:
    return [sa.Column(name, sa.Boolean(), nullable=null) for name in names]


def _rows(*names: str, of: str = "", null: bool = False, key: bool = False) -> list[sa.Column[int]]:
    """Columns that name a row of the table that is called as they are, or ``of`` another."""
    return [
        sa.Column(name, sa.Integer(), sa.ForeignKey(f"{of or name}.id"), nullable=null, primary_key=key)
        for name in names
    ]
