"""What Alembic runs to change a store; it is given an open connection."""

from alembic import context

from grognard.web.store.models import Base

context.configure(
    connection=context.config.attributes["connection"], target_metadata=Base.metadata, render_as_batch=True
)
with context.begin_transaction():
    context.run_migrations()
