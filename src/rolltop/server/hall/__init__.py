"""The tables: what happens at them, who may ask for what, and what happens by itself."""
