"""Measured numbers, beside a peer's in the same run: ``python -m bench`` for all, ``python -m bench engine`` for one.

Numbers depend on the machine and on what else it does; ratios much less. No test asserts a speed.
"""
