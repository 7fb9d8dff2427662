"""The package python3-lgpio, which Raspberry Pi OS has and Debian has not."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

from debian import run

ASKED = "lgpio>=0.2.2,<1"
PLACE = "usr/lib/python3/dist-packages"
CONTROL = """Package: python3-lgpio
Version: 0.2.2
Architecture: arm64
Depends: python3 (>= 3.13), python3 (<< 3.14)
Maintainer: Nobody <nobody@localhost>
Description: GPIO lines of Linux, for the test of the system
"""
BUILD = """
cd /lgpio
tar -xzf *.tar.gz --strip-components=1
swig -python lgpio.i
aarch64-linux-gnu-gcc-14 -O2 -fPIC -pthread -shared \
    -I/usr/include/python3.13 -I/usr/include/aarch64-linux-gnu -Isrc \
    lgpio_wrap.c src/lg*.c src/rgpiod.c -lrt -ldl -o _lgpio.so
"""


def make_package(workshop: Path, package: Path) -> None:
    """Build lgpio from its source, for arm64 and the system's Python, as a package of the system."""
    folder, content = workshop / "lgpio", workshop / "lgpio/package"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    fetch = ("-m", "pip", "download", "-qq", "--no-deps", "--no-binary=lgpio", "-d", folder, ASKED)
    run(sys.executable, *fetch, env={**os.environ, "PYPI": "1"})  # else it wants the library's own package
    run("chroot", workshop, "sh", "-ec", BUILD)
    (content / PLACE).mkdir(parents=True)
    (content / "DEBIAN").mkdir()
    (content / "DEBIAN/control").write_text(CONTROL)
    shutil.copy2(folder / "_lgpio.so", content / PLACE)
    module = (folder / "lgpio.py").read_text()
    if "class _callback_thread" not in module:  # the second half of it, which its own set-up appends
        module += (folder / "lgpio_extra.py").read_text()
    (content / PLACE / "lgpio.py").write_text(module)
    run("dpkg-deb", "--root-owner-group", "--build", content, package)
