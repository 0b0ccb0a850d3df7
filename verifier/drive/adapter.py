"""The process of a program under test, and the talk with it: one line out, one line back."""

import os
import select
import time
from collections.abc import Sequence
from typing import Self

from verifier.drive.adapter_fault import AdapterFault, closed, ended, too_long, unanswerable, unanswered
from verifier.drive.adapter_process import BLOCK, LOOK, ROUNDS, AdapterProcess, counted
from verifier.drive.answer_lines import LineTooLong, Unanswerable, is_object_line

__all__ = ["Adapter", "AdapterFault"]

SETTLING = 10  # milliseconds in which a second answer shows
DOUBTED = 4  # requests, the first ones, before which a second answer is waited for
DOUBTED_AGAIN = 20  # requests, after a second answer
HEARD_OUT = 5  # looks whether something comes unasked for which the process is ended
EXITING = 5.0  # seconds from the end of its output to the end of a process


class Adapter(AdapterProcess):
    """A program that answers line by line; whatever fault it shows, its process group is ended with it."""

    def __init__(self, command: Sequence[str], *, wait: float = 10.0, first_wait: float = 30.0) -> None:
        super().__init__(command)
        self.wait, self.first_wait = wait, first_wait
        self.asked = 0
        self.waited = 0.0  # seconds
        self._doubted = DOUBTED  # until so many were asked
        self._looks = 0  # for something that comes unasked

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is None:
            self.stop()
        else:
            self.kill()

    def ask(self, request: bytes) -> bytes:
        """Send one line and give the JSON object of the line that answers it; raises AdapterFault."""
        if self._process is None:
            self.start()
        try:
            if self._output.lines or self._silent or self.asked < self._doubted or self._poll.poll(0):
                self._take_unasked(SETTLING if 0 < self.asked < self._doubted else 0)
            self.asked += 1
            wait = self.wait
            if self._first:
                self._first, wait = False, self.first_wait
            return self._exchange(request + b"\n", wait)
        except LineTooLong:
            self.kill()
            raise too_long() from None
        except Unanswerable as wrong:
            self.kill()
            raise unanswerable(wrong) from None
        except BaseException:
            self.kill()
            raise

    def has_more(self) -> bool:
        """Tell whether something comes that nobody has asked for; it counts as a second answer.

        The first times the process is ended for it, so that nothing can come later; a program that has not answered
        twice until then will hardly do it. One that does not end when its input ends is waited for.
        """
        if self._process is None:
            return False
        doubles, self._looks = self.doubles, self._looks + 1
        if self._looks <= HEARD_OUT and not self._lingers:
            self.stop()
            return self.doubles > doubles
        try:
            self._take_unasked(LOOK if self._looks <= HEARD_OUT else 0)
        except (AdapterFault, LineTooLong, Unanswerable):
            self.kill()
        return self.doubles > doubles

    def _exchange(self, line: bytes, wait: float) -> bytes:
        """Send a line and wait for its answer: the hot path, as few calls as can be.

        Time in which this process itself stood still is not held against the program.
        """
        output, answers, now = self._output, self._answers, time.monotonic
        output.braced, output.last = "", b""
        before, left = now(), wait
        try:
            written = os.write(self._input, line)
        except (BlockingIOError, BrokenPipeError):
            written = 0
        if written < len(line):
            left = self._send(line[written:], wait)
            before = now()
        while left > 0:
            ready = self._poll.poll(min(LOOK, 1000 * left))
            after = now()
            passed, before = after - before, after
            self.waited += passed
            if len(ready) == 1 and ready[0][0] == answers and not output.rest and not output.lines:
                block = os.read(answers, BLOCK)  # nearly always one line, the answer
                if is_object_line(block):
                    return block[:-1]
                self._take(block)
            else:
                self._read(ready)
            if output.lines and (answer := output.next_object()) is not None:
                return answer
            if self._silent:
                raise self._broken("standard output")
            if not ready:
                self._look()
            left -= counted(passed)
        self._read(self._poll.poll(0))  # what has come just in time
        if output.lines and (answer := output.next_object()) is not None:
            return answer
        if self._silent:
            raise self._broken("standard output")
        raise unanswered(output, wait)

    def _look(self) -> None:
        """See that a silent process has not ended while one that it started keeps its pipes."""
        if self._process is not None and self._process.poll() is not None:
            self._read_output()
            self._output.end()
            if not self._output.lines and not self._silent:
                raise ended(self._process.returncode, pipes_kept=True)

    def _send(self, line: bytes, wait: float) -> float:
        """Write a line; where the process does not read, hear what it writes meanwhile. Give the seconds left of it."""
        before, left = time.monotonic(), wait
        while line:
            try:
                line = line[os.write(self._input, line) :]
            except BlockingIOError:
                after = time.monotonic()
                passed, before = after - before, after
                self.waited += passed
                left -= counted(passed)
                if left <= 0:
                    raise unanswered(self._output, wait) from None
                self._poll.register(self._input, select.POLLOUT)
                ready = self._poll.poll(LOOK)
                self._poll.unregister(self._input)
                self._read(ready)
                self._take_lines()
            except BrokenPipeError:
                raise self._broken("standard input") from None
        return left

    def _take_unasked(self, pause: int) -> None:
        """Count what comes unasked in so many milliseconds, so that the next line answers the next request."""
        doubles = self.doubles
        for _ in range(ROUNDS):
            ready = self._poll.poll(pause)
            self._read(ready)
            self._take_lines()
            if self._silent:
                raise self._broken("standard output")
            if not ready:
                break
            pause = 0
        if self.doubles > doubles:
            self._doubted = self.asked + DOUBTED_AGAIN

    def _broken(self, what: str) -> AdapterFault:
        """Tell a process that has ended from one that has only closed a pipe."""
        process = self._process
        if process is None or not self._await_end(process, EXITING):
            return closed(what)
        return ended(process.returncode, pipes_kept=False)
