"""Hidden information: who sees what (`visibility`), the word `seen` (`seen`), and the proof that players choose by what they see
(`legality`)."""
