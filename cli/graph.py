"""`cloverproof graph`."""

import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from cli.graph_files import DRAWN, HELD, check_files, write_files
from cli.options import (
    COLOR,
    GAME,
    NO_EQUAL,
    TILES,
    Format,
    answers,
    game_of_table,
    game_with,
    json_lines,
    known_edition,
    material_of,
    paint_for,
    refuse,
    refusing,
    write_out,
)
from cli.own_claims import OwnGiven, own_claims_of
from cli.own_rules import RULES, own_rules, under_rules
from cli.pictures import PNG, PictureFiles
from cli.terminal import obeys_codes

if TYPE_CHECKING:
    from models.game import Game
    from models.proof import Provable
    from models.reading import Reading
    from models.state_space import Code, GameSize, StateSpace

# Parts of a size, by the options that say them.
SIZES = {each: each for each in ("side", "top", "sets", "players", "edition")} | {"variants": "variant"}


def graph(
    table: str | None = typer.Argument(
        None,
        metavar="TABLE",
        help="Begin at this table instead of at all starts: see docs/formats.md. With --claims a file of your own.",
    ),
    side: int = typer.Option(2, help="Rows of a garden."),
    top: int = typer.Option(4, help="The highest number."),
    sets: int | None = typer.Option(None, help="Copies of each number; one for each player if not said."),
    players: int = typer.Option(2, help="How many players."),
    edition: str | None = typer.Option(None, help="The edition."),
    variant: list[str] = typer.Option([], help="A house rule: bruno or bruno-any."),
    no_equal_exchange: bool = NO_EQUAL,
    depth: int | None = typer.Option(None, min=0, metavar="N", help="Follow at most N turns."),
    limit: int = typer.Option(
        2_000_000, min=1, metavar="N", help="Stop at the depth beyond which there are more than N tables."
    ),
    cycles: bool = typer.Option(True, "--cycles/--no-cycles", help="Look for cycles and strong components."),
    claims: bool = typer.Option(
        False, "--claims", help="Decide the claims about the game, or those of a FILE, on every table and turn."
    ),
    turn: bool = typer.Option(False, "--turn", help="Show the phases of one turn and their clauses instead."),
    svg: Path | None = typer.Option(None, metavar="FILE", help=f"Draw it (at most {DRAWN} tables)."),
    png: Path | None = PNG,
    dot: Path | None = typer.Option(None, metavar="FILE", help="Write it for Graphviz."),
    graphml: Path | None = typer.Option(None, metavar="FILE", help=f"Write it as GraphML (at most {HELD:,} tables)."),
    edges: Path | None = typer.Option(None, metavar="FILE", help="Write all turns as .csv or .parquet."),
    game_key: str | None = GAME,
    tiles: str | None = TILES,
    format: Format = typer.Option(Format.text, help="How to write the result."),
    color: bool | None = COLOR,
    rules: Path | None = RULES,
    context: typer.Context = None,  # type: ignore[assignment]  # typer gives it
) -> None:
    """Build the state graph of a small game, or of what can follow a table: counts, ends, cycles, pictures.

    Example: cloverproof graph --side 2 --top 5
    """
    from models.changes import UNCHANGED
    from models.reading import Reading
    from models.state_space import GameSize

    what_if, own = own_rules(rules, game_key), None
    if claims and table is not None and (table.endswith(".claims") or Path(table).is_file()):
        own, table = under_rules(own_claims_of(table, game_key), what_if), None
    game = own.game if own else what_if.game if what_if else game_of_table(table or "", game_key)
    known = known_edition(edition, game)
    if claims:
        game_with("proofs", game.key)
    if turn:
        _only(context, "--turn is about no table", ("turn", "svg", "png", "game_key", "color"))
        _show_turn(game, PictureFiles(svg, png), color)
        return
    if table is not None:
        if claims:
            refuse("the claims are about whole games", "say its size, and no table; claims of your own stand in a file")
        _none_of(context, "a table says its size itself", [name for name in SIZES.values() if name != "edition"])
    elif tiles is not None:
        refuse("--tiles is for a table", "whole games are explored with the tiles that are built in")
    pictures = PictureFiles(svg, png)
    check_files(dot, graphml, edges)
    chosen = answers(no_equal_exchange)
    changes = what_if.changes if what_if else UNCHANGED
    reading = Reading(known, chosen, material=material_of(tiles, game.key), changes=changes)
    said = frozenset(part for part, name in SIZES.items() if _given(context, (name,)))
    size = GameSize(side, top, sets, players, known, tuple(variant), chosen, changes, said)
    try:
        with refusing():
            asked = _asked(game, own, size) if claims else None
            space, first = _opened(game, table, reading, size, limit)
            depth, well = _explored(space, first(), depth, limit, cycles, asked, format, color)
            write_files(game, space, first(), depth, pictures, dot, graphml, edges)
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        raise typer.Exit(130) from None
    if not well:
        raise typer.Exit(1)


def _asked(game: "Game", own: OwnGiven | None, size: "GameSize") -> "Sequence[Provable]":
    """Give the claims that a graph shall decide, and say which of a user's own it cannot. Raises Malformed."""
    if own is None:
        return game.proofs().claims
    from verifier.prove_all import ProofRequest

    players = size.players if "players" in size.said else game.proofs().players[0]
    own.checked([], ProofRequest(size.edition, size.side if "side" in size.said else None, (players,)))
    claims = own.claims()
    left = [each.id for each in claims if each.look is None]
    why = "counters, assumptions, set-up, `within` and what exists are not for the graph"
    if len(left) == len(claims):
        refuse(f"no claim of {own.name[:1000]} can be decided on a graph: {why}", "`cloverproof prove` decides them")
    if left:
        print(f"note: left to `cloverproof prove`: {', '.join(left)} ({why})", file=sys.stderr)
    return claims


def _opened(
    game: "Game", table: str | None, reading: "Reading", size: "GameSize", limit: int
) -> "tuple[StateSpace, Callable[[], Sequence[Code]]]":
    """Give the tables of a game and those to begin with. Raises Malformed."""
    if table is not None:
        space, code = game.state_spaces().read(table, reading)
        return space, lambda: [code]
    space = game.state_spaces().open(size)
    if space.count_starts() > limit:
        refuse(
            f"{space.count_starts():,} tables to start with, --limit is {limit:,}",
            "take a smaller game, or begin at one table",
        )
    return space, lambda: list(space.starts())


def _given(context: typer.Context, names: Iterable[str]) -> list[str]:
    """Give the options of these that the user gave, as they are typed."""
    return [
        "TABLE" if name == "table" else f"--{name.removesuffix('_key').replace('_', '-')}"
        for name in names
        if "DEFAULT" not in str(context.get_parameter_source(name))
    ]


def _only(context: typer.Context, reason: str, names: Sequence[str]) -> None:
    _none_of(context, reason, [name for name in context.params if name not in names])


def _none_of(context: typer.Context, reason: str, names: Iterable[str]) -> None:
    given = _given(context, names)
    if given:
        refuse(f"{given[0]} has no meaning here: {reason}", f"leave {' and '.join(given)} out")


def _show_turn(game: "Game", pictures: PictureFiles, color: bool | None) -> None:
    from reports.turn import turn_text

    phases = game.state_spaces().phases
    if not phases.phases:
        refuse(f"{game.key} has no picture of a turn", "leave out --turn")
    if not pictures:
        write_out(turn_text(phases, paint_for(color)))
        return
    from reports.turn_svg import turn_svg

    pictures.write(turn_svg(phases))


def _explored(
    space: "StateSpace",
    first: Sequence["Code"],
    depth: int | None,
    limit: int,
    cycles: bool,
    claims: "Sequence[Provable] | None",
    format: Format,
    color: bool | None,
) -> tuple[int | None, bool]:
    """Explore, write what was found, and give the depth that was reached (None: all) and whether all is as stated."""
    from reports.graph import graph_row, graph_text
    from verifier.explore import TooManyTables, explore, longest_game
    from verifier.modelcheck import Decided, check_claims
    from verifier.stategraph import fitting_depth

    def watch(tables: int) -> None:
        if sys.stderr.isatty():
            print(f"\r{tables:,} tables", end="", file=sys.stderr)

    decided: list[Decided] = []
    census = None
    try:
        if claims is not None:
            census, decided = check_claims(space, first, claims, depth=depth, limit=limit, watch=watch)
        else:
            census = explore(space, first, depth=depth, limit=limit, cycles=cycles, watch=watch)
    except TooManyTables:
        pass  # and let go of the tables that were found: the exception holds them
    if census is None:
        if claims is not None:
            refuse(
                f"more than {limit:,} tables, and the claims need them all", "take a smaller game, or a higher --limit"
            )
        depth = fitting_depth(space, first, limit)
        print(f"note: more than {limit:,} tables; cut off at a depth of {depth} (--limit)", file=sys.stderr)
        census = explore(space, first, depth=depth, cycles=cycles, watch=watch)
    if sys.stderr.isatty():
        print("\r\x1b[K" if obeys_codes(sys.stderr) else "\n", end="", file=sys.stderr)
    if cycles and not census.cycle and not census.unexplored:
        census.longest = longest_game(space, first)
    if format is Format.json:
        write_out(json_lines([graph_row(space, census, decided, cycles=cycles or claims is not None)]))
    else:
        write_out(graph_text(space, census, decided, paint_for(color), cycles=cycles or claims is not None))
    return depth, not census.dead and not any(each.surprising for each in decided)
