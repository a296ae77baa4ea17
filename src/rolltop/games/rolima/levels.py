"""How strong the bots are in Rolimã (see docs/strength.md); the weaker ones also forget what others took."""

SKILLS: dict[str, dict[str, float]] = {
    "beginner": {"wavers": 1.2, "forgets": 1.0},
    "casual": {"wavers": 0.6, "forgets": 0.7},
    "club": {"wavers": 0.1, "forgets": 0.4},
    "expert": {"playouts": 150, "depth": 1},
    "master": {"playouts": 5000, "depth": 10},
}
