"""Table scripts of Port Royal (2000) whose steps go through readers, keys, displays and the power."""

from companion.cli import main

SCRIPT = """
game: port-royal-2000
players: [Ann, Ben, Cem]
steps:
  - tap: biscuit-4
  - undo
  - lay: [biscuit-4, tobacco-12, gunpowder-7, double, rum-5, rum-9, max-minus-5, plus-8, remove]
  - screen: {main: ["BEN 1 ?", "No bid yet"], seat-2: ["press:1 hold:pass"]}
  - tap: red-3
  - tap: blue-2
  - screen: {main: ["open: ◆3 ≈2"]}
  - press: next
  - press: seat-2
  - expect: {high_bid: 2, to_act: Cem}
  - hold: seat-3
  - press: "no"
  - expect: {holder: Ben, phase: swap}
  - tap: red-1
  - screen: {main: ["not kept anywhere."]}
  - press: "no"
  - press: "yes"
  - press: "yes"
  - press: "yes"
  - tap: rum-9
  - tap: red-5
  - tap: black-2
  - screen: {main: ["Cem: stone on ◆"]}
  - tap: red-1
  - power-cut
  - press: "yes"
  - wait: 10
  - screen: {main: ["WHO LEADS?"]}
  - press: "yes"
  - tap: double
  - tap: red-6
  - screen: {main: ["CEM ?", "now Cem shows ◆6"]}
  - press: "no"
  - expect: {phase: play, to_act: Cem, stones: {Cem: [red]}}
  - tap: [prisoner-2, red-4]
  - screen: {main: ["Two cards lay on the"]}
  - lift
  - tap: prisoner-2
  - screen: {main: ["NOT POSSIBLE"]}
  - unplug: reader
  - press: "yes"
  - plug: reader
  - expect: {phase: play, to_act: Cem}
"""


def test_a_script_plays_through_the_devices(tmp_path, capsys):
    path = tmp_path / "devices.yaml"
    path.write_text(SCRIPT, encoding="utf-8")
    assert main(["replay", str(path)]) == 0, capsys.readouterr().out
