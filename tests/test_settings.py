"""Settings: read from a mapping, secrets hidden, contradictions refused."""

import os
from pathlib import Path

import pytest

from agentic_solver.errors import SettingsError
from agentic_solver.llm.claude import DEFAULT_BASE_URL
from agentic_solver.settings import DEFAULT_MODEL, Prices, Settings, load_settings, read_environment


def test_empty_environment_gives_the_defaults() -> None:
    settings = load_settings({})
    assert settings == Settings()
    assert settings.erc3_base_url == "https://erc.timetoact-group.at"
    assert settings.anthropic_base_url == DEFAULT_BASE_URL
    assert (settings.has_erc3_key, settings.has_anthropic_key) == (False, False)
    assert (settings.model, settings.workspace) == (DEFAULT_MODEL, None)


def test_everything_is_read() -> None:
    settings = load_settings(
        {
            "ERC3_API_KEY": " key-1 ",
            "ERC3_BASE_URL": "http://127.0.0.1:8080/",
            "ANTHROPIC_API_KEY": "sk-2",
            "ANTHROPIC_BASE_URL": "https://gateway.test/claude",
            "AGENTIC_SOLVER_MODEL": "claude-other",
            "AGENTIC_SOLVER_WORKSPACE": "~/space",
            "OTHER": "ignored",
        }
    )
    assert settings == Settings(
        erc3_api_key="key-1",
        erc3_base_url="http://127.0.0.1:8080",
        anthropic_api_key="sk-2",
        anthropic_base_url="https://gateway.test/claude",
        model="claude-other",
        workspace=Path("~/space").expanduser(),
    )
    assert settings.has_erc3_key
    assert settings.has_anthropic_key


def test_secrets_are_never_shown() -> None:
    settings = load_settings({"ERC3_API_KEY": "key-hidden", "ANTHROPIC_API_KEY": "sk-hidden"})
    assert "hidden" not in repr(settings)
    assert "hidden" not in str(settings)


def test_blank_values_count_as_not_set() -> None:
    names = ("ERC3_API_KEY", "ERC3_BASE_URL", "ANTHROPIC_BASE_URL", "AGENTIC_SOLVER_WORKSPACE")
    assert load_settings(dict.fromkeys(names, "  ")) == Settings()


@pytest.mark.parametrize("value", ["erc.example", "ftp://erc.example", "http://", "http://["])
@pytest.mark.parametrize("name", ["ERC3_BASE_URL", "ANTHROPIC_BASE_URL"])
def test_address_that_is_none_is_refused(name: str, value: str) -> None:
    with pytest.raises(SettingsError, match=name):
        load_settings({name: value})


def test_address_with_a_password_is_refused_without_showing_it() -> None:
    with pytest.raises(SettingsError, match="must not carry") as caught:
        load_settings({"ERC3_BASE_URL": "https://me:hidden@erc.example"})
    assert "hidden" not in str(caught.value)


def test_the_process_environment_is_what_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ERC3_API_KEY", "key-from-here")
    assert read_environment() == load_settings(dict(os.environ))  # noqa: TID251
    assert read_environment().erc3_api_key == "key-from-here"


def test_prices_are_for_a_million_tokens_and_the_cache_may_have_its_own() -> None:
    two = load_settings({"AGENTIC_SOLVER_PRICES": "3, 15"}).prices
    assert two == Prices(input=3, output=15, cache_read=3, cache_write=3)
    four = load_settings({"AGENTIC_SOLVER_PRICES": "3,15,0.3,3.75"}).prices
    assert four == Prices(input=3, output=15, cache_read=0.3, cache_write=3.75)
    assert load_settings({}).prices is None


@pytest.mark.parametrize("value", ["3", "3,15,1", "three,15", "-1,2", "nan,2", "1,inf", ","])
def test_prices_that_are_no_prices_are_refused(value: str) -> None:
    with pytest.raises(SettingsError, match="AGENTIC_SOLVER_PRICES is INPUT,OUTPUT"):
        load_settings({"AGENTIC_SOLVER_PRICES": value})


def key_file(folder: Path, text: str, mode: int = 0o600) -> dict[str, str]:
    path = folder / "keys"
    path.write_text(text, encoding="utf-8")
    path.chmod(mode)
    return {"AGENTIC_SOLVER_KEY_FILE": str(path)}


def test_a_key_file_holds_what_the_environment_does_not(tmp_path: Path) -> None:
    told = key_file(
        tmp_path,
        "# mine\n\nANTHROPIC_API_KEY = 'sk-file'\nERC3_API_KEY=key-file\nOPENAI_API_KEY=\n",
    )
    settings = load_settings({**told, "ERC3_API_KEY": "key-environment"})
    assert settings.anthropic_api_key == "sk-file"
    assert settings.erc3_api_key == "key-environment"
    assert settings.openai_api_key == ""
    assert "sk-file" not in repr(settings)


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o622])
def test_a_key_file_that_others_may_open_is_refused(tmp_path: Path, mode: int) -> None:
    with pytest.raises(SettingsError, match="is open to others: chmod 600"):
        load_settings(key_file(tmp_path, "ERC3_API_KEY=k\n", mode))


@pytest.mark.parametrize("line", ["ERC3_API_KEY", "sk-secret", "PATH=sk-secret", "=sk-secret"])
def test_a_key_file_with_anything_else_is_refused_and_not_shown(tmp_path: Path, line: str) -> None:
    with pytest.raises(SettingsError, match="line 2: use NAME=KEY with one of ANTH") as caught:
        load_settings(key_file(tmp_path, f"ERC3_API_KEY=k\n{line}\n"))
    assert "sk-secret" not in str(caught.value)


def test_a_key_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="No such file"):
        load_settings({"AGENTIC_SOLVER_KEY_FILE": str(tmp_path / "none")})
    with pytest.raises(SettingsError, match="is not a file"):
        load_settings({"AGENTIC_SOLVER_KEY_FILE": str(tmp_path)})
    (tmp_path / "keys").write_bytes(b"\xff\xfe")
    (tmp_path / "keys").chmod(0o600)
    with pytest.raises(SettingsError, match="not UTF-8"):
        load_settings({"AGENTIC_SOLVER_KEY_FILE": str(tmp_path / "keys")})
