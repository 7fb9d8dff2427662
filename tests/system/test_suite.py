"""All other tests on the Python of the booted Debian: `make test-313`, TESTS="tests/engine" for some."""

from __future__ import annotations

import os
import shutil
import time

VENV = "/opt/suite"
ALL_S = 3000.0


def test_the_whole_suite(computer, source):
    print(computer.run("/usr/bin/python3", "--version"))
    # Tests of what there is without a service do not want one; what it brought, such as python3-venv, stays.
    computer.run("sh", "-c", "cd /home/owner/port-royal && make uninstall PURGE=1")
    shutil.copytree(source, computer.root / "root/port-royal")
    computer.run("/usr/bin/python3", "-m", "venv", VENV)
    pip = (f"{VENV}/bin/python", "-m", "pip", "install", "-qq", "--disable-pip-version-check")
    computer.run(*pip, "--editable", "/root/port-royal[dev]")
    computer.run(*pip, "--no-deps", "mfrc522")
    began = time.monotonic()
    tests = (
        "-m",
        "pytest",
        "-p",
        "no:cacheprovider",
        "-q",
        "-n",
        "4",
        os.environ.get("PORT_ROYAL_TESTS", ""),
    )
    done = computer.attempt(
        "sh", "-c", f"cd /root/port-royal && {VENV}/bin/python {' '.join(tests)}", timeout_s=ALL_S
    )
    print(f"{time.monotonic() - began:.0f} s\n{done.stdout[-6000:]}")
    assert done.returncode == 0
