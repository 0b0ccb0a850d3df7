"""Findings and rules in words and pictures."""
