"""Names and types: a definition and its board to the checked core. Holds the vocabulary and the prelude."""
