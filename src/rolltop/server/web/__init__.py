"""The pages: the lobby, a table, its log, rules, paper; live by a stream, or by plain forms."""
