"""Coverage of the clauses by one game, counted from its events.

The twin of `Clause.exercised`, which tells the same of each step by itself; tests compare them.
"""

from collections import Counter
from collections.abc import Container, Sequence
from typing import TYPE_CHECKING

from models.clause import ClauseId
from models.evidence import BrokenStep, Draws, GameCoverage
from models.lucky_numbers import events
from models.lucky_numbers.clauses.ln401_full_garden import FullGarden
from models.lucky_numbers.clauses.ln402_last_clover import LastClover
from models.lucky_numbers.clauses.ln403_fewest_empty import FEWEST
from models.lucky_numbers.clauses.ln404_no_other_end import NoOtherEnd
from models.lucky_numbers.editions import Rules
from models.lucky_numbers.exercised import EXERCISED, Counted
from models.lucky_numbers.moves import Player

if TYPE_CHECKING:
    from models.lucky_numbers.engine import Engine

Shape = tuple[str | None, str | None, bool, bool, bool, bool]  # of a turn: see `EventCounter.see`
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


class EventCounter:
    """One game while it is read."""

    covers: Container[ClauseId] = EXERCISED.keys()

    def __init__(self) -> None:
        self.shapes: Counter[Shape] = Counter()
        self.others: Counter[tuple[str, ...]] = Counter()
        self.placed: list[int] = []
        self.drawn: list[int] = []
        self.certain = True
        self.left: object = None  # what the turn before left in the middle
        self.back = self.unstarted = 0
        self.started = False
        self.turns_at_end: int | None = None
        self.named: frozenset[int] | None = None

    def see(self, seen: Sequence[events.Event]) -> None:
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

    def _other(self, event: events.Event) -> None:
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

    def close(self, play: "Engine", broken: Sequence[BrokenStep]) -> GameCoverage:
        """Tell what was seen, given the engine as the game left it and what was broken."""
        turns = _sums(self.shapes)
        ended = None if play.ended is None or self._early(broken) else play.ended[0]
        counted = self._counted(play, turns, ended, broken)
        return GameCoverage(
            occasions={id: count for id, asked in EXERCISED.items() if (count := asked(counted))},
            lacking={key: pair for key, pair in self._lacking(turns).items() if pair[1]},
            readings={key: count for key, count in self._readings(play, turns).items() if count},
            ending=self._ending(play),
            draws=self._draws(play.rules),
        )

    def _early(self, broken: Sequence[BrokenStep]) -> bool:
        """Tell whether a result was named before play had ended."""
        return any(each.clause == NoOtherEnd.id for each in broken)

    def _counted(
        self, play: "Engine", turns: Counter[str], ended: str | None, broken: Sequence[BrokenStep]
    ) -> "Counted":
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

    def _readings(self, play: "Engine", turns: Counter[str]) -> dict[tuple[str, str], int]:
        drew = self.certain and play.ended is not None and play.ended[0] == "pile"
        variants, tie = " and ".join(play.rules.variants), self._tie(play)
        return {
            (EQUAL, "it did so"): turns["equal"],
            (SWAP, "it was exchanged"): turns["exchange from the middle"],
            (SWAP, "it was added"): turns["place from the middle"],
            (BACK, "it was taken back"): self.back,
            (TURN, "the turn was finished, then play stopped"): int(drew and play.closed),
            **({(TIE, tie): 1} if tie else {}),
            **({(BRUNO, f"the log declares {variants}"): 1} if variants else {}),
            (GIVE_UP, "a player conceded"): self.others["concede",],
        }

    def _tie(self, play: "Engine") -> str:
        """Say who was named where several players were tied at the last clover."""
        best = _best(play)
        if len(best) < 2 or self.named is None:
            return ""
        if self.named == best:
            return "all of them"
        return "one of them alone" if len(self.named) == 1 and self.named < best else "other players than those tied"

    def _ending(self, play: "Engine") -> str:
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


def _best(play: "Engine") -> frozenset[int]:
    """Give the players with the fewest empty cells at the last clover, nobody where play did not end so."""
    if play.ended is None or play.ended[0] != "pile":
        return frozenset()
    _, empty, conceded = play.ended
    counts = {Player(player): count for player, count in enumerate(empty, 1) if player not in conceded}
    return frozenset(FEWEST.best(counts))


def _sums(shapes: Counter[Shape]) -> Counter[str]:
    """Add up the turns of each sort."""
    sums: Counter[str] = Counter()
    for (source, action, no_pile, no_middle, no_out, equal), count in shapes.items():
        sums["all"] += count
        sums[source or ""] += count
        sums[action or ""] += count
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
