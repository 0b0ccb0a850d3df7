"""The conformance suite for other programs: its items, what they ask, and the right answers."""

import hashlib
import json
from collections import Counter, defaultdict
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from models.clause import Clause
from models.game import Game
from models.reading import Reading
from models.state_space import Code, ItemScope, Mutant, StateSpace, SuiteForms, SuiteGame
from verifier.item_steps import ItemStep, item_step, steps_of_log, verdict
from verifier.perft import perft

FORMAT = "cloverproof-suite/1"
KINDS = ("position", "perft", "step", "game", "slip")
FILES = (("positions", ("position",)), ("tables", ("perft",)), ("steps", ("step",)), ("logs", ("game", "slip")))
Answer = dict[str, Any]  # of one item; what stands under a key depends on its kind


@dataclass(frozen=True)
class Item:
    """One question: its id, its kind, what stands in the suite about it, the right answer, its steps, where it holds.

    `scope` is None in games that do not say it.
    """

    id: str
    kind: str
    row: Answer
    answer: Answer
    item_steps: tuple[ItemStep, ...] = ()
    events: tuple[Answer, ...] = ()
    scope: ItemScope | None = None

    def answer_of(self, item_steps: Sequence[ItemStep], clauses: Sequence[Clause]) -> Answer:
        """Give the answer of a program that judges the steps in this way."""
        if self.kind == "position":
            return {"id": self.id, "legal": sorted(each.place for each in item_steps if each.legal)}
        if self.kind == "step":
            return _of_step(self.id, item_steps[0], clauses)
        return {"id": self.id, **verdict(item_steps)}


def all_mistakes(game: Game) -> list[Mutant]:
    """Give every program with a mistake: one for each mutant of each clause, then those wrong in several clauses."""
    clauses = tuple(game.clauses())
    found = [
        Mutant(f"{clause.id}: {name}", (*clauses[:index], mutant, *clauses[index + 1 :]))
        for index, clause in enumerate(clauses)
        for name, mutant in clause.mutants().items()
    ]
    return [*found, *game.suite_items().mistakes()]


@dataclass(frozen=True)
class ItemFilter:
    """Which items are wanted: of some kinds, on boards of one side, of one edition, without house rules or variants."""

    kinds: tuple[str, ...] = KINDS
    side: int | None = None
    edition: str | None = None
    plain: bool = False

    @property
    def narrow(self) -> bool:
        """Tell whether anything but the kind matters."""
        return self.side is not None or self.edition is not None or self.plain

    def takes(self, item: Item) -> bool:
        """Tell whether an item is wanted; one of which it is not known where it holds is not, if that matters."""
        if item.kind not in self.kinds:
            return False
        scope = item.scope
        if scope is None:
            return not self.narrow
        if self.side not in (None, scope.side) or (self.plain and scope.variants):
            return False
        return self.edition is None or self.edition in scope.editions

    @property
    def flags(self) -> str:
        """The options that ask for it, with a space before each."""
        found = [] if self.kinds == KINDS else [f"--only {kind}" for kind in self.kinds]
        found += [] if self.side is None else [f"--side {self.side}"]
        found += [] if self.edition is None else [f"--edition {self.edition}"]
        return "".join(f" {each}" for each in [*found, *(["--no-variants"] if self.plain else [])])

    @property
    def told(self) -> Answer:
        """What is asked for, as it stands in the manifest."""
        found: Answer = {} if self.kinds == KINDS else {"only": list(self.kinds)}
        found |= {} if self.side is None else {"side": self.side}
        found |= {} if self.edition is None else {"edition": self.edition}
        return found | ({"variants": False} if self.plain else {})


EVERYTHING = ItemFilter()


def items(game: Game, seed: int, kinds: Container[str] = KINDS) -> list[Item]:
    """Make all questions of some kinds for a seed."""
    shown = game.suite_items()
    makers: dict[str, Callable[[], Iterator[Item]]] = {
        "position": lambda: _positions(game, shown.positions(seed)),
        "perft": lambda: _perfts(game, shown.positions(seed)),
        "step": lambda: _steps(game),
        "game": lambda: (_log(game, "game", sample) for sample in shown.games(seed)),
        "slip": lambda: (_log(game, "slip", sample) for sample in shown.mutant_logs(seed, all_mistakes(game))),
    }
    return [item for kind in KINDS if kind in kinds for item in makers[kind]()]


def _positions(game: Game, tables: Sequence[str]) -> Iterator[Item]:
    clauses = game.clauses()
    for number, text in enumerate(tables, 1):
        space, code = game.state_spaces().read(text, Reading())
        item_steps = tuple(item_step(place, step, clauses) for place, step in game.suite_items().trials(space, code))
        illegal: defaultdict[str, list[str]] = defaultdict(list)
        for each in item_steps:
            if not each.legal:
                illegal[" ".join(clauses[index].id for index in sorted(each.broken - each.outside))].append(each.place)
        legal = sorted(each.place for each in item_steps if each.legal)
        key = f"position-{number:03}"
        row = {
            **_table_row(game, key, space, code),
            "legal": legal,
            "illegal": dict(sorted(illegal.items())),
        }
        scope = _scope(game, space.table(code))
        yield Item(key, "position", row, {"id": key, "legal": legal}, item_steps, scope=scope)


def _forms(game: Game) -> SuiteForms | None:
    return game.suite_items().forms


def _table_row(game: Game, key: str, space: StateSpace, code: Code) -> Answer:
    """Give a table in its text and, where the game has that form, as an object."""
    row, forms = {"id": key, "table": space.write(code)}, _forms(game)
    return row if forms is None else {**row, "position": msgspec.to_builtins(forms.table(row["table"]))}


def _scope(game: Game, table: object, move: object | None = None) -> ItemScope | None:
    forms = _forms(game)
    return None if forms is None else forms.scope(table, move)


def _perfts(game: Game, tables: Sequence[str]) -> Iterator[Item]:
    for number, text in enumerate(tables, 1):
        space, code = game.state_spaces().read(text, Reading())
        key = f"perft-{number:03}"
        counts = perft(space, code, game.suite_items().depth(text))
        row = {**_table_row(game, key, space, code), "counts": counts}
        scope = _scope(game, space.table(code))
        yield Item(key, "perft", row, {"id": key, "counts": counts}, scope=scope)


def _steps(game: Game) -> Iterator[Item]:
    clauses = game.clauses()
    cases = [
        (f"step-{clause.id}-{sort}-{number}", case)
        for clause in clauses
        for sort, found in (("kept", clause.kept), ("broken", clause.broken))
        for number, case in enumerate(found, 1)
    ]
    for key, case in [*cases, *((f"step-{number}", case) for number, case in enumerate(game.suite_items().cases, 1))]:
        asked = item_step("", game.case(case), clauses)
        answer, forms = _of_step(key, asked, clauses), _forms(game)
        row = {"id": key, "case": case, **({} if forms is None else msgspec.to_builtins(forms.step(case))), **answer}
        scope = _scope(game, asked.step.before, asked.step.move)
        yield Item(key, "step", row, answer, (asked,), scope=scope)


def _of_step(key: str, found: ItemStep, clauses: Sequence[Clause]) -> Answer:
    names = [clauses[index].id for index in sorted(found.broken)]
    return {"id": key, "legal": found.legal, "outside": bool(found.outside), "clauses": names}


def _log(game: Game, kind: str, sample: SuiteGame) -> Item:
    clauses = game.clauses()
    item_steps = tuple(steps_of_log(game, sample.events))
    key = f"{kind}-{sample.key}"
    answer = {"id": key, **verdict(item_steps)}
    at = str(answer["line"])
    broken = sorted({index for each in item_steps if each.place == at for index in each.broken - each.outside})
    row = answer | {
        "file": f"{kind}s/{sample.key}.jsonl",
        "shows": sample.shows,
        "mistake": sample.mistake,
        "clauses": [clauses[index].id for index in broken],
        "refused": any(each.refused for each in item_steps if each.place == at),
    }
    scope = _scope(game, item_steps[0].step.before)
    if scope is not None:
        scope = msgspec.structs.replace(scope, editions=(str(sample.events[0]["edition"]),))
    return Item(key, kind, row, answer, item_steps, sample.events, scope)


def files(seed: int, questions: Sequence[Item], readme: str, chosen: ItemFilter = EVERYTHING) -> dict[str, bytes]:
    """Give the files of the suite by their names."""
    found = {"README.md": readme.encode()}
    for name, kinds in FILES:
        found[f"{name}.jsonl"] = json_lines(item.row for item in questions if item.kind in kinds)
    found["tables.perft"] = "".join(
        f"{item.id} | {item.row['table']} | {' '.join(map(str, item.row['counts']))}\n"
        for item in questions
        if item.kind == "perft"
    ).encode()
    for item in questions:
        if item.events:
            found[item.row["file"]] = json_lines(item.events)
    found["answers.jsonl"] = json_lines(item.answer for item in questions)
    found["manifest.json"] = json.dumps(_manifest(seed, questions, found, chosen), indent=1).encode() + b"\n"
    return found


def json_lines(rows: Iterable[Mapping[str, object]]) -> bytes:
    """Write JSON Lines."""
    return b"".join(json.dumps(row, separators=(",", ":")).encode() + b"\n" for row in rows)


def _manifest(seed: int, questions: Sequence[Item], found: dict[str, bytes], chosen: ItemFilter) -> Answer:
    counts = Counter(item.kind for item in questions)
    return {
        "format": FORMAT,
        "seed": seed,
        **chosen.told,
        "items": {kind: counts[kind] for kind in KINDS},
        "files": {
            name: {"bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()}
            for name, content in sorted(found.items())
        },
    }
