"""What the outputs of a run are worth, and whom a person should look at."""
