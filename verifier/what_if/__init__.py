"""Rules that are otherwise: a file of them, clauses that a user adds, and which claims change their verdict."""
