"""What answers to the suite look like: the known mistakes with which a program would give the wrong ones."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from models.game import Game
from verifier.diagnose.diagnosis import Diagnosis, named_mistake, words
from verifier.diagnose.hypothesis import Hypothesis, HypothesisTrial
from verifier.diagnose.telling_apart import narrowness, telling_cases
from verifier.grade import difference
from verifier.suite import Answer, Item, all_mistakes

MOST_ASKED = 3_000_000  # steps that are asked about in one search
WIDE, LARGEST = 20, 3  # sets that are made larger, and mistakes in a set
NOTHING: Mapping[str, Collection[str]] = {}


def suite_diagnosis(
    game: Game,
    questions: Sequence[Item],
    answers: Mapping[str, Answer],
    wrong: Collection[str],
    untold: Mapping[str, Collection[str]] = NOTHING,
) -> Diagnosis | None:
    """Diagnose answers of which some are wrong; `untold` are turns of tables that a program could not be asked.

    Counts of lines are not looked at. None where nothing else is wrong.
    """
    asked = [item for item in questions if item.item_steps and item.id in answers]
    if not any(item.id in wrong for item in asked):
        return None
    return _AnswerSearch(game, asked, answers, wrong, untold).diagnosis()


class _AnswerSearch:
    """Which sets of mistakes give the wrong answers of a program, and none that speaks against a right one."""

    def __init__(
        self,
        game: Game,
        asked: Sequence[Item],
        answers: Mapping[str, Answer],
        wrong: Collection[str],
        untold: Mapping[str, Collection[str]],
    ) -> None:
        self.game, self.answers, self.untold = game, answers, untold
        self.mistakes = all_mistakes(game)
        self.trial = HypothesisTrial(game, self.mistakes)
        self.wrong = [item for item in asked if item.id in wrong]
        self.right = sorted((item for item in asked if item.id not in wrong), key=lambda item: len(item.item_steps))
        self.left = MOST_ASKED
        self.touched: dict[int, frozenset[str]] = {}  # by mistake, the wrong items it bears upon
        self.explained: dict[frozenset[int], frozenset[str]] = {}

    def given_by(self, item: Item, hypothesis: Hypothesis) -> Answer | None:
        """Give the answer of a program with some mistakes, None where they do not bear upon the item."""
        changed, clauses = dict(hypothesis.changed), self.trial.clauses
        self.left -= len(item.item_steps)
        steps = [each.with_mistakes(clauses, changed) for each in item.item_steps]
        if all(other is each for other, each in zip(steps, item.item_steps, strict=True)):
            return None
        given = item.answer_of(steps, clauses)
        if item.kind == "position":
            untold = self.untold.get(item.id, ())
            given = {**given, "legal": [turn for turn in given["legal"] if turn not in untold]}
        return given

    def gives(self, item: Item, given: Answer | None) -> bool:
        """Tell whether an answer is what the program has answered."""
        return given is not None and not difference(replace(item, answer=given), self.answers[item.id])

    def refuted(self, hypothesis: Hypothesis) -> bool:
        """Tell whether a right answer speaks against some mistakes."""
        for item in self.right:
            given = self.given_by(item, hypothesis)
            if given is not None and not self.gives(item, given):
                return True
        return False

    def singles(self) -> Iterator[Hypothesis]:
        """Give the mistakes that explain something, and that nothing speaks against."""
        for number in range(len(self.mistakes)):
            one = self.trial.extended(Hypothesis(), number)
            if one is None or self.left < 0:
                continue
            found = {item.id: given for item in self.wrong if (given := self.given_by(item, one)) is not None}
            explained = frozenset(item.id for item in self.wrong if self.gives(item, found.get(item.id)))
            if explained and not self.refuted(one):
                self.touched[number], self.explained[one.mistakes] = frozenset(found), explained
                yield one

    def explains(self, hypothesis: Hypothesis) -> frozenset[str]:
        """Give the wrong items that a set explains; only those that several of its mistakes bear upon are asked."""
        if hypothesis.mistakes not in self.explained:
            bearing = Counter(key for each in hypothesis.mistakes for key in self.touched[each])
            parts = [self.explained[frozenset((each,))] for each in hypothesis.mistakes]
            self.explained[hypothesis.mistakes] = frozenset(
                item.id
                for item in self.wrong
                if (
                    self.gives(item, self.given_by(item, hypothesis))
                    if bearing[item.id] > 1
                    else any(item.id in part for part in parts)
                )
            )
        return self.explained[hypothesis.mistakes]

    def best(self) -> list[Hypothesis]:
        """Give the smallest sets that explain most."""
        ones = list(self.singles())
        level, best, most = ones, list[Hypothesis](), 0
        for _ in range(LARGEST):
            level = sorted(level, key=lambda each: -len(self.explains(each)))
            for each in level:
                count = len(self.explains(each))
                if count < max(most, 1) or (count == most and len(each.mistakes) > len(best[0].mistakes)):
                    continue
                if len(each.mistakes) > 1 and self.refuted(each):
                    continue
                best, most = ([*best, each] if count == most else [each]), count
            if most == len(self.wrong) or self.left < 0:
                break
            level = self._larger(level[:WIDE], ones, most)
        return best

    def _larger(self, sets: Sequence[Hypothesis], ones: Sequence[Hypothesis], most: int) -> list[Hypothesis]:
        found: dict[frozenset[int], Hypothesis] = {}
        for each in sets:
            for one in ones:
                (number,) = one.mistakes
                larger = None if self.left < 0 else self.trial.extended(each, number)
                if larger is not None and len(self.explains(larger)) > most:
                    found[larger.mistakes] = larger
        return list(found.values())

    def diagnosis(self) -> Diagnosis:
        """Say what was found."""
        best = sorted(self.best(), key=lambda each: (narrowness(self.game, each), sorted(each.mistakes)))
        told = self.explains(best[0]) if best else frozenset[str]()
        common = frozenset[int].intersection(*(each.mistakes for each in best)) if best else frozenset[int]()
        named = [(words(self.mistakes, sorted(each.mistakes - common)), each) for each in best]
        return Diagnosis(
            game=self.game.key,
            logs=0,
            findings=len(self.wrong),
            sets=tuple(
                tuple(named_mistake(self.game, self.mistakes[number]) for number in sorted(each.mistakes))
                for each in best
            ),
            left=tuple(Counter(item.kind for item in self.wrong if item.id not in told).most_common()),
            telling=telling_cases(self.game, named),
            whole=self.left >= 0,
        )
