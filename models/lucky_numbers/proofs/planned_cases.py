"""What speaks against claims about whole games by changed rules, looked for by playing them on plans."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from models.lucky_numbers.editions import Rules
from models.lucky_numbers.moves import End, Player, Turn
from models.lucky_numbers.proofs.planned_lines import (
    Plan,
    begun,
    drain,
    favour,
    follow,
    hurry,
    linger,
)
from models.lucky_numbers.proofs.traces import LineOfPlay
from models.proof import Counterexample, Goal, Question
from models.smt import Values

TYPE_CHECKING = False
if TYPE_CHECKING:
    from models.lucky_numbers.table import Table

Refutes = Callable[[Counterexample], bool]


def planned(refutes: Refutes, plans: Sequence[Plan], *, crowded: bool = False) -> Callable[[Rules], Iterator[Question]]:
    """Look for a line of play that speaks against a claim, by plans, from several ways to begin."""

    def questions(rules: Rules) -> Iterator[Question]:
        case = next(_cases(rules, refutes, plans, crowded=crowded), None)

        def found(values: Values) -> Counterexample:
            assert case is not None
            return case

        yield Question("lines of play by a plan", (), (Goal("none is one", case is None),), case=found, played=True)

    return questions


def _cases(rules: Rules, refutes: Refutes, plans: Sequence[Plan], *, crowded: bool) -> Iterator[Counterexample]:
    longest = 2 * (rules.clovers + rules.players * rules.board.area) * rules.players
    starts = [begun(rules, 1), begun(rules, rules.players)] + ([begun(rules, 1, crowded=True)] if crowded else [])
    for start in starts:
        for plan in plans:
            line = None if start is None else start.copy()
            if line is not None and follow(line, plan, lambda line: refutes(case_of(line)), longest):
                yield case_of(line)


def case_of(line: LineOfPlay) -> Counterexample:
    """Give a line of play as a case."""
    return Counterexample(tuple(line.steps), whole=True, facts=(("turns", str(line.table.turns)),))


def turns_of(case: Counterexample) -> list[Turn]:
    """Give the turns of a case."""
    return [step.move for step in case.steps if isinstance(step.move, Turn)]


def _last_table(case: Counterexample) -> "Table":
    last: Table = case.steps[-1].after
    return last


def _needed(rules: Rules) -> int:
    return len(rules.board.unmarked)


# How soon -------------------------------------------------------------------------------------------------------------


def fills_too_soon(case: Counterexample) -> bool:
    """Tell whether a garden is full before its player had as many turns as cells are unmarked."""
    last, own = _last_table(case), Counter(turn.player for turn in turns_of(case))
    full = [player for player, empty in zip(last.players, last.empty, strict=True) if not empty]
    return any(own[player] < _needed(last.rules) for player in full)


def ends_too_soon(case: Counterexample) -> bool:
    """Tell whether play is over by a full garden or by the last clover before it can be so by the rules."""
    last, turns = _last_table(case), len(turns_of(case))
    if last.ended is None:
        return False
    soonest = (_needed(last.rules) - 1) * last.rules.players + 1
    return turns < (soonest if last.ended.by == "full" else last.rules.dealt)


def wins_too_soon(case: Counterexample) -> bool:
    """Tell whether the only winner that is named had fewer turns than cells are unmarked."""
    step, own = case.steps[-1], Counter(turn.player for turn in turns_of(case))
    if not isinstance(step.move, End) or step.move.winners is None or len(step.move.winners) != 1:
        return False
    return own[next(iter(step.move.winners))] < _needed(step.before.rules)


def is_two_ahead(case: Counterexample) -> bool:
    """Tell whether somebody has had two turns more than another player."""
    own = Counter(turn.player for turn in turns_of(case))
    return max(own.values(), default=0) >= min(own[player] for player in case.steps[-1].after.players) + 2


def lasts_too_long(case: Counterexample) -> bool:
    """Tell whether player 1 has revealed in every own turn, and there are more turns than can be then."""
    rules, turns = case.steps[-1].after.rules, turns_of(case)
    latest = (rules.dealt - 1) * rules.players + 1
    return len(turns) > latest and all(turn.source == "pile" for turn in turns if turn.player == 1)


def exceeds_limit(case: Counterexample) -> bool:
    """Tell whether there are more turns than any limit on exchanges leaves that was kept."""
    rules, turns = _last_table(case).rules, turns_of(case)
    exchanged = Counter(turn.player for turn in turns if turn.action == "exchange")
    most = rules.dealt + rules.players * (_needed(rules) - 1 + max(exchanged.values(), default=0))
    return len(turns) > most


def _winning(line: LineOfPlay) -> Iterator[End]:
    """Name one winner once play is over."""
    if line.table.ended is not None:
        yield from (End(frozenset({player}), line.table.ended.empty) for player in line.table.players)


def _then_winning(plan: Plan) -> Plan:
    return lambda line: (*_winning(line), *plan(line))


search_full = planned(fills_too_soon, (hurry,), crowded=True)
search_end = planned(ends_too_soon, (hurry, drain), crowded=True)
search_winner = planned(wins_too_soon, (_then_winning(hurry), _then_winning(drain)), crowded=True)
search_ahead = planned(is_two_ahead, (favour, drain))
search_late = planned(lasts_too_long, (partial(linger, revealing=Player(1)),))
search_limit = planned(exceeds_limit, (linger,))
