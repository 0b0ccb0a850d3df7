"""Lucky Numbers, played over standard input and output; `--mistake` makes the program wrong in one way.

The game is the class `LuckyNumbers`; the class `Adapter` and what follows it speak the protocol.
"""

import argparse
import json
import random
import sys
from typing import Any

Request = dict[str, Any]
Answer = dict[str, Any]

CAN = ("deal", "table", "legal", "refuse", "result", "concede", "again", "play")
HOUSE_RULES = ("bruno", "bruno-any")
RISING, FALLING = ((1, -1), (-1, 1)), ((1, 1), (-1, -1))
NO_LIMIT = 1_000_000

NO_TOURNAMENT = "the protocol plays single games"
NO_OUT = "no answer says what lay on a cell"
OWN_SIZE = "the size of the game is what the program says of itself"
# What the program can be wrong in, each with the reason if it cannot be seen from outside.
MISTAKES: dict[str, str | None] = {
    "LN101: two sets too many are in play": None,
    "LN101: two sets are in play whatever the number of players": None,
    "LN101: four sets are in play whatever the number of players": None,
    "LN101: a number is missing": None,
    "LN101: any number of copies may be placed": None,
    "LN101: the set-up clovers do not come out of the pile": None,
    "LN101: a clover is lost before the start": None,
    "LN101: a clover may lie face up at the start": None,
    "LN101: a clover lies face up at the start": None,
    "LN102: one clover more each": None,
    "LN102: one clover less each": None,
    "LN102: only the first player is waited for": None,
    "LN102: play starts without a set-up": None,
    "LN102: set-up goes on during play": None,
    "LN103: any cell will do": None,
    "LN103: the other diagonal": None,
    "LN103: two clovers on one cell": None,
    "LN103: values must ascend along the diagonal": None,
    "LN103: equal values are refused": None,
    "LN104: any side is taken for the printed one": OWN_SIZE,
    "LN104: any highest number is taken for the printed one": OWN_SIZE,
    "LN104: four sets whatever the number of players": None,
    "LN201: anti-clockwise": None,
    "LN201: turns in any order": None,
    "LN201: player 1 always starts": "who starts is the program's own choice",
    "LN201: who conceded is not skipped": None,
    "LN201: another turn that was earned is not given": None,
    "LN201: who took from the middle has another turn": None,
    "LN203: any number can come": None,
    "LN203: an empty pile still gives clovers": None,
    "LN203: the middle is shuffled into the pile": None,
    "LN204: a clover taken from the middle may be put back": None,
    "LN204: a left clover vanishes": None,
    "LN204: only the last left clover stays": None,
    "LN204: it may be left only if it fits nowhere": None,
    "LN204: it may be left only if it fits no empty cell": None,
    "LN204: it may also be placed in passing": None,
    "LN204: a clover that is left vanishes where four lie in the middle": None,
    "LN205: anything can be taken": None,
    "LN205: any number can be taken while something lies there": None,
    "LN205: only the highest can be taken": None,
    "LN205: only the lowest can be taken": None,
    "LN206: a taken clover stays there too": None,
    "LN206: all copies of the taken number leave": None,
    "LN206: a revealed clover lies there too": None,
    "LN206: revealing sweeps the middle": None,
    "LN207: a revealed clover is still counted": None,
    "LN207: option B also costs a face-down clover": None,
    "LN207: an exchanged clover goes back face down": None,
    "LN207: an exchanged clover goes back face down if the new one was taken": None,
    "LN207: a left clover goes back face down": None,
    "LN208: in force without being declared": None,
    "LN208: declared but never given": None,
    "LN208: all four neighbours count": None,
    "LN208: the falling diagonal counts": None,
    "LN208: an exchange does not count": None,
    "LN208: an exchange always gives another turn": None,
    "LN209: conceding is a rule of the game": "a program takes a concession or does not; either is outside the edition",
    "LN301: equal numbers pass": None,
    "LN301: equal numbers pass in rows": None,
    "LN301: equal numbers pass in columns": None,
    "LN301: only direct neighbours are compared": None,
    "LN301: blind at distance 3": None,
    "LN301: only rows are compared": None,
    "LN301: only columns are compared": None,
    "LN301: only where row and column both hold numbers": None,
    "LN301: only larger numbers are compared": None,
    "LN301: only smaller numbers are compared": None,
    "LN301: only the left and the upper neighbour are compared": None,
    "LN301: only the right and the lower neighbour are compared": None,
    "LN301: the first cell of each line is not compared": None,
    "LN301: the last cell of each line is not compared": None,
    "LN301: the diagonal is compared too": None,
    "LN301: an exchange is not compared": None,
    "LN301: an exchange is compared in its row alone": None,
    "LN301: an exchange is compared in its column alone": None,
    "LN301: equal numbers pass in an exchange": None,
    "LN301: a number may stand only once in a garden": None,
    "LN301: an equal number may never be replaced": None,
    "LN301: a clover may replace only a lower one": None,
    "LN301: a clover may replace only a higher one": None,
    "LN301: the strict reading is not followed": None,
    "LN301: no comparison at all": None,
    "LN302: a clover can be covered": None,
    "LN302: a number is said to have lain there": NO_OUT,
    "LN302: into any garden": None,
    "LN302: other cells may change too": None,
    "LN303: nothing can be exchanged": None,
    "LN303: an empty cell can be exchanged": "a request names the cell, and on an empty one that is adding",
    "LN303: any number is said to have lain there": NO_OUT,
    "LN303: the old clover vanishes": None,
    "LN303: the old clover vanishes if the new one was taken": None,
    "LN303: the old clover vanishes if the new one was revealed": None,
    "LN303: the new clover lies in the middle": None,
    "LN303: the taken clover stays in the middle": None,
    "LN303: option B may only add": None,
    "LN303: other gardens may change": None,
    "LN303: the old clover lies in the middle twice": None,
    "LN303: the old clover stays in the garden too": None,
    "LN303: the old clover vanishes where four lie in the middle": None,
    "LN401: play goes on": None,
    "LN401: play goes on until the round is finished": None,
    "LN401: every other player has one more turn": None,
    "LN401: it is only looked for after a clover was revealed": None,
    "LN401: everybody wins": None,
    "LN401: the next player is named": None,
    "LN401: anybody may be named": None,
    "LN401: empty cells are miscounted": None,
    "LN402: play goes on with option B": None,
    "LN402: play goes on until the round is finished": None,
    "LN402: play goes on for ever": None,
    "LN402: play stops with one clover left": None,
    "LN402: the last clover cannot be placed": None,
    "LN403: of tied players the first one wins": None,
    "LN403: of tied players who drew the last clover does not win": None,
    "LN403: of tied players who drew the last clover wins": None,
    "LN403: of tied players the last one wins": None,
    "LN403: a tie has no winner": None,
    "LN403: who drew the last clover wins": None,
    "LN403: without a full garden nobody wins": None,
    "LN403: most empty cells win": None,
    "LN403: anybody may be named": None,
    "LN403: empty cells are miscounted": None,
    "LN403: who conceded can win": None,
    "LN404: play may stop at any time": None,
    "LN404: play stops before the last clover is revealed": None,
    "LN404: play stops with one cell empty": None,
    "LN404: one concession ends play": None,
    "LN501: all clovers at once, as in the standard set-up": None,
    "LN501: asked of the standard set-up too": None,
    "LN501: in the order of the seats": None,
    "LN501: one clover ahead is allowed": None,
    "LN502: exchanging is allowed": None,
    "LN502: moving is allowed": None,
    "LN502: asked of the standard set-up too": "a cell of the diagonal that is taken is refused there anyway",
    "LN601: the same player may start again": NO_TOURNAMENT,
    "LN601: any number of games": NO_TOURNAMENT,
    "LN601: asked of games outside tournaments too": NO_TOURNAMENT,
    "LN602: one point for a win": NO_TOURNAMENT,
    "LN602: nothing is lost for empty cells": NO_TOURNAMENT,
    "LN602: winners lose points for empty cells too": NO_TOURNAMENT,
    "LN602: tied winners share the two points": NO_TOURNAMENT,
    "LN602: only the last game counts": NO_TOURNAMENT,
    "LN603: fewest points win": NO_TOURNAMENT,
    "LN603: of tied players the first one wins": NO_TOURNAMENT,
    "LN603: a tie has no winner": NO_TOURNAMENT,
    "LN603: anybody may be named": NO_TOURNAMENT,
}
# Mistakes that only show where something is asked for: options of the driver, and of this program.
NEEDS: dict[str, list[str]] = {
    "LN201: another turn that was earned is not given": ["--variants", "bruno"],
    "LN208: declared but never given": ["--variants", "bruno"],
    "LN208: all four neighbours count": ["--variants", "bruno"],
    "LN208: the falling diagonal counts": ["--variants", "bruno"],
    "LN208: an exchange does not count": ["--variants", "bruno"],
    "LN301: the strict reading is not followed": ["--no-equal-exchange"],
    "LN101: two sets are in play whatever the number of players": ["--players", "3"],
    "LN101: four sets are in play whatever the number of players": ["--players", "2"],
    "LN201: anti-clockwise": ["--players", "3"],
    "LN201: who conceded is not skipped": ["--players", "3"],
    "LN104: four sets whatever the number of players": ["--players", "2"],
    "LN404: one concession ends play": ["--players", "3"],
    "LN501: all clovers at once, as in the standard set-up": ["--setup", "michael"],
    "LN501: asked of the standard set-up too": ["--setup", "standard"],
    "LN501: in the order of the seats": ["--setup", "michael"],
    "LN501: one clover ahead is allowed": ["--setup", "michael"],
    "LN502: exchanging is allowed": ["--setup", "michael"],
    "LN502: moving is allowed": ["--setup", "michael"],
}


FOUR_SETS = "LN104: four sets whatever the number of players"
LEFT_AND_UPPER = "LN301: only the left and the upper neighbour are compared"
RIGHT_AND_LOWER = "LN301: only the right and the lower neighbour are compared"


class Refused(Exception):
    """The rules forbid it."""


class LuckyNumbers:
    """One game after another. Players, cells and the clovers of a hand are counted from 0; 0 is an empty cell."""

    def __init__(
        self, wrong: frozenset[str], side: int, top: int, sets: int | None, equal_exchange: bool, diagonal: str
    ) -> None:
        self.wrong, self.side, self.top, self.own_sets, self.diagonal = wrong, side, top, sets, diagonal
        self.strict = not equal_exchange and "LN301: the strict reading is not followed" not in wrong
        self.strict = self.strict or "LN301: an equal number may never be replaced" in wrong
        placing = ("LN301", "LN302", "LN303", "LN402")
        self.compares = not self.strict and not any(each.startswith(placing) for each in wrong)
        self.cells = range(side * side)
        self.names = ["abcdefghijklmnopqrstuvwxyz"[cell % side] + str(cell // side + 1) for cell in self.cells]
        self.cell_of = {name: cell for cell, name in enumerate(self.names)}
        slant = side - 1 if "LN103: the other diagonal" in wrong else side + 1
        self.marked = [(slant if slant < side else 0) + slant * row for row in range(side)]
        self.before = [self._line(cell, later=False) for cell in self.cells]
        self.after = [self._line(cell, later=True) for cell in self.cells]
        self.to_place = side + ("LN102: one clover more each" in wrong) - ("LN102: one clover less each" in wrong)
        self.open_table(2)

    def _line(self, cell: int, later: bool) -> list[int]:
        """List the cells that a clover is compared with: those of row and column before a cell, or behind it."""
        wrong, side, far = self.wrong, self.side, self.side
        if "LN301: no comparison at all" in wrong:
            return []
        if later and {"LN301: only smaller numbers are compared", LEFT_AND_UPPER} & wrong:
            return []
        if not later and {"LN301: only larger numbers are compared", RIGHT_AND_LOWER} & wrong:
            return []
        if {LEFT_AND_UPPER, RIGHT_AND_LOWER} & wrong:
            far = 1
        if "LN301: only direct neighbours are compared" in wrong:
            far = 1
        if "LN301: blind at distance 3" in wrong:
            far = 2
        row = [cell // side * side + column for column in range(side)]
        column = [cell % side + side * step for step in range(side)]
        near_row = [other for other in row if 0 < abs(other - cell) <= far]
        near_column = [other for other in column if 0 < abs(other - cell) <= far * side]
        for words, place in (
            ("LN301: the first cell of each line is not compared", 0),
            ("LN301: the last cell of each line is not compared", side - 1),
        ):
            if words in wrong:
                near_row = [other for other in near_row if other % side != place]
                near_column = [other for other in near_column if other // side != place]
        line = [] if "LN301: only columns are compared" in wrong else near_row
        line = line + ([] if "LN301: only rows are compared" in wrong else near_column)
        if "LN301: the diagonal is compared too" in wrong:
            slants = [other for other in self.cells if other % side - cell % side == other // side - cell // side]
            line = line + [other for other in slants if other != cell]
        return [other for other in line if (other > cell) == later]

    # Before play ------------------------------------------------------------------------------------------------------

    def open_table(self, players: int, seed: object = None) -> None:
        """Clear the table."""
        self.players = players
        self.rng = random.Random(str(seed))
        self.gardens = [[0] * len(self.cells) for _ in range(players)]
        self.texts = [self._text(garden) for garden in self.gardens]
        self.limits: list[list[tuple[int, int]] | None] = [None] * players
        self.hands: list[list[int]] = [[] for _ in range(players)]
        self.placed = [0] * players
        self.pile: list[int] = []  # the next one to be revealed is the last
        self.middle: list[int] = []
        self.michael = self.playing = self.over = self.last_revealed = False
        self.ways: tuple[tuple[int, int], ...] = ()
        self.conceded: set[int] = set()
        self.winners: list[int] = []
        self.held, self.held_from, self.drawer, self.revealed = 0, "", -1, 0
        self.first = self.to_move = self.rng.randrange(players)

    def new(self, request: Request) -> None:
        """Deal, and play if nobody has to place anything."""
        players, variants = request["players"], request.get("variants") or []
        self.open_table(players, request.get("seed"))
        self.michael = request.get("setup") == "michael"
        self.ways = RISING + FALLING if "bruno-any" in variants else RISING if "bruno" in variants else ()
        self._deal(request.get("hands"), request.get("pile"))
        if self.diagonal == "none" or "LN102: play starts without a set-up" in self.wrong:
            self.pile += [clover for hand in reversed(self.hands) for clover in reversed(hand)]
            self.hands = [[] for _ in range(players)]
            self._start()
        elif self.diagonal == "program":
            for _ in range(self.to_place):
                for player, hand in enumerate(self.hands):
                    free = [cell for cell in self.marked if not self.gardens[player][cell]]
                    self.lay(player, min(hand), free[0] if free else self.gardens[player].index(0))

    def _deal(self, hands: list[list[int]] | None, pile: list[int] | None) -> None:
        """Give each player the clovers of the set-up, as told or at random, and make a pile of the others."""
        wrong, sets = self.wrong, self.own_sets or self.players
        numbers = list(range(1, self.top + 1))
        rest = numbers * sets
        self.rng.shuffle(rest)
        dealt = [clover for hand in hands or [] for clover in hand] + (pile or [])
        if (
            sorted(dealt) != sorted(rest)
            and pile is not None
            and "LN101: any number of copies may be placed" not in wrong
        ):
            raise Refused(f"these are not {sets} sets of {self.top}")
        if hands is None and self.diagonal != "none":
            hands = [[rest.pop() for _ in range(self.side)] for _ in range(self.players)]
            if "LN101: any number of copies may be placed" in wrong:
                hands = [self.rng.choices(numbers, k=self.side) for _ in hands]
        elif pile is None:
            for clover in dealt:
                if clover in rest:
                    rest.remove(clover)
                elif "LN101: any number of copies may be placed" not in wrong:
                    raise Refused(f"a {clover} too many")
        self.hands = [list(hand) for hand in hands or [[]] * self.players]
        self.pile = rest if pile is None else pile[::-1]
        if "LN101: two sets too many are in play" in wrong:
            self.pile[:0] = numbers * 2
        if "LN101: two sets are in play whatever the number of players" in wrong:
            del self.pile[: self.top * (sets - 2)]
        if {"LN101: four sets are in play whatever the number of players", FOUR_SETS} & wrong:
            self.pile[:0] = numbers * (4 - sets)
        if "LN101: a number is missing" in wrong:
            self.pile = [clover for clover in self.pile if clover != self.top]
        if "LN101: the set-up clovers do not come out of the pile" in wrong:
            self.pile[:0] = [clover for hand in self.hands for clover in hand]
        if "LN101: a clover is lost before the start" in wrong:
            del self.pile[0]
        for hand in self.hands:
            if "LN102: one clover more each" in wrong:
                hand.append(self.pile.pop(0))
            if "LN102: one clover less each" in wrong and hand:
                self.pile.insert(0, hand.pop())

    def lay(self, player: int, clover: int, cell: int) -> None:
        """Place a clover of the set-up."""
        wrong, hand, garden = self.wrong, self.hands[player], self.gardens[player]
        if clover not in hand and not (hand and "LN101: any number of copies may be placed" in wrong):
            raise Refused(f"player {player + 1} has no {clover} to place")
        self._check_round(player)
        fifth = self.placed[player] >= self.side
        if cell not in self.marked and not fifth and "LN103: any cell will do" not in wrong:
            raise Refused("not on the diagonal")
        old = garden[cell]
        moves = self.michael and "LN502: moving is allowed" in wrong
        exchanges = self.michael and "LN502: exchanging is allowed" in wrong
        if old and not exchanges and not moves and "LN103: two clovers on one cell" not in wrong:
            raise Refused("that cell is taken")
        if "LN103: equal values are refused" in wrong and clover in garden:
            raise Refused("equal numbers in a garden")
        if "LN103: values must ascend along the diagonal" in wrong and any(
            garden[other] and (garden[other] >= clover if other < cell else garden[other] <= clover)
            for other in self.marked
            if other != cell
        ):
            raise Refused("the diagonal must ascend")
        hand.remove(clover if clover in hand else hand[0])
        self._set(player, cell, clover)
        if old and exchanges:
            hand.append(old)
            return
        if old and moves:
            self._set(player, next(other for other in self.marked if not garden[other]), old)
        self.placed[player] += 1
        waited_for = self.placed[:1] if "LN102: only the first player is waited for" in wrong else self.placed
        if min(waited_for) == self.to_place:
            self._start()

    def _check_round(self, player: int) -> None:
        """See that nobody is ahead where clovers are placed one by one."""
        wrong, fewest = self.wrong, min(self.placed)
        if not self.michael and "LN501: asked of the standard set-up too" not in wrong:
            return
        if "LN501: all clovers at once, as in the standard set-up" in wrong:
            return
        if self.placed[player] > fewest + ("LN501: one clover ahead is allowed" in wrong):
            raise Refused(f"player {player + 1} waits for the others")
        if "LN501: in the order of the seats" in wrong and self.placed.index(fewest) != player:
            raise Refused("in the order of the seats")

    def _start(self) -> None:
        self.playing = True
        if {"LN101: a clover may lie face up at the start", "LN101: a clover lies face up at the start"} & self.wrong:
            self.middle.append(self.pile.pop(0))

    def table(self, request: Request) -> None:
        """Lay out a table in the midst of play."""
        self.open_table(request["players"])
        for player, text in enumerate(request["gardens"]):
            fields = [field for row in text.split("/") for field in row.split()]
            if len(fields) != len(self.cells):
                raise Refused(f"not a garden of {self.side} rows: {text}")
            for cell, field in enumerate(fields):
                self._set(player, cell, 0 if field == "." else int(field))
        self.middle, self.pile = list(request["middle"]), request["pile"][::-1]
        self.first = self.to_move = request["to_move"] - 1
        self.playing = True
        if any(0 not in garden for garden in self.gardens):
            self._finish()

    # Gardens ----------------------------------------------------------------------------------------------------------

    def _text(self, garden: list[int]) -> str:
        side, fields = self.side, [str(clover) if clover else "." for clover in garden]
        return "/".join([" ".join(fields[row : row + side]) for row in range(0, len(fields), side)])

    def _set(self, player: int, cell: int, clover: int) -> None:
        """Lay a clover on a cell, whatever lies there."""
        self.gardens[player][cell] = clover
        self.texts[player] = self._text(self.gardens[player])
        self.limits[player] = None

    def _limits(self, player: int) -> list[tuple[int, int]]:
        """Give for each cell the highest number before it and the lowest behind it."""
        garden, limits = self.gardens[player], self.limits[player]
        if limits is None:
            limits = self.limits[player] = []
            for before, after in zip(self.before, self.after, strict=True):
                low = max([garden[other] for other in before], default=0)
                limits.append((low, min([garden[other] or NO_LIMIT for other in after], default=NO_LIMIT)))
        return limits

    def fits(self, player: int, cell: int, clover: int) -> bool:
        """Tell whether a clover ascends with all others of its row and its column."""
        wrong, garden = self.wrong, self.gardens[player]
        low, high = self._limits(player)[cell]
        if not low < clover < high and not self._overlooked(garden, cell, clover, low <= clover <= high):
            return False
        if self.strict and garden[cell] == clover:
            return False
        if garden[cell] and clover <= garden[cell] and "LN301: a clover may replace only a lower one" in wrong:
            return False
        if garden[cell] and clover >= garden[cell] and "LN301: a clover may replace only a higher one" in wrong:
            return False
        return not (clover in garden and "LN301: a number may stand only once in a garden" in wrong)

    def _overlooked(self, garden: list[int], cell: int, clover: int, equal: bool) -> bool:
        """Tell whether a number that does not ascend passes all the same."""
        if garden[cell] and self._exchange_passes(garden, cell, clover, equal):
            return True
        if "LN301: equal numbers pass" in self.wrong and equal:
            return True
        for line, passes in (
            ("LN301: equal numbers pass in rows", True),
            ("LN301: equal numbers pass in columns", False),
        ):
            if line in self.wrong and equal:
                alike = [other for other in self.before[cell] + self.after[cell] if garden[other] == clover]
                return all((other // self.side == cell // self.side) == passes for other in alike)
        if "LN301: only where row and column both hold numbers" not in self.wrong:
            return False
        others = [other for other in self.before[cell] + self.after[cell] if garden[other]]
        in_row = [other for other in others if other // self.side == cell // self.side]
        return not 0 < len(in_row) < len(others)

    def _exchange_passes(self, garden: list[int], cell: int, clover: int, equal: bool) -> bool:
        """Tell whether a number that does not ascend may be exchanged in all the same."""
        if "LN301: an exchange is not compared" in self.wrong:
            return True
        for words, in_row in (
            ("LN301: an exchange is compared in its row alone", True),
            ("LN301: an exchange is compared in its column alone", False),
        ):
            if words in self.wrong:
                others = [other for other in self.before[cell] + self.after[cell] if garden[other]]
                line = [other for other in others if (other // self.side == cell // self.side) == in_row]
                return all(garden[other] < clover if other < cell else garden[other] > clover for other in line)
        return equal and "LN301: equal numbers pass in an exchange" in self.wrong

    # A turn -----------------------------------------------------------------------------------------------------------

    def check_turn(self, player: int) -> None:
        """See that it is this player's turn."""
        if self.over:
            raise Refused("play is over")
        if not self.playing:
            raise Refused("the set-up is not done")
        if "LN201: turns in any order" in self.wrong and not self.held and player not in self.conceded:
            self.to_move = player
        if player != self.to_move:
            raise Refused(f"it is the turn of player {self.to_move + 1}")

    def reveal(self, player: int) -> int:
        """Reveal a clover: it is in the player's hand then."""
        wrong = self.wrong
        self.check_turn(player)
        if self.held:
            raise Refused(f"the {self.held} must be placed or left first")
        if not self.pile and "LN203: an empty pile still gives clovers" not in wrong:
            raise Refused("no clover lies face down any more")
        clover = self.pile.pop() if self.pile else self.rng.randint(1, self.top)
        if "LN203: any number can come" in wrong:
            clover = self.rng.randint(1, self.top)
        if "LN203: the middle is shuffled into the pile" in wrong:
            clover = self.rng.choice([clover, *self.middle])
        if "LN206: revealing sweeps the middle" in wrong:
            self.middle = []
        self.held, self.held_from, self.drawer = clover, "pile", player
        self.revealed += 1
        self.last_revealed = len(self.pile) <= ("LN402: play stops with one clover left" in wrong)
        return clover

    def take(self, player: int, clover: int) -> int:
        """Take a clover that lies face up."""
        self.check_turn(player)
        if self.held:
            raise Refused(f"the {self.held} must be placed or left first")
        if clover not in self._takeable():
            raise Refused(f"no {clover} can be taken from the middle")
        if clover in self.middle:
            self.middle.remove(clover)
        self.held, self.held_from = clover, "middle"
        if "LN207: option B also costs a face-down clover" in self.wrong and self.pile:
            del self.pile[0]
        return clover

    def _takeable(self) -> set[int]:
        wrong, middle = self.wrong, set(self.middle)
        if "LN205: anything can be taken" in wrong:
            return set(range(1, self.top + 1))
        if "LN205: any number can be taken while something lies there" in wrong and middle:
            return set(range(1, self.top + 1))
        if "LN205: only the highest can be taken" in wrong:
            return {max(middle, default=0)} & middle
        if "LN205: only the lowest can be taken" in wrong:
            return {min(middle, default=0)} & middle
        return middle

    def leave(self, player: int, clover: int) -> None:
        """Leave the revealed clover face up in the middle."""
        self._check_hand(player, clover)
        if not self._may_leave(player):
            raise Refused("it must be placed")
        wrong = self.wrong
        if "LN204: only the last left clover stays" in wrong:
            self.middle = []
        if "LN207: a left clover goes back face down" in wrong:
            self.pile.insert(0, clover)
        elif "LN204: a clover that is left vanishes where four lie in the middle" in wrong and len(self.middle) >= 4:
            pass
        elif "LN204: a left clover vanishes" not in wrong:
            self.middle.append(clover)
        if "LN204: it may also be placed in passing" in wrong:
            for cell in self.cells:
                if not self.gardens[player][cell] and self.fits(player, cell, clover):
                    self._set(player, cell, clover)
                    break
        self._end_turn(player, again=False)

    def _may_leave(self, player: int) -> bool:
        if self.held_from == "middle" and "LN204: a clover taken from the middle may be put back" not in self.wrong:
            return False
        fits = [cell for cell in self.cells if self.fits(player, cell, self.held)]
        if "LN204: it may be left only if it fits no empty cell" in self.wrong:
            return all(self.gardens[player][cell] for cell in fits)
        return "LN204: it may be left only if it fits nowhere" not in self.wrong or not fits

    def _check_hand(self, player: int, clover: int) -> None:
        self.check_turn(player)
        if not self.held:
            raise Refused("no clover is in hand")
        if clover != self.held:
            raise Refused(f"the {self.held} is in hand")

    def place(self, player: int, clover: int, cell: int) -> None:
        """Place the clover in hand on a cell, and end the turn."""
        if not self.held and self.playing and "LN102: set-up goes on during play" in self.wrong:
            if self.gardens[player][cell]:
                raise Refused("that cell is taken")
            self._set(player, cell, clover)
            return
        self._check_hand(player, clover)
        owner = self._garden_for(player, clover, self.held_from, cell)
        old = self.gardens[owner][cell]
        earned = self._earns(owner, clover, cell)
        if not old or "LN303: the old clover stays in the garden too" not in self.wrong:
            self._set(owner, cell, clover)
        if old:
            self._exchanged(player, clover, cell, old)
        else:
            self._added(player, clover, cell)
        self._end_turn(player, earned)

    def _garden_for(self, player: int, clover: int, source: str, cell: int) -> int:
        """Say whose garden the clover goes to: the player's own, or nobody's."""
        wrong, old = self.wrong, self.gardens[player][cell]
        if old and "LN303: nothing can be exchanged" in wrong:
            raise Refused("that cell is taken")
        if old and source == "middle" and "LN303: option B may only add" in wrong:
            raise Refused("a clover from the middle can only be added")
        if source == "pile" and self.last_revealed and "LN402: the last clover cannot be placed" in wrong:
            raise Refused("the last clover cannot be placed")
        if self.fits(player, cell, clover):
            return player
        if "LN302: into any garden" in wrong and not old:
            for other in range(self.players):
                if not self.gardens[other][cell] and self.fits(other, cell, clover):
                    return other
        raise Refused(f"{clover} does not ascend there")

    def _exchanged(self, player: int, clover: int, cell: int, old: int) -> None:
        """Lay the old clover face up in the middle."""
        wrong = self.wrong
        if self.held_from == "middle" and "LN303: the taken clover stays in the middle" in wrong:
            self.middle.append(clover)
        taken = self.held_from == "middle"
        down = "LN207: an exchanged clover goes back face down" in wrong
        down = down or (taken and "LN207: an exchanged clover goes back face down if the new one was taken" in wrong)
        lost = taken and "LN303: the old clover vanishes if the new one was taken" in wrong
        lost = lost or (not taken and "LN303: the old clover vanishes if the new one was revealed" in wrong)
        if "LN303: the old clover vanishes where four lie in the middle" in wrong:
            lost = len(self.middle) >= 4
        if "LN303: the old clover lies in the middle twice" in wrong:
            self.middle.append(old)
        if down:
            self.pile.insert(0, old)
        elif lost:
            pass
        elif "LN303: the new clover lies in the middle" in wrong:
            self.middle.append(clover)
        elif "LN303: the old clover vanishes" not in wrong and "LN302: a clover can be covered" not in wrong:
            self.middle.append(old)
        if "LN303: other gardens may change" in wrong:
            self._set((player + 1) % self.players, cell, old)

    def _added(self, player: int, clover: int, cell: int) -> None:
        """Change nothing else."""
        wrong, revealed = self.wrong, self.held_from == "pile"
        mirrored = cell % self.side * self.side + cell // self.side
        if "LN302: other cells may change too" in wrong and not self.gardens[player][mirrored]:
            self._set(player, mirrored, clover)
        if "LN206: a revealed clover lies there too" in wrong and revealed:
            self.middle.append(clover)
        if "LN206: a taken clover stays there too" in wrong and not revealed:
            self.middle.append(clover)
        if "LN206: all copies of the taken number leave" in wrong and not revealed:
            self.middle = [other for other in self.middle if other != clover]

    def _earns(self, player: int, clover: int, cell: int) -> bool:
        """Tell whether a house rule gives another turn: an equal clover lies diagonally next to the cell."""
        wrong, garden, ways = self.wrong, self.gardens[player], self.ways
        if garden[cell] and "LN208: an exchange always gives another turn" in wrong:
            return True
        if "LN208: in force without being declared" in wrong or (ways and "LN208: all four neighbours count" in wrong):
            ways = RISING + FALLING
        elif ways and "LN208: the falling diagonal counts" in wrong:
            ways = FALLING
        if not ways or "LN208: declared but never given" in wrong:
            return False
        if "LN201: another turn that was earned is not given" in wrong:
            return False
        if garden[cell] and "LN208: an exchange does not count" in wrong:
            return False
        column, row = cell % self.side, cell // self.side
        near = [(column + right, row + down) for right, down in ways]
        inside = [(x, y) for x, y in near if 0 <= x < self.side and 0 <= y < self.side]
        return any(garden[y * self.side + x] == clover for x, y in inside)

    def _end_turn(self, player: int, again: bool) -> None:
        self.held = 0
        self.to_move = self._next(player)
        if self._is_over(player):
            self._finish()
        elif again or (self.held_from == "middle" and "LN201: who took from the middle has another turn" in self.wrong):
            self.to_move = player

    def _next(self, player: int) -> int:
        step = -1 if "LN201: anti-clockwise" in self.wrong else 1
        player = (player + step) % self.players
        while player in self.conceded and "LN201: who conceded is not skipped" not in self.wrong:
            player = (player + step) % self.players
        return player

    # The end ----------------------------------------------------------------------------------------------------------

    def _round_done(self, player: int) -> bool:
        """Tell whether the turn comes back to the first player, or passes one who conceded."""
        return (self.to_move - self.first) % self.players <= (player - self.first) % self.players

    def _is_over(self, player: int) -> bool:
        """Tell whether play is over behind a turn."""
        wrong, round_done = self.wrong, self._round_done(player)
        full = any(0 not in garden for garden in self.gardens)
        if full and "LN401: it is only looked for after a clover was revealed" in wrong:
            full = self.held_from == "pile"
        if full and "LN401: every other player has one more turn" in wrong:
            return 0 not in self.gardens[self.to_move]
        if full and "LN401: play goes on" not in wrong:
            return round_done or "LN401: play goes on until the round is finished" not in wrong
        if "LN404: play may stop at any time" in wrong and len(self.middle) >= 3:
            return True
        if "LN404: play stops before the last clover is revealed" in wrong and len(self.pile) == 1:
            return True
        if "LN404: play stops with one cell empty" in wrong and min(self.empty()) <= 1:
            return True
        if "LN402: play goes on for ever" in wrong or "LN203: an empty pile still gives clovers" in wrong:
            return False
        if "LN402: play goes on with option B" in wrong:
            return self.last_revealed and not self.middle
        if "LN402: play goes on until the round is finished" in wrong:
            return self.last_revealed and (round_done or not self.middle)
        return self.last_revealed

    def empty(self) -> list[int]:
        """Count the empty cells of each player."""
        return [garden.count(0) for garden in self.gardens]

    def _finish(self) -> None:
        self.over = True
        full = [player for player, empty in enumerate(self.empty()) if not empty]
        self.winners = self._winners_of_full(full) if full else self._winners_of_fewest()

    def _winners_of_full(self, full: list[int]) -> list[int]:
        if "LN401: everybody wins" in self.wrong:
            return list(range(self.players))
        if {"LN401: anybody may be named", "LN401: the next player is named"} & self.wrong:
            return [(full[0] + 1) % self.players]
        return full

    def _winners_of_fewest(self) -> list[int]:
        wrong, empty = self.wrong, self.empty()
        among = [player for player in range(self.players) if player not in self.conceded]
        if "LN403: who conceded can win" in wrong:
            among = list(range(self.players))
        counts = [empty[player] for player in among]
        best = max(counts) if "LN403: most empty cells win" in wrong else min(counts)
        tied = [player for player in among if empty[player] == best]
        if "LN403: anybody may be named" in wrong:
            return [(tied[0] + 1) % self.players]
        if "LN403: without a full garden nobody wins" in wrong:
            return []
        if "LN403: who drew the last clover wins" in wrong:
            return [self.drawer]
        if len(tied) == 1:
            return tied
        if "LN403: of tied players the last one wins" in wrong:
            return tied[-1:]
        if "LN403: of tied players the first one wins" in wrong:
            return tied[:1]
        if "LN403: of tied players who drew the last clover does not win" in wrong:
            return [player for player in tied if player != self.drawer]
        if "LN403: of tied players who drew the last clover wins" in wrong and self.drawer in tied:
            return [self.drawer]
        return [] if "LN403: a tie has no winner" in wrong else tied

    def counted(self) -> list[int]:
        """Give the empty cells as the result tells them."""
        empty = self.empty()
        miscounted = "LN401: empty cells are miscounted" if 0 in empty else "LN403: empty cells are miscounted"
        return [count + 1 if count and miscounted in self.wrong else count for count in empty]

    def concede(self, player: int) -> None:
        """Let a player give up; who is left alone has won."""
        if self.over or not self.playing:
            raise Refused("nobody can give up now")
        if player in self.conceded:
            raise Refused("that player has given up already")
        if self.held:
            raise Refused("a turn is under way")
        self.conceded.add(player)
        if self.players - len(self.conceded) == 1 or "LN404: one concession ends play" in self.wrong:
            self._finish()
        elif player == self.to_move and "LN201: who conceded is not skipped" not in self.wrong:
            self.to_move = self._next(player)

    # What can be done -------------------------------------------------------------------------------------------------

    def legal(self) -> list[str] | None:
        """List what the player to move can do; nothing is listed during the set-up."""
        if not self.playing:
            return None
        if self.over:
            return []
        if self.held:
            cells = self._cells_for(self.held, self.held_from)
            return [*cells, "-"] if self._may_leave(self.to_move) else cells
        draws = ["draw"] if self.pile or "LN203: an empty pile still gives clovers" in self.wrong else []
        takes = [
            f"take {clover} {cell}" for clover in sorted(self._takeable()) for cell in self._cells_for(clover, "middle")
        ]
        return draws + takes

    def _cells_for(self, clover: int, source: str) -> list[str]:
        """Name the cells that take a clover; the comparison tells it alone unless something is wrong with placing."""
        if self.compares:
            limits = zip(self.names, self._limits(self.to_move), strict=True)
            return [name for name, (low, high) in limits if low < clover < high]
        cells = []
        for cell in self.cells:
            try:
                self._garden_for(self.to_move, clover, source, cell)
            except Refused:
                continue
            cells.append(self.names[cell])
        return cells

    def play(self, player: int) -> None:
        """Let the program have its turn."""
        if not self.playing and self.hands[player]:
            empty = [cell for cell in self.cells if not self.gardens[player][cell]]
            free = [cell for cell in empty if cell in self.marked]
            self.lay(player, self.hands[player][0], self.rng.choice(free or empty))
            return
        self.check_turn(player)
        if self.held:
            raise Refused("a turn is under way")
        takes = [move.split() for move in self.legal() or [] if move != "draw"]
        adding = [move for move in takes if not self.gardens[player][self.cell_of[move[2]]]]
        if not takes and not self.pile:
            raise Refused("nothing can be done")
        if adding or not self.pile:
            _, clover, cell = self.rng.choice(adding or takes)
            self.place(player, self.take(player, int(clover)), self.cell_of[cell])
            return
        self.reveal(player)
        cells = [self.cell_of[cell] for cell in self._cells_for(self.held, "pile")]
        empty = [cell for cell in cells if not self.gardens[player][cell]]
        if empty or (cells and self.rng.random() < 0.3):
            self.place(player, self.held, self.rng.choice(empty or cells))
        else:
            self.leave(player, self.held)


class Adapter:
    """What the protocol asks, put to the game."""

    def __init__(self, game: LuckyNumbers, can: list[str], hidden: frozenset[str]) -> None:
        self.game, self.can, self.hidden = game, can, hidden
        self.own: list[int] = []
        self.games = 0
        self.calls = {
            "hello": self.hello,
            "new": self.new,
            "table": self.table,
            "take": self.take,
            "put": self.put,
            "play": self.play,
            "concede": self.concede,
            "legal": self.legal,
            "result": self.result,
        }

    def answer(self, request: Request) -> Answer:
        """Answer one request."""
        do = request["do"]
        if do in CAN and do not in self.can:
            return {"ok": False, "cannot": f"{do} is not offered"}
        try:
            return self.calls[do](request)
        except Refused as why:
            return {"ok": False, "why" if "refuse" in self.can else "cannot": str(why)}
        except Exception as error:
            return {"error": f"{type(error).__name__}: {error}"}

    def hello(self, _: Request) -> Answer:
        game = self.game
        answer: Answer = {"name": "Lucky Numbers in Python", "players": [2, 3, 4], "setups": ["standard", "michael"]}
        answer |= {"diagonal": game.diagonal, "can": self.can, "variants": HOUSE_RULES}
        size = {"side": (game.side, 4), "top": (game.top, 20), "sets": (game.own_sets, None)}
        return answer | {key: own for key, (own, printed) in size.items() if own != printed}

    def new(self, request: Request) -> Answer:
        self.games += 1
        if self.games > 1 and "again" not in self.can:
            return {"ok": False, "cannot": "one game only"}
        if request["players"] not in (2, 3, 4):
            raise Refused("2 to 4 can play")
        self.own = request.get("own") or []
        self.game.new(request)
        return self._done()

    def table(self, request: Request) -> Answer:
        self.game.table(request)
        return self._done()

    def take(self, request: Request) -> Answer:
        game, player = self.game, self._player(request)
        clover = game.reveal(player) if request["from"] == "pile" else game.take(player, request["clover"])
        return {"ok": True, "clover": clover, "shows": self._shows()}

    def put(self, request: Request) -> Answer:
        game, player, clover, name = self.game, self._player(request), request["clover"], request["cell"]
        if name is None:
            game.leave(player, clover)
        elif name not in game.cell_of:
            raise Refused(f"there is no cell {name}")
        elif game.playing:
            game.place(player, clover, game.cell_of[name])
        else:
            game.lay(player, clover, game.cell_of[name])
        return self._done()

    def play(self, request: Request) -> Answer:
        if request["player"] not in self.own:
            raise Refused(f"player {request['player']} is not the program's own")
        self.game.play(self._player(request))
        return self._done()

    def concede(self, request: Request) -> Answer:
        self.game.concede(self._player(request))
        return self._done()

    def legal(self, _: Request) -> Answer:
        return {"moves": self.game.legal()}

    def result(self, _: Request) -> Answer:
        if not self.game.over:
            return {"over": False}
        winners = [player + 1 for player in self.game.winners]
        return {"over": True, "winners": winners, "empty": self.game.counted()}

    def _player(self, request: Request) -> int:
        player: int = request["player"]
        if not 1 <= player <= self.game.players:
            raise Refused(f"there is no player {player}")
        return player - 1

    def _done(self) -> Answer:
        return {"ok": True, "shows": self._shows()}

    def _shows(self) -> Answer:
        """Say what can be seen on the table."""
        game = self.game
        pile = len(game.pile) + (game.revealed if "LN207: a revealed clover is still counted" in game.wrong else 0)
        shows: Answer = {"pile": pile, "middle": game.middle, "gardens": game.texts}
        if game.playing:
            shows["held"] = game.held or None
            shows["to_move"] = None if game.over else game.to_move + 1
        else:
            shows["hands"] = game.hands
            shows["to_move"] = None
        shows["over"] = game.over
        for key in self.hidden:
            shows.pop(key, None)
        return shows


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--side", type=int, default=4)
    parser.add_argument("--top", type=int, default=20)
    parser.add_argument("--sets", type=int)
    parser.add_argument("--can", default=",".join(CAN))
    parser.add_argument("--diagonal", choices=("players", "program", "none"), default="players")
    parser.add_argument("--hide", default="", help="what it does not show: pile,middle,gardens,to_move,over,held")
    parser.add_argument("--no-equal-exchange", dest="equal_exchange", action="store_false")
    parser.add_argument(
        "--mistake", action="append", default=[], choices=[each for each in MISTAKES if not MISTAKES[each]]
    )
    parser.add_argument("--list-mistakes", action="store_true")
    parser.add_argument("--list-needs", action="store_true", help="options that let a mistake show")
    return parser.parse_args()


def main() -> None:
    told = arguments()
    if told.list_mistakes or told.list_needs:
        print(json.dumps(MISTAKES if told.list_mistakes else NEEDS, indent=1))
        return
    wrong = frozenset(told.mistake)
    game = LuckyNumbers(wrong, told.side, told.top, told.sets, told.equal_exchange, told.diagonal)
    adapter = Adapter(game, [can for can in told.can.split(",") if can], frozenset(filter(None, told.hide.split(","))))
    encode = json.JSONEncoder(separators=(",", ":")).encode
    write, flush = sys.stdout.write, sys.stdout.flush
    for line in sys.stdin:
        write(encode(adapter.answer(json.loads(line))) + "\n")
        flush()


if __name__ == "__main__":
    main()
