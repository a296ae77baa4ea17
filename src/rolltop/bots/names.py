"""What bots are called at a table."""

from collections.abc import Collection

NAMES = ("Otto", "Mina", "Pavel", "Suri", "Leif", "Noor", "Ada", "Gus")


def bot_name(taken: Collection[str]) -> str:
    """The first name that nobody at the table has; with a number when all are taken."""
    number = 1
    while True:
        for name in NAMES:
            found = name if number == 1 else f"{name} {number}"
            if found not in taken:
                return found
        number += 1
