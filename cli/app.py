"""The program: its commands and what they share."""

import os
import sys
from collections.abc import Iterable
from importlib import import_module
from typing import TYPE_CHECKING

import typer
from typer.core import TyperCommand, TyperGroup

from cli import __version__
from cli.options import output_failed, write_out

if TYPE_CHECKING:
    from typer._click.core import Context, Parameter
    from typer._click.formatting import HelpFormatter
    from typer.core import TyperOption

# The commands in the order of the help, and the module each of them lives in.
COMMANDS = {
    "validate": "cli.validate",
    "diagnose": "cli.diagnose",
    "replay": "cli.replay",
    "convert": "cli.convert",
    "moves": "cli.moves",
    "score": "cli.score",
    "tiles": "cli.tiles",
    "garden": "cli.garden",
    "setup": "cli.setup",
    "explain": "cli.explain",
    "rules": "cli.explain",
    "schema": "cli.schema",
    "graph": "cli.graph",
    "perft": "cli.perft",
    "claims": "cli.claims",
    "prove": "cli.prove",
    "report": "cli.report",
    "solve": "cli.solve",
    "puzzle": "cli.puzzle",
    "drive": "cli.drive",
    "suite": "cli.suite",
    "mutants": "cli.suite",
}


WORDS = {"int": "integer", "int range": "integer", "float": "number", "float range": "number", "str": "text"}


def _show_help(ctx: "Context", param: "Parameter", wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        write_out(ctx.get_help() + "\n")
        ctx.exit()


def _as_output(option: "TyperOption | None") -> "TyperOption | None":
    """Let the option that shows the help write it as any other output is written."""
    if option is not None:
        option.callback = _show_help
    return option


class Commands(TyperGroup):
    """The program: a group of commands."""

    def get_help_option(self, ctx: "Context") -> "TyperOption | None":
        """Give the option that writes the help."""
        return _as_output(super().get_help_option(ctx))


class CommandWithValues(TyperCommand):
    """A command whose help names the values that an option takes where the shell completes them, and kinds in words."""

    def get_help_option(self, ctx: "Context") -> "TyperOption | None":
        """Give the option that writes the help."""
        return _as_output(super().get_help_option(ctx))

    def get_params(self, ctx: "Context") -> "list[Parameter]":
        """Give the parameters, the kinds of their values named in words, here and where a value is refused."""
        found = super().get_params(ctx)
        for param in found:
            param.type.name = WORDS.get(param.type.name, param.type.name)
        return found

    def format_options(self, ctx: "Context", formatter: "HelpFormatter") -> None:
        """Write the options, each with the values that it takes."""
        for param in self.params:
            known = [item.value for item in param.shell_complete(ctx, "") if item.type == "plain"]
            told = getattr(param, "help", None)
            if known and told and not hasattr(param.type, "choices"):
                param.help = f"{told}  [{', '.join(dict.fromkeys(known))}]"  # type: ignore[attr-defined]
        super().format_options(ctx, formatter)


def program(names: Iterable[str]) -> typer.Typer:
    """Build the program with some of its commands: each costs time to import and to declare."""
    built = typer.Typer(
        cls=Commands,
        no_args_is_help=True,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    built.callback()(about)
    for name in names:
        built.command(name, cls=CommandWithValues)(getattr(import_module(COMMANDS[name]), name))
    return built


def _version(wanted: bool) -> None:
    if wanted:
        from cli.commit import commit

        known = commit()
        write_out(f"cloverproof {__version__} ({known})\n" if known else f"cloverproof {__version__}\n")
        raise typer.Exit


def about(
    version: bool = typer.Option(
        False,
        "--version",
        callback=_version,
        is_eager=True,
        help="Print the version, and the commit where it is known.",
    ),
) -> None:
    """Judge game logs of Lucky Numbers and Good Fortune against the rule books, and tell what their rules say.

    Exit codes: 0 nothing wrong, 1 findings, 2 wrong use or unreadable input; 130 after Ctrl-C, 141 when the reader of
    the output went away.
    """


def main() -> None:
    """Run the program, with the one command that is asked for where that is plain."""
    first = sys.argv[1] if len(sys.argv) > 1 else ""
    completing = "_CLOVERPROOF_COMPLETE" in os.environ
    plain = not completing and (first in COMMANDS or first == "--version")
    try:
        program([first if first in COMMANDS else "validate"] if plain else COMMANDS)(prog_name="cloverproof")
    except OSError as wrong:  # such as of what the library writes by itself
        try:
            output_failed(wrong)
        except typer.Exit as ended:
            sys.exit(ended.exit_code)


if __name__ == "__main__":
    main()
