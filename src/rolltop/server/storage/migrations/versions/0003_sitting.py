"""Who sits at which tables that go on, so that a guest's tables are found."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

SEATING = ("created", "joined", "left", "moved")


def upgrade() -> None:
    """Tables of before are looked through; what is due at them is found out when the server starts."""
    op.create_table(
        "sitting",
        sa.Column("guest", sa.String(), nullable=False),
        sa.Column("table_id", sa.String(), nullable=False),
        sa.Column("host", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_sitting_table_id"),
        sa.PrimaryKeyConstraint("guest", "table_id", name="pk_sitting"),
    )
    op.create_index("ix_sitting_table_id", "sitting", ["table_id"])
    connection = op.get_bind()
    connection.execute(sa.text("UPDATE tables SET due = changed WHERE due IS NULL AND status IN ('open', 'running')"))
    tables, events = sa.table("tables", sa.column("id"), sa.column("status")), sa.table("events", *columns())
    going_on = sa.select(tables.c.id).where(tables.c.status.in_(("open", "running")))
    query = sa.select(events.c.table_id, events.c.kind, events.c.data).where(
        events.c.table_id.in_(going_on), events.c.kind.in_(SEATING)
    )
    sitting: dict[str, dict[int, str]] = {}
    hosts: dict[str, str] = {}
    for table_id, kind, text in connection.execute(query.order_by(events.c.table_id, events.c.number)):
        data, seats = json.loads(text), sitting.setdefault(table_id, {})
        if kind == "created":
            seats |= {seat: who["guest"] for seat, who in enumerate(data["seats"]) if who.get("guest")}
            hosts[table_id] = data.get("host", "")
        elif kind == "left":
            seats.pop(data["seat"], None)
        else:
            seats[data["seat"]] = data["guest"]
    rows = [
        {"guest": guest, "table_id": table_id, "host": guest == hosts.get(table_id)}
        for table_id, seats in sitting.items()
        for guest in set(seats.values())
    ]
    if rows:
        op.bulk_insert(sa.table("sitting", sa.column("guest"), sa.column("table_id"), sa.column("host")), rows)


def columns() -> list[sa.ColumnClause[str]]:
    """Those of `events` that are read."""
    return [sa.column(name) for name in ("table_id", "number", "kind", "data")]
