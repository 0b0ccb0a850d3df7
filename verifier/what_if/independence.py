"""Whether a clause says something that the others do not: a step that it alone forbids, or that there is none."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from models.clause import AnyStep, Clause, binding, breached
from models.game import Game
from models.open_play import OpenPlay
from models.smt import And, Formula, Not
from models.symbols import StepOf
from verifier.distinguish import NotTold, solved_step
from verifier.smt_solver import SolverError

IMPLIED = "implied by the others"
NOTHING = "forbids none"


class Forbidden(Struct, frozen=True):
    """A step of a kind that a clause alone forbids, and whether the table before it keeps what every table of a game is
    proved to keep; without a step the others imply the clause, or `open` says what is not known. A step `follows`
    unless it is shown that there is none whose table after it is what the move makes of the one before. A clause that
    `forbids` none has a term that is true of every such step, at the printed size too.
    """

    clause: Clause
    kind: type
    step: AnyStep | None
    occurs: bool = True
    follows: bool = True
    open: str = ""
    forbids: bool = True

    @property
    def word(self) -> str:
        """What is known, in a word or a few."""
        if self.open:
            return "not known"
        if self.step is None:
            return IMPLIED if self.forbids else NOTHING
        if not self.occurs:
            return "alone, but from no table of a game"
        return "alone" if self.follows else "alone, but only by what a log tells of the table after the move"


def forbidden_alone(game: Game, clauses: Sequence[Clause], timeout: float) -> Iterator[Forbidden]:
    """Find for each clause, and each kind of move that it binds, a step that it alone forbids."""
    for clause in clauses:
        for kind in clause.moves:
            if clause in binding(game.clauses(), kind):
                yield _forbidden(game, clause, kind, timeout)


def _forbidden(game: Game, clause: Clause, kind: type, timeout: float) -> Forbidden:
    if not _forbids(game, clause, kind):
        return Forbidden(clause, kind, None, forbids=False)
    try:
        found = _step(game, clause, kind, timeout, occurs=True)
        if found is not None:
            return Forbidden(clause, kind, found, follows=_follows(game, clause, kind, timeout))
        return Forbidden(clause, kind, _step(game, clause, kind, timeout, occurs=False), occurs=False)
    except (NotTold, SolverError) as undecided:
        return Forbidden(clause, kind, None, open=str(undecided))


def _forbids(game: Game, clause: Clause, kind: type) -> bool:
    """Tell whether a clause asks anything of a kind of move, in small games or in the printed ones."""
    proofs = game.proofs()
    symbols, printed = proofs.symbols, (proofs.rules(None, None, players) for players in proofs.players)
    steps = (
        symbols.some_step(rules, kind, form) for rules in (*proofs.small, *printed) for form in symbols.forms(kind)
    )
    return any(clause.term(step) is not True for step in steps)


def _step(game: Game, clause: Clause, kind: type, timeout: float, *, occurs: bool) -> AnyStep | None:
    """Ask in each of the small games; what is found is confirmed by the checks of all clauses. Raises NotTold."""
    proofs, everything = game.proofs(), game.clauses()
    others = [each for each in binding(everything, kind) if each is not clause]
    for rules in proofs.small:
        for form in proofs.symbols.forms(kind):
            step = proofs.symbols.some_step(rules, kind, form)
            known = _known(proofs.play, step, kind) if occurs else True
            alone = And(known, Not(clause.term(step)), (other.term(step) for other in others))
            found = None if alone is False else solved_step(proofs.symbols, step, alone, timeout)
            if found is not None:
                if [each.id for each in breached(everything, found)] != [clause.id]:
                    raise NotTold(f"not confirmed: {found!r}"[:300])
                return found
    return None


def _follows(game: Game, clause: Clause, kind: type, timeout: float) -> bool:
    """Tell whether the clause alone may forbid a step whose table after it is what the move makes of the one before."""
    proofs = game.proofs()
    play = proofs.play
    if play is None or kind not in play.kinds:
        return True
    others = [each for each in binding(game.clauses(), kind) if each is not clause]
    for rules in proofs.small:
        made = play.some(rules, kind)
        step = made.step
        assert isinstance(step, StepOf)
        known = play.invariants(made.before).values()
        alone = And(known, Not(clause.term(step)), (other.term(step) for other in others))
        try:
            if alone is not False and solved_step(proofs.symbols, step, alone, timeout) is not None:
                return True
        except NotTold:
            return True
    return False


def _known(play: OpenPlay | None, step: StepOf, kind: type) -> Formula:
    """State what is proved of every table on which such a move can be made."""
    if play is None or kind not in (*play.kinds, *play.results):
        return True
    return And(play.invariants(step.before).values())
