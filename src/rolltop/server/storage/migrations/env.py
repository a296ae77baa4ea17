"""Run by Alembic for every command: over the connection, and in the transaction, that `upgrade` hands it."""

from alembic import context

from rolltop.server.storage.schema import VERSION_TABLE, metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    version_table=VERSION_TABLE,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
