"""A second meaning of the language: a naive evaluator of its surface, written from the manual, to compare ggl with.

It shares with ggl the parser, the reader of files and the board's tables; not the checker, the core or the
interpreter. Values are plain: a number is a Fraction, a set a frozenset, a list a tuple, a site a `Site`, any other
thing its name, none is None.
"""
