"""Play one game with a program, and let the judge judge what was said."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from models.driving import (
    Ask,
    CannotPlay,
    Conversation,
    Dialogue,
    Driving,
    Hello,
    Request,
    Response,
    Wish,
)
from models.game import Game
from models.reading import Reading
from verifier.drive.adapter import Adapter
from verifier.drive.adapter_fault import AdapterFault, answered_twice
from verifier.drive.answer_keys import DoubledKeys
from verifier.drive.played_game import PlayedGame, ProgramFault, encode
from verifier.finding import Finding
from verifier.judge import judge
from verifier.whole_numbers import whole_numbers

AUDITED = 20  # every so manieth log is judged also where the engine has allowed everything
OFTEN = 10  # answers for one failure: a place so often answered is asked again
MOST_SPARED = 20  # failures of a running adapter after which such a place is asked again
ResponseT = TypeVar("ResponseT", bound=Response)


def read_response(answer: bytes, decoder: msgspec.json.Decoder[ResponseT]) -> ResponseT:
    """Read an answer. Raises AdapterFault."""
    try:
        try:
            return decoder.decode(answer)
        except msgspec.ValidationError:
            return decoder.decode(whole_numbers(answer))
    except (msgspec.MsgspecError, ValueError, RecursionError) as wrong:
        help = "answer by one JSON object a line, with the keys and types that docs/driving.md lists"
        raise AdapterFault("garbage", f"the answer cannot be read: {str(wrong)[:200]}", help) from wrong


class Player:
    """Plays games with one running adapter."""

    def __init__(self, game: Game, driving: Driving, adapter: Adapter, reading: Reading) -> None:
        self.game, self.driving, self.adapter, self.reading = game, driving, adapter, reading
        self.hello: Hello | None = None
        self.doubled = DoubledKeys()
        self.noise_told = False  # by the check of the adapter
        self._doubles = 0
        self._earlier: Sequence[Request] = ()  # what the process was asked in the game before
        self._answered: Counter[str] = Counter()  # by place
        self._spared = 0
        self._closely = True  # whether each answer is looked at for keys that stand twice
        self._uncovered = bool(game.uncovered(driving.covers))
        self._decoder = msgspec.json.Decoder(driving.response)

    def greet(self) -> Hello:
        """Start the program and hear what it can do. Raises AdapterFault."""
        decoder = msgspec.json.Decoder(self.driving.hello_response)
        reply = read_response(self.adapter.ask(encode(self.driving.hello)), decoder)
        if not reply.done:
            raise AdapterFault("garbage", f"hello was not answered: {reply.why or reply.error}", "answer it first")
        self.hello, self._earlier = reply, ()
        return reply

    def ready(self) -> Hello:
        """Greet the program if it has to be started, anew for each game where it cannot play several."""
        if self.hello is not None and self.adapter.running and "again" not in self.hello.can:
            self.adapter.stop()
        if self.hello is None or not self.adapter.running:
            return self.greet()
        return self.hello

    def asked(self, request: Request, answers: list[bytes] | None = None) -> Response:
        """Make a request and read the answer, which is put to others. Raises AdapterFault, also where it crashed."""
        answer = self.adapter.ask(encode(request))
        if self.adapter.doubles != self._doubles:
            self._doubles = self.adapter.doubles
            raise answered_twice()
        if answers is not None:
            answers.append(answer)
        reply = read_response(answer, self._decoder)
        if self._closely or not self.doubled.is_usual(request, answer):
            self.doubled.look(request, answer)
        if reply.error is not None:
            raise AdapterFault("crash", f"the program crashed: {reply.error[:200]}", "see its standard error")
        return reply

    def play(self, number: int, conversation: Conversation, avoid: set[str]) -> PlayedGame:
        """Play one game; where the program fails, its place is avoided from there on, unless it is answered often."""
        dialogue, asks = conversation.dialogue, conversation.asks()
        requests: list[Request] = []
        answers: list[bytes] = []
        said: list[int] = []
        fault, ask, doubt = None, None, number % AUDITED == 0
        self._closely = doubt
        try:
            ask = next(asks, None)
            while ask is not None:
                requests.append(ask.request)
                reply = self.asked(ask.request, answers)
                self._answered[ask.place] += 1
                if reply.ok is False and ask.legal and reply.refused:
                    doubt = True
                ask = asks.send(reply)
                if len(dialogue.events) != len(said):
                    said += [len(requests)] * (len(dialogue.events) - len(said))
        except StopIteration:
            pass
        except AdapterFault as failed:
            fault = self._failed(failed, ask, avoid)
        except CannotPlay as contradiction:
            place = ask.place if ask else ""
            fault = ProgramFault("contradiction", place, contradiction.message, contradiction.help)
        asks.close()
        if fault is not None:
            dialogue.stop(fault.message)
        said += [len(requests)] * (len(dialogue.events) - len(said))
        doubt = doubt or fault is not None or dialogue.doubtful or self._uncovered
        played = self.judged(number, requests, answers, dialogue, said, fault, doubt)
        earlier, self._earlier = self._earlier, requests
        return replace(played, earlier=earlier) if earlier and not played.clean else played

    def _failed(self, failed: AdapterFault, ask: Ask | None, avoid: set[str]) -> ProgramFault:
        place = ask.place if ask else ""
        if self._answered[place] >= OFTEN and self._spared < MOST_SPARED:
            self._answered[place], self._spared = self._answered[place] - OFTEN, self._spared + 1
        else:
            avoid.add(place)
        errors = self.adapter.errors()
        self.adapter.kill()
        return ProgramFault(failed.sort, place, failed.message, failed.help, errors)

    def judged(
        self,
        number: int,
        requests: list[Request],
        answers: list[bytes],
        dialogue: Dialogue,
        said: list[int],
        fault: ProgramFault | None,
        doubt: bool = True,
    ) -> PlayedGame:
        """Judge the log of an exchange, unless the engine has allowed every event of it.

        Where a request was answered twice the answers belong to others, and nothing is made of them.
        """
        findings: list[Finding] = []
        verdict = None
        if dialogue.events and doubt:
            lines = [encode(event) for event in dialogue.events]
            for found in judge(f"game {number}", [lines], self.reading):
                if isinstance(found, Finding):
                    findings.append(found)
                else:
                    verdict = found
        played = PlayedGame(
            number,
            requests,
            answers,
            dialogue.events,
            said,
            dialogue.unlogged,
            dialogue.turns,
            findings,
            dialogue.discrepancies,
            fault,
            verdict,
            self.driving.fixed(requests),
            len(self.driving.units(requests)[0]),
        )
        if played.clean:
            return played
        if self.adapter.has_more():
            fault = self._failed(answered_twice(), None, set())
        self._doubles = self.adapter.doubles
        if fault is None or fault.sort != "twice":
            return played
        return PlayedGame(number, requests, answers, [], [], [], dialogue.turns, [], [], fault, None)

    def replay(
        self,
        requests: Iterable[Request],
        wish: Wish,
        *,
        in_full: bool = True,
        anew: bool = False,
        before: Sequence[Request] = (),
    ) -> PlayedGame:
        """Make requests again as they are, and judge what is answered this time.

        If not `in_full`, the judge is not asked where nothing was refused and the engine has allowed everything; if
        `anew`, a process that runs is ended, and a new one asked. What is answered to the requests of games `before`
        does not matter. Raises AdapterFault where the program cannot be started, or fails before.
        """
        if anew:
            self.adapter.stop()
        hello = self.ready()
        for request in before:
            self.asked(request)
        dialogue = self.driving.follow(hello, wish)
        asked: list[Request] = []
        answers: list[bytes] = []
        said: list[int] = []
        fault, doubt = None, in_full or self._uncovered
        try:
            for request in requests:
                if request == self.driving.hello:
                    continue
                asked.append(request)
                reply = self.asked(request, answers)
                doubt = doubt or reply.refused
                dialogue.hear(request, reply)
                said += [len(asked)] * (len(dialogue.events) - len(said))
        except AdapterFault as failed:
            fault = self._failed(failed, None, set())
        except CannotPlay as contradiction:
            fault = ProgramFault("contradiction", "", contradiction.message, contradiction.help)
        dialogue.stop("the requests end")
        said += [len(asked)] * (len(dialogue.events) - len(said))
        doubt = doubt or fault is not None or dialogue.doubtful
        return replace(self.judged(0, asked, answers, dialogue, said, fault, doubt), before=before)
