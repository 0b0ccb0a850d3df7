"""A page on which recorded games can be stepped through."""
