"""Games to judge: legal ones, and ones with the mistakes that real programs make."""

import json
import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

from tests.oracle import Event, Garden, ascends, cells, diagonal, fewest_empty, place_of, points_of, twins

STYLES = ("random", "greedy", "drain")


def dump(events: Iterable[Event]) -> str:
    """Write events as JSON Lines."""
    return "".join(json.dumps(event, separators=(",", ":")) + "\n" for event in events)


class Move(NamedTuple):
    """What a player does with a clover."""

    source: str
    clover: int
    action: str
    cell: str | None = None


class Program:
    """A program that plays one legal game and writes its log; each mistake overrides one step of it."""

    def __init__(
        self,
        rng: random.Random,
        *,
        side: int = 4,
        top: int = 20,
        sets: int | None = None,
        players: int = 2,
        edition: str = "tiki-2020",
        setup: str = "standard",
        variants: Sequence[str] = (),
        style: str = "random",
        show: bool = True,
        end: bool = True,
        concede: bool = False,
        tournament: Event | None = None,
        first: int | None = None,
        equal_exchange: bool = True,
        refusals: bool = False,
        nulls: bool = False,
    ) -> None:
        self.rng = rng
        self.side, self.top, self.players = side, top, players
        self.sets = players if sets is None else sets
        self.edition, self.setup, self.variants = edition, setup, list(variants)
        self.style, self.show, self.end, self.concede = style, show, end, concede
        self.tournament, self.equal_exchange, self.refusals, self.nulls = tournament, equal_exchange, refusals, nulls
        self.show_first = first is not None or rng.random() < 0.5
        self.first = rng.randint(1, players) if first is None else first

        self.log: list[Event] = []
        self.erred = False
        self.seats = list(range(1, players + 1))
        self.gardens: dict[int, Garden] = {player: {} for player in self.seats}
        self.middle: list[int] = []
        self.pile = self.stock()
        self.conceded: list[int] = []
        self.give_ups = sorted(rng.randrange(8 * players) for _ in range(rng.randint(1, players))) if concede else []
        self.turns = 0

    # The steps of a game ----------------------------------------------------------------------------------------------

    def stock(self) -> list[int]:
        """Shuffle all clovers face down."""
        clovers = [number for number in range(1, self.top + 1) for _ in range(self.sets)]
        self.rng.shuffle(clovers)
        return clovers

    def play(self) -> list[Event]:
        """Play the game and give its log."""
        self.open()
        for player, number, cell in self.placing():
            self.gardens[player][cell] = number
            self.write("setup", player=player, clover=number, cell=cell)
        self.begin()
        self.take_turns()
        self.finish()
        return self.log

    def write(self, kind: str, **keys: Any) -> None:
        """Add an event to the log."""
        self.log.append({"event": kind, **keys})

    def open(self) -> None:
        """Write the header; board and clovers only where they are not the usual ones."""
        keys: Event = {"format": "cloverproof/1", "game": "lucky-numbers", "edition": self.edition}
        if self.setup != "standard" or not self.nulls:
            keys["setup"] = self.setup
        keys["players"] = self.players
        if self.variants:
            keys["variants"] = self.variants
        if self.tournament is not None or self.nulls:
            keys["tournament"] = self.tournament
        usual = {"side": 4, "top": 20, "sets": self.players}
        for name, value in (("side", self.side), ("top", self.top), ("sets", self.sets)):
            if value != usual[name]:
                keys[name] = value
        self.write("game", **keys)

    def one_by_one(self) -> bool:
        """Tell whether the set-up goes clover by clover."""
        return self.setup == "michael" or self.edition == "ravensburger-2012"

    def placing(self) -> Iterator[tuple[int, int, str]]:
        """Deal the set-up clovers and lay each on a diagonal cell: player, number, cell."""
        return self.rounds() if self.one_by_one() else self.hands()

    def hands(self) -> Iterator[tuple[int, int, str]]:
        """Everybody lays a whole hand, in any order among the players."""
        steps = []
        for player in self.seats:
            hand = [self.draw() for _ in range(self.side)]
            steps.append([(player, number, cell) for number, cell in self.arranged(hand)])
        if self.rng.random() < 0.5:
            return (step for hand_steps in steps for step in hand_steps)
        order = [player for player in self.seats for _ in range(self.side)]
        self.rng.shuffle(order)
        return (steps[player - 1].pop(0) for player in order)

    def arranged(self, hand: list[int]) -> list[tuple[int, str]]:
        """Choose a diagonal cell for each clover of a hand: mostly ascending, at times any order."""
        laid = list(zip(sorted(hand), diagonal(self.side), strict=True))
        if self.style == "random" and self.rng.random() < 0.3:
            laid = list(zip(hand, diagonal(self.side), strict=True))
        if self.rng.random() < 0.5:
            self.rng.shuffle(laid)
        return laid

    def rounds(self) -> Iterator[tuple[int, int, str]]:
        """Everybody lays a first clover, then a second one, and so on."""
        for _ in range(self.side):
            for player in self.rng.sample(self.seats, self.players):
                free = [cell for cell in diagonal(self.side) if cell not in self.gardens[player]]
                number = self.draw()
                fits = [cell for cell in free if self.rises(player, cell, number)] or free
                yield player, number, min(fits, key=lambda cell: self.distance(cell, number))

    def rises(self, player: int, cell: str, number: int) -> bool:
        """Tell whether a set-up clover keeps the diagonal ascending."""
        return all((other < cell) == (there < number) for other, there in self.gardens[player].items())

    def begin(self) -> None:
        """Write the start of play."""
        keys: Event = {"first": self.first} if self.show_first else {}
        self.write("start", **keys, **self.shown())

    def shown(self) -> Event:
        """Say what the program shows of the table."""
        if self.show:
            return {"pile": len(self.pile), "middle": list(self.middle)}
        return {"pile": None, "middle": None} if self.nulls else {}

    def take_turns(self) -> None:
        """Take turns until play is over."""
        player: int | None = self.first
        while player is not None:
            player = self.after_concessions(player)
            if player is None:
                break
            move = self.turn(player)
            self.turns += 1
            player = None if self.over(player, move) else self.follower(player, move)

    def after_concessions(self, player: int) -> int | None:
        """Let players concede who want to; say who moves then."""
        while self.give_ups and self.give_ups[0] <= self.turns:
            self.give_ups.pop(0)
            leaver = self.rng.choice([each for each in self.seats if each not in self.conceded])
            self.conceded.append(leaver)
            self.write("concede", player=leaver)
            if len(self.conceded) >= self.players - 1:
                return None
        return self.seated(player)

    def seated(self, player: int) -> int:
        """Find the next player clockwise, from this one on, who has not conceded."""
        while player in self.conceded:
            player = player % self.players + 1
        return player

    def turn(self, player: int) -> Move:
        """Let a player choose and carry out a turn."""
        move = self.choose(player)
        if self.refusals and self.rng.random() < 0.3:
            self.refuse_illegal(player, move)
        self.carry_out(player, move)
        return move

    def refuse_illegal(self, player: int, move: Move) -> None:
        """Write that the chosen clover was rightly refused on some cell."""
        garden = self.gardens[player]
        wrong = [cell for cell in cells(self.side) if not ascends(garden, cell, move.clover)]
        cell = self.rng.choice([*wrong, "z99"])
        action = "exchange" if cell in garden else "place"
        keys: Event = {"from": move.source, "clover": move.clover, "action": action, "cell": cell}
        self.write("refused", player=player, **keys)

    def carry_out(self, player: int, move: Move) -> None:
        """Do what was chosen and write it."""
        out = self.gardens[player].get(move.cell) if move.cell is not None else None
        if move.source == "middle":
            self.taken(move)
        if move.action == "discard":
            self.left(move.clover)
        if move.cell is not None:
            self.gardens[player][move.cell] = move.clover
        if out is not None:
            self.replaced(out, move)
        keys: Event = {"from": move.source, "clover": move.clover, "action": move.action}
        if move.cell is not None or self.nulls:
            keys["cell"] = move.cell
        if out is not None or self.nulls:
            keys["out"] = out
        hide = self.nulls and self.turns > 0 and self.rng.random() < 0.3
        self.write("turn", player=None if hide else player, **keys, **self.shown())

    def taken(self, move: Move) -> None:
        """Take the clover out of the middle."""
        self.middle.remove(move.clover)

    def left(self, number: int) -> None:
        """Leave a revealed clover in the middle."""
        self.middle.append(number)

    def replaced(self, out: int, move: Move) -> None:
        """Put the clover that lay in the cell in the middle."""
        self.middle.append(out)

    def draw(self) -> int:
        """Reveal a clover."""
        return self.pile.pop()

    def again(self, player: int, move: Move) -> bool:
        """Tell whether a declared house rule gives the player another turn."""
        return move.cell is not None and twins(self.gardens[player], move.cell, move.clover, self.variants)

    def follower(self, player: int, move: Move) -> int:
        """Say who has the next turn."""
        return player if self.again(player, move) else player % self.players + 1

    def full(self, player: int) -> bool:
        """Tell whether a garden has no empty cell left."""
        return len(self.gardens[player]) == self.side**2

    def over(self, player: int, move: Move) -> bool:
        """Tell whether play stops after a turn."""
        return self.full(player) or self.revealed_last(move)

    def revealed_last(self, move: Move) -> bool:
        """Tell whether the turn revealed the last clover."""
        return move.source == "pile" and not self.pile

    # The result -------------------------------------------------------------------------------------------------------

    def empty(self) -> list[int]:
        """Count the empty cells of each player."""
        return [self.side**2 - len(self.gardens[player]) for player in self.seats]

    def winners(self) -> list[int]:
        """Name the winners."""
        done = [player for player in self.seats if self.full(player)]
        return done or fewest_empty(self.empty(), [player for player in self.seats if player not in self.conceded])

    def points(self) -> list[int]:
        """Count the tournament points of the game."""
        return points_of(self.winners(), self.empty())

    def finish(self) -> None:
        """Write the end, or that the record breaks off."""
        if not self.end:
            self.write("stop", reason="the record breaks off")
            return
        keys: Event = {"winners": self.winners(), "empty": self.empty()}
        if self.tournament is not None or self.rng.random() < 0.3:
            keys["points"] = self.points()
        self.write("end", **keys)

    # The players ------------------------------------------------------------------------------------------------------

    def fits(self, player: int, cell: str, number: int) -> bool:
        """Tell whether the program lets a player lay the number there."""
        garden = self.gardens[player]
        if garden.get(cell) == number and not self.equal_exchange:
            return False
        return ascends(garden, cell, number)

    def options(self, player: int, number: int) -> list[str]:
        """List the cells where the program lets a player lay the number."""
        return [cell for cell in cells(self.side) if self.fits(player, cell, number)]

    def distance(self, cell: str, number: int) -> float:
        """Measure how far the number is from an even garden."""
        column, row = place_of(cell)
        steps = max(1, 2 * (self.side - 1))
        return abs(number - 1 - (column + row) * (self.top - 1) / steps)

    def choose(self, player: int) -> Move:
        """Choose a turn in the style of the players."""
        move = {"random": self.at_random, "greedy": self.fill, "drain": self.drain}[self.style]
        return move(player)

    def laying(self, player: int, source: str, number: int, cell: str) -> Move:
        """Lay a clover on an empty cell, or exchange it for what lies there."""
        action = "exchange" if cell in self.gardens[player] else "place"
        return Move(source, number, action, cell)

    def at_random(self, player: int) -> Move:
        """Take something that fits, or draw; lay it anywhere or leave it."""
        if self.rng.random() < 0.4 and (move := self.from_middle(player)):
            return move
        number = self.draw()
        options = self.options(player, number)
        if options and self.rng.random() < 0.85:
            return self.laying(player, "pile", number, self.rng.choice(options))
        return Move("pile", number, "discard")

    def from_middle(self, player: int) -> Move | None:
        """Take any clover from the middle that fits somewhere."""
        for number in self.rng.sample(self.middle, len(self.middle)):
            if options := self.options(player, number):
                return self.laying(player, "middle", number, self.rng.choice(options))
        return None

    def fill(self, player: int) -> Move:
        """Fill an empty cell if any clover can; else improve the garden."""
        for number in self.middle:
            if free := self.free(player, number):
                return Move("middle", number, "place", free[0])
        number = self.draw()
        if free := self.free(player, number):
            return Move("pile", number, "place", free[0])
        garden = self.gardens[player]
        better = [
            cell
            for cell in self.options(player, number)
            if self.distance(cell, number) <= self.distance(cell, garden[cell])
        ]
        if better:
            return self.laying(player, "pile", number, self.rng.choice(better))
        return Move("pile", number, "discard")

    def free(self, player: int, number: int) -> list[str]:
        """List the empty cells that fit, best first."""
        garden = self.gardens[player]
        fits = [cell for cell in self.options(player, number) if cell not in garden]
        return sorted(fits, key=lambda cell: self.distance(cell, number))

    def drain(self, player: int) -> Move:
        """Draw, and nearly always leave it."""
        number = self.draw()
        options = self.options(player, number)
        if options and self.rng.random() < 0.1:
            return self.laying(player, "pile", number, self.rng.choice(options))
        return Move("pile", number, "discard")


# Legal logs -----------------------------------------------------------------------------------------------------------


def play_game(
    rng: random.Random,
    *,
    side: int = 4,
    top: int = 20,
    sets: int | None = None,
    players: int = 2,
    edition: str = "tiki-2020",
    setup: str = "standard",
    variants: Sequence[str] = (),
    style: str = "random",
    show: bool = True,
    end: bool = True,
    concede: bool = False,
    tournament: Event | None = None,
    first: int | None = None,
    equal_exchange: bool = True,
    refusals: bool = False,
    nulls: bool = False,
) -> list[Event]:
    """Play one legal game; there must be more clovers than the set-up needs."""
    program = Program(
        rng,
        side=side,
        top=top,
        sets=sets,
        players=players,
        edition=edition,
        setup=setup,
        variants=variants,
        style=style,
        show=show,
        end=end,
        concede=concede,
        tournament=tournament,
        first=first,
        equal_exchange=equal_exchange,
        refusals=refusals,
        nulls=nulls,
    )
    return program.play()


def tournament(rng: random.Random, *, players: int = 2, name: str = "cup", **settings: Any) -> list[Event]:
    """Play one legal tournament: as many games as players, each player starts once."""
    starters = list(range(1, players + 1))
    rng.shuffle(starters)
    return tournament_of(rng, starters, players=players, name=name, **settings)


def tournament_of(
    rng: random.Random, starters: Sequence[int], *, players: int, name: str = "cup", **settings: Any
) -> list[Event]:
    """Play one game for each starter, then sum the points and name the winners."""
    events: list[Event] = []
    for number, first in enumerate(starters, 1):
        style = settings.get("style", rng.choice(STYLES))
        header = {"id": name, "game": number}
        events += play_game(rng, players=players, first=first, tournament=header, **{**settings, "style": style})
    points = sums(events, players)
    return [*events, {"event": "tournament", "points": points, "winners": most(points)}]


def sums(events: Iterable[Event], players: int) -> list[int]:
    """Sum the points that the games show."""
    ends = [event["points"] for event in events if event["event"] == "end"]
    return [sum(points[seat] for points in ends) for seat in range(players)]


def most(points: Sequence[int]) -> list[int]:
    """Name all players with the most points."""
    return [player for player, total in enumerate(points, 1) if total == max(points)]


# Mistakes -------------------------------------------------------------------------------------------------------------

Maker = Callable[[random.Random], list[Event] | None]
P = TypeVar("P", bound=type[Program])
M = TypeVar("M", bound=Maker)


@dataclass(frozen=True)
class Fault:
    """A mistake: the clauses that its first breach may break, and a way to make a log with it."""

    clauses: frozenset[str]
    log: Maker


FAULTS: dict[str, Fault] = {}


def program_fault(name: str, *clauses: str, players: Sequence[int] = (2, 3, 4), **settings: Any) -> Callable[[P], P]:
    """Enter a program that makes the mistake."""

    def enter(program: P) -> P:
        def log(rng: random.Random) -> list[Event] | None:
            style = settings.get("style", rng.choice(STYLES))
            run = program(rng, players=rng.choice(players), **{**settings, "style": style})
            events = run.play()
            return events if run.erred else None

        FAULTS[name] = Fault(frozenset(clauses), log)
        return program

    return enter


def log_fault(name: str, *clauses: str) -> Callable[[M], M]:
    """Enter a function that distorts a legal log."""

    def enter(make: M) -> M:
        FAULTS[name] = Fault(frozenset(clauses), make)
        return make

    return enter


# Placement tests too loose --------------------------------------------------------------------------------------------

Test = Callable[[Garden, str, int], bool]


class Loose(Program):
    """A program with a wrong placement test, and players who try what only it allows."""

    test: Test

    def fits(self, player: int, cell: str, number: int) -> bool:
        return type(self).test(self.gardens[player], cell, number)

    def choose(self, player: int) -> Move:
        number = self.draw()
        garden = self.gardens[player]
        options = self.options(player, number)
        wrong = [cell for cell in options if not ascends(garden, cell, number)]
        if wrong:
            self.erred = True
            return self.laying(player, "pile", number, self.rng.choice(wrong))
        if options and self.rng.random() < 0.6:
            return self.laying(player, "pile", number, self.rng.choice(options))
        return Move("pile", number, "discard")


def near(garden: Garden, cell: str, reach: int) -> Garden:
    """Keep what lies within reach in the row and the column of a cell."""
    column, row = place_of(cell)
    kept = {}
    for other, there in garden.items():
        other_column, other_row = place_of(other)
        if abs(other_column - column) + abs(other_row - row) <= reach and column_or_row(other, cell):
            kept[other] = there
    return kept


def column_or_row(other: str, cell: str) -> bool:
    """Tell whether two cells share a line."""
    return place_of(other)[0] == place_of(cell)[0] or place_of(other)[1] == place_of(cell)[1]


def same_row(garden: Garden, cell: str) -> Garden:
    """Keep the other clovers of the row."""
    return {other: there for other, there in garden.items() if other[1:] == cell[1:] and other != cell}


def same_column(garden: Garden, cell: str) -> Garden:
    """Keep the other clovers of the column."""
    return {other: there for other, there in garden.items() if other[0] == cell[0] and other != cell}


def before(garden: Garden, cell: str) -> Garden:
    """Keep what lies to the left or above."""
    return {other: there for other, there in garden.items() if sum(place_of(other)) < sum(place_of(cell))}


def beyond_blanks(garden: Garden, cell: str) -> Garden:
    """Keep what can be reached from a cell without crossing an empty one."""
    column, row = place_of(cell)
    kept = {}
    for across, down in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        here = (column + across, row + down)
        lying = {place_of(other): other for other in garden}
        while here in lying:
            kept[lying[here]] = garden[lying[here]]
            here = (here[0] + across, here[1] + down)
    return kept


def both_lines_held(garden: Garden, cell: str, number: int) -> bool:
    """Compare only where row and column both hold numbers."""
    return not (same_row(garden, cell) and same_column(garden, cell)) or ascends(garden, cell, number)


def equal_passes(garden: Garden, cell: str, number: int) -> bool:
    """Compare with 'not smaller' in place of 'greater'."""
    return ascends({other: there for other, there in garden.items() if there != number}, cell, number)


LOOSE_TESTS: dict[str, Test] = {
    "placement: direct neighbours only": lambda garden, cell, number: ascends(near(garden, cell, 1), cell, number),
    "placement: blind at distance 3": lambda garden, cell, number: ascends(near(garden, cell, 2), cell, number),
    "placement: only where row and column both hold numbers": both_lines_held,
    "placement: rows only": lambda garden, cell, number: ascends(same_row(garden, cell), cell, number),
    "placement: columns only": lambda garden, cell, number: ascends(same_column(garden, cell), cell, number),
    "placement: equal passes": equal_passes,
    "placement: no test": lambda garden, cell, number: True,
    "placement: only what lies before": lambda garden, cell, number: ascends(before(garden, cell), cell, number),
    "placement: blind across gaps": lambda garden, cell, number: ascends(beyond_blanks(garden, cell), cell, number),
    "placement: row or column is enough": lambda garden, cell, number: (
        ascends(same_row(garden, cell), cell, number) or ascends(same_column(garden, cell), cell, number)
    ),
    "placement: exchanges are not tested": lambda garden, cell, number: cell in garden or ascends(garden, cell, number),
}

for _name, _test in LOOSE_TESTS.items():
    program_fault(_name, "LN301")(type("Loose", (Loose,), {"test": staticmethod(_test)}))


@program_fault("placement: places on an occupied cell", "LN302")
class Overwrites(Program):
    def laying(self, player: int, source: str, number: int, cell: str) -> Move:
        self.erred |= cell in self.gardens[player]
        return Move(source, number, "place", cell)

    def replaced(self, out: int, move: Move) -> None:
        if move.action == "exchange":
            super().replaced(out, move)


# Placement tests too strict -------------------------------------------------------------------------------------------


class Strict(Program):
    """A program that refuses something legal; the player does something else then."""

    def refusal(self, player: int, move: Move) -> Move | None:
        """Say what the player does after a refusal; None for no refusal."""
        raise NotImplementedError

    def turn(self, player: int) -> Move:
        move = self.choose(player)
        instead = self.refusal(player, move)
        if instead is not None:
            self.erred = True
            keys: Event = {"from": move.source, "clover": move.clover, "action": move.action, "cell": move.cell}
            self.write("refused", player=player, **keys)
            move = instead
        self.carry_out(player, move)
        return move


@program_fault("refuses: legal exchange", "LN303")
class RefusesExchange(Strict):
    def refusal(self, player: int, move: Move) -> Move | None:
        if move.action == "exchange" and move.source == "pile":
            return Move("pile", move.clover, "discard")
        return None


@program_fault("refuses: equal exchange", "LN303", style="random")
class RefusesEqualExchange(Strict):
    def refusal(self, player: int, move: Move) -> Move | None:
        if move.source == "pile" and move.cell and self.gardens[player].get(move.cell) == move.clover:
            return Move("pile", move.clover, "discard")
        return None


@program_fault("refuses: same number anywhere in the garden", "LN301", "LN303")
class RefusesTwins(Strict):
    def refusal(self, player: int, move: Move) -> Move | None:
        if move.source == "pile" and move.cell and move.clover in self.gardens[player].values():
            return Move("pile", move.clover, "discard")
        return None


@program_fault("refuses: placing apart from other clovers", "LN301")
class RefusesApart(Strict):
    def refusal(self, player: int, move: Move) -> Move | None:
        alone = move.cell is not None and not near(self.gardens[player], move.cell, 1)
        return Move("pile", move.clover, "discard") if alone and move.source == "pile" else None


@program_fault("refuses: discard", "LN204", style="drain")
class RefusesDiscard(Strict):
    def refusal(self, player: int, move: Move) -> Move | None:
        options = self.options(player, move.clover)
        if move.action == "discard" and options:
            return self.laying(player, "pile", move.clover, self.rng.choice(options))
        return None


@program_fault("refuses: exchange with a clover from the middle", "LN303", style="random")
class RefusesExchangeFromMiddle(Strict):
    def refusal(self, player: int, move: Move) -> Move | None:
        if move.source == "middle" and move.action == "exchange":
            return Move("pile", self.draw(), "discard")
        return None


@program_fault("refuses: draw while the middle has clovers", "LN203", style="random")
class RefusesDraw(Program):
    def choose(self, player: int) -> Move:
        if self.rng.random() < 0.3 and (move := self.from_middle(player)):
            self.erred = True
            keys: Event = {"from": "pile", "clover": None, "action": None}
            self.write("refused", player=player, **keys)
            return move
        return super().choose(player)


# The exchanged clover -------------------------------------------------------------------------------------------------


@program_fault("exchange: the clover is lost", "LN303")
class LosesExchanged(Program):
    def replaced(self, out: int, move: Move) -> None:
        self.erred = True


@program_fault("exchange: the clover goes back face down", "LN303", "LN207")
class ExchangedFaceDown(Program):
    def replaced(self, out: int, move: Move) -> None:
        self.erred = True
        self.pile.insert(0, out)


@program_fault("exchange: the wrong clover goes to the middle", "LN303")
class SwapsExchanged(Program):
    def replaced(self, out: int, move: Move) -> None:
        self.erred |= out != move.clover
        self.middle.append(move.clover)


@program_fault("exchange: the clover is in the middle twice", "LN303")
class DoublesExchanged(Program):
    def replaced(self, out: int, move: Move) -> None:
        self.erred = True
        self.middle += [out, out]


@program_fault("exchange: names another clover as replaced", "LN303")
class NamesWrongOut(Program):
    def write(self, kind: str, **keys: Any) -> None:
        if keys.get("out") is not None:
            self.erred = True
            keys["out"] = keys["out"] % self.top + 1
        super().write(kind, **keys)


@program_fault("exchange: on an empty cell", "LN303")
class ExchangesNothing(Program):
    def write(self, kind: str, **keys: Any) -> None:
        if kind == "turn" and keys["action"] == "place":
            self.erred = True
            keys["action"] = "exchange"
        super().write(kind, **keys)


# The number of clovers ------------------------------------------------------------------------------------------------


@program_fault("clovers: four sets for two players", "LN101", players=(2,))
class FourSets(Program):
    def stock(self) -> list[int]:
        self.erred = True
        clovers = [number for number in range(1, self.top + 1) for _ in range(4)]
        self.rng.shuffle(clovers)
        return clovers


@program_fault("clovers: one set for all players", "LN101")
class OneSet(Program):
    def stock(self) -> list[int]:
        self.erred = True
        return self.rng.sample(range(1, self.top + 1), self.top)


@program_fault("clovers: one is lost at the start", "LN101")
class LosesOneAtStart(Program):
    def begin(self) -> None:
        self.erred = True
        self.pile.pop()
        super().begin()


@program_fault("clovers: one lies face up at the start", "LN101")
class RevealsOneAtStart(Program):
    def begin(self) -> None:
        self.erred = True
        self.middle.append(self.pile.pop())
        super().begin()


@program_fault("clovers: the set-up is not taken from the pile", "LN101")
class SetupFromNowhere(Program):
    def placing(self) -> Iterator[tuple[int, int, str]]:
        self.erred = True
        whole = list(self.pile)
        yield from super().placing()
        self.pile = whole
        self.rng.shuffle(self.pile)


@program_fault("clovers: one copy too many", "LN101", "LN203")
class ExtraCopy(Program):
    """One number takes the place of another; its copies lie on top."""

    def stock(self) -> list[int]:
        self.erred = True
        clovers = super().stock()
        number, gone = self.rng.sample(range(1, self.top + 1), 2)
        clovers[clovers.index(gone)] = number
        rest = [each for each in clovers if each != number]
        copies = [number] * (self.sets + 1)
        spot = self.rng.choice((len(rest), len(rest) - self.side * self.players))
        return rest[:spot] + copies + rest[spot:]


@program_fault("clovers: a drawn clover is drawn again", "LN203")
class DrawsWithReturn(Program):
    def begin(self) -> None:
        super().begin()
        self.seen = Counter(number for garden in self.gardens.values() for number in garden.values())
        self.playing = True

    def draw(self) -> int:
        number = super().draw()
        if getattr(self, "playing", False):
            number = self.rng.randint(1, self.top)
            self.seen[number] += 1
            self.erred |= self.seen[number] > self.sets
        return number


@program_fault("pile: the count stays", "LN207")
class CountStays(Program):
    def shown(self) -> Event:
        self.erred |= self.turns > 0
        return {**super().shown(), "pile": len(self.stock()) - self.side * self.players}


@program_fault("pile: taking from the middle counts down too", "LN207", style="random")
class CountsMiddle(Program):
    def taken(self, move: Move) -> None:
        super().taken(move)
        if len(self.pile) > 1:
            self.erred = True
            self.pile.pop()


@program_fault("pile: two clovers are drawn, one is lost", "LN207")
class DrawsTwo(Program):
    def carry_out(self, player: int, move: Move) -> None:
        if move.source == "pile" and self.pile:
            self.erred = True
            self.pile.pop()
        super().carry_out(player, move)


# The middle -----------------------------------------------------------------------------------------------------------


@program_fault("middle: takes what is not there", "LN205")
class TakesAnything(Program):
    def choose(self, player: int) -> Move:
        number = self.rng.randint(1, self.top)
        options = self.options(player, number)
        if number not in self.middle and options and self.rng.random() < 0.3:
            self.erred = True
            return self.laying(player, "middle", number, self.rng.choice(options))
        return super().choose(player)

    def taken(self, move: Move) -> None:
        if move.clover in self.middle:
            super().taken(move)


@program_fault("middle: keeps what was taken", "LN206", "LN303", style="random")
class KeepsTaken(Program):
    def taken(self, move: Move) -> None:
        self.erred = True


@program_fault("middle: keeps a copy of what was placed", "LN206")
class CopiesPlaced(Program):
    def carry_out(self, player: int, move: Move) -> None:
        if move.source == "pile" and move.action == "place":
            self.erred = True
            self.middle.append(move.clover)
        super().carry_out(player, move)


@program_fault("middle: the discard vanishes", "LN204")
class LosesDiscard(Program):
    def left(self, number: int) -> None:
        self.erred = True


@program_fault("middle: the discard goes under the pile", "LN204", "LN207", style="random")
class DiscardsFaceDown(Program):
    def left(self, number: int) -> None:
        self.erred = True
        if self.rng.random() < 0.9:
            self.pile.insert(0, number)


@program_fault("middle: only the last clover stays", "LN204", "LN303", style="drain")
class OnlyLastStays(Program):
    def left(self, number: int) -> None:
        self.erred |= bool(self.middle)
        self.middle = [number]

    def replaced(self, out: int, move: Move) -> None:
        self.erred |= bool(self.middle)
        self.middle = [out]


@program_fault("middle: is emptied by a placement", "LN206")
class PlacementEmpties(Program):
    def carry_out(self, player: int, move: Move) -> None:
        if move.source == "pile" and move.action == "place":
            self.erred |= bool(self.middle)
            self.middle = []
        super().carry_out(player, move)


@program_fault("middle: leaves a clover taken from it", "LN204")
class LeavesTaken(Program):
    def choose(self, player: int) -> Move:
        if self.middle and self.rng.random() < 0.2:
            self.erred = True
            return Move("middle", self.rng.choice(self.middle), "discard")
        return super().choose(player)


# The end of play ------------------------------------------------------------------------------------------------------


@program_fault("end: plays on after the last clover", "LN402", style="drain")
class PlaysOn(Program):
    """Without a pile the players go on with the middle, for some turns."""

    def choose(self, player: int) -> Move:
        if self.pile:
            return super().choose(player)
        self.erred = True
        wanted = [number for number in self.middle if self.options(player, number)]
        number = self.rng.choice(wanted)
        cell = (self.free(player, number) or self.options(player, number))[0]
        return self.laying(player, "middle", number, cell)

    def over(self, player: int, move: Move) -> bool:
        stuck = not self.pile and not any(self.options(self.follower(player, move), number) for number in self.middle)
        return self.full(player) or stuck or (not self.pile and self.rng.random() < 0.05)


@program_fault("end: draws from the empty pile", "LN203", "LN402", style="drain")
class DrawsFromEmpty(Program):
    def draw(self) -> int:
        if not self.pile:
            self.erred = True
            self.end = False
            return self.rng.randint(1, self.top)
        return super().draw()

    def over(self, player: int, move: Move) -> bool:
        return self.full(player) or self.erred


@program_fault("end: everybody has one more turn after the last clover", "LN402", style="drain")
class LastRound(PlaysOn):
    def over(self, player: int, move: Move) -> bool:
        self.extra = getattr(self, "extra", 0) + (not self.pile)
        return self.full(player) or self.extra > self.players or super().over(player, move)


@program_fault("end: stops before the last clover", "LN404", style="drain")
class StopsEarly(Program):
    def over(self, player: int, move: Move) -> bool:
        early = len(self.pile) == 1 and not self.full(player)
        self.erred |= early
        return early or super().over(player, move)


@program_fault("end: the turn of the last clover is not finished", "LN404", "LN204", "LN301", "LN303", style="drain")
class LastTurnUnfinished(Program):
    """The last clover is revealed, then the program refuses whatever the player does with it, or says nothing."""

    def carry_out(self, player: int, move: Move) -> None:
        if not self.revealed_last(move):
            super().carry_out(player, move)
            return
        self.erred = True
        if self.rng.random() < 0.5:
            keys: Event = {"from": "pile", "clover": move.clover, "action": move.action, "cell": move.cell}
            self.write("refused", player=player, **keys)


@program_fault("end: the middle is turned into a new pile", "LN204", "LN206", "LN303", "LN207", style="drain")
class Reshuffles(Program):
    def shown(self) -> Event:
        if not self.pile and self.middle:
            self.erred = True
            self.pile, self.middle = self.middle, []
            self.rng.shuffle(self.pile)
        return super().shown()

    def over(self, player: int, move: Move) -> bool:
        return super().over(player, move) or self.turns > 200


@program_fault("end: stops when the middle is empty", "LN404", style="random")
class StopsAtEmptyMiddle(Program):
    def at_random(self, player: int) -> Move:
        return self.from_middle(player) or super().at_random(player)

    def over(self, player: int, move: Move) -> bool:
        early = move.source == "middle" and not self.middle and not super().over(player, move)
        self.erred |= early
        return early or super().over(player, move)


@program_fault("end: stops after a number of turns", "LN404")
class StopsByCount(Program):
    def over(self, player: int, move: Move) -> bool:
        early = self.turns >= 8 and not super().over(player, move)
        self.erred |= early
        return early or super().over(player, move)


@program_fault("end: one empty cell counts as full", "LN404", style="greedy")
class NearlyFull(Program):
    def over(self, player: int, move: Move) -> bool:
        early = len(self.gardens[player]) == self.side**2 - 1 and not super().over(player, move)
        self.erred |= early
        return early or super().over(player, move)


@program_fault("end: a turn after a full garden", "LN401", style="greedy")
class RoundAfterFull(Program):
    """The round is finished, up to the player before the first one."""

    def over(self, player: int, move: Move) -> bool:
        if self.revealed_last(move):
            return True
        done = any(self.full(each) for each in self.seats)
        last = player % self.players + 1 == self.first
        self.erred |= done and not last
        return done and last


# The result -----------------------------------------------------------------------------------------------------------


class Draining(Program):
    """A program whose players only leave clovers after the set-up, so that all tie."""

    def drain(self, player: int) -> Move:
        number = self.draw()
        options = self.options(player, number)
        if options and self.rng.random() < 0.02:
            return self.laying(player, "pile", number, self.rng.choice(options))
        return Move("pile", number, "discard")

    def named(self, true: list[int]) -> list[int]:
        """Name winners where these are the true ones."""
        raise NotImplementedError

    def winners(self) -> list[int]:
        true = super().winners()
        named = self.named(true)
        self.erred |= sorted(named) != sorted(true)
        return named

    def points(self) -> list[int]:
        return points_of(super().winners(), self.empty())


@program_fault("tie: only one winner is named", "LN403", style="drain")
class FirstOfTie(Draining):
    def named(self, true: list[int]) -> list[int]:
        return true[:1]


@program_fault("tie: nobody is named", "LN403", style="drain")
class NobodyOfTie(Draining):
    def named(self, true: list[int]) -> list[int]:
        return true if len(true) == 1 else []


@program_fault("tie: who revealed the last clover loses it", "LN403", style="drain")
class RevealerLosesTie(Draining):
    def named(self, true: list[int]) -> list[int]:
        turns = [event for event in self.log if event["event"] == "turn"]
        return [player for player in true if player != turns[-1]["player"]] or true


@program_fault("winner: the most empty cells win", "LN403", style="drain")
class LoserNamed(Draining):
    def named(self, true: list[int]) -> list[int]:
        empty = self.empty()
        return [player for player in self.seats if empty[player - 1] == max(empty)]


@program_fault("winner: the neighbour of a full garden is named", "LN401", style="greedy")
class NeighbourNamed(Program):
    def winners(self) -> list[int]:
        true = super().winners()
        self.erred = any(self.full(player) for player in self.seats)
        return [true[0] % self.players + 1] if self.erred else true

    def points(self) -> list[int]:
        return points_of(super().winners(), self.empty())


@program_fault("result: wrong number of empty cells", "LN401", "LN403")
class WrongEmpties(Program):
    def finish(self) -> None:
        super().finish()
        self.erred = True
        seat = self.rng.randrange(self.players)
        self.log[-1]["empty"][seat] += self.rng.choice((-1, 1))


@program_fault("result: counts clovers for empty cells", "LN401", "LN403")
class CountsClovers(Program):
    def finish(self) -> None:
        super().finish()
        counts = [self.side**2 - count for count in self.log[-1]["empty"]]
        self.erred = counts != self.log[-1]["empty"]
        self.log[-1]["empty"] = counts


class Pointing(Program):
    """A program that shows points after each game."""

    def counted(self, winners: list[int], empty: list[int]) -> list[int]:
        """Count points in a wrong way."""
        raise NotImplementedError

    def finish(self) -> None:
        super().finish()
        right = self.points()
        points = self.counted(self.log[-1]["winners"], self.log[-1]["empty"])
        self.erred = points != right
        self.log[-1]["points"] = points


@program_fault("points: winners lose for empty cells too", "LN602", style="drain")
class WinnersLoseToo(Pointing):
    def counted(self, winners: list[int], empty: list[int]) -> list[int]:
        return [2 * (player in winners) - empty[player - 1] for player in self.seats]


@program_fault("points: the others lose nothing", "LN602")
class OthersLoseNothing(Pointing):
    def counted(self, winners: list[int], empty: list[int]) -> list[int]:
        return [2 * (player in winners) for player in self.seats]


# Whose turn it is -----------------------------------------------------------------------------------------------------


@program_fault("order: counter-clockwise", "LN201", players=(3, 4))
class CounterClockwise(Program):
    def follower(self, player: int, move: Move) -> int:
        self.erred = True
        return (player - 2) % self.players + 1


@program_fault("order: a player is skipped", "LN201", players=(3, 4))
class Skips(Program):
    def follower(self, player: int, move: Move) -> int:
        if self.rng.random() < 0.1:
            self.erred = True
            return (player + 1) % self.players + 1
        return super().follower(player, move)


@program_fault("order: a player moves twice", "LN201")
class MovesTwice(Program):
    def follower(self, player: int, move: Move) -> int:
        if self.rng.random() < 0.1:
            self.erred = True
            return player
        return super().follower(player, move)


@program_fault("order: another player starts", "LN201")
class OtherStarts(Program):
    def begin(self) -> None:
        self.erred = True
        self.show_first = True
        super().begin()
        self.first = self.first % self.players + 1


@program_fault("order: who takes from the middle draws too", "LN201", style="random")
class TakesAndDraws(Program):
    def follower(self, player: int, move: Move) -> int:
        if move.source == "middle":
            self.erred = True
            return player
        return super().follower(player, move)


@program_fault("order: an undeclared house rule gives another turn", "LN201", style="random")
class UndeclaredHouseRule(Program):
    def again(self, player: int, move: Move) -> bool:
        again = move.cell is not None and twins(self.gardens[player], move.cell, move.clover, ["bruno-any"])
        self.erred |= again and not self.over(player, move)
        return again


@program_fault("order: a declared house rule is forgotten", "LN201", style="random", variants=("bruno-any",))
class ForgottenHouseRule(Program):
    def again(self, player: int, move: Move) -> bool:
        self.erred |= super().again(player, move) and not self.over(player, move)
        return False


@program_fault("order: who conceded moves on", "LN201", players=(3, 4), concede=True)
class ConcededMovesOn(Program):
    def seated(self, player: int) -> int:
        self.erred |= player in self.conceded
        return player

    def after_concessions(self, player: int) -> int | None:
        del self.give_ups[1:]
        return super().after_concessions(player)


# The set-up -----------------------------------------------------------------------------------------------------------


@program_fault("set-up: off the diagonal", "LN103")
class OffDiagonal(Program):
    def placing(self) -> Iterator[tuple[int, int, str]]:
        self.erred = True
        rows = dict(zip(diagonal(self.side), reversed(cells(self.side)[self.side - 1 :: self.side]), strict=True))
        crossed = {"a1": "d1", "b2": "c2", "c3": "b3", "d4": "a4"}
        new = self.rng.choice((rows, crossed))
        return ((player, number, new[cell]) for player, number, cell in super().placing())


@program_fault("set-up: three clovers each", "LN101", "LN102")
class ThreeClovers(Program):
    def placing(self) -> Iterator[tuple[int, int, str]]:
        self.erred = True
        for player in self.seats:
            hand = sorted(self.draw() for _ in range(self.side - 1))
            yield from ((player, number, cell) for number, cell in zip(hand, diagonal(self.side), strict=False))


@program_fault("set-up: five clovers each", "LN102", "LN103")
class FiveClovers(Program):
    def placing(self) -> Iterator[tuple[int, int, str]]:
        self.erred = True
        for player in self.seats:
            hand = sorted(self.draw() for _ in range(self.side + 1))
            spots = [*diagonal(self.side), self.rng.choice(cells(self.side))]
            yield from ((player, number, cell) for number, cell in zip(hand, spots, strict=True))


@program_fault("set-up: none", "LN101", "LN102")
class NoSetup(Program):
    def placing(self) -> Iterator[tuple[int, int, str]]:
        self.erred = True
        return iter(())


@program_fault("set-up: two clovers on one cell", "LN103")
class SameCell(Program):
    def placing(self) -> Iterator[tuple[int, int, str]]:
        self.erred = True
        twice = {"b2": "a1"}
        return ((player, number, twice.get(cell, cell)) for player, number, cell in super().placing())


@program_fault("set-up: goes on after play began", "LN102", "LN103")
class LateSetup(Program):
    def begin(self) -> None:
        super().begin()
        self.erred = True
        keys: Event = {"player": self.rng.choice(self.seats), "clover": self.pile[0]}
        self.write("setup", **keys, cell=self.rng.choice(diagonal(self.side)))

    def stock(self) -> list[int]:
        clovers = super().stock()
        spare = clovers.index(self.rng.randint(1, self.top))
        return [clovers[spare], *clovers[:spare], *clovers[spare + 1 :]]


@program_fault("set-up: Michael's, but everybody lays a whole hand", "LN501", setup="michael")
class MichaelByHands(Program):
    def placing(self) -> Iterator[tuple[int, int, str]]:
        self.erred = True
        for player in self.seats:
            hand = [self.draw() for _ in range(self.side)]
            yield from ((player, number, cell) for number, cell in self.arranged(hand))


@program_fault("set-up: 2012, but everybody lays a whole hand", "LN501", edition="ravensburger-2012")
class OldEditionByHands(MichaelByHands):
    pass


@program_fault("set-up: Michael's, with an exchange", "LN103", "LN502", setup="michael")
class MichaelExchanges(Program):
    """A later clover of a player lands where one lies already."""

    def placing(self) -> Iterator[tuple[int, int, str]]:
        unlucky = self.rng.choice(self.seats)
        for player, number, cell in super().placing():
            laid = list(self.gardens[player])
            if player == unlucky and laid and (self.rng.random() < 0.4 or len(laid) == 3) and not self.erred:
                self.erred = True
                yield player, number, self.rng.choice(laid)
            else:
                yield player, number, cell


# Tournaments ----------------------------------------------------------------------------------------------------------


@log_fault("tournament: wrong sum of points", "LN602")
def wrong_sum(rng: random.Random) -> list[Event] | None:
    """Add a point to the leader."""
    events = tournament(rng, players=rng.choice((2, 3, 4)))
    closing = events[-1]
    points = list(closing["points"])
    points[closing["winners"][0] - 1] += 1
    return [*events[:-1], {**closing, "points": points, "winners": most(points)}]


@log_fault("tournament: counts the games won only", "LN602")
def games_won_only(rng: random.Random) -> list[Event] | None:
    """Sum 2 points per game won."""
    players = rng.choice((2, 3, 4))
    events = tournament(rng, players=players)
    ends = [event for event in events if event["event"] == "end"]
    points = [2 * sum(player in end["winners"] for end in ends) for player in range(1, players + 1)]
    if points == events[-1]["points"]:
        return None
    return [*events[:-1], {**events[-1], "points": points, "winners": most(points)}]


@log_fault("tournament: a player starts twice", "LN601")
def starts_twice(rng: random.Random) -> list[Event] | None:
    """Let one player start in place of another."""
    players = rng.choice((2, 3, 4))
    starters = rng.sample(range(1, players + 1), players)
    starters[-1] = starters[0]
    return tournament_of(rng, starters, players=players)


@log_fault("tournament: a game is missing", "LN601")
def game_missing(rng: random.Random) -> list[Event] | None:
    """Close the tournament one game early."""
    players = rng.choice((2, 3, 4))
    starters = rng.sample(range(1, players + 1), players - 1)
    return tournament_of(rng, starters, players=players)


@log_fault("tournament: a game too many", "LN601")
def game_too_many(rng: random.Random) -> list[Event] | None:
    """Let the first starter start once more."""
    players = rng.choice((2, 3))
    starters = rng.sample(range(1, players + 1), players)
    return tournament_of(rng, [*starters, starters[0]], players=players)


@log_fault("tournament: wrong winner", "LN603")
def wrong_champion(rng: random.Random) -> list[Event] | None:
    """Name the player with the fewest points."""
    events = tournament(rng, players=rng.choice((2, 3, 4)))
    points = events[-1]["points"]
    named = [points.index(min(points)) + 1]
    return None if named == most(points) else [*events[:-1], {**events[-1], "winners": named}]


@log_fault("tournament: only one winner of a tie is named", "LN603")
def one_champion(rng: random.Random) -> list[Event] | None:
    """Drop the others of a tied tournament; on a small board ties are frequent."""
    for _ in range(10):
        events = tournament(rng, players=rng.choice((2, 3)), side=2, style="drain")
        if len(events[-1]["winners"]) > 1:
            return [*events[:-1], {**events[-1], "winners": events[-1]["winners"][:1]}]
    return None
