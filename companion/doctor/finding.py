"""What a check found, and the part that it is about."""

from __future__ import annotations

from typing import Literal

import msgspec

from companion.doctor.places import Place

Status = Literal["ok", "warning", "failure", "skipped"]
"""A warning does not keep the table from playing; what was skipped could not be looked at, or need not be."""


class Finding(msgspec.Struct, frozen=True):
    """The outcome of one check."""

    part: str
    check: str
    status: Status
    message: str
    """A sentence."""
    fix: str = ""
    """The command that mends it, or what to do; empty where there is nothing to mend."""


class Part(msgspec.Struct, frozen=True):
    """Something that is checked: a device, what it hangs on, or the machine itself."""

    name: str
    at: Place

    def ok(self, check: str, message: str) -> list[Finding]:
        """Find nothing wrong."""
        return [Finding(self.name, check, "ok", message)]

    def warning(self, check: str, message: str, fix: str) -> list[Finding]:
        """Find something that had better be mended."""
        return [Finding(self.name, check, "warning", message, fix)]

    def failure(self, check: str, message: str, fix: str) -> list[Finding]:
        """Find something that has to be mended."""
        return [Finding(self.name, check, "failure", message, fix)]

    def skipped(self, check: str, message: str, fix: str = "") -> list[Finding]:
        """Say why a check was left out."""
        return [Finding(self.name, check, "skipped", message, fix)]
