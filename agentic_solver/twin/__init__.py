"""The twin: the benchmark platform and its companies in this process, by the same wire."""
