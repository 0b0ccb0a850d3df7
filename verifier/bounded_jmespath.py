"""JMESPath that stops where it would run long or grow large."""

from jmespath.visitor import TreeInterpreter

from verifier.path_limits import Steps

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jmespath.visitor import _TreeNode as Node


class Bounded(TreeInterpreter):
    """Evaluate an expression, counting what is looked at and what is made."""

    def __init__(self, steps: Steps) -> None:
        super().__init__()
        self.steps = steps

    def visit(self, node: "Node", *args: object, **kwargs: object) -> object:
        """Evaluate a part of the expression; what it makes counts as much as it is long."""
        self.steps.take(1)
        found: object = super().visit(node, *args, **kwargs)
        if isinstance(found, (list, dict)):
            self.steps.take(len(found) >> 3)  # looked at again and again, and never copied whole
        elif isinstance(found, str):
            self.steps.take(len(found))
        return found

    def visit_flatten(self, node: "Node", value: object) -> object:
        """Make one list of several, if it does not grow too long."""
        base: object = self.visit(node["children"][0], value)
        if not isinstance(base, list):
            return None
        self.steps.take(4 * sum(len(each) if isinstance(each, list) else 1 for each in base))  # copied whole
        merged: list[object] = []
        for each in base:
            merged.extend(each if isinstance(each, list) else [each])
        return merged
