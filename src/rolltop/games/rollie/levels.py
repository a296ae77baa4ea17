"""How strong the bots are in Rollie (see docs/strength.md); much is luck, so a beginner has to stray far."""

SKILLS: dict[str, dict[str, float]] = {
    "beginner": {"wavers": 25.0},
    "casual": {"wavers": 2.4},
    "club": {"wavers": 1.0},
    "expert": {"playouts": 60, "depth": 2},
    "master": {"playouts": 6000, "depth": 3},
}
