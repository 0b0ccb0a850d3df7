"""Solving positions exactly: a graph that grows where it matters, with proven bounds."""
