"""Tables: plays in progress, their views, and their storage."""
