"""Agents that learn a game, and then sit down at a web table: from the first game to the last in a file each."""

import os

# Small matrices take longer on several threads than on one. NumPy and PyTorch read this when they are imported.
os.environ.setdefault("OMP_NUM_THREADS", "1")
