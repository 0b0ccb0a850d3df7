"""`cloverproof prove`."""

import os
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import typer

from cli.claims_of_games import (
    ALL,
    GAME_OR_ALL,
    ClaimsOfGame,
    claims_of_all,
    game_with_claims,
    refuse_of_one,
    tell_other_games,
    with_games,
)
from cli.folders import writable_folder
from cli.options import (
    COLOR,
    Format,
    game_with,
    json_lines,
    known_edition,
    paint_for,
    refuse,
    refuse_any,
    write_out,
)
from cli.own_claims import own_claims_in
from cli.own_rules import RULES, own_rules, under_rules
from cli.performed import LONGEST, performed
from cli.pictures import SeveralPictures
from cli.prove_files import suggestion, tell_mistakes, write_itf, write_smt2
from cli.seconds import seconds_option

if TYPE_CHECKING:
    from collections.abc import Sequence

    from models.game import Game
    from models.proof import Provable
    from verifier.prove_all import ClaimTask, Settled


def prove(
    claim: list[str] | None = typer.Argument(
        None, help="Claims by their ids, or a file of your own; all if none is named. With --mutants, clauses."
    ),
    edition: str | None = typer.Option(None, help="The edition whose set-up is played."),
    players: list[int] = typer.Option(
        [], "--players", "-p", min=2, max=4, help="How many players; 2, 3 and 4 if absent."
    ),
    side: int | None = typer.Option(None, min=2, metavar="N", help="Rows of a garden; as printed if absent."),
    timeout: float = seconds_option(60.0, least=0.001, most=LONGEST, help="The most time for one question."),
    smt2: Path | None = typer.Option(None, metavar="DIR", help="Write each question as plain SMT-LIB (QF_LIA)."),
    itf: Path | None = typer.Option(
        None,
        metavar="DIR",
        help="Write each line of play that decides a claim in ITF: what speaks against it, or is said to exist.",
    ),
    svg: Path | None = typer.Option(
        None, metavar="DIR", help="Draw each case that shows a claim to be false; a single one into FILE.svg."
    ),
    png: Path | None = typer.Option(None, metavar="DIR", help="The same as PNG (needs the extra `pictures`)."),
    crosscheck: bool = typer.Option(False, "--crosscheck", help="Let cvc5 answer the same questions."),
    mutants: bool = typer.Option(
        False, "--mutants", help="Find a step that tells each known mistake from its clause instead."
    ),
    rules: Path | None = RULES,
    jobs: int = typer.Option(0, "--jobs", "-j", min=0, metavar="N", help="Processes; 0: as many as processors."),
    game_key: str | None = GAME_OR_ALL,
    format: Format = typer.Option(Format.text, help="How to write the result."),
    color: bool | None = COLOR,
) -> None:
    """Decide which claims are true and which are false, over all gardens and tables of a size.

    Each claim is proved, shown to be false (by a garden or a line of play that was replayed first) or not decided.
    The exit code is 1 if one does not come out as we claim.

    Claims of your own stand in a file (docs/own-claims.md); `claims --check FILE` only reads it. With --game all the
    claims about every game are decided, with one summary.

    Example: cloverproof prove LNC05 --players 2
    """
    from msgspec import structs

    from models.reading import Malformed
    from verifier.prove_all import ProofRequest, gather_outcomes

    named = [name.strip() for names in claim or [] for name in names.split(",")]
    if game_key == ALL:
        file = any("." in name or "/" in name for name in named)
        refuse_of_one({"--mutants": mutants, "--rules": rules, "--edition": edition, "a file of claims": file})
    what_if = own_rules(rules, game_key)
    own = under_rules(own_claims_in(named, game_key), what_if)
    asked = _game_about(named, mutants) if game_key in (None, ALL) else game_with_claims(game_key)
    game = what_if.game if what_if else own.game if own else asked
    known = known_edition(edition, game)
    if timeout != timeout:
        refuse("--timeout is not a number of seconds")
    count = jobs or os.cpu_count() or 1
    if mutants:
        without = {"--edition": edition, "--players": players, "--side": side, "--smt2": smt2, "--itf": itf}
        without |= {"--svg": svg, "--png": png}
        without |= {"--rules": rules, "--crosscheck": crosscheck, "a file of claims": bool(own)}
        refuse_any(without, "--mutants goes without {}", "mistakes are told from clauses in small games of its own")
        _tell_mistakes(game, named, timeout, count, format, color)
    for folder in (smt2, itf):
        if folder is not None:
            writable_folder(folder)
    pictures = SeveralPictures(svg, png)
    if crosscheck:
        _need_cvc5()
    wish = ProofRequest(known, side, tuple(dict.fromkeys(players)), timeout, crosscheck, smt2 is not None, count)
    wish = structs.replace(wish, own=own.file.source if own else None, rules=what_if.source if what_if else None)
    try:
        named = own.checked(named, wish) if own else named
        claims = () if game_key == ALL else _selected(game, named, own.claims() if own else ())
        parts = claims_of_all(named, wish) if game_key == ALL else [ClaimsOfGame(game, claims, wish)]
        todo = [task for part in parts for task in part.tasks()]
    except Malformed as wrong:
        refuse(wrong.message, wrong.help)
    if not todo:
        refuse("these claims are not made for this size", "`cloverproof claims` tells what they are about")
    _tell_left_out(named, todo)
    begun = time.perf_counter()
    settled = gather_outcomes([each for part in parts for each in part.claims], performed(todo, count))
    told = with_games(parts, settled)
    _show(told, format, color, whole=bool(claim), named=game_key == ALL)
    _tell_time(len(todo), time.perf_counter() - begun)
    if not named and game_key is None and what_if is None:
        tell_other_games(game)
    _write_all(told, smt2, itf, pictures)
    raise typer.Exit(0 if all(each.as_stated for each in settled) else 1)


def _tell_time(decisions: int, seconds: float) -> None:
    count_of = "1 decision" if decisions == 1 else f"{decisions} decisions"
    print(f"{count_of} in {seconds:.1f} s", file=sys.stderr)


def _write_all(
    told: "list[tuple[Game, Settled]]", smt2: Path | None, itf: Path | None, pictures: SeveralPictures
) -> None:
    if smt2 is not None:
        write_smt2([each for _, each in told], smt2)
    if itf is not None:
        write_itf(told, itf)
    if pictures:
        _write_witnesses(told, pictures)


def _selected(game: "Game", named: list[str], own: "Sequence[Provable]") -> "list[Provable]":
    """Give the claims that a user names, all if none; refuse one that is not about the game."""
    from verifier.prove import selected

    try:
        return list(selected((*own, *game.proofs().claims), named))
    except KeyError as missing:
        name = str(missing.args[0])
        other = _game_about([name], mutants=False)
        near = suggestion(name, [each.id for each in (*own, *game.proofs().claims)])
        if name in [str(each.id) for each in other.proofs().claims]:
            near = f"it is a claim about {other.key}; --game all takes claims about any game"
        refuse(f"there is no claim {name[:20]!r}", near or "`cloverproof claims` lists all")


def _game_about(named: list[str], mutants: bool) -> "Game":
    """Give the game that the first name belongs to, by its claims or clauses; the first game if none."""
    from models.games import GAMES

    for game in (game for game in GAMES if game.offers("proofs")):
        known = game.clauses() if mutants else game.proofs().claims
        if named and named[0].upper() in [str(each.id) for each in known]:
            return game
    return game_with("proofs", None)


def _tell_left_out(named: list[str], todo: "list[ClaimTask]") -> None:
    """Say which of the claims that a user names are not made for the size."""
    made = {task.claim for task in todo}
    missing = [name.upper() for name in dict.fromkeys(named) if name.upper() not in made]
    if missing:
        print(f"not made for this size: {', '.join(missing)}", file=sys.stderr)


def _tell_mistakes(
    game: "Game", clauses: list[str], timeout: float, jobs: int, format: Format, color: bool | None
) -> NoReturn:
    try:
        found = tell_mistakes(game, clauses, timeout, jobs, format, color)
    except KeyboardInterrupt:
        typer.echo("interrupted", err=True)
        raise typer.Exit(130) from None
    raise typer.Exit(0 if all(told.step is not None for told in found) else 1)


def _need_cvc5() -> None:
    from importlib.util import find_spec

    if find_spec("cvc5") is None:
        refuse("cvc5 is not installed", "pip install 'cloverproof[crosscheck]'")


def _show(told: "list[tuple[Game, Settled]]", format: Format, color: bool | None, *, whole: bool, named: bool) -> None:
    """Write what became of the claims; rows name their game where they are about several."""
    from reports.proofs import proof_row, settled_text, summary

    if format is Format.json:
        write_out(json_lines(proof_row(game, each, named=named) for game, each in told))
        return
    paint = paint_for(color)
    texts = [settled_text(game, each, paint, whole) for game, each in told]
    write_out("\n".join([*texts, summary([each for _, each in told])]))


def _write_witnesses(told: "list[tuple[Game, Settled]]", pictures: SeveralPictures) -> None:
    """Draw each case that refutes a claim into a file of its own."""
    from functools import partial

    from reports.witness_pictures import witness_picture
    from verifier.prove_all import witness_of

    drawn = [
        (each.claim.id, partial(witness_picture, game, each.claim, each.telling.word, case))
        for game, each in told
        if (case := witness_of(each.telling)) is not None and not case.of_values
    ]
    pictures.write(drawn, "no claim has a case that decides it")
