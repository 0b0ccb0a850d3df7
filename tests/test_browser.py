"""The published pages in a real browser: no overflow, no fault that axe-core finds, no request to anywhere, and paper."""

import re
from collections.abc import Iterator
from fractions import Fraction
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from cli.app import program
from models.reading import Reading
from reports.replay.document import game_part
from reports.replay.frames import Stock
from reports.replay.page import replay_page
from tests.test_report_html import browser
from verifier.analyze import Bounds, Outlook, analyse
from verifier.replay import replayed
from verifier.source import SourceLimits
from verifier.turns_of_log import recorded_turns

ROOT = Path(__file__).parent.parent
PUBLISHED = ROOT / "reports/published"
PAGES = {
    "replay": "replay/games.html",
    "report": "school-lossy/report.html",
    "good fortune": "good-fortune/report.html",
    "rule sheets": "rulebook/report.html",
}
SHEETS = {
    "sheet of puzzles": ["--kind", "force", "--difficulty", "easy", "--seed", "7"],
    "sheet of puzzles in tiles": ["--game", "good-fortune", "--tiles", "invented", "--seed", "3"],
}
PATIENT = 300_000  # milliseconds
SEEN = """() => [...document.querySelectorAll(".solution")].map((each) => each.checkVisibility())"""


class PatientBrowser:
    """A browser whose pages are waited for on a slow machine too."""

    def __init__(self, shown: Any) -> None:
        self.shown = shown

    def new_page(self, **options: Any) -> Any:
        tab = self.shown.new_page(**options)
        tab.set_default_timeout(PATIENT)
        return tab


@pytest.fixture(scope="module")
def tabs() -> Iterator[PatientBrowser]:
    """Give a browser; without a driver for it say so loudly and skip."""
    driver = pytest.importorskip("playwright.sync_api", reason="NO DRIVER FOR BROWSERS: pip install playwright")
    with driver.sync_playwright() as running:
        shown = running.chromium.launch(executable_path=browser(), args=["--no-sandbox"], timeout=PATIENT)
        yield PatientBrowser(shown)
        shown.close()


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Give the pages, and a sheet of puzzles of each game that is made anew."""
    folder = tmp_path_factory.mktemp("sheets")
    for number, (name, wanted) in enumerate(SHEETS.items()):
        options = ["--count", "2", *wanted, "--sheet", str(folder / f"{number}.html")]
        made = CliRunner().invoke(program(["puzzle"]), ["puzzle", "new", *options])
        assert made.exit_code == 0, (name, made.output)
    sheets = {name: folder / f"{number}.html" for number, name in enumerate(SHEETS)}
    return {**sheets, **{name: PUBLISHED / path for name, path in PAGES.items()}}


@pytest.mark.parametrize("name", [*PAGES, *SHEETS])
def test_pages_fit_the_screen_ask_nobody_and_print(name: str, tabs: Any, pages: dict[str, Path]) -> None:
    tab = tabs.new_page()
    asked: list[str] = []
    tab.on("request", lambda request: asked.append(request.url))
    file = pages[name].as_uri()
    tab.goto(file)
    for wide in (360, 768, 1280):
        tab.set_viewport_size({"width": wide, "height": 800})
        assert tab.evaluate("document.documentElement.scrollWidth") <= wide, wide
    assert tab.pdf(format="A4").startswith(b"%PDF-")
    assert asked == [file]
    tab.close()


@pytest.mark.parametrize(
    ("name", "scheme"),
    [
        *((name, "light") for name in (*PAGES, *SHEETS)),
        *((name, "dark") for name in ("replay", "good fortune", *SHEETS)),
    ],
)
def test_axe_finds_nothing(name: str, scheme: str, tabs: Any, pages: dict[str, Path]) -> None:
    pytest.importorskip("axe_playwright_python", reason="NO AXE: pip install axe-playwright-python")
    script = (resources.files("axe_playwright_python") / "axe.min.js").read_text("utf-8")
    tab = tabs.new_page(color_scheme=scheme, viewport={"width": 1280, "height": 800})
    tab.goto(pages[name].as_uri())
    for box in tab.locator("input[type=checkbox]").all():
        box.check()
    tab.evaluate(script)
    found = tab.evaluate("axe.run()")
    assert len(found["passes"]) > 10
    told = [(each["id"], [node["target"] for node in each["nodes"]][:3]) for each in found["violations"]]
    assert told == []
    tab.close()


def sheets_of_paper(tab: Any) -> int:
    return len(re.findall(rb"/Type */Page\b", tab.pdf(format="A4")))


@pytest.mark.parametrize("name", SHEETS)
def test_solutions_of_puzzles_show_when_asked_for_and_stand_on_the_last_page(
    name: str, tabs: Any, pages: dict[str, Path]
) -> None:
    tab = tabs.new_page(viewport={"width": 360, "height": 800})
    tab.goto(pages[name].as_uri())
    assert tab.locator("a, button, input, select, textarea, summary, [tabindex]").count() == 2
    assert "Solutions" in tab.evaluate("document.body.textContent")  # search and screen readers need no script
    shown = [tab.evaluate(SEEN)]
    for _ in range(2):  # one box for each puzzle
        tab.keyboard.press("Tab")
        tab.keyboard.press("Space")
        shown.append(tab.evaluate(SEEN))
    tab.keyboard.press("Space")
    shown.append(tab.evaluate(SEEN))
    tab.get_by_text("Show the solution of puzzle 1").click()
    shown.append(tab.evaluate(SEEN))
    assert shown == [[False, False], [True, False], [True, True], [True, False], [False, False]]
    tab.emulate_media(media="print")
    assert tab.evaluate(SEEN) == [True] * 2
    assert not tab.get_by_label("Show the solution of puzzle 1").is_visible()
    whole = sheets_of_paper(tab)
    assert tab.evaluate("document.querySelector('main').lastElementChild.className") == "solutions"
    tab.evaluate("document.querySelector('.solutions').remove()")
    assert sheets_of_paper(tab) == whole - 1
    tab.close()


def test_a_page_opens_where_a_rule_is_first_broken_and_says_what_is_wrong_there(
    tabs: Any, pages: dict[str, Path]
) -> None:
    tab = tabs.new_page(viewport={"width": 360, "height": 800}, has_touch=True, is_mobile=True)
    tab.goto(pages["replay"].as_uri())
    assert "LN303" in tab.locator("#said").inner_text()
    assert "14 (should lie there)" in tab.locator("#stage .row [role=img]").first.get_attribute("aria-label")
    assert tab.locator("#stage .clover.missing").count() == 1
    assert not tab.get_by_text("Arrow keys step").is_visible()  # no keyboard is there
    assert tab.get_by_text("Swipe over the table").is_visible()
    tab.evaluate("location.hash = 'turn-999'")
    tab.wait_for_selector("text=There is no turn 999")
    assert tab.locator("#last").is_disabled()
    tab.evaluate("location.hash = 'turn-2'")
    tab.wait_for_selector("[aria-current=step]:has-text('player')")
    assert "999" not in tab.locator("#said").inner_text()
    assert tab.locator("li.now").get_attribute("id") == "turn-2"
    tab.locator("#last").tap()
    for _ in range(9):
        tab.locator("#previous").tap()
    listed, now = (tab.locator(which).first.bounding_box() for which in (".events", "li.now"))
    assert listed["y"] <= now["y"] < now["y"] + now["height"] <= listed["y"] + listed["height"]
    gap = "document.getElementById('stage').getBoundingClientRect().top - range.getBoundingClientRect().bottom"
    assert tab.evaluate(gap) < 20
    tab.close()


def test_a_turn_of_any_game_can_be_named_in_the_address_of_an_open_page(tabs: Any) -> None:
    tab = tabs.new_page()
    tab.goto((ROOT / "reports/published/replay/games.html").as_uri())
    for address, id in (("g2-turn-7", "g2-turn-7"), ("g1-turn-1", "turn-1"), ("g2-turn-03", "g2-turn-3")):
        tab.evaluate(f"location.hash = '{address}'")
        tab.wait_for_selector(f"li.now[id={id}]")
        assert tab.evaluate("location.hash") == f"#{id}"
    tab.close()


def test_tiles_of_puzzles_can_be_read_on_a_phone_and_come_in_one_size(tabs: Any, pages: dict[str, Path]) -> None:
    tab = tabs.new_page(viewport={"width": 360, "height": 800})
    tab.goto(pages["sheet of puzzles in tiles"].as_uri())
    for wide in (360, 768, 1280):
        tab.set_viewport_size({"width": wide, "height": 800})
        seen = [each for each in tab.locator("svg.garden").all() if each.is_visible()]
        scales = [
            each.evaluate("(each) => each.getBoundingClientRect().width / each.viewBox.baseVal.width") for each in seen
        ]
        assert len(scales) == 2
        assert max(scales) - min(scales) < 0.01, wide
        assert min(scales) > 0.85, wide
    tab.close()


def test_one_game_is_seen_at_a_time_and_its_first_breach_is_one_tap_away(tabs: Any, pages: dict[str, Path]) -> None:
    tab = tabs.new_page(viewport={"width": 360, "height": 800}, has_touch=True)
    tab.goto(pages["replay"].as_uri())
    tab.get_by_role("link", name="First breach", exact=True).tap()
    assert "LN303" in tab.locator("#said").inner_text()
    assert tab.url.endswith("#" + (tab.locator("li.now").get_attribute("id") or "-"))
    for place in (4, 2):
        tab.locator("#game").select_option(index=place)
        seen = tab.evaluate('() => [...document.querySelectorAll(".game h2")].map((each) => each.checkVisibility())')
        assert seen == [number == place for number in range(5)]
        assert tab.locator("#breach").is_visible() is (place == 2)
    tab.close()


def test_a_turn_that_is_tapped_far_down_on_a_phone_shows_its_table(tabs: Any, pages: dict[str, Path]) -> None:
    tab = tabs.new_page(viewport={"width": 360, "height": 640}, has_touch=True)
    failed: list[Any] = []
    tab.on("pageerror", lambda error: failed.append(error))
    tab.goto(pages["replay"].as_uri() + "#%E0%A4%A")
    tab.get_by_role("link", name="First breach", exact=True).tap()
    tab.evaluate("scrollTo(0, document.body.scrollHeight)")
    turn = tab.locator("li.now + li a").first
    turn.scroll_into_view_if_needed()
    turn.tap()
    assert tab.locator("li.now a").first.inner_text() in tab.locator("#said").inner_text()
    assert tab.evaluate("document.getElementById('theatre').getBoundingClientRect().top") < 320
    assert tab.evaluate("document.getElementById('stage').getBoundingClientRect().bottom") > 0
    assert failed == []
    tab.close()


PLACES = """() => {
  const range = document.getElementById("range"), found = {};
  for (range.value = 0; ; range.value = Number(range.value) + 1) {
    range.dispatchEvent(new Event("input"));
    const theatre = document.getElementById("theatre").getBoundingClientRect();
    for (const id of ["first", "play", "before", "range", "stage"]) {
      const { top, left } = document.getElementById(id).getBoundingClientRect();
      (found[id] ??= new Set()).add(`${Math.round(left - theatre.left)} ${Math.round(top - theatre.top)}`);
    }
    if (range.value === range.max) break;
  }
  return Object.fromEntries(Object.entries(found).map(([id, places]) => [id, places.size]));
}"""


@pytest.mark.parametrize("wide", [360, 1280])
def test_controls_and_table_keep_their_place_in_all_turns(wide: int, tabs: Any, pages: dict[str, Path]) -> None:
    tab = tabs.new_page(viewport={"width": wide, "height": 800})
    tab.goto(pages["replay"].as_uri())
    for place in range(5):
        tab.locator("#game").select_option(index=place)
        assert tab.evaluate(PLACES) == dict.fromkeys(("first", "play", "before", "range", "stage"), 1), place
    tab.close()


def test_paper_has_the_turns_the_findings_and_what_was_legal(tabs: Any, pages: dict[str, Path]) -> None:
    tab = tabs.new_page(viewport={"width": 360, "height": 800})
    tab.goto(pages["replay"].as_uri() + "#g3-turn-6")
    tab.emulate_media(media="print")
    tab.pdf(format="A4")
    seen = "(which) => [...document.querySelectorAll(which)].map((each) => each.checkVisibility())"
    shown = "section.game:not([hidden])"
    for which, count in ((".events > li", 57), (".finding", 40), (".finding details li", 25), (".codes li", 2)):
        assert tab.evaluate(seen, f"{shown} {which}") == [True] * count, which
    assert tab.evaluate(seen, "dt") == [True] * tab.locator("dt").count()
    assert not any(tab.evaluate(seen, "button, input, select"))
    tab.close()


def valued_page(log: str, folder: Path) -> Path:
    """Write the page of a log in which every turn gives all away but what is proven to be the last legal move."""
    (game,) = replayed(str(ROOT / log), SourceLimits(1 << 20, 1 << 30), Reading())

    def solve(problem: Any, _: str) -> Outlook:
        moves = {each: Bounds(Fraction(-1), Fraction(-1)) for each in problem.start.moves()}
        return Outlook(Bounds(Fraction(1), Fraction(1)), {**moves, list(moves)[-1]: Bounds(Fraction(1), Fraction(1))})

    turns = [turn for _, turn in recorded_turns(game.lines, Reading())]
    stock = Stock([log])
    page = folder / "page.html"
    page.write_text(
        replay_page("values", [game_part(1, game, stock, list(analyse(turns, solve, "points")))], stock), "utf-8"
    )
    return page


def test_the_curve_marks_the_turn_that_is_shown_and_scrolls_to_it(tabs: Any, tmp_path: Path) -> None:
    tab = tabs.new_page(viewport={"width": 360, "height": 800})
    tab.goto(valued_page("records/school-clean/g004_2p_greedy.jsonl", tmp_path).as_uri())
    marked = "svg.values a[aria-current=step]"
    assert tab.locator(marked).count() == 0  # the game begins
    for turn in (1, 20, 29):
        tab.evaluate(f"location.hash = 'turn-{turn}'")
        tab.wait_for_selector(f'{marked}[href="#turn-{turn}"]')
        assert tab.locator(marked).count() == 1
        frame, point = (tab.locator(which).first.bounding_box() for which in (".values-frame", f"{marked} .here"))
        assert frame["x"] - 1 <= point["x"] < point["x"] + point["width"] <= frame["x"] + frame["width"] + 1
        shown = tab.evaluate("[...document.querySelectorAll('.here')].map((each) => getComputedStyle(each).opacity)")
        assert shown.count("1") == 1
    assert tab.locator(".values-frame").evaluate("(each) => each.scrollLeft") > 0
    tab.close()


def test_better_moves_of_good_fortune_show_on_the_table_before(tabs: Any, tmp_path: Path) -> None:
    tab = tabs.new_page(viewport={"width": 1280, "height": 800})
    tab.goto(valued_page("docs/examples/good-fortune-sound.jsonl", tmp_path).as_uri() + "#turn-3")
    assert tab.locator(".card.better").count() == 0
    tab.keyboard.press("b")
    named = tab.locator("#stage .row:has(.card.better) [role=img]")
    assert named.count() > 1
    for each in named.all():
        label = each.get_attribute("aria-label")
        assert label.count("(better)") == each.locator(".card.better").count() == 1
    assert "better: choose the" in tab.locator("#lines").inner_text()
    tab.keyboard.press("b")
    assert tab.locator(".card.better").count() == 0
    tab.close()
