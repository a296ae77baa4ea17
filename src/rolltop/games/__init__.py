"""The shelf of games. `rolltop.games.shelf` finds them."""
