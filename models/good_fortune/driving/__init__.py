"""Playing Good Fortune with a program."""

from pathlib import Path
from random import Random

from models.asking import OWN_DEAL
from models.driving import Aims, Conversation, Dialogue, Driving, Hello, Wish
from models.good_fortune.driving.adapter_check import check
from models.good_fortune.driving.by_itself import HIDDEN, MASKED, by_itself, unoffered
from models.good_fortune.driving.conversation import FortuneConversation
from models.good_fortune.driving.dialogue import FortuneDialogue
from models.good_fortune.driving.fitting_requests import misfit
from models.good_fortune.driving.plan import plan_of
from models.good_fortune.driving.rebuilding import fixed, rebuilt
from models.good_fortune.driving.requests import REQUESTS, FortuneHello, FortuneResponse, New, SayHello
from models.good_fortune.driving.shortening import mended, units
from models.good_fortune.driving.suite_logs import ask_log
from models.good_fortune.engine import COVERS


def _plan(hello: Hello, wish: Wish, aims: Aims, rng: Random, number: int, most: int | None) -> Conversation:
    assert isinstance(hello, FortuneHello)
    plan = plan_of(hello, wish, rng, number, own_deals=OWN_DEAL not in aims.avoid)
    return FortuneConversation(hello, wish, aims, rng, plan, most)


def _follow(hello: Hello, wish: Wish) -> Dialogue:
    assert isinstance(hello, FortuneHello)
    return FortuneDialogue(hello, wish)


DRIVING = Driving(
    covers=COVERS,
    hello=SayHello(),
    hello_response=FortuneHello,
    response=FortuneResponse,
    requests=REQUESTS,
    begins=(New,),
    plan=_plan,
    follow=_follow,
    units=units,
    mended=mended,
    misfit=misfit,
    fixed=fixed,
    rebuilt=rebuilt,
    by_itself=by_itself,
    hidden=HIDDEN,
    masked=MASKED,
    unoffered=unoffered,
    check=check,
    ask_log=ask_log,
    templates=Path(__file__).parent / "templates",
)
