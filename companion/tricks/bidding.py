"""The auction: the bid that would be made, on the debt scale (RY2)."""

from __future__ import annotations

from companion.screen import Screen, headline, screen
from companion.screens.scene import bar
from companion.tricks.modes import Marked
from companion.tricks.scene import SCALE_NUMBERS, Scene, scale

NAME_CELLS = 5
"""A bidder's name, so that his bid stands beside it."""


def shown_bid(scene: Scene, mode: Marked) -> int:
    """Give the bid that YES makes: the least one at first, 0 for who can only pass (39, 45)."""
    view = scene.view
    if not view.least_bid:
        return 0
    bids = scene.player(view.to_act).limit - view.least_bid + 1
    return int(view.least_bid + mode.cursor % bids)


def auction(scene: Scene, mode: Marked) -> Screen:
    """Draw RY2."""
    view = scene.view
    bid = shown_bid(scene, mode)
    player = scene.player(view.to_act)
    name = scene.upper(view.to_act)[:NAME_CELLS]
    title = scene.say("bid.ask", 10, cut=name, bid=bid) if bid else scene.say("bid.pass", 10, cut=name)
    limit = scene.say("bid.limit", limit=player.limit)
    return screen(
        bar(scene.say("bid.title", round=view.round), scene.say("bid.dealer", nam=scene.nam(view.dealer))),
        headline(title),
        bar(_standing(scene), limit) if bid else _standing(scene),
        scale(player.debt, player.debt + bid if bid else -1),
        SCALE_NUMBERS,
        _open_cards(scene, mode) or passed_row(scene),
        keys=bid_keys(scene, bid),
    )


def _standing(scene: Scene) -> str:
    view = scene.view
    if view.bidder < 0:
        return scene.say("bid.none")
    return scene.say("bid.high", bid=view.high_bid, nam=scene.nam(view.bidder))


def _open_cards(scene: Scene, mode: Marked) -> str:
    """Say which trick cards lie open, or that they may be tapped before the first bid."""
    if mode.opened:
        return scene.say("open.one", face=scene.brief(mode.opened[0]))
    if scene.view.face_up:
        return scene.say("open.both", faces=" ".join(map(scene.brief, scene.view.face_up)))
    return scene.say("open.tap") if scene.view.may_open else ""


def passed_row(scene: Scene) -> str:
    """Say who is out of the auction."""
    names = [scene.nam(p.seat) for p in scene.view.players if p.passed]
    return scene.say("bid.out", names=" ".join(names)) if names else ""


def bid_keys(scene: Scene, bid: int) -> str:
    """Say what keys do; the dealer whom everybody else left to it passes for 0 (48)."""
    for_nothing = takes_for_nothing(scene)
    if not bid:
        return scene.say("keys.bid-nothing" if for_nothing else "keys.bid-pass")
    return scene.say("keys.bid-dealer" if for_nothing else "keys.bid", bid=bid)


def takes_for_nothing(scene: Scene) -> bool:
    """Tell whether passing takes the privileges for 0."""
    view = scene.view
    others = [p.passed for p in view.players if p.seat != view.to_act]
    return view.bidder < 0 and all(others)
