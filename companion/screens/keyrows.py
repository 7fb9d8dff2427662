"""What row 7 says: what the keys and a tap do now."""

from __future__ import annotations

from companion.play_situation import seat_to_act
from companion.screens.scene import Scene, bar


def key_row(scene: Scene) -> str:
    """Say what keys and taps do for the seat that is asked."""
    view = scene.view
    match scene.situation:
        case "first":
            return _first(scene)
        case "running":
            return _running(scene)
        case "new-colour":
            return scene.say("keys.repel")
        case "twin":
            return scene.say("keys.twin")
        case "gamble":
            return scene.say("keys.gambling")
        case "active" | "inactive":
            return bar(scene.say("keys.tap-card" if view.takes else "keys.tap-expedition"), go_on_key(scene))
    return scene.say(f"keys.{scene.situation}")


def _first(scene: Scene) -> str:
    if scene.view.may_gamble:
        return bar(scene.say("keys.tap-reveal"), scene.say("keys.gamble"))
    return scene.say("keys.reveal-or-claim" if scene.view.claimable else "keys.tap-reveal")


def _running(scene: Scene) -> str:
    stop = go_on_key(scene)
    if scene.view.may_gamble:
        if scene.view.locked:
            return bar(scene.say("keys.gamble"), stop)
        return bar(scene.say("keys.tap-or-gamble"), stop)
    return bar(scene.say("keys.tap-reveal" if scene.state.pile else "keys.no-card"), stop)


def next_row(scene: Scene, seat: int) -> str:
    """Say what keys and taps do after news about a seat: with the name, if another seat is asked."""
    asked = seat_to_act(scene.state)
    if asked in (seat, -1):
        return key_row(scene)
    name = scene.upper(asked)
    match scene.situation:
        case "first":
            return scene.say("keys.next-reveal", name=name)
        case "active" | "inactive":
            return bar(scene.say("keys.next-tap", name=name), go_on_key(scene))
    return key_row(scene)


def go_on_key(scene: Scene) -> str:
    """Say what NEXT does."""
    names = {"active": "keys.done", "inactive": "keys.pass"}
    return scene.say(names.get(scene.situation, "keys.stop"))
