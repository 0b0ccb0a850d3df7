"""Claims about Lucky Numbers over all gardens and tables."""
