"""What a game gives for the suite, by default: all of it by random play from a seed."""

from collections.abc import Iterator, Sequence
from functools import partial
from random import Random

import msgspec
from msgspec import Struct

from models.clause import AnyStep
from models.defaults.state_space import TableSpace
from models.defaults.successors import ending_words, legal_steps_of, play_out
from models.field_types import tag_of
from models.game import Game, Never
from models.mechanics import Mechanics
from models.mutant_logs import Candidate, Event, MutantLogs, breached_places
from models.reading import Reading
from models.state_space import Code, Mutant, StateSpace, SuiteGame, SuiteItems

TABLES, GAMES, SEARCHED = 24, 8, 60  # tables and games that are shown, games in which places for slips are looked for
MOST_LINES, DEEPEST = 5_000, 6  # lines that are counted from a table at most, and their turns


def suite_items(game: Game) -> SuiteItems:
    """Give what the suite of a game needs."""
    return SuiteItems(
        positions=partial(_positions, game),
        cases=(),
        trials=_trials,
        depth=partial(_depth, game),
        games=partial(_games, game),
        mutant_logs=partial(_slips, game),
        mistakes=tuple,
        notation=_notation(game.mechanics()),
    )


def _positions(game: Game, seed: int) -> Sequence[str]:
    """Write the start and tables of random games, ends among them."""
    rng, successors = Random(f"positions {seed}"), legal_steps_of(game)
    found = {successors.mechanics.write(successors.mechanics.start(Reading())): None}
    for number in range(SEARCHED):
        tables = [step.after for step in play_out(successors, rng)]
        if tables:
            found[successors.mechanics.write(rng.choice(tables) if number % 4 else tables[-1])] = None
    return tuple(found)[:TABLES]


def _trials(space: StateSpace, code: Code) -> Iterator[tuple[str, AnyStep]]:
    """Give every turn one can think of at a table."""
    assert isinstance(space, TableSpace)
    table = space.table(code)
    for move in space.mechanics.candidates(table):
        yield space.mechanics.say(move), space.mechanics.step(table, move)


def _depth(game: Game, text: str) -> int:
    """Tell how many turns are counted from a table: few where there are many."""
    space, code = game.state_spaces().read(text, Reading())
    ring, depth = [code], 0
    while ring and depth < DEEPEST:
        around = map(space.spread, ring)
        ring = [after for each in around for after in (*each.level, *(code for _, low in each.down for code in low))]
        if len(ring) > MOST_LINES:
            break
        depth += 1
    return max(depth, 1)


# Logs -----------------------------------------------------------------------------------------------------------------


def _games(game: Game, seed: int) -> Sequence[SuiteGame]:
    """Write complete legal games, one for each end that random play comes to, then others."""
    rng = Random(f"games {seed}")
    played = [_log(game, rng) for _ in range(SEARCHED)]
    firsts = {sample.shows: sample for sample in reversed(played)}
    chosen = [*firsts.values(), *(sample for sample in played if sample is not firsts[sample.shows])]
    shown = chosen[: max(GAMES, len(firsts))]
    return tuple(msgspec.structs.replace(sample, key=f"random-{at}") for at, sample in enumerate(shown, 1))


def _log(game: Game, rng: Random) -> SuiteGame:
    """Play a game by chance and write it down, with the first result that the clauses allow."""
    successors = legal_steps_of(game)
    mechanics, table = successors.mechanics, successors.mechanics.start(Reading())
    events = [_plain(mechanics.header())]
    for step in play_out(successors, rng):
        events.append(mechanics.event(step.move))
        table = step.after
    winners = mechanics.winners(table)
    results = (mechanics.step(table, move) for move in mechanics.candidate_results(table))
    right = next((step for step in results if not breached_places(game.clauses(), step)), None)
    if right is not None:
        events.append(mechanics.event(right.move))
    elif _stops(game):
        events.append(STOPPED)
    return SuiteGame("", "no end" if winners is None else ending_words(winners), "", tuple(events))


STOPPED: Event = {"event": "stop", "reason": "enough turns"}


def _slips(game: Game, seed: int, mistakes: Sequence[Mutant]) -> Sequence[SuiteGame]:
    """Write a log for each mistake that a log can show; others only show in the verdict on legal games."""
    rng = Random(f"slips {seed}")
    logs = [msgspec.structs.replace(_log(game, rng), key=str(number)) for number in range(SEARCHED)]
    mechanics = game.mechanics()
    mutant_logs = MutantLogs(
        clauses=game.clauses(),
        shown=frozenset(),
        results=frozenset(tag_of(kind) for kind in mechanics.results),
        turns=frozenset() if game.refused is Never else frozenset(tag_of(kind) for kind in mechanics.turns),
        stops=_stops(game),
    )
    return mutant_logs.find(rng, (each for log in logs for each in _candidates(game, log)), mistakes)


def _candidates(game: Game, log: SuiteGame) -> Iterator[Candidate]:
    """Try every move one can think of at each place of a log."""
    mechanics, clauses = game.mechanics(), game.clauses()
    header, *rest = log.events
    table = mechanics.open(msgspec.convert(header, mechanics.header), Reading())
    for at, event in enumerate(rest, 1):
        for move in (*mechanics.candidates(table), *mechanics.candidate_results(table)):
            step = mechanics.step(table, move)
            yield Candidate(log, at, mechanics.event(move), step, breached_places(clauses, step), ())
        if event is not STOPPED:
            table = mechanics.effect(table, mechanics.move(table, msgspec.convert(event, game.events)))


def _stops(game: Game) -> bool:
    """Tell whether the logs of a game can break off in good order."""
    try:
        msgspec.convert(STOPPED, game.events)
    except msgspec.ValidationError:
        return False
    return True


def _plain(event: Struct) -> Event:
    """Give an event as plain keys and values."""
    found: Event = msgspec.to_builtins(event)
    return found


# Words ----------------------------------------------------------------------------------------------------------------


def _notation(mechanics: Mechanics) -> str:
    """Tell by examples how tables, turns and steps are written."""
    start = mechanics.start(Reading())
    turns = list(mechanics.candidates(start))
    later = mechanics.effect(start, turns[0])
    named = [f"`{mechanics.say(move)}`" for move in (turns[0], turns[-1])]
    results = [f"`{mechanics.say(move)}`" for move in mechanics.candidate_results(start)][:2]
    ends = f" Results are moves too: {', '.join(results)}." if results else ""
    return f"""
A table is one line. At the start it is `{mechanics.write(start)}`, after {named[0]} it is
`{mechanics.write(later)}`.

Turns are named like {" and ".join(named)}.{ends} A step is `table | move`.
"""
