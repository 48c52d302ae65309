"""The facade: games, states, moves, notation, explanations, rules in English, records, sessions."""
