"""A game file to its definition: shape, variants, every string read into a tree.

Takes a source. `extends.load_definition` gives a `definition.Definition`, or None after findings; on the way `schema` checks
each file's shape, `merge` lays variants over their bases, `reader` reads the whole. `expand` writes the merged game out.
"""
