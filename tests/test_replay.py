"""The page of recorded games: what it shows is what was played and judged, in a real browser where there is one."""

import base64
import hashlib
import html
import json
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from cli.app import program
from models.reading import Reading
from reports.pictures.grids import board_of
from reports.pictures.tables import other_lines
from reports.replay.curve import CurvePoint, curve_svg
from reports.replay.document import game_part
from reports.replay.frames import Stock
from reports.replay.page import replay_page
from reports.solve import between
from tests.test_report_formats import nasty_log
from tests.test_report_html import Reader, browser, seen_by
from verifier.analyze import Bounds, Outlook, analyse
from verifier.infer.inferred import How
from verifier.replay import ReplayedGame, replayed
from verifier.source import SourceLimits
from verifier.turns_of_log import recorded_turns

ROOT = Path(__file__).parent.parent
LIMITS = SourceLimits(1 << 20, 1 << 30)
LOSSY = ROOT / "records/school-lossy/g007_2p_random_probe.jsonl"
CONCEDED = ROOT / "records/gamepark/g046_3p_greedy_concede.jsonl"
FOREIGN = ROOT / "records/native/native_2p_standard.server.json"
BROKEN = ROOT / "docs/examples/good-fortune-broken.jsonl"
GAPS = ROOT / "docs/examples/gaps.jsonl"
SMALL = ROOT / "docs/examples/game.jsonl"
LOGS = (LOSSY, CONCEDED, FOREIGN, BROKEN, SMALL)
EVIL = "<script>document.title='owned'</script><img src=x onerror=alert(1)>\x1b[2J\u202e\"'"


def run(*arguments: str) -> Result:
    return CliRunner().invoke(program(["replay"]), ["replay", *arguments])


def games_of(path: Path, how: How | None = None) -> list[ReplayedGame]:
    return list(replayed(str(path), LIMITS, Reading(), how))


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Give the page of games of both kinds, sound, broken, foreign and incomplete."""
    out = tmp_path_factory.mktemp("replay") / "games.html"
    result = run(*map(str, (*LOGS, GAPS)), "-o", str(out))
    assert result.exit_code == 1, result.output
    return out.read_text("utf-8")


@pytest.fixture(scope="module")
def nasty(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Give the page of logs that mean harm: in names, file names, values."""
    folder = tmp_path_factory.mktemp("nasty")
    (folder / "<script>alert(3)<!script>.jsonl").write_bytes(nasty_log())
    header, *rest = SMALL.read_text().splitlines()
    named = json.dumps({**json.loads(header), "names": [EVIL, EVIL, EVIL]})
    (folder / "names.jsonl").write_text("\n".join([named, *rest]))
    out = folder / "out.html"
    run(str(folder), "-o", str(out), "--title", EVIL)
    return out.read_text("utf-8")


def held(text: str) -> dict[str, Any]:
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', text, re.DOTALL)
    assert found is not None
    data: dict[str, Any] = json.loads(found[1])
    return data


# What is shown --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_frames_put_together_show_the_table_after_each_event(path: Path) -> None:
    (game,) = games_of(path)
    assert game.model is not None
    stock = Stock()
    part = game_part(1, game, stock)
    data = held(replay_page("games", [part], stock))
    pieces = [card.name for card, _ in stock.pieces]
    cells: dict[int, str] = {}
    rows: dict[str, list[int]] = {}
    lines: list[int] = []
    assert len(part.events) == len(game.steps) + 1
    for frame, step in zip(data["games"][0]["f"][1:], game.steps, strict=True):
        first = data["games"][0]["f"][0] if step is game.steps[0] else {}
        for each in (first, frame):
            cells |= {slot: text for slot, text, *_ in each.get("c", ())}
            for row, (at, gone, come) in each.get("s", {}).items():
                rows.setdefault(row, [])[at : at + gone] = come
            lines = each.get("l", lines)
        if step.step is None:
            continue
        view = game.model.view(step.step.after)
        drawn = [text for picture in view.pictures for texts in board_of(picture).rows for text in texts]
        assert [cells.get(slot, "") for slot in range(len(drawn))] == drawn
        for number, strip in enumerate(view.strips):
            assert [pieces[piece] for piece in rows.get(str(number), [])] == [card.name for card in strip.cards]
        assert [data["lines"][line] for line in lines] == other_lines(view)


def test_every_finding_of_validate_stands_at_its_turn(tmp_path: Path) -> None:
    out = tmp_path / "games.html"
    for path in (LOSSY, BROKEN):
        run(str(path), "-o", str(out))
        told = CliRunner().invoke(program(["validate"]), ["validate", str(path), "--format", "json"])
        rows = [json.loads(line) for line in told.stdout.splitlines()]
        text = out.read_text("utf-8")
        for row in (row for row in rows if row["type"] == "finding" and row["turn"]):
            event = text.partition(f'<li id="turn-{row["turn"]}">')[2].partition("</li>\n<li")[0]
            assert f"<strong>{row['clause']}</strong>" in event
            assert html.escape(row["message"], quote=False) in html.unescape(event).replace("&", "&amp;") or row[
                "message"
            ] in html.unescape(event)
        first = next(row for row in rows if row["type"] == "finding" and row["kind"] != "outside-edition")
        assert f'<a href="#turn-{first["turn"]}">Go to the first breach</a>' in text


def test_what_was_not_recorded_is_told_and_drawn_apart() -> None:
    (game,) = games_of(GAPS, How())
    assert game.explained
    stock = Stock()
    part = game_part(1, game, stock)
    sure = {event.sure for event in part.events}
    assert sure == {"", "forced", "open"}
    kinds = {kind for frame in part.frames.frames for _, _, *more in frame.cells for kind in more}
    assert kinds == {"forced", "open"}
    opened = next(event for event in part.events if event.sure == "open")
    assert re.search(r"one of \S+ \S+", opened.known)
    (bare,) = games_of(GAPS)
    assert not bare.explained
    assert "was not recorded" in bare.stopped


def test_a_legal_move_that_was_refused_is_an_event_of_its_own() -> None:
    (game,) = games_of(CONCEDED)
    part = game_part(1, game, Stock())
    assert any("gives up" in event.words for event in part.events)
    (probed,) = games_of(LOSSY)
    refused = [each for each in probed.steps if each.step is None]
    shown = [event for event in game_part(1, probed, Stock()).events if "refused" in event.words]
    assert len(shown) == len(refused)


def test_values_are_drawn_as_a_curve_with_better_moves() -> None:
    (game,) = games_of(SMALL)
    turns = [turn for _, turn in recorded_turns(game.lines, Reading())]

    def solve(problem: Any, move: str) -> Outlook:
        moves = {each: Bounds(Fraction(-1), Fraction(-1)) for each in problem.start.moves()}
        best = next((each for each in reversed(moves) if each != "draw"), "draw")
        moves[best] = Bounds(Fraction(1), Fraction(1))
        return Outlook(Bounds(Fraction(1), Fraction(1)), moves)

    part = game_part(1, game, Stock(), list(analyse(turns, solve)))
    lost = [event for event in part.events if event.mark]
    assert lost
    assert all(event.mark == "??" and "better: " in event.lost for event in lost)
    assert any(kind == "better" for frame in part.frames.frames for _, kind, _ in frame.before)
    read = Reader(part.curve)
    links = {each["href"] for each in read.all("a")}
    assert {f"#{event.anchor}" for event in lost} <= links


def test_exact_values_and_bounds_differ_by_more_than_colour() -> None:
    exact, wide = Bounds(Fraction(1, 3), Fraction(1, 3)), Bounds(Fraction(-1), Fraction(1, 2))
    points = [CurvePoint(4, "turn-4", 2, exact, "?", "lost"), CurvePoint(5, "turn-5", 1, wide, "", "<&>")]
    drawn = curve_svg(points, 1, players=2)
    read = Reader(drawn)
    assert read.faults == []
    assert len(read.all("circle")) == len([each for each in read.all("rect") if each["class"] == "bounds"]) == 1
    assert f"turn 4: {between(Bounds(Fraction(-1, 3), Fraction(-1, 3)))}?" in drawn  # as player 1 sees it
    assert "<&>" not in drawn
    assert curve_svg([], 1, players=2) == ""


# The page -------------------------------------------------------------------------------------------------------------


def test_the_page_is_well_formed_and_needs_nothing_from_outside(page: str, nasty: str) -> None:
    for text in (page, nasty):
        read = Reader(text)
        assert read.faults == []
        assert read.open == []
        ids = [each["id"] for _, each in read.elements if "id" in each]
        assert len(ids) == len(set(ids))
        assert read.all("link", "iframe", "object", "embed", "base", "form", "img") == []
        for _, each in read.elements:
            assert "src" not in each
            assert "style" not in each
            assert not any(key.startswith("on") for key in each)
            assert (each.get("href") or "#").startswith("#")
            assert (each.get("href") or "#")[1:] in {*ids, ""}
        policy = next(each["content"] for each in read.all("meta") if "http-equiv" in each) or ""
        assert policy.startswith("default-src 'none'")
        assert "unsafe" not in policy
        for each in read.all("button"):
            assert each["type"] == "button"
    assert len((ROOT / "reports/templates/replay.js").read_bytes()) < 10_000


def test_names_and_values_of_logs_are_only_text(nasty: str) -> None:
    for sign in ("\x1b", "\u202e", "\x07", "\x00"):
        assert sign not in nasty
    assert "<script>alert" not in nasty
    assert "<script>document" not in nasty
    assert "<img" not in nasty
    assert "&lt;script&gt;document.title" in nasty
    assert len(nasty) < 300_000


def test_a_hundred_games_are_not_much(tmp_path: Path) -> None:
    out = tmp_path / "games.html"
    log = ROOT / "records/school-clean/g004_2p_greedy.jsonl"
    (tmp_path / "many.jsonl").write_text(log.read_text() * 10)
    assert run(str(tmp_path / "many.jsonl"), "-o", str(out)).exit_code == 0
    assert out.read_text().count("<section") == 10
    one = tmp_path / "one.html"
    run(str(log), "-o", str(one))
    each = (out.stat().st_size - one.stat().st_size) / 9
    assert 100 * each + one.stat().st_size < 2_000_000


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["-o", "/nowhere/x.html"], "there is no folder /nowhere"),
        (["-o", "x.html", "--total", "3"], "--total means nothing here"),
        (["-o", "x.html", "--game", "7"], "no game is there to be shown"),
        (["-o", "x.html", "--edition", "none"], "the edition 'none' is not known"),
    ],
)
def test_what_means_nothing_is_refused(
    arguments: list[str], words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = run(str(SMALL), *arguments)
    assert result.exit_code == 2
    assert words in result.stderr
    assert list(tmp_path.iterdir()) == []


def test_logs_that_cannot_be_read_stand_on_the_page_too(tmp_path: Path) -> None:
    out = tmp_path / "x.html"
    (tmp_path / "torn.jsonl").write_text("\n".join(SMALL.read_text().splitlines()[:5]) + '\n{"event":"tur')
    result = run(str(tmp_path / "torn.jsonl"), str(tmp_path / "missing.jsonl"), str(SMALL), "-o", str(out))
    assert result.exit_code == 2
    text = out.read_text("utf-8")
    assert text.count("<section") == 3
    assert "LOG004" in text
    assert "LOG001" in text
    assert "The rest cannot be shown" in text


def test_no_page_is_written_where_no_log_can_be_read(tmp_path: Path) -> None:
    out = tmp_path / "x.html"
    result = run(str(tmp_path / "missing.jsonl"), "-o", str(out))
    assert result.exit_code == 2
    assert "LOG001" in result.stderr
    assert not out.exists()


# In a browser ---------------------------------------------------------------------------------------------------------

PROBE = """
addEventListener("load", () => {
  const $ = (id) => document.getElementById(id), told = [];
  const key = (name) => document.body.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true }));
  const tell = () => told.push([location.hash, $("said").textContent,
    [...$("stage").querySelectorAll("[role=img]")].map((each) => each.getAttribute("aria-label")).join(". ")]);
  tell();
  for (const id of ["first", "next", "next", "previous", "last"]) { $(id).click(); tell(); }
  for (const name of ["Home", "ArrowRight", "ArrowLeft", "End"]) { key(name); tell(); }
  $("range").value = "3"; $("range").dispatchEvent(new Event("input")); tell();
  location.hash = "#turn-6";
  setTimeout(() => {
    tell();
    const before = $("before"), shown = !before.hidden;
    if (shown) { before.click(); tell(); }
    $("play").click();
    const playing = $("play").textContent;
    $("play").click();
    $("game").value = "3"; $("game").dispatchEvent(new Event("change")); tell();
    const wide = document.documentElement.scrollWidth, seen = document.documentElement.clientWidth;
    const small = [...document.querySelectorAll("button:not([hidden])")].filter((each) => each.offsetHeight < 40);
    document.body.innerHTML = "";
    document.body.dataset.told = JSON.stringify({ told, shown, playing, wide, seen, small: small.length });
  }, 200);
});
"""


def probed(found: str, folder: Path, page: str, width: int) -> dict[str, Any]:
    digest = base64.b64encode(hashlib.sha256(PROBE.encode()).digest()).decode()
    file = folder / f"page{width}.html"
    allowed = page.replace("script-src 'sha256", f"script-src 'sha256-{digest}' 'sha256", 1)
    file.write_text(allowed.replace("</body>", f"<script>{PROBE}</script></body>"), "utf-8")
    told = re.search(r'data-told="([^"]*)"', seen_by(found, file, width))
    assert told is not None, "the probe did not run"
    result: dict[str, Any] = json.loads(html.unescape(told[1]))
    return result


def test_every_control_works_in_a_browser_and_the_page_fits_a_phone(tmp_path: Path, page: str) -> None:
    told = probed(browser(), tmp_path, page, 360)
    hashes = [each[0] for each in told["told"]]
    (game,) = games_of(LOSSY)
    ids = re.findall(r'<li id="([^"]+)"', page.partition("</ol>")[0])
    assert len(ids) == len(game.steps) + 1
    asked = ["", "", *(f"#{ids[at]}" for at in (1, 2, 1, -1, 0, 1, 0, -1))]
    assert hashes[:11] == [*asked, f"#{ids[3]}"]
    assert hashes[11] == "#turn-6"
    assert told["shown"]
    _, as_played, before, other = told["told"][10:]
    assert "LN205" in as_played[1]
    assert "player 2: a1 6," in as_played[2]
    assert "a1 placed" in as_played[2]
    assert "player 2: a1 9," in before[2]
    assert "a1 legal" in before[2]
    assert told["playing"] == "Pause"
    assert other[0].startswith("#g4-")
    assert other[2].startswith("line: ")
    assert told["wide"] <= told["seen"]
    assert told["small"] == 0


def test_a_browser_runs_no_script_of_a_log(tmp_path: Path, nasty: str) -> None:
    file = tmp_path / "nasty.html"
    file.write_text(nasty, "utf-8")
    dom = seen_by(browser(), file, 900)
    assert "<title>owned</title>" not in dom
    assert 'class="script"' in dom


def test_a_log_that_is_too_long_is_shown_as_far_as_it_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("verifier.replay.MOST_LINES", 8)
    log = tmp_path / "twice.jsonl"
    log.write_text(SMALL.read_text() * 2)
    first, second = games_of(log)
    assert (len(first.steps), len(second.steps)) == (7, 0)
    assert first.stopped == second.stopped == "only the first 8 lines of a log are shown"
