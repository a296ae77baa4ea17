"""How strong the bots are in Rollie (see docs/strength.md); much is luck, so a beginner has to stray far."""

SKILLS: dict[str, dict[str, float]] = {
    "beginner": {"wavers": 25.0},
    "casual": {"wavers": 2.6},
    "club": {"wavers": 0.92},
    "expert": {"playouts": 100, "depth": 2},
    "master": {"playouts": 10000, "depth": 3},
}
