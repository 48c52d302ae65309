"""The playground: the workshop's page as static files, with ggl itself in a worker of the browser."""
