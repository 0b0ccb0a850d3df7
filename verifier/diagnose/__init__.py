"""Find the known mistakes under which what logs show would be right."""
