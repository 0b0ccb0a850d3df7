"""Games as a program with known mistakes plays and writes them: it asks its own clauses, and nothing else.

It plays by chance, now and then does what only its mistakes allow, refuses what they forbid, and shows what follows by
its own clauses. `play` gives the log of one game, or of a short tournament.
"""

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, combinations
from typing import Any

import msgspec

from models.clause import Clause, breached
from models.game import Game
from models.good_fortune.editions import Rules as FortuneRules
from models.good_fortune.perturbations import perturbations as other_tiles
from models.good_fortune.random_play import Manner
from models.good_fortune.random_play import RandomGame as FortuneGame
from models.good_fortune.suite_games import some_tiles
from models.lucky_numbers.clauses.ln201_order import ORDER
from models.lucky_numbers.clauses.ln301_ascending import PLACEMENT
from models.lucky_numbers.clauses.ln602_points import POINTS
from models.lucky_numbers.perturbations import perturbations as other_clovers
from models.reading import Malformed, Reading
from tests.mistaken_game import MistakenGame

Event = dict[str, Any]
TURNS = 120  # of a game that does not end
TRIES = 30


class Program:
    """A program with mistakes, and the log it writes."""

    def __init__(
        self, game: Game, changed: Mapping[int, Clause], rng: random.Random, reading: Reading | None = None
    ) -> None:
        self.game, self.changed, self.rng, self.reading = game, changed, rng, reading or Reading()
        self.mistaken = MistakenGame(game, changed)
        self.right, self.own = tuple(game.clauses()), tuple(self.mistaken.game.clauses())
        self.series = game.series()
        self.events: list[Event] = []

    def begin(self, header: Event) -> None:
        self.engine = self.mistaken.game.engine(msgspec.convert(header, self.game.header), self.reading, self.series)
        step = self.engine.step(msgspec.convert(header, self.game.header))
        if breached(self.own, step):
            raise Malformed("header", "tournament", "the program plays no further game", "")
        self.do(header, step)

    def step(self, event: Event, wrong: bool = False) -> Any:
        """Give the step of an event if the program makes it, and if it is to be wrong by the rules, is."""
        try:
            step = self.engine.step(msgspec.convert(event, self.game.events))
        except (Malformed, msgspec.ValidationError):
            return None
        return None if (wrong and not self.is_wrong(step)) or breached(self.own, step) else step

    def is_wrong(self, step: Any) -> bool:
        return bool(breached([self.right[place] for place in self.changed], step))

    def do(self, event: Event, step: Any) -> bool:
        self.events.append(event)
        self.engine.adopt(step)
        return True

    def make(self, usual: Iterable[Event], others: Callable[[Event], Iterable[Event]], often: float = 0.3) -> bool:
        """Make one of some usual events, or something else that only the mistakes allow."""
        first = made = None
        for each in usual:
            first = first or each
            if (step := self.step(each)) is not None:
                made = each, step
                break
        if made is not None and self.is_wrong(made[1]):
            return self.do(*made)
        if first is not None and (made is None or self.rng.random() < often):
            pool = list(others(first))
            self.rng.shuffle(pool)
            for wrong in (True,) if made is not None else (True, False):
                for each in pool:
                    step = self.step(each, wrong)
                    if step is not None:
                        return self.do(each, step)
        return self.do(*made) if made is not None else False

    def refuse(self, tried: Iterable[Event], shown: Sequence[str]) -> None:
        """Write a turn that the program refuses, one that is legal if it can."""
        found = None
        for event in tried:
            bare = {key: value for key, value in event.items() if key not in shown} | {"event": "refused"}
            try:
                trial = self.engine.trial(msgspec.convert(bare, self.game.refused))
            except (Malformed, msgspec.ValidationError):
                continue
            if trial is None or not breached(self.own, trial[0]):
                continue
            found = bare
            if not breached(self.right, trial[0]):
                break
        if found is not None:
            self.events.append(found)


# Lucky Numbers --------------------------------------------------------------------------------------------------------

CLOVER_SHOWN = ("pile", "middle", "gardens", "out")


class CloverPlay(Program):
    """A game of Lucky Numbers."""

    def clause(self, right: Clause) -> Any:
        return self.own[self.right.index(right)]

    def whole(self) -> list[Event]:
        rng = self.rng
        tournament = rng.random() < 0.25
        players = 2 if tournament else rng.choice((2, 2, 3, 3, 4))
        size = {"side": 2} if tournament else rng.choice(({}, {}, {"side": 3}, {"side": 2}))
        size |= {} if not size else self.numbers(players, size["side"])
        self.gives_up = players > 2 and rng.random() < 0.3
        header: Event = {
            "event": "game",
            "format": "cloverproof/1",
            "game": "lucky-numbers",
            "players": players,
            **size,
        }
        header["edition"] = "tiki-2020"
        header["setup"] = "michael" if rng.random() < 0.4 else "standard"
        if rng.random() < 0.25:
            header["variants"] = [rng.choice(("bruno", "bruno-any"))]
        if tournament:
            header["tournament"] = {"id": "t"}
        for game in range(players + (rng.random() < 0.5) if tournament else 1):
            try:
                self.begin(header)
            except Malformed:
                break
            self.shows = rng.random() < 0.85
            self.style = rng.choice(("fill", "fill", "add", "any"))
            self.one(game + 1 if tournament and rng.random() < 0.6 else rng.randint(1, players))
            if self.events[-1]["event"] == "stop" and tournament:
                return self.events
        if tournament:
            self.sum_up()
        return self.events

    def numbers(self, players: int, side: int) -> Event:
        """Choose the numbers of a small board: fewer than all gardens hold, as many, or more."""
        top = self.rng.randint(4, 9) if side == 2 else 12
        least = side * players // top + 1  # that leave one face down
        return {"top": top, "sets": self.rng.randint(least, max(least, players + side))}

    def one(self, first: int) -> None:
        rules = self.engine.table().rules
        self.set_up(first)
        for _ in range(TURNS):
            table = self.engine.table()
            if self.rng.random() < (0.4 if table.ended else 0.04) and self.result():
                return
            if self.rng.random() < (0.15 if self.gives_up else 0.01) and rules.players > 2:
                self.make([{"event": "concede", "player": self.rng.randint(1, rules.players)}], lambda each: ())
            if self.rng.random() < 0.3:
                usual = [self.turn() for _ in range(5)]
                others = list(other_clovers(self.rng, usual[0], table))
                tried = [*usual, *self.rng.sample(others, min(15, len(others)))]
                self.refuse((each for each in tried if each["event"] == "turn"), CLOVER_SHOWN)
            some = (self.showing(self.turn()) for _ in range(TRIES))
            made = self.make(some, self.others, 0.2)
            if self.events[-1]["event"] == "end" or (not made and self.result()):
                return
            if not made:
                break
        self.do({"event": "stop"}, self.engine.step(msgspec.convert({"event": "stop"}, self.game.events)))

    def set_up(self, first: int) -> None:
        rules = self.engine.table().rules
        order = [(seat, cell) for cell in rules.board.diagonal for seat in range(1, rules.players + 1)]
        if not rules.one_by_one:
            order.sort()
        for seat, cell in order:
            table = self.engine.table()
            numbers = [number for number, count in enumerate(table.hidden) if count]
            cells = [cell, *range(rules.board.side**2)]
            usual: list[Event] = [
                {"event": "setup", "player": seat, "clover": number, "cell": rules.board.names[each]}
                for each in cells
                for number in self.rng.sample(numbers, min(3, len(numbers)))
            ]
            self.make(usual, lambda each, at=table: other_clovers(self.rng, each, at), 0.25)  # type: ignore[misc]
        while not self.engine.table().playing:
            table = self.engine.table()
            start: Event = {"event": "start", "first": first}
            shown = [{**start, "pile": pile, "middle": []} for pile in (table.pile, table.pile - 1)]
            starts = [self.showing(start), *shown, start, {"event": "start"}]
            if not self.make(starts, lambda each, at=table: other_clovers(self.rng, each, at)):  # type: ignore[misc]
                return

    def showing(self, event: Event) -> Event:
        """Show the pile and the middle after an event."""
        step = self.step(event) if self.shows and "middle" not in event else None
        if step is None:
            return event
        shown: Event = {**event, "pile": step.after.pile, "middle": [int(number) for number in step.after.middle]}
        if event["event"] == "turn" and self.rng.random() < 0.15:
            shown["gardens"] = self.gardens(step.after.gardens)
        return shown if self.step(shown) is not None else event

    def gardens(self, gardens: Sequence[Sequence[int]]) -> list[str]:
        side = self.engine.table().rules.board.side
        rows = [[" ".join(map(str, own[at : at + side])) for at in range(0, side**2, side)] for own in gardens]
        return ["/".join(each).replace(" 0", " .").replace("/0", "/.").removeprefix("0 ") for each in rows]

    def others(self, event: Event) -> Iterator[Event]:
        table = self.engine.table()
        yield from other_clovers(self.rng, event, table)
        step = self.step(event)
        if step is None:
            return
        for _ in range(6):
            gardens = [list(garden) for garden in step.after.gardens]
            garden = self.rng.choice(gardens)
            garden[self.rng.randrange(len(garden))] = self.rng.randint(1, table.rules.top)
            yield {**event, "gardens": self.gardens(gardens)}

    def turn(self) -> Event:
        rng, table = self.rng, self.engine.table()
        player = rng.choice(self.clause(ORDER).due(table) or table.players)
        garden, rules = table.garden(player), table.rules
        source, number = self.clover(garden)
        keys: Event = {"event": "turn", "player": int(player), "from": source, "clover": int(number)}
        fitting = self.clause(PLACEMENT).fits
        cells = [cell for cell in range(len(garden)) if fitting(rules, garden, cell, number)]
        cell = self.cell(garden, cells, number)
        if cell is None or (source == "pile" and rng.random() < 0.15):
            return {**keys, "action": "discard"}
        if garden[cell]:
            return {**keys, "action": "exchange", "cell": rules.board.names[cell], "out": int(garden[cell])}
        return {**keys, "action": "place", "cell": rules.board.names[cell]}

    def clover(self, garden: Sequence[int]) -> tuple[str, int]:
        """Choose a clover that is face down, or one that lies in the middle."""
        rng, table = self.rng, self.engine.table()
        if table.middle and (rng.random() < 0.35 or not table.pile):
            fit = [number for number in table.middle if self.style == "fill" and self.fills(garden, number)]
            return "middle", rng.choice(fit or table.middle)
        hidden = [number for number, count in enumerate(table.hidden) for _ in range(count)]
        return "pile", rng.choice(hidden or range(1, table.rules.top + 1))

    def cell(self, garden: Sequence[int], cells: Sequence[int], number: int) -> int | None:
        """Choose one of the cells that a number fits; who fills a garden exchanges what is out of place."""
        free = [cell for cell in cells if not garden[cell]]
        if self.style != "fill":
            some = free if free and (self.style == "add" or self.rng.random() < 0.5) else cells
            return self.rng.choice(some) if some else None
        room = {cell: self.usual_number(cell) for cell in cells}
        better = free or [cell for cell in cells if abs(number - room[cell]) < abs(garden[cell] - room[cell])]
        return min(better, key=lambda each: abs(number - room[each]), default=None)

    def usual_number(self, cell: int) -> float:
        """Give the number that leaves most room on both sides of a cell."""
        rules = self.engine.table().rules
        column, row = rules.board.place(cell)
        return 1 + int(column + row) * (int(rules.top) - 1) / (2 * int(rules.board.side) - 2)

    def fills(self, garden: Sequence[int], number: int) -> bool:
        """Tell whether a number fits an empty cell."""
        rules, fitting = self.engine.table().rules, self.clause(PLACEMENT).fits
        return any(not lies and fitting(rules, garden, cell, number) for cell, lies in enumerate(garden))

    def result(self) -> bool:
        table, rng = self.engine.table(), self.rng
        players = list(map(int, table.players))
        some = [list(each) for size in range(len(players) + 1) for each in combinations(players, size)]
        rng.shuffle(some)
        empty = list(table.empty)
        points = [list(found)] if (found := self.clause(POINTS).points(table)) else []
        usual = [
            {"event": "end", "winners": each, "empty": empty, **more}
            for each in some
            for more in (*({"points": own} for own in points), {})
        ]
        return self.make(
            usual, lambda each: (other for other in other_clovers(rng, each, table) if other["event"] == "end"), 0.6
        )

    def sum_up(self) -> None:
        table = self.engine.table()
        sums = self.clause(POINTS).sums(table)
        players = list(map(int, table.players))
        some = [list(each) for size in range(len(players) + 1) for each in combinations(players, size)]
        self.rng.shuffle(some)
        told: Event = {"points": list(sums)} if sums else {}
        self.make(({"event": "tournament", "winners": each, **told} for each in some), lambda each: (), 0)


# Good Fortune ---------------------------------------------------------------------------------------------------------

TILE_SHOWN = ("line", "hands", "collections", "holder", "side")


class TilePlay(Program):
    """A game of Good Fortune."""

    def whole(self) -> list[Event]:
        rng = self.rng
        hand = rng.choice((1, 3, 4, 6, 9, 9))
        kind = rng.random()
        rules = FortuneRules(guessing=kind < 0.25, simple=kind > 0.75, tiles=some_tiles(rng, 2 * hand + 3), hand=hand)
        manner = Manner(
            style=rng.choice(("any", "win", "win")),
            fates=rng.random() < 0.7,
            chooser=rng.random() < 0.7,
            tiles="half" if rng.random() < 0.2 else "rows",
        )
        self.gives_up = rng.random() < 0.15
        self.book = FortuneGame(rng, rules, manner)
        self.book.open()
        self.begin(self.book.events[0])
        self.book.deal()
        deal = self.book.events[-1]
        bare = {key: value for key, value in deal.items() if key not in TILE_SHOWN[3:]}
        other = {**deal, "holder": 3 - deal["holder"]} if deal.get("holder") else bare
        table = self.engine.table()
        if not self.make([deal, other, bare], lambda each: other_tiles(each, table), 0.5):
            return self.events
        self.shows = rng.random() < 0.85
        for _ in range(TURNS):
            if not self.go_on():
                break
            if self.engine.finished():
                return self.events
        self.do({"event": "stop"}, self.engine.step(msgspec.convert({"event": "stop"}, self.game.events)))
        return self.events

    def go_on(self) -> bool:
        rng, table = self.rng, self.engine.table()
        if rng.random() < (0.8 if table.ended else 0.03) and self.result():
            return True
        if rng.random() < (0.2 if self.gives_up else 0.01):
            self.make([{"event": "concede", "player": rng.randint(1, 2)}], lambda each: ())
        if not any(table.hands):
            return self.result() or self.make([], lambda each: ())
        usual = [each for _ in range(6) for each in self.turns(table)]
        if not usual:
            return self.result()
        if rng.random() < 0.3:
            others = list(other_tiles(usual[0], table))
            rng.shuffle(others)
            self.refuse((each for each in (*usual, *others[:40]) if each["event"] == "turn"), TILE_SHOWN)
        return self.make(map(self.showing, usual), lambda each: other_tiles(each, table)) or self.result()

    def turns(self, table: Any) -> list[Event]:
        self.book.table = table
        self.book.events = []
        if not table.rules.simple and not all(table.hands):
            return []
        try:
            self.book.turn()
        except (IndexError, ValueError):
            return []
        turn = {key: value for key, value in self.book.events[-1].items() if key not in TILE_SHOWN}
        bare = {**turn, "laid": [{key: each[key] for key in ("player", "tile", "end")} for each in turn["laid"]]}
        back = {**turn, "laid": turn["laid"][::-1]}
        return [turn, {key: value for key, value in turn.items() if key != "chooser"}, bare, back]

    def showing(self, event: Event) -> Event:
        step = self.step(event) if self.shows else None
        if step is None:
            return event
        after = step.after
        shown: Event = {
            **event,
            "line": list(after.line),
            "hands": [list(hand) for hand in after.hands],
            "collections": [list(won) for won in after.won],
        }
        if not after.rules.simple:
            shown |= {"holder": after.holder, "side": after.side}
        return shown if self.step(shown) is not None else event

    def result(self) -> bool:
        table = self.engine.table()
        self.book.table, self.book.events = table, []
        if table.conceded:
            ends: list[Event] = [{"event": "end", "winners": [each]} for each in (1, 2)]
        else:
            self.book.end()
            end = self.book.events[-1]
            ends = [end, *({**end, "winners": each} for each in ([1], [2], [1, 2], []))]
            ends += [{key: each[key] for key in ("event", "totals", "winners")} for each in ends]
        return self.make(ends, lambda each: other_tiles(each, table), 0.6)


PLAYS: Mapping[str, type[CloverPlay] | type[TilePlay]] = {"lucky-numbers": CloverPlay, "good-fortune": TilePlay}


def play(game: Game, changed: Mapping[int, Clause], rng: random.Random, reading: Reading | None = None) -> list[Event]:
    """Play a game as a program with some clauses wrong, and give its log."""
    return PLAYS[game.key](game, changed, rng, reading).whole()


def log_lines(events: Iterable[Event]) -> list[bytes]:
    """Write a log."""
    return list(chain(msgspec.json.encode(event) + b"\n" for event in events))
