"""ggl, the general game language: a board game's rules in one readable file that runs."""

__version__ = "0.1.0"
