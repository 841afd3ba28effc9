"""Schemas are built when they are first used: here all of them, so that no error waits for that."""

import importlib
import pkgutil

from pydantic import BaseModel

import agentic_solver


def _models(base: type[BaseModel]) -> set[type[BaseModel]]:
    found = set(base.__subclasses__())
    return found.union(*(_models(one) for one in found)) if found else found


def test_every_model_of_the_package_can_be_built() -> None:
    for module in pkgutil.walk_packages(agentic_solver.__path__, "agentic_solver."):
        if not module.name.startswith(("agentic_solver.twin.suites", "agentic_solver.__main__")):
            importlib.import_module(module.name)
    own = [one for one in _models(BaseModel) if one.__module__.startswith("agentic_solver.")]
    assert len(own) > 200
    for model in own:
        assert model.model_rebuild() is not False, model
