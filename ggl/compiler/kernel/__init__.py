"""The kernel language: what the compiler lowers a game to, and what every back end makes code from. See docs/internals/kernel.md."""
