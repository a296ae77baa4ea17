"""How strong the bots are in Roll Estate (see docs/strength.md).

The planner, more or less steady; only a master searches, and not alone.
"""

ADVICE_DEPTH = 1  #: a whole game takes the planner a millisecond or more, and luck hides what one choice was worth

SKILLS: dict[str, dict[str, float]] = {
    "beginner": {"wavers": 0.33},
    "casual": {"wavers": 0.22},
    "club": {"wavers": 0.165},
    "expert": {"playouts": 0, "wavers": 0.1},
    "master": {"playouts": 4000, "depth": 1, "explores": 0.25, "plans_alone": 1},
}
