"""Cases that decide claims, as pictures: the table before the step that shows it and after it, with what matters."""

from collections.abc import Sequence

from models.clause import AnyStep
from models.game import Game
from models.proof import Counterexample, Provable
from reports.breach_pictures import breach_scene
from reports.pictures.files import Scene, scenes_file
from reports.pictures.grids import Mark, board_of
from reports.pictures.tables import Marks, changed, legend, lying
from reports.verdict_words import verdict_words

TOLD = 6  # last steps that are told


def witness_picture(game: Game, claim: Provable, word: str, case: Counterexample) -> str:
    """Draw the case that decides a claim, with the claim, what there is to say of the case, and its last steps."""
    told = [each.words for each in game.proofs().tell(case.steps)][1:][-TOLD:]
    lines = [*(f"{name}: {value}" for name, value in case.facts), *told]
    title = f"{claim.id}: {verdict_words(word, claim.expected, shows_case=True)}"
    scenes = witness_scenes(game, case)
    return scenes_file(title, scenes, [*witness_legend(scenes), *lines], above=(claim.statement,))


def witness_legend(scenes: Sequence[Scene]) -> list[str]:
    """Explain what is marked in the drawings of a case."""
    return legend((each.marks for each in scenes), against="what decides the claim")


def witness_scenes(game: Game, case: Counterexample) -> list[Scene]:
    """Show a case: the table before and after the step that decides, or one table; nothing of a case of values."""
    if not case.steps:
        return [] if case.table is None else [Scene(lying(game.view(case.table), (), Marks())[0], _marked(case))]
    results = _results(game, case.steps)
    if results:
        return results
    drawn = _drawn_marks(game, case)
    step = case.steps[-1] if drawn.cells else _last_change(game, case.steps)
    if case.broken and step is case.steps[-1]:
        clause = next(clause for clause in game.clauses() if clause.id == case.broken[0])
        scene = breach_scene(game, step, clause.fault(step))
        return _side_by_side(scene.before, scene.after)
    if case.marked:
        view, last = game.view(case.steps[-1].after), case.steps[-1]
        return [Scene(*lying(view, (), Marks(_marked(case).cells, changed(game.view(last.before), view).pieces)))]
    before, after = game.view(step.before), game.view(step.after)
    played = changed(before, after)
    return _side_by_side(Scene(before), Scene(after, Marks({**played.cells, **drawn.cells}, played.pieces)))


def _results(game: Game, steps: Sequence[AnyStep]) -> list[Scene]:
    """Show the results that a case ends in, each way to reckon by itself."""
    views = [game.proofs().result(step) for step in steps]
    shown = [view for view in views if view is not None]
    if not shown or views[-1] is None:
        return []
    heads = ("one result", "another result of the same tiles") if len(shown) > 1 else ("the result",)
    return [Scene(view, Marks(), head) for view, head in zip(shown, heads, strict=False)]


def _side_by_side(before: Scene, after: Scene) -> list[Scene]:
    """Give both tables without rows in which nothing lies; one, where nothing that is drawn changes."""
    first, then = lying(before.view, (after.view,), before.marks), lying(after.view, (before.view,), after.marks)
    if (first[0].pictures, first[0].strips) == (then[0].pictures, then[0].strips) and before.marks == after.marks:
        return [Scene(*then)]
    return [Scene(*first, "before"), Scene(*then, "after")]


def _last_change(game: Game, steps: Sequence[AnyStep]) -> AnyStep:
    """Give the last step that changes what is drawn; the last one where none does."""
    for step in reversed(steps):
        before, after = game.view(step.before), game.view(step.after)
        if (before.pictures, before.strips) != (after.pictures, after.strips):
            return step
    return steps[-1]


def _drawn_marks(game: Game, case: Counterexample) -> Marks:
    """Give what the game marks on the boards of a case."""
    boards = [board_of(picture) for picture in game.proofs().draw(case)]
    return Marks({(n, *at): Mark(each.kind) for n, board in enumerate(boards) for at, each in board.marks.items()})


def _marked(case: Counterexample) -> Marks:
    return Marks({place: Mark("against") for place in case.marked})
