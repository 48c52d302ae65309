"""The version of ggl, for files and messages."""

__version__ = "0.1.0"
