"""The proposer: one sentence into one Plan, blind to data. The only part that may be random."""
