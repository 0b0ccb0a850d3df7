"""Logs are found, read, unpacked and followed; what cannot be read is told and nothing else is raised."""

import gzip
import io
import os
import pickle
import subprocess
import sys
import threading
import time
import tracemalloc
from collections.abc import Callable, Iterable, Iterator
from itertools import repeat
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verifier import source
from verifier.find_logs import find_logs
from verifier.source import SourceLimits, Unreadable, blocks_of_lines, follow_file, split

LIMITS = SourceLimits()
MEBIBYTE = 1 << 20
Told = tuple[str, int | None, int | None] | None
needs_fifo = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no FIFOs")
needs_permissions = pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read all")


def read(given_blocks: Iterable[list[bytes]]) -> tuple[list[bytes], Unreadable | None]:
    lines: list[bytes] = []
    try:
        for block in given_blocks:
            lines += block
    except Unreadable as fault:
        return lines, fault
    return lines, None


def told(fault: Unreadable | None) -> Told:
    return None if fault is None else (fault.code, fault.line, fault.column)


def read_file(path: Path, limits: SourceLimits = LIMITS) -> tuple[list[bytes], Told]:
    lines, fault = read(blocks_of_lines(str(path), limits))
    return lines, told(fault)


def fault_of(path: Path, limits: SourceLimits = LIMITS) -> Unreadable:
    fault = read(blocks_of_lines(str(path), limits))[1]
    assert fault is not None
    return fault


def found(*paths: str | Path) -> list[str]:
    return [f"{one[1].code} {one[0]}" if isinstance(one, tuple) else one for one in find_logs(map(str, paths))]


def folder_with(top: Path, *names: str) -> Path:
    for name in names:
        (top / name).parent.mkdir(parents=True, exist_ok=True)
        (top / name).write_bytes(b"{}\n")
    return top


def log(folder: Path, content: bytes, name: str = "game.jsonl") -> Path:
    path = folder / name
    path.write_bytes(content)
    return path


def peak_of(work: Callable[[], object]) -> int:
    tracemalloc.start()
    try:
        work()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def open_descriptors() -> int:
    return len(os.listdir("/proc/self/fd"))


# Lines


@pytest.mark.parametrize(
    ("content", "lines"),
    [
        (b"", []),
        (b"\n", [b""]),
        (b"a", [b"a"]),
        (b"a\n", [b"a"]),
        (b"a\n\nb", [b"a", b"", b"b"]),
        (b"a\r\nb\r\n", [b"a", b"b"]),
        (b"a\r\nb\r", [b"a", b"b"]),
        (b"a\r\r\nb\rc\n", [b"a\r", b"b\rc"]),
        ("Kleeblätter\n\u2618\n".encode(), ["Kleeblätter".encode(), "\u2618".encode()]),
    ],
)
def test_lines_come_without_their_ends(tmp_path: Path, content: bytes, lines: list[bytes]) -> None:
    assert read_file(log(tmp_path, content)) == (lines, None)


def slowly(content: bytes, limit: int) -> tuple[list[bytes], Told]:
    """Split as `split` must, one whole content at a time."""
    text, nul, _ = content.partition(b"\0")
    *lines, rest = text.split(b"\n")
    if rest and not nul:
        lines.append(rest)
    lines = [line.removesuffix(b"\r") for line in lines]
    for place, line in enumerate(lines):
        if len(line) > limit:
            return lines[:place], ("LOG005", place + 1, None)
    if not nul:
        return lines, None
    long = len(rest) > limit + 1
    return lines, ("LOG005", len(lines) + 1, None) if long else ("LOG003", len(lines) + 1, len(rest) + 1)


def cut(content: bytes, sizes: list[int]) -> Iterator[bytes]:
    for size in sizes:
        yield content[:size]
        content = content[size:]
    yield content


sizes = st.lists(st.integers(1, 4), max_size=12)


@given(st.text("aé\u2618\U0001f340\r\n", max_size=20).map(str.encode), sizes)
def test_blocks_together_are_the_lines_of_the_content_however_it_is_cut(content: bytes, sizes: list[int]) -> None:
    expected = [line.removesuffix(b"\r") for line in content.split(b"\n")]
    if content.endswith(b"\n") or not content:
        expected.pop()
    assert read(split(cut(content, sizes), 100)) == (expected, None)


@given(st.binary(min_size=1, max_size=40).map(lambda content: content.replace(b"\0", b"\n")), sizes)
def test_lines_are_given_up_to_the_first_byte_that_is_part_of_no_character(content: bytes, sizes: list[int]) -> None:
    lines, fault = read(split(cut(content, sizes), 100))
    try:
        content.decode()
    except UnicodeDecodeError as wrong:
        assert fault is not None
        assert fault.code == "LOG003"
        before = content[: wrong.start]
        assert (fault.line, fault.column) == (before.count(b"\n") + 1, len(before) - before.rfind(b"\n"))
        assert lines == [line.removesuffix(b"\r") for line in before.split(b"\n")[:-1]]
    else:
        assert fault is None


@given(st.text("ab\r\n\0").map(str.encode), sizes, st.integers(1, 4))
def test_splitting_agrees_with_its_slow_twin_on_long_lines_and_nul_bytes(
    content: bytes, sizes: list[int], limit: int
) -> None:
    lines, fault = read(split(cut(content, sizes), limit))
    assert (lines, told(fault)) == slowly(content, limit)


def test_the_slow_twin_reaches_every_answer() -> None:
    answers = {slowly(content, 2)[1] for content in (b"a\n", b"a\nbbb", b"a\nb\0", b"bbbb\0")}
    assert answers == {None, ("LOG005", 2, None), ("LOG003", 2, 2), ("LOG005", 1, None)}


def test_a_long_log_is_read_in_several_blocks_and_none_is_empty(tmp_path: Path) -> None:
    lines = [b"%d " % number * 20 for number in range(20_000)]
    given_blocks = list(blocks_of_lines(str(log(tmp_path, b"\n".join(lines))), LIMITS))
    assert len(given_blocks) > 5
    assert all(given_blocks)
    assert [line for block in given_blocks for line in block] == lines


# Limits


def test_a_line_of_exactly_the_limit_is_read_with_either_end(tmp_path: Path) -> None:
    for content in (b"12345", b"12345\n", b"12345\r\n", b"12345\r"):
        assert read_file(log(tmp_path, content), SourceLimits(line=5)) == ([b"12345"], None)


def test_a_line_over_the_limit_stops_reading_after_the_lines_before_it(tmp_path: Path) -> None:
    for content in (b"a\nb\n123456", b"a\nb\n123456\nc\n", b"a\r\nb\r\n123456\r\nc"):
        assert read_file(log(tmp_path, content), SourceLimits(line=5)) == ([b"a", b"b"], ("LOG005", 3, None))


def test_a_line_over_the_limit_names_the_limit_and_its_option(tmp_path: Path) -> None:
    fault = fault_of(log(tmp_path, b"123456"), SourceLimits(line=5))
    assert "5 bytes" in fault.message
    assert "--max-line" in fault.message


def test_a_line_of_100_megabytes_costs_little_memory(tmp_path: Path) -> None:
    path = tmp_path / "long.jsonl"
    with open(path, "wb") as file:
        file.write(b"{}\n")
        file.writelines(repeat(b"x" * MEBIBYTE, 100))
    results: list[object] = []
    assert peak_of(lambda: results.append(read_file(path))) < 3 * MEBIBYTE
    assert results == [([b"{}"], ("LOG005", 2, None))]


def test_a_line_without_end_stops_at_the_limit() -> None:
    peak = peak_of(lambda: read(split(repeat(b"x" * 1000), MEBIBYTE)))
    assert MEBIBYTE < peak < 3 * MEBIBYTE


def test_a_long_log_costs_little_memory(tmp_path: Path) -> None:
    path = log(tmp_path, (b"x" * 999 + b"\n") * 10_000)
    assert peak_of(lambda: [len(block) for block in blocks_of_lines(str(path), LIMITS)]) < MEBIBYTE


# What is not text


def test_a_nul_byte_is_told_with_its_line_and_column(tmp_path: Path) -> None:
    assert read_file(log(tmp_path, b"a\nb\nxy\0z\nc\n")) == ([b"a", b"b"], ("LOG003", 3, 3))


def test_a_binary_file_is_not_text(tmp_path: Path) -> None:
    path = log(tmp_path, b"\x7fELF\x02\x01\x01\0\0\n")
    assert read_file(path) == ([], ("LOG003", 1, 8))
    assert "NUL byte" in fault_of(path).message


@pytest.mark.parametrize("form", ["utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_a_log_of_wide_characters_is_not_text(tmp_path: Path, form: str) -> None:
    fault = fault_of(log(tmp_path, '{"event":"start"}\n'.encode(form)))
    assert (fault.code, fault.line) == ("LOG003", 1)
    assert ("UTF-16" in fault.message) == (form in ("utf-16", "utf-32"))


# Compressed logs


def test_a_compressed_log_is_known_by_its_first_bytes(tmp_path: Path) -> None:
    assert read_file(log(tmp_path, gzip.compress(b"a\nb\r\n", mtime=0), "game.jsonl")) == ([b"a", b"b"], None)
    assert read_file(log(tmp_path, b"a\nb\n", "game.jsonl.gz")) == ([b"a", b"b"], None)


def test_a_compressed_log_of_nothing_has_no_lines(tmp_path: Path) -> None:
    assert read_file(log(tmp_path, gzip.compress(b"", mtime=0))) == ([], None)


def test_members_follow_each_other_and_may_be_padded(tmp_path: Path) -> None:
    packed = (
        gzip.compress(b"a\nb", mtime=0)
        + gzip.compress(b"", mtime=0)
        + b"\0" * 9
        + gzip.compress(b"c\n", mtime=0)
        + b"\0" * 512
    )
    assert read_file(log(tmp_path, packed)) == ([b"a", b"bc"], None)


@given(st.lists(st.binary(max_size=30), min_size=1, max_size=3), st.integers(1, 30))
def test_unpacking_gives_the_contents_however_they_are_cut(contents: list[bytes], size: int) -> None:
    packed = b"".join(map(gzip.compress, contents))
    pieces = [packed[start : start + size] for start in range(0, len(packed), size)]
    assert b"".join(source.unpack(pieces, 90)) == b"".join(contents)


def test_a_long_compressed_log_is_unpacked_whole(tmp_path: Path) -> None:
    lines = [b"%d" % (number * number) for number in range(100_000)]
    assert read_file(log(tmp_path, gzip.compress(b"\n".join(lines)))) == (lines, None)


def test_a_truncated_compressed_log_gives_its_whole_lines_first(tmp_path: Path) -> None:
    lines = [b"%d" % (number * number) for number in range(50_000)]
    packed = gzip.compress(b"\n".join(lines))
    for length in (2, 9, 17, len(packed) // 2, len(packed) - 9, len(packed) - 1):
        some, fault = read_file(log(tmp_path, packed[:length]))
        assert fault == ("LOG006", None, None)
        assert some == lines[: len(some)]
    assert len(some) > 40_000


@pytest.mark.parametrize("rest", [b"x", b"garbage", b"\x1f\x8b\x08", b"\0\0x\n"])
def test_garbage_after_a_compressed_log_is_damage(tmp_path: Path, rest: bytes) -> None:
    assert read_file(log(tmp_path, gzip.compress(b"a\nb\n", mtime=0) + rest)) == ([b"a", b"b"], ("LOG006", None, None))


@given(st.integers(0, 47), st.integers(1, 255))
def test_a_changed_byte_in_a_compressed_log_never_passes_for_another_log(place: int, change: int) -> None:
    packed = bytearray(gzip.compress(b'{"event":"start"}\n' * 9, mtime=0))
    packed[place % len(packed)] ^= change
    lines, fault = read(split(source.unpack([bytes(packed)], 1000), 100))
    assert fault is None or fault.code in ("LOG006", "LOG005", "LOG003")
    assert fault is not None or lines == [b'{"event":"start"}'] * 9


def test_a_wrong_checksum_is_damage(tmp_path: Path) -> None:
    packed = bytearray(gzip.compress(b"a\nb\n", mtime=0))
    packed[-8] ^= 1
    fault = fault_of(log(tmp_path, bytes(packed)))
    assert (fault.code, fault.message) == ("LOG006", "the compressed log is damaged: incorrect data check")


def test_a_gzip_bomb_stops_at_the_limit_and_costs_little_memory(tmp_path: Path) -> None:
    path = log(tmp_path, gzip.compress((b"x" * 99 + b"\n") * 300_000))
    limits = SourceLimits(unpacked=2 * MEBIBYTE)
    assert peak_of(lambda: read([] for _ in blocks_of_lines(str(path), limits))) < MEBIBYTE
    fault = fault_of(path, limits)
    assert fault.code == "LOG006"
    assert f"{2 * MEBIBYTE} bytes" in fault.message
    assert "--max-unpacked" in fault.message


def test_a_gzip_bomb_of_one_line_stops_at_the_limit_of_a_line(tmp_path: Path) -> None:
    path = log(tmp_path, gzip.compress(b"x" * 30 * MEBIBYTE))
    assert peak_of(lambda: read_file(path)) < 3 * MEBIBYTE
    assert read_file(path) == ([], ("LOG005", 1, None))


def test_the_limit_of_unpacking_counts_all_members_and_may_be_reached(tmp_path: Path) -> None:
    path = log(tmp_path, gzip.compress(b"ab\n", mtime=0) * 3)
    assert read_file(path, SourceLimits(unpacked=9)) == ([b"ab"] * 3, None)
    assert read_file(path, SourceLimits(unpacked=8)) == ([b"ab"] * 3, ("LOG006", None, None))
    assert read_file(path, SourceLimits(unpacked=5))[0] == [b"ab"] * 2


# What cannot be opened or read


def test_a_log_that_vanished_after_it_was_found_is_told(tmp_path: Path) -> None:
    path = log(tmp_path, b"{}\n")
    assert found(tmp_path) == [str(path)]
    path.unlink()
    fault = fault_of(path)
    assert (fault.code, fault.message) == ("LOG001", "cannot read the log: No such file or directory")


def test_a_folder_and_a_name_no_system_takes_cannot_be_read(tmp_path: Path) -> None:
    for path in (str(tmp_path), "", "a\0b", "\ud800", "x" * 5000):
        assert told(read(blocks_of_lines(path, LIMITS))[1]) == ("LOG001", None, None)


@needs_permissions
def test_a_log_without_permission_cannot_be_read(tmp_path: Path) -> None:
    path = log(tmp_path, b"{}\n")
    path.chmod(0)
    assert fault_of(path).message == "cannot read the log: Permission denied"


@pytest.mark.skipif(not os.path.exists("/proc/self/mem"), reason="this system has no /proc")
def test_a_device_that_fails_is_told() -> None:
    assert fault_of(Path("/proc/self/mem")).message == "cannot read the log: Input/output error"


def test_an_unreadable_place_survives_pickling_and_prints_its_message() -> None:
    fault = pickle.loads(pickle.dumps(Unreadable("LOG003", "no text", "give text", 3, 4)))
    assert (told(fault), str(fault), fault.help) == (("LOG003", 3, 4), "no text", "give text")


@pytest.mark.skipif(not os.path.exists("/proc/self/fd"), reason="this system has no /proc")
def test_files_are_closed_however_reading_ends(tmp_path: Path) -> None:
    before = open_descriptors()
    path = log(tmp_path, b"a\nb\n" * 100_000)
    for reading in (blocks_of_lines(str(path), LIMITS), follow_file(str(path), LIMITS)):
        next(reading)
        assert open_descriptors() == before + 1
        reading.close()  # type: ignore[attr-defined]  # both are generators
        assert open_descriptors() == before
    read_file(path)
    read_file(path, SourceLimits(line=0))
    read_file(log(tmp_path, b"\x1f\x8bno"))
    assert open_descriptors() == before


# Standard input and pipes


class Failing(io.BytesIO):
    """Give its content once, then fail."""

    def read(self, size: int | None = -1) -> bytes:
        if content := super().read(size):
            return content
        raise OSError(5, "Input/output error")


@pytest.mark.parametrize("content", [b"a\nb", gzip.compress(b"a\nb", mtime=0)])
def test_standard_input_is_read_and_stays_open(monkeypatch: pytest.MonkeyPatch, content: bytes) -> None:
    stdin = io.TextIOWrapper(io.BytesIO(content))
    monkeypatch.setattr(sys, "stdin", stdin)
    assert read(blocks_of_lines("-", LIMITS)) == ([b"a", b"b"], None)
    assert not stdin.buffer.closed


def test_lines_before_a_failure_are_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(Failing(b"a\nb\nc")))
    lines, fault = read(blocks_of_lines("-", LIMITS))
    assert lines == [b"a", b"b"]
    assert str(fault) == "cannot read the log: Input/output error"


def test_closed_standard_input_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    closed = io.TextIOWrapper(io.BytesIO())
    closed.close()
    for stdin in (None, closed, io.StringIO("text")):
        monkeypatch.setattr(sys, "stdin", stdin)
        assert told(read(blocks_of_lines("-", LIMITS))[1]) == ("LOG001", None, None)


def test_lines_of_standard_input_come_at_once() -> None:
    program = (
        "import sys; from verifier.source import *\n"
        "for block in follow_file('-', SourceLimits()): print(block, flush=True)\n"
        "print(sys.stdin.buffer.closed)"
    )
    pipe = subprocess.PIPE
    with subprocess.Popen([sys.executable, "-c", program], stdin=pipe, stdout=pipe, bufsize=0) as judge:
        assert judge.stdin is not None
        assert judge.stdout is not None
        assert judge.stdout.readline() == b"[]\n"
        for sent, given_lines in ((b"a\nb", b"[b'a']\n"), (b"\n", b"[b'b']\n"), (b"\x1f", b"")):
            judge.stdin.write(sent)
            assert not given_lines or judge.stdout.readline() == given_lines
            assert judge.stdout.readline() == b"[]\n"
        judge.stdin.close()
        assert judge.stdout.read() == b"[b'\\x1f']\nFalse\n"


@needs_fifo
@pytest.mark.parametrize("content", [b"a\nb\n", gzip.compress(b"a\nb\n", mtime=0), b""])
@pytest.mark.parametrize("way", [blocks_of_lines, follow_file])
def test_a_fifo_is_found_and_read_to_its_end(
    tmp_path: Path, content: bytes, way: Callable[[str, SourceLimits], Iterator[list[bytes]]]
) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)

    def write_byte_by_byte() -> None:
        with open(path, "wb", buffering=0) as pipe:
            for byte in content:
                pipe.write(bytes([byte]))

    writer = threading.Thread(target=write_byte_by_byte)
    writer.start()
    assert found(path) == [str(path)]
    assert read(way(str(path), LIMITS)) == ([b"a", b"b"] if content else [], None)
    writer.join()


@pytest.mark.skipif(not os.path.exists("/dev/zero"), reason="this system has no /dev")
def test_a_device_is_found_and_read(tmp_path: Path) -> None:
    assert found("/dev/null", "/dev/zero") == ["/dev/null", "/dev/zero"]
    assert read_file(Path("/dev/null")) == ([], None)
    assert read_file(Path("/dev/zero")) == ([], ("LOG003", 1, 1))


# Finding


def test_what_is_typed_and_exists_stays_as_it_is(tmp_path: Path) -> None:
    top = folder_with(tmp_path, "game.txt", "game [1]*?.jsonl", "game 1.jsonl")
    typed = ["-", f"{top}/game.txt", f"{top}/game [1]*?.jsonl", f"{top}/./game.txt", "-"]
    assert found(*typed) == typed


def test_a_folder_gives_the_logs_in_it_sorted(tmp_path: Path) -> None:
    logs = ["B.JSONL", "a.jsonl", "c.ndjson", "d.jsonl.gz", "e.Ndjson.GZ", "x.jsonl/f.jsonl", "y/.z/g.jsonl"]
    top = folder_with(tmp_path, *reversed(logs), "a.txt", "a.gz", "jsonl", "y/a.json")
    assert found(top) == [f"{top}/{name}" for name in logs]
    assert found(f"{top}/") == found(top)


def test_a_folder_without_logs_says_which_endings_it_looked_for(tmp_path: Path) -> None:
    folder_with(tmp_path, "a.txt", "b/c.csv")
    [(path, fault)] = [one for one in find_logs([str(tmp_path)]) if isinstance(one, tuple)]
    assert (path, fault.code) == (str(tmp_path), "LOG001")
    assert all(
        ending in fault.message for ending in (".jsonl", ".ndjson", ".jsonl.gz", ".ndjson.gz", ".json", ".json.gz")
    )


def test_a_folder_of_json_documents_gives_them_where_it_has_no_logs_of_lines(tmp_path: Path) -> None:
    top = folder_with(tmp_path, "b.json", "a/c.JSON.gz", "a.txt")
    assert found(top) == [f"{top}/b.json", f"{top}/a/c.JSON.gz"]
    folder_with(tmp_path, "a/d.jsonl")
    assert found(top) == [f"{top}/a/d.jsonl"]


def test_links_to_folders_are_not_followed_but_links_to_logs_are(tmp_path: Path) -> None:
    top = folder_with(tmp_path, "a/b.jsonl")
    (top / "a/loop").symlink_to(top)
    (top / "a/loop.jsonl").symlink_to(top)
    (top / "a/c.jsonl").symlink_to(top / "a/b.jsonl")
    (top / "a/d.jsonl").symlink_to(top / "gone")
    (top / "a/e.jsonl").symlink_to("e.jsonl")
    logs = [f"{top}/a/{name}.jsonl" for name in "bcde"]
    assert found(top) == logs
    assert found(f"{top}/**/*.jsonl") == logs
    assert [told(read(blocks_of_lines(path, LIMITS))[1]) for path in logs] == [None, None] + [
        ("LOG001", None, None)
    ] * 2


@needs_fifo
def test_a_fifo_in_a_folder_is_left_out_since_it_could_wait_for_ever(tmp_path: Path) -> None:
    top = folder_with(tmp_path, "a.jsonl")
    os.mkfifo(top / "b.jsonl")
    assert found(top, f"{top}/*") == [f"{top}/a.jsonl"] * 2


@needs_permissions
def test_an_unreadable_folder_is_told_and_the_walk_goes_on(tmp_path: Path) -> None:
    top = folder_with(tmp_path, "a.jsonl", "b/c.jsonl", "d/e.jsonl")
    (top / "b").chmod(0)
    try:
        assert found(top) == [f"{top}/a.jsonl", f"LOG001 {top}/b", f"{top}/d/e.jsonl"]
        assert found(f"{top}/**/*.jsonl") == [f"{top}/a.jsonl", f"{top}/d/e.jsonl", f"LOG001 {top}/b"]
        assert found(top / "b") == [f"LOG001 {top}/b"]
    finally:
        (top / "b").chmod(0o700)


def test_a_folder_that_vanishes_during_the_walk_is_told(tmp_path: Path) -> None:
    top = folder_with(tmp_path, "a.jsonl", "b/c.jsonl")
    finding = find_logs([str(top)])
    assert next(finding) == f"{top}/a.jsonl"
    (top / "b/c.jsonl").unlink()
    (top / "b").rmdir()
    [gone] = finding
    assert isinstance(gone, tuple)
    assert (gone[0], gone[1].code) == (f"{top}/b", "LOG001")


def test_folders_deeper_than_python_recurses_are_walked(tmp_path: Path) -> None:
    here = os.getcwd()
    os.chdir(tmp_path)
    try:
        for _ in range(1500):
            os.mkdir("d")
            os.chdir("d")
        Path("a.jsonl").touch()
        os.chdir(tmp_path)
        deep = "d/" * 1500 + "a.jsonl"
        assert found("d", "**/*.jsonl", "*/" * 1500 + "*") == [deep] * 3
        os.remove(deep)
        os.removedirs("d/" * 1500)  # for pytest, which cannot remove so deep a folder
    finally:
        os.chdir(here)


@pytest.mark.parametrize(
    ("pattern", "names"),
    [
        ("*.jsonl", ["a.jsonl", "b.jsonl"]),
        ("?.txt", ["c.txt"]),
        ("[ac].*", ["a.jsonl", "c.txt"]),
        ("**/*.jsonl", ["a.jsonl", "b.jsonl", "x/d.jsonl", "x/y/e.jsonl"]),
        ("**/**/e.*", ["x/y/e.jsonl"]),
        ("x/**", ["x/d.jsonl", "x/y/e.jsonl", "x/y/f.txt"]),
        ("*/y/*.txt", ["x/y/f.txt"]),
        ("*/y", ["x/y/e.jsonl"]),
        ("x/./y/../*.jsonl", ["x/./y/../d.jsonl"]),
        (".h*", [".hidden.jsonl"]),
        ("x*", ["x/d.jsonl", "x/y/e.jsonl"]),
    ],
)
def test_a_pattern_gives_its_matches_sorted(tmp_path: Path, pattern: str, names: list[str]) -> None:
    top = folder_with(tmp_path, "b.jsonl", "a.jsonl", "c.txt", ".hidden.jsonl", "x/d.jsonl", "x/y/e.jsonl", "x/y/f.txt")
    assert found(f"{top}/{pattern}") == [f"{top}/{name}" for name in names]
    here = os.getcwd()
    try:
        os.chdir(top)
        assert found(pattern) == names
    finally:
        os.chdir(here)


@pytest.mark.parametrize(
    "name", ["gone.jsonl", "*.jsonl", "gone/**", "[", "", "a\0b", "a\0*", "*\0/*", "\ud800", "\udcff*"]
)
def test_what_stands_for_nothing_is_told(tmp_path: Path, name: str) -> None:
    assert found(f"{tmp_path}/gone/{name}") == [f"LOG001 {tmp_path}/gone/{name}"]


@given(st.text("*?[]!-a\0\ud800\udcff."))
def test_no_typed_path_raises_anything(path: str) -> None:
    here = os.getcwd()
    try:
        os.chdir(os.path.dirname(__file__))
        for one in find_logs([path]):
            assert isinstance(one, str) or one[1].code == "LOG001"
    finally:
        os.chdir(here)


def test_paths_are_looked_up_only_when_their_turn_comes(tmp_path: Path) -> None:
    finding = find_logs(iter([str(log(tmp_path, b"")), f"{tmp_path}/later.jsonl"]))
    next(finding)
    later = log(tmp_path, b"", "later.jsonl")
    assert next(finding) == str(later)


# Following


def append(path: Path, content: bytes) -> None:
    with open(path, "ab") as file:
        file.write(content)


def following(
    path: Path, limits: SourceLimits = LIMITS, stop: Callable[[], bool] = lambda: False
) -> Iterator[list[bytes]]:
    return follow_file(str(path), limits, poll=0.001, stop=stop)


def test_following_gives_whole_lines_as_they_are_written(tmp_path: Path) -> None:
    path = log(tmp_path, b"a\nb\r\nc")
    lines = following(path)
    assert next(lines) == [b"a", b"b"]
    assert next(lines) == next(lines) == []
    append(path, b"c")
    assert next(lines) == []
    append(path, b"c\nd\n")
    assert [next(lines), next(lines)] == [[b"ccc", b"d"], []]


def test_following_an_empty_log_waits_for_its_first_line(tmp_path: Path) -> None:
    path = log(tmp_path, b"")
    lines = following(path)
    assert next(lines) == []
    append(path, b"a\n")
    assert next(lines) == [b"a"]


def test_the_line_begun_is_given_when_following_stops(tmp_path: Path) -> None:
    path = log(tmp_path, b"a\nb")
    stopped: list[bool] = []
    lines = following(path, stop=lambda: bool(stopped))
    assert [next(lines), next(lines)] == [[b"a"], []]
    append(path, b"b\nc")
    stopped.append(True)
    assert list(lines) == [[b"bb"], [b"c"]]


def test_a_writer_at_work_is_followed_to_its_last_line(tmp_path: Path) -> None:
    path = log(tmp_path, b"")
    numbers = [b"%d" % number for number in range(300)]
    done = threading.Event()

    def write() -> None:
        with open(path, "ab", buffering=0) as file:
            for number in numbers:
                file.write(number[:1])
                file.write(number[1:] + b"\n")
                if number.endswith(b"00"):
                    time.sleep(0.01)
        done.set()

    writer = threading.Thread(target=write)
    writer.start()
    assert read(following(path, stop=done.is_set)) == (numbers, None)
    writer.join()


def shorten(path: Path) -> None:
    os.truncate(path, 1)


def replace(path: Path) -> None:
    os.replace(log(path.parent, b"a\nb\nc\n", "other"), path)


@pytest.mark.parametrize(
    ("change", "words"), [(shorten, "became shorter"), (replace, "replaced"), (Path.unlink, "vanished")]
)
def test_a_followed_log_that_does_more_than_grow_is_told(
    tmp_path: Path, change: Callable[[Path], None], words: str
) -> None:
    path = log(tmp_path, b"a\n")
    lines = following(path)
    assert [next(lines), next(lines)] == [[b"a"], []]
    if change is not shorten:
        append(path, b"b\n")
    change(path)
    rest, fault = read(lines)
    assert rest == ([] if change is shorten else [b"b"])
    assert fault is not None
    assert (fault.code, words in fault.message) == ("LOG001", True)


def test_following_needs_a_log_that_exists_and_is_not_compressed(tmp_path: Path) -> None:
    packed = gzip.compress(b"a\n", mtime=0)
    for path in (tmp_path / "gone", tmp_path, log(tmp_path, packed, "a.GZ"), log(tmp_path, packed)):
        lines, fault = read(following(path))
        assert (lines, told(fault)) == ([], ("LOG001", None, None)) or path == tmp_path
        assert fault is not None
        assert ("compressed" in fault.message) == path.is_file()


def test_limits_hold_while_following(tmp_path: Path) -> None:
    lines, fault = read(following(log(tmp_path, b"a\n123456"), SourceLimits(line=4)))
    assert (lines, told(fault)) == ([b"a"], ("LOG005", 2, None))
    lines, fault = read(following(log(tmp_path, b"a\nb\0")))
    assert (lines, told(fault)) == ([b"a"], ("LOG003", 2, 2))
