"""What all tests share: how hard Hypothesis tries, the long form of tests, the folder beside the project."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

ROOT = Path(__file__).parent.parent
SOAK = bool(os.environ.get("PORT_ROYAL_SOAK"))

# No deadline and no complaint about speed: the machine may be shared, and time is measured by tests of
# its own.  A failure prints the line that brings it back.
settings.register_profile(
    "ci",
    max_examples=50,
    stateful_step_count=40,
    deadline=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("soak", settings.get_profile("ci"), max_examples=2_000, stateful_step_count=200)
settings.load_profile("soak" if SOAK else "ci")

# They lie in tests/support and are not collected; what they assert is to be told as in a test.
pytest.register_assert_rewrite(*(path.stem for path in Path(__file__).with_name("support").glob("*.py")))

# What a service manager, a login or a terminal may have set where the tests run; XDG_STATE_HOME is replaced.
FOREIGN = (
    *("NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID", "JOURNAL_STREAM"),
    *("RUNTIME_DIRECTORY", "STATE_DIRECTORY", "XDG_RUNTIME_DIR"),
    *("PORT_ROYAL_DEBUG", "PORT_ROYAL_STICK", "LG_WD", "NO_COLOR"),
)


@pytest.fixture(scope="session", autouse=True)
def own_environment(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep the machine's own settings from the tests, and the tests from the games of who runs them."""
    with pytest.MonkeyPatch.context() as patch:
        for name in FOREIGN:
            patch.delenv(name, raising=False)
        patch.setenv("XDG_STATE_HOME", str(tmp_path_factory.mktemp("state")))
        yield


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave out the long tests when the short ones are wanted."""
    if SOAK:
        return
    skip = pytest.mark.skip(reason="a long test: run by `make soak`")
    for item in items:
        if item.get_closest_marker("soak"):
            item.add_marker(skip)


@pytest.fixture
def rng() -> random.Random:
    """Give chance with a seed that a failing test prints; PORT_ROYAL_SEED brings it back."""
    seed = int(os.environ.get("PORT_ROYAL_SEED") or random.getrandbits(32))
    print(f"PORT_ROYAL_SEED={seed}")
    return random.Random(seed)


@pytest.fixture(scope="session")
def root() -> Path:
    """Give the folder of the project."""
    return ROOT


@pytest.fixture(scope="session")
def shared() -> Path:
    """Give the folder of real tags and reference pages that may lie beside the project."""
    folder = ROOT.parent / "shared"
    if not folder.is_dir():
        pytest.skip(f"there is no folder {folder} with the real tags and reference pages")
    return folder


@pytest.fixture(scope="session")
def scenarios() -> Path:
    """Give the folder of table scripts, one folder inside for each game."""
    return ROOT / "tests" / "scenarios"


@pytest.fixture(scope="session")
def soak() -> bool:
    """Tell whether tests should take their long form."""
    return SOAK
