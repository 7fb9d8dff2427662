"""What the installer and the unit make of a computer with real device nodes."""

from __future__ import annotations

import json

PYTHON = "/opt/port-royal/current/bin/python"
NODES = ("/dev/gpiochip0", "/dev/i2c-1", "/dev/spidev0.0", "/dev/serial0")


def test_lgpio_and_spidev_are_the_systems_own(table):
    asked = "import lgpio, spidev; print(lgpio.__file__, spidev.__file__)"
    said = table.run(f"LG_WD=/tmp {PYTHON} -B -c '{asked}'")
    assert [path.startswith("/usr/lib/python3/dist-packages/") for path in said.split()] == [True] * 2


def test_R42_the_nodes_belong_to_the_groups_of_the_service(table):
    """By the rules of the project, and by those that stand for Raspberry Pi OS."""
    said = table.run(f"stat -L -c '%n %G %a' {' '.join(NODES)}")
    groups = dict(zip(NODES, ("gpio", "i2c", "spi", "dialout"), strict=True))
    assert said.splitlines() == [f"{node} {group} 660" for node, group in groups.items()]
    assert set(groups.values()) <= set(table.run("id -nG port-royal").split())


def test_the_service_runs_shut_in_with_all_its_parts(table):
    """It has no more than its user and the nodes that the unit allows, and has them open."""
    pid = table.show("MainPID")
    assert table.run(f"stat -c %U /proc/{pid}").strip() == "port-royal"
    held = table.run(f"grep -E '^(CapEff|NoNewPrivs|Seccomp):' /proc/{pid}/status").split()
    assert held == ["CapEff:", "0000000000000000", "NoNewPrivs:", "1", "Seccomp:", "2"]
    opened = set(table.run(f"readlink /proc/{pid}/fd/*").split())
    assert {"/dev/gpiochip0", "/dev/i2c-1", "/dev/spidev0.0", "/dev/ttyS0"} <= opened
    assert "Read-only file system" in table.attempt(f"nsenter -t {pid} -m touch /etc/port-royal/probe")[1]
    assert table.run(
        "ls /run/port-royal/.lgd-nfy*"
    )  # lgpio's own, in the folder that the unit gives it (R39)
    assert int(table.show("MemoryCurrent")) < int(table.show("MemoryMax")) == 160 << 20


def test_other_nodes_are_refused_even_to_root(table):
    """Whoever is in the group of the service's processes: the kernel decides, not the node's mode."""
    group = table.show("ControlGroup")
    assert group.endswith("port-royal.service")
    nodes = "/dev/vda /dev/ttyAMA0 /dev/i2c-1 /dev/gpiochip0"
    opening = f"for node in {nodes}; do head -c 0 <$node && echo allowed; done"
    said = table.attempt(f"echo $$ >/sys/fs/cgroup{group}/cgroup.procs; {opening}")[1]
    assert said.count("Operation not permitted") == 1, said
    assert said.count("allowed") == 3


def test_the_doctor_reaches_every_part(table):
    """It asks the same nodes, for root while the service is off; the port here is called the lesser UART."""
    table.run("systemctl stop port-royal")
    try:
        said = table.attempt("port-royal doctor --json --config /etc/port-royal/table.yaml")[1]
    finally:
        table.run("systemctl start port-royal")
    table.until(table.works, "the start")
    found = {(one["part"], one["check"]): one for one in json.loads(said)}
    assert {name: one["status"] for name, one in found.items() if one["status"] != "ok"} == {
        ("I2C bus 1", "speed"): "skipped",
        ("port of reader second", "uart"): "warning",
    }
    assert found["GPIO", "chip"]["message"] == "The header is on /dev/gpiochip0 (brcm,bcm2837-gpio)."
    assert found["reader main", "chip"]["message"] == "An MFRC522 version 2.0 answers."
    assert found["reader second", "chip"]["message"] == "A PN532 with firmware 1.6 answers."
    assert found["display main", "answers"]["message"] == "It answers at 0x3C."
