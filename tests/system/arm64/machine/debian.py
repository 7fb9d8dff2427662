"""A Debian for arm64 like a fresh Raspberry Pi OS Lite, made on another computer; and one to build for it."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
from pathlib import Path

KEYRING = "/usr/share/keyrings/debian-archive-keyring.gpg"
FORMATS = Path("/proc/sys/fs/binfmt_misc")
FRESH = (
    "systemd", "systemd-sysv", "udev", "kmod", "dbus", "polkitd", "sudo", "make", "python3", "python3-venv",
    "python3-spidev", "busybox-static",
)  # fmt: skip
"""What a Raspberry Pi OS Lite brings, as far as it matters here; busybox is for the first file system."""
BUILDERS = ("make", "xz-utils", "gcc-14-aarch64-linux-gnu", "libc6-dev-arm64-cross", "swig")
QUICK_CPU = "cortex-a72"
"""Programs are made for processors without pointer authentication; emulating it takes four times as long."""


def run(*command: str | Path, **others) -> None:
    """Run a command; one that fails ends the building."""
    subprocess.run([str(word) for word in command], check=True, **others)


def mirror() -> str:
    """Give the source of packages that this machine has."""
    asked = ["apt-get", "indextargets", "--format", "$(SITE)", "Created-By: Packages"]
    sites = subprocess.run(asked, capture_output=True, text=True, check=True).stdout.split()
    return min(site for site in sites if site.rstrip("/").endswith("/debian"))


def understand_arm64() -> None:
    """Let this machine's kernel start programs of arm64, by the emulator."""
    if not (FORMATS / "register").exists():
        run("mount", "-t", "binfmt_misc", "binfmt_misc", FORMATS)
    if not (FORMATS / "qemu-aarch64").exists():
        run("update-binfmts", "--enable", "qemu-aarch64")


def bootstrap(suite: str, tree: Path, *options: str) -> None:
    """Make a Debian in a folder, which appears only when it is whole."""
    beside = tree.with_suffix(".new")
    shutil.rmtree(beside, ignore_errors=True)
    command = ["mmdebstrap", "--mode=root", f"--keyring={KEYRING}", "--quiet"]
    command += ['--aptopt=Acquire::Languages "none"', '--aptopt=APT::Install-Recommends "false"']
    command += [f"--dpkgopt=path-exclude=/usr/share/{part}/*" for part in ("man", "locale", "doc")]
    site = f"deb {mirror()} {suite} main"
    run(*command, *options, suite, beside, site, env={**os.environ, "QEMU_CPU": QUICK_CPU})
    beside.rename(tree)


def make_tree(suite: str, tree: Path) -> None:
    """Make the Debian that is booted, with its kernel but without what would build a first file system."""
    understand_arm64()
    bootstrap(
        suite, tree, "--arch=arm64", "--variant=minbase", f"--include={','.join(FRESH)}",
        hook(
            "mkdir k",
            "kernel=$(chroot . apt-cache depends linux-image-arm64 | sed -n 's/.*Depends: //p' | head -n1)",
            'chroot . sh -c "cd /k && apt-get download -qq $kernel"',
            "dpkg-deb --fsys-tarfile k/*.deb | tar -x --keep-directory-symlink -f -",
            "rm -r k",
        ),
        hook("chroot . passwd -qd root", "echo table >etc/hostname"),
        hook("ln -sf /dev/null etc/systemd/system/apt-daily.timer"),
        hook("ln -sf /dev/null etc/systemd/system/apt-daily-upgrade.timer"),
    )  # fmt: skip


def make_workshop(suite: str, kernel: str, tree: Path) -> None:
    """Make the Debian, of this machine's architecture, in which things for arm64 are built.

    Headers depend on a compiler of their own architecture, and are only unpacked therefore.
    """
    version = kernel.removesuffix("-arm64")
    series = ".".join(version.split(".")[:2])
    unpacked = (
        f"linux-headers-{kernel}:arm64", f"linux-headers-{version}-common", f"linux-source-{series}",
        "libpython3.13-dev:arm64", "libpython3-dev:arm64",
    )  # fmt: skip
    bootstrap(
        suite, tree, "--variant=apt", "--architectures=amd64,arm64",
        f"--include={','.join((*BUILDERS, f'linux-kbuild-{version}'))}",
        hook(
            "mkdir k",
            f"chroot . sh -c 'cd /k && apt-get download -qq {' '.join(unpacked)}'",
            "for deb in k/*.deb; do dpkg-deb -x $deb .; done",
            "rm -r k",
        ),
    )  # fmt: skip


def hook(*lines: str) -> str:
    """Give an option that lets something be done in the new Debian's folder."""
    return '--customize-hook=cd "$1" && sh -ec ' + shlex.quote("\n".join(lines))
