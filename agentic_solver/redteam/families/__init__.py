"""Families of attacks, one module a family or two."""
