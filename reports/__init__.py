"""Findings, claims, graphs, values and rules in words, pictures and JSON."""
