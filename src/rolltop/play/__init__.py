"""One game being played: state and history, dice, records, undo."""
