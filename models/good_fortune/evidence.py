"""What Good Fortune gives for reports on logs."""

from models.evidence import Evidence
from models.good_fortune.coverage import GIVE_UP, EventCounter
from models.good_fortune.shown_readings import AGAIN, EQUAL, MEDALLION, SPLIT, STARTS, TIE
from models.good_fortune.step_views import step_view

READINGS = {
    TIE: "Which charm is grouped first if number and die sum are the same?",
    AGAIN: "Is it counted again for the tiles that are left?",
    SPLIT: "Must the most frequent charm be grouped first where another split would score more?",
    EQUAL: "Who wins if both have as many points?",
    STARTS: "Who begins in Simple laying?",
    MEDALLION: "Is the medallion handed over in Guessing?",
    GIVE_UP: "May a player concede?",
}

EVIDENCE = Evidence(coverage=EventCounter, readings=READINGS, step_view=step_view)
