"""the first tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "account",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("password", sa.String(length=200), nullable=False),
        sa.Column("made", sa.DateTime(), nullable=False),
        sa.Column("settings", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("name"),
    )
    op.create_table(
        "attempt",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("who", sa.String(length=64), nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    with op.batch_alter_table("attempt", schema=None) as batch_op:
        batch_op.create_index("attempt_who", ["who", "at"], unique=False)
        batch_op.create_index(batch_op.f("ix_attempt_at"), ["at"], unique=False)

    op.create_table(
        "visit",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("token", sa.String(length=64), nullable=False),
        sa.Column("account_id", sa.Integer(), nullable=True),
        sa.Column("seen", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(["account_id"], ["account.id"], ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("token"),
    )
    with op.batch_alter_table("visit", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_visit_account_id"), ["account_id"], unique=False)

    op.create_table(
        "battle",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("title", sa.JSON(), nullable=False),
        sa.Column("book", sa.String(length=60), nullable=False),
        sa.Column("scenario", sa.String(length=200), nullable=False),
        sa.Column("seed", sa.LargeBinary(), nullable=False),
        sa.Column("made", sa.DateTime(), nullable=False),
        sa.Column("touched", sa.DateTime(), nullable=False),
        sa.Column("host", sa.Integer(), nullable=True),
        sa.Column("status", sa.String(length=10), nullable=False),
        sa.Column("public", sa.Boolean(), nullable=False),
        sa.Column("turn", sa.String(length=60), nullable=False),
        sa.Column("length", sa.Integer(), nullable=False),
        sa.Column("awaited", sa.JSON(), nullable=False),
        sa.Column("policy", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["host"], ["visit.id"], ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("id"),
    )
    with op.batch_alter_table("battle", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_battle_host"), ["host"], unique=False)
        batch_op.create_index(batch_op.f("ix_battle_status"), ["status"], unique=False)
        batch_op.create_index(batch_op.f("ix_battle_touched"), ["touched"], unique=False)

    op.create_table(
        "api_order_key",
        sa.Column("battle_id", sa.String(length=16), nullable=False),
        sa.Column("seat", sa.String(length=60), nullable=False),
        sa.Column("key", sa.String(length=80), nullable=False),
        sa.Column("orders", sa.String(length=64), nullable=False),
        sa.Column("line", sa.Integer(), nullable=False),
        sa.Column("made", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(["battle_id"], ["battle.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("battle_id", "seat", "key"),
    )
    op.create_table(
        "link",
        sa.Column("id", sa.String(length=22), nullable=False),
        sa.Column("battle_id", sa.String(length=16), nullable=False),
        sa.Column("seat", sa.String(length=60), nullable=False),
        sa.Column("made", sa.DateTime(), nullable=False),
        sa.Column("revoked", sa.Boolean(), nullable=False),
        sa.Column("hand_over", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["battle_id"], ["battle.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
    )
    with op.batch_alter_table("link", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_link_battle_id"), ["battle_id"], unique=False)

    op.create_table(
        "message",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("battle_id", sa.String(length=16), nullable=False),
        sa.Column("channel", sa.String(length=80), nullable=False),
        sa.Column("seat", sa.String(length=60), nullable=False),
        sa.Column("words", sa.Text(), nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.Column("visit_id", sa.Integer(), nullable=True),
        sa.Column("account_id", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["account_id"], ["account.id"], ondelete="SET NULL"),
        sa.ForeignKeyConstraint(["battle_id"], ["battle.id"], ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["visit_id"], ["visit.id"], ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("id"),
    )
    with op.batch_alter_table("message", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_message_account_id"), ["account_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_message_visit_id"), ["visit_id"], unique=False)
        batch_op.create_index("message_channel", ["battle_id", "channel", "id"], unique=False)

    op.create_table(
        "post_follow",
        sa.Column("battle_id", sa.String(length=16), nullable=False),
        sa.Column("active", sa.Boolean(), nullable=False),
        sa.Column("seen", sa.Integer(), nullable=False),
        sa.Column("message", sa.Integer(), nullable=False),
        sa.Column("turn", sa.String(length=60), nullable=False),
        sa.Column("over", sa.Boolean(), nullable=False),
        sa.Column("frozen", sa.DateTime(), nullable=True),
        sa.ForeignKeyConstraint(["battle_id"], ["battle.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("battle_id"),
    )
    op.create_table(
        "post_image",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("battle_id", sa.String(length=16), nullable=False),
        sa.Column("eyes", sa.String(length=60), nullable=False),
        sa.Column("line", sa.Integer(), nullable=False),
        sa.Column("since", sa.Integer(), nullable=False),
        sa.Column("lang", sa.String(length=5), nullable=False),
        sa.Column("made", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(["battle_id"], ["battle.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
    )
    with op.batch_alter_table("post_image", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_post_image_battle_id"), ["battle_id"], unique=False)

    op.create_table(
        "post_job",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("key", sa.String(length=160), nullable=False),
        sa.Column("battle_id", sa.String(length=16), nullable=True),
        sa.Column("facts", sa.JSON(), nullable=False),
        sa.Column("due", sa.DateTime(), nullable=True),
        sa.Column("state", sa.String(length=10), nullable=False),
        sa.Column("lease", sa.DateTime(), nullable=True),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("error", sa.Text(), nullable=False),
        sa.Column("made", sa.DateTime(), nullable=False),
        sa.Column("ended", sa.DateTime(), nullable=True),
        sa.ForeignKeyConstraint(["battle_id"], ["battle.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("key"),
    )
    with op.batch_alter_table("post_job", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_post_job_battle_id"), ["battle_id"], unique=False)
        batch_op.create_index("post_job_due", ["state", "due"], unique=False)

    op.create_table(
        "post_waiting",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("battle_id", sa.String(length=16), nullable=False),
        sa.Column("seat", sa.String(length=60), nullable=False),
        sa.Column("line", sa.Integer(), nullable=False),
        sa.Column("questions", sa.JSON(), nullable=False),
        sa.Column("turn", sa.String(length=60), nullable=False),
        sa.Column("since", sa.DateTime(), nullable=False),
        sa.Column("due", sa.DateTime(), nullable=True),
        sa.Column("closes", sa.DateTime(), nullable=True),
        sa.Column("left", sa.Double(), nullable=True),
        sa.Column("state", sa.String(length=10), nullable=False),
        sa.Column("ended", sa.DateTime(), nullable=True),
        sa.ForeignKeyConstraint(["battle_id"], ["battle.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("battle_id", "seat", "line"),
    )
    with op.batch_alter_table("post_waiting", schema=None) as batch_op:
        batch_op.create_index("post_waiting_open", ["battle_id", "state"], unique=False)

    op.create_table(
        "record_line",
        sa.Column("battle_id", sa.String(length=16), nullable=False),
        sa.Column("n", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("line", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["battle_id"], ["battle.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("battle_id", "n"),
    )
    op.create_table(
        "seat",
        sa.Column("battle_id", sa.String(length=16), nullable=False),
        sa.Column("seat", sa.String(length=60), nullable=False),
        sa.Column("holder", sa.String(length=20), nullable=False),
        sa.Column("called", sa.String(length=60), nullable=False),
        sa.Column("missed", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["battle_id"], ["battle.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("battle_id", "seat"),
    )
    op.create_table(
        "seat_grant",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("link_id", sa.String(length=22), nullable=False),
        sa.Column("visit_id", sa.Integer(), nullable=True),
        sa.Column("account_id", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["account_id"], ["account.id"], ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["link_id"], ["link.id"], ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["visit_id"], ["visit.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("link_id", "account_id"),
        sa.UniqueConstraint("link_id", "visit_id"),
    )
    with op.batch_alter_table("seat_grant", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_seat_grant_account_id"), ["account_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_seat_grant_link_id"), ["link_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_seat_grant_visit_id"), ["visit_id"], unique=False)

    op.create_table(
        "post_address",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("battle_id", sa.String(length=16), nullable=False),
        sa.Column("seat", sa.String(length=60), nullable=False),
        sa.Column("grant_id", sa.Integer(), nullable=False),
        sa.Column("means", sa.String(length=20), nullable=False),
        sa.Column("target", sa.Text(), nullable=False),
        sa.Column("kinds", sa.JSON(), nullable=False),
        sa.Column("after", sa.Integer(), nullable=False),
        sa.Column("lang", sa.String(length=5), nullable=False),
        sa.Column("made", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(["battle_id"], ["battle.id"], ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["grant_id"], ["seat_grant.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
    )
    with op.batch_alter_table("post_address", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_post_address_battle_id"), ["battle_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_post_address_grant_id"), ["grant_id"], unique=False)


def downgrade() -> None:
    with op.batch_alter_table("post_address", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_post_address_grant_id"))
        batch_op.drop_index(batch_op.f("ix_post_address_battle_id"))

    op.drop_table("post_address")
    with op.batch_alter_table("seat_grant", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_seat_grant_visit_id"))
        batch_op.drop_index(batch_op.f("ix_seat_grant_link_id"))
        batch_op.drop_index(batch_op.f("ix_seat_grant_account_id"))

    op.drop_table("seat_grant")
    op.drop_table("seat")
    op.drop_table("record_line")
    with op.batch_alter_table("post_waiting", schema=None) as batch_op:
        batch_op.drop_index("post_waiting_open")

    op.drop_table("post_waiting")
    with op.batch_alter_table("post_job", schema=None) as batch_op:
        batch_op.drop_index("post_job_due")
        batch_op.drop_index(batch_op.f("ix_post_job_battle_id"))

    op.drop_table("post_job")
    with op.batch_alter_table("post_image", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_post_image_battle_id"))

    op.drop_table("post_image")
    op.drop_table("post_follow")
    with op.batch_alter_table("message", schema=None) as batch_op:
        batch_op.drop_index("message_channel")
        batch_op.drop_index(batch_op.f("ix_message_visit_id"))
        batch_op.drop_index(batch_op.f("ix_message_account_id"))

    op.drop_table("message")
    with op.batch_alter_table("link", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_link_battle_id"))

    op.drop_table("link")
    op.drop_table("api_order_key")
    with op.batch_alter_table("battle", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_battle_touched"))
        batch_op.drop_index(batch_op.f("ix_battle_status"))
        batch_op.drop_index(batch_op.f("ix_battle_host"))

    op.drop_table("battle")
    with op.batch_alter_table("visit", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_visit_account_id"))

    op.drop_table("visit")
    with op.batch_alter_table("attempt", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_attempt_at"))
        batch_op.drop_index("attempt_who")

    op.drop_table("attempt")
    op.drop_table("account")
