"""The short check of an adapter, before anything is played with it."""

import sys
from collections.abc import Sequence

from models.driving import Wish
from reports.drive_check import faults_text
from reports.style import uncolored
from verifier.drive.adapter import AdapterFault
from verifier.drive.check import checked, seen_later
from verifier.drive.play import Player


def misled(player: Player, wish: Wish, nothing: str = "nothing is played", fully: str = "--check") -> bool:
    """Tell faults of the adapter, and whether playing would mean nothing; else they are warnings."""
    try:
        looked = checked(player, wish, full=False)
    except AdapterFault:
        return False
    word = "error" if looked.grave else "warning"
    print(faults_text(looked, looked.faults, uncolored, word), end="", file=sys.stderr)
    if looked.grave:
        print(f"{nothing}: change the adapter first; {fully} looks at all of it", file=sys.stderr)
    elif looked.faults:
        print(f"played all the same; {fully} tells this as a fault of the adapter", file=sys.stderr)
    return bool(looked.grave)


def warn(players: Sequence[Player]) -> None:
    """Tell what playing has shown of an adapter that the check before it had not."""
    looked = seen_later(players)
    print(faults_text(looked, looked.faults, uncolored, "warning"), end="", file=sys.stderr)
