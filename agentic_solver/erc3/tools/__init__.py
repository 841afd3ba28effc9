"""The tool facade: typed composed operations over the company API.

``facade`` is what the modules in the workspace folder ``tools/`` import; ``catalog`` loads them.
"""
