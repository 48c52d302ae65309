"""A person's work and play with games, as requests and answers without a transport: see `docs/internals/host.md`."""
