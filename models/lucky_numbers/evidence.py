"""What Lucky Numbers gives for reports on logs."""

from models.evidence import Evidence
from models.lucky_numbers.scenes import scene
from models.lucky_numbers.watch import READINGS, Watched

EVIDENCE = Evidence(watch=Watched, readings=READINGS, scene=scene, drawn="clovers")
