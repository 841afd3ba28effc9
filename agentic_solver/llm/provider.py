"""What live models have in common: one request, one answer, no streaming.

The SDKs of the providers are made by one generator, so their faults have the same names.
Retries are declared here and only here: the SDK's own are off, so every request that is sent
counts as a try. A refusal and a cut-off text come back as replies with their usage; only answers
that are no replies at all are faults.
"""

import threading
import time
import weakref
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import replace
from types import ModuleType
from typing import TYPE_CHECKING, ClassVar, Generic, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from agentic_solver.errors import ModelAccessError, ModelReplyError, ModelUnavailableError
from agentic_solver.llm.model import ModelReply, ModelRequest
from agentic_solver.llm.retry import ModelRetryRule, RetriedCall

if TYPE_CHECKING:
    import httpx2

__all__ = ["Answered", "ProviderModel"]

Client = TypeVar("Client")


class Answered(BaseModel):
    """The parts of a provider's answer that are used; the rest is ignored."""

    model_config = ConfigDict(extra="ignore", strict=True)


AnswerT = TypeVar("AnswerT", bound=Answered)


class ProviderModel(ABC, Generic[Client]):
    """A model behind the SDK of its provider, which is loaded at the first request."""

    default_base_url: ClassVar[str]
    fault: ClassVar[str]
    """The name of the SDK's class above all its faults."""

    def __init__(
        self,
        name: str,
        *,
        api_key: str = "",
        base_url: str | None = None,
        timeout_s: float = 600.0,
        retry: ModelRetryRule | None = None,
        sleep: Callable[[float], None] = time.sleep,
        http_client: "httpx2.Client | None" = None,
    ) -> None:
        """``base_url`` is the provider's own when left out."""
        self._name = name
        self._api_key = api_key
        self._base_url = self.default_base_url if base_url is None else base_url
        self._timeout_s = timeout_s
        self._retry = ModelRetryRule() if retry is None else retry
        self._sleep = sleep
        self._http_client = http_client
        self._lock = threading.Lock()
        self._client: Client | None = None

    @property
    def name(self) -> str:
        """The model's name."""
        return self._name

    def complete(self, request: ModelRequest) -> ModelReply:
        """Return the reply; see :class:`agentic_solver.llm.model.Model` for the errors.

        Raises:
            SettingsError: the provider's SDK is not installed.
        """
        self.check_access()
        sdk = self._sdk()
        client = self._connected(sdk)
        call = RetriedCall(
            self._retry, covers=lambda error: self._covers(sdk, error), sleep=self._sleep
        )
        try:
            text = call(lambda: self._ask(client, request))
        except sdk.APIResponseValidationError as error:
            raise self._no_reply(str(error)) from error
        except getattr(sdk, self.fault) as error:
            hopeless = (sdk.AuthenticationError, sdk.PermissionDeniedError, sdk.NotFoundError)
            kind = ModelAccessError if isinstance(error, hopeless) else ModelUnavailableError
            fault = kind(
                f"{self._name} gave no answer after {call.tries} requests: "
                f"{type(error).__name__}: {error.__cause__ or error}"
            )
            fault.retried = tuple(call.retried)
            raise fault from error
        return replace(self._read(text), tries=call.tries, retried=tuple(call.retried))

    @abstractmethod
    def check_access(self) -> None:
        """Say what is missing for any request; nothing is asked.

        Raises:
            ModelAccessError: there is no key.
            SettingsError: the provider's SDK is not installed.
        """

    @abstractmethod
    def _sdk(self) -> ModuleType: ...

    @abstractmethod
    def _open(self, sdk: ModuleType, http: "httpx2.Client") -> Client: ...

    @abstractmethod
    def _ask(self, client: Client, request: ModelRequest) -> str:
        """Send the request once and return the body of the answer."""

    @abstractmethod
    def _read(self, text: str) -> ModelReply: ...

    def _connected(self, sdk: ModuleType) -> Client:
        # Brings the HTTP library, which no other command should load.
        from agentic_solver.http_deadline import within  # noqa: PLC0415

        with self._lock:
            if self._client is None:
                http = self._http_client
                if http is None:
                    http = sdk.DefaultHttpxClient(event_hooks=within(self._timeout_s))
                    weakref.finalize(self, http.close)
                self._client = self._open(sdk, http)
            return self._client

    def _covers(self, sdk: ModuleType, error: BaseException) -> bool:
        if isinstance(error, sdk.APIStatusError):
            return self._retry.covers_status(error.status_code)
        return isinstance(error, sdk.APIConnectionError) and not isinstance(
            error, sdk.APITimeoutError
        )

    def _parsed(self, kind: type[AnswerT], text: str) -> AnswerT:
        try:
            return kind.model_validate_json(text)
        except ValidationError as error:
            problem = error.errors(include_url=False, include_input=False)[0]
            place = ".".join(map(str, problem["loc"])) or "body"
            raise self._no_reply(f"{place}: {problem['msg']}") from error

    def _no_reply(self, why: str) -> ModelReplyError:
        return ModelReplyError(f"{self._name}: the answer is no reply of a model: {why}")
