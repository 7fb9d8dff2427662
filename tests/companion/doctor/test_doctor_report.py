"""How findings are shown, and the command itself."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from companion.cli import main
from companion.doctor.finding import Finding
from companion.doctor.report import as_json, show, summary

FINDINGS = [
    Finding("computer", "board", "ok", "This is a Raspberry Pi 5."),
    Finding(
        "I2C bus 1",
        "speed",
        "warning",
        "It is [bold]slow[/bold].",
        "Write 'x' into /boot/firmware/config.txt",
    ),
    Finding(
        "reader main", "chip", "failure", "It does not answer.", "sudo " + "very-long-option " * 12 + "end"
    ),
    Finding("display main", "answers", "skipped", "It is busy.", "sudo systemctl stop x"),
    Finding("display seat-1", "answers", "skipped", "It is busy.", "sudo systemctl stop x"),
    Finding("deck", "deck", "skipped", "There is none."),
]


def shown(findings: list[Finding], width: int | None = None) -> str:
    file = io.StringIO()
    show(findings, file, width)
    return file.getvalue()


def test_the_table_has_every_finding() -> None:
    text = shown(FINDINGS)
    for finding in FINDINGS:
        [line] = [line for line in text.splitlines() if f" {finding.part} " in line]
        assert f" {finding.status} " in line
        assert f" {finding.message} " in line
    assert "\x1b" not in text


def test_what_to_do_is_listed_once_each_the_worst_first() -> None:
    lines = shown(FINDINGS).partition("What to do:\n")[2].splitlines()
    assert lines[0].startswith(" 1. reader main: sudo very-long-option")
    assert lines[0].endswith(" end")  # a command is never wrapped
    assert lines[1:] == [
        " 2. I2C bus 1: Write 'x' into /boot/firmware/config.txt",
        " 3. display main, display seat-1: sudo systemctl stop x",
    ]


def test_where_nothing_is_wrong_there_is_nothing_to_do() -> None:
    text = shown(FINDINGS[:1])
    assert text.endswith("1 checks: 1 ok.\n")
    assert "What to do" not in text


def test_a_part_is_named_once() -> None:
    twice = [Finding("computer", check, "ok", "Fine.") for check in ("board", "system")]
    assert shown(twice).count("computer") == 1


def test_it_fits_into_a_narrow_terminal() -> None:
    table = shown(FINDINGS, 60).partition("What to do")[0]
    assert max(map(len, table.splitlines())) <= 60


def test_the_counts() -> None:
    assert summary(FINDINGS) == "6 checks: 1 ok, 1 warning, 1 failure, 3 skipped."
    assert summary(FINDINGS + FINDINGS[1:3]) == "8 checks: 1 ok, 2 warnings, 2 failures, 3 skipped."


def test_json_is_a_list_of_objects() -> None:
    assert json.loads(as_json(FINDINGS))[2] == {
        "part": "reader main",
        "check": "chip",
        "status": "failure",
        "message": "It does not answer.",
        "fix": FINDINGS[2].fix,
    }


# -- the command -------------------------------------------------------------------------
def test_the_simulated_table_is_all_right(root: Path, tmp_path: Path, capsys) -> None:
    config = str(root / "config/simulated.yaml")
    assert main(["doctor", "--config", config, "--data", str(tmp_path), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert {f["status"] for f in found} == {"ok"}
    checked = {f["part"] for f in found}
    assert {
        "computer",
        "saved games",
        "deck",
        "reader main",
        "display main",
        "key yes",
        "key menu",
    } <= checked
    assert main(["doctor", "--config", config, "--data", str(tmp_path)]) == 0
    assert f"{len(found)} checks: {len(found)} ok." in capsys.readouterr().out


@pytest.mark.parametrize("table", ["minimal", "standard", "full", "pn532-ssd1306"])
def test_a_table_without_its_hardware_fails(root: Path, tmp_path: Path, capsys, table: str) -> None:
    config = str(root / f"config/table-{table}.yaml")
    assert main(["doctor", "--config", config, "--data", str(tmp_path), "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    broken = [f for f in found if f["status"] in ("failure", "warning")]
    assert {"reader main"} <= {f["part"] for f in broken}
    assert all(f["fix"] for f in broken)


def test_a_config_that_cannot_be_used_is_one_sentence(tmp_path: Path, capsys) -> None:
    (tmp_path / "table.yaml").write_text("readers: {main: {kind: pn534}}")
    assert main(["doctor", "--config", str(tmp_path / "table.yaml")]) == 2
    assert "table.yaml" in capsys.readouterr().err


def test_json_and_live_are_not_for_the_same_reader(root: Path, capsys) -> None:
    with pytest.raises(SystemExit):
        main(["doctor", "--config", "x", "--json", "--live"])
    assert "not allowed with" in capsys.readouterr().err


def test_nothing_of_the_doctor_is_loaded_for_help() -> None:
    code = "import sys\ntry:\n import companion.cli as c; c.main(['--help'])\nexcept SystemExit: pass\n"
    code += "print([m for m in sys.modules if m.startswith(('companion.doctor', 'rich', 'PIL'))])"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.splitlines()[-1] == "[]"
