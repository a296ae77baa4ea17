"""How strong the bots are in Roll Estate (see docs/strength.md)."""

SKILLS: dict[str, dict[str, float]] = {
    "beginner": {"wavers": 0.3},
    "casual": {"wavers": 0.2},
    "club": {"wavers": 0.13},
    "expert": {"playouts": 0},
    "master": {"playouts": 4000, "depth": 1, "explores": 0.25, "plans_alone": 1},
}
