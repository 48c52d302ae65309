"""Stand-ins in a browser for compiled packages: as much of them as ggl and its libraries use there."""
