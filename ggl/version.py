"""The version of ggl, for what is kept, written and sent."""

__version__ = "0.1.0"
