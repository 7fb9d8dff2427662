"""Runs what the test says: a shell command for each line of JSON on a port, and an answer for each."""

from __future__ import annotations

import json
import subprocess
import time
from pathlib import Path

PORT = Path("/dev/virtio-ports/remote.0")
PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin"


def run(command: str, timeout_s: float) -> dict[str, object]:
    try:
        done = subprocess.run(
            ["/bin/sh", "-c", command], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, timeout=timeout_s, check=False, cwd="/root",
            env={"HOME": "/root", "LANG": "C.UTF-8", "PATH": PATH},
        )  # fmt: skip
    except subprocess.TimeoutExpired as late:
        return {"status": 124, "text": (late.stdout or b"").decode(errors="replace")}
    return {"status": done.returncode, "text": done.stdout.decode(errors="replace")}


with PORT.open("r+b", buffering=0) as port:
    port.write(b'{"status": 0, "text": "up"}\n')
    line = b""
    while True:
        got = port.read(65536)
        if not got:  # nobody is at the other end
            time.sleep(0.1)
            continue
        line += got
        while b"\n" in line:
            asked, line = line.split(b"\n", 1)
            answer = json.dumps(run(**json.loads(asked))).encode() + b"\n"
            while answer:
                answer = answer[port.write(answer) :]
