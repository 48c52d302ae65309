"""What stands in a browser for packages that are compiled: as much of them as ggl and its libraries use there."""
