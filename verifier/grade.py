"""Grade a program's answers to the suite."""

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from verifier.suite import KINDS, Answer, Item
from verifier.whole_numbers import whole_or_float

DEEP = 3  # lists and objects in one another, the answer among them
SHOWN, WIDE = 6, 40  # turns that are named of a wrong list, and characters of each of them


class BadAnswers(Exception):
    """Answers that cannot be read: what is wrong, and in which line."""


@dataclass
class Grades:
    """How many questions of each kind were asked, answered and answered rightly; what is wrong, in words.

    `unanswered` are the questions without an answer, of kinds of which others are answered.
    """

    asked: Counter[str] = field(default_factory=Counter)
    answered: Counter[str] = field(default_factory=Counter)
    right: Counter[str] = field(default_factory=Counter)
    wrong: dict[str, str] = field(default_factory=dict)
    unanswered: list[str] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)

    @property
    def kinds(self) -> list[str]:
        """The kinds of questions the program took on."""
        return [kind for kind in KINDS if self.answered[kind]]

    @property
    def passed(self) -> bool:
        """Tell whether everything it took on is right."""
        return bool(self.kinds) and not (self.wrong or self.unanswered or self.unknown)


def read_answers(text: str) -> dict[str, Answer]:
    """Read answers, one JSON object with an id a line. Raises BadAnswers."""
    found: dict[str, Answer] = {}
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            answer = json.loads(line, object_pairs_hook=_once, parse_float=whole_or_float)
        except (ValueError, RecursionError) as error:
            raise BadAnswers(f"line {number} is not JSON: {str(error)[:200]}") from None
        if not isinstance(answer, dict) or not isinstance(answer.get("id"), str):
            raise BadAnswers(f"line {number} is not an object with an id")
        if not _flat(answer, DEEP):
            raise BadAnswers(f"line {number} has lists or objects in one another")
        if answer["id"] in found:
            raise BadAnswers(f"line {number} answers {answer['id'][:40]!r} a second time")
        found[answer["id"]] = answer
    if not found:
        raise BadAnswers("there is no answer in it")
    return found


def _once(pairs: list[tuple[str, object]]) -> Answer:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a key stands there twice")
    return found


def _flat(value: object, deep: int) -> bool:
    if not isinstance(value, list | dict):
        return True
    return deep > 0 and all(_flat(each, deep - 1) for each in (value.values() if isinstance(value, dict) else value))


def kinds_of(answers: Iterable[str]) -> set[str]:
    """Give the kinds of questions that are answered, as the ids say."""
    return {key.partition("-")[0] for key in answers}


def grade(questions: Sequence[Item], answers: dict[str, Answer], beside: Iterable[str] = ()) -> Grades:
    """Compare answers with the right ones; a kind of question without any answer is left out.

    `beside` are ids of the suite that nobody asks about.
    """
    grades = Grades()
    known = {item.id for item in questions} | set(beside)
    grades.unknown = [key for key in answers if key not in known]
    taken_on = {item.kind for item in questions if item.id in answers}
    for item in questions:
        grades.asked[item.kind] += 1
        if item.kind not in taken_on:
            continue
        if item.id not in answers:
            grades.unanswered.append(item.id)
            continue
        grades.answered[item.kind] += 1
        fault = difference(item, answers[item.id])
        if fault:
            grades.wrong[item.id] = fault
        else:
            grades.right[item.kind] += 1
    return grades


def difference(item: Item, given: Answer) -> str:
    """Say in which way an answer is wrong; empty if it is right. What is only optional may be left out."""
    right = item.answer
    if item.kind == "position":
        return _lists(item, given.get("legal"))
    if item.kind == "perft":
        counts = given.get("counts")
        return "" if _same(counts, right["counts"]) else f"{_said(counts)}, not {_said(right['counts'])}"
    if item.events and (words := _log_words(item, given)):
        return words
    for key in ("legal", "verdict", "line"):
        if key in right and not _same(given.get(key, None if key != "line" else right["line"]), right[key]):
            return f"{key} is {_said(given.get(key))}, not {_said(right[key])}{_why(item)}"
    for key in ("outside", "clauses"):
        if key in given and key in right and not _same(given[key], right[key]):
            return f"{key} is {_said(given[key])}, not {_said(right[key])}"
    return ""


def _log_words(item: Item, given: Answer) -> str:
    """Say which line of a log is judged otherwise, empty where the answer is right or no answer of a log."""
    right, verdict = item.answer["line"], given.get("verdict")
    line = given.get("line", right if verdict == "breaks" else None)
    whole = type(line) is int and 1 <= line <= len(item.events)
    if verdict not in ("conforms", "breaks") or (verdict == "breaks") != whole or _same(line, right):
        return ""
    if line is not None and not whole:  # no line at all: the answer is compared as a whole
        return ""
    if line is not None and (right is None or line < right):
        return f"line {line} is held to be wrong, and keeps the rules: {_event(item, line)}{_why(item)}"
    told = "refuses a legal move" if item.row["refused"] else f"breaks {' '.join(item.row['clauses'])}"
    found = f", and line {line} to be wrong" if whole else ""
    return f"line {right} is held to be right{found}, and {told}: {_event(item, right)}{_why(item)}"


def _event(item: Item, line: int) -> str:
    text = json.dumps(item.events[line - 1], separators=(",", ":"))
    return text if len(text) <= 4 * WIDE else f"{text[: 4 * WIDE]}..."


def _same(given: object, right: object) -> bool:
    """Compare as JSON does: true is not 1, and 5.0 is not 5."""
    return json.dumps(given) == json.dumps(right)


def _said(value: object) -> str:
    text = json.dumps(value)
    return text if len(text) <= 2 * WIDE else f"{text[: 2 * WIDE]}..."


def _why(item: Item) -> str:
    clauses = " ".join(item.row["clauses"])
    told = (item.row.get(key) for key in ("mistake", "shows", "case"))
    what = next((each for each in told if isinstance(each, str) and each), "")  # what a step shows is an object
    return f" ({'; '.join(part for part in (what, clauses) if part)})"


def _lists(item: Item, given: object) -> str:
    if not isinstance(given, list) or not all(isinstance(turn, str) for turn in given):
        return "legal is not a list of turns"
    legal, said = set(item.answer["legal"]), set(given)
    why = {turn: clauses for clauses, turns in item.row["illegal"].items() for turn in turns}
    parts = []
    if legal - said:
        parts.append(f"legal, but missing: {_some(sorted(legal - said))}")
    if said - legal:
        wrong = [f"{turn[:WIDE]} ({why.get(turn, 'no turn of this table')})" for turn in sorted(said - legal)]
        parts.append(f"not legal: {_some(wrong)}")
    if not parts and len(said) < len(given):
        parts.append("a turn stands there twice")
    return "; ".join(parts)


def _some(texts: Iterable[str]) -> str:
    found = [text if len(text) <= 2 * WIDE else f"{text[: 2 * WIDE]}..." for text in texts]
    more = f" and {len(found) - SHOWN} more" if len(found) > SHOWN else ""
    return ", ".join(found[:SHOWN]) + more
