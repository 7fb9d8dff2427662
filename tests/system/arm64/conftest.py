"""A Raspberry Pi that is none: an emulated arm64 computer with real device nodes, and the table installed.

`make system-test ARCH=arm64` runs these; otherwise they are left out.  What is made once is kept between
runs; the computer's card is never written to, all changes go to a layer that is thrown away.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.catalogue import Catalogues
from companion.decks.sample import sample_deck
from companion.install import computer as installing
from companion.install.bundle import build_wheel, fetch_wheels
from emulated_pi import Pi

HERE = Path(__file__).parent
ROOT = HERE.parent.parent.parent
SUITE, PYTHON = "trixie", "3.13"
WORK = Path(os.environ.get("PORT_ROYAL_SYSTEM_DIR", "/var/tmp/port-royal-system")) / f"arm64-{SUITE}"
PACKAGES = {
    "mmdebstrap": "mmdebstrap", "arch-test": "arch-test", "update-binfmts": "binfmt-support",
    "qemu-aarch64-static": "qemu-user-static", "qemu-system-aarch64": "qemu-system-arm",
    "qemu-img": "qemu-utils", "mke2fs": "e2fsprogs", "depmod": "kmod", "zstd": "zstd", "cpio": "cpio",
    "fdtput": "device-tree-compiler", "git": "git",
}  # fmt: skip
"""Commands that are needed here, and the packages that bring them."""
FILES = {
    "/usr/share/keyrings/debian-archive-keyring.gpg": "debian-archive-keyring",
    "/usr/lib/ipxe/qemu/efi-virtio.rom": "ipxe-qemu",
}
SELECTED = os.environ.get("PORT_ROYAL_SYSTEM") == "arm64"
INSTALL_S = 1800.0
INSTALL = "cd /home/owner/port-royal && SUDO_USER=owner make install WHEELS=/rig/wheels"
WIRE = """set -e
cp /rig/60-parts.rules /etc/udev/rules.d/
install -D -m644 /rig/parts.conf /etc/systemd/system/port-royal.service.d/parts.conf
cp /rig/parts.service /etc/systemd/system/
systemctl enable parts
cp /rig/table.yaml /rig/deck.yaml /etc/port-royal/
rm -rf /var/lib/port-royal/*
sync"""
"""The parts are wired: chips behind the nodes at every start, and the config that names them."""


def trouble() -> str:
    """Say why these tests cannot run here; empty when they can."""
    if os.geteuid():
        return "This builds and boots a computer, which only root may: sudo make system-test ARCH=arm64"
    if os.environ.get("SUITE", SUITE) != SUITE:
        return f"There is an arm64 computer with SUITE={SUITE} only."
    path = f"{os.environ['PATH']}:/usr/sbin:/sbin"
    lacking = {name for command, name in PACKAGES.items() if not shutil.which(command, path=path)}
    lacking |= {name for file, name in FILES.items() if not Path(file).exists()}
    if lacking:
        packages = " ".join(sorted(lacking))
        return f"Something is missing here: sudo apt install --no-install-recommends {packages}"
    return ""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave the tests of this folder out where they are not wanted; wanted, they must be able to run."""
    mine = [item for item in items if HERE in item.path.parents and "parts" in item.fixturenames]
    if not SELECTED:
        for item in mine:
            item.add_marker(pytest.mark.skip(reason="emulates a computer: `make system-test ARCH=arm64`"))
    elif mine and (reason := trouble()):
        pytest.exit(reason, returncode=1)


@pytest.fixture(scope="session")
def parts() -> Path:
    """Make what is missing of kernel, card and board, and the wheels that stand for the internet."""
    subprocess.run([sys.executable, HERE / "machine/build.py", WORK, SUITE], check=True)
    wheels = WORK / "wheels"
    if not wheels.is_dir():
        beside = WORK / "wheels.new"
        shutil.rmtree(beside, ignore_errors=True)
        fetch_wheels(installing.Computer(), ROOT, beside, PYTHON, "aarch64")
        beside.rename(wheels)
    return WORK


@pytest.fixture(scope="session")
def share(parts: Path, source: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give the folder that the computer sees: the source, wheels, and what this test runs there."""
    folder = tmp_path_factory.mktemp("share")
    shutil.copytree(HERE / "guest", folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(parts / "wheels", folder / "wheels")
    build_wheel(installing.Computer(), source, folder / "wheels")
    with tarfile.open(folder / "source.tar", "w") as tar:
        tar.add(source, "port-royal")
    cards = sample_deck("port-royal", Catalogues().cards).cards
    lines = [f"  '{uid}': '{card}'" for uid, card in cards.items()]
    (folder / "deck.yaml").write_text("\n".join(["name: sample", "game: port-royal", "cards:", *lines, ""]))
    return folder


@pytest.fixture(scope="session")
def installed(parts: Path, share: Path, source: Path) -> Path:
    """Give a card on which the table was installed by the README's command; kept until the source changes."""
    card = parts / f"installed-{fingerprint(parts, share, source)}.qcow2"
    if not card.exists():
        for old in parts.glob("installed-*"):
            old.unlink()
        install(parts, share, card)
    return card


def fingerprint(parts: Path, share: Path, source: Path) -> str:
    """Tell one state of all that is installed from another."""
    content = hashlib.sha256(str((parts / "card.img").stat().st_mtime_ns).encode())
    wiring = [path for path in share.iterdir() if path.suffix in {".rules", ".conf", ".service", ".yaml"}]
    for path in [*sorted(source.rglob("*")), *sorted(wiring)]:
        if path.is_file() and not path.is_relative_to(source / "tests"):
            content.update(path.name.encode() + b"\0" + path.read_bytes())
    return content.hexdigest()[:16]


def install(parts: Path, share: Path, card: Path) -> None:
    """Boot the fresh card and install the table as its owner does, with sudo."""
    beside = parts / "installed-new.qcow2"
    layer = ("-f", "qcow2", "-F", "raw", "-b", parts / "card.img")
    subprocess.run(["qemu-img", "create", "-q", *layer, beside], check=True)
    folder = parts / f"run-{os.getpid()}-install"
    pi = Pi(folder, share, parts, beside, keep=True)
    try:
        print(f"\nbooted: {pi.spent}")
        pi.run("useradd --create-home --groups sudo owner && tar -C /home/owner -xf /rig/source.tar")
        pi.run("chown -R owner: /home/owner/port-royal")
        print(pi.run(INSTALL, INSTALL_S))
        pi.run("systemctl stop port-royal")
        pi.run(WIRE)
        print(f"installed: {pi.spent}")
        pi.shut_down()
    finally:
        pi.cut_power()
        shutil.rmtree(folder, ignore_errors=True)
    beside.rename(card)


@pytest.fixture(scope="session")
def table(installed: Path, parts: Path, share: Path) -> Iterator[Pi]:
    """Give the computer, switched on; the table starts with it and finds all its parts."""
    folder = parts / f"run-{os.getpid()}"
    pi = Pi(folder, share, parts, installed)
    try:
        print(f"\nbooted: {pi.spent}")
        pi.until(pi.works, "the table with all its parts")
        print(f"the table works: {pi.spent}")
        yield pi
    finally:
        pi.cut_power()
        shutil.rmtree(folder, ignore_errors=True)
