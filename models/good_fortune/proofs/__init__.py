"""Claims about Good Fortune over all tile sets, tables and collections."""
