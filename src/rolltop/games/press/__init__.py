"""The press: puts a game's own drawings and words on paper, as PDF. Knows no game."""
