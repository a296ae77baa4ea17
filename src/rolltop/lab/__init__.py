"""The laboratory: many games, of bots, and what can be learned from them."""
