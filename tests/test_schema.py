"""A state is declared once: its unknowns, their values and the way back come from the declaration."""

from dataclasses import dataclass, field
from typing import Annotated, Literal, TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct

from models.clause import Clause
from models.field_kinds import Flag, Heap, Members, OneOf, Somebody, Whole, Word
from models.good_fortune import editions as fortune_editions
from models.good_fortune import moves as fortune_moves
from models.good_fortune import symbolic_state as fortune
from models.good_fortune import table as fortune_table
from models.good_fortune.symbolic_tiles import known_tiles
from models.good_fortune.tiles import CHARMS
from models.lucky_numbers import editions as lucky_editions
from models.lucky_numbers import moves as lucky_moves
from models.lucky_numbers import symbolic_state as lucky
from models.lucky_numbers import table as lucky_table
from models.lucky_numbers.garden import board
from models.part_kinds import Each, Row, Shown, Told, When
from models.schema import Part, Schema, pairs
from models.smt import Formula, Number, Term, unknowns
from models.smtlib import number_in
from models.symbols import symbols_of
from tests import noughts
from verifier.agreement import Agreement
from verifier.distinguish import distinguishing, mistakes_of


class Rules(Struct, frozen=True):
    """The rules of a made-up game."""

    players: int = 2
    top: int = 4


class Past(Struct, frozen=True):
    """A game that is over."""

    first: int | None
    points: tuple[int, ...] | None


class End(Struct, frozen=True):
    """How play ended."""

    by: Literal["full", "pile"]
    gone: frozenset[int]


class State(Struct, frozen=True):
    """A state with a field of every kind."""

    rules: Rules
    boards: tuple[tuple[int, ...], ...]
    hidden: tuple[int, ...]
    middle: tuple[int, ...]
    pile: int
    first: int | None
    again: bool
    gone: frozenset[int]
    end: End | None
    side: Literal["small", "large"]
    line: tuple[int, ...] | None
    past: tuple[Past, ...]
    seen: int | None


Numbers = tuple[Number, ...]


@dataclass(frozen=True)
class SomePast:
    """A game that is over, with unknowns."""

    first: Annotated[Number, Somebody("players")]
    known: Annotated[Formula, Told("points")]
    points: Annotated[Numbers, When(Each("players", Whole(-9, 9)), lambda past: past.known)]


@dataclass(frozen=True)
class SomeState:
    """The state with unknowns."""

    rules: Rules
    boards: Annotated[tuple[Numbers, ...], Each("players", Each(("a1", "b1"), Whole(0, "top")), named="")]
    hidden: Annotated[Numbers, Each(("1", "2"), Whole(0, 9), from_1=True)]
    middle: Annotated[Numbers, Heap("top", 9)]
    pile: Annotated[Number, Whole(0, 99)]
    first: Annotated[Number, Somebody("players")]
    again: Annotated[Formula, Flag()]
    gone: Annotated[tuple[Formula, ...], Members("players")]
    end: Annotated[Number, Word((None, "full", "pile"), of="end.by")]
    gone_then: Annotated[tuple[Formula, ...], Members("players", of="end.gone")]
    large: Annotated[Formula, OneOf("small", "large", of="side")]
    line: Annotated[Numbers | None, Row(Whole(1, "top"))]
    past: Annotated[tuple[SomePast, ...], Row(Part(Schema(Past, SomePast)), "game{}", 1, named="")]
    seen: Annotated[Number, When(Whole(-9, 9), lambda state: state.shows["seen"])]
    shows: Annotated[dict[str, Formula], Shown(("seen", "other"))] = field(default_factory=dict)


SCHEMA = Schema(State, SomeState, parts={"end": End})
RULES = (Rules(), Rules(3, 5))


@st.composite
def states(draw: st.DrawFn) -> State:
    rules = draw(st.sampled_from(RULES))
    seats = rules.players
    number, count = st.integers(1, rules.top), st.integers(0, 9)
    person, people = st.none() | st.integers(1, rules.players), st.frozensets(st.integers(1, rules.players))
    points = st.none() | st.lists(st.integers(-9, 9), min_size=seats, max_size=seats).map(tuple)
    return State(
        rules,
        tuple(draw(st.lists(st.tuples(number, number), min_size=seats, max_size=seats))),
        (0, draw(count), draw(count)),
        tuple(sorted(draw(st.lists(number, max_size=5)))),
        draw(st.integers(0, 99)),
        draw(person),
        draw(st.booleans()),
        draw(people),
        draw(st.none() | st.builds(End, st.sampled_from(("full", "pile")), people)),
        draw(st.sampled_from(("small", "large"))),
        draw(st.none() | st.lists(number, max_size=3).map(tuple)),
        tuple(draw(st.lists(st.builds(Past, person, points), max_size=2))),
        draw(st.none() | st.integers(-9, 9)),
    )


@given(states())
def test_a_state_comes_back_from_the_values_of_its_unknowns(state: State) -> None:
    lengths = SCHEMA.lengths(state)
    assert SCHEMA.read(SCHEMA.unknown(state.rules, "x", lengths), SCHEMA.values(state.rules, "x", state)) == state


@given(states())
def test_a_constant_state_has_no_unknowns_and_says_the_same(state: State) -> None:
    constant, some = SCHEMA.constant(state.rules, state), SCHEMA.unknown(state.rules, "x", SCHEMA.lengths(state))
    assert not unknowns(term for _, term in pairs(some, constant))
    assert SCHEMA.read(constant, {}) == state
    values = SCHEMA.values(state.rules, "x", state)
    assert all(values[name] == term for name, term in pairs(some, constant))


@given(states())
def test_names_are_those_of_the_unknowns(state: State) -> None:
    lengths = SCHEMA.lengths(state)
    some = SCHEMA.unknown(state.rules, "x", lengths)
    named = [name for name, _ in pairs(some, some)]
    told = [name for name in SCHEMA.names(state.rules, "x", lengths) if ".shows." not in name]
    assert named == told


def test_unknowns_are_named_for_fields_players_cells_and_numbers() -> None:
    names = SCHEMA.names(Rules(), "x", {"line": 1, "past": 1})
    assert names[:5] == ("x.1.a1", "x.1.b1", "x.2.a1", "x.2.b1", "x.hidden.1")
    assert {"x.middle.4", "x.gone-then.2", "x.line.0", "x.game1.points.2", "x.shows.seen"} <= set(names)
    assert not {"x.hidden.0", "x.middle.0", "x.line.1", "x.game2.first"} & set(names)


def test_bounds_follow_the_rules() -> None:
    boards = SCHEMA.unknown(Rules(3, 5), "x").boards
    assert len(boards) == 3
    assert isinstance(boards[0][0], Term)
    assert boards[0][0].high == 5


def test_a_state_is_told_in_plain_values() -> None:
    state = State(
        Rules(), ((1, 2), (3, 4)), (0, 1, 1), (2, 2), 5, None, True, frozenset({2}), None, "small", None, (), None
    )
    told = SCHEMA.plain(state)
    assert told["boards"] == [[1, 2], [3, 4]]
    assert (told["first"], told["gone"], told["middle"], told["again"]) == (0, [2], [2, 2], True)
    assert SCHEMA.plain(state, "pile", "first") == {"pile": 5, "first": 0}


def test_a_field_without_a_kind_is_refused() -> None:
    @dataclass(frozen=True)
    class Part:
        pile: Annotated[Number, Whole(0, 9)]

    with pytest.raises(TypeError, match="State has no kind for again, boards, end"):
        Schema(State, Part)


# The games ------------------------------------------------------------------------------------------------------------

SMALL = (lucky_editions.Rules(board=board(2), top=4), lucky_editions.Rules(board=board(3), top=5, sets=3, players=3))
FORTUNE = fortune_editions.Rules(hand=2)
MANY = 1000
ConcreteT = TypeVar("ConcreteT")
SymbolicT = TypeVar("SymbolicT")
flags, counts, scores = st.booleans(), st.integers(0, MANY), st.integers(-MANY, MANY)


def comes_back(schema: Schema[ConcreteT, SymbolicT], rules: object, value: ConcreteT, **given: object) -> bool:
    """Tell whether a value comes back from its unknowns, and from the terms that say the same without unknowns."""
    some = schema.unknown(rules, "x", schema.lengths(value), **given)
    constant = schema.constant(rules, value, **given)
    return schema.read(some, schema.values(rules, "x", value)) == value == schema.read(constant, {})


def rows(each: st.SearchStrategy[object], least: int, most: int | None = None) -> st.SearchStrategy[tuple[object, ...]]:
    return st.lists(each, min_size=least, max_size=least if most is None else most).map(tuple)


def heaps(top: int) -> st.SearchStrategy[object]:
    return st.lists(st.integers(1, top), max_size=4).map(lambda numbers: tuple(sorted(numbers)))


@st.composite
def lucky_tables(draw: st.DrawFn) -> lucky_table.Table:
    rules = draw(st.sampled_from(SMALL))
    players, top = rules.players, rules.top
    each, some, who = rows(counts, players), st.integers(1, top), st.none() | st.integers(1, players)
    gone = st.frozensets(st.integers(1, players))
    empty = rows(st.integers(0, rules.board.area), players)
    played = st.builds(lucky_table.Played, who, st.none() | rows(scores, players))
    return draw(
        st.builds(
            lucky_table.Table,
            rules=st.just(rules),
            gardens=rows(rows(st.just(0) | some, rules.board.area), players),
            hidden=rows(counts, top).map(lambda told: (0, *told)),
            pile=counts,
            middle=heaps(top),
            placed=each,
            playing=flags,
            first=who,
            last=who,
            again=flags,
            drawn=flags,
            conceded=gone,
            ended=st.none() | st.builds(lucky_table.Ended, st.sampled_from(("full", "pile")), empty, gone),
            played_on=flags,
            closed=flags,
            stopped=flags,
            turns=counts,
            tournament=flags,
            series=rows(played, 0, 2),
        )
    )


@given(lucky_tables())
def test_a_table_of_lucky_numbers_comes_back(table: lucky_table.Table) -> None:
    assert comes_back(lucky.TABLE, table.rules, table)


def lucky_turns(rules: lucky_editions.Rules) -> st.SearchStrategy[lucky_moves.Move]:
    number, player, shown = st.integers(1, rules.top), st.integers(1, rules.players), st.none() | scores
    source = st.sampled_from(("pile", "middle"))
    out, middle = st.none() | number, st.none() | heaps(rules.top)
    laid, cell = st.sampled_from(("place", "exchange")), st.integers(0, rules.board.area - 1)
    lays = st.builds(lucky_moves.Turn, player, source, number, laid, cell, out, shown, middle)
    return lays | st.builds(lucky_moves.Turn, player, source, number, st.just("discard"), st.none(), out, shown, middle)


@st.composite
def lucky_made(draw: st.DrawFn) -> tuple[lucky_editions.Rules, lucky_moves.Move]:
    rules = draw(st.sampled_from(SMALL))
    number, player = st.integers(1, rules.top), st.integers(1, rules.players)
    won, each = st.none() | st.frozensets(player), st.none() | rows(scores, rules.players)
    others: tuple[st.SearchStrategy[lucky_moves.Move], ...] = (
        st.builds(lucky_moves.Placing, player, number, st.integers(0, rules.board.area - 1)),
        st.builds(lucky_moves.Start, st.none() | player, st.none() | scores, st.none() | heaps(rules.top)),
        st.builds(lucky_moves.Conceding, player),
        st.builds(lucky_moves.End, won, each, each),
        st.builds(lucky_moves.Scores, each, won),
    )
    return rules, draw(st.one_of(lucky_turns(rules), *others))


@given(lucky_made())
def test_a_move_of_lucky_numbers_comes_back(made: tuple[lucky_editions.Rules, lucky_moves.Move]) -> None:
    rules, move = made
    assert comes_back(lucky.MOVES[type(move)], rules, move)


tiles, players = st.integers(1, FORTUNE.top), st.integers(1, 2)
hands = st.tuples(st.frozensets(tiles), st.frozensets(tiles)).map(
    lambda pair: tuple(tuple(sorted(own)) for own in pair)
)
sides = st.sampled_from(("small", "large"))
fortune_tables = st.builds(
    fortune_table.Table,
    rules=st.just(FORTUNE),
    hands=hands,
    line=rows(tiles, 0, 4),
    won=hands,
    unsure=hands,
    holder=st.none() | players,
    side=sides,
    dealt=flags,
    last=st.none() | players,
    laid=st.tuples(counts, counts),
    conceded=st.frozensets(players),
    ended=flags,
    played_on=flags,
    closed=flags,
    stopped=flags,
    turns=counts,
)
ends = st.sampled_from(("left", "right"))
layings = st.builds(fortune_moves.TileLaying, players, tiles, ends) | st.builds(
    fortune_moves.TileLaying, players, tiles, ends, st.sampled_from(("won", "discarded")), tiles
)
named = st.builds(fortune_moves.TileGroup, st.sampled_from(CHARMS), heaps(FORTUNE.top), st.none() | scores)
fortune_made = st.one_of(
    st.builds(fortune_moves.Dealing, hands, rows(tiles, 3), st.none() | players, st.none() | sides),
    st.builds(
        fortune_moves.Turn,
        rows(layings, 1, 2),
        st.none() | players,
        st.none() | rows(tiles, 3),
        st.none() | hands,
        st.none() | hands,
        st.none() | players,
        st.none() | sides,
    ),
    st.builds(fortune_moves.Conceding, players),
    st.builds(
        fortune_moves.Ending,
        st.none() | hands,
        st.none() | rows(rows(named, 0, 2), 2),
        st.none() | st.tuples(scores, scores),
        st.none() | st.frozensets(players),
    ),
)


@given(fortune_tables)
def test_a_table_of_good_fortune_comes_back(table: fortune_table.Table) -> None:
    assert comes_back(fortune.TABLE, FORTUNE, table, tiles=known_tiles(FORTUNE.tiles))


@given(fortune_made)
def test_a_move_of_good_fortune_comes_back(move: fortune_moves.Move) -> None:
    assert comes_back(fortune.MOVES[type(move)], FORTUNE, move)


# A small game ----------------------------------------------------------------------------------------------------------

MECHANICS = noughts.Noughts()
SYMBOLS = symbols_of(MECHANICS)
TABLES, TURNS = SYMBOLS.table, SYMBOLS.moves[noughts.Turn]
marks = st.lists(st.integers(0, 2), min_size=9, max_size=9).map(tuple)


@given(marks, st.integers(1, 2), st.integers(1, 9))
def test_one_effect_does_for_numbers_and_unknowns_where_the_types_say_the_bounds(
    board: tuple[int, ...], player: int, cell: int
) -> None:
    table, move = noughts.Table(board, player), noughts.Turn(player, cell)
    values = TABLES.values(None, "before", table) | TURNS.values(None, "move", move)
    after = MECHANICS.effect(TABLES.unknown(None, "before"), TURNS.unknown(None, "move"))
    assert TABLES.read(after, values) == MECHANICS.effect(table, move)
    assert number_in(values, after.mover) == 3 - player
    step = MECHANICS.step(table, move)
    assert SYMBOLS.effect_by_terms(table, move) == step.after
    assert SYMBOLS.step_with(SYMBOLS.some_step(*SYMBOLS.shape(step)), SYMBOLS.values_of(step)) == step
    Agreement(SYMBOLS, noughts.CLAUSES).check(step, follows=True)


@pytest.mark.parametrize(("clause", "mistake"), mistakes_of(noughts.CLAUSES), ids=str)
def test_a_mistake_in_a_small_game_is_told_from_its_clause(clause: Clause, mistake: str) -> None:
    mutant = clause.mutants()[mistake]
    step = distinguishing(SYMBOLS, clause, mutant, [None], timeout=20)
    assert clause.holds(step) != mutant.holds(step)
