"""`cloverproof convert`."""

import sys
from collections.abc import Iterable
from enum import StrEnum
from pathlib import Path

import typer

from cli.forms import dialects, endings_for, known_dialect, mapping_of
from cli.options import MAX_LINE, MAX_UNPACKED, output, refuse, write_out
from cli.system_faults import reason

TYPE_CHECKING = False
if TYPE_CHECKING:
    from verifier.mapping import Mapping


class Exporter(StrEnum):
    """The languages for which there is a beginning of a program that writes our form."""

    python = "python"
    javascript = "javascript"


def convert(
    paths: list[str] = typer.Argument(
        [], help="Logs: files, folders, patterns, '-' for standard input; plain or .gz.", metavar="PATH..."
    ),
    source: str | None = typer.Option(
        None, "--from", metavar="DIALECT", help="The form they are in; without it by content.", autocompletion=dialects
    ),
    target: str = typer.Option(
        "cloverproof", "--to", metavar="DIALECT", help="The form to write.", autocompletion=dialects
    ),
    mapping: Path | None = typer.Option(
        None, metavar="FILE", help="What names and values of the source mean (TOML or JSON)."
    ),
    to: Path | None = typer.Option(None, "--output", "-o", metavar="FILE", help="Write here; only if all went well."),
    max_line: int = MAX_LINE,
    max_unpacked: int = MAX_UNPACKED,
    max_document: int = typer.Option(1 << 24, min=1, metavar="BYTES", help="The longest JSON document that is read."),
    guess: bool = typer.Option(
        False, "--guess", help="Propose a mapping for a record in JSON or a table, with comments."
    ),
    exporter: Exporter | None = typer.Option(None, help="Print what makes a program write our form itself."),
) -> None:
    """Convert logs of other programs to the form of cloverproof, or from it.

    Each event keeps where it stands in its source, so that findings name that place.

    Example: cloverproof convert --from game-park game.json > game.jsonl
    """
    if exporter is not None:
        write_out((Path(__file__).parent / "templates" / "exporter" / f"{exporter.value}.txt").read_text("utf-8"))
        return
    if not paths:
        raise typer.BadParameter("name the logs to convert", param_hint="PATH...")
    from verifier.convert import Conversion, NotConverted
    from verifier.convert import convert as converted
    from verifier.mapping import NO_MAPPING
    from verifier.source import SourceLimits

    given = mapping_of(mapping)
    conversion = Conversion(
        known_dialect(source),
        known_dialect(target, writes=True) or target,
        given or NO_MAPPING,
        SourceLimits(max_line, max_unpacked, max_document),
    )
    pieces = converted(_found(paths, conversion.source, given), conversion)
    try:
        if guess:
            from cli.convert_guess import guess_mapping

            raise typer.Exit(guess_mapping(_found(paths, conversion.source, given), conversion.limits, to))
        if to is None:
            with output() as out:
                for piece in pieces:
                    out.write(piece)
        else:
            _write_whole(to, pieces)
        _tell(conversion.noted)
    except NotConverted as wrong:
        from reports.findings import finding_text
        from reports.style import uncolored
        from verifier.finding import Finding, unreadable_log

        for result in unreadable_log(wrong.path, wrong.stop):
            if isinstance(result, Finding):
                result.line, result.column = wrong.stop.line, wrong.stop.column
                print(finding_text(result, uncolored), end="", file=sys.stderr)
        raise typer.Exit(2) from None
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        raise typer.Exit(130) from None


def _tell(noted: "list[tuple[str, Note]]") -> None:
    """Write the notes on the logs."""
    if not noted:
        return
    from reports.findings import note_text
    from reports.style import uncolored
    from verifier.verdict_counts import NoteTotals

    totals = NoteTotals()
    for path, note in noted:
        totals.add(path, note)
    for each in totals.notes.values():
        sys.stderr.write(note_text(each, uncolored))


def _found(paths: list[str], source: str | None, mapping: "Mapping | None") -> Iterable[str]:
    """Give each log that the paths stand for. Raises NotConverted."""
    from verifier.convert import NotConverted
    from verifier.find_logs import ENDINGS, find_logs

    for found in find_logs(paths, endings_for(source, mapping) or ENDINGS):
        if isinstance(found, tuple):
            raise NotConverted(*found)
        yield found


def _write_whole(path: Path, pieces: Iterable[bytes]) -> None:
    """Write a file that is not there unless it is whole."""
    from verifier.atomic_file import whole_file

    try:
        if path.is_dir() or not path.name:
            refuse(f"cannot write {path}: Is a directory", "name a file")
        with whole_file(path) as file:
            file.writelines(pieces)
    except (OSError, ValueError) as fault:
        refuse(f"cannot write {path}: {reason(fault)}")


TYPE_CHECKING = False
if TYPE_CHECKING:
    from verifier.note import Note
