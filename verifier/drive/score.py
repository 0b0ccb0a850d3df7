"""What a run has tried: how often each clause was exercised, and which known mistakes it would have noticed."""

import time
from collections import Counter
from collections.abc import Iterator

from models.game import Game
from models.reading import Malformed, Reading
from models.state_space import Mutant
from verifier.drive.play import PlayedGame
from verifier.item_steps import Changed, ItemStep, steps_of_log
from verifier.suite import all_mistakes

SHARE = 0.08  # of the time of a run that scoring may take
ALWAYS = 10  # games that are scored in any case


class RunScore:
    """Mutation score of a run.

    A known mistake is noticed when a program with that mistake alone would have answered otherwise: refused what was
    accepted, accepted what was refused, or shown something else.
    """

    def __init__(self, game: Game, reading: Reading) -> None:
        self.game, self.reading = game, reading
        self.clauses = tuple(game.clauses())
        self.exercised: Counter[str] = Counter()
        self.asked: Counter[str] = Counter()  # steps that a clause speaks about
        self.noticed: dict[str, int] = {}  # by mistake, the game in which it shows first
        self.mistakes = all_mistakes(game)
        self.scored = self.games = 0
        self._open = [(mistake.name, self._changed(mistake)) for mistake in self.mistakes]
        self._spent, self._since = 0.0, time.monotonic()

    def _changed(self, mistake: Mutant) -> Changed:
        pairs = enumerate(zip(mistake.clauses, self.clauses, strict=True))
        return {index: wrong for index, (wrong, right) in pairs if wrong != right}

    def look(self, played: PlayedGame) -> None:
        """RunScore a game, unless scoring has taken too much of the time already."""
        self.games += 1
        begin = time.monotonic()
        if self.games > ALWAYS and self._spent > SHARE * (begin - self._since):
            return
        self.scored += 1
        for step in self._steps(played):
            if step.legal == step.refused:
                break  # what follows is not what a right program would have shown
            self._exercise(step)
            for name, changed in self._open:
                if step.with_mistakes(self.clauses, changed).legal != step.legal:
                    self.noticed[name] = played.number
            self._open = [(name, changed) for name, changed in self._open if name not in self.noticed]
        self._spent += time.monotonic() - begin

    def _steps(self, played: PlayedGame) -> Iterator[ItemStep]:
        try:
            yield from steps_of_log(self.game, played.events, self.reading)
        except (Malformed, ValueError):
            return

    def _exercise(self, step: ItemStep) -> None:
        for clause in self.clauses:
            if isinstance(step.step.move, clause.moves):
                self.asked[clause.id] += 1
                self.exercised[clause.id] += clause.exercised(step.step)

    def unasked(self) -> list[str]:
        """Give the clauses that speak of nothing that happened in the run."""
        return [clause.id for clause in self.clauses if not self.asked[clause.id]]

    def missed(self) -> list[str]:
        """Give the known mistakes that would not have been noticed."""
        return [mistake.name for mistake in self.mistakes if mistake.name not in self.noticed]
