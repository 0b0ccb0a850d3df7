"""What the graph of a small game shows of a claim: looked for on tables and steps, without any formula."""

from itertools import chain, product

from models.claim import Games
from models.good_fortune.clauses.gf204_connect import CONNECT
from models.good_fortune.collections import totals_of
from models.good_fortune.editions import LINE, Rules
from models.good_fortune.kernel import ahead, ends
from models.good_fortune.layings import met
from models.good_fortune.table import Step, Table


def three_in_line(table: Table) -> bool:
    """Look whether three different tiles lie in the line."""
    return len(table.line) == len(set(table.line)) == LINE


def no_tile_in_two_places(table: Table) -> bool:
    """Look whether no tile is in two places."""
    here = [*table.line, *chain(*table.hands), *chain(*table.won)]
    return len(here) == len(set(here))


def opposite_is_won(step: Step) -> bool:
    """Look whether exactly the tiles opposite to connecting ones came into the collections."""
    gone = {each.pushed_out for each in met(step) if each.laying.end in CONNECT.connects(each)}
    return set(chain(*step.after.won)) - set(chain(*step.before.won)) == gone


def connects_or_cannot(step: Step) -> bool:
    """Look whether each tile connects where it lies, or could not have connected at the other end."""
    must = ((each.laying.end, CONNECT.connects(each)) for each in met(step))
    return all(not where or end in where for end, where in must)


def no_collection_too_large(table: Table) -> bool:
    """Look whether no collection is larger than what was laid, and play is over with empty hands only."""
    small = all(len(won) <= laid for won, laid in zip(table.won, table.laid, strict=True))
    return small and table.ended is not any(table.hands)


def has_a_choice(table: Table) -> bool:
    """Look whether whoever is to choose has a tile."""
    if table.ended:
        return True
    if table.rules.simple and table.last is not None:
        return bool(table.hands[2 - table.last])
    return all(table.hands)


def few_are_won(table: Table) -> bool:
    """Look whether nobody has more tiles than were dealt to a hand."""
    return all(len(won) <= table.rules.hand for won in table.won)


def left_is_free(table: Table) -> bool:
    """Look whether every tile in hand may be laid at the left end."""
    masks = table.rules.tiles.masks
    return all(True in ends(*masks[tile], table.line) for tile in chain(*table.hands))


def one_is_ahead(table: Table) -> bool:
    """Look whether play has not ended with equal points."""
    one, other = (totals_of(table.rules.tiles, won) for won in table.won)
    return not table.ended or all(ahead(*pair) for pair in product(one, other))


def as_many_turns(rules: Rules, games: Games) -> bool:
    """Look whether every kind of end comes after all turns, and no table comes again."""
    return set(games.soonest.values()) == {rules.turns} and games.cycle is None
