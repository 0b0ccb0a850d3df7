"""The process of a program under test: started with its pipes, heard, and ended with all of its group."""

import atexit
import contextlib
import os
import select
import signal
import subprocess
import time
import weakref
from collections.abc import Sequence

from verifier.drive.adapter_fault import AdapterFault, not_started
from verifier.drive.answer_lines import AnswerLines, LineTooLong, Unanswerable
from verifier.drive.watchdog import WATCHDOG

BLOCK = 1 << 16  # bytes read at once
ROUNDS = 64  # blocks read in a row from one that does not stop writing
ERRORS_KEPT = 4096  # bytes
LOOK = 100  # milliseconds between two looks whether a silent process has ended
STALLED = 1.0  # seconds between two looks from which on this process itself must have stood still
LEAVING = 10.0  # seconds that a process has after the end of its input
LINGERING = 1.0  # seconds that one has which was seen not to end with its input
TERMINATING = 0.3  # seconds from SIGTERM to SIGKILL
ENDED = 5.0  # seconds in which the system ends a killed process
PATIENCE = 2  # milliseconds between two looks whether a process has ended


class AdapterProcess:
    """A process with three pipes, the head of its own group.

    Linux and macOS: Windows lacks process groups that end at once, and `poll` on pipes.
    """

    def __init__(self, command: Sequence[str]) -> None:
        self.command = tuple(command)
        self.starts = self.doubles = 0
        self._output = AnswerLines()
        self._errors = b""
        self._process: subprocess.Popen[bytes] | None = None
        self._poll: select.poll
        self._input = self._answers = self._error_pipe = -1
        self._first = self._silent = False  # nothing asked since the start; the end of the output was read
        self._lingers = False  # whether it was seen not to end with its input

    @property
    def running(self) -> bool:
        """Tell whether a process was started that has not been ended here."""
        return self._process is not None

    @property
    def noise(self) -> list[str]:
        """Give the first lines that hold no JSON object."""
        return self._output.noise

    @property
    def noise_count(self) -> int:
        """Count the lines that hold no JSON object, and the lines with more than one."""
        return self._output.noise_count

    def start(self) -> None:
        """Start the process; raises AdapterFault."""
        if self._process is not None:
            return
        if os.name != "posix":
            raise AdapterFault("cannot-start", "programs are driven on Linux and macOS only", "use WSL on Windows")
        environment = WATCHDOG.environment()
        (input_end, self._input), (self._answers, output_end), (self._error_pipe, error_end) = (
            os.pipe() for _ in range(3)
        )
        try:
            self._process = subprocess.Popen(
                self.command,
                stdin=input_end,
                stdout=output_end,
                stderr=error_end,
                env=environment,
                start_new_session=True,
            )
        except (OSError, ValueError, IndexError) as fault:
            self._close()
            raise not_started(self.command, fault) from None
        finally:
            for end in (input_end, output_end, error_end):
                os.close(end)
        WATCHDOG.add(self._process.pid)
        _STARTED.add(self)
        self._poll = select.poll()
        for end in (self._answers, self._error_pipe):
            os.set_blocking(end, False)
            self._poll.register(end, select.POLLIN)
        os.set_blocking(self._input, False)
        self._output.clear()
        self._errors, self._first, self._silent = b"", True, False
        self.starts += 1

    def stop(self) -> bool:
        """End the process by the end of its input, and hear it out; tell whether that was enough."""
        if self._process is None:
            return True
        os.close(self._input)
        self._input = -1
        by_itself = self._await_end(self._process, LINGERING if self._lingers else LEAVING)
        if by_itself:
            self._hear_out()
        else:
            self._lingers = True
            self._signal(self._process, signal.SIGTERM)
            self._await_end(self._process, TERMINATING)
        self.kill()
        return by_itself

    def kill(self) -> None:
        """End the whole process group at once."""
        process = self._process
        if process is None:
            return
        self._signal(process, signal.SIGKILL)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(ENDED)
        self._process = None
        _STARTED.discard(self)
        WATCHDOG.remove(process.pid)
        self._read_errors()
        self._close()

    def end_from_aside(self) -> None:
        """End the process group from another thread; the one that talks with it sees that it has ended."""
        process = self._process
        if process is not None and process.returncode is None:
            self._signal(process, signal.SIGKILL)

    def errors(self) -> str:
        """Give the end of what came on standard error since the start."""
        if self._process is not None:
            self._read_errors()
        return self._errors.decode("utf-8", "replace")

    def leave_to_parent(self) -> None:
        """Let go of the process in a forked process."""
        if self._process is not None:
            self._process.returncode = 0  # a child of the parent, not of this process
            self._process = None
            self._close()

    def _take_lines(self) -> None:
        while self._output.lines:
            if self._output.next_object() is not None:
                self.doubles += 1

    def _read(self, ready: Sequence[tuple[int, int]]) -> None:
        for end, _ in ready:
            if end == self._answers:
                self._read_output()
            elif end == self._error_pipe:
                self._read_errors()

    def _read_output(self) -> None:
        try:
            block = os.read(self._answers, BLOCK)
        except BlockingIOError:
            return
        self._take(block)

    def _take(self, block: bytes) -> None:
        if block:
            self._output.add(block)
        else:
            self._output.end()
            self._silent = True
            self._unregister(self._answers)

    def _read_errors(self) -> None:
        with contextlib.suppress(BlockingIOError):
            for _ in range(ROUNDS):
                block = os.read(self._error_pipe, BLOCK)
                if not block:
                    self._unregister(self._error_pipe)
                    return
                self._errors = (self._errors + block)[-ERRORS_KEPT:]

    def _unregister(self, end: int) -> None:
        with contextlib.suppress(KeyError):
            self._poll.unregister(end)

    def _await_end(self, process: "subprocess.Popen[bytes]", seconds: float) -> bool:
        """Hear what a process writes until it ends; false if it does not end in time."""
        before = time.monotonic()
        while process.poll() is None:
            after = time.monotonic()
            seconds -= counted(after - before)
            before = after
            if seconds <= 0:
                return False
            with contextlib.suppress(LineTooLong, Unanswerable):
                self._read(self._poll.poll(PATIENCE))
                self._take_lines()
        return True

    def _hear_out(self) -> None:
        """Take what an ended process has left in its pipe."""
        with contextlib.suppress(LineTooLong, Unanswerable):
            for _ in range(ROUNDS):
                if self._silent or not self._poll.poll(0):
                    break
                self._read_output()
            self._take_lines()

    def _signal(self, process: "subprocess.Popen[bytes]", number: int) -> None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, number)

    def _close(self) -> None:
        for end in (self._input, self._answers, self._error_pipe):
            if end >= 0:
                os.close(end)
        self._input = self._answers = self._error_pipe = -1


def counted(passed: float) -> float:
    """Give how many of the seconds between two looks count: where this process itself stood still, those of one look.

    It is stopped by Ctrl-Z or with the whole machine, and then what it drives was most often stopped too.
    """
    return LOOK / 1000 if passed > STALLED else passed


_STARTED: "weakref.WeakSet[AdapterProcess]" = weakref.WeakSet()


def _end_all() -> None:
    for adapter in list(_STARTED):
        adapter.kill()


def _leave_all_to_parent() -> None:
    for adapter in list(_STARTED):
        adapter.leave_to_parent()
    _STARTED.clear()


atexit.register(_end_all)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_leave_all_to_parent)
