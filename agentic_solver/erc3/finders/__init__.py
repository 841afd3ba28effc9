"""Finders: which records of the company a phrase of the request means.

``lookups``    ``LookupCatalog(session, acquirer, wiki)``: resolves a finder call once a task
``shortcut``   what a search can settle without a listing; with ``wordsearch``, ``placesearch``
``match``      the scores: ``find(kind, text, catalog)`` -> candidates, best first
"""
