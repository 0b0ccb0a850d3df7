"""Propose a mapping for a record of an unknown program."""
