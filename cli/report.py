"""`cloverproof report`."""

import os
import sys
from pathlib import Path

import typer

from cli.forms import DIALECT, MAPPING, known_dialect, mapping_of
from cli.inferring import INFER, INFER_TIME
from cli.options import (
    EDITION,
    LONGEST_LINE,
    MAX_LINE,
    MAX_UNPACKED,
    MOST_UNPACKED,
    NO_EQUAL,
    REQUIRE,
    STRICT,
    TILES,
    answers,
    complete_game,
    game_with,
    known_edition,
    material_of,
    refuse,
    required_facts,
    write_out,
)
from cli.system_faults import reason


def report(
    paths: list[str] | None = typer.Argument(
        None, help="Logs: files, folders, patterns, '-' for standard input; plain or .gz.", metavar="PATH..."
    ),
    out: Path = typer.Option(..., "-o", "--out", metavar="DIR", help="The folder to write the report to."),
    html: bool = typer.Option(False, "--html", help="One HTML file. Without any form: HTML and Markdown."),
    md: bool = typer.Option(False, "--md", help="Markdown."),
    json: bool = typer.Option(False, "--json", help="JSON Lines: every finding, every verdict, the sums."),
    junit: bool = typer.Option(False, "--junit", help="JUnit XML, for servers that show tests."),
    sarif: bool = typer.Option(False, "--sarif", help="SARIF 2.1.0, for tools that show findings in files."),
    rulebook: bool = typer.Option(False, "--rulebook", help="Report on the printed rule sheets instead of on logs."),
    game: str | None = typer.Option(
        None, metavar="GAME", help="With --rulebook: the sheets of this game alone.", autocompletion=complete_game
    ),
    minimize: bool = typer.Option(
        False, "--minimize", help="Cut the smallest example of each breach down to the shortest log that shows it."
    ),
    title: str = typer.Option("Rule conformance", help="The heading of the report."),
    edition: str | None = EDITION,
    no_equal_exchange: bool = NO_EQUAL,
    tiles: str | None = TILES,
    dialect: str | None = DIALECT,
    mapping: Path | None = MAPPING,
    strict: bool = STRICT,
    require: str | None = REQUIRE,
    infer: bool | None = INFER,
    time: float | None = INFER_TIME,
    jobs: int = typer.Option(0, "--jobs", "-j", min=0, metavar="N", help="Processes; 0: as many as processors."),
    scheduler: str | None = typer.Option(
        None, metavar="ADDRESS", help="Judge over the Dask scheduler at ADDRESS; verdicts also as Parquet."
    ),
    resume: bool = typer.Option(False, "--resume", help="Go on with a report that was stopped half way."),
    max_line: int = MAX_LINE,
    max_unpacked: int = MAX_UNPACKED,
    progress: bool | None = typer.Option(
        None, "--progress/--no-progress", help="A progress bar; by default where there is a terminal."
    ),
) -> None:
    """Report on logs for the author of a program: each clause, each kind of breach once, what the logs cannot show.

    With --rulebook it is the report on the printed rule sheets themselves.

    Example: cloverproof report games/ -o report --html --junit --minimize
    """
    chosen = {"html": html, "md": md, "json": json, "junit": junit, "sarif": sarif}
    formats = [form for form, wanted in chosen.items() if wanted] or ["html", "md"]
    if rulebook:
        _rulebook(paths or [], out, formats, jobs or os.cpu_count() or 1, game)
        return
    if game is not None:
        refuse("--game means nothing here", "it goes with --rulebook; a report on logs is about the games they name")
    if not paths:
        raise typer.BadParameter("name the logs to report on, or ask for --rulebook", param_hint="PATH...")
    from cli.report_part import ReportRequest
    from models.reading import Reading
    from reports.report.options import ReportOptions
    from verifier.source import SourceLimits

    options = ReportOptions(
        known_edition(edition),
        not no_equal_exchange,
        strict,
        known_dialect(dialect),
        None if mapping is None else str(mapping),
        tiles,
        None if max_line == LONGEST_LINE else max_line,
        None if max_unpacked == MOST_UNPACKED else max_unpacked,
        tuple(sorted(required_facts(require))),
        infer,
        time,
    )
    order = ReportRequest(
        options,
        Reading(options.edition, answers(not options.equal_exchange), material_of(tiles), frozenset(options.require)),
        SourceLimits(max_line, max_unpacked),
        mapping_of(mapping),
        rows=bool({"json", "junit", "sarif"} & set(formats)),
        verdicts=scheduler is not None,
    )
    if scheduler is not None:
        _need_cluster()
    code = _run(paths, out, order, formats, title, jobs or os.cpu_count() or 1, scheduler, resume, minimize, progress)
    raise typer.Exit(code)


def _need_cluster() -> None:
    from verifier.cluster import missing

    if names := missing():
        refuse(f"not installed: {names}", "pip install 'cloverproof[cluster]'")


def _run(
    paths: list[str],
    out: Path,
    order: "ReportRequest",
    formats: list[str],
    title: str,
    jobs: int,
    scheduler: str | None,
    resume: bool,
    minimize: bool,
    progress: bool | None,
) -> int:
    from cli.progress_bar import Bar
    from cli.report_forms import cuts_of, write_all
    from cli.report_judging import count_logs, judge_all
    from cli.report_store import JOURNAL
    from reports.findings import summary_text
    from reports.style import readable, uncolored, visible
    from verifier.cluster import NoCluster
    from verifier.journal import Unfit

    try:
        with Bar(count_logs(paths, order, progress)) as bar:
            store = judge_all(paths, out, order, jobs, scheduler, bar, resume=resume)
        try:
            cuts = cuts_of(store, order) if minimize else {}
            names = write_all(store, order, formats, title, cuts)
        finally:
            store.close()
    except KeyboardInterrupt:
        print("interrupted; the same command with --resume goes on", file=sys.stderr)
        return 130
    except (Unfit, NoCluster) as fault:
        refuse(str(fault), fault.help)
    except OSError as fault:
        target = readable(str(fault.filename or out))
        refuse(f"cannot write {target}: {reason(fault)}")
    write_out(summary_text(store.evidence.tally, uncolored))
    print(f"written to {visible(readable(str(out)))}: {', '.join(names)}", file=sys.stderr)
    if (out / JOURNAL).exists():
        print(f"{JOURNAL} beside it lets --resume go on; it can be deleted", file=sys.stderr)
    return store.evidence.tally.exit_code


def _rulebook(paths: list[str], out: Path, formats: list[str], jobs: int, game: str | None) -> None:
    from cli.report_rulebook import write_rulebook

    if paths:
        raise typer.BadParameter("the report on the rule sheets is about no logs", param_hint="PATH...")
    wrong = [form for form in formats if form in ("junit", "sarif")]
    if wrong:
        raise typer.BadParameter("the report on the rule sheets has no such form", param_hint=f"--{wrong[0]}")
    if game is not None:
        game_with("clauses", game)
    raise typer.Exit(write_rulebook(out, formats, jobs, game))


TYPE_CHECKING = False
if TYPE_CHECKING:
    from cli.report_part import ReportRequest
