"""What Lucky Numbers gives for reports on logs."""

from models.evidence import Evidence
from models.lucky_numbers.coverage import READINGS, EventCounter
from models.lucky_numbers.step_views import step_view

EVIDENCE = Evidence(coverage=EventCounter, readings=READINGS, step_view=step_view, drawn="clovers")
