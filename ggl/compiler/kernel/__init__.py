"""The kernel language: what a game is lowered to, and what every back end makes code from. See docs/internals/kernel.md."""
