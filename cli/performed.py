"""Deciding claims with their progress on a terminal."""

import sys
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from verifier.prove_all import ClaimTask, Outcome

LONGEST = 86_400.0  # seconds for one question


def performed(todo: "list[ClaimTask]", jobs: int) -> "list[Outcome]":
    """Decide claims in several processes; Ctrl-C ends the program."""
    from verifier.prove_all import run

    done = 0

    def watch(outcome: "Outcome") -> None:
        nonlocal done
        done += 1
        if sys.stderr.isatty():
            end = "\n" if done == len(todo) else ""
            print(f"\r{done} of {len(todo)} decided, last {outcome.claim}   ", end=end, file=sys.stderr)

    try:
        return run(todo, min(jobs, len(todo)), watch)
    except KeyboardInterrupt:
        typer.echo("interrupted", err=True)
        raise typer.Exit(130) from None
