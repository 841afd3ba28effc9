"""The repository: every generated artifact and its ruling, append-only and content-addressed."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from pydantic import JsonValue

from agentic_solver.contracts.canonical import content_id
from agentic_solver.errors import ContractError
from agentic_solver.guard.document import Document
from agentic_solver.guard.verdict import Judgement, Verdict

__all__ = ["Entry", "Node", "Repository", "RepositoryView", "Ruling", "make_node"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """One version of an artifact, as generated; its id is a hash of all other fields."""

    id: str
    step: str
    attempt: int
    """1 for the first attempt of a step."""
    parent: str | None
    """The node generated before; null for the first of a repository."""
    document: Document

    @property
    def content(self) -> JsonValue:
        """A fresh copy of the artifact."""
        return self.document.value


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """What became of a node: the verdict on it and the feedback."""

    node: str
    judgement: Judgement


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A node with its ruling; a node without one was left behind by a killed process."""

    node: Node
    ruling: Ruling | None

    @property
    def status(self) -> Verdict | None:
        """The verdict; None while the guard has not spoken."""
        return None if self.ruling is None else self.ruling.judgement.verdict

    @property
    def feedback(self) -> str:
        """The diagnostic text; empty while the guard has not spoken."""
        return "" if self.ruling is None else self.ruling.judgement.feedback


def make_node(*, step: str, attempt: int, parent: str | None, document: Document) -> Node:
    """Return a node with the id that its content demands."""
    body = {"step": step, "attempt": attempt, "parent": parent, "content": document.value}
    return Node(id=content_id(body), step=step, attempt=attempt, parent=parent, document=document)


@dataclass(frozen=True, slots=True)
class RepositoryView:
    """What generators and guards may see: the entries so far, with no way to write."""

    entries: tuple[Entry, ...]

    def __iter__(self) -> Iterator[Entry]:
        return iter(self.entries)

    def __len__(self) -> int:
        return len(self.entries)

    def accepted(self, step: str) -> Node | None:
        """Return the last accepted artifact of ``step``."""
        for entry in reversed(self.entries):
            if entry.node.step == step and entry.status is Verdict.ACCEPT:
                return entry.node
        return None

    def rejected(self) -> tuple[Entry, ...]:
        """Return all rejected entries with their feedback, oldest first."""
        return tuple(e for e in self.entries if e.status in {Verdict.RETRY, Verdict.FATAL})


Sink = Callable[[Node | Ruling], None]


class Repository:
    """Append-only store of nodes and rulings.

    ``sink`` is called with each record before it counts as stored, so whatever it keeps is
    never behind the memory.
    """

    def __init__(self, sink: Sink | None = None) -> None:
        self._sink = sink
        self._nodes: dict[str, Node] = {}
        self._rulings: dict[str, Ruling] = {}

    @classmethod
    def restore(cls, records: Iterable[Node | Ruling], sink: Sink) -> "Repository":
        """Return a repository that holds ``records`` and gives only later ones to ``sink``.

        Raises:
            ContractError: the records do not follow from each other.
        """
        repository = cls()
        for record in records:
            match record:
                case Node():
                    repository.add(record)
                case Ruling():
                    repository.rule(record)
        repository._sink = sink
        return repository

    @property
    def head(self) -> str | None:
        """Id of the latest node."""
        return next(reversed(self._nodes), None)

    def add(self, node: Node) -> Node:
        """Store a new node and return it.

        Raises:
            ContractError: the id is taken, is not the hash of the content, or the parent is
                not stored.
        """
        if node.id in self._nodes:
            raise ContractError(f"node {node.id} is stored and cannot be overwritten")
        made = make_node(
            step=node.step, attempt=node.attempt, parent=node.parent, document=node.document
        )
        if node.id != made.id:
            raise ContractError(f"node {node.id} has other content than its id says")
        if node.parent is not None and node.parent not in self._nodes:
            raise ContractError(f"node {node.id} has an unknown parent: {node.parent}")
        if self._sink is not None:
            self._sink(node)
        self._nodes[node.id] = node
        return node

    def rule(self, ruling: Ruling) -> None:
        """Store the verdict on a node; it is given once.

        Raises:
            ContractError: the node is unknown or has its ruling already.
        """
        if ruling.node not in self._nodes:
            raise ContractError(f"a ruling on an unknown node: {ruling.node}")
        if ruling.node in self._rulings:
            raise ContractError(f"node {ruling.node} has its ruling and cannot be overwritten")
        if self._sink is not None:
            self._sink(ruling)
        self._rulings[ruling.node] = ruling

    def entries(self) -> tuple[Entry, ...]:
        """Return all nodes with their rulings, oldest first."""
        return tuple(
            Entry(node=node, ruling=self._rulings.get(node.id)) for node in self._nodes.values()
        )

    def ancestors(self, node_id: str | None) -> tuple[Entry, ...]:
        """Return the line of descent that ends with ``node_id``, oldest first."""
        line: list[Entry] = []
        while node_id is not None:
            node = self._nodes[node_id]
            line.append(Entry(node=node, ruling=self._rulings.get(node.id)))
            node_id = node.parent
        return tuple(reversed(line))

    def view(self) -> RepositoryView:
        """Return what may be read now: the ancestors of whatever is generated next."""
        return RepositoryView(self.ancestors(self.head))
