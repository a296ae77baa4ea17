"""Where the tables are kept: events and summaries in SQLite or PostgreSQL."""
