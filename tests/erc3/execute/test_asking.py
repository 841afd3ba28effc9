"""What counts as said by a request."""

import pytest

from agentic_solver.erc3.execute.asking import Asking


@pytest.mark.parametrize("name", ["", " ", "…"])
def test_a_record_without_a_name_is_named_by_no_request(name: str) -> None:
    asking = Asking("Raise the pay of Ann by 9.")
    assert not asking.says_all_words(name)
    assert not asking.says(name)
    assert not asking.mentions(name)
    assert not asking.shares_words(name)
