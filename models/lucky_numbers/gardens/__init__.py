"""What can become of a garden by itself, apart from any table: completions, blocking sets, fewest turns, chances."""
