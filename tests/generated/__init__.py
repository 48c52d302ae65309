"""Games that nobody wrote, made from a table of all features of the language so that every pair of features meets."""
