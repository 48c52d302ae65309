"""Jobs: work that takes long, described in plain data, and what does it."""
