"""The language server: `ggl lsp`."""
