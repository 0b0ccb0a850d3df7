"""The least and the most that a problem of Good Fortune can be worth, whatever is played."""

from fractions import Fraction

from models.good_fortune.kernel import points
from models.good_fortune.positions import FortunePosition
from models.position import Problem


def worth_span(problem: Problem) -> tuple[Fraction, Fraction]:
    """Give the least and the most that a problem can be worth.

    No group has more tiles, and none a higher die sum, than a collection with all that can still be won; and the tiles
    of a collection are in one group at best.
    """
    if problem.objective == "win":
        return Fraction(-1), Fraction(1)
    position = problem.start
    assert isinstance(position, FortunePosition)
    tiles, hands = position.rules.tiles, position.hands
    open_ones = sorted((tiles.face(tile).die or 0 for tile in (*position.line, *hands[0], *hands[1])), reverse=True)
    most = []
    for hand, own in zip(hands, position.won, strict=True):
        dice = sum(tiles.face(tile).die or 0 for tile in own) + sum(open_ones[: len(hand)])
        most.append(points(len(hand) + len(own), dice))
    hero = problem.hero - 1
    return Fraction(-most[1 - hero]), Fraction(most[hero])
