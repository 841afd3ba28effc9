"""Seeing and sharing runs: the page of a run, exports to other tools, copies without secrets."""
