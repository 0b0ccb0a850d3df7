"""Reports as HTML: self-contained, harmless, readable by everybody, and working in a real browser where there is one."""

import base64
import hashlib
import html.parser
import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from cli.app import COMMANDS, program
from models.games import GAMES
from reports.report.html import LONGEST, harmless, rulebook_html
from reports.report.rulebook import book
from tests.test_agreement import FOLDER
from tests.test_report_formats import nasty_log

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
VOID = {"meta", "br", "img", "rect", "circle", "path", "line", "link", "input", "hr"}


def report(folder: Path, out: Path) -> str:
    arguments = ["report", str(folder), "-o", str(out), "--html", "--minimize", "-j", "1"]
    result = CliRunner().invoke(program(COMMANDS), arguments)
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return (out / "report.html").read_text("utf-8")


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Give the report on records that break several clauses."""
    return report(FOLDER / "school-lossy", tmp_path_factory.mktemp("page"))


@pytest.fixture(scope="module")
def nasty(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Give the report on logs that mean harm."""
    folder = tmp_path_factory.mktemp("nasty")
    (folder / "<script>alert(3)<!script>.jsonl").write_bytes(nasty_log())
    return report(folder, folder / "out")


@pytest.fixture(scope="module")
def sheets() -> str:
    """Give the report on the rule sheets, without the claims, which take long to decide."""
    return rulebook_html([book(game, ()) for game in GAMES])


class Reader(html.parser.HTMLParser):
    """Reads a page: its elements, whether they are nested well, its headings and its text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.headings: list[tuple[int, str]] = []
        self.faults: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)
        if re.fullmatch("h[1-6]", tag):
            self.headings.append((int(tag[1]), ""))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.faults.append(f"</{tag}>")

    def handle_data(self, data: str) -> None:
        if self.open and re.fullmatch("h[1-6]", self.open[-1]):
            level, text = self.headings[-1]
            self.headings[-1] = level, text + data

    def all(self, *tags: str) -> list[dict[str, str | None]]:
        return [attributes for tag, attributes in self.elements if tag in tags]


def pages(page: str, nasty: str, sheets: str) -> dict[str, Reader]:
    published = Path(__file__).parent.parent / "reports/published"
    found = {"report": Reader(page), "nasty": Reader(nasty), "sheets": Reader(sheets)}
    return found | {
        name: Reader((published / name / "report.html").read_text()) for name in ("rulebook", "good-fortune")
    }


def test_pages_are_well_formed_and_name_their_parts(page: str, nasty: str, sheets: str) -> None:
    for name, read in pages(page, nasty, sheets).items():
        assert read.faults == [], name
        assert read.open == [], name
        assert read.all("html")[0]["lang"] == "en"
        for tag in ("header", "main", "nav", "footer", "title"):
            assert len(read.all(tag)) == (1 if tag != "title" else len(read.all("svg")) + 1 - unnamed(read)), (
                name,
                tag,
            )
        assert read.all("nav")[0]["aria-label"]
        ids = [each["id"] for _, each in read.elements if "id" in each]
        assert len(ids) == len(set(ids)), name
        assert [level for level, _ in read.headings].count(1) == 1
        for (before, _), (level, words) in zip(read.headings, read.headings[1:], strict=False):
            assert level <= before + 1, words
            assert words.strip()
        for each in read.all("svg"):
            assert each["role"] == "img"
            assert each.get("aria-label") or each.get("aria-labelledby")
        targets = {each["href"][1:] for each in read.all("a") if (each.get("href") or "").startswith("#")}  # type: ignore[index]
        claims = {each for each in targets if re.fullmatch(r"(LN|GF)C\d+", each)}
        assert targets - (claims if name == "sheets" else set()) <= set(ids), name
        for _, each in read.elements:
            for key in ("aria-labelledby",):
                assert set((each.get(key) or "").split()) <= set(ids)


def unnamed(read: Reader) -> int:
    """Count the drawings that are named by a label instead of a title."""
    return sum("aria-label" in each for each in read.all("svg"))


def test_tables_have_captions_and_heads_with_a_scope(page: str, nasty: str, sheets: str) -> None:
    for read in pages(page, nasty, sheets).values():
        assert len(read.all("table")) == len(read.all("caption"))
        assert all(each.get("scope") in ("col", "row") for each in read.all("th"))
        assert all(each["type"] == "button" for each in read.all("button"))


def test_pages_need_nothing_from_outside_and_run_nothing_from_logs(page: str, nasty: str, sheets: str) -> None:
    for read in pages(page, nasty, sheets).values():
        assert read.all("link", "iframe", "object", "embed", "base", "form", "img") == []
        assert len(read.all("script")) == 1
        for _, each in read.elements:
            assert "src" not in each
            assert "style" not in each
            assert not any(key.startswith("on") for key in each)
            assert (each.get("href") or "#").startswith("#")
        policy = next(
            each["content"] for each in read.all("meta") if each.get("http-equiv") == "Content-Security-Policy"
        )
        assert policy is not None
        assert policy.startswith("default-src 'none'")
        assert "unsafe" not in policy


def test_what_comes_from_a_log_is_only_text(nasty: str) -> None:
    for sign in ("\x1b", "\u202e", "\x07", "\x00"):
        assert sign not in nasty
    assert "<script>alert" not in nasty
    assert "<img src=x" not in nasty
    assert "&lt;script&gt;alert" in nasty
    assert "\\x1b" in nasty
    assert max(map(len, re.findall(r"x{50,}", nasty)), default=0) <= LONGEST
    assert len(nasty) < 300_000


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("a\x00b", "a\\x00b"),
        ("a\nb", "a\nb"),
        ("\u202e", "\\u202e"),
        ("a\r\u2028", "a\\x0d\\u2028"),
        ("\ud800", "\\ud800"),
    ],
)
def test_signs_that_a_screen_would_obey_are_spelled_out(text: str, wanted: str) -> None:
    assert harmless(text) == wanted
    assert len(harmless(text * 5000)) < LONGEST * 7


# Colours --------------------------------------------------------------------------------------------------------------


def luminance(colour: str) -> float:
    digits = colour.lstrip("#")
    digits = "".join(2 * digit for digit in digits) if len(digits) == 3 else digits
    parts = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, two: str) -> float:
    high, low = sorted((luminance(one), luminance(two)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def test_text_stands_out_enough_in_light_dark_and_on_paper(page: str) -> None:
    style = re.findall(r"<style>(.*?)</style>", page, re.DOTALL)[0]
    themes = [
        dict(re.findall(r"--([a-z]+): (#[0-9a-f]+)", block))
        for block in re.findall(r":root \{(.*?)\}", style, re.DOTALL)
    ]
    assert len(themes) == 3
    for theme in themes:
        for ground in ("page", "card", "code"):
            for text in ("ink", "quiet", "good", "bad", "note", "link"):
                assert contrast(theme[text], theme[ground]) >= 4.5, (text, ground, theme)
        for ground in ("clover", "cell", "moved", "against"):
            assert contrast(theme["ink"], theme[ground]) >= 4.5, (ground, theme)


# In a browser ---------------------------------------------------------------------------------------------------------

PROBE = """
<script>
addEventListener("load", () => {
  const table = document.querySelector("table"), buttons = table.querySelectorAll("thead button"), told = [];
  const column = (at) => [...table.tBodies[0].rows].map((row) => row.cells[at].dataset.v ?? row.cells[at].textContent);
  const sort = (at) => { buttons[at].click(); return [column(at), table.querySelectorAll("thead th")[at].ariaSort]; };
  told.push(sort(3), sort(3), sort(0));
  buttons[1].focus();
  const focused = document.activeElement === buttons[1];
  const wide = document.documentElement.scrollWidth, seen = document.documentElement.clientWidth;
  document.body.innerHTML = "";
  document.body.dataset.told = JSON.stringify({told, focused, wide, seen});
});
</script>
"""


def browser() -> str:
    """Find a browser; without one say so loudly and skip."""
    found = next((path for name in BROWSERS if (path := shutil.which(name))), None)
    if found is None:
        pytest.skip(f"NO BROWSER FOUND, pages were not tried in one: install one of {', '.join(BROWSERS)}")
    return found


def seen_by(found: str, file: Path, width: int, *more: str) -> str:
    """Let a browser load a page, and give what it made of it."""
    command = [
        found,
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--virtual-time-budget=4000",
        f"--window-size={width},900",
    ]
    run = subprocess.run(
        [*command, f"--user-data-dir={file.parent / 'profile'}", *more, "--dump-dom", file.as_uri()],
        capture_output=True,
        text=True,
        encoding="utf-8",
        errors="replace",
        timeout=600,
        check=False,
    )
    return run.stdout


def tried(found: str, folder: Path, page: str, width: int) -> dict[str, Any]:
    """Press the page's buttons in a browser; its policy is kept, and lets only the probe run besides."""
    probe = PROBE.strip().removeprefix("<script>").removesuffix("</script>")
    digest = base64.b64encode(hashlib.sha256(probe.encode()).digest()).decode()
    page = page.replace("script-src 'sha256", f"script-src 'sha256-{digest}' 'sha256", 1)
    file = folder / f"page{width}.html"
    file.write_text(page.replace("</body>", f"{PROBE.strip()}</body>"), "utf-8")
    told = re.search(r'data-told="([^"]*)"', seen_by(found, file, width))
    assert told is not None, "the probe did not run"
    result: dict[str, Any] = json.loads(html.unescape(told[1]))
    return result


@pytest.mark.parametrize("width", [500, 1200])
def test_the_table_sorts_in_a_browser_and_the_page_fits_the_screen(tmp_path: Path, page: str, width: int) -> None:
    told = tried(browser(), tmp_path, page, width)
    (up, one), (down, two), (names, three) = told["told"]
    assert (one, two, three) == ("ascending", "descending", "ascending")
    assert list(map(int, up)) == sorted(map(int, up))
    assert list(map(int, down)) == sorted(map(int, down), reverse=True)
    assert names == sorted(names)
    assert told["focused"]
    assert told["wide"] <= told["seen"]


def test_a_browser_runs_the_script_of_the_page_and_no_other(tmp_path: Path, nasty: str) -> None:
    found = browser()
    wicked = nasty.replace("</main>", "<script>document.title = 'owned'</script></main>")
    assert wicked != nasty
    policy = re.search(r'<meta http-equiv="Content-Security-Policy"[^>]*>', nasty)
    assert policy is not None
    open_to_all = wicked.replace(policy[0], "")
    for name, text, owned in (("good", nasty, False), ("wicked", wicked, False), ("open", open_to_all, True)):
        file = tmp_path / f"{name}.html"
        file.write_text(text, "utf-8")
        dom = seen_by(found, file, 900)
        assert ("owned</title>" in dom) is owned
        assert "Rule conformance" in dom


def test_what_is_broken_is_named_in_words_and_reached_in_one_tap_and_the_rest_folds_away(page: str) -> None:
    head = page.partition("</header>")[0]
    named = re.findall(r'<li><a href="#([^"]+)">([^<]+)</a> \((LN\d+), [\d,]+ times?\)</li>', head)
    assert named
    titles = {str(clause.id): clause.title for clause in GAMES[0].clauses()}
    for anchor, words, code in named:
        assert html.unescape(words) == titles[code]
        assert f'<h3 id="{anchor}">' in page
    folded = [part.partition("</details>")[0] for part in page.split("<details>")[1:]]
    assert any('class="kept"' in part for part in folded)
    assert not any('class="broken"' in part for part in folded)
    assert 'class="kept"' not in page.partition("<details>")[0]


def test_the_report_on_the_sheets_says_in_short_what_it_found(sheets: str) -> None:
    for game in GAMES:
        short = sheets.partition(f'<h2 id="{game.key}-summary">')[2].partition("</ul>")[0]
        assert 3 <= short.count("<li>") <= 10
        assert len(re.sub("<[^>]*>", "", short).split()) < 250
    assert "An example contradicts its own rule" in sheets
    assert "`" not in sheets.partition("<main")[2].partition("<script>")[0]
    nav = sheets.partition("<nav")[2].partition("</nav>")[0]
    shown = re.sub(r'aria-label="[^"]*"', "", nav)
    assert all(shown.count(game.title) == 1 for game in GAMES if f"{game.key}-sheets" in nav)


def test_a_broken_case_is_drawn_before_and_after_with_what_is_wrong_marked(sheets: str) -> None:
    for clause, marked in (("LN301", 'class="clover wrong"'), ("GF204", 'class="card wrong"')):
        article = sheets.partition(f'<h3 id="{clause}">')[2].partition("</article>")[0]
        before, _, after = article.partition("<figcaption>after, as it breaks the rule</figcaption>")
        assert "<svg" in before.partition("<figcaption>before</figcaption>")[2]
        assert marked not in before
        assert marked in after
    assert "refuted" not in re.sub("<style>.*?</style>|<[^>]*>", " ", sheets, flags=re.DOTALL)


def test_a_report_on_the_sheets_of_one_game_holds_no_other(tmp_path: Path) -> None:
    run = CliRunner().invoke
    app = program(COMMANDS)
    out = ["-o", str(tmp_path / "out")]
    wrong = run(app, ["report", "--rulebook", "--game", "chess", *out])
    assert (wrong.exit_code, "the game 'chess' is not known" in wrong.stderr) == (2, True)
    useless = run(app, ["report", str(FOLDER), "--game", "good-fortune", *out])
    assert (useless.exit_code, "--game means nothing here" in useless.stderr) == (2, True)
    for game in GAMES:
        text = rulebook_html([book(game, ())])
        assert not any(f'id="{other.key}-' in text for other in GAMES if other is not game)
