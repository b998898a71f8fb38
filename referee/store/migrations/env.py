"""Runs the migrations on the connection that it is given, in that connection's transaction."""

from alembic import context
from sqlmodel import SQLModel

from referee.store import tables  # noqa: F401 - declares them

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=SQLModel.metadata,
    transactional_ddl=True,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
