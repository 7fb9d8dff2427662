"""An update from a stick, with a bundle whose installer is real and whose computer is not."""

from __future__ import annotations

import os
import tarfile

import pytest

from companion.install import stick
from companion.install.__main__ import main
from companion.install.computer import Computer, InstallError, run_command
from companion.install.stick import newest_bundle, update

INSTALLER = """
import sys
print("installing", *sys.argv[1:])
print("it is done" if {works} else "it went wrong.")
sys.exit(not {works})
"""


@pytest.fixture
def put(tmp_path):
    """Give a way to lay a bundle on a stick, whose installer says what it was asked."""

    def lay(name, *, works=True, written_at=1000):
        folder = tmp_path / name
        (folder / "companion/install").mkdir(parents=True)
        for package in ("companion", "companion/install"):
            (folder / package / "__init__.py").write_text("")
        (folder / "companion/install/__main__.py").write_text(INSTALLER.format(works=works))
        path = tmp_path / "stick" / f"{name}.tar.gz"
        path.parent.mkdir(exist_ok=True)
        with tarfile.open(path, "w:gz") as tar:
            tar.add(folder, name)
        os.utime(path, (written_at, written_at))
        return path.parent

    return lay


@pytest.fixture
def here(monkeypatch):
    """Give this computer, which runs what it is told, and what it said."""
    import sys

    monkeypatch.setattr(stick, "SYSTEM_PYTHON", sys.executable)
    said: list[str] = []
    return Computer(run_with=run_command, say=said.append), said


def test_the_installer_of_the_bundle_does_it(put, here):
    computer, said = here
    update(computer, put("port-royal-2.0.0-aarch64"))
    assert said[0] == "Updating from port-royal-2.0.0-aarch64.tar.gz."
    assert "installing install --source" in said[1]
    assert said[1].endswith("--enable none\nit is done")


def test_the_newest_counts(put):
    put("port-royal-2.0.0-aarch64", written_at=2000)
    folder = put("port-royal-1.0.0-aarch64", written_at=1000)
    assert newest_bundle(folder).name == "port-royal-2.0.0-aarch64.tar.gz"


def test_an_update_that_fails_says_so(put, here):
    with pytest.raises(InstallError, match=r"did not succeed: it went wrong\."):
        update(here[0], put("port-royal-2.0.0-aarch64", works=False))


def test_a_damaged_bundle(put, here):
    folder = put("port-royal-2.0.0-aarch64")
    path = folder / "port-royal-2.0.0-aarch64.tar.gz"
    path.write_bytes(path.read_bytes()[:60])
    with pytest.raises(InstallError, match="cannot be unpacked"):
        update(here[0], folder)


def test_an_empty_stick(tmp_path, here, capsys):
    assert main(["update", "--stick", str(tmp_path)], here[0]) == 1
    assert "There is no port-royal-*.tar.gz on the stick" in capsys.readouterr().err
