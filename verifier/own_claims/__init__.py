"""Claims of a user's own: a file of them, its expressions as terms, and the questions that decide them."""
