"""The deterministic side: executes a plan, checks everything, and is the only thing that acts."""
