"""No process outlives its driver: a small shell waits for the driver's end and then ends what the driver started."""

import atexit
import contextlib
import os
import subprocess
import threading

MARK = "CLOVERPROOF_DRIVER"  # in the environment of all that a driver starts
SHELL = "/bin/sh"
ENDING = 2.0  # seconds that the shell has at the driver's end

# A line adds or takes away a process group. At the end of the lines, which comes however the driver ends, the groups
# are ended, and where /proc tells environments, all that left its group too.
SCRIPT = """
groups=
while read -r sign group; do
  kept=
  for one in $groups; do [ "$one" = "$group" ] || kept="$kept $one"; done
  groups=$kept
  [ "$sign" = - ] || groups="$groups $group"
done
for one in $groups; do kill -s KILL -- "-$one"; done
[ -r /proc/self/environ ] || exit 0
for file in $(grep -lsF "$1" /proc/[0-9]*/environ); do
  process=${file#/proc/}
  kill -s KILL "${process%/environ}"
done
"""


class Watchdog:
    """The process groups that end with this process."""

    def __init__(self) -> None:
        self._begin_anew()

    def _begin_anew(self) -> None:
        self._mark = os.urandom(12).hex()
        self._groups: set[int] = set()
        self._lock = threading.Lock()
        self._shell: subprocess.Popen[bytes] | None = None
        self._line = -1

    def environment(self) -> dict[str, str]:
        """Give the environment for what is started, and see that the shell waits."""
        with self._lock:
            if self._shell is None:
                self._start()
        return {**os.environ, MARK: self._mark}

    def add(self, group: int) -> None:
        """Let a process group end with this process."""
        with self._lock:
            self._groups.add(group)
            if not self._tell(f"+ {group}\n"):
                self._start()

    def remove(self, group: int) -> None:
        """Forget a process group that has ended."""
        with self._lock:
            self._groups.discard(group)
            self._tell(f"- {group}\n")

    def close(self) -> None:
        """End all that is left."""
        with self._lock:
            if self._shell is not None:
                os.close(self._line)
                with contextlib.suppress(subprocess.TimeoutExpired):
                    self._shell.wait(ENDING)
            self._shell = None

    def leave_to_parent(self) -> None:
        """Let go of the shell in a forked process."""
        if self._shell is not None:
            self._shell.returncode = 0  # a child of the parent, not of this process
            os.close(self._line)
        self._begin_anew()

    def _start(self) -> None:
        lines, self._line = os.pipe()
        command = [SHELL, "-c", SCRIPT, "watchdog", f"{MARK}={self._mark}"]
        silent = subprocess.DEVNULL
        try:
            self._shell = subprocess.Popen(
                command, stdin=lines, stdout=silent, stderr=silent, cwd="/", start_new_session=True
            )
        except OSError:  # without a shell, programs end only by the end of their input
            os.close(self._line)
        finally:
            os.close(lines)
        if self._groups:
            self._tell("".join(f"+ {group}\n" for group in self._groups))

    def _tell(self, lines: str) -> bool:
        """Tell the shell; false where it was ended from outside."""
        if self._shell is None:
            return True
        try:
            os.write(self._line, lines.encode())
        except BrokenPipeError:
            os.close(self._line)
            self._shell.wait()
            self._shell = None
            return False
        return True


WATCHDOG = Watchdog()
atexit.register(WATCHDOG.close)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=WATCHDOG.leave_to_parent)
