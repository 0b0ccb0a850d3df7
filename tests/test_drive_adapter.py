"""A program under test is started, asked and ended, whatever it does, and no process is left."""

import json
import os
import select
import signal
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.program_time import TimeOfProgram
from verifier.drive import adapter as adapters
from verifier.drive import adapter_process, watchdog
from verifier.drive.adapter import Adapter, AdapterFault
from verifier.drive.answer_lines import LONGEST, NOISE_KEPT, NOISE_LENGTH, AnswerLines, LineTooLong

pytestmark = pytest.mark.skipif(os.name != "posix", reason="programs are driven on Linux and macOS")
needs_proc = pytest.mark.skipif(not os.path.exists("/proc/self/environ"), reason="this system has no /proc")

ROOT = Path(__file__).parent.parent
PYTHON = (sys.executable, "-ISc")
START = "import os, signal, sys, time\nwrite = lambda text: (sys.stdout.write(text), sys.stdout.flush())\n"
ECHO = "for line in sys.stdin: write('{\"line\":' + line.strip() + '}\\n')\n"
READ = "sys.stdin.readline()\n"
REPLY = "write('{\"ok\":1}\\n')\n"
STAY = "time.sleep(600)\n"
SAID_ALL = "SAID ALL\n"  # in place of what the fixture gives
PATIENT = 120.0  # seconds that nothing here takes, however slow the machine is

Start = Callable[..., Adapter]


@pytest.fixture
def python() -> Iterator[Start]:
    """Give adapters of Python programs, ended after the test."""
    begun: list[Adapter] = []

    def start(*texts: str, wait: float = PATIENT, first_wait: float = PATIENT) -> Adapter:
        adapter = Adapter((*PYTHON, START + "".join(texts)), wait=wait, first_wait=first_wait)
        begun.append(adapter)
        return adapter

    yield start
    for adapter in begun:
        adapter.kill()


@pytest.fixture
def said_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Let the time of programs stand still until they run these words."""
    file = tmp_path / "said all"
    monkeypatch.setattr(adapters, "time", TimeOfProgram(file))
    return f"open({str(file)!r}, 'w').close()\n"


def fault_of(adapter: Adapter, request: bytes = b"0") -> AdapterFault:
    with pytest.raises(AdapterFault) as caught:
        adapter.ask(request)
    assert not adapter.running
    return caught.value


def alive(process: int) -> bool:
    """Tell whether a process runs; one that only waits to be reaped does not."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    if not os.path.exists("/proc/self/stat"):
        return True
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def ends(process: int) -> bool:
    """Tell whether a process ends within the time that a slow machine needs."""
    deadline = time.monotonic() + PATIENT
    while alive(process):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.002)
    return True


def number(answer: bytes) -> int:
    found = json.loads(answer)["pid"]
    assert isinstance(found, int)
    return found


# Asked and answered


@pytest.fixture
def leaving(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give programs all the time that they need to end."""
    monkeypatch.setattr(adapter_process, "LEAVING", PATIENT)


@pytest.mark.usefixtures("leaving")
def test_each_request_gets_its_answer(python: Start) -> None:
    adapter, begun = python(ECHO), time.monotonic()
    assert not adapter.running
    assert [adapter.ask(b"%d" % count) for count in range(30)] == [b'{"line":%d}' % count for count in range(30)]
    assert (adapter.starts, adapter.asked, adapter.noise_count, adapter.doubles) == (1, 30, 0, 0)
    assert adapter.running
    assert 0 < adapter.waited < time.monotonic() - begun
    assert adapter.stop()
    assert not adapter.running


@pytest.mark.usefixtures("leaving")
def test_a_stopped_program_is_started_anew_by_the_next_request(python: Start) -> None:
    adapter = python(READ + "write('{\"pid\":%d}\\n' % os.getpid())\n" + READ)
    first = number(adapter.ask(b"0"))
    assert adapter.stop()
    assert number(adapter.ask(b"0")) != first
    assert adapter.starts == 2
    assert adapter.stop()
    assert adapter.stop()


def test_leaving_the_context_stops_and_an_exception_kills() -> None:
    with Adapter((*PYTHON, START + ECHO)) as adapter:
        adapter.ask(b"0")
    assert not adapter.running
    with pytest.raises(pytest.fail.Exception), adapter:
        pytest.fail(adapter.ask(b"0").decode())
    assert not adapter.running


def test_the_first_answer_may_take_longer(python: Start) -> None:
    adapter = python(READ + "time.sleep(0.4)\n" + REPLY + READ + STAY, wait=0.1)
    assert adapter.ask(b"0") == b'{"ok":1}'
    assert adapter.waited > 0.3
    assert fault_of(adapter).sort == "hang"


class StoppedClock:
    """A clock by which this process stands still for a minute before each of its looks."""

    now = 0.0

    def monotonic(self) -> float:
        self.now += 60
        return self.now


def test_time_in_which_the_driver_stood_still_is_not_held_against_a_program(
    python: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (adapters, adapter_process):
        monkeypatch.setattr(module, "time", StoppedClock())
    pause = "time.sleep(0.5)\n"
    adapter = python(pause + ECHO.replace(": ", ": time.sleep(0.5), ", 1))
    large = b'"' + b"x" * 500_000 + b'"'
    for request in (large, b"1"):
        assert adapter.ask(request) == b'{"line":' + request + b"}"
    assert adapter.stop()


class LateClock:
    """A clock whose second look comes when a program has answered, and its time is over."""

    def __init__(self, adapter: Adapter) -> None:
        self.adapter, self.looks = adapter, 0

    def monotonic(self) -> float:
        self.looks += 1
        if self.looks == 2:
            select.select([self.adapter._answers], [], [], PATIENT)
        return 0.4 * self.looks


def test_an_answer_that_is_there_when_the_time_is_over_counts(python: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    adapter = python(ECHO, wait=1e-9)
    adapter.ask(b"0")
    monkeypatch.setattr(adapters, "time", LateClock(adapter))
    assert adapter.ask(b"1") == b'{"line":1}'


def test_a_request_and_an_answer_larger_than_a_pipe_pass(python: Start) -> None:
    adapter = python(ECHO)
    large = b'"' + b"x" * 500_000 + b'"'
    assert adapter.ask(large) == b'{"line":' + large + b"}"
    assert adapter.ask(b"1") == b'{"line":1}'


def test_a_program_that_writes_while_it_is_written_to_blocks_nobody(python: Start) -> None:
    adapter = python("write('noise\\n{}\\n' * 20_000)\nsys.stderr.write('x' * 300_000)\n" + ECHO)
    assert adapter.ask(b'"' + b"x" * 500_000 + b'"').startswith(b'{"line":"xxx')
    assert (adapter.noise_count, adapter.doubles) == (20_000, 20_000)


# Noise and answers too many


def test_noise_is_skipped_kept_and_counted(python: Start) -> None:
    adapter = python("write('Welcome!\\n' * 30 + 'x' * 5000 + '\\n')\n" + ECHO)
    assert adapter.ask(b"0") == b'{"line":0}'
    assert adapter.noise_count == 31
    assert adapter.noise == ["Welcome!"] * NOISE_KEPT


@pytest.mark.parametrize(
    ("written", "noise"),
    [
        (r"\x1b[2J\x1b[H{0}\n", ["\x1b[2J\x1b[H"]),
        (r"Your move> {0}\n", ["Your move>"]),
        (r"{0}\x1b[0m\n", ["\x1b[0m"]),
        (r"Player {{1}}: {0}\n", ["Player {1}:"]),
        (r"{{1}}\n{0}\n", ["{1}"]),
        (r"[1, 2]\n{0}\n", ["[1, 2]"]),
        (r"\xff\n{0}\n", ["\xff"]),
        (r"  {0} \r\n", []),
    ],
)
def test_what_stands_around_an_answer_is_noise(python: Start, written: str, noise: list[str]) -> None:
    adapter = python(READ + "write('" + written.format('{"ok":1}') + "')\n" + READ)
    assert adapter.ask(b"0") == b'{"ok":1}'
    assert adapter.noise == noise
    assert adapter.noise_count == len(noise)


def test_a_second_answer_is_counted_and_the_talk_stays_in_step(python: Start) -> None:
    adapter = python("for line in sys.stdin: write(('{\"line\":' + line.strip() + '}\\n') * (2 - int(line) % 2))\n")
    assert [adapter.ask(b"%d" % count) for count in range(20)] == [b'{"line":%d}' % count for count in range(20)]
    assert adapter.doubles == 10
    assert adapter.noise_count == 0


def test_a_second_answer_that_comes_late_is_counted_at_the_next_request(python: Start) -> None:
    adapter = python(READ + REPLY + "time.sleep(0.05)\n" + "write('{\"late\":1}\\n')\n" + ECHO)
    assert adapter.ask(b"0") == b'{"ok":1}'
    assert select.select([adapter._answers], [], [], PATIENT)[0]
    assert adapter.doubles == 0
    assert adapter.ask(b"1") == b'{"line":1}'
    assert adapter.doubles == 1


# Faults


@pytest.mark.parametrize(
    ("command", "words", "help"),
    [
        ([], "not a command", "as in a shell"),
        (["/no/such/program"], "No such file", "as in a shell"),
        (["no-such-program-anywhere"], "No such file", "as in a shell"),
        (["{folder}"], "Permission denied", "executable"),
        (["{folder}/plain"], "Permission denied", "chmod +x"),
        (["{folder}/headless"], "format", "#!"),
        (["{folder}/lost"], "interpreter", "first line"),
        (["a\0b"], "not a command", "as in a shell"),
    ],
)
def test_a_program_that_cannot_be_started_is_named(tmp_path: Path, command: list[str], words: str, help: str) -> None:
    for name, text, mode in (
        ("plain", "x", 0o600),
        ("headless", "print(1)\n", 0o700),
        ("lost", "#!/no/such/interpreter\n", 0o700),
    ):
        (tmp_path / name).write_text(text)
        (tmp_path / name).chmod(mode)
    adapter = Adapter([part.format(folder=tmp_path) for part in command])
    watchdog.WATCHDOG.environment()  # it has a pipe of its own from its start on
    before = len(os.listdir("/dev/fd"))
    for go in (adapter.start, lambda: adapter.ask(b"0")):
        with pytest.raises(AdapterFault) as caught:
            go()
        assert caught.value.sort == "cannot-start"
        assert words in caught.value.message
        assert help in caught.value.help
    assert len(os.listdir("/dev/fd")) == before
    assert (adapter.starts, adapter.running) == (0, False)


@pytest.mark.parametrize(
    ("text", "sort", "words"),
    [
        (STAY, "hang", "no answer came within 0.2 s"),
        (READ + "write('thinking\\n')\n" + SAID_ALL, "hang", "only lines that are none"),
        (READ + "write('{\"ok\":1}')\n" + SAID_ALL, "hang", 'only its beginning: {"ok":1}'),
        ("while True: write('noise\\n')\n", "hang", "no answer"),
        ("while True: sys.stderr.write('noise\\n')\n", "hang", "no answer"),
        (READ + "write(\"{'ok': True}\\n\")\n" + SAID_ALL, "garbage", "{'ok': True}"),
        (READ + "write('[' * 200_000 + '\\n')\n" + SAID_ALL, "hang", "only lines that are none"),
        (READ + 'write(\'{"ok":1}{"ok":2}\\n\')\n' + SAID_ALL, "garbage", '{"ok":1}{"ok":2}'),
        (READ + "write('{' * 100_000 + '\\n')\n" + SAID_ALL, "garbage", "{{{"),
        (READ + 'write(\'{"ok":1 "shows":{"pile":1}\\n\')\n' + SAID_ALL, "garbage", '"pile"'),
        (
            READ + "write('{\"a\":' * 50_000 + '}' * 50_000 + '\\n')\n" + SAID_ALL,
            "garbage",
            'too deep in one another: {"a":{"a":',
        ),
        (READ + 'write(\'{"name":"\\\\ud800"}\\n\')\n' + SAID_ALL, "garbage", "half a character"),
        (READ + "write('{\"pile\":NaN}\\n')\n" + SAID_ALL, "garbage", "NaN or Infinity"),
        ("while True: write('{' * 65536)\n", "too-long", "more than 1 MB"),
        ("sys.exit(3)\n", "exit", "ended with exit status 3"),
        (READ + "write('{\"ok')\nsys.exit(0)\n", "exit", "exit status 0"),
        (READ + "os.kill(os.getpid(), signal.SIGKILL)\n", "exit", "signal 9"),
        (READ + "os.close(1)\n" + STAY, "closed", "standard output"),
        ("os.close(0)\n" + STAY, "closed", "standard input"),
        ("signal.signal(signal.SIGTERM, signal.SIG_IGN)\n" + STAY, "hang", "no answer"),
        (READ + "os.fork() and os._exit(4)\n" + STAY, "exit", "keeps its pipes"),
    ],
)
def test_a_fault_is_named_and_its_process_ended(
    request: pytest.FixtureRequest,
    python: Start,
    text: str,
    sort: str,
    words: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    in_time = sort not in ("hang", "garbage")
    if SAID_ALL in text:
        text = text.replace(SAID_ALL, request.getfixturevalue("said_all") + STAY)
    if sort == "closed":
        monkeypatch.setattr(adapters, "EXITING", 0.2)
    adapter = python(text if in_time else READ + REPLY + text, wait=0.2)
    if not in_time:
        adapter.ask(b"0")
    adapter.start()
    if words == "standard input":
        closing = select.poll()
        closing.register(adapter._input, 0)  # tells only that nobody can read it any more
        assert closing.poll(1000 * PATIENT)
    process = adapter._process
    assert process is not None
    fault = fault_of(adapter)
    assert fault.sort == sort, fault.message
    assert words in fault.message
    assert fault.help
    assert len(fault.message) < 400
    assert ends(process.pid)


def test_an_answer_that_nobody_can_read_is_named_at_once(python: Start) -> None:
    begin = time.monotonic()
    fault = fault_of(python(READ + "write('{\"a\":' * 9000 + '}' * 9000 + '\\n')\n" + STAY))
    assert (fault.sort, time.monotonic() - begin < PATIENT) == ("garbage", True)


def test_a_program_that_ends_after_its_answer_is_named_at_the_next_request(python: Start) -> None:
    adapter = python(READ + "write('{\"ok\":1}')\nsys.stderr.write('out of clovers')\nsys.exit(2)\n")
    assert adapter.ask(b"0") == b'{"ok":1}'
    fault = fault_of(adapter)
    assert (fault.sort, "exit status 2" in fault.message) == ("exit", True)
    assert adapter.errors() == "out of clovers"
    assert adapter.ask(b"0") == b'{"ok":1}'
    assert adapter.starts == 2
    assert adapter.errors() in ("", "out of clovers")


def test_a_large_request_to_a_program_that_does_not_read_is_given_up(python: Start) -> None:
    fault = fault_of(python(STAY, first_wait=0.3), b"x" * 1_000_000)
    assert fault.sort == "hang"


def test_megabytes_on_one_line_take_little_memory(python: Start) -> None:
    adapter = python(READ + "write('{' + 'x' * 30_000_000)\n")
    adapter.start()
    tracemalloc.start()
    try:
        assert fault_of(adapter).sort == "too-long"
        assert tracemalloc.get_traced_memory()[1] < 4 * LONGEST
    finally:
        tracemalloc.stop()


def test_an_interrupt_while_waiting_ends_the_group(python: Start) -> None:
    adapter = python(READ + "os.kill(os.getppid(), signal.SIGALRM)\n" + STAY)

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        with pytest.raises(KeyboardInterrupt):
            adapter.ask(b"0")
    finally:
        signal.signal(signal.SIGALRM, before)
    assert not adapter.running


# Standard error


def test_the_end_of_standard_error_is_kept_however_much_there_is(python: Start) -> None:
    adapter = python(READ + "sys.stderr.write('x' * 3_000_000 + 'the end')\nsys.stderr.flush()\n" + REPLY + READ)
    assert adapter.ask(b"0") == b'{"ok":1}'
    assert adapter.errors() == ("x" * 4096 + "the end")[-4096:]


def test_a_closed_standard_error_does_not_matter(python: Start) -> None:
    adapter = python("os.close(2)\n" + ECHO)
    assert [adapter.ask(b"%d" % count) for count in range(3)] == [b'{"line":%d}' % count for count in range(3)]
    assert adapter.errors() == ""


# Ended


@pytest.mark.parametrize(
    "text",
    [
        STAY,
        "signal.signal(signal.SIGTERM, signal.SIG_IGN)\n" + STAY,
        "while True: write('noise\\n')\n",
        "while True: write('x' * 65536)\n",
        "while True: sys.stderr.write('noise\\n')\n",
    ],
)
def test_a_program_that_goes_on_after_its_input_is_ended(
    python: Start, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(adapter_process, "LEAVING", 0.2)
    adapter = python(READ + "write('{\"pid\":%d}\\n' % os.getpid())\n" + text)
    process = number(adapter.ask(b"0"))
    assert not adapter.stop()
    assert ends(process)


@pytest.mark.usefixtures("leaving")
def test_a_program_that_has_much_to_say_at_the_end_is_heard(python: Start) -> None:
    adapter = python(ECHO + "write('bye\\n' * 100_000)\nsys.stderr.write('x' * 1_000_000)\n")
    adapter.ask(b"0")
    assert adapter.stop()
    assert adapter.noise_count == 100_000


FORK = "child = os.fork()\nif not child:\n    time.sleep(600)\nwrite('{\"pid\":%d}\\n' % child)\n"


@pytest.mark.usefixtures("leaving")
@pytest.mark.parametrize("end", [Adapter.stop, Adapter.kill])
def test_children_that_keep_the_pipes_end_too(python: Start, end: Callable[[Adapter], object]) -> None:
    adapter = python(READ + FORK + READ)
    child = number(adapter.ask(b"0"))
    assert alive(child)
    begun = time.monotonic()
    assert end(adapter) in (True, None)  # that the child goes on is not taken for the program's going on
    assert time.monotonic() - begun < PATIENT
    assert ends(child)


# The end of the driver

DRIVER = """
import os, signal, sys, time
from verifier.drive import adapter, watchdog
{first}
adapter = adapter.Adapter([*{before!r}, sys.executable, "-ISc", {program!r}])
print(adapter.ask(b"0").decode(), flush=True)
{then}
"""
TOLD = 'write(\'{"own":%d,"pid":%d}\\n\' % (os.getppid(), os.getpid()))\n'
DEAF = START + "signal.signal(signal.SIGTERM, signal.SIG_IGN)\n" + READ + "if not os.fork(): " + TOLD + STAY
LEAVES = START + READ + "if not os.fork():\n    os.setsid()\n    " + TOLD + STAY


def left(program: str, then: str, kill: int = 0, *, first: str = "", before: tuple[str, ...] = ()) -> list[int]:
    """Let a driver of a program end; give the processes of the program that do not."""
    text = DRIVER.format(program=program, then=then, first=first, before=before)
    driver = subprocess.Popen([sys.executable, "-c", text], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    assert driver.stdout is not None
    with driver.stdout:
        told = json.loads(driver.stdout.readline())
        if kill:
            assert alive(told["pid"])
            assert alive(told["own"])
            driver.send_signal(kill)
        assert driver.stdout.read() == b""
    driver.wait(PATIENT)
    return [process for process in told.values() if not ends(process)]


@pytest.mark.parametrize("kill", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_a_driver_that_is_ended_leaves_no_process(kill: int) -> None:
    assert left(DEAF, "time.sleep(600)", kill) == []


def test_a_program_that_hides_its_environment_ends_with_its_driver() -> None:
    assert left(DEAF, "time.sleep(600)", signal.SIGKILL, before=("env", "-i")) == []


@pytest.mark.parametrize("then", ["", "1 / 0", "os._exit(1)"])
def test_a_driver_that_ends_leaves_no_process(then: str) -> None:
    assert left(DEAF, then) == []


def test_a_driver_without_a_shell_leaves_no_process_at_its_end() -> None:
    assert left(DEAF, "sys.exit(1)", first="watchdog.SHELL = '/no/such/shell'") == []


@needs_proc
@pytest.mark.parametrize("kill", [0, signal.SIGKILL])
def test_a_process_that_left_its_group_ends_with_the_driver(kill: int) -> None:
    assert left(LEAVES, "time.sleep(600)" if kill else "adapter.kill()", kill) == []


@pytest.mark.usefixtures("leaving")
def test_a_forked_process_leaves_program_and_watchdog_to_its_parent(python: Start) -> None:
    adapter = python(ECHO)
    adapter.ask(b"0")
    child = os.fork()
    if not child:
        os._exit(adapter.running or watchdog.WATCHDOG._shell is not None)
    assert os.waitpid(child, 0)[1] == 0
    assert adapter.ask(b"1") == b'{"line":1}'
    assert adapter.stop()


def test_a_watchdog_that_was_ended_is_started_anew(python: Start) -> None:
    adapter = python(ECHO)
    adapter.ask(b"0")
    first = watchdog.WATCHDOG._shell
    assert first is not None
    first.kill()
    first.wait()
    adapter.stop()
    adapter.ask(b"0")
    second = watchdog.WATCHDOG._shell
    assert second is not None
    assert second.pid != first.pid
    assert alive(second.pid)


# Lines

PIECES = st.sampled_from([b"noise", b"\n", b'{"a":{}}', b"{", b"}", b" ", b"\r", b'"', b"\xff", b"\x1b[1m"])


def objects(lines: AnswerLines) -> list[bytes]:
    return list(iter(lines.next_object, None))


@settings(max_examples=50)
@given(st.lists(PIECES, max_size=40).map(b"".join), st.lists(st.integers(1, 9), max_size=20))
def test_lines_are_the_same_however_they_are_cut(content: bytes, sizes: list[int]) -> None:
    whole, cut = AnswerLines(), AnswerLines()
    whole.add(content)
    rest = content
    for size in sizes:
        cut.add(rest[:size])
        rest = rest[size:]
    cut.add(rest)
    whole.end()
    cut.end()
    found = objects(whole)
    assert found == objects(cut)
    assert (whole.noise, whole.noise_count) == (cut.noise, cut.noise_count)
    assert all(isinstance(json.loads(one), dict) for one in found)


def test_an_object_is_found_on_every_line_that_is_one() -> None:
    lines = AnswerLines()
    lines.add(b'{}\n{"a":"}{"}\n> {"b":1}\n{ }\n')
    assert objects(lines) == [b"{}", b'{"a":"}{"}', b'{"b":1}', b"{ }"]
    assert lines.noise == [">"]


def test_kept_noise_is_short() -> None:
    lines = AnswerLines()
    lines.add("☘".encode() * 5000 + b"\n" + b"{" * 5000 + b"\n")
    assert objects(lines) == []
    assert lines.noise == ["☘" * NOISE_LENGTH, "{" * NOISE_LENGTH]


@pytest.mark.parametrize("end", [b"", b"\n"])
def test_a_line_that_is_too_long_is_not_kept(end: bytes) -> None:
    lines = AnswerLines()
    lines.add(b"x" * LONGEST)
    with pytest.raises(LineTooLong):
        lines.add(b"x" + end)
    assert not lines.rest
    assert not lines.lines
