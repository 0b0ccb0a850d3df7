"""The page of recorded games: what it shows is what was played and judged, in a real browser where there is one."""

import base64
import hashlib
import html
import json
import re
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace
from typer.testing import CliRunner, Result

from cli.app import program
from cli.game_analysis import A_GAME, PER_DECISION, GameClock, analysis_time
from models.reading import Reading
from reports.breach_pictures import finding_picture
from reports.pictures.grids import board_of
from reports.pictures.tables import other_lines
from reports.replay.curve import CurvePoint, curve_legend, curve_svg
from reports.replay.document import game_part
from reports.replay.frames import Stock
from reports.replay.log_names import PlayerNames, shortened, told_apart
from reports.replay.page import replay_page
from tests.test_report_formats import nasty_log
from tests.test_report_html import Reader, browser, seen_by
from verifier.analyze import Bounds, Outlook, analyse
from verifier.infer.inferred import How
from verifier.infer.logs import judge_inferring
from verifier.replay import ReplayedGame, replayed
from verifier.source import SourceLimits
from verifier.turns_of_log import recorded_turns

ROOT = Path(__file__).parent.parent
LIMITS = SourceLimits(1 << 20, 1 << 30)
LOSSY = ROOT / "records/school-lossy/g007_2p_random_probe.jsonl"
CONCEDED = ROOT / "records/gamepark/g046_3p_greedy_concede.jsonl"
FOREIGN = ROOT / "records/native/native_2p_standard.server.json"
BROKEN = ROOT / "docs/examples/good-fortune-broken.jsonl"
CONTRADICTION = ROOT / "docs/examples/contradiction.jsonl"
GAPS = ROOT / "docs/examples/gaps.jsonl"
SCHOOL = ROOT / "records/school-lossy/g005_2p_greedy.jsonl"
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
            assert re.search(rf'<a href="#code-\d+">{row["clause"]}</a>', event)
            assert html.escape(row["message"], quote=False) in html.unescape(event).replace("&", "&amp;") or row[
                "message"
            ] in html.unescape(event)
        first = next(row for row in rows if row["type"] == "finding" and row["kind"] != "outside-edition")
        assert f'<a class="first" href="#turn-{first["turn"]}">Go to the first breach</a>' in text


@pytest.mark.parametrize("path", [LOSSY, SCHOOL, CONCEDED, BROKEN], ids=lambda path: path.stem)
def test_what_is_wrong_is_marked_as_on_the_picture_of_the_finding(path: Path) -> None:
    (game,) = games_of(path)
    stock = Stock()
    frames = game_part(1, game, stock).frames.frames[1:]
    pieces, seen = [card.name for card, _ in stock.pieces], set()
    for frame, step in zip(frames, game.steps, strict=True):
        breaches = [each for each in step.findings if each.rules is not None and not each.outside]
        found = breaches[0] if breaches else None
        marked = {kind: len(places) for kind, places in frame.marks.items()}
        for *_, kinds in frame.marked.values():
            marked |= {kind: marked.get(kind, 0) + len(places) for kind, places in kinds.items()}
        seen |= {*marked, *frame.before, *(kind for *_, kinds in frame.earlier.values() for kind in kinds)}
        drawn = "" if found is None or step.step is None else finding_picture(found).rpartition("as played")[2]
        for kind in ("wrong", "missing", "against") if len(breaches) < 2 else ():  # tests.test_several_breaches
            shapes = re.findall(rf'<(?:circle|rect) class="(cell|clover|card) {kind}"', drawn)
            round_pieces = shapes.count("clover") > shapes.count("cell")  # a cell is marked with what lies on it
            whole = shapes.count("cell") + shapes.count("card")
            assert marked.get(kind, 0) == whole or (round_pieces and marked[kind] > whole)
    if path == SCHOOL:
        (kinds,) = [kinds for frame in frames for *_, kinds in frame.marked.values()]
        ((_, _, come, _),) = [each for frame in frames for each in frame.marked.values()]
        assert (kinds, [pieces[each] for each in come]) == ({"missing": [0]}, ["14"])
    if path == BROKEN:
        assert {"wrong", "legal"} <= seen
        assert frames[2].marked[0][1:] == (0, [], {"wrong": [0]})  # the 1 that does not connect
        assert frames[2].earlier[0][3] == {"against": [2], "legal": [3]}  # it must lie next to the 19
        assert [pieces[each] for each in frames[2].earlier[0][2]] == ["2", "6", "19", ""]


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
    told = game_part(1, bare, Stock()).events
    assert told[-1].words == "line 16: stop: reason the sheet is torn"
    assert next(each.words for each in told if each.sure == "unplayed").startswith(
        "line 3: setup: player 1, clover 8, not"
    )


def test_a_record_that_contradicts_itself_is_shown_beyond_its_contradiction_with_all_its_clauses() -> None:
    (game,) = games_of(CONTRADICTION, How())
    stock = Stock()
    part = game_part(1, game, stock)
    (finding,) = [each for each in game.findings if each.conflict is not None]
    assert finding.conflict is not None
    event = next(each for each in part.events if each.findings)
    assert [each.code for each in event.findings] == ["LN103", "LN201", "LN301", "LN303"]
    assert [each.code for each in event.findings] == [clause for clause, _ in finding.conflict.clauses]
    anchors = {anchor for anchor, _ in event.findings[0].says}
    assert anchors == {"event-3", "event-4", "turn-1", "turn-2", event.anchor}
    assert [words.partition(" is ")[0] for _, words in event.findings[0].says] == [
        f"line {line.line}" for line in finding.conflict.lines
    ]
    assert part.first_breach == event.anchor
    assert all(each.rule for each in stock.codes.parts.values())
    at = part.events.index(event)
    assert [each.sure for each in part.events[at:]] == ["unplayed"] * 4
    assert {each.sure for each in part.events[:at]} == {"", "forced", "open"}  # filled in as far as a game explains it
    assert "middle [8]" in part.events[-2].words
    assert len(part.frames.frames) == len(part.events)
    page = replay_page("games", [part], stock)
    assert "up to line 12 one does" in page
    assert "4 clauses and what is recorded contradict each other" in page


def test_the_table_beyond_a_contradiction_shows_what_lines_say() -> None:
    (game,) = games_of(CONTRADICTION, How())
    stock = Stock()
    part = game_part(1, game, stock)
    turn, gap, shown, stop = part.frames.frames[-4:]
    pieces = [card.name for card, _ in stock.pieces]
    ((first, gone, come),) = turn.pieces.values()  # "middle":[8]
    assert (first, gone, [pieces[each] for each in come]) == (0, 1, ["8"])
    assert gap.cells == stop.cells == []
    assert {text for _, text, *_ in shown.cells} == {"5", "?"}  # a3, and c3 of which nobody could see the number
    (bare,) = games_of(ROOT / "docs/examples/good-fortune-gaps.jsonl")
    assert game_part(1, bare, Stock()).frames.frames == []  # nothing is known before the deal


@pytest.mark.parametrize(
    ("line", "cells", "middle"),
    [
        ({"gardens": [None, "7 . . 8/. . . ./. . 12|13 ./. . . ."]}, {16: "7", 19: "8", 26: "?"}, None),
        ({"gardens": ["7 ."], "middle": 3, "pile": "x"}, {}, None),
        ({"gardens": [None, "<b> . . 8/. . . ./. . . ./. . . ."]}, {}, None),
        ({"player": 1, "cell": "b4", "clover": 19, "middle": [1, 2]}, {13: "19"}, ["1", "2"]),
        ({"player": True, "cell": "z9", "clover": [1], "middle": [True]}, {}, None),
        ({"player": 2, "cell": "e1", "clover": 4}, {}, None),
        ({"player": -1, "cell": "a1", "clover": 4}, {}, None),
    ],
)
def test_whatever_a_line_says_it_changes_the_view_or_nothing(
    line: dict[str, object], cells: dict[int, str], middle: list[str] | None
) -> None:
    (game,) = games_of(LOSSY)
    assert game.model is not None
    assert game.model.recorded_view is not None
    before = game.model.view(next(each.step.before for each in game.steps if each.step is not None))
    after = game.model.recorded_view(before, line)
    texts = [text for picture in after.pictures for row in picture.rows for text in row]
    assert {place: text for place, text in enumerate(texts) if text != "."} == cells
    assert [card.name for card in after.strips[0].cards] == (middle or [])


def test_tiles_that_a_line_shows_lie_on_the_table() -> None:
    (game,) = games_of(BROKEN)
    assert game.model is not None
    assert game.model.recorded_view is not None
    before = game.model.view(next(each.step.after for each in game.steps if each.step is not None))
    known = before.strips[0].cards[0]
    after = game.model.recorded_view(
        before, {"line": [int(known.name), None], "hands": [[99], [True]], "collections": 3}
    )
    assert after.strips[0].cards[0] == known
    assert after.strips[0].cards[1].name == "?"
    assert [card.name for card in after.strips[1].cards] == ["99"]
    assert after.strips[2:] == before.strips[2:]


def test_a_later_game_that_contradicts_itself_is_shown_like_a_first_one(tmp_path: Path) -> None:
    log = tmp_path / "two.jsonl"
    log.write_text(SMALL.read_text() + CONTRADICTION.read_text())
    (first,) = games_of(CONTRADICTION, How())
    _, second = games_of(log, How())
    shift = len(SMALL.read_text().splitlines())
    assert second.until == (first.until or 0) + shift
    assert [each.source - shift for each in second.steps] == [each.source for each in first.steps]
    assert [each.source - shift for each in second.beyond] == [each.source for each in first.beyond]
    assert [[known.values for known in each.known] for each in second.steps] == [
        [known.values for known in each.known] for each in first.steps
    ]


def test_a_record_of_which_no_event_can_be_played_is_told_line_by_line(tmp_path: Path) -> None:
    header, *_ = GAPS.read_text().splitlines()
    log = tmp_path / "gap.jsonl"
    log.write_text(header + '\n{"event":"gap","turns":3}\n{"event":"stop","reason":"<b>"}\n')
    (game,) = games_of(log)
    part = game_part(1, game, Stock())
    assert [each.words for each in part.events] == ["line 2: gap: turns 3", "line 3: stop: reason <b>"]
    assert part.frames.frames == []
    text = replay_page("games", [part], Stock())
    assert '<ol class="rest"' in text
    assert "reason &lt;b&gt;" in text


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

    broken = [*turns[:2], replace(turns[2], breaks=("LN204",)), *turns[3:]]
    stock = Stock()
    holed = game_part(1, game, stock, list(analyse(broken, solve)), "analysed up to line 9: <b>")
    assert holed.unseen == ["turn 3 not looked at: it breaks LN204", "analysed up to line 9: <b>"]
    assert 'aria-label="turn 3: not looked at: it breaks LN204"' in holed.curve
    assert holed.curve.count('class="hole"') == 1
    assert [words.partition(":")[0] for _, words in holed.legend][-1] == "cross"
    assert holed.scale == "1 a win, 0 a shared or endless game, -1 a loss."
    assert "analysed up to line 9: &lt;b&gt;." in replay_page("games", [holed], stock)
    part = game_part(1, game, Stock(), list(analyse(turns, solve)))
    lost = [event for event in part.events if event.mark]
    assert lost
    assert all(event.mark == "??" and "better: " in event.lost for event in lost)
    assert any("better" in frame.before for frame in part.frames.frames)
    read = Reader(part.curve)
    links = {each["href"] for each in read.all("a")}
    assert {f"#{event.anchor}" for event in lost} <= links


def test_exact_values_bounds_and_estimates_differ_by_shape_legend_and_words() -> None:
    third, wide = Bounds(Fraction(1, 3), Fraction(1, 3)), Bounds(Fraction(-1), Fraction(1, 2))
    points = [
        CurvePoint(4, "turn-4", 2, third, "?", "lost"),
        CurvePoint(5, "turn-5", 1, wide, "", "<&>"),
        CurvePoint(6, "turn-6", 2, wide, "", "guessed", mean=Fraction(1, 8)),
    ]
    drawn = curve_svg(points, 1, players=2)
    read = Reader(drawn)
    assert read.faults == []
    shapes = [(tag, each["class"]) for tag, each in read.elements if each.get("class") in ALL_SHAPES]
    assert shapes == [
        ("path", "exact bad"),
        ("rect", "bounds"),
        ("path", "caps"),
        ("rect", "estimate"),
        ("path", "mean"),
    ]
    assert next(each["fill"] for each in read.all("rect") if each["class"] == "estimate") == "url(#hatch-1)"
    assert [each["id"] for each in read.all("pattern", "g")] == ["hatch-1", "here-1"]
    bar = next(each for each in read.all("rect") if each["class"] == "estimate")
    point = re.findall(r'class="mean" d="M\d+ ([0-9.]+)', drawn)[0]
    high, low, mean = 1, -Fraction(1, 2), -Fraction(1, 8)  # as player 1 sees it
    share = (float(point) + 5 - float(bar["y"] or 0)) / float(bar["height"] or 1)
    assert share == pytest.approx(float((high - mean) / (high - low)), abs=0.01)
    told = "; ".join(each["aria-label"] or "" for each in read.all("a"))
    assert told == (
        "turn 4: exactly -1/3 (-0.3333)?; turn 5: from -1 to 1/2 (0.5000) (proven bounds); "
        "turn 6: about -0.12 (estimated: -0.50 to 1.00)"
    )
    assert "<&>" not in drawn
    assert curve_svg([], 1, players=2) == ""
    legend = curve_legend(points, 1)
    assert [re.findall(r'class="([a-z ]+)"', drawing)[1] for drawing, _ in legend] == [
        "bounds",
        "estimate",
        "exact bad",
    ]
    assert [words.partition(":")[0] for _, words in legend] == ["open bar", "hatched bar with a diamond", "triangle"]
    assert len(curve_legend(points[:1], 1)) == 1


ALL_SHAPES = ("exact", "exact bad", "bounds", "caps", "estimate", "mean")


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
    assert page.count("A tile is written as its number") == 1
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


def test_a_hundred_games_with_many_findings_stay_within_two_megabytes(tmp_path: Path) -> None:
    out = tmp_path / "games.html"
    log = ROOT / "records/console-equal/g003_2p_random.jsonl"
    (tmp_path / "many.jsonl").write_text(log.read_text() * 100)
    assert run(str(tmp_path / "many.jsonl"), "-o", str(out)).exit_code == 1
    text = out.read_text("utf-8")
    (game,) = games_of(log)
    found = [finding for step in game.steps for finding in step.findings]
    assert len(found) == 34
    assert text.count('<div class="finding breach">') == 100 * len(found)
    for each in found:  # in the text, for search and screen readers, not in what the script reads
        said = html.escape(each.fault.message, quote=False)
        assert text.partition('<script type="application/json"')[0].count(f": {said}") >= 100
    assert text.count("<dt ") == len({each.clause for each in found})
    assert text.count("<details>") >= 300
    assert out.stat().st_size < 1_800_000


def test_values_that_make_a_page_too_large_are_left_out_of_the_last_games_and_that_is_said(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (game,) = games_of(SMALL)
    turns = [turn for _, turn in recorded_turns(game.lines, Reading())]

    def solve(problem: Any, move: str) -> Outlook:
        worth = Bounds(Fraction(1), Fraction(1))
        return Outlook(worth, dict.fromkeys(problem.start.moves(), worth))

    values, stock = list(analyse(turns, solve)), Stock()
    whole = replay_page("games", [game_part(number, game, stock, values) for number in range(1, 5)], stock)
    monkeypatch.setattr("reports.replay.bounded.PAGE", len(whole) - 1)
    monkeypatch.setattr("reports.replay.bounded.A_GAME", 0)
    cut = replay_page("games", [game_part(number, game, stock, values) for number in range(1, 5)], stock)
    assert whole.count('<svg class="values"') == 4
    assert cut.count('<svg class="values"') == 3
    assert cut.count("What the turns were worth is left out") == 1
    assert cut.index("What the turns were worth is left out") > cut.index('<h2 id="game-4"')
    assert len(cut.encode()) < len(whole.encode())


def test_a_record_with_gaps_is_explained_within_the_time_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def heard(*arguments: Any, how: How, **more: Any) -> Any:
        asked.append(how.seconds)
        return judge_inferring(*arguments, how=how, **more)

    monkeypatch.setattr("verifier.replay.judge_inferring", heard)
    for options in ([], ["--time", "7.5"]):
        assert run(str(GAPS), "-o", str(tmp_path / "x.html"), *options).exit_code == 0
    assert asked == [How().seconds, 7.5]
    assert run(str(GAPS), "-o", str(tmp_path / "x.html"), "--no-infer", "--time", "3").exit_code == 2


def test_games_are_gone_through_in_the_seconds_that_solve_gives_them(monkeypatch: pytest.MonkeyPatch) -> None:
    for each, total in ((None, None), (0.0, None), (4.0, 9.0)):
        asked = analysis_time(each, total)
        assert asked.decision == {None: PER_DECISION, 0.0: None}.get(each, each)
        assert asked.game == (A_GAME if each is None else None)
    monkeypatch.setattr("cli.game_analysis.time", SimpleNamespace(monotonic=lambda: 7.0))
    clock = GameClock(asked, 2)
    assert clock.next() == 4.5
    assert clock.next() == 9  # the first game took no time


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
    assert text.count('<section class="game"') == 3
    assert "LOG004" in text
    assert "LOG001" in text
    assert "The rest cannot be played" in text


def test_logs_of_one_name_are_told_apart_and_what_is_no_log_is_named(tmp_path: Path) -> None:
    for place in (
        "a/game1.jsonl",
        "b/game1.jsonl",
        "b/c/other.jsonl",
        "b/torn.jsonl",
        "b/notes\u202e.txt",
        "b/.hidden",
    ):
        (tmp_path / place).parent.mkdir(exist_ok=True)
        (tmp_path / place).write_bytes(SMALL.read_bytes()[: -400 if "torn" in place else None])
    out = tmp_path / "b/x.html"
    result = run(str(tmp_path), "-o", str(out))
    assert result.exit_code == 2
    result = run(str(tmp_path), "-o", str(out))  # the page of before is none of the files that are left out
    read = Reader(out.read_text("utf-8"))
    chosen = re.findall(r"<option[^>]*>([^<]*)</option>", out.read_text("utf-8"))
    assert [each.partition(": ")[2].partition(": ")[0] for each in chosen] == [
        "a/game1.jsonl",
        "b/game1.jsonl",
        "torn.jsonl",
        "other.jsonl",
    ]
    head = out.read_text("utf-8").partition("<main")[0]
    for told in (result.stderr, head):
        assert "1 file is left out, for the name is not that of a log: notes\\u202e.txt" in told
    assert "error[LOG004]" in result.stderr
    assert re.findall(r"/\S+jsonl", result.stderr) == [f"{tmp_path}/b/torn.jsonl"]
    assert '<a href="#game-3">torn.jsonl</a>' in head
    assert "4 games" in head
    assert read.faults == []


@pytest.mark.parametrize(
    ("paths", "names"),
    [
        (["a/x", "b/x", "a/x"], ["a/x", "b/x"]),
        (["c/a/x", "d/a/x", "y"], ["c/a/x", "d/a/x", "y"]),
        (["/x", "a/x", "-"], ["/x", "a/x", "standard input"]),
        (["x"], ["x"]),
    ],
)
def test_logs_are_named_as_shortly_as_tells_them_apart(paths: list[str], names: list[str]) -> None:
    assert list(told_apart(paths).values()) == names
    long = shortened("a" * 99 + "z.jsonl")
    assert len(long) == 70
    assert long.endswith("aaz.jsonl")
    assert "..." in long


def test_players_are_named_where_they_play(tmp_path: Path) -> None:
    header, *rest = SMALL.read_text().splitlines()
    log = tmp_path / "named.jsonl"
    log.write_text("\n".join([json.dumps({**json.loads(header), "names": ["Ada <3", "player 2"]}), *rest]))
    (game,) = games_of(log)
    stock = Stock()
    part = game_part(1, game, stock)
    assert [title for title, _ in part.frames.grids] == ["player 1 (Ada <3)", "player 2"]
    assert any(event.words.startswith("player 1 (Ada <3) reveals") for event in part.events)
    assert "to move: player 1 (Ada <3)" in stock.lines
    assert "player 1 (Ada &lt;3) reveals" in replay_page("games", [part], stock)
    assert (
        PlayerNames(["x" * 99, ""]).told("player 1, player 2, player 1")
        == f"player 1 ({'x' * 21}...), player 2, player 1"
    )


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
    const before = $("before"), shown = !before.disabled;
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
    asked = ["", *(f"#{ids[at]}" for at in (0, 1, 2, 1, -1, 0, 1, 0, -1))]
    assert "LN205" in told["told"][0][1]  # it opens where a rule is broken first
    assert hashes[:11] == [*asked, f"#{ids[3]}"]
    assert hashes[11] == "#turn-6"
    assert told["shown"]
    _, as_played, before, other = told["told"][10:]
    assert "LN205" in as_played[1]
    assert "player 2: a1 6," in as_played[2]
    assert "a1 breaks the rule" in as_played[2]
    assert "player 2: a1 9," in before[2]
    assert "legal" not in before[2]  # no such clover lay there to be taken
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
