"""What recorded games say of tiles that nobody has written down: formulas over all tile sets there could be."""

from collections.abc import Iterator, Sequence

from models.good_fortune.clauses.gf204_connect import CONNECT
from models.good_fortune.clauses.gf205_discard import DISCARD
from models.good_fortune.clauses.gf402_groups import GROUPING
from models.good_fortune.collections import collection_of
from models.good_fortune.layings import Met, met
from models.good_fortune.moves import BOTH, Ending, Player, Turn
from models.good_fortune.partial_log import FortuneLog
from models.good_fortune.symbolic_log import LogEncoder
from models.good_fortune.symbolic_state import SomeMet, SymbolicLaying
from models.good_fortune.symbolic_tiles import KINDS, SomeGroup, WholeTiles
from models.good_fortune.table import Step
from models.good_fortune.tiles import CHARMS
from models.material import BadMaterial, Hidden, Hint, LogLine
from models.partial_log import LogFormulas
from models.smt import And, Count, Formula, Implies, Not, Sum, flag

MOST_TILES = 31  # beyond, the pairs of tiles are too many to ask about


def hidden(
    games: Sequence[Sequence[tuple[LogLine, Step]]],
    records: Sequence[tuple[str, FortuneLog]] = (),
    *,
    pairs_once: bool = False,
) -> Hidden:
    """State what games say, given as steps with whatever tells them apart, and records with gaps; all of one size.

    Of whole games only what depends on the tiles is stated: clauses on all else are for the judge.
    """
    steps = [each for game in games for each in game]
    tops = [step.before.rules.top for _, step in steps[:1]] + [record.rules.top for _, record in records[:1]]
    top = tops[0] if tops else 0
    if top > MOST_TILES:
        raise BadMaterial([f"games of {top} tiles are too large to infer a set from: at most {MOST_TILES}"])
    some = WholeTiles(top)
    named = any(isinstance(step.move, Ending) and step.move.groups is not None for _, step in steps)
    named = named or any(record.names_charms for _, record in records)
    base = list(some.whole(pairs_once=pairs_once, named=named))
    hints = [hint for place, (key, step) in enumerate(steps) for hint in _hints(place, key, step, some)]
    for place, (path, record) in enumerate(records):
        account = _account(record, some, f"record {place} line ")
        base += account.holds
        hints += _said(path, record, account)
    return Hidden(tuple(base), tuple(hints), tuple(_candidates(some, named)), some.read)


def _account(record: FortuneLog, some: WholeTiles, name: str) -> LogFormulas:
    last = max((entry.line for entry in record.entries), default=0)
    return LogEncoder(record, last, sure=True, pause=lambda: None, tiles=some, name=name).account


def _said(path: str, record: FortuneLog, account: LogFormulas) -> Iterator[Hint]:
    """Give what each line of a record demands of what it does not say, and of the tiles."""
    by_line: dict[int, list[Formula]] = {}
    for demand in account.demands:
        by_line.setdefault(demand.line, []).append(demand.formula)
    for line, formulas in by_line.items():
        yield Hint((path, line), record.kind(line), And(formulas))


def _candidates(some: WholeTiles, named: bool) -> Iterator[tuple[str, str, Formula]]:
    for one, other in some.pairs:
        shared = some.shares(one, other)
        yield "share a charm", f"{one}-{other}", shared
        yield "share none", f"{one}-{other}", Not(shared)
    for tile, die in some.dice.items():
        for face in range(1, some.most + 1):
            yield "die", f"{tile} shows {face}", die == face
    if named:
        for (tile, charm), carries in some.charms.items():
            yield "charm", f"{tile} carries {CHARMS[charm]}", carries


def _hints(place: int, key: LogLine, step: Step, some: WholeTiles) -> Iterator[Hint]:
    move = step.move
    if isinstance(move, Turn):
        said = [(_words(each), _of_laying(each, some)) for each in met(step)]
    elif isinstance(move, Ending):
        said = [(f"the result of player {player}", _of_result(place, player, step, some)) for player in BOTH]
    else:
        return
    yield from (Hint(key, words, formula) for words, formula in said if formula is not True)


def _words(each: Met) -> str:
    laying = each.laying
    does = {"won": "wins", "discarded": "discards", None: "pushes out"}[laying.fate]
    return f"the {laying.tile} next to the {each.at(laying.end)} {does} the {each.pushed_out}"


def _of_laying(each: Met, some: WholeTiles) -> Formula:
    """State what must be true of the charms if a laying was legal.

    Which tile a record says was pushed out is for the judge, so it is taken to be the right one.
    """
    laying = each.laying
    taken = 0 if laying.fate is None else each.pushed_out
    unknown = SymbolicLaying(laying.player, laying.tile, laying.end == "left", taken, laying.fate == "won")
    it = SomeMet(each.place, unknown, each.line, each.first_line, some)
    return And(CONNECT.legal_term(it), DISCARD.legal_term(it))


def _of_result(place: int, player: Player, step: Step, some: WholeTiles) -> Formula:
    """State what must be true of the tiles if the groups and the total of a player are right."""
    move, owned = step.move, collection_of(step, player)
    assert isinstance(move, Ending)
    told = move.groups[player - 1] if move.groups else None
    if told is not None and not all(group.listed for group in told):
        told = None
    total = move.totals[player - 1] if move.totals else None
    if owned.must != owned.may or (told is None and total is None):
        return True
    if told is not None and sorted(tile for group in told for tile in group.tiles) != list(owned.must):
        return True
    if told is None:
        flags = {(tile, c): flag(f"g{place}.{player}.{tile}.{c}") for tile in owned.must for c in KINDS}
        groups = [SomeGroup(some, c + 1, {tile: flags[tile, c] for tile in owned.must}) for c in KINDS]
    else:
        groups = [SomeGroup(some, CHARMS.index(each.charm) + 1, dict.fromkeys(each.tiles, True)) for each in told]
    parts: list[Formula] = [GROUPING.order_term(groups)]
    for group in groups:
        parts += [Implies(here, some.face(tile).carries_one_of(group.charm)) for tile, here in group.members.items()]
    parts += [Count(group.members.get(tile, False) for group in groups) == 1 for tile in owned.must]
    for group, named in zip(groups, told or (), strict=False):
        if named.points is not None:
            parts.append(group.points == named.points)
    return And(parts, total is None or Sum(group.points for group in groups) == total)
