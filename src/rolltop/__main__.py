"""``python -m rolltop``: the command line."""

from rolltop.cli import main

if __name__ == "__main__":
    main()
