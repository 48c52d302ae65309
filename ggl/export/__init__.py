"""Exports a game as one page that needs neither Python nor a server: rules as WebAssembly, pictures and words as data."""
