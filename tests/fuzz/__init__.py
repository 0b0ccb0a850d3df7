"""Hostile inputs for all readers and commands: `python -m tests.fuzz` (make fuzz), and a small share in the tests."""
