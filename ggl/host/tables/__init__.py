"""Tables: plays in progress, what there is to see of them, and how they are kept."""
