"""The process of a program under test, and the talk with it: one line out, one line back."""

import atexit
import contextlib
import os
import select
import signal
import subprocess
import time
import weakref
from collections.abc import Sequence
from typing import Self

from verifier.drive.adapter_fault import AdapterFault, closed, ended, not_started, too_long, unanswered
from verifier.drive.answer_lines import AnswerLines, LineTooLong
from verifier.drive.watchdog import WATCHDOG

__all__ = ["Adapter", "AdapterFault"]

BLOCK = 1 << 16  # bytes read at once
ERRORS_KEPT = 4096  # bytes
LOOK = 100  # milliseconds between two looks whether a silent process has ended
SETTLING = 10  # milliseconds in which a second answer shows
SETTLED = 4  # requests, after which second answers are looked for without waiting, unless there were some
ROUNDS = 64  # blocks read in a row from one that does not stop writing
EXITING = 0.5  # seconds from the end of its output to the end of a process
LEAVING = 1.0  # seconds that a process has after the end of its input
PATIENCE = 2  # milliseconds between two looks whether a process has ended
TERMINATING = 0.3  # seconds from SIGTERM to SIGKILL
ENDED = 5.0  # seconds in which the system ends a killed process


class Adapter:
    """A program that answers line by line; whatever fault it shows, its process group is ended with it.

    Linux and macOS: Windows lacks process groups that end at once, and `poll` on pipes.
    """

    def __init__(self, command: Sequence[str], *, wait: float = 10.0, first_wait: float = 30.0) -> None:
        self.command, self.wait, self.first_wait = tuple(command), wait, first_wait
        self.starts = self.asked = self.doubles = 0
        self.waited = 0.0  # seconds
        self._output = AnswerLines()
        self._errors = b""
        self._process: subprocess.Popen[bytes] | None = None
        self._poll: select.poll
        self._input = self._answers = self._error_pipe = -1
        self._first = self._silent = False  # nothing asked since the start; the end of the output was read

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

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is None:
            self.stop()
        else:
            self.kill()

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

    def ask(self, request: bytes) -> bytes:
        """Send one line and give the JSON object of the line that answers it; raises AdapterFault."""
        if self._process is None:
            self.start()
        try:
            self._take_unasked()
            self.asked += 1
            wait = self.first_wait if self._first else self.wait
            self._first = False
            return self._exchange(request + b"\n", wait)
        except LineTooLong:
            self.kill()
            raise too_long() from None
        except BaseException:
            self.kill()
            raise

    def stop(self) -> bool:
        """End the process by the end of its input; tell whether that was enough."""
        if self._process is None:
            return True
        os.close(self._input)
        self._input = -1
        by_itself = self._await_end(self._process, LEAVING)
        if not by_itself:
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

    def _exchange(self, line: bytes, wait: float) -> bytes:
        """Send a line and wait for its answer: the hot path, as few calls as can be."""
        process, output, now = self._process, self._output, time.monotonic
        output.braced = ""
        deadline = now() + wait
        self._send(line, deadline, wait)
        while True:
            answer = output.next_object()
            if answer is not None:
                return answer
            before = now()
            if self._silent:
                raise self._broken("standard output")
            if before >= deadline:
                raise unanswered(output, wait)
            ready = self._poll.poll(min(LOOK, 1000 * (deadline - before)))
            self.waited += now() - before
            if not ready and process is not None and process.poll() is not None:
                self._read_output()  # what came between the two looks
                output.end()
                if not output.lines:
                    raise ended(process.returncode, pipes_kept=not self._silent)
            self._read(ready)

    def _send(self, line: bytes, deadline: float, wait: float) -> None:
        """Write a line; where the process does not read, hear what it writes meanwhile."""
        while line:
            try:
                line = line[os.write(self._input, line) :]
            except BlockingIOError:
                if time.monotonic() >= deadline:
                    raise unanswered(self._output, wait) from None
                self._poll.register(self._input, select.POLLOUT)
                ready = self._poll.poll(LOOK)
                self._poll.unregister(self._input)
                self._read(ready)
                self._take_lines()
            except BrokenPipeError:
                raise self._broken("standard input") from None

    def _take_unasked(self) -> None:
        """Count what came without a request, so that the next line answers the next request."""
        pause = SETTLING if self.doubles or 0 < self.asked < SETTLED else 0
        for _ in range(ROUNDS):
            ready = self._poll.poll(pause)
            self._read(ready)
            self._take_lines()
            if self._silent:
                raise self._broken("standard output")
            if not ready:
                return
            pause = 0

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
        with contextlib.suppress(BlockingIOError):
            block = os.read(self._answers, BLOCK)
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

    def _broken(self, what: str) -> AdapterFault:
        """Tell a process that has ended from one that has only closed a pipe."""
        process = self._process
        if process is None or not self._await_end(process, EXITING):
            return closed(what)
        return ended(process.returncode, pipes_kept=False)

    def _await_end(self, process: "subprocess.Popen[bytes]", seconds: float) -> bool:
        """Hear what a process writes until it ends; false if it does not end in time."""
        deadline = time.monotonic() + seconds
        while process.poll() is None:
            if time.monotonic() >= deadline:
                return False
            with contextlib.suppress(LineTooLong):
                self._read(self._poll.poll(PATIENCE))
                self._take_lines()
        return True

    def _signal(self, process: "subprocess.Popen[bytes]", number: int) -> None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, number)

    def _close(self) -> None:
        for end in (self._input, self._answers, self._error_pipe):
            if end >= 0:
                os.close(end)
        self._input = self._answers = self._error_pipe = -1


_STARTED: "weakref.WeakSet[Adapter]" = weakref.WeakSet()


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
