"""Good Fortune: the rules as data."""
