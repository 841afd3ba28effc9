"""Quality of a compiled policy: truth tables over caller classes, and the mutation score.

The evaluated code is the compiled module, ``Policy`` and the relation SQL on a real database.
What it ought to say comes from ``reference``, a second evaluator in plain Python, written from
the documented meaning of the rule records (``agentic_solver.contracts.rule`` and the baseline
of ``agentic_solver.erc3.policy``) and fed with ``rules/<sha8>.yaml``, not with the module. The
two share no code but the vocabulary.

Design time only: nothing here runs while a task is solved.
"""
