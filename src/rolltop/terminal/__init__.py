"""Playing, reading rules and looking at records at a terminal, for any game on the shelf."""
