"""Decide many claims, for several numbers of players, in several processes."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache

from msgspec import Struct
from msgspec.structs import replace

from models.claim import ClaimId
from models.clause import Clause
from models.game import Game
from models.games import GAMES
from models.proof import Counterexample, Provable
from verifier.claim_verdict import Absent, Proved, SolverQuery, Unknown, Verdict, word_of
from verifier.distinguish import Mistaken, tell_apart
from verifier.own_claims.own_file import OwnText
from verifier.parallel import map_in_order
from verifier.prove import crosscheck, decide

PAPER = 3  # decimal places of seconds
RESTING = "it rests on "  # how a reason begins where a claim fell with another
KILLED = "the process was killed, perhaps for want of memory"


class ProofRequest(Struct, frozen=True):
    """What a user wants of a run; `own` is a file of claims of their own, `rules` one of rules that are otherwise."""

    edition: str | None = None
    side: int | None = None
    players: tuple[int, ...] = ()
    timeout: float = 60.0
    crosscheck: bool = False
    keep: bool = False
    jobs: int = 1
    own: OwnText | None = None
    rules: OwnText | None = None


class ClaimTask(Struct, frozen=True):
    """One claim for one number of players; rules are made anew in each process."""

    game: str
    claim: ClaimId
    players: int
    wish: ProofRequest


class Outcome(Struct, frozen=True):
    """What became of a task."""

    claim: ClaimId
    players: int
    verdict: Verdict
    asked: int
    seconds: float
    building: float
    crosschecking: float
    checked_by: tuple[str, ...]
    files: tuple[SolverQuery, ...]

    @property
    def word(self) -> str:
        """The verdict in a word."""
        return word_of(self.verdict)


class Settled(Struct, frozen=True):
    """A claim and all that became of it."""

    claim: Provable
    outcomes: tuple[Outcome, ...]

    @property
    def telling(self) -> Outcome:
        """The outcome that decides the row: one not as stated if there is one."""
        wrong = [each for each in self.outcomes if each.word != self.claim.expected]
        unknown = [each for each in wrong if isinstance(each.verdict, Unknown)]
        return (unknown or wrong or self.outcomes)[0]

    @property
    def as_stated(self) -> bool:
        """Tell whether the claim came out as it stands."""
        return self.telling.word == self.claim.expected

    @property
    def seconds(self) -> float:
        """The time of all outcomes."""
        return round(sum(each.seconds for each in self.outcomes), PAPER)


def tasks(game: Game, claims: Iterable[Provable], wish: ProofRequest) -> list[ClaimTask]:
    """List what there is to do; claims that do not depend on the number of players come once."""
    made = []
    proofs = game.proofs()
    for claim in claims:
        fitting = [n for n in wish.players or proofs.players if claim.applies(proofs.rules(wish.edition, wish.side, n))]
        made += [ClaimTask(game.key, claim.id, n, wish) for n in (fitting if claim.per_players else fitting[:1])]
    return made


def perform(task: ClaimTask) -> Outcome:
    """Decide one claim."""
    game = _under(task.game, task.wish.rules)
    claim = next(claim for claim in _known_claims(game, task.wish) if claim.id == task.claim)
    return outcome_of(game, claim, task)


def outcome_of(game: Game, claim: Provable, task: ClaimTask) -> Outcome:
    """Decide a claim about a game, in this process."""
    wish = task.wish
    rules = game.proofs().rules(wish.edition, wish.side, task.players)
    decision = decide(game, claim, rules, wish.timeout, keep=wish.keep or wish.crosscheck)
    if wish.crosscheck:
        crosscheck(game, decision, wish.timeout)
    return Outcome(
        claim.id,
        task.players,
        decision.verdict,
        decision.asked,
        decision.seconds,
        decision.building,
        decision.crosschecking,
        decision.checked_by,
        tuple(decision.files) if wish.keep else (),
    )


@cache
def _under(key: str, rules: OwnText | None) -> Game:
    """Give a game as a user wants its rules."""
    game = next(game for game in GAMES if game.key == key)
    if rules is None:
        return game
    from verifier.what_if.rules_file import read_rules

    return game.under(read_rules(rules).changes())


def _known_claims(game: Game, wish: ProofRequest) -> Iterator[Provable]:
    """Give the claims of a user's file and of the catalogue."""
    if wish.own is not None:
        from verifier.own_claims.provables import own_provables_of

        yield from own_provables_of(game, wish.own)
    yield from game.proofs().claims


def run(wanted: Sequence[ClaimTask], jobs: int, watch: Callable[[Outcome], None]) -> list[Outcome]:
    """Decide all, the largest games first, and give the outcomes in the order of the tasks."""
    order = sorted(range(len(wanted)), key=lambda place: -wanted[place].players)
    done: dict[int, Outcome] = {}
    for place, outcome in zip(order, _performed([wanted[place] for place in order], jobs), strict=True):
        done[place] = outcome
        watch(outcome)
    return [done[place] for place in range(len(wanted))]


def _performed(wanted: Sequence[ClaimTask], jobs: int) -> Iterator[Outcome]:
    """Decide in processes of their own, even one: a solver that is at work keeps Ctrl-C to itself."""
    for done in map_in_order(_performed_each, wanted, jobs, _lost, size=1):
        yield from done


def _performed_each(wanted: list[ClaimTask]) -> list[Outcome]:
    return [perform(task) for task in wanted]


def told_apart(game: Game, mistakes: Sequence[tuple[Clause, str]], timeout: float, jobs: int) -> Iterator[Mistaken]:
    """Find for each mistake a step that tells it from its clause, in processes of their own."""
    places = {(clause.id, name): clause for clause, name in mistakes}

    def lost(batch: list[tuple[str, str, str, float]]) -> list[Mistaken]:
        return [Mistaken(places[each[1], each[2]], each[2], None, 0.0, KILLED) for each in batch]  # type: ignore[index]

    work = [(game.key, str(clause.id), name, timeout) for clause, name in mistakes]
    for done in map_in_order(_told_apart, work, min(jobs, len(work)), lost, size=1):
        yield from done


def _told_apart(batch: list[tuple[str, str, str, float]]) -> list[Mistaken]:
    told: list[Mistaken] = []
    for key, wanted, name, timeout in batch:
        game = next(game for game in GAMES if game.key == key)
        clause = next(clause for clause in game.clauses() if clause.id == wanted)
        told += tell_apart(game, [(clause, name)], timeout)
    return told


def _lost(wanted: list[ClaimTask]) -> list[Outcome]:
    """Give what is known of tasks whose process was killed twice."""
    return [Outcome(task.claim, task.players, Unknown(KILLED), 0, 0.0, 0.0, 0.0, (), ()) for task in wanted]


def gather_outcomes(claims: Iterable[Provable], outcomes: Sequence[Outcome]) -> list[Settled]:
    """Put the outcomes of each claim together; claims that were made for no size are left out."""
    settled, wanted = [], list(claims)
    sure = standing(wanted, outcomes)
    for claim in wanted:
        own = tuple(each for each in sure if each.claim == claim.id)
        if own:
            settled.append(Settled(claim, own))
    return settled


def standing(claims: Sequence[Provable], outcomes: Sequence[Outcome]) -> list[Outcome]:
    """Take back what was proved on claims that were not proved themselves for as many players."""
    rests_on, sure = {claim.id: claim.rests_on for claim in claims}, list(outcomes)
    everybody = {claim.id for claim in claims if not claim.per_players}
    while True:
        proved = {(each.claim, each.players) for each in sure if isinstance(each.verdict, Proved)}
        free = {claim for claim, _ in proved if claim in everybody}
        before = sure
        sure = []
        for each in before:
            bases = rests_on[each.claim] if isinstance(each.verdict, Proved | Absent) and not each.verdict.case else ()
            missing = [base for base in bases if (base, each.players) not in proved and base not in free]
            lost = Unknown(f"{RESTING}{', '.join(missing)}, not proved for {each.players} players")
            sure.append(replace(each, verdict=lost) if missing else each)
        if sure == before:
            return sure


def witness_of(outcome: Outcome) -> Counterexample | None:
    """Give the case of an outcome, None where there is none."""
    return outcome.verdict.case
