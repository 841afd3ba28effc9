"""The company API of one task: one typed method per route, every try recorded.

Reads are retried by the declared rule and answered from a cache when the same read was
answered before; any write empties the cache and is sent exactly once. Failures are raised
as drawn in :mod:`agentic_solver.erc3.fault`.
"""

import itertools
import json
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic

from agentic_solver.contracts.canonical import canonical_json
from agentic_solver.contracts.decision import AgentLink, CallRecord
from agentic_solver.contracts.model import JsonObject
from agentic_solver.contracts.plan import Outcome
from agentic_solver.erc3 import request as ask
from agentic_solver.erc3 import route as routes
from agentic_solver.erc3 import wire
from agentic_solver.erc3.callrecord import CallLog
from agentic_solver.erc3.fault import (
    ApiPayloadError,
    hash_payload,
    parse_payload,
    read_model,
    read_reply,
)
from agentic_solver.erc3.paging import PageLimit
from agentic_solver.erc3.retry import NO_RETRY, RetryRule
from agentic_solver.erc3.route import ReplyT, RequestT, Route
from agentic_solver.erc3.transport import Transport, TransportReply, post_all
from agentic_solver.errors import ApiError, TransportError

__all__ = ["Erc3Client", "Exchange"]

_NOT_FOUND = 404
_READ_RULE = RetryRule()


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange(Generic[ReplyT]):
    """One successful call: the typed reply, the payload as it came, and its record."""

    reply: ReplyT
    payload: JsonObject
    record: CallRecord


class Erc3Client:
    """Client of one task's company API.

    ``prefix`` is the path of the task (``/erc3-dev/<task id>``). ``page_limit`` holds what
    this task's listings have learned.
    """

    def __init__(
        self,
        transport: Transport,
        prefix: str,
        *,
        log: CallLog | None = None,
        retry: RetryRule = _READ_RULE,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.log = CallLog() if log is None else log
        self.page_limit = PageLimit()
        self._transport = transport
        self._prefix = prefix.rstrip("/")
        self._retry = retry
        self._sleep = sleep
        self._lock = threading.Lock()
        self._cache: dict[tuple[str, str], Exchange[Any]] = {}
        self._unknown: dict[tuple[str, str], ApiError] = {}
        """What was asked for and is not there: no answer to ask for twice."""
        self._writes = 0

    def send(
        self, route: Route[RequestT, ReplyT], request: RequestT, *, cause: str | None = None
    ) -> Exchange[ReplyT]:
        """Call ``route``; ``cause`` (default: the log's current one) goes into the records.

        Raises:
            ApiError: the platform answered with an error.
            TransportError: no usable answer came.
            ApiPayloadError: the answer has not the documented shape.
        """
        body = request.body()
        if route.effect is wire.Effect.WRITE:
            self._forget()
            try:
                return self._try_calls(route, body, cause, NO_RETRY)
            finally:
                self._forget()
        key = (route.path, canonical_json(body))
        with self._lock:
            known = self._cache.get(key)
            unknown = self._unknown.get(key)
            writes = self._writes
        if known is not None:
            return self._answer_again(known, cause)
        if unknown is not None:
            self._refuse_again(unknown, route.path, body, cause)
            raise unknown
        try:
            exchange = self._try_calls(route, body, cause, self._retry)
        except ApiError as error:
            self._keep_unknown({key: error}, writes)
            raise
        with self._lock:
            # An answer that crossed a write may be stale: it is used, but not kept.
            if writes == self._writes:
                self._cache[key] = exchange
        return exchange

    def send_many(
        self, asked: Sequence[tuple[Route[Any, Any], Any]], *, cause: str | None = None
    ) -> list[Exchange[Any] | ApiError]:
        """Call read routes that do not depend on each other, at the same time where possible.

        Tries go in rounds: all calls, then those again that failed and may be asked again. So
        the records are the same however many calls are under way at a time.

        Raises:
            TransportError: no usable answer came to one of them; all others were asked.
            ApiPayloadError: an answer has not the documented shape.
        """
        bodies = [(route, request.body()) for route, request in asked]
        keys = [(route.path, canonical_json(body)) for route, body in bodies]
        with self._lock:
            known = {key: self._cache[key] for key in keys if key in self._cache}
            unknown = {key: self._unknown[key] for key in keys if key in self._unknown}
            writes = self._writes
        fresh = {
            key: one
            for key, one in zip(keys, bodies, strict=True)
            if key not in known and key not in unknown
        }
        found = self._try_rounds(fresh, cause)
        with self._lock:
            if writes == self._writes:
                good = {key: one for key, one in found.items() if isinstance(one, Exchange)}
                self._cache.update(good)
        self._keep_unknown(
            {k: one for k, one in found.items() if isinstance(one, ApiError)}, writes
        )
        for one in found.values():
            if isinstance(one, Exception) and not isinstance(one, ApiError):
                raise one
        answers: dict[tuple[str, str], Exchange[Any] | ApiError] = {
            key: self._answer_again(one, cause) for key, one in known.items()
        }
        for key, (route, body) in zip(keys, bodies, strict=True):
            if key in unknown and key not in answers:
                self._refuse_again(unknown[key], route.path, body, cause)
                answers[key] = unknown[key]
        answers |= {k: one for k, one in found.items() if isinstance(one, Exchange | ApiError)}
        return [answers[key] for key in keys]

    def _try_rounds(
        self, asked: Mapping[tuple[str, str], tuple[Route[Any, Any], JsonObject]], cause: str | None
    ) -> dict[tuple[str, str], Exchange[Any] | Exception]:
        found: dict[tuple[str, str], Exchange[Any] | Exception] = {}
        waiting = dict(asked)
        for number in range(1, self._retry.attempts + 1):
            if not waiting:
                break
            if number > 1:
                failed = [found[key] for key in waiting]
                errors = [one for one in failed if isinstance(one, Exception)]
                self._sleep(self._retry.wait_s(number - 1, *errors))
            posts = [(self._prefix + route.path, body) for route, body in waiting.values()]
            again: dict[tuple[str, str], tuple[Route[Any, Any], JsonObject]] = {}
            replies = post_all(self._transport, posts)
            for (key, (route, body)), reply in zip(waiting.items(), replies, strict=True):
                try:
                    found[key] = self._take(route, body, cause, number, reply)
                except (ApiError, TransportError, ApiPayloadError) as error:
                    found[key] = error
                    if self._retry.covers(error):
                        again[key] = (route, body)
            waiting = again
        return found

    def stream(
        self, route: Route[RequestT, ReplyT], body: JsonObject, *, cause: str | None = None
    ) -> tuple[ReplyT, str]:
        """Call a read route for a load that is too large to keep; return reply and JSON text.

        An answer in the cache is used, a new one does not enter it, and is parsed once only:
        one that fits its documented shape is no error, whatever else it holds. Its record has
        the hash of its text. Raises like :meth:`send`.
        """
        with self._lock:
            known = self._cache.get((route.path, canonical_json(body))) if self._cache else None
        if known is not None:
            again: Exchange[ReplyT] = self._answer_again(known, cause)
            return again.reply, json.dumps(again.payload, ensure_ascii=False)
        numbers = itertools.count(1)
        return self._retry.ask(
            lambda: self._stream_once(route, body, cause, next(numbers)), self._sleep
        )

    def _stream_once(
        self, route: Route[RequestT, ReplyT], body: JsonObject, cause: str | None, number: int
    ) -> tuple[ReplyT, str]:
        status = 0
        try:
            answer = self._transport.post(self._prefix + route.path, body)
            status = answer.status
            reply = read_model(route.path, route.reply, answer)
        except (ApiError, TransportError, ApiPayloadError) as error:
            self._log_failure(route.path, body, cause, error, status, number)
            raise
        self.log.note(route.path, body, cause=cause, text=answer.text, status=status, tries=number)
        return reply, answer.text

    def _log_failure(
        self,
        path: str,
        body: JsonObject,
        cause: str | None,
        error: ApiError | TransportError | ApiPayloadError,
        status: int,
        number: int,
    ) -> None:
        if isinstance(error, ApiError):
            status = error.status
        self.log.add(path, body, cause=cause, status=status, error=str(error), tries=number)

    def _forget(self) -> None:
        with self._lock:
            self._writes += 1
            self._cache.clear()
            self._unknown.clear()

    def _keep_unknown(self, errors: Mapping[tuple[str, str], ApiError], writes: int) -> None:
        with self._lock:
            if writes == self._writes:
                self._unknown.update(
                    {key: error for key, error in errors.items() if error.status == _NOT_FOUND}
                )

    def _refuse_again(
        self, known: ApiError, path: str, body: JsonObject, cause: str | None
    ) -> None:
        self.log.add(path, body, cause=cause, status=known.status, error=str(known), cached=True)

    def _answer_again(self, known: Exchange[ReplyT], cause: str | None) -> Exchange[ReplyT]:
        first = known.record
        record = self.log.add(
            first.route,
            first.request,
            cause=cause,
            response_hash=first.response_hash,
            status=first.status,
            cached=True,
        )
        return Exchange(reply=known.reply, payload=known.payload, record=record)

    def _try_calls(
        self, route: Route[RequestT, ReplyT], body: JsonObject, cause: str | None, rule: RetryRule
    ) -> Exchange[ReplyT]:
        numbers = itertools.count(1)
        return rule.ask(lambda: self._try_once(route, body, cause, next(numbers)), self._sleep)

    def _try_once(
        self, route: Route[RequestT, ReplyT], body: JsonObject, cause: str | None, number: int
    ) -> Exchange[ReplyT]:
        try:
            answer: TransportReply | TransportError = self._transport.post(
                self._prefix + route.path, body
            )
        except TransportError as error:
            answer = error
        return self._take(route, body, cause, number, answer)

    def _take(
        self,
        route: Route[RequestT, ReplyT],
        body: JsonObject,
        cause: str | None,
        number: int,
        answer: TransportReply | TransportError,
    ) -> Exchange[ReplyT]:
        """Record what came of one try, and return it."""
        status = 0
        try:
            if isinstance(answer, TransportError):
                raise answer
            status = answer.status
            payload = read_reply(route.path, answer)
            reply = parse_payload(route.path, route.reply, payload, answer.text)
            response_hash = hash_payload(route.path, payload)
        except (ApiError, TransportError, ApiPayloadError) as error:
            self._log_failure(route.path, body, cause, error, status, number)
            raise
        record = self.log.add(
            route.path,
            body,
            cause=cause,
            response_hash=response_hash,
            status=status,
            tries=number,
        )
        return Exchange(reply=reply, payload=payload, record=record)

    def whoami(self) -> wire.WhoAmI:
        """Return the caller, today's date and the wiki digest."""
        cause = self.log.current_cause or "whoami"
        return self.send(routes.WHOAMI, ask.NoArguments(), cause=cause).reply

    def respond(
        self, message: str, outcome: Outcome, links: Sequence[AgentLink] = ()
    ) -> wire.EmptyReply:
        """Submit the one answer of the task."""
        request = ask.Respond(message=message, outcome=outcome, links=tuple(links))
        return self.send(routes.RESPOND, request).reply

    def list_employees(self, *, limit: int, offset: int | None = None) -> wire.EmployeePage:
        """Return one page of all employees."""
        request = ask.PageRequest(limit=limit, offset=offset)
        return self.send(routes.EMPLOYEES_LIST, request).reply

    def search_employees(self, request: ask.EmployeeSearch) -> wire.EmployeePage:
        """Return one page of the employees that match."""
        return self.send(routes.EMPLOYEES_SEARCH, request).reply

    def get_employee(self, employee_id: str) -> wire.EmployeeView:
        """Return one employee in full; ApiError 404 when unknown."""
        return self.send(routes.EMPLOYEES_GET, ask.ById(id=employee_id)).reply.employee

    def update_employee(self, request: ask.EmployeeUpdate) -> wire.EmployeeView:
        """Replace an employee's record; return it as it is afterwards."""
        return self.send(routes.EMPLOYEES_UPDATE, request).reply.employee

    def list_wiki(self) -> wire.WikiListing:
        """Return the wiki's digest and paths."""
        return self.send(routes.WIKI_LIST, ask.NoArguments()).reply

    def load_wiki(self, file: str) -> wire.WikiPage:
        """Return one wiki page."""
        return self.send(routes.WIKI_LOAD, ask.WikiLoad(file=file)).reply

    def search_wiki(self, query_regex: str) -> tuple[wire.SearchSnippet, ...]:
        """Return the first hits of a regular expression (the platform stops at five)."""
        request = ask.WikiSearch(query_regex=query_regex)
        return self.send(routes.WIKI_SEARCH, request).reply.results

    def update_wiki(self, request: ask.WikiUpdate) -> wire.EmptyReply:
        """Write a wiki page; empty content deletes it."""
        return self.send(routes.WIKI_UPDATE, request).reply

    def list_customers(self, *, limit: int, offset: int | None = None) -> wire.CompanyPage:
        """Return one page of all customers."""
        request = ask.PageRequest(limit=limit, offset=offset)
        return self.send(routes.CUSTOMERS_LIST, request).reply

    def get_customer(self, customer_id: str) -> wire.CompanyDetail | None:
        """Return one customer in full; ApiError 404 when unknown."""
        return self.send(routes.CUSTOMERS_GET, ask.ById(id=customer_id)).reply.company

    def search_customers(self, request: ask.CustomerSearch) -> wire.CompanyPage:
        """Return one page of the customers that match."""
        return self.send(routes.CUSTOMERS_SEARCH, request).reply

    def list_projects(self, *, limit: int, offset: int | None = None) -> wire.ProjectPage:
        """Return one page of all projects, archived ones included."""
        request = ask.PageRequest(limit=limit, offset=offset)
        return self.send(routes.PROJECTS_LIST, request).reply

    def get_project(self, project_id: str) -> wire.ProjectDetail | None:
        """Return one project in full, None when unknown."""
        return self.send(routes.PROJECTS_GET, ask.ById(id=project_id)).reply.project

    def search_projects(self, request: ask.ProjectSearch) -> wire.ProjectPage:
        """Return one page of the projects that match."""
        return self.send(routes.PROJECTS_SEARCH, request).reply

    def update_project_team(self, request: ask.ProjectTeamUpdate) -> wire.EmptyReply:
        """Replace a project's team."""
        return self.send(routes.PROJECTS_TEAM_UPDATE, request).reply

    def update_project_status(self, request: ask.ProjectStatusUpdate) -> wire.EmptyReply:
        """Set a project's status."""
        return self.send(routes.PROJECTS_STATUS_UPDATE, request).reply

    def log_time(self, request: ask.TimeLog) -> wire.TimeEntryWithID:
        """Add a time entry; return it with its id."""
        return self.send(routes.TIME_LOG, request).reply

    def update_time(self, request: ask.TimeUpdate) -> wire.EmptyReply:
        """Replace a time entry."""
        return self.send(routes.TIME_UPDATE, request).reply

    def get_time(self, entry_id: str) -> wire.TimeEntry:
        """Return one time entry (which does not carry its id)."""
        return self.send(routes.TIME_GET, ask.ById(id=entry_id)).reply.entry

    def search_time(self, request: ask.TimeSearch) -> wire.TimeEntryPage:
        """Return one page of the time entries that match, with totals."""
        return self.send(routes.TIME_SEARCH, request).reply

    def time_by_project(self, request: ask.TimeSummary) -> tuple[wire.ProjectTime, ...]:
        """Return the hours by project."""
        return self.send(routes.TIME_BY_PROJECT, request).reply.summaries

    def time_by_employee(self, request: ask.TimeSummary) -> tuple[wire.EmployeeTime, ...]:
        """Return the hours by employee."""
        return self.send(routes.TIME_BY_EMPLOYEE, request).reply.summaries
