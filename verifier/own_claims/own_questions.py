"""What is asked about a claim of a user's own: any step, any game of some turns; how a case is replayed."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product

from models.claim import ClaimId, Look
from models.game import Game
from models.open_play import Beginning, OpenPlay, SymbolicMade
from models.proof import Counterexample, Goal, Proofs, Question
from models.smt import And, Formula, Not, Values
from verifier.own_claims.claim_names import ClaimNames, Counted, counted_in, facts_of
from verifier.own_claims.claims_file import EVERY, EXISTS, ClaimsFile, OwnClaim
from verifier.own_claims.field_terms import every_value
from verifier.own_claims.own_file import BadOwnFile


@dataclass
class OwnQuestions:
    """One claim of a file about one game: everything that is asked about it."""

    game: Game
    file: ClaimsFile
    claim: OwnClaim
    _names: dict[object, ClaimNames] = field(default_factory=dict)

    @property
    def proofs(self) -> Proofs:
        """What the game gives for proving."""
        return self.game.proofs()

    @property
    def play(self) -> OpenPlay:
        """What it gives for own claims."""
        play = self.proofs.play
        assert play is not None
        return play

    @property
    def exists(self) -> bool:
        """Tell whether the claim is that there is something."""
        return self.claim.shape == EXISTS

    @property
    def about_tables(self) -> bool:
        """Tell whether the claim is about tables, not about steps."""
        return not self.claim.kind

    def names(self, rules: object) -> ClaimNames:
        """Give what its expressions may name."""
        if rules not in self._names:
            self._names[rules] = ClaimNames(self.file, self.play, self.proofs.symbols, rules)
        return self._names[rules]

    # --- what it says

    def of_table(self, names: ClaimNames, table: object, counted: Counted, claim: OwnClaim | None = None) -> Formula:
        """State the claim of a table; where something is to exist, that it is not this one."""
        told = claim or self.claim
        formula = names.formula(told.condition, names.of_table(table, counted))
        return Not(formula) if told.shape == EXISTS else formula

    def of_step(self, names: ClaimNames, made: SymbolicMade, before: Counted, after: Counted) -> Formula:
        """State the claim of a step."""
        if self.about_tables:
            return self.of_table(names, made.after, after)
        if made.kind is not self.kind():
            return True
        return names.formula(self.claim.condition, names.of_step(made, before, after))

    def assumed(self, names: ClaimNames, made: SymbolicMade, counted: Counted) -> Formula:
        """State what the claim assumes of a turn."""
        if self.claim.assuming is None or made.kind is not self.play.turn:
            return True
        return names.formula(self.claim.assuming, names.of_condition(made, counted))

    def kind(self) -> type:
        """Give the kind of move after which the claim holds. Raises BadOwnFile."""
        kinds = {each.__name__.lower(): each for each in self.kinds()}
        if self.claim.kind not in kinds:
            message = f"there is no move {self.claim.kind[:40]!r} that can be asked about"
            raise self.fault(self.claim.shape, message, f"known here: {', '.join(f'{EVERY}{name}' for name in kinds)}")
        return kinds[self.claim.kind]

    def kinds(self) -> tuple[type, ...]:
        """List the kinds of moves that claims are about."""
        return (
            self.play.turn,
            *(each for each in (*self.play.kinds, *self.play.results) if each is not self.play.turn),
        )

    def fault(self, key: str, message: str, help: str) -> BadOwnFile:
        """Make the error for a part of the claim."""
        place = self.file.places.of("claim", self.file.claims.index(self.claim), key).start
        return self.file.fault(message, help, place)

    # --- any step

    def known_of_tables(self) -> tuple[ClaimId, ...]:
        """Name the claims of the catalogue that say what is known of every table."""
        return tuple(self.play.invariants(self.play.first(self.some_rules()).after))

    def invariants(self) -> tuple[ClaimId, ...]:
        """Name those of them that the claim rests on."""
        known = self.known_of_tables()
        if self.claim.rests_on is None:
            return known
        return tuple(each for each in known if str(each) in [name.upper() for name in self.claim.rests_on])

    def some_rules(self) -> object:
        """Give rules of the game."""
        return self.proofs.rules(None, None, self.proofs.players[0])

    def bases(self) -> list[OwnClaim]:
        """Give the claims of the file that this one rests on. Raises BadOwnFile."""
        known = {str(each) for each in self.known_of_tables()}
        own = {each.id: each for each in self.file.claims if each.shape == "always" and each.within is None}
        found = []
        for name in self.claim.rests_on or ():
            if name.upper() in known:
                continue
            base = own.get(name.upper())
            if base is None or base.id == self.claim.id or base.over != "games":
                listed = ", ".join(sorted(known | set(own) - {self.claim.id}))
                raise self.fault("rests-on", f"no claim can rest on {name[:40]!r}", f"it can rest on {listed}")
            if base.assuming and _text(base) != _text(self.claim):
                raise self.fault("rests-on", f"{base.id} assumes what {self.claim.id} does not", "assume the same")
            found.append(base)
        return found

    def steps(self, rules: object, kept: Sequence[ClaimId], doubt: str) -> Iterator[Question]:
        """Ask about every kind of step, from any table that keeps what the claim rests on."""
        names = self.names(rules)
        if self.about_tables:
            yield self._first(names)
        kinds = self.play.kinds if self.about_tables else (self.kind(),)
        for kind in kinds:
            made, counted = self.play.some(rules, kind), names.unknown_counters()
            known = self.play.invariants(made.before)
            premises = [known[each] for each in kept]
            premises += [self.of_table(names, made.before, counted, base) for base in self.bases()]
            if self.about_tables and self.claim.over == "games":
                premises.append(self.of_table(names, made.before, counted))
            premises += [*made.legal, *names.absent(made), self.assumed(names, made, counted)]
            after = names.next_counters(made, counted)
            goal = self.of_step(names, made, counted, after)
            yield from self._by_case(names, made, premises, goal, counted, doubt)

    def _first(self, names: ClaimNames) -> Question:
        made = self.play.first(names.rules)
        counted = names.first_counters(made.after)
        goals = (Goal(self.claim.shape, self.of_table(names, made.after, counted)),)
        return self._question("the first table", names, made, made.legal, goals, counted, "")

    def _by_case(
        self,
        names: ClaimNames,
        made: SymbolicMade,
        premises: Sequence[Formula],
        goal: Formula,
        counted: Counted,
        doubt: str,
    ) -> Iterator[Question]:
        name, goals = made.kind.__name__.lower(), (Goal(self.claim.shape, goal),)
        cases = list(self._cases(names, made))
        if len(cases) < 2:
            yield self._question(f"any {name}", names, made, premises, goals, counted, doubt)
            return
        yield self._question(f"any {name}", names, made, premises, (Goal("there is one", True),), counted, doubt)
        for told, case in cases:
            yield self._question(f"a {name}, {told}", names, made, (*premises, case), goals, counted, doubt, empty=True)

    def _cases(self, names: ClaimNames, made: SymbolicMade) -> Iterator[tuple[str, Formula]]:
        """List the cases that are asked one by one: each value of the fields of the move that the claim names."""
        if not self.claim.cases or made.kind is not (self.play.turn if self.about_tables else self.kind()):
            return
        known, rows = names.of_step(made, {}), []
        for name in self.claim.cases:
            value = known.get(name)
            parts = None if isinstance(value, range) else every_value(value)
            if not parts:
                good = (each for each, told in known.items() if not isinstance(told, range) and every_value(told))
                help = f"known here: {', '.join(good)}"
                raise self.fault("case-by-case", f"{name[:40]!r} has no cases", help)
            rows.append([(f"{name} {word}", formula) for word, formula in parts])
        for parts_of in product(*rows):
            yield ", ".join(word for word, _ in parts_of), And(formula for _, formula in parts_of)

    def _question(
        self,
        name: str,
        names: ClaimNames,
        made: SymbolicMade,
        premises: Sequence[Formula],
        goals: tuple[Goal, ...],
        counted: Counted,
        doubt: str,
        *,
        empty: bool = False,
    ) -> Question:
        def case(values: Values) -> Counterexample:
            return Counterexample((self.proofs.symbols.step_with(made.step, values),), facts=facts_of(counted, values))

        return Question(name, tuple(premises), goals, made.clauses, case=case, doubt=doubt, vacuous=empty)

    # --- any game, a number of turns long

    def games(self, rules: object, turns: int) -> Iterator[Question]:
        """Ask about every game up to some turns from its start."""
        names, begin = self.names(rules), self.play.begin(rules)
        opening = self.play.first(rules)
        at_first = begin.steps[0].kind is opening.kind
        counted: Counted = names.first_counters(begin.steps[0].after if at_first else opening.after)
        premises = list(begin.premises)
        made: list[SymbolicMade] = []
        for place, each in enumerate(begin.steps):
            premises += [*each.legal, *names.absent(each)]
            before, counted = counted, names.next_counters(each, counted)
            goal = self.of_step(names, each, before, counted)
            if place == len(begin.steps) - 1 and self.about_tables:
                yield self._line("the start of a game", begin, premises, goal, (), empty=False)
        table = begin.steps[-1].after
        for turn in range(1, turns + 1):
            each = self.play.behind(table, f"turn{turn}")
            premises += [*each.legal, *names.absent(each), self.assumed(names, each, counted)]
            before, counted = counted, names.next_counters(each, counted)
            made.append(each)
            goal = self.of_step(names, each, before, counted)
            yield self._line(f"turn {turn}", begin, premises, goal, made, empty=turn > 1)
            table = each.after

    def _line(
        self,
        name: str,
        begin: Beginning,
        premises: Sequence[Formula],
        goal: Formula,
        made: Sequence[SymbolicMade],
        *,
        empty: bool,
    ) -> Question:
        turns = tuple(made)

        def case(values: Values) -> Counterexample:
            return Counterexample(begin.read(values, turns), whole=True)

        goals, clauses = (Goal(self.claim.shape, goal),), begin.steps[-1].clauses
        return Question(name, tuple(premises), goals, made[-1].clauses if made else clauses, case=case, vacuous=empty)

    def counts_set_up(self) -> bool:
        """Tell whether a counter counts what happens before the first steps that are asked about."""
        if not self.file.counters:
            return False
        begun = {each.kind.__name__.lower() for each in self.play.begin(self.some_rules()).steps}
        turn = self.play.turn.__name__.lower()
        return any(kind not in begun | {turn} for each in self.file.counters for kind in each.updates)

    # --- replaying

    def refutes(self, case: Counterexample) -> bool:
        """Tell whether a case speaks against the claim, or is what is to exist: all is worked out once more."""
        play, steps = self.play, case.steps
        names = self.names(steps[0].before.rules)
        made = [play.known_step(step) for step in steps]
        first = next((place for place, each in enumerate(made) if each.kind is play.first(names.rules).kind), None)
        if first is None:
            counted: Counted = counted_in(names, case.facts)
        else:
            made = made[first:]
            counted = names.first_counters(made[0].after)
        for each in made:
            before, counted = counted, names.next_counters(each, counted)
            if self.assumed(names, each, before) is False:
                return False
            if self.of_step(names, each, before, counted) is False:
                return True
        return False

    def look(self) -> Look | None:
        """Give how the graph of a small game decides it; it knows no counters, no assumptions, no set-up."""
        if self.file.counters or self.claim.assuming or self.exists or self.claim.within is not None:
            return None
        if self.about_tables:
            return Look("tables", self._holds_on)
        return Look("steps", self._holds_after) if self.kind() is self.play.turn else None

    def _holds_on(self, table: object) -> bool:
        names = self.names(self.proofs.symbols.rules_of(table))
        return self.of_table(names, self.play.known_table(table), {}) is True

    def _holds_after(self, step: object) -> bool:
        made = self.play.known_step(step)
        names = self.names(self.proofs.symbols.rules_of(getattr(step, "before", None)))
        return self.of_step(names, made, {}, {}) is True


def _text(claim: OwnClaim) -> str:
    return "" if claim.assuming is None else claim.assuming.expression.text
