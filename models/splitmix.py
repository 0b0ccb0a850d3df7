"""Numbers drawn by a seed, for compiled loops (SplitMix64: Steele, Lea and Flood, 2014)."""

from models.jit import lean

GAMMA, MIX, MIX_AGAIN = 0x9E3779B97F4A7C15 - (1 << 64), 0xBF58476D1CE4E5B9 - (1 << 64), 0x94D049BB133111EB - (1 << 64)
POSITIVE = (1 << 62) - 1


@lean
def mixed(state: int) -> int:
    """Give a number whose bits hang on all bits of another one."""
    state = (state ^ (state >> 30 & (1 << 34) - 1)) * MIX
    state = (state ^ (state >> 27 & (1 << 37) - 1)) * MIX_AGAIN
    return state ^ (state >> 31 & (1 << 33) - 1)


@lean
def state_of(seed: int, number: int) -> int:
    """Give where the draws of one game begin, by the seed and the number of the game."""
    return mixed(mixed(seed * GAMMA + 1) + number * GAMMA)
