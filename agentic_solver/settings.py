"""Settings from the environment, and keys from a file that it names: the only reader of both."""

import math
import os
import stat
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from agentic_solver.errors import SettingsError

__all__ = [
    "DEFAULT_MODEL",
    "DEFAULT_PLATFORM_URL",
    "KEYS",
    "OWN",
    "STEPS",
    "WIDE",
    "Prices",
    "Settings",
    "export_missing",
    "hide",
    "load_settings",
    "read_environment",
    "read_variables",
]

DEFAULT_PLATFORM_URL = "https://erc.timetoact-group.at"
DEFAULT_MODEL_URL = "https://api.anthropic.com"
WIDE = 12
"""Records that a request changes without speaking of all of something, unless set otherwise."""
STEPS = 30
"""Replies of the plain agent in a task, unless set otherwise."""
DEFAULT_MODEL = "claude-opus-5-5"
DEFAULT_CHAT_URL = "https://api.openai.com/v1"
KEYS = ("ANTHROPIC_API_KEY", "ERC3_API_KEY", "OPENAI_API_KEY")
"""What a key file may hold."""
OWN = (
    "AGENTIC_SOLVER_KEY_FILE",
    "AGENTIC_SOLVER_MODEL",
    "AGENTIC_SOLVER_PRICES",
    "AGENTIC_SOLVER_WORKSPACE",
)
"""Variables of ours that are no option of one command."""
_SHORTEST_KEY = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Prices:
    """Money for a million tokens of each kind, in whatever currency the prices are."""

    input: float
    output: float
    cache_read: float
    cache_write: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Everything the environment may say; secrets never show in its text form."""

    erc3_api_key: str = field(default="", repr=False)
    """Account key of the benchmark platform (``ERC3_API_KEY``); empty when not set."""
    erc3_base_url: str = DEFAULT_PLATFORM_URL
    """``ERC3_BASE_URL``."""
    anthropic_api_key: str = field(default="", repr=False)
    """``ANTHROPIC_API_KEY``; empty when not set."""
    anthropic_base_url: str = DEFAULT_MODEL_URL
    """``ANTHROPIC_BASE_URL``."""
    openai_api_key: str = field(default="", repr=False)
    """``OPENAI_API_KEY``; empty when not set."""
    other_keys: tuple[str, ...] = field(default=(), repr=False)
    """Values of all other variables ``..._API_KEY``: keys of further providers, to be hidden."""
    openai_base_url: str = DEFAULT_CHAT_URL
    """``OPENAI_BASE_URL``: OpenAI, or any server that speaks its chat completions."""
    model: str = DEFAULT_MODEL
    """Default model name (``AGENTIC_SOLVER_MODEL``)."""
    prices: Prices | None = None
    """Prices of the model (``AGENTIC_SOLVER_PRICES``); None when not set: then only tokens are
    counted."""
    traces_exporter: str = "otlp"
    """Where ``run --trace`` sends its spans (``OTEL_TRACES_EXPORTER``)."""
    traces_content: bool = False
    """Whether spans carry texts (``OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT``)."""
    workspace: Path | None = None
    """Workspace folder (``AGENTIC_SOLVER_WORKSPACE``); None means that the caller decides."""

    @property
    def has_erc3_key(self) -> bool:
        """Whether an account key is set."""
        return bool(self.erc3_api_key)

    @property
    def has_anthropic_key(self) -> bool:
        """Whether a model key is set."""
        return bool(self.anthropic_api_key)


def load_settings(environ: Mapping[str, str]) -> Settings:
    """Return the settings found in ``environ``; a blank value counts as not set.

    ``AGENTIC_SOLVER_KEY_FILE`` names a file with keys that the environment does not hold.

    Raises:
        SettingsError: a base URL is not an http(s) address, or carries credentials; a price is
            no number; the key file cannot be read, is open to others, or holds anything else.
    """
    path = environ.get("AGENTIC_SOLVER_KEY_FILE", "").strip()
    kept = _read_keys(Path(path).expanduser()) if path else {}

    def text(name: str, default: str = "") -> str:
        return environ.get(name, "").strip() or kept.get(name) or default

    workspace = text("AGENTIC_SOLVER_WORKSPACE")
    return Settings(
        erc3_api_key=text("ERC3_API_KEY"),
        erc3_base_url=_base_url("ERC3_BASE_URL", text("ERC3_BASE_URL", DEFAULT_PLATFORM_URL)),
        anthropic_api_key=text("ANTHROPIC_API_KEY"),
        anthropic_base_url=_base_url(
            "ANTHROPIC_BASE_URL", text("ANTHROPIC_BASE_URL", DEFAULT_MODEL_URL)
        ),
        openai_api_key=text("OPENAI_API_KEY"),
        openai_base_url=_base_url("OPENAI_BASE_URL", text("OPENAI_BASE_URL", DEFAULT_CHAT_URL)),
        other_keys=tuple(
            value
            for name, value in sorted(environ.items())
            if name.endswith("_API_KEY") and name not in KEYS
        ),
        model=text("AGENTIC_SOLVER_MODEL", DEFAULT_MODEL),
        prices=_prices(text("AGENTIC_SOLVER_PRICES")),
        traces_exporter=text("OTEL_TRACES_EXPORTER", "otlp"),
        traces_content=_captures(text("OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT")),
        workspace=Path(workspace).expanduser() if workspace else None,
    )


def hide(text: str, *keys: str) -> str:
    """Return ``text`` with a mark where it repeats a key; what is short enough to guess is none."""
    for key in keys:
        if len(key) >= _SHORTEST_KEY:
            text = text.replace(key, "[key]")
    return text


def read_environment() -> Settings:
    """Return the settings of this process's environment."""
    return load_settings(os.environ)  # noqa: TID251  (the one reader)


def read_variables() -> dict[str, str]:
    """Return the environment of this process, for a process that inherits it."""
    return dict(os.environ)  # noqa: TID251  (the one reader)


def export_missing(variables: Mapping[str, str]) -> None:
    """Set variables of this process, and so of its children, that are not set or blank."""
    for name, value in variables.items():
        if not os.environ.get(name, "").strip():  # noqa: TID251  (the one reader)
            os.environ[name] = value  # noqa: TID251  (and writer)


def _read_keys(path: Path) -> dict[str, str]:
    """Read lines ``NAME=KEY``; no message ever shows what stands behind a name."""
    try:
        mode = path.stat().st_mode
        if not stat.S_ISREG(mode):
            raise SettingsError(f"AGENTIC_SOLVER_KEY_FILE {path} is not a file")
        if mode & (stat.S_IRWXG | stat.S_IRWXO):
            raise SettingsError(
                f"AGENTIC_SOLVER_KEY_FILE {path} is open to others: chmod 600 {path}"
            )
        lines = path.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise SettingsError(
            f"cannot read AGENTIC_SOLVER_KEY_FILE {path}: {error.strerror}"
        ) from error
    except UnicodeDecodeError as error:
        raise SettingsError(f"AGENTIC_SOLVER_KEY_FILE {path} is not UTF-8 text") from error
    found = {}
    for number, line in enumerate(lines, start=1):
        name, equals, key = (part.strip() for part in line.partition("="))
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        if not equals or name not in KEYS:
            raise SettingsError(
                f"AGENTIC_SOLVER_KEY_FILE {path}, line {number}: use NAME=KEY with one of "
                f"{', '.join(KEYS)}"
            )
        found[name] = key.strip("\"'")
    return found


def _captures(value: str) -> bool:
    """Read ``true`` or ``false``, or a mode of the newer convention: what names spans is yes."""
    word = value.lower()
    if word in ("true", "span_only", "span_and_event"):
        return True
    if word in ("", "false", "no_content", "event_only"):
        return False
    raise SettingsError(
        "OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT is true, false, NO_CONTENT, SPAN_ONLY, "
        f"EVENT_ONLY or SPAN_AND_EVENT, not {value!r}"
    )


def _prices(value: str) -> Prices | None:
    """Read ``INPUT,OUTPUT`` or ``INPUT,OUTPUT,CACHE_READ,CACHE_WRITE``, for a million tokens.

    Without prices of its own the prompt cache costs what other input costs.
    """
    if not value:
        return None
    try:
        numbers = [float(part) for part in value.split(",")]
    except ValueError:
        numbers = []
    if len(numbers) not in (2, 4) or not all(0 <= number < math.inf for number in numbers):
        raise SettingsError(
            "AGENTIC_SOLVER_PRICES is INPUT,OUTPUT or INPUT,OUTPUT,CACHE_READ,CACHE_WRITE: "
            f"money for a million tokens, such as 3,15; not {value!r}"
        )
    cached = numbers[2:] or [numbers[0]] * 2
    return Prices(input=numbers[0], output=numbers[1], cache_read=cached[0], cache_write=cached[1])


def _base_url(name: str, value: str) -> str:
    try:
        parts = urlsplit(value)
        usable = parts.scheme in {"http", "https"} and bool(parts.hostname)
        has_credentials = "@" in parts.netloc
    except ValueError:
        usable = has_credentials = False
    if has_credentials:
        raise SettingsError(f"{name} must not carry a user name or a password")
    if not usable:
        raise SettingsError(f"{name} must be an http or https address, not {value!r}")
    return value.rstrip("/")
