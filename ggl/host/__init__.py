"""What a person does at a game, as requests and answers without a transport: see `docs/internals/host.md`."""
