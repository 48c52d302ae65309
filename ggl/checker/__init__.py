"""Names and types: a definition and its board to the checked core.

| room | takes | gives |
|---|---|---|
| `vocabulary/` | nothing | each word of the language, declared once; the prelude |
| `declarations/` | a definition and option values | a `World`: board, domains, fields, constants, variables |
| `expressions/` | trees in a scope | typed core expressions: names, properties, phrases, operators |
| `calls/` | calls in a scope | the same for words and definitions with their arguments |
| `effects/` | effect trees in a scope | core effects |
| `moves`, `drawing`, `notation`, `game` | the rest of the definition | move schemas, turn, end, score, match: the `CheckedGame` |
| `cost`, `constants` | core | how much work at most; constants computed before play |
| `phases`, `look`, `unused` | a definition and its world | findings alone: what never comes, shows nothing, or is not used |
| `adhoc_check` | a checked game | expressions and effects typed after it was checked |

`world` is what all of them know and add to; `make` and `static` make core forms well.
"""
