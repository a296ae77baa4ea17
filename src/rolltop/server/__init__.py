"""The web table: event store, tables, pages, live updates."""
