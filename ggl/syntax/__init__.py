"""Text to trees. Takes a `Source`; gives the YAML tree (`document`) and the trees of the expressions in its strings.

Only importer of yaml and lark. Nothing here knows what a word means.
"""
