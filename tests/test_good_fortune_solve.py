"""Endgames of Good Fortune: the solver agrees with plain enumeration and with a program of its own."""

import json
import random
from fractions import Fraction
from pathlib import Path

import pytest
from msgspec.structs import replace

from models.games import GAMES
from models.good_fortune.collections import totals_of
from models.good_fortune.positions import FortunePosition
from models.good_fortune.random_positions import drawn
from models.good_fortune.successors import Tables
from models.position import Objective, Position, Problem, PuzzleWish
from models.threads import ALONE, Threads
from tests.fortune_puzzles import BASE, Brute, drawn_position
from verifier.puzzle_text import PuzzleFault
from verifier.puzzles import parse_puzzle
from verifier.reference_solver import solve_plainly

pytest.importorskip("numba")

from models.good_fortune.endgame import FortuneEndgame
from models.good_fortune.endgame_scores import case_of, score_of_set
from models.good_fortune.endgame_table import NODES
from verifier.certificate import certify
from verifier.check_certificate import Refused, verify
from verifier.solve.answer import best_move, solve
from verifier.solve.search_interface import begin
from verifier.solve.solver import SearchLimits

GAME = next(game for game in GAMES if game.key == "good-fortune")
OBJECTIVES: tuple[Objective, Objective] = ("win", "points")


def problem_of(position: FortunePosition, objective: Objective = "points") -> Problem:
    return Problem(position, "win", objective, position.mover)


def worth(margin: int, problem: Problem) -> Fraction:
    """Give what it is worth for the hero if player 1 is so far ahead."""
    margin = margin if problem.hero == 1 else -margin
    return Fraction(margin if problem.objective == "points" else (margin > 0) - (margin < 0))


def cases(count: int, most: int) -> list[FortunePosition]:
    found = []
    for seed in range(count):
        rng = random.Random(seed)
        simple, score = rng.random() < 0.4, rng.choice(("highest", "lowest"))
        found.append(drawn_position(rng, rng.randint(1, most), simple, "highest" if score == "highest" else "lowest"))
    return found


def test_plain_enumeration_and_the_solver_give_every_move_what_a_program_of_its_own_gives_it() -> None:
    for number, position in enumerate(cases(160, 2)):
        brute = Brute(position)
        problem = problem_of(position, OBJECTIVES[number % 2])
        moves = {name: worth(brute.value(after), problem) for name, after in brute.ways(brute.start)}
        plain = solve_plainly(problem)
        assert dict(plain.moves) == moves, position.write()
        assert plain.value == worth(brute.value(brute.start), problem)
        answer, _ = solve(GAME, problem, SearchLimits(), every=True)
        assert answer.worth.exact
        assert answer.worth.low == plain.value, position.write()
        assert {move: (bounds.low, bounds.high) for move, bounds in answer.moves} == {
            move: (value, value) for move, value in moves.items()
        }
        assert set(answer.best) == {move for move, value in moves.items() if value == plain.value}


def test_the_solver_gives_deeper_positions_what_a_program_of_its_own_gives_them() -> None:
    for number, position in enumerate([*cases(40, 3), *(drawn_position(random.Random(n), 4) for n in range(2))]):
        brute, problem = Brute(position), problem_of(position, OBJECTIVES[number % 2])
        search = begin(GAME, problem)
        bounds = search.run(SearchLimits())
        value = worth(brute.value(brute.start), problem)
        assert (bounds.low, bounds.high) == (value, value), position.write()


def test_a_best_line_is_worth_what_the_position_is_worth() -> None:
    for number, position in enumerate(cases(30, 3)):
        problem = problem_of(position, OBJECTIVES[number % 2])
        answer, _ = solve(GAME, problem, SearchLimits())
        at: Position = position
        for ply in answer.line:
            assert ply.player == at.mover
            at = at.after(ply.move)
        assert isinstance(at, FortunePosition)
        assert not at.mover
        one, other = at.totals()
        assert worth(one - other, problem) == answer.worth.low


def test_a_turn_leads_where_all_legal_turns_lead() -> None:
    for seed in range(60):
        rng = random.Random(seed)
        start = drawn(rng, rng.randint(1, 3), drawn_position(rng, 3, seed % 3 == 0).rules)
        tables = Tables(start.table(), "")
        expected = {way.after for way in tables.ways(tables.code(start.table()))}
        found = [start]
        for _ in range(1 if start.rules.simple else 4):
            found = [position.after(move) for position in found for move in position.moves()]
        ends = {tables.code(position.table()) for position in found}
        if start.rules.simple:  # who laid last does not matter once play is over
            expected = {tables.code(replace(tables.table(code), last=None)) for code in expected}
            ends = {tables.code(replace(tables.table(code), last=None)) for code in ends}
        assert ends == expected


def test_the_compiled_score_is_the_one_of_the_rules() -> None:
    rng = random.Random(3)
    for _ in range(30):
        tiles = drawn_position(rng, 9).rules.tiles
        numbers = sorted(rng.sample(range(1, 22), 14))
        for highest, choose in ((True, max), (False, min)):
            case = case_of(tiles, numbers, highest, False)
            for _ in range(20):
                own = sorted(rng.sample(numbers, rng.randint(0, 9)))
                mask = sum(1 << numbers.index(tile) for tile in own)
                assert score_of_set(case, mask) == choose(totals_of(tiles, tuple(own)))  # type: ignore[arg-type]


def test_bounds_hold_and_only_tighten_however_small_the_steps() -> None:
    for seed in range(12):
        problem = problem_of(drawn_position(random.Random(seed), 3), OBJECTIVES[seed % 2])
        brute = Brute(problem.start)  # type: ignore[arg-type]
        value = worth(brute.value(brute.start), problem)
        duel = FortuneEndgame(problem)
        low, high = duel.bounds(problem.start)
        steps = 0
        while low < high:
            assert low <= value <= high
            duel.tighten(problem.start, 20)
            now = duel.bounds(problem.start)
            assert low <= now[0] <= now[1] <= high
            (low, high), steps = now, steps + 1
            assert steps < 2000
        assert low == high == value


def test_nothing_that_is_played_is_worth_more_or_less_than_the_span() -> None:
    span = GAME.positions().span
    for position in cases(60, 2):
        for number in (1, 2):
            problem = replace(problem_of(position), hero=number)
            least, most = span(problem)
            waiting: list[Position] = [position]
            while waiting:
                at = waiting.pop()
                if not at.mover:
                    assert least <= at.points()[number - 1] <= most
                waiting += [at.after(move) for move in at.moves()][:3]


def test_little_memory_and_no_time_are_no_error() -> None:
    position = drawn(random.Random(1), 5)
    brute = begin(GAME, problem_of(position)).run(SearchLimits())
    narrow = begin(GAME, problem_of(position))
    assert narrow.run(SearchLimits(memory=1 << 12)) == brute
    early = begin(GAME, problem_of(drawn(random.Random(1), 9)))
    bounds = early.run(SearchLimits(seconds=0.0))
    assert early.reason == "time"
    assert bounds.low < bounds.high


def test_the_score_that_the_rules_leave_open_can_be_read_both_ways() -> None:
    rows = [[1, "clover", "horseshoe", 1], [2, "clover", "hand-of-fatma", 1], [3, "horseshoe", "maneki-neko", 1]]
    rows += [[4, "hand-of-fatma", "ganesh", 1], *([number, "scarab", "matiasma", 1] for number in range(5, 16))]
    keys = {**BASE, "tiles": rows, "hands": [[5], [15]], "line": [6, 7, 8], "collections": [[1, 2, 3, 4], [9]]}
    values = {}
    for which in ("highest", "lowest"):
        problem = parse_puzzle(json.dumps({**keys, "open_score": which}).encode(), "points")[1]
        values[which] = solve(GAME, problem, SearchLimits())[0].worth.low
        line = solve(GAME, problem, SearchLimits())[0].line
        at = problem.start
        for ply in line:
            at = at.after(ply.move)
        own, other = (9, 7) if which == "highest" else (7, 9)  # with one more tile that scores 1
        said = f"player 1 {own} (the rules leave it open, {other} may count too)"
        assert said in GAME.positions().words().remark(at)
    assert abs(values["highest"] - values["lowest"]) == 8 - 6


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_a_certificate_proves_the_value_and_a_damaged_one_does_not(objective: Objective, tmp_path: object) -> None:
    path = f"{tmp_path}/c.jsonl"
    for seed in range(6):
        problem = problem_of(drawn_position(random.Random(seed), 2 + seed % 2, seed == 5), objective)
        search = begin(GAME, problem)
        bounds = search.run(SearchLimits())
        assert certify(path, GAME, problem, search) == (bounds.low, bounds.high)
        proven = verify(path, problem)
        assert (proven.lower, proven.upper) == (bounds.low, bounds.high)
    lines = Path(path).read_text().splitlines()
    head = json.loads(lines[0])
    head["lower"] = str(Fraction(head["lower"]) + 1)
    Path(path).write_text("\n".join([json.dumps(head), *lines[1:]]) + "\n")
    with pytest.raises(Refused):
        verify(path)


def test_a_puzzle_is_read_and_written_the_same() -> None:
    for number, position in enumerate(cases(60, 3)):
        problem = problem_of(position, OBJECTIVES[number % 2])
        keys = GAME.positions().write(problem)
        assert parse_puzzle(json.dumps(keys).encode(), problem.objective)[1] == problem
    problem = problem_of(drawn(random.Random(2), 3))
    assert GAME.positions().write(problem)["tiles"] == "invented"


def test_best_moves_inside_a_turn_are_found() -> None:
    keys = {**BASE, "holder": 2, "chosen": [3, 5]}
    problem = parse_puzzle(json.dumps(keys).encode(), "points")[1]
    assert problem.start.mover == 2, "large side up: the higher number is laid first"
    search = begin(GAME, problem)
    search.run(SearchLimits())
    assert best_move(search, problem.start) in problem.start.moves()
    after = problem.start.after("lay left")
    assert after.mover == 1
    assert after.write().endswith("chosen 3/-; laid 2; to move 1")


def test_drawn_problems_have_so_many_turns_left() -> None:
    for turns in (1, 4, 9):
        problem = GAME.positions().deal(random.Random(turns), PuzzleWish("win", turns=turns))
        assert isinstance(problem.start, FortunePosition)
        assert [len(hand) for hand in problem.start.hands] == [turns, turns]


WRONG = [
    ({"line": [8, 20]}, "line", "2 tiles in the line (GF203)"),
    ({"line": [8, 20, 3]}, "line", "tile 3 is in hands[0] already (GF101)"),
    ({"line": [8, 20, 22]}, "line", "there is no tile 22"),
    ({"hands": [[1, 21], [5, 3]]}, "hands", "1 and 21 in the same hand (GF101)"),
    ({"hands": [[1, 3], [5]]}, "hands", "hands of 2 and 1 tiles (GF201)"),
    ({"hands": [[1, 3]]}, "hands", "1 lists of tiles"),
    ({"hands": [[], []]}, "hands", "play is over (GF401)"),
    ({"side": "small"}, "side", "the small side is up after 7 turns (GF207)"),
    ({"holder": 1}, "holder", "player 1 has the medallion after 7 turns (GF207)"),
    ({"hands": [[2, 3], [5, 6]]}, "", "it is not told who has the medallion"),
    ({"chosen": [1, None]}, "chosen", "player 1 has chosen first (GF201)"),
    ({"chosen": [None, 6]}, "chosen", "player 2 has no 6 (GF201)"),
    (
        {"hands": [[1, 3], [21]], "line": [5, 8, 20], "laid": 2, "chosen": [None, 21]},
        "chosen",
        "player 1 alone has chosen",
    ),
    ({"hands": [[3], [1, 14]], "line": [5, 20, 8], "laid": 1, "chosen": [None, 14]}, "laid", "(GF202)"),
    ({"variants": ["simple-laying"]}, "", "it is not told who is to move"),
    ({"variants": ["simple-laying"], "to_move": 1, "holder": 1}, "holder", "no medallion in Simple laying"),
    ({"variants": ["simple-laying"], "hands": [[1], [5, 21]], "to_move": 1}, "to_move", "(GF502)"),
    ({"to_move": 1}, "to_move", "the medallion tells who is to move"),
    ({"collections": [[2, 4, 6, 7, 9, 10, 11, 12], []]}, "collections", "8 tiles by laying 7 (GF204)"),
    ({"hand": 4}, "tiles", "no game has 21 tiles and hands of 4"),
    ({"tiles": [[n, "clover", None, 1] for n in range(1, 22)]}, "tiles", "it is not known what tile 1 carries"),
    ({"tiles": "printed"}, "tiles", "no tile set 'printed'"),
    ({"goal": "fill"}, "goal", "invalid enum value"),
    ({"turns": 3}, "turns", "not known"),
]


@pytest.mark.parametrize(("keys", "field", "message"), WRONG, ids=[message for _, _, message in WRONG])
def test_impossible_positions_are_refused_with_their_place(keys: dict[str, object], field: str, message: str) -> None:
    text = json.dumps({**BASE, **keys}).encode()
    with pytest.raises(PuzzleFault) as caught:
        parse_puzzle(text)
    assert message in str(caught.value)
    where = text[caught.value.column - 1 :]
    if not field:
        assert caught.value.column == 1
    else:  # the value itself, or one in it
        value = {**BASE, **keys}[field]
        assert json.dumps(value).encode().find(where[:1]) >= 0
        assert text.index(b'"%s"' % field.encode()) < caught.value.column


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_what_is_proven_is_the_same_with_two_threads(objective: Objective) -> None:
    for seed in range(3):
        position = drawn(random.Random(seed), 6)
        found = []
        for threads in (ALONE, Threads(2)):
            duel = FortuneEndgame(problem_of(position, objective))
            duel.room(None)
            duel.tried[position] = 0
            while len(set(duel.bounds(position))) > 1:
                duel.tighten(position, 500, None, threads)
            found.append(duel.bounds(position))
            if threads is not ALONE:
                assert int(duel.workers[1].counts[NODES]) > 0
        assert found[0] == found[1]
