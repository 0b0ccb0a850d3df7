"""What breaks off the talk with a program, in words for its author."""

import errno
import shutil
import signal
from collections.abc import Sequence
from typing import Literal

from verifier.drive.answer_lines import LONGEST, AnswerLines, Unanswerable, text_of

Sort = Literal["cannot-start", "hang", "exit", "too-long", "garbage", "twice", "closed", "crash"]


class AdapterFault(Exception):
    """The talk with a program has broken off; the words may hold untrusted text of its own, a short line at most."""

    def __init__(self, sort: Sort, message: str, help: str) -> None:
        super().__init__(message)
        self.sort, self.message, self.help = sort, message, help


def not_started(command: Sequence[str], fault: Exception) -> AdapterFault:
    """Say why a command does not start."""
    name = command[0][:200] if command else ""
    why = (fault.strerror if isinstance(fault, OSError) else None) or "it is not a command"
    help = "give the command as in a shell, its arguments apart from each other"
    if isinstance(fault, PermissionError):
        help = f"make the file executable (chmod +x), or put its interpreter in front: python3 {name}"
    elif isinstance(fault, OSError) and fault.errno == errno.ENOEXEC:
        help = f"begin the script with `#!/usr/bin/env python3`, or put its interpreter in front: python3 {name}"
    elif isinstance(fault, FileNotFoundError) and name and shutil.which(name):
        why, help = "the interpreter that its first line names is not there", "correct the first line of the script"
    return AdapterFault("cannot-start", f"`{name}` cannot be started: {why}", help)


def unanswered(output: AnswerLines, wait: float) -> AdapterFault:
    """Say what came instead of an answer."""
    within = f"within {wait:g} s"
    if output.rest and (rest := text_of(bytes(output.rest[:400]))):
        message = f"no whole line came {within}, only its beginning: {rest}"
        return AdapterFault("hang", message, "end every answer with a line feed")
    if output.braced:
        message = f"no line with one JSON object came {within}, but this: {output.braced}"
        help = "write one JSON object on one line: names and texts in double quotes; true, false and null"
        return AdapterFault("garbage", message, help)
    if last := text_of(output.last):
        help = f"write one JSON object on one line, and all else to standard error; the last line was: {last}"
        return AdapterFault("hang", f"no answer came {within}, only lines that are none", help)
    help = "answer every request, and flush standard output after every answer"
    return AdapterFault("hang", f"no answer came {within}", help)


def unanswerable(wrong: Unanswerable) -> AdapterFault:
    """Say why an answer cannot be read by anybody."""
    return AdapterFault("garbage", f"an answer came that cannot be read: {wrong}", wrong.help)


def answered_twice() -> AdapterFault:
    """Say that it is not known which answer is whose."""
    message = "a request before this one was answered twice, so that nothing of this game was judged"
    return AdapterFault("twice", message, "write one line per request: see that no branch answers a second time")


def too_long() -> AdapterFault:
    """Say that a line does not end."""
    message = f"a line of more than {LONGEST >> 20} MB came"
    return AdapterFault("too-long", message, "an answer is one line of a few kilobytes at most")


def ended(status: int, pipes_kept: bool) -> AdapterFault:
    """Say how the process ended."""
    how = f"ended with exit status {status}"
    if status < 0:
        how = f"was ended by signal {-status} ({signal.strsignal(-status) or 'unknown'})"
    kept = ", and a process that it started keeps its pipes open" if pipes_kept else ""
    help = "answer until standard input ends; what came on standard error says more"
    return AdapterFault("exit", f"the adapter {how} without an answer{kept}", help)


def closed(what: str) -> AdapterFault:
    """Say which pipe is closed while the process goes on."""
    help = f"leave {what} open until standard input ends"
    return AdapterFault("closed", f"the adapter closed its {what} and did not end", help)
