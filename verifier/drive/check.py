"""Is an adapter right? The talks of a game that tell it, and what any adapter must keep."""

import re
from collections.abc import Iterator, Sequence
from itertools import islice

import msgspec
from msgspec import Struct, field

from models.driving import Check, CheckTalk, Request, Response, Wish
from verifier.did_you_mean import nearest
from verifier.drive.adapter_fault import AdapterFault
from verifier.drive.answer_keys import doubled_keys
from verifier.drive.play import Player
from verifier.drive.played_game import encode
from verifier.whole_numbers import whole_numbers

WRONG_TYPE = re.compile(r"Expected (.+?), got (.+?)(?: - at `\$\.?(.*)`)?")
CLOSE = 0.75
MOST_KEYS, KEY = 8, 60  # keys of one answer that are told, and characters of one
GREETING = ("hello", "end")  # which say nothing of play
TYPES = {"array": "a list", "str": "a text", "int": "a whole number", "bool": "true or false", "object": "an object"}


class AdapterChecks(Struct):
    """What was looked at in an adapter, and the exchanges."""

    checks: list[Check] = field(default_factory=list)
    talk: list[tuple[Request, bytes]] = field(default_factory=list)

    @property
    def faults(self) -> list[Check]:
        """What is certainly wrong."""
        return [check for check in self.checks if check.fault and check.certain]

    @property
    def grave(self) -> list[Check]:
        """What makes all that playing finds mean nothing."""
        return [check for check in self.faults if check.grave]

    @property
    def empty(self) -> bool:
        """Tell whether nothing was found and nothing but the greeting could be looked at."""
        return not self.faults and all(check.fault or check.what in GREETING for check in self.checks)

    def found(self, check: Check) -> None:
        """Note something once; a fault found in what seemed right takes its place."""
        known = {(each.what, each.fault) for each in self.checks}
        if (check.what, check.fault) not in known:
            self.checks.append(check)

    def answer_to(self, request: Request) -> bytes | None:
        """Give what was answered to a request."""
        return next((answer for asked, answer in reversed(self.talk) if asked is request), None)


def checked(player: Player, wish: Wish, full: bool) -> AdapterChecks:
    """Check an adapter, in full or with few requests. Raises AdapterFault where it cannot be started again."""
    looked = AdapterChecks()
    hello = player.hello or player.greet()
    for talk in player.driving.check(hello, wish, full):
        if _has_talked(player, looked, talk):
            break
    ends = _end(player) if full else None
    if looked.faults and ends is None:
        player.adapter.has_more()
    noise, doubles = player.adapter.noise, player.adapter.doubles
    player.noise_told = bool(noise)
    if noise:
        looked.found(_noise(noise[0]))
    if doubles:  # which answer is whose is not known then
        help = "write one line per request: see that no branch answers a second time"
        looked.checks = [Check("standard output", "a request is answered twice", help, grave=True)]
    if ends is not None:
        looked.found(ends)
    return looked


def _noise(line: str) -> Check:
    help = "print to standard error, and write nothing but answers to standard output"
    return Check("standard output", f"this is not an answer: {line}", help)


def _end(player: Player) -> Check:
    """End the program by the end of its input; what it has left to say is heard."""
    if not player.adapter.running or player.adapter.stop():
        return Check("end")
    help = "leave the loop when standard input ends (an empty read), and end threads of your own with it"
    return Check("end", "the adapter does not end when its input ends", help)


def _has_talked(player: Player, looked: AdapterChecks, talk: CheckTalk) -> bool:
    """Have one talk; tell whether it makes others needless."""
    reply: Response | None = None
    begun = False
    while True:
        try:
            request = talk.send(reply) if reply is not None else next(talk)
        except StopIteration as end:
            for check in end.value:
                looked.found(check)
            return bool(looked.grave)
        if not begun:
            player.ready()
            begun = True
        reply = _reply(player, looked, request)


def _reply(player: Player, looked: AdapterChecks, request: Request) -> Response:
    """Ask one request; a failure is an answer too."""
    do = type(request).__struct_config__.tag
    try:
        answer = player.adapter.ask(encode(request))
    except AdapterFault as fault:
        player.adapter.kill()
        looked.talk.append((request, b""))
        unread = fault.sort == "garbage"
        looked.found(Check(f"`{do}`", fault.message, fault.help, unread, unread, (request,)))
        return player.driving.response(error=fault.message)
    looked.talk.append((request, answer))
    try:
        try:
            reply = msgspec.json.decode(answer, type=player.driving.response)
        except msgspec.ValidationError:
            reply = msgspec.json.decode(whole_numbers(answer), type=player.driving.response)
    except (msgspec.MsgspecError, ValueError, RecursionError) as wrong:
        help = f"in the branch for `{do}`: answer with the keys and types that docs/driving.md lists"
        fault_text = f"the answer to `{do}` cannot be read: {_type_fault(str(wrong))}"
        looked.found(Check(f"`{do}`", fault_text, help, grave=True, shown_by=(request,)))
        return player.driving.response(error="unreadable")
    for check in key_checks(answer, player.driving.response, do, request):
        looked.found(check)
    player.doubled.told.update(doubled_keys(answer))
    if reply.error is not None:
        help = "its own words on standard error say where; where it means to refuse by that, catch it in the adapter"
        help += ' and answer {"ok":false,"why":...}'
        fault_text = f"the program crashes at `{do}`: {reply.error[:200]}"
        looked.found(Check(f"`{do}`", fault_text, help, certain=False, shown_by=(request,)))
    return reply


def _type_fault(words: str) -> str:
    """Say which key holds what it must not."""
    match = WRONG_TYPE.fullmatch(words)
    if match is None:
        return words[:200]
    wanted, got, key = match.groups()
    where = f"`{key}`" if key else "it"
    return f"{where} is {_types(got)}, and must be {_types(wanted)}"


def _types(words: str) -> str:
    names = re.findall(r"[a-z]+", words)
    return " or ".join(TYPES.get(name, name) for name in names)


def key_checks(answer: bytes, kind: type[Response], do: object, request: Request) -> Iterator[Check]:
    """Tell of keys that are not known, or written twice in one object."""
    for written, meant in islice(_unknown(answer, kind), MOST_KEYS):
        help = f"in the branch for `{do}`: " + (
            f"write `{meant}`" if meant else "leave it out, or see what it is meant for"
        )
        fault = f"`{written[:KEY]}` is not known" + ("" if meant else ", and not read")
        yield Check("keys", fault, help, certain=bool(meant), shown_by=(request,))
    for written in islice(doubled_keys(answer), MOST_KEYS):
        yield _doubled(written, request)


def _doubled(key: str, request: Request) -> Check:
    do = type(request).__struct_config__.tag
    help = f"in the branch for `{do}`: write each key once; readers differ in which of two they take"
    return Check("keys", f"`{key[:KEY]}` stands in one object twice", help, shown_by=(request,))


def seen_later(players: Sequence[Player]) -> AdapterChecks:
    """Give what playing has shown of an adapter that the check of it had not."""
    looked = AdapterChecks()
    told = {key for player in players for key in player.doubled.told}
    found = {key: shown for player in players for key, shown in player.doubled.found.items() if key not in told}
    for key, (request, answer) in islice(found.items(), MOST_KEYS):
        looked.found(_doubled(key, request))
        looked.talk.append((request, answer))
    noise = [line for player in players for line in player.adapter.noise]
    if noise and not any(player.noise_told for player in players):
        looked.found(_noise(noise[0]))
    return looked


def _unknown(answer: bytes, kind: type[Response]) -> Iterator[tuple[str, str]]:
    """Give keys that are not known, each with the one that is not there and that it looks like, if there is any."""
    given = msgspec.json.decode(answer)
    levels: list[tuple[dict[str, object], type[Struct]]] = [(given, kind)]
    while levels:
        keys, form = levels.pop()
        known = {each.encode_name: each.type for each in msgspec.structs.fields(form)}
        for key in keys:
            absent = [name for name in known if name not in keys]
            if key not in known:
                yield key, next(iter(nearest(_bare(key), absent, alike=CLOSE)), "")
        for name, value in keys.items():
            if isinstance(value, dict):
                levels += [(value, each) for each in _forms(known.get(name))]


def _bare(key: str) -> str:
    """Write a key as ours are written: `toMove` as `to_move`."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])|[-. ]", "_", key).lower()


def _forms(kind: object) -> list[type[Struct]]:
    """Give the structs among the types of a key."""
    found = getattr(kind, "__args__", (kind,))
    return [each for each in found if isinstance(each, type) and issubclass(each, Struct)]
