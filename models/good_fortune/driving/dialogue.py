"""What was said in a game of Good Fortune with a program, followed on the engine and written as a log."""

from typing import get_args

import msgspec

from models.asking import DialogueLog, ShowsNoDeal, begun
from models.driving import CannotPlay, Discrepancy, Event, Request, Response, Wish
from models.formats import LOG_FORMAT
from models.good_fortune import events
from models.good_fortune.clauses import CLAUSES
from models.good_fortune.clauses.gf209_concede import NobodyConcedes
from models.good_fortune.clauses.gf401_end import END
from models.good_fortune.driving.believed import BelievedTurn
from models.good_fortune.driving.plan import rules_for
from models.good_fortune.driving.requests import (
    AskLegal,
    AskResult,
    Choose,
    Concede,
    FortuneHello,
    FortuneResponse,
    LayTile,
    New,
    Play,
    Shows,
)
from models.good_fortune.editions import EDITIONS, HAND
from models.good_fortune.engine import Engine, GameSeries
from models.good_fortune.kernel import line_after
from models.good_fortune.table import Step
from models.reading import Malformed

MOST_MISSING = 2  # of the moves that one list lacks are written as refused
MEDALLION = ("holder", "side")
# The types of events by their tags: `convert` to one of them is much faster than to their union.
KINDS = {str(kind.__struct_config__.tag): kind for kind in get_args(events.Event)}


class FortuneDialogue(DialogueLog, BelievedTurn):
    """One game with a program, from its answer to `new` on."""

    def __init__(self, hello: FortuneHello, wish: Wish) -> None:
        super().__init__()
        self.hello, self.wish = hello, wish

    # --- answers

    def hear(self, request: Request, reply: Response) -> None:
        """Follow an answer. Raises CannotPlay where it contradicts what the program says of itself."""
        if not isinstance(reply, FortuneResponse):
            return
        match request:  # the most frequent first
            case LayTile():
                self._lay(request, reply)
            case Choose():
                self._choose(request, reply)
            case New():
                self._new(request, reply)
            case Play() if reply.done:
                self._play(request, reply)
            case Concede() if reply.done:
                self._add({"event": "concede", "player": request.player})
            case AskLegal() if reply.done and reply.moves is not None:
                self._list(frozenset(reply.moves))
            case AskResult() if reply.done:
                self._result(reply)
        if reply.shows is not None:
            self.says = reply.shows.to_move
            if reply.shows.over is not None:
                self.over = reply.shows.over
                if self.over != self.ended and not self.chosen and "result" not in self.hello.can:
                    self._deny_shown(self.over)

    def _new(self, request: New, reply: FortuneResponse) -> None:
        if not reply.done:
            return
        rules = rules_for(self.hello, self.wish, request.variants)
        edition = self.wish.reading.edition or EDITIONS[0].key
        header: Event = {"event": "game", "format": LOG_FORMAT, "game": "good-fortune", "edition": edition}
        header |= {"variants": list(request.variants)} if request.variants else {}
        tiles = rules.tiles
        header["tiles"] = tiles.name or [[number, *face.charms, face.die] for number, face in enumerate(tiles.faces, 1)]
        header |= {"hand": rules.hand} if rules.hand != HAND else {}
        header["source"] = self.hello.name
        read = msgspec.convert(header, events.GameEvent)
        self.game = begun(lambda: Engine(read, self.wish.reading, GameSeries()), read)
        self.events.append(header)
        self._deal(request, reply.seen)

    def _deal(self, request: New, seen: Shows) -> None:
        hands, line = seen.hands or request.hands, seen.line or request.line
        if hands is None or line is None:
            missing = "hands" if hands is None else "line"
            raise ShowsNoDeal(f"the answer to `new` shows no {missing}", f'add "{missing}" to "shows"')
        for asked, shown in ((request.hands, hands), ((request.line,) if request.line else None, (line,))):
            if asked is not None and list(map(sorted, asked)) != list(map(sorted, shown)):
                raise CannotPlay(
                    "the answer to `new` shows another deal than was asked for",
                    "deal `hands` and `line` as they are asked for, or leave `deal` out of `can`",
                )
        deal: Event = {"event": "deal", "hands": list(map(list, hands)), "line": list(line)}
        self._add(deal | {key: value for key in MEDALLION if (value := getattr(seen, key)) is not None})

    def _add(self, event: Event) -> None:
        """Write an event, and go on from the table after it."""
        self.events.append(event)
        read = msgspec.convert(event, KINDS[str(event["event"])])
        if not self.game.make(read):
            try:
                step = self.game.step(read)
            except Malformed:
                self.lost = self.doubtful = True
            else:
                self.doubtful = self.doubtful or not _keeps_all(step)
                self.game.adopt(step)
        self.chosen, self.laid, self.revealed, self.denied, self.line = [], [], None, None, self.game.line
        if event["event"] != "end":
            self.over = None  # it was said of the table before

    def _refuse(self, keys: Event | None) -> None:
        if keys is not None:
            self.events.append({"event": "refused", **keys})

    # --- turns

    def _choose(self, request: Choose, reply: FortuneResponse) -> None:
        one = request.player, request.tile
        if reply.done:
            self._take(one, reply)
        elif len(self.chosen) > 1 or request.tile in dict(self.chosen).values():
            return  # all that a turn has, or this tile, is chosen already
        elif self.game.rules.simple and self.game.last is None and self.says != request.player:
            return  # who begins is the program's choice
        elif reply.refused and not self.game.ended and not self.laid:
            if self.game.rules.guessing and not self.chosen and one[1] in self.hand(one[0]):
                self.denied = one[0]
            self._refuse(self.whole_turn([*self.chosen, one]))

    def _take(self, one: tuple[int, int], reply: FortuneResponse) -> None:
        """Note a choice; in Guessing, whether it can be seen before the other player has chosen."""
        self.chosen.append(one)
        told = reply.seen.chosen
        known = self.denied == 3 - one[0] or (told is not None and one[1] in told)
        if self.game.rules.guessing and len(self.chosen) == 1 and known:
            self.revealed = one[0]

    def _lay(self, request: LayTile, reply: FortuneResponse) -> None:
        laying: Event = {"player": request.player, "tile": request.tile, "end": request.end}
        if reply.refused and not self.game.ended:
            if request.win is not None:
                line = self.line[::-1] if request.end == "left" else self.line
                laying["won" if request.win else "discarded"] = line[0]
            if self.next_laying() is not None:
                self._refuse(self.whole_turn(self.chosen, laying))
            elif self.chosen:
                self._refuse({"laid": [laying]})
        if reply.done:
            self._lie(laying, reply)

    def _lie(self, laying: Event, reply: FortuneResponse) -> None:
        """Note a tile that was laid; the turn is done when all that were chosen lie."""
        fates = {"won": reply.won, "discarded": reply.discarded}
        laying |= {key: value for key, value in fates.items() if value is not None}
        tile = int(str(laying["tile"]))
        if all(each != tile for _, each in self.chosen):
            self.chosen.append((int(str(laying["player"])), tile))
        self.laid.append(laying)
        self.line = line_after(self.line, tile, laying["end"] == "left")
        if len(self.laid) >= max(self.number, len(self.chosen)):
            self._end_turn(reply.seen)

    def _end_turn(self, seen: Shows) -> None:
        rules, event = self.game.rules, Event(event="turn", laid=self.laid)
        if rules.guessing:
            event |= {} if self.revealed is None else {"chooser": self.revealed}
        elif not rules.simple:
            event["chooser"] = self.chosen[0][0]
        if seen.line is not None:
            event["line"] = list(seen.line)
        event |= {
            key: list(map(list, heaps))
            for key, heaps in (("hands", seen.hands), ("collections", seen.collections))
            if heaps is not None
        }
        event |= {key: value for key in MEDALLION if (value := getattr(seen, key)) is not None}
        self.turns += 1
        self._add(event)

    def _play(self, request: Play, reply: FortuneResponse) -> None:
        if reply.tile is None:
            raise CannotPlay("the answer to `play` names no tile", 'add "tile", and of a laying "end"')
        if reply.end is None:
            self._take((request.player, reply.tile), reply)
        else:
            self._lie({"player": request.player, "tile": reply.tile, "end": reply.end}, reply)

    # --- what is said of the moves and of the end

    def _list(self, moves: frozenset[str]) -> None:
        """Write what a list lacks as refused."""
        self.listed, legal = moves, self.legal()
        if self.ended or legal is None:
            return
        laying = self.next_laying()
        for move in sorted(legal - moves)[:MOST_MISSING]:
            self.doubtful = True
            if laying is None:
                self._refuse(self.whole_turn([*self.chosen, (self.choosers()[0], int(move))]))
            else:
                asked: Event = {"player": laying[0], "tile": laying[1], "end": move}
                self._refuse(self.whole_turn(self.chosen, asked))

    def _result(self, reply: FortuneResponse) -> None:
        shown = self.over
        if reply.over is not None:
            self.over = reply.over
            if shown is not None and reply.over == self.ended != shown and not (self.chosen or self.lost):
                self._deny_shown(shown)
        if not reply.over or self.closed:
            if self.ended and reply.over is False:
                self._deny("the result", "says that play goes on")
            if self.over is False and not self.ended and not self.closed and not self.chosen:
                self.unlogged.append((len(self.events), {"event": "end"}))
            return
        self.closed = True
        told: Event = {"event": "end"}
        told |= {
            key: list(value)
            for key, value in (("winners", reply.winners), ("totals", reply.totals))
            if value is not None
        }
        if reply.groups is not None:
            told["groups"] = [[_group(each) for each in groups] for groups in reply.groups]
        if reply.collections is not None:
            told["collections"] = list(map(list, reply.collections))
        self._add(told)

    def _deny_shown(self, over: bool) -> None:
        self._deny("the table", f"shows that play {'is over' if over else 'goes on'}")

    def _deny(self, asked: str, said: str) -> None:
        """Note that the program does not see the end of play, or sees one that there is not."""
        clause = NobodyConcedes.id if self.game.conceded else END.id
        right = "play is over" if self.ended else "play goes on"
        self.discrepancies.append(Discrepancy(clause, asked, said, right))


def _group(group: object) -> Event:
    told: Event = msgspec.to_builtins(group)
    return {key: value for key, value in told.items() if value is not None}


def _keeps_all(step: Step) -> bool:
    return all(clause.holds(step) for clause in CLAUSES if isinstance(step.move, clause.moves))
