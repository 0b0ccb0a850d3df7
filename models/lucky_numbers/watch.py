"""What the events of one game show, counted without any clause or table.

The twin of `Clause.exercised`, which tells the same of each step by itself; tests compare them.
"""

from collections import Counter
from collections.abc import Callable, Container, Mapping, Sequence
from typing import Any

from msgspec import Struct

from models.clause import ClauseId
from models.evidence import Broken, Draws, Seen
from models.lucky_numbers import events
from models.lucky_numbers.clauses.ln101_sets import OneSetEach
from models.lucky_numbers.clauses.ln102_setup_count import DiagonalFull
from models.lucky_numbers.clauses.ln103_diagonal import OnTheDiagonal
from models.lucky_numbers.clauses.ln104_printed_size import PrintedSize
from models.lucky_numbers.clauses.ln201_order import Clockwise
from models.lucky_numbers.clauses.ln203_reveal import RevealFaceDown
from models.lucky_numbers.clauses.ln204_leave import LeaveRevealed
from models.lucky_numbers.clauses.ln205_take import TakeFaceUp
from models.lucky_numbers.clauses.ln206_middle import MiddleKept
from models.lucky_numbers.clauses.ln207_pile import PileKept
from models.lucky_numbers.clauses.ln208_another_turn import AnotherTurn
from models.lucky_numbers.clauses.ln209_concede import NobodyConcedes
from models.lucky_numbers.clauses.ln301_ascending import Ascending
from models.lucky_numbers.clauses.ln302_add import AddToEmpty
from models.lucky_numbers.clauses.ln303_exchange import Exchange
from models.lucky_numbers.clauses.ln401_full_garden import FullGarden
from models.lucky_numbers.clauses.ln402_last_clover import LastClover
from models.lucky_numbers.clauses.ln403_fewest_empty import FEWEST, FewestEmpty
from models.lucky_numbers.clauses.ln404_no_other_end import NoOtherEnd
from models.lucky_numbers.clauses.ln501_rounds import Rounds
from models.lucky_numbers.clauses.ln502_stays import StaysInSetup
from models.lucky_numbers.clauses.ln601_each_starts import EachStarts
from models.lucky_numbers.clauses.ln602_points import Points
from models.lucky_numbers.clauses.ln603_most_points import MostPoints
from models.lucky_numbers.editions import Rules

EQUAL, SWAP, BACK, TIE, TURN, BRUNO, GIVE_UP = "equal", "swap", "back", "tie", "last turn", "bruno", "concede"
READINGS = {
    EQUAL: "May a clover replace one of the same number?",
    SWAP: "May a clover taken from the middle be exchanged, or only added?",
    BACK: "May a player take at once what the turn before left in the middle?",
    TURN: "Is the clover that was revealed last still placed?",
    TIE: "Who wins if several players have the fewest empty cells at the last clover?",
    BRUNO: "Does an equal number diagonally beside give another turn?",
    GIVE_UP: "May a player concede?",
}


class Counted(Struct, frozen=True):
    """How often in one game something happened that exercises clauses.

    `after_full` and `after_last` count the first turns after play had ended so, `ends_full` and `ends_last` the results
    that follow such an end, `ends_counted` those that tell what the fewest empty cells decide. `tournament` counts what
    tells of the games of a tournament, or of who starts them.
    """

    rules: Rules
    turns: Counter[str]
    setups: int
    starts: int
    shown_starts: int
    unstarted: int
    concessions: int
    ends: int
    after_full: int
    after_last: int
    ends_full: int
    ends_last: int
    ends_counted: int
    tournament: int
    points: int
    champions: int


EXERCISED: Mapping[ClauseId, Callable[[Counted], int]] = {
    OneSetEach.id: lambda game: game.setups + game.shown_starts,
    DiagonalFull.id: lambda game: game.setups + game.starts + game.unstarted,
    OnTheDiagonal.id: lambda game: game.setups,
    PrintedSize.id: lambda game: 1,
    Clockwise.id: lambda game: game.turns["all"],
    RevealFaceDown.id: lambda game: game.turns["pile"],
    LeaveRevealed.id: lambda game: game.turns["discard"],
    TakeFaceUp.id: lambda game: game.turns["middle"],
    MiddleKept.id: lambda game: game.turns["place, middle shown"],
    PileKept.id: lambda game: game.turns["all"] - game.turns["pile not shown"],
    AnotherTurn.id: lambda game: (1 + game.turns["all"]) if game.rules.again else 0,
    NobodyConcedes.id: lambda game: game.concessions,
    Ascending.id: lambda game: game.turns["place"] + game.turns["exchange"],
    AddToEmpty.id: lambda game: game.turns["place"],
    Exchange.id: lambda game: game.turns["exchange"],
    FullGarden.id: lambda game: game.after_full + game.ends_full,
    LastClover.id: lambda game: game.after_last + game.ends_last,
    FewestEmpty.id: lambda game: game.ends_counted,
    NoOtherEnd.id: lambda game: game.ends,
    Rounds.id: lambda game: game.setups if game.rules.one_by_one else 0,
    StaysInSetup.id: lambda game: game.setups if game.rules.one_by_one else 0,
    EachStarts.id: lambda game: game.tournament,
    Points.id: lambda game: game.points,
    MostPoints.id: lambda game: game.champions,
}


class Watched:
    """One game while it is read."""

    covers: Container[ClauseId] = EXERCISED.keys()

    def __init__(self) -> None:
        self.shapes: Counter[tuple[Any, ...]] = Counter()
        self.others: Counter[tuple[str, ...]] = Counter()
        self.placed: list[int] = []
        self.drawn: list[int] = []
        self.certain = True
        self.left: Any = None  # what the turn before left in the middle
        self.back = self.unstarted = 0
        self.started = False
        self.turns_at_end: int | None = None
        self.named: frozenset[int] | None = None

    def see(self, seen: Sequence[Any]) -> None:
        """Take the next events: the hot path of a report, so one loop over local names."""
        shapes, drawn, left, back = self.shapes, self.drawn, self.left, self.back
        turn, certain = events.TurnEvent, self.certain
        for event in seen:
            if type(event) is not turn:
                self._other(event)
                continue
            source, action, clover, out = event.source, event.action, event.clover, event.out
            shape = source, action, event.pile is None, event.middle is None, out is None, out == clover
            shapes[shape] += 1
            if not self.started:
                self.started, self.unstarted = True, 1
            if source == "pile":
                if certain and isinstance(clover, int):
                    drawn.append(clover)
            elif clover == left:
                back += 1
            left = clover if action == "discard" else out
        self.left, self.back = left, back

    def doubt(self) -> None:
        """Take note that from here on nobody knows what lies face down."""
        self.certain = False

    def _other(self, event: Any) -> None:
        others = self.others
        match event:
            case events.SetupEvent():
                others["setup",] += 1
                if self.certain and not self.started and isinstance(event.clover, int):
                    self.placed.append(event.clover)
            case events.StartEvent():
                self.started = True
                others["start",] += 1
                for key in ("first", "pile", "middle"):
                    others["start", key] += getattr(event, key) is None
            case events.RefusedEvent():
                others["refused",] += 1
            case events.ConcedeEvent():
                others["concede",] += 1
            case events.EndEvent():
                self.turns_at_end = sum(self.shapes.values())
                others["end",] += 1
                for key in ("winners", "empty", "points"):
                    others["end", key] += getattr(event, key) is None
                others["end", "untold"] += event.winners is None and event.empty is None
                self.named = None if event.winners is None else frozenset(event.winners)
            case events.TournamentEvent():
                others["scores",] += 1
                for key in ("points", "winners"):
                    others["scores", key] += getattr(event, key) is None

    def close(self, play: Any, broken: Sequence[Broken]) -> Seen:
        """Tell what was seen, given the engine as the game left it and what was broken."""
        turns = _sums(self.shapes)
        ended = None if play.ended is None or self._early(broken) else play.ended[0]
        counted = self._counted(play, turns, ended, broken)
        return Seen(
            occasions={id: count for id, asked in EXERCISED.items() if (count := asked(counted))},
            lacking={key: pair for key, pair in self._lacking(turns).items() if pair[1]},
            readings={key: count for key, count in self._readings(play, turns).items() if count},
            ending=self._ending(play),
            draws=self._draws(play.rules),
        )

    def _early(self, broken: Sequence[Broken]) -> bool:
        """Tell whether a result was named before play had ended."""
        return any(each.clause == NoOtherEnd.id for each in broken)

    def _counted(self, play: Any, turns: Counter[str], ended: str | None, broken: Sequence[Broken]) -> "Counted":
        others = self.others
        starts, ends, scores = others["start",], others["end",], others["scores",]
        last = [each.turn for each in broken if each.clause == LastClover.id and each.turn]
        stopped = self.turns_at_end is not None and all(turn > self.turns_at_end for turn in last)
        told = ends - others["end", "untold"]
        alone = ended is None and not self._early(broken)
        return Counted(
            rules=play.rules,
            turns=turns,
            setups=others["setup",],
            starts=starts,
            shown_starts=starts - min(others["start", "pile"], others["start", "middle"]),
            unstarted=self.unstarted,
            concessions=others["concede",],
            ends=ends,
            after_full=sum(each.clause == FullGarden.id and bool(each.turn) for each in broken),
            after_last=len(last),
            ends_full=ends if ended == "full" else 0,
            ends_last=ends if ended == "pile" and stopped else 0,
            ends_counted=told if ended == "pile" or (alone and ends) else 0,
            tournament=(1 + scores + self._firsts()) if play.series.key is not None else 0,
            points=ends - others["end", "points"] + scores - others["scores", "points"],
            champions=scores - others["scores", "winners"],
        )

    def _firsts(self) -> int:
        """Count the events that tell who has the first turn."""
        named = self.others["start",] - self.others["start", "first"]
        return named if named or not self.shapes else 1

    def _lacking(self, turns: Counter[str]) -> dict[str, tuple[int, int]]:
        others = self.others
        return {
            "the face-down clovers after a turn": (turns["pile not shown"], turns["all"]),
            "the middle after a turn": (turns["middle not shown"], turns["all"]),
            "the number that an exchange replaces": (turns["out not named"], turns["exchange"]),
            "who has the first turn": (others["start", "first"] + self.unstarted, others["start",] + self.unstarted),
            "the face-down clovers at the start": (others["start", "pile"], others["start",]),
            "the middle at the start": (others["start", "middle"], others["start",]),
            "the winners": (others["end", "winners"], others["end",]),
            "the empty cells of each player at the end": (others["end", "empty"], others["end",]),
            "the result": (int(not others["end",]), 1),
        }

    def _readings(self, play: Any, turns: Counter[str]) -> dict[tuple[str, str], int]:
        drew = self.certain and play.ended is not None and play.ended[0] == "pile"
        variants = " and ".join(play.rules.variants)
        return {
            (EQUAL, "it did so"): turns["equal"],
            (SWAP, "it was exchanged"): turns["exchange from the middle"],
            (SWAP, "it was added"): turns["place from the middle"],
            (BACK, "it was taken back"): self.back,
            (TURN, "the turn was finished, then play stopped"): int(drew and play.closed),
            **({(TIE, self._tie(play)): 1} if self._tie(play) else {}),
            **({(BRUNO, f"the log declares {variants}"): 1} if variants else {}),
            (GIVE_UP, "a player conceded"): self.others["concede",],
        }

    def _tie(self, play: Any) -> str:
        """Say who was named where several players were tied at the last clover."""
        best = _best(play)
        if len(best) < 2 or self.named is None:
            return ""
        if self.named == best:
            return "all of them"
        return "one of them alone" if len(self.named) == 1 and self.named < best else "other players than those tied"

    def _ending(self, play: Any) -> str:
        if play.ended is not None:
            best = _best(play)
            what = "a full garden" if play.ended[0] == "full" else "the last clover, one winner"
            if len(best) > 1:
                what = f"the last clover, shared by {len(best)}"
        elif play.closed:
            what = "a result without an end of play"
            if len(play.conceded) >= play.rules.players - 1:
                what = "all others conceded"
        else:
            what = "the record breaks off" if play.stopped else "no end recorded"
        return what

    def _draws(self, rules: Rules) -> Draws | None:
        if len(self.placed) != rules.board.side * rules.players:
            return None
        placed = Counter(self.placed)
        hidden = (0, *(rules.sets - placed[number] for number in range(1, rules.top + 1)))
        return Draws(hidden, tuple(self.drawn)) if min(hidden) >= 0 else None


def _best(play: Any) -> frozenset[int]:
    """Give the players with the fewest empty cells at the last clover, nobody where play did not end so."""
    if play.ended is None or play.ended[0] != "pile":
        return frozenset()
    return frozenset(FEWEST.winners(play.table(), play.ended[1]))


def _sums(shapes: Counter[tuple[Any, ...]]) -> Counter[str]:
    """Add up the turns of each sort."""
    sums: Counter[str] = Counter()
    for (source, action, no_pile, no_middle, no_out, equal), count in shapes.items():
        sums["all"] += count
        sums[source] += count
        sums[action] += count
        if source == "middle":
            sums[f"{action} from the middle"] += count
        if no_pile:
            sums["pile not shown"] += count
        if no_middle:
            sums["middle not shown"] += count
        elif action == "place":
            sums["place, middle shown"] += count
        if action == "exchange":
            sums["out not named"] += count if no_out else 0
            sums["equal"] += count if equal else 0
    return sums
