"""What a step does, in words, whatever the game offers for that."""

from models.clause import AnyStep
from models.game import Game


def step_words(model: Game, step: AnyStep) -> str:
    """Say what a step does."""
    if model.offers("proofs"):
        return model.proofs().tell([step])[-1].words
    return str(model.mechanics().say(step.move)) if model.offers("mechanics") else type(step.move).__name__.lower()
