"""What logs show, clause by clause: counts of games judged, in parts that can be added up in any order."""
