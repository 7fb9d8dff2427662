"""What travels: the wheel that pip and pipx install, and the file that installs without internet."""

from __future__ import annotations

import tarfile
import zipfile
from email.parser import Parser
from pathlib import Path

import pytest

from companion.install.__main__ import main
from companion.install.bundle import build_wheel, fetch_wheels, make_bundle
from companion.install.computer import Computer, InstallError, Ran

PACKAGES = ("engine", "drivers", "companion")
FAMILIES = {"pn532-uart", "pn532-i2c", "mfrc522-spi", "usb-keyboard", "oled-i2c", "oled-spi", "keys", "pi"}


def test_the_wheel_is_whole(root, tmp_path):
    """It has all of the packages and nothing else, the command, and an extra for every family of parts.

    It is built as for a bundle, but with the build system that is here: nothing is fetched.
    """
    pytest.importorskip("setuptools", minversion="77")
    paths = (path for package in PACKAGES for path in (root / package).rglob("*") if path.is_file())
    files = {path.relative_to(root).as_posix() for path in paths if "__pycache__" not in path.parts}
    build_wheel(Computer(), root, tmp_path, "--no-build-isolation")
    [made] = tmp_path.iterdir()
    with zipfile.ZipFile(made) as wheel:
        names = set(wheel.namelist())
        [folder] = {name.partition("/")[0] for name in names if ".dist-info/" in name}
        about = Parser().parsestr(wheel.read(f"{folder}/METADATA").decode())
        commands = wheel.read(f"{folder}/entry_points.txt").decode()
    assert files <= names
    assert {name.partition("/")[0] for name in names} == {*PACKAGES, folder}
    assert "port-royal = companion.__main__:main" in commands
    assert set(about.get_all("Provides-Extra")) >= FAMILIES
    base = [line for line in about.get_all("Requires-Dist") if "extra ==" not in line]
    assert base
    assert [line for line in base if line.startswith(("lgpio", "spidev", "RPi"))] == []


# -- without internet --------------------------------------------------------------------
class Pip:
    """Stands in for pip: makes an empty file for each package, and keeps what was asked."""

    def __init__(self) -> None:
        self.asked: list[list[str]] = []
        self.status = 0

    def run(self, argv, env, timeout_s):
        self.asked.append(list(argv))
        what, into = ("download", "-d") if "download" in argv else ("wheel", "-w")
        folder = Path(argv[argv.index(into) + 1])
        folder.mkdir(exist_ok=True)
        (folder / f"{what}-{len(self.asked)}.whl").write_text("")
        return Ran(self.status, "no internet")


@pytest.fixture
def pip():
    return Pip()


def test_a_bundle_is_a_source_that_brings_its_wheels(pip, source):
    made = make_bundle(Computer(run_with=pip.run), source, "aarch64")
    assert made == source / "dist/port-royal-0.1.0-aarch64.tar.gz"
    with tarfile.open(made) as tar:
        names = {name.partition("/")[2] for name in tar.getnames()}
        assert {entry.uid for entry in tar} == {0}
    assert {"Makefile", "pyproject.toml", "companion/cli.py", "systemd/port-royal.service"} <= names
    assert len([name for name in names if name.startswith("wheels/download-")]) == 4
    assert len([name for name in names if name.startswith("wheels/wheel-")]) == 1
    assert [name for name in names if "__pycache__" in name] == []


def test_a_bundle_is_for_both_systems(pip, source):
    make_bundle(Computer(run_with=pip.run), source, "aarch64")
    wheels = [words for words in pip.asked if "--python-version" in words]
    assert [words[words.index("--python-version") + 1] for words in wheels] == ["3.11", "3.13"]
    assert all("manylinux2014_aarch64" in words for words in wheels)
    assert ["lgpio" in " ".join(words) for words in wheels] == [True, False]


def test_a_bundle_brings_the_source_of_what_may_have_to_be_built(pip, source):
    make_bundle(Computer(run_with=pip.run), source, "aarch64")
    sources = [words[words.index("--no-binary") + 1] for words in pip.asked if "--no-binary" in words]
    assert sources == ["lgpio", "spidev"]


def test_without_internet_there_is_no_bundle(pip, source, tmp_path):
    pip.status = 1
    with pytest.raises(InstallError, match=r"for Python 3\.13 cannot be fetched: no internet"):
        fetch_wheels(Computer(run_with=pip.run), source, tmp_path, "3.13", "aarch64")
    with pytest.raises(InstallError, match="wheel cannot be built"):
        build_wheel(Computer(run_with=pip.run), source, tmp_path)


def test_the_command_makes_a_bundle(pip, source, capsys):
    assert main(["bundle", "--source", str(source)], Computer(run_with=pip.run)) == 0
    assert capsys.readouterr().out.strip().endswith("port-royal-0.1.0-aarch64.tar.gz")
    assert not list((source / "dist").glob(".*"))
