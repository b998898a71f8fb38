"""What is asked again and again finds its rows by an index, however much a campaign has archived."""

import sqlalchemy as sa
from alembic import op

from referee.store.sqlite import where

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the indexes that were missing, and let go of two that others take the place of."""
    _play()
    _people()
    _log()
    _letters_in()
    _letters_out()


def _play() -> None:
    op.create_index("game_by_status", "game", ["status"])
    op.create_index("game_by_name", "game", [sa.text("lower(name)")])
    op.create_index("orders_of_step", "orders", ["game", "step"])
    op.create_index("orders_of_letter", "orders", ["letter"])


def _people() -> None:
    waits = "json_extract(details, '$.waits') IS NOT NULL AND json_extract(details, '$.done') IS NULL"
    not_done = where(f"what = 'add address' AND used_at IS NOT NULL AND {waits}")
    op.create_index("confirmation_not_done", "confirmation", ["used_at"], **not_done)
    op.create_index("confirmation_made", "confirmation", ["what", "made_at"])
    op.create_index("confirmation_of_game", "confirmation", ["game", "what"])
    op.create_index("confirmation_of_letter", "confirmation", ["letter"])
    op.create_index("address_bouncing", "address", ["id"], **where("bouncing_since IS NOT NULL"))
    op.create_index("substitute_now", "substitute", ["id"], **where("ended_at IS NULL"))
    op.create_index("standby_now", "standby", ["id"], **where("until IS NULL"))


def _log() -> None:
    op.create_index("action_by_kind", "action", ["game", "what", "at"])
    op.create_index("outage_unsettled", "outage", ["id"], **where("settled_at IS NULL"))


def _letters_in() -> None:
    op.drop_index("token_of_seat", "token")
    op.create_index("token_of_step", "token", ["game", "step", "seat"])
    op.create_index("token_of_player", "token", ["player", "made_at"])
    op.create_index("letter_of_game", "letter", ["game", "outcome"])
    op.create_index("letter_of_player", "letter", ["player", "outcome", "received_at"])
    op.create_index("press_of_letter", "press", ["letter"])
    op.create_index("bounce_of_mail", "bounce", ["mail"])
    op.create_index("bounce_of_letter", "bounce", ["letter"])
    op.create_index("bounce_untold", "bounce", ["id"], **where("told_at IS NULL AND cleared_at IS NULL"))


def _letters_out() -> None:
    op.drop_index("mail_by_state", "mail")
    op.create_index("mail_not_sent", "mail", ["state", "game"], **where("state != 'sent'"))
    op.create_index("mail_sent", "mail", ["sent_at"])
    op.create_index("mail_of_kind", "mail", ["kind", "game", "player"])
    op.create_index("mail_of_seat", "mail", ["game", "seat", "kind"])
    to = sa.text("lower(address)")
    op.create_index("mail_to_address", "mail", [to, "made_at"], **where("address IS NOT NULL"))
    op.create_index("report_of_seat", "report", ["game", "seat", "kind"])
