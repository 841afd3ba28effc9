"""Drawing suites from a seed: companies, and tasks made by templates."""
