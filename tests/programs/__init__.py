"""Programs that play the games, written from the rule books alone, to be driven and found right or wrong."""
