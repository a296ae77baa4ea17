"""Running it: processes, sockets, health, logs, numbers, and the operator's pages."""
