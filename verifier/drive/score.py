"""What a run has tried: how often each clause was exercised, and which known mistakes it would have noticed."""

import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping

from models.driving import Event, Hello, Wish
from models.game import Game
from models.reading import Malformed
from verifier.drive.played_game import PlayedGame
from verifier.item_steps import ItemStep, steps_of_log
from verifier.suite import all_mistakes

SHARE = 0.08  # of the time of a run that scoring may take
ALWAYS = 10  # games that are scored in any case
MOST_LEFT = 300  # games that are kept to be scored at the end
UNASKED = "nothing that is asked has to do with it"
EVERY = 7  # so manieth turn is looked at for what the program could have done by itself


class RunScore:
    """Mutation score of a run.

    A known mistake is noticed when a program with that mistake alone would have answered otherwise: refused what was
    accepted, accepted what was refused, or done something else by itself that the run would have seen.
    """

    def __init__(self, game: Game, wish: Wish, hello: Hello) -> None:
        self.game, self.reading = game, wish.reading
        self.unoffered = game.driving().unoffered(hello, wish)
        self.clauses = tuple(game.clauses())
        self.exercised: Counter[str] = Counter()
        self.asked: Counter[str] = Counter()  # steps that a clause speaks about
        self.noticed: dict[str, int] = {}  # by mistake, the game in which it shows first
        self.mistakes = all_mistakes(game)
        self.scored = self.games = 0
        self._turns = 0
        self._sorts: set[tuple[object, ...]] = set()
        never = {**game.driving().hidden, **game.driving().masked}
        self._open = [
            (mistake.name, mistake.changed(self.clauses))
            for mistake in self.mistakes
            if not reason_for(mistake.name, never)
        ]
        self._spent, self._since = 0.0, time.monotonic()
        self._left: list[PlayedGame] = []

    def look(self, played: PlayedGame) -> None:
        """Score a game, at the end if it has taken too much of the time already and one of this sort was scored."""
        self.games += 1
        begin, sort = time.monotonic(), _sort_of(played)
        if self.games > ALWAYS and sort in self._sorts and self._spent > SHARE * (begin - self._since):
            if len(self._left) < MOST_LEFT:
                self._left.append(played)
            return
        self._sorts.add(sort)
        self._score(played)
        self._spent += time.monotonic() - begin

    def finish(self, until: float) -> None:
        """Score the games that were left, up to a time."""
        for played in self._left:
            if time.monotonic() >= until:
                break
            self._score(played)
        self._left.clear()

    def _score(self, played: PlayedGame) -> None:
        self.scored += 1
        for step in self._steps(played):
            if step.refused and step.legal:
                continue  # something else that is legal too
            if not step.refused:
                self._exercise(step)
            for name, changed in self._open:
                if step.with_mistakes(self.clauses, changed).legal != step.legal:
                    self.noticed[name] = played.number
            self._open = [(name, changed) for name, changed in self._open if name not in self.noticed]

    def _steps(self, played: PlayedGame) -> Iterator[ItemStep]:
        try:
            unlogged = defaultdict[int, list[Event]](list)
            for line, event in played.unlogged:
                unlogged[line].append(event)
            yield from steps_of_log(
                self.game, played.events, self.reading, unlogged, self._instead if self._open else None
            )
        except (Malformed, ValueError):
            return

    def _instead(self, event: Mapping[str, object], table: object) -> Iterator[Event]:
        """Give what the program could have done by itself, at some of the turns."""
        self._turns += event["event"] == "turn"
        if event["event"] != "turn" or self._turns % EVERY == 0:
            yield from self.game.driving().by_itself(event, table)

    def _exercise(self, step: ItemStep) -> None:
        for clause in self.clauses:
            self.asked[clause.id] += isinstance(step.step.move, clause.moves)
            self.exercised[clause.id] += clause.exercised(step.step)

    def unasked(self) -> list[str]:
        """Give the clauses that speak of nothing that happened in the run."""
        return [clause.id for clause in self.clauses if not self.asked[clause.id]]

    def missed(self) -> list[str]:
        """Give the known mistakes that would not have been noticed, though an exchange with the program can."""
        untold = self.untold
        return [
            name for name in self._names() if name not in self.noticed and name not in untold and not self.lacking(name)
        ]

    @property
    def untold(self) -> dict[str, str]:
        """Why no exchange can show some of the known mistakes."""
        driving, found = self.game.driving(), {}
        for name in self._names():
            clause, colon, _ = name.partition(": ")
            reason = reason_for(name, driving.hidden) or reason_for(name, driving.masked)
            if reason:
                found[name] = reason
            elif colon and not self.asked[clause]:
                found[name] = UNASKED
        return found

    def lacking(self, name: str) -> str:
        """Say what a known mistake is about that the program does not offer; empty where it does."""
        return reason_for(name, self.unoffered) or self.unoffered.get(name.partition(": ")[0], "")

    def _names(self) -> list[str]:
        return [mistake.name for mistake in self.mistakes]


def _sort_of(played: PlayedGame) -> tuple[object, ...]:
    """Say what sort of game it is: how it is set up, by which house rules, and what happens in it."""
    header = played.events[0] if played.events else {}
    happens = {str(event["event"]) for event in played.events} - {"refused"}
    return header.get("setup"), str(header.get("variants")), *sorted(happens)


def reason_for(name: str, reasons: Mapping[str, str]) -> str:
    """Look for a known mistake by its name, or by its words alone."""
    return reasons.get(name) or reasons.get(name.partition(": ")[2], "")
