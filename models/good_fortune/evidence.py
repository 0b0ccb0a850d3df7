"""What Good Fortune gives for reports on logs."""

from models.evidence import Evidence
from models.good_fortune.answers import AGAIN, EQUAL, MEDALLION, SPLIT, STARTS, TIE
from models.good_fortune.scenes import scene
from models.good_fortune.watch import GIVE_UP, Watched

READINGS = {
    TIE: "Which charm is grouped first if number and die sum are the same?",
    AGAIN: "Is it counted again for the tiles that are left?",
    SPLIT: "Must the most frequent charm be grouped first where another split would score more?",
    EQUAL: "Who wins if both have as many points?",
    STARTS: "Who begins in Simple laying?",
    MEDALLION: "Is the medallion handed over in Guessing?",
    GIVE_UP: "May a player concede?",
}

EVIDENCE = Evidence(watch=Watched, readings=READINGS, scene=scene)
