"""Plans that were right once, used again for requests of the same wording: no model call.

What varies between two requests of one wording is what the plan holds verbatim: names in finders,
numbers, dates, ids, paths, quoted texts. Each becomes a typed slot, everything else of the request
stays literal. A new request hits when it is a template with its slots filled in exactly one way.
Nothing here decides anything: the plan that comes out is validated like any other, and counts only
if the very branch of it answers that was right before.
"""
