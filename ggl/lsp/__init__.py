"""The language server: the desk (`ggl.host.desk`) for any editor that speaks LSP, over stdio or WebSocket.

`convert` turns the desk's values into those of the protocol, `server` answers its requests, `aside` runs what takes long in a
process with a limit, `serving` carries it. Needs the extra `lsp`; this package is the only importer of pygls.
"""
