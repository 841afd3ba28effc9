"""Metamorphic variations: changes of a suite after which an agent must do just as well."""
