"""`cloverproof explain` and `cloverproof rules`."""

import typer

from cli.options import COLOR, GAME, Format, game_with, json_lines, paint_for, refuse, write_out


def known_codes(incomplete: str) -> list[str]:
    """Complete a code for the shell."""
    from reports.rules import all_codes

    return [code for code in all_codes() if code.startswith(incomplete.upper())]


def explain(
    codes: list[str] = typer.Argument(
        help="Clauses (LN301) or codes of unreadable logs (LOG008).", metavar="CODE...", autocompletion=known_codes
    ),
    color: bool | None = COLOR,
) -> None:
    """Explain a clause: statement, sources, smallest kept and broken cases, known mistakes.

    Example: cloverproof explain LN301
    """
    from reports.rules import UnknownCode
    from reports.rules import explain as explained

    paint = paint_for(color)
    try:
        texts = [explained(code, paint) for code in codes]
    except UnknownCode as unknown:
        refuse(str(unknown))
    write_out("\n".join(texts))


def rules(
    game: str | None = GAME,
    format: Format = typer.Option(Format.text, help="How to write the result."),
    color: bool | None = COLOR,
) -> None:
    """List all clauses of the rules of a game, or of all, and the codes of logs that cannot be read.

    Example: cloverproof rules
    """
    from models.games import GAMES
    from reports.rules import clause_rows, rules_list

    shown = GAMES if game is None else (game_with("clauses", game),)
    if format is Format.json:
        write_out(json_lines(clause_rows(shown)))
    else:
        write_out(rules_list(shown, paint_for(color)))
