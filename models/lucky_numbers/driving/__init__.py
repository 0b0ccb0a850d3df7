"""Playing Lucky Numbers with a program."""

from pathlib import Path
from random import Random

from models.asking import OWN_DEAL
from models.driving import Aims, Conversation, Dialogue, Driving, Hello, Wish
from models.lucky_numbers.driving.adapter_check import check
from models.lucky_numbers.driving.by_itself import HIDDEN, MASKED, by_itself, unoffered
from models.lucky_numbers.driving.conversation import LuckyConversation
from models.lucky_numbers.driving.dialogue import LuckyDialogue
from models.lucky_numbers.driving.fitting_requests import misfit
from models.lucky_numbers.driving.plan import plan_of
from models.lucky_numbers.driving.rebuilding import fixed, rebuilt
from models.lucky_numbers.driving.requests import REQUESTS, LuckyHello, LuckyResponse, New, SayHello, SetTable
from models.lucky_numbers.driving.shortening import mended, units
from models.lucky_numbers.driving.suite_logs import ask_log
from models.lucky_numbers.driving.suite_positions import tried_turns
from models.lucky_numbers.driving.suite_steps import tried_step
from models.lucky_numbers.engine import COVERS


def _plan(hello: Hello, wish: Wish, aims: Aims, rng: Random, number: int, most: int | None) -> Conversation:
    assert isinstance(hello, LuckyHello)
    plan = plan_of(hello, wish, rng, number, own_deals=OWN_DEAL not in aims.avoid)
    return LuckyConversation(hello, wish, aims, rng, plan, most)


def _follow(hello: Hello, wish: Wish) -> Dialogue:
    assert isinstance(hello, LuckyHello)
    dialogue = LuckyDialogue(hello, wish)
    dialogue.repeats = True
    return dialogue


DRIVING = Driving(
    covers=COVERS,
    hello=SayHello(),
    hello_response=LuckyHello,
    response=LuckyResponse,
    requests=REQUESTS,
    begins=(New, SetTable),
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
    tried_turns=tried_turns,
    ask_log=ask_log,
    tried_step=tried_step,
    templates=Path(__file__).parent / "templates",
)
