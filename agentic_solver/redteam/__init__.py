"""The attack: hostile plans, oracles that do not trust the validator, and the audit of runs."""
