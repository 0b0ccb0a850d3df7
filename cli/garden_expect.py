"""`cloverproof garden --chance`, `--expect`, `--middle`: what is counted or sampled of the turns to come."""

from typing import TYPE_CHECKING

from msgspec import Struct

from models.reading import Malformed

if TYPE_CHECKING:
    from cli.garden_question import GardenQuestion
    from cli.solve_progress import Progress
    from models.gardens import Gardens, Shuffles
    from verifier.expected_turns import Expected, FillChance

COUNTED = 200_000  # positions that are counted with --exact: half a minute
ORDERS, SEED = 4000, 1  # of what is sampled, where nothing else is said


class TurnsAsked(Struct, frozen=True):
    """What is asked of the turns to come: the chance after so many reveals, how many turns it takes, from how many
    orders by which seed; `exact` refuses to sample.
    """

    chance: int | None
    expect: bool
    orders: int
    seed: int
    exact: bool

    @property
    def samples(self) -> bool:
        """Tell whether anything may be sampled."""
        return self.expect or (self.chance is not None and not self.exact)

    def shuffles(self, asked: "GardenQuestion", reveals: int) -> "Shuffles":
        """Give the orders in which clovers are revealed."""
        from models.gardens import Shuffles

        return Shuffles(asked.pile, asked.middle, reveals, self.orders, self.seed)

    def chance_of(self, gardens: "Gardens", asked: "GardenQuestion", progress: "Progress") -> "FillChance | None":
        """Count or sample the chance, if it is asked for. Raises Malformed."""
        if self.chance is None:
            return None
        from models.gardens import TooManyPositions
        from verifier.expected_turns import FillChance, chance_of

        progress.show(f"working out the chance of {self.chance} reveals ...")
        if not self.exact:
            return chance_of(gardens, asked.laid, self.shuffles(asked, self.chance))
        try:
            return FillChance(self.chance, gardens.chance(asked.laid, asked.pile, self.chance, COUNTED))
        except TooManyPositions as most:
            fault = f"{self.chance} reveals lead to too many positions to give the chance exactly"
            known = f"with {most.reveals} it is {most.chance}, about {float(most.chance):.3%}; more are no worse"
            raise Malformed("value", "chance", fault, known + "; without --exact it is sampled") from None

    def expected_of(self, gardens: "Gardens", asked: "GardenQuestion", progress: "Progress") -> "Expected | None":
        """Sample how many turns it takes, if it is asked for. Raises Malformed."""
        if not self.expect:
            return None
        from verifier.expected_turns import expected_of

        progress.show("sampling how many turns it takes ...")
        shuffles = self.shuffles(asked, sum(asked.pile))
        return expected_of(gardens, asked.laid, asked.copies, asked.top, shuffles)
