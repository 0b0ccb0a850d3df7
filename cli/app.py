"""The program: its commands and what they share."""

import typer

from cli import __version__
from cli.explain import explain, rules
from cli.garden import garden
from cli.graph import graph
from cli.moves import moves
from cli.options import write
from cli.perft import perft
from cli.schema import schema
from cli.setup import setup
from cli.suite import mutants, suite
from cli.validate import validate

app = typer.Typer(
    help="Judge game logs against the rule book, and tell what the rules say.",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for command in (validate, moves, garden, setup, explain, rules, schema, graph, perft, suite, mutants):
    app.command()(command)


def _version(wanted: bool) -> None:
    if wanted:
        write(f"cloverproof {__version__}\n")
        raise typer.Exit


@app.callback()
def about(
    version: bool = typer.Option(False, "--version", callback=_version, is_eager=True, help="Print the version."),
) -> None:
    """Judge game logs of Lucky Numbers against the rule book, and tell what its rules say.

    Exit codes: 0 nothing wrong, 1 findings, 2 wrong use or unreadable input; 130 after Ctrl-C, 141 when the reader of
    the output went away.
    """


def main() -> None:
    """Run the program."""
    app(prog_name="cloverproof")


if __name__ == "__main__":
    main()
