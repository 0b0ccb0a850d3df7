"""What follows from the rules: logs judged and inferred, claims proved, games explored and solved, programs tested."""
