"""What answers to the suite look like: the known mistakes with which a program would give the wrong ones."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from models.game import Game
from verifier.diagnose.diagnosis import Diagnosis, named_mistake
from verifier.diagnose.effort import CLAUSE, Effort
from verifier.diagnose.hypothesis import Hypothesis, HypothesisTrial
from verifier.diagnose.search import PATIENCE, JudgedHypothesis, SetSearch
from verifier.diagnose.telling_apart import named_groups, narrowness, telling_cases
from verifier.grade import difference
from verifier.suite import Answer, Item, all_mistakes

WIDE = 20  # sets that are made larger
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


class _AnswerSearch(SetSearch):
    """Which sets of mistakes give the wrong answers of a program, and none that speaks against a right one."""

    width = WIDE
    patience = (PATIENCE[0], PATIENCE[-1])

    def __init__(
        self,
        game: Game,
        asked: Sequence[Item],
        answers: Mapping[str, Answer],
        wrong: Collection[str],
        untold: Mapping[str, Collection[str]],
    ) -> None:
        super().__init__(Effort())
        self.game, self.answers, self.untold = game, answers, untold
        self.mistakes = all_mistakes(game)
        self.trial = HypothesisTrial(game, self.mistakes)
        self.wrong = [item for item in asked if item.id in wrong]
        self.right = sorted((item for item in asked if item.id not in wrong), key=lambda item: len(item.item_steps))
        self.ones: list[Hypothesis] = []
        self.touched: dict[int, frozenset[str]] = {}  # by mistake, the wrong items it bears upon
        self.explained: dict[frozenset[int], frozenset[str]] = {frozenset(): frozenset()}

    def given_by(self, item: Item, hypothesis: Hypothesis) -> Answer | None:
        """Give the answer of a program with some mistakes, None where they do not bear upon the item."""
        changed, clauses = dict(hypothesis.changed), self.trial.clauses
        self.effort.spend(CLAUSE * len(item.item_steps))
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
            if one is None or self.cut(1):
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

    def judged(self, hypothesis: Hypothesis) -> JudgedHypothesis:
        """Tell how many wrong answers a set leaves."""
        return JudgedHypothesis(hypothesis, len(self.wrong) - len(self.explains(hypothesis)), 0)

    def stands(self, hypothesis: Hypothesis) -> bool:
        """Tell whether no right answer speaks against a set; a single mistake was asked already."""
        return len(hypothesis.mistakes) == 1 or not self.refuted(hypothesis)

    def children(self, of: Hypothesis, patience: int) -> list[JudgedHypothesis]:
        """Add a mistake that explains something more."""
        if not of.mistakes:
            return [self.judged(each) for each in self.ones]
        found = list[JudgedHypothesis]()
        for (number,) in (one.mistakes for one in self.ones):
            larger = None if self.cut(len(of.mistakes) + 1) else self.trial.extended(of, number)
            if larger is not None and len(self.explains(larger)) > len(self.explains(of)):
                found.append(self.judged(larger))
        return found

    def diagnosis(self) -> Diagnosis:
        """Say what was found."""
        self.ones = list(self.singles())
        found = [each.hypothesis for each in self.run()]
        best = sorted(found, key=lambda each: (narrowness(self.game, each), sorted(each.mistakes)))
        told = self.explains(best[0])
        by_set = {each.mistakes: each for each in best}
        sets = [sorted(each.mistakes) for each in best]
        groups = named_groups(self.mistakes, sets, lambda whole: by_set[frozenset(whole)])
        return Diagnosis(
            game=self.game.key,
            logs=0,
            findings=len(self.wrong),
            sets=tuple(
                tuple(named_mistake(self.game, self.mistakes[number]) for number in sorted(each.mistakes))
                for each in best
                if each.mistakes
            ),
            left=tuple(Counter(item.kind for item in self.wrong if item.id not in told).most_common()),
            telling=telling_cases(self.game, groups),
            stopped=self.stopped,
        )
