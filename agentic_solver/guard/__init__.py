"""L2: when to try again and what to remember meanwhile. Knows no agents, no model, no domain."""
