"""The tests: tables over all clauses and games, laws, vectors, golden files."""
