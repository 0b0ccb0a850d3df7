"""Lucky Numbers (Michael Schacht; TIKI 2020, first edition "5 vor 12", Ravensburger 2012)."""
