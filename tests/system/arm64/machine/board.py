"""The board: a device tree that looks like a Raspberry Pi's to programs, and the card with the Debian."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

import debian
from debian import run

EMULATOR = "qemu-system-aarch64"
MACHINE = "virt,gic-version=3"
MODEL, REVISION = "Raspberry Pi 3 Model B Rev 1.2", "a02082"
LINES = 54
"""GPIO lines of the chip that carries the header of a Raspberry Pi 3."""
OTHER_GPIO = ("/gpio-keys", "/gpio-poweroff", "/pl061@9030000")
"""The emulated board's own lines, which would be the first GPIO chip."""
PORT = r"dev-virtio\x2dports-remote.0.device"
REMOTE = f"""[Unit]
Description=Runs what the test says
RequiresMountsFor=/rig
Requires={PORT}
After=multi-user.target {PORT}
[Service]
ExecStart=/usr/bin/python3 -u /rig/remote.py
[Install]
WantedBy=multi-user.target
"""
CARD_BYTES = 3 << 30


def make_tree(tree: Path) -> None:
    """Make the device tree."""
    beside = tree.with_suffix(".new")
    run(EMULATOR, "-M", f"{MACHINE},dumpdtb={beside}", "-cpu", "max", "-smp", "2", "-m", "1024")
    run("fdtput", "-t", "s", beside, "/", "model", MODEL)
    run("fdtput", "-c", beside, "/system")
    run("fdtput", "-t", "x", beside, "/system", "linux,revision", REVISION)
    for node in OTHER_GPIO:
        run("sh", "-c", f"fdtget -l {beside} {node} >/dev/null 2>&1 && fdtput -r {beside} {node} || true")
    _add_header(beside)
    beside.rename(tree)


def _add_header(tree: Path) -> None:
    """Add the chip that carries the header: simulated lines under the name of the real chip."""
    header = "/header/bank"
    run("fdtput", "-c", tree, "/header", header)
    run("fdtput", "-t", "s", tree, "/header", "compatible", "gpio-simulator")
    run("fdtput", "-t", "s", tree, header, "compatible", "brcm,bcm2837-gpio")
    run("fdtput", "-t", "s", tree, header, "gpio-sim,label", "pinctrl-bcm2835")
    run("fdtput", "-t", "u", tree, header, "ngpios", str(LINES))
    run("fdtput", "-t", "u", tree, header, "#gpio-cells", "2")
    run("fdtput", tree, header, "gpio-controller")


def make_card(tree: Path, folder: Path, card: Path) -> None:
    """Make the card: the Debian with the module for GPIO, lgpio, and somebody who runs what the test says."""
    (module_folder,) = (tree / "lib/modules").iterdir()
    (module_folder / "extra").mkdir(exist_ok=True)
    shutil.copy2(folder / "gpio-sim.ko", module_folder / "extra")
    run("depmod", "-b", tree, module_folder.name)
    debian.understand_arm64()
    run("dpkg", "--root", tree, "--force-architecture", "--install", folder / "python3-lgpio.deb")
    units = tree / "etc/systemd/system"
    (units / "remote.service").write_text(REMOTE)
    (units / "multi-user.target.wants").mkdir(exist_ok=True)
    wanted = units / "multi-user.target.wants/remote.service"
    wanted.unlink(missing_ok=True)
    wanted.symlink_to("../remote.service")
    (tree / "rig").mkdir(exist_ok=True)
    for marked in ("etc", "var"):
        (tree / marked / ".updated").touch()  # else the first boot makes databases, for minutes
    (tree / "etc/fstab").write_text("rig /rig 9p trans=virtio,version=9p2000.L,msize=262144,ro 0 0\n")
    beside = card.with_suffix(".new")
    with tempfile.NamedTemporaryFile(dir=folder, delete=False) as made:
        made.truncate(CARD_BYTES)
    run("mke2fs", "-q", "-t", "ext4", "-O", "^has_journal", "-d", tree, "-L", "root", made.name)
    Path(made.name).rename(beside)
    beside.rename(card)
