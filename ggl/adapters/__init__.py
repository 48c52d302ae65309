"""Games as other libraries have them: PettingZoo, Gymnasium, open_spiel, and many at once in arrays. Each is a module of its own,
with an extra of its name; `docs/ecosystems/` has a program for each.
"""
