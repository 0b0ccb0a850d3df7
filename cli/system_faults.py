"""Why the system could not do what was asked."""

import os


def reason(fault: Exception) -> str:
    """Say why the system could not do it, or why there can be no such name."""
    if not isinstance(fault, OSError):
        return str(fault)
    return fault.strerror or (os.strerror(fault.errno) if fault.errno else str(fault))
