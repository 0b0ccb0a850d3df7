"""The notation of clause cases: a table, a move, and what was shown after it.

`1 ./. 4; 1 ./. 4; middle 3; pile 9 | 1: m3x4 b2 => middle 4`: facts of the table before, separated by `;`, then the
move behind `|`, then facts shown after it behind `=>`. Gardens are those of players 1, 2, ...; with only one given,
the second garden is empty. What is not said is as usual: play goes on, all other clovers are face down, it is the turn
of whoever moves.

Moves: `1: 13 c1` player 1 reveals 13 and adds it on c1; `1: 13x10 d2` exchanges it for the 10 there (`1: 13 x d2`: the
old number is not told); `1: 13 -` leaves it; `m13` takes it from the middle; `set 1: 5 a1`; `start first 1, pile 32,
middle -`; `concede 2`; `end winners 1 2, empty 3 3, points 2 2`; `tournament points 3 -1, winners 1`; `open`.
"""

import re
from collections.abc import Callable  # noqa: TC003
from dataclasses import dataclass, field

from msgspec.structs import replace

from models.lucky_numbers.editions import EDITIONS, TOP, VARIANTS, Rules
from models.lucky_numbers.effect import step_of
from models.lucky_numbers.garden import EMPTY, Board, Cell, Clover, Garden, read_garden
from models.lucky_numbers.moves import (
    Conceding,
    End,
    Move,
    Opening,
    Placing,
    Player,
    Scores,
    Start,
    Turn,
)
from models.lucky_numbers.table import Played, Step, Table, new_table

TURN = re.compile(r"(\d+): (m?)(\d+)(?:x(\d+)| (x))? (-|[a-i]\d)(?:, out (\d+))?")
SET = re.compile(r"set (\d+): (\d+) ([a-i]\d)")
GAME = re.compile(r"game first (\d)(?: points (.*))?")


@dataclass
class CaseFacts:
    """The facts of a case, as they are read."""

    gardens: list[str] = field(default_factory=list)
    words: dict[str, str] = field(default_factory=dict)
    games: list[Played] = field(default_factory=list)


def read_case(text: str) -> Step:
    """Read a case; raises ValueError where it is none."""
    before, _, rest = text.partition(" | ")
    move, _, after = rest.partition(" => ")
    scene, shown = _scene(before), _scene(after)
    table = _table(scene)
    step = step_of(table, _move(table, move.strip(), shown))
    changed = step.after
    if shown.gardens:
        seen = tuple(_garden(table.rules, garden)[1] for garden in shown.gardens)
        changed = replace(changed, gardens=seen + changed.gardens[len(seen) :])
    if {"again", "not again"} & shown.words.keys():
        changed = replace(changed, again="again" in shown.words)
    return Step(table, step.move, changed)


KEYS = ("setup", "michael", "bruno", "bruno-any", "strict", "tournament", "again", "not again", "drawn", "played on")
VALUES = ("middle", "pile", "hidden", "top", "sets", "first", "last", "conceded")


def _scene(text: str) -> CaseFacts:
    scene = CaseFacts()
    for part in filter(None, (part.strip() for part in text.split(";"))):
        if "/" in part:
            scene.gardens.append(part)
        elif game := GAME.fullmatch(part):
            scene.games.append(Played(Player(int(game[1])), _numbers(game[2]) if game[2] else None))
        elif part in KEYS or part.split()[0] in VALUES:
            key = part if part in KEYS else part.split()[0]
            scene.words[key] = part.removeprefix(key).strip()
        else:
            raise ValueError(f"not a fact of a case: {part!r}")
    return scene


def _numbers(text: str) -> tuple[int, ...]:
    return () if text.strip() == "-" else tuple(int(token) for token in text.split())


def _clovers(text: str) -> tuple[Clover, ...]:
    return tuple(sorted(Clover(number) for number in _numbers(text)))


def _garden(rules: Rules, text: str) -> tuple[Board, Garden]:
    return read_garden(text, rules.top)


def _table(scene: CaseFacts) -> Table:
    if not scene.gardens:
        raise ValueError("a case shows a garden")
    words = scene.words
    top = int(words.get("top", TOP))
    gardens = [read_garden(text, top) for text in scene.gardens]
    board = gardens[0][0]
    players = max(2, len(gardens))
    variants = tuple(name for name in VARIANTS if name in words)
    rules = Rules(
        edition=EDITIONS[0],
        board=board,
        top=top,
        sets=int(words.get("sets", players)),
        players=players,
        one_by_one="michael" in words,
        again=tuple(way for name in variants for way in VARIANTS[name]),
        variants=variants,
        equal_exchange="strict" not in words,
    )
    laid = tuple(garden for _, garden in gardens) + (board.empty(),) * (players - len(gardens))
    return _facts(new_table(rules, tuple(scene.games), "tournament" in words), laid, words)


def _facts(table: Table, gardens: tuple[Garden, ...], words: dict[str, str]) -> Table:
    middle = _clovers(words.get("middle", "-"))
    if "hidden" in words:
        given = _numbers(words["hidden"])
        hidden = tuple(given.count(number) for number in range(table.rules.top + 1))
    else:
        seen = [clover for garden in gardens for clover in garden] + list(middle)
        hidden = (0, *(max(0, table.rules.sets - seen.count(number)) for number in range(1, table.rules.top + 1)))  # type: ignore[arg-type]
    in_setup = "setup" in words
    last = Player(int(words["last"])) if "last" in words else None
    made = replace(
        table,
        gardens=gardens,
        hidden=hidden,
        middle=middle,
        pile=int(words.get("pile", sum(hidden))),
        placed=tuple(sum(clover != EMPTY for clover in garden) for garden in gardens),
        playing=not in_setup,
        first=Player(int(words["first"])) if "first" in words else last,
        last=last,
        again="again" in words,
        drawn="drawn" in words,
        conceded=frozenset(Player(number) for number in _numbers(words.get("conceded", "-"))),
        played_on="played on" in words,
    )
    # The end is found as after any move.
    return step_of(made, Opening()).after


def _move(table: Table, text: str, shown: CaseFacts) -> Move:
    if turn := TURN.fullmatch(text):
        return _turn(table, turn, shown)
    if setting := SET.fullmatch(text):
        return Placing(_player(table, setting[1]), _clover(table, setting[2]), _cell(table, setting[3]))
    word, _, rest = text.partition(" ")
    facts = {key: value for key, _, value in (part.strip().partition(" ") for part in rest.split(",")) if key}
    readers: dict[str, Callable[[], Move]] = {
        "open": Opening,
        "start": lambda: Start(
            Player(int(facts["first"])) if "first" in facts else None,
            int(facts["pile"]) if "pile" in facts else None,
            _clovers(facts["middle"]) if "middle" in facts else None,
        ),
        "concede": lambda: Conceding(Player(int(rest))),
        "end": lambda: End(_named(facts), _counts(facts, "empty"), _counts(facts, "points")),
        "tournament": lambda: Scores(_counts(facts, "points"), _named(facts)),
    }
    if word not in readers:
        raise ValueError(f"not a move: {text!r}")
    return readers[word]()


def _named(facts: dict[str, str]) -> frozenset[Player] | None:
    return frozenset(Player(number) for number in _numbers(facts["winners"])) if "winners" in facts else None


def _counts(facts: dict[str, str], key: str) -> tuple[int, ...] | None:
    return _numbers(facts[key]) if key in facts else None


def _turn(table: Table, turn: re.Match[str], shown: CaseFacts) -> Turn:
    player, middle, clover, old, exchange, cell, out = turn.groups()
    replaced = old or out
    return Turn(
        player=_player(table, player),
        source="middle" if middle else "pile",
        clover=_clover(table, clover),
        action="discard" if cell == "-" else "exchange" if old or exchange else "place",
        cell=None if cell == "-" else _cell(table, cell),
        out=Clover(int(replaced)) if replaced else None,
        pile=int(shown.words["pile"]) if "pile" in shown.words else None,
        middle=_clovers(shown.words["middle"]) if "middle" in shown.words else None,
    )


def _player(table: Table, text: str) -> Player:
    if int(text) not in table.players:
        raise ValueError(f"there is no player {text}")
    return Player(int(text))


def _clover(table: Table, text: str) -> Clover:
    if not 1 <= int(text) <= table.rules.top:
        raise ValueError(f"there is no clover {text}")
    return Clover(int(text))


def _cell(table: Table, name: str) -> Cell:
    if name not in table.rules.board.cells:
        raise ValueError(f"there is no cell {name}")
    return table.rules.board.cells[name]
