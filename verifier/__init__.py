"""What follows from the rules."""
