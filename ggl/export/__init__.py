"""A game as one page that needs neither Python nor a server: its rules as WebAssembly, its pictures and words as data."""
