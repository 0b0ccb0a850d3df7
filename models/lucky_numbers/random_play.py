"""Random play: whole games by the rules, written as logs of every end, tie and variant a suite should show.

What is played asks only the clauses that the fast code knows of; the suite judges every log by all of them.
"""

import random
from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from models.formats import LOG_FORMAT
from models.lucky_numbers.clauses.ln403_fewest_empty import FEWEST
from models.lucky_numbers.clauses.ln602_points import POINTS
from models.lucky_numbers.clauses.ln603_most_points import MostPoints
from models.lucky_numbers.editions import SIDE, STANDARD, TOP, Rules
from models.lucky_numbers.garden import EMPTY, Cell, Clover, Garden
from models.lucky_numbers.kernel import fits, middle_changes, was_last
from models.lucky_numbers.moves import Player
from models.lucky_numbers.successors import FastSpace
from models.lucky_numbers.table import Ended, Table, new_table

Event = dict[str, Any]
Laying = tuple[Cell, int, bool]


class RandomGame:
    """One game as it is played and written down.

    `style` is how the players choose: "fill" empty cells, "leave" nearly everything, "any" legal turn, or "circle"
    clovers through the middle and reveal none.
    """

    def __init__(self, rng: random.Random, rules: Rules, style: str = "any", **header: Any) -> None:
        self.rng, self.rules, self.style = rng, rules, style
        self.shown = header.pop("shown", True)
        self.named = header.pop("named", True)
        self.refusals = header.pop("refusals", False)
        self.first = header.pop("first", rng.randint(1, rules.players))
        self.header = header
        self.board = FastSpace(rules, (0,) + (rules.sets,) * rules.top)
        self.pile = [number for number in range(1, rules.top + 1) for _ in range(rules.sets)]
        rng.shuffle(self.pile)
        self.gardens: list[Garden] = [rules.board.empty() for _ in range(rules.players)]
        self.middle: list[int] = []
        self.conceded: set[int] = set()
        self.events: list[Event] = []
        self.reasons: set[str] = set()
        self.last = 0
        self.filled = False

    def write(self, event: str, **keys: object) -> None:
        """Write an event."""
        self.events.append({"event": event, **keys})

    def open(self) -> None:
        """Write the header, with the size only where it is not the printed one."""
        rules = self.rules
        keys: Event = {"format": LOG_FORMAT, "game": "lucky-numbers", "edition": rules.edition.key}
        keys |= {"setup": "michael" if rules.one_by_one else STANDARD, "players": rules.players}
        if rules.variants:
            keys["variants"] = list(rules.variants)
        usual = (("side", rules.board.side, SIDE), ("top", rules.top, TOP), ("sets", rules.sets, rules.players))
        keys |= {name: value for name, value, printed in usual if value != printed}
        self.write("game", **keys, **self.header)

    def set_up(self) -> None:
        """Lay the first clovers: ascending as far as it goes, or in any order."""
        rules = self.rules
        side, seats = rules.board.side, range(1, rules.players + 1)
        hands = {seat: [self.pile.pop() for _ in range(side)] for seat in seats}
        for seat in seats:
            (self.rng.shuffle if self.style == "any" else list.sort)(hands[seat])
        order = [(seat, index) for seat in seats for index in range(side)]
        if rules.one_by_one:
            order.sort(key=lambda pair: (pair[1], self.rng.random()))
        for seat, index in order:
            self._lay(seat, rules.board.diagonal[index], hands[seat][index])
            self.write(
                "setup", player=seat, clover=hands[seat][index], cell=rules.board.names[rules.board.diagonal[index]]
            )
        first = {"first": self.first} if self.named else {}
        self.write("start", **first, **self._seen())

    def _seen(self) -> Event:
        return {"pile": len(self.pile), "middle": list(self.middle)} if self.shown else {}

    def _lay(self, seat: int, cell: Cell, number: int) -> int:
        garden = self.gardens[seat - 1]
        self.gardens[seat - 1] = (*garden[:cell], Clover(number), *garden[cell + 1 :])
        return garden[cell]

    def layings(self, seat: int, number: int) -> list[Laying]:
        """Give where a number can go in a garden: the cell, what lies there, whether it gives another turn."""
        garden, board, equal = self.gardens[seat - 1], self.rules.board, self.rules.equal_exchange
        return [
            (Cell(cell), int(old), self.board.again(garden, cell, number))
            for cell, old in enumerate(garden)
            if fits(garden, cell, number, board.before[cell], board.after[cell], equal)
        ]

    def turn(self, seat: int) -> bool:
        """Take a turn as the style says; tell whether it gives another one."""
        source, number, laying = self.choose(seat)
        if source == "middle":
            self.middle.remove(number)
        if self.refusals and self.rng.random() < 0.4:
            self._refuse(seat, source, number)
        keys: Event = {"player": seat, "from": source, "clover": number}
        again, old = False, 0
        if laying is None:
            keys["action"] = "discard"
        else:
            cell, old, again = laying
            self._lay(seat, cell, number)
            keys |= {"action": "exchange" if old else "place", "cell": self.rules.board.names[cell]}
            if old:
                keys["out"] = int(old)
                self.reasons.add("an equal exchange" if old == number else "an exchange")
                if source == "middle":
                    self.reasons.add("an exchange from the middle")
        _, enters = middle_changes(source == "middle", laying is not None, number, old)
        self.middle += [enters] if enters else []
        self.write("turn", **keys, **self._seen())
        self.last = seat
        self.filled = EMPTY not in self.gardens[seat - 1]
        if again:
            self.reasons.add("another turn")
        return again

    def _refuse(self, seat: int, source: str, number: int) -> None:
        right = {cell for cell, *_ in self.layings(seat, number)}
        wrong = [cell for cell in range(self.rules.board.side**2) if cell not in right]
        if wrong:
            cell = self.rng.choice(wrong)
            action = "exchange" if self.gardens[seat - 1][cell] else "place"
            keys = {"from": source, "clover": number, "action": action, "cell": self.rules.board.names[cell]}
            self.write("refused", player=seat, **keys)
            self.reasons.add("a refusal")

    def choose(self, seat: int) -> tuple[str, int, Laying | None]:
        """Choose a turn in the style of the players."""
        if self.style in ("circle", "fill") or (self.style == "any" and self.rng.random() < 0.4):
            for number in self.rng.sample(self.middle, len(self.middle)):
                ways = [way for way in self.layings(seat, number) if self.style != "fill" or not way[1]]
                if ways:
                    return "middle", number, self.rng.choice(ways)
        number = self.pile.pop()
        ways = self.layings(seat, number)
        if self.style == "fill":
            ways = [way for way in ways if not way[1]] or [way for way in ways if self._better(number, way)]
            return "pile", number, min(ways, key=lambda way: self._off(way[0], number)) if ways else None
        lays = self.rng.random() < {"leave": 0.04, "any": 0.85}.get(self.style, 0.3)
        return "pile", number, self.rng.choice(ways) if ways and lays else None

    def _off(self, cell: int, number: int) -> float:
        side = self.rules.board.side
        return abs(number - 1 - (cell % side + cell // side) * (self.rules.top - 1) / (2 * side - 2))

    def _better(self, number: int, way: Laying) -> bool:
        return self._off(way[0], number) < self._off(way[0], way[1])

    def play(self, most: int = 400) -> None:
        """Take turns until play is over, or stop the record after a number of turns."""
        seat = self.first
        for _ in range(most):
            again = self.turn(seat)
            if self.filled or was_last(self.events[-1]["from"] == "pile", len(self.pile)):
                self.end()
                return
            seat = seat if again else self.next(seat)
        self.write("stop", reason="the record breaks off")
        self.reasons.add("no end")

    def next(self, seat: int) -> int:
        """Give the next player clockwise who has not conceded."""
        seat = seat % self.rules.players + 1
        return seat if seat not in self.conceded else self.next(seat)

    def concede(self, seat: int) -> None:
        """Let a player give up."""
        self.conceded.add(seat)
        self.write("concede", player=seat)

    @property
    def over(self) -> bool:
        """Whether a garden is full or no clover lies face down."""
        return self.filled or was_last(True, len(self.pile))

    def table(self) -> Table:
        """Give the table at the end, as clauses read it."""
        empty = tuple(garden.count(EMPTY) for garden in self.gardens)
        over = Ended("full" if self.filled else "pile", empty) if self.over else None
        return replace(
            new_table(self.rules),
            gardens=tuple(self.gardens),
            pile=len(self.pile),
            ended=over,
            conceded=frozenset(Player(seat) for seat in self.conceded),
        )

    def end(self) -> None:
        """Name the result."""
        table = self.table()
        winners = [self.last] if self.filled else sorted(FEWEST.winners(table, table.empty))
        keys: Event = {"winners": winners, "empty": list(table.empty)}
        if "tournament" in self.header or self.rng.random() < 0.5:
            keys["points"] = list(POINTS.points(table) or ())
        self.write("end", **keys)
        if self.filled:
            self.reasons.add("a full garden by the last clover" if not self.pile else "a full garden")
        elif not table.ended:
            self.reasons.add("one player left")
        else:
            self.reasons.add(f"the last clover, {len(winners)} winners" if len(winners) > 1 else "the last clover")

    def whole(self, most: int = 400) -> list[Event]:
        """Play and write a whole game."""
        self.open()
        self.set_up()
        self.play(most)
        return self.events


def tournament_result(games: Sequence[Event], players: int) -> Event:
    """Sum up a tournament."""
    points = [game["points"] for game in games if game["event"] == "end"]
    sums = tuple(sum(own) for own in zip(*points, strict=True)) or (0,) * players
    return {"event": "tournament", "points": list(sums), "winners": sorted(MostPoints().winners(sums))}
