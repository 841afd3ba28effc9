"""An agent for tests: it says what it was told to say and remembers what it was asked."""

from dataclasses import dataclass, field

from pydantic import BaseModel

__all__ = ["ScriptedAgent"]


@dataclass(slots=True, kw_only=True)
class ScriptedAgent:
    """Answers call n with ``replies[n]`` and every further call with the last one."""

    name: str
    input_schema: type[BaseModel]
    output_schema: type[BaseModel]
    replies: tuple[str | BaseModel | Exception, ...]
    """Text, a model (sent as its JSON), or an exception (raised)."""
    calls: list[str] = field(default_factory=list)
    """The input text of every call so far."""

    def __call__(self, input_json: str) -> str:
        """Give the next reply."""
        reply = self.replies[min(len(self.calls), len(self.replies) - 1)]
        self.calls.append(input_json)
        match reply:
            case Exception():
                raise reply
            case BaseModel():
                return reply.model_dump_json()
            case _:
                return reply
