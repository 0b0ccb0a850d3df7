"""The table of a game with a program as it is believed: what lies where, who is to move, what is legal."""

from collections import Counter
from collections.abc import Sequence
from functools import cached_property, lru_cache

from models.driving import CannotPlay, Event
from models.lucky_numbers.bitboards import Layout
from models.lucky_numbers.clauses.ln201_order import ORDER
from models.lucky_numbers.driving.requests import Shows
from models.lucky_numbers.engine import Engine
from models.lucky_numbers.garden import Garden, read_garden, write_garden
from models.lucky_numbers.kernel import may_replace


class BelievedTable:
    """The table; `held` is the clover in hand: player, source, number."""

    def __init__(self) -> None:
        self.held: tuple[int, str, int] | None = None
        self._known: dict[tuple[int, int], list[tuple[int, int]]] = {}
        self.texts: dict[int, str] = {}

    @cached_property
    def game(self) -> Engine:
        """The engine of the game, set when it begins. Raises CannotPlay before."""
        raise CannotPlay("the game was not begun", "`new` or `table` comes first, and is answered ok")

    @property
    def mover(self) -> int | None:
        """Who is to move by the rules, None where play is over or anybody may begin."""
        due = self.game.to_move or next(iter(ORDER.due(self.game.table())), 0)
        return due or None

    @property
    def ended(self) -> bool:
        """Whether play is over by the rules."""
        return self.game.ended is not None

    @property
    def alone(self) -> bool:
        """Whether all but one player have given up; no rule says whether play goes on then."""
        return len(self.game.conceded) >= self.game.rules.players - 1

    def numbers(self) -> list[int]:
        """Give the numbers in the middle."""
        return list(map(int, self.game.numbers()))

    def cells(self, player: int, number: int) -> list[tuple[int, int]]:
        """Give where a number can be laid in a garden by the rules, each cell with the number that lies there."""
        key = self.game.gardens[player], number
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._cells(player, number)
        return found

    def _cells(self, player: int, number: int) -> list[tuple[int, int]]:
        game = self.game
        layout, garden = game.layout, game.gardens[player]
        top, numbers, equal = layout.top, layout.numbers, game.rules.equal_exchange
        found = []
        for cell, bits in enumerate(_against(layout, number)):
            there = garden & bits
            if not there:
                found.append((cell, 0))
            elif not there & there - 1:  # one number alone is against it: the one that lies there itself?
                old = (there >> cell * top & numbers).bit_length()
                if old and may_replace(old, number, equal):
                    found.append((cell, old))
        return found

    def legal(self) -> frozenset[str]:
        """Give the legal moves of the player to move as a program lists them."""
        if self.held is not None:
            player, source, number = self.held
            names = {self.game.rules.board.names[cell] for cell, _ in self.cells(player, number)}
            return frozenset(names | ({"-"} if source == "pile" else set()))
        player = self.mover or 0
        if self.ended or not player:
            return frozenset()
        draw = {"draw"} if self.game.pile else set()
        names_of = self.game.rules.board.names
        takes = {f"take {n} {names_of[cell]}" for n in set(self.numbers()) for cell, _ in self.cells(player, n)}
        return frozenset(draw | takes)

    def laying(self, cell: int, old: int) -> Event:
        name = self.game.rules.board.names[cell]
        return {"action": "exchange", "cell": name, "out": old} if old else {"action": "place", "cell": name}

    def keys_of(self, move: str) -> Event:
        """Give a listed legal move as the keys of a turn."""
        if self.held is not None:
            player, source, number = self.held
            keys: Event = {"player": player, "from": source, "clover": number}
            name = move
        elif move == "draw":
            return {"player": self.mover, "from": "pile"}
        else:
            player = self.mover or 0
            _, text, name = move.split()
            keys = {"player": player, "from": "middle", "clover": int(text)}
        if name == "-":
            return keys | {"action": "discard"}
        cell = self.game.rules.board.cells[name]
        return keys | self.laying(cell, self.game.layout.number_on(self.game.gardens[player], cell))

    def somewhere(self, player: int, number: int) -> Event:
        """Give a legal place for a clover, or leave it where there is none."""
        known = 1 <= player <= self.game.rules.players and 1 <= number <= self.game.rules.top
        for cell, old in self.cells(player, number) if known else ():
            return self.laying(cell, old)
        return {"action": "discard"}

    def read(self, texts: Sequence[str | None]) -> list[Garden | None]:
        rules = self.game.rules
        if len(texts) != rules.players:
            raise CannotPlay(f"{len(texts)} gardens are shown for {rules.players} players", "show one for each player")
        return [None if text is None else _garden(text, rules.top, rules.board.side) for text in texts]

    def text_of(self, packed: int) -> str:
        """Write a garden of the engine."""
        text = self.texts.get(packed)
        if text is None:
            layout = self.game.layout
            text = self.texts[packed] = write_garden(layout.board.side, layout.unpack(packed))
        return text

    def face_down(self, seen: Shows, due: int) -> int | None:
        """Give the count that is shown; a clover that the program has revealed by itself and shows counts as well."""
        by_itself = seen.held is not None and seen.pile == due - 1
        return due if by_itself else seen.pile

    def own_turn(self, player: int, seen: Shows) -> Event | None:
        """Find out what the program's own player did, from what is shown behind it."""
        if seen.gardens is None or seen.middle is None:
            return None
        game = self.game
        garden, shown = game.layout.unpack(game.gardens[player]), self.read(seen.gardens)[player - 1]
        if shown is None:
            return None
        changed = [cell for cell, old in enumerate(garden) if shown[cell] != old]
        gone, come = Counter(self.numbers()), Counter(seen.middle)
        told = seen.pile is not None and seen.held is None  # else the next clover may be revealed already
        revealed = seen.pile < game.pile if told and seen.pile is not None else not gone - come
        event: Event = {"event": "turn", "player": player, "from": "pile" if revealed else "middle"}
        if len(changed) == 1:
            event |= {"clover": shown[changed[0]], **self.laying(changed[0], garden[changed[0]])}
        elif not changed and revealed and len(entered := list((come - gone).elements())) == 1:
            event |= {"clover": entered[0], "action": "discard"}
        elif not changed and not revealed and (equal := self._equal_exchange(player)):
            event |= equal
        else:
            return None
        return event | {"pile": self.face_down(seen, game.pile - revealed), "middle": list(seen.middle)}

    def _equal_exchange(self, player: int) -> Event | None:
        """Give an exchange of equal clovers with the middle, which changes nothing."""
        for number in self.numbers():
            for cell, old in self.cells(player, number):
                if old == number:
                    return {"clover": number, **self.laying(cell, old)}
        return None


@lru_cache(maxsize=256)
def _against(layout: Layout, number: int) -> list[int]:
    """Give for each cell the bits of a garden that may not be set if a number is to lie there.

    A twin does not stand against a number; it only makes a turn that is not plain.
    """
    return [layout.against(cell, number) & ~layout.twins(cell, number) for cell in range(layout.size)]


@lru_cache(maxsize=4096)
def _garden(text: str, top: int, side: int) -> Garden:
    """Read a garden that is shown. Raises CannotPlay."""
    try:
        shape, garden = read_garden(text, top)
    except ValueError as wrong:
        raise CannotPlay(f"a garden is shown as {text[:60]!r}: {wrong}", "write it like `3 5 . ./7 8 . 10`") from wrong
    if shape.side != side:
        raise CannotPlay(f"a garden of {shape.side} rows is shown, not of {side}", "say `side` in hello")
    return garden
