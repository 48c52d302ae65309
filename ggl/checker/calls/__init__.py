"""Calls: words and definitions with their arguments, typed.

`calls` tells which of them a call is, and `arguments` puts its arguments in order. `definitions` types those of the file and of
the prelude, `tables` the words that the board alone decides; the other modules hold the functions of
`typing_rules`, one for each word of `ggl.checker.vocabulary.words`.
"""
