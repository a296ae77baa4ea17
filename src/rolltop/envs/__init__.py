"""Environments for agents that learn."""
