"""The snapshot: one task's copy of the company in DuckDB, lazy and certified.

Names to use (each from its own module; nothing is re-exported here):

``session``      ``Session.open(identity, base_url=...)`` -> one task's database (context manager)
                 ``session.run(sql, view="full", limits=RunLimits())`` -> ``FactOutput | Failure``
                 ``session.run_fact(name, query, view="full")`` -> the same, and the rows stay as a
                 typed table ``name`` that later facts of that view can read; with
                 ``query.derives`` the table is created or appended to
                 ``session.keep_rows(name, rows, columns=None)`` -> bind tables, for all views
                 ``session.keep_lookup(table, rows)`` -> finder results, for all views
                 ``session.forget_plan()`` between rounds: drops facts, bind and derived tables
                 and views, keeps entities and finder tables
                 ``session.events``: inserts and facts in order
``acquire``      ``Acquirer(session, api, wiki=None)``; call before the facts run:
                 ``.ensure(queries)``, ``.ensure_sql(sql)`` (also policy predicates and relation
                 queries), ``.ensure_columns(["employees.notes", ...], where={...})``,
                 ``.ensure_all()`` -> ``None`` when certified, else a ``Failure``
                 ``.refresh("employee" | "customer" | "project" | "time_entry", ids)`` after writes;
                 ``.certificates``
``views``        ``build_caller_views(session, rules)`` with ``rules[(table, column)]`` =
                 ``VISIBLE | HIDDEN | RowRule(sql)``; then ``session.run(sql, view="masked")``,
                 ``"low"``, ``"high"`` (hidden values NULL, lowest, highest)
``api``          ``CompanyApi`` (the port), ``ApiCall``, ``ConcurrentCompanyApi`` (optional)
``certificate``  ``Certificate``, ``Region``: what a table is complete for, and by which calls
``failure``      ``Failure(code, message, details).violation(path)``
``export``       ``save_session(session, path)``: keep a snapshot as a DuckDB file
``engine``       ``Engine``: the warm DuckDB behind all sessions of a process
``schema``       DDL of all tables, from SQLModel row classes
``query``        ``CheckedQuery``: what the firewall hands over
"""
