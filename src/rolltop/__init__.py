"""Rolltop: Rollie, Roll Estate and Rolimã on the table."""
