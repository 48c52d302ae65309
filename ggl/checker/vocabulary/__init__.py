"""The vocabulary: each word of the language, declared once.

| module | words |
|---|---|
| `words` | those whose type is computed at each use: folds, lists, neighbours, the position |
| `board_words` | those that the board alone decides, and the properties of its sites |
| `position_names` | names that stand for something of the position, and properties of what stands on a site |
| `prelude` | those written in the language itself, in `prelude.yaml` |
| `other_words` | words of other languages, and what to write instead |
| `signatures` | the notation in which the others say what they take and give |
"""
