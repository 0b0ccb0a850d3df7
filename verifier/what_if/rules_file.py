"""A file of rules that are otherwise: clauses turned, left out, or added, read with the places of its parts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Literal, get_args, get_origin, get_type_hints

from models.changes import RuleChanges
from models.clause import Clause, ClauseId
from models.game import Game
from models.games import GAMES
from verifier.did_you_mean import did_you_mean
from verifier.own_claims.claim_names import ClaimNames, check_counters
from verifier.own_claims.own_file import OwnText, only_known
from verifier.what_if.restriction import Restriction, RuleCounters, plain_rules, restrictions_of
from verifier.what_if.rules_text import AddedRules, read_added

LARGEST = 10**6
TURNED = ("mistake", "left-out", "knobs")


@dataclass(frozen=True)
class TurnedClause:
    """A clause in another form, None where it is left out, and what is otherwise in words."""

    id: ClauseId
    clause: Clause | None
    words: str


@dataclass(frozen=True)
class RulesFile:
    """A file of rules that are otherwise, and the game they are about."""

    source: OwnText
    game: Game
    turned: tuple[TurnedClause, ...]
    restrictions: tuple[Restriction, ...]
    counted: bool

    @property
    def words(self) -> tuple[str, ...]:
        """What is otherwise, in words."""
        return (*(each.words for each in self.turned), *(f"{each.id}: {each.title}" for each in self.restrictions))

    def changes(self) -> RuleChanges:
        """Give what is otherwise."""
        return RuleChanges(
            tuple(each.clause for each in self.turned if each.clause is not None),
            tuple(each.id for each in self.turned if each.clause is None),
            self.restrictions,
            RuleCounters(self.source, self.game.key) if self.counted else None,
            self.game.key,
        )


def read_rules(source: OwnText) -> RulesFile:
    """Read a file of rules and check all that it says. Raises BadOwnFile."""
    added = read_added(source)
    known = [game for game in GAMES if game.offers("proofs")]
    game = next((game for game in known if game.key == added.game), known[0])
    if added.game not in (None, game.key):
        message = f"the game {str(added.game)[:40]!r} is not known"
        listed = ", ".join(game.key for game in known)
        raise added.fault(message, f"known: {listed}", added.places.of("", 0, "game").start)
    turned: list[TurnedClause] = []
    for number, each in enumerate(added.clauses):
        turned.append(_turned(added, game, turned, number, each))
    taken = {str(clause.id) for clause in game.clauses()}
    for one in added.restrictions:
        if one.id in taken:
            raise added.fault(f"{one.id} is a clause of the game", "give the restriction another id", one.place)
    _check(game, added)
    return RulesFile(source, game, tuple(turned), restrictions_of(source, game), bool(added.counters))


# Clauses --------------------------------------------------------------------------------------------------------------


def _turned(
    file: AddedRules, game: Game, others: Sequence[TurnedClause], number: int, told: dict[str, object]
) -> TurnedClause:
    def place(key: str = "") -> int:
        return file.places.of("clause", number, key).start

    only_known(file, told, ("id", *TURNED), "clause", number)
    known = {str(clause.id): clause for clause in game.clauses()}
    id = str(told.get("id", "")).upper()
    if id not in known:
        help = did_you_mean(id, known) + f"`cloverproof rules --game {game.key}` lists all"
        raise file.fault(f"there is no clause {id[:40]!r}", help, place("id"))
    if id in [each.id for each in others]:
        raise file.fault(f"{id} stands there twice", "say all that is otherwise in it at once", place("id"))
    said = [key for key in TURNED if key in told]
    if len(said) != 1:
        help = 'write one of mistake = "...", left-out = true, knobs = { ... }'
        raise file.fault(f"{id} is {'as it was' if not said else 'turned in several ways'}", help, place())
    clause, key = known[id], said[0]
    if key == "left-out":
        if told[key] is not True:
            raise file.fault("left-out is true", "write left-out = true, or leave the clause as it is", place(key))
        return TurnedClause(clause.id, None, f"{id} is left out ({clause.title})")
    if key == "mistake":
        mistakes = clause.mutants()
        name = str(told[key])
        if name not in mistakes:
            listed = "; ".join(mistakes)
            raise file.fault(f"{name[:60]!r} is no known mistake in {id}", f"known: {listed}", place(key))
        return TurnedClause(clause.id, mistakes[name], f"{id}: {name}")
    changed = _with_knobs(file, clause, told[key], place(key))
    words = ", ".join(f"{name} = {value!r}" for name, value in _mapping(told[key]).items())
    return TurnedClause(clause.id, changed, f"{id}: {words}")


def _mapping(told: object) -> Mapping[str, object]:
    return told if isinstance(told, dict) else {}


def _with_knobs(file: AddedRules, clause: Clause, told: object, place: int) -> Clause:
    """Turn knobs of a clause that are truth values, whole numbers or words."""
    hints = get_type_hints(type(clause))
    usual = {each.name: getattr(clause, each.name) for each in fields(clause)}  # type: ignore[arg-type]
    safe = {name: words for name in usual if (words := _values(hints[name])) is not None}
    listed = "; ".join(f"{name}: {words} (is {usual[name]!r})" for name, words in safe.items()) or "none"
    if not _mapping(told):
        raise file.fault("knobs is a table with a value for each", f"knobs of {clause.id}: {listed}", place)
    for name, value in _mapping(told).items():
        if name not in safe:
            raise file.fault(f"{name[:40]!r} is no knob of {clause.id}", f"its knobs: {listed}", place)
        if not _can_be(hints[name], value):
            raise file.fault(f"{name} cannot be {str(value)[:40]!r}", f"it is {safe[name]}", place)
    changed: Clause = replace(clause, **_mapping(told))  # type: ignore[type-var]
    if changed == clause:
        raise file.fault(f"that is {clause.id} as it is", "turn a knob otherwise, or leave the clause out", place)
    return changed


def _values(hint: object) -> str | None:
    """Say what a knob can be, None where it cannot be turned in a file."""
    if hint is bool:
        return "true or false"
    if hint is int or hint == int | None:
        return "a whole number"
    return f"one of {', '.join(map(repr, get_args(hint)))}" if get_origin(hint) is Literal else None


def _can_be(hint: object, value: object) -> bool:
    if hint is bool or isinstance(value, bool):
        return hint is bool and isinstance(value, bool)
    if get_origin(hint) is Literal:
        return value in get_args(hint)
    return isinstance(value, int) and 0 <= value <= LARGEST


def _check(game: Game, file: AddedRules) -> None:
    """Work out everything that is added, for some rules. Raises BadOwnFile."""
    proofs = game.proofs()
    play = proofs.play
    if play is None or (file.counters and not play.counts):
        start = file.places.of(f"counter.{file.counters[0].name}", 0).start if file.counters else 0
        raise file.fault(f"tables of {game.key} keep no counters", "say it over the fields of its tables", start)
    rules = plain_rules(proofs.small[0])
    names = ClaimNames(file, play, proofs.symbols, rules)
    check_counters(names)
    made, counted = play.some(rules, play.turn), names.unknown_counters()
    for each in file.restrictions:
        names.formula(each.condition, names.of_condition(made, counted))
