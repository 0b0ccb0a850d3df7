"""What a user asks of `cloverproof solve`, and whether it means something."""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from cli.game_analysis import A_DECISION, MOMENT, AnalysisTime, analysis_time
from cli.options import Format, answers, game_of_table, material_of, refuse, refuse_useless

if TYPE_CHECKING:
    from cli.own_rules import RulesGiven
    from models.position import Goal, Objective
    from models.reading import Reading
    from verifier.solve.estimate import PlayWish

UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30}
LEAST_MEMORY = 1 << 20
STDIN = "-"
USUAL, WITH_ESTIMATE = 60.0, 5.0  # seconds for a proof, where nothing else is said
SHORT, LONG = 10.0, 60.0  # seconds for an estimate, where no number of games was named
MOST_JOBS = 64


@dataclass(frozen=True, slots=True)
class SolveRequest:
    """The options of the command, `memory` in bytes; see its help."""

    puzzles: list[str]
    objective: "Objective"
    time_limit: float | None
    total: float | None
    memory: int
    every: bool
    estimate: bool
    policy: str | None
    seed: int | None
    playouts: int | None
    jobs: int | None
    certificate: Path | None
    verify: Path | None
    drn: Path | None
    prism: Path | None
    fix: str | None
    source: str | None
    turn: int | None
    goal: "Goal | None"
    game_number: int | None
    revealed: bool
    analyze: str | None
    equal_exchange: bool | None
    tiles: str | None
    rules: "RulesGiven | None"
    svg: Path | None
    png: Path | None
    format: Format
    color: bool | None

    @property
    def limits(self) -> tuple[float | None, int]:
        """The seconds (None: any number) and bytes for each puzzle or decision."""
        if self.analyze is not None:
            return self.seconds.decision, self.memory
        usual = WITH_ESTIMATE if self.estimate else USUAL
        seconds = usual if self.time_limit is None else self.time_limit
        return seconds or None, self.memory

    @property
    def seconds(self) -> AnalysisTime:
        """The seconds for what is gone through."""
        return analysis_time(self.time_limit, self.total)

    @property
    def wish(self) -> "PlayWish":
        """How games are to be played out."""
        from verifier.solve.estimate import PlayWish

        usual = PlayWish()
        going_through = self.analyze is not None
        games = A_DECISION if going_through else usual.games
        seconds = MOMENT if going_through else LONG if self.estimate else SHORT
        return PlayWish(
            self.policy or usual.policy,
            usual.seed if self.seed is None else self.seed,
            self.playouts or games,
            self.threads,
            None if self.playouts else seconds,
        )

    @property
    def threads(self) -> int:
        """How many threads search and play games out."""
        return min(self.jobs or MOST_JOBS, os.cpu_count() or 1)

    @property
    def files(self) -> list[Path]:
        """What is to be written besides the answer."""
        return [path for path in (self.certificate, self.drn, self.prism) if path is not None]

    def reading(self) -> "Reading":
        """Say how logs are to be read."""
        from models.reading import Reading

        return Reading(answers=answers(self.equal_exchange is False), material=material_of(self.tiles))


def objective_of(word: str) -> "Objective":
    """Read what counts; refuse what is none."""
    if word not in ("win", "points"):
        refuse(f"--objective cannot be {word[:40]!r}", "it is win or points")
    return "points" if word == "points" else "win"


def goal_of(word: str | None) -> "Goal | None":
    """Read what is asked of a table; refuse what is none."""
    goals: dict[str | None, Goal | None] = {None: None, "win": "win", "force": "force", "fill": "fill"}
    if word not in goals:
        refuse(f"--goal cannot be {str(word)[:40]!r}", "it is win, force or fill")
    return goals[word]


def is_table(text: str) -> bool:
    """Tell a table in one line from the name of a file."""
    return ";" in text and "/" in text and not os.path.lexists(text)


def bytes_of(text: str) -> int:
    """Read a size of memory."""
    number, unit = text.strip().upper().removesuffix("B"), ""
    if number[-1:] in UNITS and not number[-1:].isdigit():
        number, unit = number[:-1], number[-1:]
    if not number.isascii() or not number.isdigit() or len(number) > 15:
        refuse(f"--memory cannot be {text[:40]!r}", "a number of bytes, or like 500M or 8G")
    size = int(number) * UNITS[unit]
    if size < LEAST_MEMORY:
        refuse(f"--memory {text[:40]} is too little", "at least 1M")
    return size


def check_request(asked: SolveRequest) -> None:
    """Refuse what does not go together."""
    ways = [bool(asked.puzzles), asked.source is not None, asked.analyze is not None, asked.verify is not None]
    if sum(ways) != 1:
        only = "only one of these can be given" if any(ways) else "one of these is needed"
        refuse(f"{only}: PUZZLE, --from LOG, --analyze LOG or --verify FILE")
    refuse_useless(_conditions(asked))
    if asked.fix not in (None, "hero", "others"):
        refuse(f"--fix cannot be {str(asked.fix)[:40]!r}", "it is hero (the player to move) or others")
    if asked.source is not None and asked.turn is None:
        refuse("--from LOG needs --turn N", "the position before that turn is solved")
    if asked.puzzles.count(STDIN) > 1:
        refuse("standard input can be read only once", "name - once")


def _conditions(asked: SolveRequest) -> tuple[tuple[str, bool, bool, str], ...]:
    """Give the options, each with whether it was used, whether it means something, and where it does."""
    source, log, model = bool(asked.source), bool(asked.source or asked.analyze), bool(asked.drn or asked.prism)
    solving, verifies = bool(asked.puzzles or asked.source), bool(asked.verify)
    tables = [game_of_table(each, None) for each in filter(is_table, asked.puzzles)]
    in_a_line, with_tiles = bool(tables), any(game.offers("material") for game in tables)
    with_log, proof, solved = "with --from or --analyze", "with a puzzle or --from", "where something is solved"
    return (
        ("--turn", asked.turn is not None, source, "with --from"),
        ("--goal", asked.goal is not None, in_a_line, "with a table in one line; a puzzle has a key for it"),
        ("--revealed", asked.revealed, source, "with --from"),
        ("--game", asked.game_number is not None, log, with_log),
        ("--equal-exchange", asked.equal_exchange is not None, log, f"{with_log}; a puzzle has a key for it"),
        ("--tiles", asked.tiles is not None, log or with_tiles, f"{with_log}; a puzzle has a key for it"),
        ("--rules", asked.rules is not None, bool(asked.puzzles), "with a puzzle"),
        ("--total", asked.total is not None, bool(asked.analyze), "with --analyze"),
        ("--time", asked.time_limit is not None, not verifies, solved),
        ("--objective points", asked.objective == "points", not verifies, f"{solved}; a certificate names its own"),
        ("--all-moves", asked.every, solving, proof),
        ("--estimate", asked.estimate, solving and asked.rules is None, f"{proof}, and not with --rules"),
        ("--policy", asked.policy is not None, not verifies, solved),
        ("--seed", asked.seed is not None, not verifies, solved),
        ("--playouts", asked.playouts is not None, not verifies, solved),
        ("--jobs", asked.jobs is not None, not verifies, solved),
        ("--certificate", asked.certificate is not None, solving, proof),
        ("--svg", asked.svg is not None, solving, proof),
        ("--png", asked.png is not None, solving, proof),
        ("--drn", asked.drn is not None, solving, proof),
        ("--prism", asked.prism is not None, solving, proof),
        ("--fix", asked.fix is not None, model, "with --drn or --prism"),
    )
