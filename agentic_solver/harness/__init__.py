"""Many tasks: sessions, runs, records, replay, learning."""
