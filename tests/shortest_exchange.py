"""The shortest exchange that tells a wrong program from the right one, by searching all exchanges breadth-first.

Both programs are asked the same, and their answers are compared; nothing here knows how a driver plays or judges.
"""

import time
from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Iterator
from typing import Generic, Protocol, TypeVar

from tests.programs.lucky import Answer

Ask = dict[str, object]
Path = tuple[Ask, ...]
GameT = TypeVar("GameT")


class Program(Protocol[GameT]):
    """A program and the game that it plays just now."""

    game: GameT

    def answer(self, request: Ask, /) -> Ask: ...


class Both(Generic[GameT]):
    """The right program and the wrong one in the midst of the same game, and the clovers that were revealed in it."""

    def __init__(self, right: GameT, wrong: GameT, revealed: tuple[int, ...] = ()) -> None:
        self.right, self.wrong, self.revealed = right, wrong, revealed


class Search(ABC, Generic[GameT]):
    """Breadth-first, request by request."""

    def __init__(self, right: Program[GameT], wrong: Program[GameT]) -> None:
        self.right, self.wrong, self.unmoved = right, wrong, False

    def shortest(self, seconds: float) -> Path | None:
        """Give the requests of a shortest exchange in which an answer differs, None if it is not found in time."""
        until, seen = time.process_time() + seconds, set[Hashable]()
        ahead: list[tuple[Both[GameT], Path]] = []
        for begin in self.deals():
            both = Both(self.copied(self.right.game), self.copied(self.wrong.game))
            if self.differs(both, begin):
                return (begin,)
            ahead.append((both, (begin,)))
        while ahead:
            level, ahead = ahead, []
            for before, path in level:
                if time.process_time() > until:
                    return None
                for both, request in self.asks(before):
                    if self.differs(both, request):
                        return self.whole((*path, request), both)
                    if self.unmoved:
                        continue
                    key = self.state_of(both.right), self.state_of(both.wrong)
                    if key not in seen:
                        seen.add(key)
                        ahead.append((both, (*path, request)))
        return None

    def twin(self, both: Both[GameT]) -> Both[GameT]:
        return Both(self.copied(both.right), self.copied(both.wrong), both.revealed)

    def asks(self, both: Both[GameT]) -> Iterator[tuple[Both[GameT], Ask]]:
        """Give each request, legal or not, with a copy of the game that it is made in."""
        for request in self.requests(both.right):
            yield self.twin(both), request

    def whole(self, path: Path, both: Both[GameT]) -> Path:
        """Say in the requests what was open until the end."""
        return path

    def differs(self, both: Both[GameT], request: Ask) -> bool:
        """Make a request of both programs, and tell whether they answer differently; `unmoved` if it changes nothing."""
        self.right.game, self.wrong.game = both.right, both.wrong
        right, wrong = self.right.answer(request), self.wrong.answer(request)
        self.unmoved = not right.get("ok")
        if request["do"] == "legal":  # a list that is too long is not wrong before what it lists is accepted
            return not listed(right) <= listed(wrong)
        return self.plain(right) != self.plain(wrong)

    @abstractmethod
    def deals(self) -> Iterator[Ask]: ...

    @abstractmethod
    def requests(self, game: GameT) -> Iterator[Ask]: ...

    @abstractmethod
    def copied(self, game: GameT) -> GameT: ...

    @abstractmethod
    def state_of(self, game: GameT) -> Hashable:
        """Give all that later answers depend on."""

    @abstractmethod
    def plain(self, answer: Ask) -> Ask:
        """Leave away of an answer what no rule speaks of."""


def listed(answer: Ask) -> set[object]:
    moves = answer["moves"]
    return set(moves) if isinstance(moves, Iterable) else set()


def shown(answer: Ask) -> tuple[Ask, Answer]:
    """Give an answer without the words of a refusal, and what it shows."""
    shows = answer.get("shows")
    return {key: value for key, value in answer.items() if key != "why"}, shows if isinstance(shows, dict) else {}
