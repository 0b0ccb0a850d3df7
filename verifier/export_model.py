"""The explicit model of a puzzle in the languages of probabilistic model checkers: PRISM and Storm's DRN.

The files hold one state for every position and for every draw, and two more, `good` and `bad`. What an end is worth
becomes a chance: of a worth w between the least and the most (-1 and 1 for `win`), `good` follows with probability
(w - least) / (most - least), else `bad`. So a worth is a probability to reach `good`, and model checkers know those.

Where one side's strategy is fixed (or there is no other side), one decides alone, and the model is a Markov decision
process (MDP). Endless play, worth 0, is then an action of its own wherever play can go on for ever: take the highest
probability to reach what the free side wants, `good` for the hero and `bad` for the others. With nobody fixed the model
is a stochastic game (SMG) of the players `hero` and `others`; there play that never ends reaches neither state.

For the goal `force` what is drawn is an action of the others.
"""

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction

from msgspec import Struct

from models.position import Position, Problem
from verifier.check_certificate import Side
from verifier.explicit_model import LIMIT, Owner, Unfolded, explicit_model

Row = tuple[str, list[tuple[Fraction, int]]]
ONE, ZERO = Fraction(1), Fraction(0)


class BrokenModel(Exception):
    """A model with a row that does not sum to 1, a state that stands twice, or two actions of one name."""


class ModelState(Struct):
    """A state: who decides there, what it is, and its actions, each with the chances of what follows."""

    owner: Owner
    text: str
    rows: list[Row]


class Model(Struct):
    """A whole model; the last two states are `good` and `bad`. `fixed` is the side whose moves were chosen."""

    problem: Problem
    fixed: Side | None
    least: Fraction
    most: Fraction
    states: list[ModelState]

    @property
    def asks(self) -> str:
        """Give the property to check: what the free side wants."""
        if self.fixed is None:
            return '<<hero>> Pmax=? [F "good"]'
        return f'Pmax=? [F "{"good" if self.fixed == "others" else "bad"}"]'

    def worth(self, probability: Fraction) -> Fraction:
        """Give the worth that a probability found for `asks` stands for."""
        spread = self.most - self.least
        return self.most - spread * probability if self.fixed == "hero" else self.least + spread * probability


def model_of(
    problem: Problem, fixed: Side | None = None, strategy: dict[Position, str] | None = None, limit: int = LIMIT
) -> Model:
    """Build the model of a problem, with the moves of one side as its strategy names them.

    Raises TooLarge where there are more positions than `limit`, KeyError where the strategy does not know one,
    ValueError for the goal `force` with the others fixed: what is drawn is an action of theirs.
    """
    if problem.goal == "force" and fixed == "others":
        raise ValueError("for the goal force what is drawn is up to the others: fix the hero")

    def only(position: Position) -> str | None:
        if fixed is None or (position.mover == problem.hero) != (fixed == "hero"):
            return None
        return (strategy or {})[position]

    graph = explicit_model(problem, limit, only)
    if fixed is None and problem.goal != "force" and all(node.owner != "others" for node in graph.nodes):
        fixed = "others"
    worths = [node.worth for node in graph.nodes if node.worth is not None]
    least, most = (min([*worths, ZERO]), max([*worths, ONE])) if problem.goal == "win" else (ZERO, ONE)
    if problem.goal == "win" and problem.objective == "win":
        least = -ONE
    states = [ModelState(*each) for each in _states(graph, fixed, least, most)]
    good = len(graph.nodes)
    states += [
        ModelState("end", "good", [("stay", [(ONE, good)])]),
        ModelState("end", "bad", [("stay", [(ONE, good + 1)])]),
    ]
    model = Model(problem, fixed, least, most, states)
    check_rows(model)
    return model


def _states(
    graph: Unfolded, fixed: Side | None, least: Fraction, most: Fraction
) -> Iterator[tuple[Owner, str, list[Row]]]:
    good = len(graph.nodes)

    def ending(worth: Fraction) -> list[tuple[Fraction, int]]:
        share = (worth - least) / (most - least)
        return [(chance, state) for chance, state in ((share, good), (1 - share, good + 1)) if chance]

    endless = set() if fixed is None else _endless(graph)
    for number, node in enumerate(graph.nodes):
        text = node.position.write() + (", drawing" if node.draws else "")
        rows: list[Row]
        owner = node.owner
        if node.worth is not None:
            rows = [("over", ending(node.worth))]
        elif node.chances and graph.problem.goal == "force":
            owner = "others"
            rows = [(f"reveal {drawn}", [(ONE, after)]) for _, drawn, after in node.chances]
        elif node.chances:
            rows = [("reveal", [(chance, after) for chance, _, after in node.chances])]
        else:
            rows = [(move, [(ONE, after)]) for move, after in node.edges]
        if number in endless:
            rows.append(("endless", ending(ZERO)))
        yield owner, text, rows


def _endless(graph: Unfolded) -> set[int]:
    """Give the positions from which play can go on for ever without a draw."""
    before = defaultdict(list)
    left = {}
    for number, node in enumerate(graph.nodes):
        inside = [after for _, after in node.edges if graph.nodes[after].edges]
        if node.edges:
            left[number] = len(inside)
        for after in inside:
            before[after].append(number)
    dead = [number for number, count in left.items() if not count]
    while dead:
        done = dead.pop()
        del left[done]
        for number in before[done]:
            left[number] -= 1
            if not left[number]:
                dead.append(number)
    return set(left)


def check_rows(model: Model) -> None:
    """Check what model checkers do not: sums of exactly 1, chances above 0, no state and no action twice.

    Raises Broken.
    """
    texts = set()
    for number, state in enumerate(model.states):
        if state.text in texts:
            raise BrokenModel(f"state {number} stands twice: {state.text}")
        texts.add(state.text)
        names = [name for name, _ in state.rows]
        if not names or len(set(names)) != len(names):
            raise BrokenModel(f"the actions of state {number} are not one of each name: {names}")
        for name, row in state.rows:
            if sum(chance for chance, _ in row) != 1 or min(chance for chance, _ in row) <= 0:
                raise BrokenModel(f"the chances of {name} in state {number} do not sum to 1")
            if len({after for _, after in row}) != len(row) or not all(0 <= to < len(model.states) for _, to in row):
                raise BrokenModel(f"{name} in state {number} does not lead to different states")


def to_drn(model: Model) -> Iterator[str]:
    """Write a model with one fixed side in Storm's DRN form, line by line. Raises ValueError for a game of two."""
    if model.fixed is None:
        raise ValueError("DRN knows no players")
    yield f"// {_about(model)}\n"
    yield "@type: MDP\n@parameters\n\n@reward_models\n\n"
    yield f"@nr_states\n{len(model.states)}\n@nr_choices\n{sum(len(state.rows) for state in model.states)}\n@model\n"
    for number, state in enumerate(model.states):
        labels = ["init"] if not number else []
        labels.append(state.text if number >= len(model.states) - 2 else state.owner)
        yield f"state {number} {' '.join(labels)}\n"
        for name, row in state.rows:
            yield f"\taction {_action(name)}\n"
            yield "".join(f"\t\t{after} : {chance}\n" for chance, after in sorted(row, key=lambda each: each[1]))


def to_prism(model: Model) -> Iterator[str]:
    """Write a model in the PRISM language, as an SMG or with one fixed side as an MDP, piece by piece."""
    yield f"// {_about(model)}\n"
    yield "smg\n\n" if model.fixed is None else "mdp\n\n"
    if model.fixed is None:
        yield from _players(model)
    last = len(model.states) - 1
    yield f"module puzzle\n  s : [0..{last}] init 0;\n"
    for number, state in enumerate(model.states):
        yield f"  // {state.text}\n"
        for name, row in state.rows:
            onward = " + ".join(f"{chance}:(s'={after})" for chance, after in row)
            yield f"  [{_owned(state.owner, name)}] s={number} -> {onward};\n"
    yield f'endmodule\n\nlabel "good" = s={last - 1};\nlabel "bad" = s={last};\n'


def _players(model: Model) -> Iterator[str]:
    """Say which actions are whose; what nobody decides is the hero's, who has no choice there."""
    for player in ("hero", "others"):
        names = {
            _owned(state.owner, name)
            for state in model.states
            for name, _ in state.rows
            if (state.owner == "others") == (player == "others")
        }
        yield f"player {player}\n  {', '.join(f'[{name}]' for name in sorted(names))}\nendplayer\n\n"


def _owned(owner: Owner, name: str) -> str:
    return f"{owner}_{_action(name)}"


def _action(name: str) -> str:
    return "leave" if name == "-" else name.replace(" ", "_")


def _about(model: Model) -> str:
    fixed = "both sides decide" if model.fixed is None else f"the strategy of the {model.fixed} is fixed"
    low, high = model.least, model.most
    wants = "bad" if model.fixed == "hero" else "good"
    value = f"{high} - {high - low} * P" if model.fixed == "hero" else f"{low} + {high - low} * P"
    return f"{fixed}; check {model.asks}; the worth is {value} of the probability P of {wants}"
