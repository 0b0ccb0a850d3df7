"""The rules as data."""
