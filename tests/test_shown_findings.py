"""A limit on findings over what several processes give back."""

from io import BytesIO
from pathlib import Path

import pytest

from cli.shown_findings import Judged, ShownFindings


@pytest.mark.parametrize(
    ("most", "written", "hidden"),
    [(0, b"a1b2ca1b2c", 2), (1, b"a1bcabc", 5), (3, b"a1b2ca1bc", 3), (9, b"a1b2ca1b2c", 2)],
)
@pytest.mark.parametrize("spilled", [False, True])
def test_findings_beyond_the_limit_are_cut_out(
    most: int, written: bytes, hidden: int, spilled: bool, tmp_path: Path
) -> None:
    run, out = ShownFindings(most), BytesIO()
    for number in range(2):
        judged = Judged(text=b"a1b2c", findings=[(1, 2), (3, 4)], hidden=1)
        if spilled:
            (tmp_path / str(number)).write_bytes(judged.text)
            judged.text, judged.spilled = b"", str(tmp_path / str(number))
        judged.copy_to(out, run)
    assert (out.getvalue(), run.hidden) == (written, hidden)
    assert not list(tmp_path.iterdir())
