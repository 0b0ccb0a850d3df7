"""How much work a diagnosis may take: counted, not timed, so that the same logs get the same answer everywhere."""

CLAUSE = 1  # asking a clause about a step: one or two microseconds
STEP = 12  # making a step of a line
LOOK = 1  # looking whether a finding is explained
EXTEND = 5  # adding a mistake to a set
MOST = 6_000_000  # about eight seconds


class Effort:
    """Work that is left; it may be divided among several questions."""

    def __init__(self, most: int = MOST) -> None:
        self.left = most

    def spend(self, work: int) -> None:
        """Count some work."""
        self.left -= work

    @property
    def spent(self) -> bool:
        """Tell whether nothing is left."""
        return self.left <= 0

    def share(self, parts: int) -> "Effort":
        """Take a part of what is left, one of so many; what is not used of it is to be given `back`."""
        taken = Effort(max(0, self.left) // parts)
        self.left -= taken.left
        return taken

    def back(self, share: "Effort") -> None:
        """Take back what is left of a share."""
        self.left += share.left
