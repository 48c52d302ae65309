"""The workshop's server: a carrier of the host's messages over WebSocket. Needs the extra `web`; see `docs/internals/host.md`."""
