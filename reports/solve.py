"""A solved puzzle in words, and in JSON."""

from fractions import Fraction
from typing import TYPE_CHECKING, Annotated

from msgspec import Meta, Struct

from reports.boards import view_lines
from reports.estimates import EstimateRow
from reports.style import Paint, broken_lines, count_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from models.position import Position
    from models.solving import Words
    from models.view import View
    from verifier.analyze import Bounds
    from verifier.replies import Reply
    from verifier.solve.answer import Answer, Ply, Together


ONLY_BOUNDS = "Only these bounds are proven"
LONGEST_FRACTION = 24  # characters of a fraction that are shown


class WorthRow(Struct):
    """What a move is worth for the player to move."""

    move: Annotated[str, Meta(description="the name the game gives it, see docs/solve.md")]
    value: Annotated[str | None, Meta(description="a fraction; null where only its bounds are proven")]
    lower: str
    upper: str
    reply: Annotated[str | None, Meta(description="what the next player does best then; null where none is proven")]


class MixRow(Struct):
    """How one player chooses best where both choose at the same time."""

    player: int
    mix: Annotated[dict[str, str], Meta(description="how likely each choice is, as fractions that sum to 1")]
    shown_lower: Annotated[str, Meta(description="proven: worth at least this if this player had to show the choice")]
    shown_upper: Annotated[str, Meta(description="proven: worth at most this if this player had to show the choice")]


class SolveRow(Struct):
    """The output of `solve --format json`, one object a puzzle."""

    path: str
    goal: str
    objective: str
    value: Annotated[str | None, Meta(description="a fraction; null where only its bounds are proven")]
    exact: bool
    lower: Annotated[str, Meta(description="proven: it is worth at least this much")]
    upper: Annotated[str, Meta(description="proven: it is worth at most this much")]
    turns: Annotated[int | None, Meta(description="force: in how many own turns a win is sure; null elsewhere")]
    moves: Annotated[list[WorthRow], Meta(description="best first")]
    best: Annotated[list[str], Meta(description="moves proven to be as good as any")]
    line: Annotated[list[str], Meta(description="a best line; `draw N` where N was revealed")]
    states: Annotated[int, Meta(description="positions that were met")]
    seconds: float
    stopped: Annotated[str, Meta(description="what ended the search early: time, memory, stopped; empty: nothing")]
    strategy: Annotated[
        list[MixRow] | None, Meta(description="where both choose at the same time: best mixes; null elsewhere")
    ] = None
    estimate: Annotated[
        EstimateRow | None, Meta(description="what games played out say, not proven; null where there is none")
    ] = None


def solve_row(
    path: str, answer: "Answer", replies: "dict[str, Reply]", estimate: EstimateRow | None = None
) -> SolveRow:
    """Give the JSON form."""
    worth = answer.worth
    return SolveRow(
        path=path,
        goal=answer.problem.goal,
        objective=answer.problem.objective,
        value=_exact(worth),
        exact=worth.exact,
        lower=str(worth.low),
        upper=str(worth.high),
        turns=answer.turns,
        moves=[
            WorthRow(move, _exact(each), str(each.low), str(each.high), replies[move].move if move in replies else None)
            for move, each in answer.moves
        ],
        best=list(answer.best),
        line=[_ply(ply) for ply in answer.line],
        states=answer.states,
        seconds=round(answer.seconds, 3),
        stopped="" if worth.exact else answer.reason,
        strategy=_mix_rows(answer.together),
        estimate=estimate,
    )


def _mix_rows(together: "Together | None") -> list[MixRow] | None:
    if together is None:
        return None
    return [
        MixRow(player, {move: str(share) for move, share in mix.items() if share}, str(shown.low), str(shown.high))
        for player, mix, shown in zip(together.players, together.mixes, together.shown, strict=True)
    ]


def _exact(worth: "Bounds") -> str | None:
    return str(worth.low) if worth.exact else None


def _ply(ply: "Ply") -> str:
    return f"{ply.move} {ply.number}" if ply.number else ply.move


def solve_text(
    path: str, view: "View", answer: "Answer", replies: "dict[str, Reply]", words: "Words", paint: Paint
) -> str:
    """Draw the table, name the best move, give what each move is worth, a best line, and what is proven."""
    lines = [paint("dim", path), *(f"  {line}" for line in view_lines(view, paint)), ""]
    lines += broken_lines(words.ask(answer.problem), 0)
    lines += [*(paint("strong", part) for part in broken_lines(verdict_line(answer, words), 0)), ""]
    wide = max((len(words.say(move)) for move, _ in answer.moves), default=0)
    across = max((len(between(worth)) for _, worth in answer.moves), default=0)
    for move, worth in answer.moves:
        text = f"  {words.say(move).ljust(wide)}  {between(worth).ljust(across)}"
        if move in answer.best:
            lines.append(paint("good", f"{text}  best"))
        else:
            line = text + (_answered(replies[move], words) if move in replies else "")
            lines += broken_lines(line.rstrip(), wide + 4)
    if answer.together is not None:
        lines += ["", *_mix_lines(answer.together, words)]
    if answer.line:
        title = "A line of the likeliest choices of best mixes:" if answer.mixed else "A best line:"
        lines += [
            "",
            title,
            *(part for said in line_words(answer.line, words) for part in broken_lines(f"  {said}", 4)),
        ]
        if answer.repeats:
            lines.append("  and so on without end")
        remark = words.remark(last_of(answer.problem.start, answer.line))
        lines += [f"  {remark}"] if remark else []
    return "\n".join([*lines, "", _proof(answer, paint)]) + "\n"


def verdict_line(answer: "Answer", words: "Words") -> str:
    """Say what a puzzle is worth, and what is best."""
    worth = answer.worth
    if answer.problem.goal == "force" and worth.exact:
        if worth.low == 0:
            return "No: nothing forces a win."
        turns = "" if answer.turns is None else f", in at most {count_of(answer.turns, 'own turn')}"
        return f"Yes{turns}: {_listed(answer.best, words)}."
    name = "Chance" if answer.problem.goal == "fill" else "Value"
    best = f": {_listed(answer.best, words)}" if answer.best and not answer.problem.start.together else ""
    return f"{name} {between(worth)}{best}."


def _mix_lines(together: "Together", words: "Words") -> list[str]:
    """Say how both choose best at the same time, and what secrecy is worth."""
    lines = ["Each is worth so much against the other one's best mix. Best mixes:"]
    for player, mix in zip(together.players, together.mixes, strict=True):
        shares = [f"{words.say(move)} {_share(share)}" for move, share in mix.items() if share]
        lines.append(f"  player {player}: {', '.join(shares)}")
    shown = [
        f"player {player}, {between(worth)}" for player, worth in zip(together.players, together.shown, strict=True)
    ]
    return [*lines, f"If one had to show the choice of this turn first: {'; '.join(shown)}"]


def _share(share: Fraction) -> str:
    if share == 1:
        return "always"
    return f"{share} ({float(share):.1%})" if len(str(share)) <= LONGEST_FRACTION else f"{float(share):.1%} (rounded)"


def _listed(moves: tuple[str, ...], words: "Words") -> str:
    shown = [words.say(move) for move in moves[:4]]
    more = f" (and {len(moves) - 4} more)" if len(moves) > 4 else ""
    return " or ".join(shown) + more


def _answered(reply: "Reply", words: "Words") -> str:
    fills = f", {words.ends}" if reply.fills else ""
    return f"  then player {reply.player}: {words.say(reply.move)}{fills}"


def ending_words(start: "Position", line: "Sequence[Ply]", words: "Words") -> str:
    """Say how a line ends: who wins, and what there is to say of the end; nothing where play goes on."""
    last = last_of(start, line)
    if last.ended is None:
        return ""
    named = " and ".join(f"player {player}" for player in last.ended)
    verb = "win" if len(last.ended) > 1 else "wins"
    remark = words.remark(last)
    return f"Play is over: {named or 'nobody'} {verb}." + (f" {remark}." if remark else "")


def last_of(start: "Position", line: "Sequence[Ply]") -> "Position":
    """Give the position at the end of a line."""
    position = start
    for ply in line:
        if not ply.number:
            position = position.after(ply.move)
        else:
            position = next(chance.after for chance in position.chances() if chance.number == ply.number)
    return position


def between(worth: "Bounds") -> str:
    """Write a worth, or the bounds of it that are proven."""
    if worth.exact:
        return _number(worth.low)
    return f"from {_number(worth.low)} to {_number(worth.high)}"


def _number(value: Fraction) -> str:
    if len(str(value)) > LONGEST_FRACTION:
        return f"{float(value):.4f} (rounded)"
    return str(value) if value.denominator == 1 else f"{value} ({float(value):.4f})"


def line_words(line: "Sequence[Ply]", words: "Words") -> list[str]:
    """Say the moves of a line in words."""
    lines = []
    for ply in line:
        article = "an" if str(ply.number).startswith("8") or ply.number in (11, 18) else "a"
        drawn = f", {article} {ply.number} comes ({ply.copies} of {ply.of})" if ply.number else ""
        lines.append(f"player {ply.player}: {words.say(ply.move)}{drawn}")
    return lines


def _proof(answer: "Answer", paint: Paint) -> str:
    effort = f"{answer.states:,} positions, {answer.seconds:.1f} s"
    why = {"time": "the time is up", "memory": "the memory is used up", "stopped": "stopped"}.get(answer.reason, "")
    role, said = ("good", "The value is proven exactly") if answer.worth.exact else ("warning", ONLY_BOUNDS)
    because = f", {why}" if why and not answer.worth.exact else ""
    first, *rest = broken_lines(f"{said}{because} ({effort}).", 0)
    return "\n".join([first.replace(said, paint(role, said)), *rest])
