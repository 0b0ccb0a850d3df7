"""The command line: arguments in, one call, words out."""

__version__ = "0.1.0"
