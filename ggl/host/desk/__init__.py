"""A desk holds a text of a game while it is written, and answers what a tool for editing asks about it.

| module | gives |
|---|---|
| `text`, `files` | edits and places as editors count them; the bases and open buffers around a text |
| `reading`, `mended` | all that is found in a text; the same for one with mistakes, which are blanked out |
| `where`, `keys` | the path of keys at a place; what the schema says of it |
| `names`, `places` | what each name is the name of; definition, references, rename |
| `known` | types and properties, for `completion`, `signature` and `hover` |
| `outline`, `tokens`, `hints` | symbols and folds; colours; inlay hints and code lenses |
| `fixes`, `formatting` | quick fixes; the canonical spelling as changes |
| `variant` | the text as a variant of another game |
| `preview` | tests run, moves counted, a position shown and played on |
| `desk` | one object for them all |
"""

from ggl.host.desk.desk import Desk
from ggl.host.desk.files import Files
from ggl.host.desk.places import RenameRefused
from ggl.host.desk.text import Encoding, Lines, TextChange

__all__ = ["Desk", "Encoding", "Files", "Lines", "RenameRefused", "TextChange"]
