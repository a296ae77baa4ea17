"""What every game on the shelf is held to, whatever it is about (see docs/adding-a-game.md)."""
