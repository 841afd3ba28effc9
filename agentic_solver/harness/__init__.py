"""Many tasks: sessions, runs, records, replay, analysis."""
