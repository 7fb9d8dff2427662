"""The kernel of the computer: the file system that it starts from, and the module that simulates GPIO lines.

Debian's own kernel has no gpio-sim; the module is built from its source for exactly this version of it.
"""

from __future__ import annotations

import lzma
import re
import shutil
import tempfile
from pathlib import Path

from debian import run

START = ("virtio_pci", "virtio_blk", "crc32c_generic", "ext4")
"""Modules that it takes to find the card."""
INIT = """#!/bin/busybox sh
/bin/busybox mount -t proc proc /proc
/bin/busybox mount -t sysfs sys /sys
/bin/busybox mount -t devtmpfs dev /dev
for module in /modules/*; do /bin/busybox insmod $module; done
tries=0
while [ ! -b /dev/vda ] && [ $tries -lt 300 ]; do /bin/busybox sleep 0.1; tries=$((tries+1)); done
/bin/busybox mount -t ext4 /dev/vda /root || exec /bin/busybox sh
for each in proc sys dev; do /bin/busybox mount -o move /$each /root/$each; done
exec /bin/busybox switch_root /root /lib/systemd/systemd
"""
SOURCES = ("drivers/gpio/gpio-sim.c", "kernel/irq/irq_sim.c")
BUILD = "obj-m := gpio-sim.o\ngpio-sim-y := gpio-sim-core.o irq_sim.o\n"
CROSS = ("ARCH=arm64", "CROSS_COMPILE=aarch64-linux-gnu-", "CC=aarch64-linux-gnu-gcc-14")


def version(tree: Path) -> str:
    """Give the version of the kernel in a Debian."""
    (folder,) = (tree / "lib/modules").iterdir()
    return folder.name


def make_start(tree: Path, kernel: Path, first: Path) -> None:
    """Make the first file system: busybox, the modules that find the card, and what mounts it."""
    modules = tree / "lib/modules" / version(tree)
    run("depmod", "-b", tree, version(tree))
    with tempfile.TemporaryDirectory() as scratch:
        root = Path(scratch)
        for name in ("bin", "modules", "proc", "sys", "dev", "root"):
            (root / name).mkdir()
        shutil.copy2(tree / "usr/bin/busybox", root / "bin/busybox")
        for number, path in enumerate(_in_order(modules)):
            content = (modules / path).read_bytes()
            packed = path.endswith(".xz")
            (root / f"modules/{number:02}.ko").write_bytes(lzma.decompress(content) if packed else content)
        (root / "init").write_text(INIT)
        (root / "init").chmod(0o755)
        packing = 'find . | cpio -o -H newc --quiet | zstd -q -3 -f -o "$1"'
        run("sh", "-ec", packing, "sh", first, cwd=root)
    shutil.copy2(tree / f"boot/vmlinuz-{version(tree)}", kernel)


def _in_order(modules: Path) -> list[str]:
    """Give the files of the modules that are needed, each after those that it needs itself."""
    lines = (line.split(":") for line in (modules / "modules.dep").read_text().splitlines())
    needs = {path: needed.split() for path, needed in lines}
    files = {Path(path).name.partition(".")[0].replace("-", "_"): path for path in needs}
    found: dict[str, None] = {}
    for name in START:
        if name in files:  # else it is built in
            found |= dict.fromkeys([*reversed(needs[files[name]]), files[name]])
    return list(found)


def make_gpio_sim(workshop: Path, kernel: str, module: Path) -> None:
    """Build the module that simulates GPIO lines."""
    folder = workshop / "gpio-sim"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    (packed,) = (workshop / "usr/src").glob("linux-source-*.tar.xz")
    series = packed.name.removesuffix(".tar.xz")
    run("tar", "-C", folder, "--strip-components=1", "-xf", packed, *(f"{series}/{one}" for one in SOURCES))
    (folder / "gpio-sim-core.c").write_text((folder / SOURCES[0]).read_text())
    # What it calls is not there for modules; this is the same by calls that are.
    simulated = (folder / SOURCES[1]).read_text()
    simulated = re.sub(r"irq_to_desc\(([^)]*)\)", r"irq_data_to_desc(irq_get_irq_data(\1))", simulated)
    (folder / "irq_sim.c").write_text(simulated)
    (folder / "Kbuild").write_text(BUILD)
    build = ("make", "-s", "-C", f"/lib/modules/{kernel}/build", "M=/gpio-sim", *CROSS, "modules")
    run("chroot", workshop, *build)
    shutil.copy2(folder / "gpio-sim.ko", module)
