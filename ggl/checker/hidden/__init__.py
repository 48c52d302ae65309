"""Hidden information: who sees what (`veils`), the word `seen` (`eyes`), and the proof that players choose by what they see
(`legality`)."""
