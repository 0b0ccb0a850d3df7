"""Own claims in the form of the catalogue's: what decides them, and what was proved where they are."""

from collections.abc import Callable, Iterator, Sequence

from models.claim import ClaimId
from models.game import Game
from models.proof import Provable, Question
from verifier.own_claims.claim_names import check_counters
from verifier.own_claims.claims_file import ClaimsFile, read_claims
from verifier.own_claims.own_file import OwnText
from verifier.own_claims.own_questions import OwnQuestions

DEPTH = 3  # turns from the start in which a case is searched that a game reaches
MORE = "more is known of the tables of a game"
SEARCHED = (
    f" (the first {DEPTH} turns of all games in which nobody concedes were searched;"
    f" `within = {2 * DEPTH}` looks further)"
)
REMEDY = 'What excludes it may be a claim to rest on; `over = "tables"` claims it of such tables too.'

Asked = Callable[[object], Iterator[Question]]


def own_provables(game: Game, file: ClaimsFile) -> tuple[Provable, ...]:
    """Give the claims of a file about a game. Raises BadOwnFile."""
    known = {claim.id for claim in game.proofs().claims}
    for claim in file.claims:
        if claim.id in known:
            raise file.fault(f"{claim.id} is a claim of the catalogue", "give it another id", claim.place)
    return tuple(_provable(OwnQuestions(game, file, claim)) for claim in file.claims)


def own_provables_of(game: Game, source: OwnText) -> tuple[Provable, ...]:
    """Give the claims of a file that was read once before. Raises BadOwnFile."""
    return own_provables(game, read_claims(source))


def check_own(game: Game, file: ClaimsFile, sizes: Sequence[object]) -> None:
    """Work out everything that the claims of a file say, for some rules, and ask no solver. Raises BadOwnFile."""
    own_provables(game, file)
    check_counters(OwnQuestions(game, file, file.claims[0]).names(sizes[0]))
    for claim in file.claims:
        own = OwnQuestions(game, file, claim)
        for rules in sizes:
            for _ in own.steps(rules, own.invariants(), ""):
                pass
        if claim.within is not None:
            for _ in own.games(sizes[0], min(claim.within, 1)):
                pass
            if own.counts_set_up():
                help = "let counters count starts and turns only, or leave within out"
                raise own.fault("within", "a game is followed from its start, but a counter counts the set-up", help)


def _provable(own: OwnQuestions) -> Provable:
    claim, kept = own.claim, own.invariants()
    if claim.within is not None:
        kept = own.known_of_tables()
    if claim.kind:
        own.kind()
    bases = tuple(ClaimId(each.id) for each in own.bases())
    return Provable(
        ClaimId(claim.id),
        claim.says,
        claim.expected,
        _scope(own, kept),
        claim.why,
        _asked(own, kept),
        own.refutes,
        rests_on=tuple(dict.fromkeys((*kept, own.play.determined, *bases))),
        look=own.look(),
        further=_further(own, kept),
        search=_searched(own),
        exists=own.exists,
    )


def _asked(own: OwnQuestions, kept: Sequence[ClaimId]) -> Asked:
    """Ask with the first thing that is known of tables; it costs a solver least."""
    turns = own.claim.within
    if turns is not None:
        return lambda rules: own.games(rules, turns)
    few = kept[:1] if own.claim.rests_on is None else kept
    doubt = MORE if len(few) < len(kept) else _doubt(own, kept)
    return lambda rules: own.steps(rules, few, doubt)


def _further(own: OwnQuestions, kept: Sequence[ClaimId]) -> Asked | None:
    """Ask once more with all that is known."""
    if own.claim.within is not None or own.claim.rests_on is not None or len(kept) < 2:
        return None
    doubt = _doubt(own, kept)
    return lambda rules: own.steps(rules, kept, doubt)


def _searched(own: OwnQuestions) -> Asked | None:
    """Search the first turns of all games for a case that a game reaches."""
    claim = own.claim
    of_results = bool(claim.kind) and own.kind() in own.play.results
    if claim.within is not None or claim.over != "games" or of_results or own.counts_set_up():
        return None
    return lambda rules: own.games(rules, DEPTH)


def _doubt(own: OwnQuestions, kept: Sequence[ClaimId]) -> str:
    """Say what a case leaves open."""
    claim, known = own.claim, _listed([*kept, *(ClaimId(each.id) for each in own.bases())])
    if claim.over != "games":
        return ""
    searched = SEARCHED if _searched(own) is not None else ""
    end = f"; perhaps no game reaches it{searched}. {REMEDY}"
    if own.exists:
        return f"here is such a table, behind a step from one that keeps {known}{end}"
    if own.about_tables:
        return f"not inductive: here is a step from a table that keeps it, and {known}, to one that does not{end}"
    return f"not shown: here is a step that speaks against it, from a table that keeps {known}{end}"


def _scope(own: OwnQuestions, kept: Sequence[ClaimId]) -> str:
    claim, play = own.claim, own.play
    assumed = " in which every turn keeps what is assumed" if claim.assuming else ""
    if claim.within is not None:
        return f"all games{assumed}, up to {claim.within} turns from the start of play"
    known = _listed([*kept, *(ClaimId(each.id) for each in own.bases())])
    if claim.over == "tables":
        what = f"steps{assumed} from any table that keeps {known}, whether a game reaches it or not"
        return f"all tables behind {what}" if own.about_tables else f"all {what}"
    if own.about_tables:
        return f"all tables of any game{assumed}, {play.scope}, by induction; known of tables: {known}"
    return f"every {claim.kind} of any game{assumed}, {play.scope}; known of the table before it: {known}"


def _listed(ids: Sequence[ClaimId]) -> str:
    return ", ".join(ids) or "nothing"
