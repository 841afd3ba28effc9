"""Which models propose and read requests: live ones, or recordings."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from urllib.parse import urlsplit

from agentic_solver.contracts.request_reading import NOBODY
from agentic_solver.erc3.propose.reader import is_reading
from agentic_solver.errors import ModelAccessError, SettingsError, UsageError
from agentic_solver.harness.benchmark import Benchmark
from agentic_solver.harness.hand_plans import hand_records
from agentic_solver.harness.options import SHIPPED, RunOptions
from agentic_solver.harness.own_reader import OwnReader, ReaderModel, task_of
from agentic_solver.harness.pause import spread
from agentic_solver.harness.proposer import Proposer, ProposerModel
from agentic_solver.harness.proposer_source import load_proposer, load_reader, refuse_unknown
from agentic_solver.harness.recorded import HAND
from agentic_solver.llm.first_answer import FirstAnswer
from agentic_solver.llm.hiding import HidingModel
from agentic_solver.llm.model import Model, ModelRequest
from agentic_solver.llm.provenance import Counts, Provenance, load_provenance
from agentic_solver.llm.recording import ModelRecord, RecordingModel, load_records, recorded_models
from agentic_solver.llm.replaying import ReplayingModel
from agentic_solver.settings import (
    DEFAULT_CHAT_URL,
    DEFAULT_MODEL,
    DEFAULT_MODEL_URL,
    Settings,
)

__all__ = [
    "NOT_OWN",
    "Models",
    "Own",
    "builtin_recordings",
    "choose_model",
    "choose_proposer",
    "model_name",
    "open_model",
    "open_models",
    "open_reader",
    "origin_of",
    "provider_name",
    "reader_name",
    "refuse_misplaced",
]

_PLANNERS = (
    "reader_model", "rounds", "wide", "read", "dry_run", "experience", "feedback", "plan_cache",
    "keep_rules", "snapshot", "second_look",
)  # fmt: skip
"""Options that shape plans, their check, or what comes of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Models:
    """The models of a run."""

    planner: Model
    reader: Model
    """Reads requests: the planner itself, or another one of the same provider or recordings."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Own:
    """Functions of the caller's own; None where there is none, or where it is to be loaded."""

    proposer: Proposer | None = None
    reader: OwnReader | None = None


NOT_OWN = Own()


def builtin_recordings(benchmark: str) -> Path:
    """Return the folder of recordings that ships for a built-in benchmark (it may not exist)."""
    return Path(__file__).resolve().parent / "recordings" / benchmark


def origin_of(options: RunOptions, benchmark: Benchmark) -> Provenance | None:
    """Return where the recorded replies of a run come from; None where every call is live.

    Raises:
        WorkspaceError: the folder says it in a broken file.
    """
    if not options.is_recorded and not (options.is_own and not options.reader_model):
        return None
    folder = Path(options.recordings) if options.recordings else builtin_recordings(benchmark.id)
    return load_provenance(folder) if folder.is_dir() else None


def provider_name(options: RunOptions, settings: Settings) -> str:
    """Return whom a live run asks, for people: a provider, or who answers in its place."""
    if options.proposer == "pydantic-ai":
        return options.model.partition(":")[0]
    if options.is_own:
        return options.proposer
    name, usual, address = "Anthropic", DEFAULT_MODEL_URL, settings.anthropic_base_url
    if options.proposer == "openai":
        name, usual, address = "OpenAI", DEFAULT_CHAT_URL, settings.openai_base_url
    if address == usual:
        return name
    return f"{urlsplit(address).netloc} in the place of {name}"


def choose_proposer(asked: str, settings: Settings, *, plain: bool = False) -> str:
    """Return the proposer: the one asked for, else the live model if a key is set.

    Args:
        asked: for by name; empty where none is.
        settings: tell of the key.
        plain: whether a plain agent may play, too.

    Raises:
        UsageError: an unknown proposer.
    """
    if asked:
        refuse_unknown(asked, plain=plain)
        return asked
    return "anthropic" if settings.has_anthropic_key else "recorded"


def choose_model(asked: str, proposer: str, settings: Settings, *, recordings: str = "") -> str:
    """Return the model's name: the one asked for, else the default.

    Recordings, and proposers of one's own, have names themselves.
    """
    recorded = proposer == "recorded" or (proposer == "react" and bool(recordings))
    return asked or ("" if recorded or proposer not in SHIPPED else settings.model)


def refuse_misplaced(options: RunOptions) -> None:
    """Refuse options that whoever proposes cannot heed: a dry run that writes would be no dry run.

    Raises:
        UsageError: names them.
    """
    usual = RunOptions(benchmark=options.benchmark)
    among = _PLANNERS if options.is_plain else ("steps",)
    set_here = [name for name in among if getattr(options, name) != getattr(usual, name)]
    named = ", ".join(f"--{name.replace('_', '-')}" for name in set_here)
    if named and options.is_plain:
        raise UsageError(
            f"{named}: for plans only, and --proposer react makes none: leave that out"
        )
    if named:
        raise UsageError(f"{named}: for the plain agent only: add --proposer react")


def open_model(options: RunOptions, benchmark: Benchmark, settings: Settings) -> Model:
    """Return the planner of a run; recordings answer the reader's calls as well.

    Raises:
        AgenticSolverError: as :func:`open_models` does.
    """
    return open_models(options, benchmark, settings).planner


def open_models(
    options: RunOptions,
    benchmark: Benchmark,
    settings: Settings,
    own: Own = NOT_OWN,
) -> Models:
    """Return the models of a run.

    Args:
        options: what is asked for.
        benchmark: what is played.
        settings: of the environment.
        own: the functions that the options name, if they are at hand.

    Raises:
        SettingsError: the live model without a key, or a platform behind HTTP without a model.
        WorkspaceError: a folder of recordings that is missing or broken.
        UsageError: no recordings for this benchmark, or only for other seeds, or options that do
            not belong together.
    """
    if options.reader and options.reader_model:
        raise UsageError("--reader and --reader-model each name who reads: leave one out")
    models = _models(options, benchmark, settings, own.proposer)
    if not options.reader:
        return models
    reading = ReaderModel(
        own.reader or load_reader(options.reader),
        name=options.reader,
        timeout_s=options.model_timeout_s,
    )
    # What it does not know, and what is to be proofread, is left to whoever reads without it.
    both = [_hiding(reading, settings), models.reader]
    return replace(models, reader=FirstAnswer(both, unknown=_unknown_to(reading.name)))


def _models(
    options: RunOptions, benchmark: Benchmark, settings: Settings, proposer: Proposer | None
) -> Models:
    refuse_misplaced(options)
    if options.is_recorded:
        if options.record_to:
            mend = (
                "leave out --recordings"
                if options.is_plain
                else "set ANTHROPIC_API_KEY, or use --proposer anthropic or openai"
            )
            raise UsageError(
                f"--record-to records a live model, and these replies are recorded: {mend}"
            )
        return _by_hand(options, benchmark) if options.plans else _recorded(options, benchmark)
    if options.is_own:
        return _own(options, benchmark, settings, proposer or load_proposer(options.proposer))
    planner = _live(options, settings)
    if options.reader_model in ("", planner.name):
        return Models(planner=planner, reader=planner)
    return Models(
        planner=planner, reader=_live(replace(options, model=options.reader_model), settings)
    )


def model_name(options: RunOptions, model: Model) -> str:
    """Return the name under which a run asks its model; recorded plans have that of their model.

    Exact matching asks for the very model that is named: the name is part of the request.
    """
    if options.is_recorded and options.match == "task":
        return model.name
    return options.model or model.name


def reader_name(options: RunOptions, reader: Model | None, planner: str) -> str:
    """Return the name under which a run asks its reader; None: the planner's model reads as well.

    Recorded readings have that of their model, as plans do; ``planner`` is the planner's name.
    """
    if reader is None:
        recorded = options.is_recorded and options.match == "task"
        return planner if recorded else options.reader_model or planner
    if options.is_recorded and options.match == "task":
        return reader.name
    return options.reader_model or reader.name


def open_reader(options: RunOptions, settings: Settings) -> Model:
    """Return the model that reads wikis: recordings if the options name some, else the live one.

    Raises:
        SettingsError: the key or the name of the model is missing.
        WorkspaceError: a folder of recordings that is missing or broken.
    """
    if options.recordings:
        return ReplayingModel.load(Path(options.recordings), match=options.match)
    if options.proposer == "anthropic" and not settings.has_anthropic_key:
        raise SettingsError(
            "reading a wiki needs a model: set ANTHROPIC_API_KEY, use --proposer openai, name "
            "recorded replies with --recordings, or keep to known rules with --offline"
        )
    return _live(options, settings)


def _live(options: RunOptions, settings: Settings) -> Model:
    # The adapters are imported where one is asked for: recorded plans need none.
    opened = {"openai": _chat, "pydantic-ai": _many}.get(options.proposer, _claude)
    return _kept(opened(options, settings), options, settings)


def _kept(inner: Model, options: RunOptions, settings: Settings) -> Model:
    live = _hiding(inner, settings)
    if not options.record_to:
        return live
    return RecordingModel(live, Path(options.record_to), _live_origin(inner, options, settings))


def _hiding(inner: Model, settings: Settings) -> Model:
    return HidingModel(
        inner, settings.anthropic_api_key, settings.openai_api_key, *settings.other_keys
    )


def _live_origin(inner: Model, options: RunOptions, settings: Settings) -> Provenance:
    if options.is_own:
        return Provenance(by=inner.name, how="a proposer of one's own", tokens="unknown")
    asked = provider_name(options, settings)
    # Whoever answers in the place of a provider may tell any counts.
    counts: Counts = "unknown" if " in the place of " in asked else "provider"
    return Provenance(by=inner.name, how=f"asked live of {asked}", tokens=counts)


def _own(
    options: RunOptions, benchmark: Benchmark, settings: Settings, proposer: Proposer
) -> Models:
    """Return somebody's own planner, and who reads requests and wikis beside it.

    That is what is recorded of the suite; where nothing is, a live model if one is at hand.
    """
    inner = ProposerModel(proposer, name=options.proposer, timeout_s=options.model_timeout_s)
    planner = _kept(inner, options, settings)
    folder = Path(options.recordings) if options.recordings else builtin_recordings(benchmark.id)
    known = load_records(folder) if options.recordings or folder.is_dir() else ()
    provider = "anthropic" if settings.has_anthropic_key else "openai"
    named = replace(options, proposer=provider, model=options.reader_model or settings.model)
    if options.reader_model:
        return Models(planner=planner, reader=_live(named, settings))
    readers: list[Model] = []
    if known:
        name = recorded_models([record for record in known if is_reading(record.key)])
        readers.append(ReplayingModel(known, match="task", name=name))
    if settings.has_anthropic_key:
        readers.append(_live(named, settings))
    return Models(planner=planner, reader=FirstAnswer(readers, unknown=_unknown_beside_own))


def _claude(options: RunOptions, settings: Settings) -> Model:
    if not settings.has_anthropic_key:
        mend = (
            "name recorded replies with --recordings"
            if options.is_plain
            else ("use --proposer recorded")
        )
        raise SettingsError(
            f"the proposer {options.proposer} needs a key: set ANTHROPIC_API_KEY, or {mend}"
        )
    from agentic_solver.llm.claude import ClaudeModel  # see _live  # noqa: PLC0415

    return ClaudeModel(
        options.model or settings.model,
        api_key=settings.anthropic_api_key,
        base_url=settings.anthropic_base_url,
        timeout_s=options.model_timeout_s,
        sleep=spread(time.sleep),
    )


def _chat(options: RunOptions, settings: Settings) -> Model:
    # The default model is another provider's, so that one has to be named here.
    if options.model in ("", DEFAULT_MODEL):
        raise SettingsError("the proposer openai needs --model, or AGENTIC_SOLVER_MODEL")
    from agentic_solver.llm.chat import ChatModel  # see _live  # noqa: PLC0415

    model = ChatModel(
        options.model,
        api_key=settings.openai_api_key,
        base_url=settings.openai_base_url,
        timeout_s=options.model_timeout_s,
        sleep=spread(time.sleep),
    )
    try:
        model.check_access()
    except ModelAccessError as error:  # known before a task begins, so it is the set-up
        raise SettingsError(str(error)) from error
    return model


def _many(options: RunOptions, settings: Settings) -> Model:
    if options.model in ("", DEFAULT_MODEL):
        raise SettingsError(
            "the proposer pydantic-ai needs --model PROVIDER:NAME, such as google:NAME"
        )
    from agentic_solver.llm.many import ManyModel  # see _live  # noqa: PLC0415

    return ManyModel(options.model, timeout_s=options.model_timeout_s, sleep=spread(time.sleep))


def _recorded(options: RunOptions, benchmark: Benchmark) -> Models:
    if benchmark.suite is None and not options.recordings:
        raise SettingsError(
            f"the platform at {benchmark.platform} needs a model: set ANTHROPIC_API_KEY, use "
            "--proposer openai, or name a folder with --recordings"
        )
    folder = Path(options.recordings) if options.recordings else builtin_recordings(benchmark.id)
    if not options.recordings and not folder.is_dir():
        raise UsageError(
            f"there are no recordings for {benchmark.id!r}: set ANTHROPIC_API_KEY, use "
            "--proposer openai, name a folder with --recordings, play plans by hand with --plans "
            "FOLDER, or a proposer of your own with --proposer MODULE:FUNCTION"
        )
    records = load_records(folder)
    plans = [record for record in records if not is_reading(record.key)]
    _check_seed(plans, benchmark)
    _check_platform(plans, options, benchmark)
    # The planner's name is that of the plans, whoever read the requests.
    planner = ReplayingModel(records, match=options.match, name=recorded_models(plans))
    readings = [record for record in records if is_reading(record.key)]
    name = recorded_models(readings) if readings else planner.name
    return Models(planner=planner, reader=ReplayingModel(readings, match=options.match, name=name))


def _by_hand(options: RunOptions, benchmark: Benchmark) -> Models:
    """Return plans by hand; requests are read as is written beside them, else as is recorded."""
    plans, own = hand_records(Path(options.plans), benchmark.recorded_as)
    folder = Path(options.recordings) if options.recordings else builtin_recordings(benchmark.id)
    known = load_records(folder) if options.recordings or folder.is_dir() else ()
    written = {record.key for record in own}
    kept = [one for one in known if is_reading(one.key) and one.key not in written]
    name = recorded_models(kept) if kept and not own else HAND
    reader = ReplayingModel([*own, *kept], match="task", name=name)
    return Models(
        planner=ReplayingModel(plans, match="task", name=HAND),
        reader=FirstAnswer([reader], unknown=_unknown_beside_plans),
    )


def _unknown_beside_plans(request: ModelRequest) -> str:
    return f"{NOBODY}: write {task_of(request)}.reading.json beside the plan (docs/plans.md)"


def _unknown_beside_own(_request: ModelRequest) -> str:
    return (
        f"{NOBODY}: name a function of yours with --reader module:function (reader= in Python), "
        "name a reader with --reader-model, or set ANTHROPIC_API_KEY"
    )


def _unknown_to(name: str) -> Callable[[ModelRequest], str]:
    return lambda request: f"{NOBODY}: the reader {name} has no reading of {task_of(request)}"


def _check_platform(
    records: Sequence[ModelRecord], options: RunOptions, benchmark: Benchmark
) -> None:
    """Refuse recordings of which none can match before a session begins at a platform."""
    if benchmark.suite is not None or options.match == "exact":
        return
    if not any(record.key.startswith(f"{benchmark.recorded_as}/") for record in records):
        raise UsageError(
            f"{options.recordings} has no recording of {benchmark.recorded_as!r} as "
            f"{benchmark.platform} plays it: record one there with a live model and --record-to"
        )


def _check_seed(records: Sequence[ModelRecord], benchmark: Benchmark) -> None:
    """Refuse plans of another draw: they are about other people and other projects."""
    drawn = benchmark.suite is not None and benchmark.suite.is_drawn
    start = f"{benchmark.id}@"
    seeds = {
        r.key.removeprefix(start).partition("/")[0] for r in records if r.key.startswith(start)
    }
    asked = benchmark.recorded_as.removeprefix(start)
    if not drawn or not seeds or asked in seeds:
        return
    listed = ", ".join(sorted(seeds))
    raise UsageError(
        f"the plans of {benchmark.id} were recorded for seed {listed}, not for seed {asked}: use "
        f"--seed {sorted(seeds)[0]}, or a live model for other seeds"
    )
