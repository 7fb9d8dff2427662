"""Why something was refused in Port Royal (2000), and what mends it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from companion.decks.numbers import unusable
from companion.doors import ground, pressed
from companion.flow import Context, Flow, Flows, Menu, PickCard, Press, Refused, Reply
from companion.play_pages import held, through
from companion.screen import HEADLINE_CELLS, Row, Screen, headline, screen
from companion.screens.paragraph import fits, wrapped
from companion.screens.scene import say
from companion.texts import TextError
from companion.tricks.answers import pickable
from companion.tricks.scene import scene_of

ROWS, HEADLINE_ROWS = 6, 2


def refused_flow(flows: Flows) -> Flow:
    """Give the flow of ``Refused``, over those in the table that is passed."""
    return Flow(draw=refusal, key=partial(_key, flows), tap=partial(through, flows))


# -- the screen --------------------------------------------------------------------------
def refusal(mode: Refused, ctx: Context) -> Screen:
    """Draw a refusal in the table's language, or in the rules' own sentence."""
    texts = ctx.texts
    title = headline(say(texts, "refused.headline", HEADLINE_CELLS))
    sentence = _sentence(mode, ctx)
    keys = f"tricks.keys.refused-{mode.key}" if mode.key in MENDS else "keys.ignore"
    body = wrapped(sentence, ROWS - HEADLINE_ROWS)
    rows: tuple[str | Row, ...] = (
        (title, *body) if fits(sentence, ROWS - HEADLINE_ROWS) else wrapped(sentence, ROWS)
    )
    return screen(say(texts, "refused.header"), *rows, keys=texts(keys))


def _sentence(mode: Refused, ctx: Context) -> str:
    """Say why; a card that nobody may know is not named (C6)."""
    try:
        return ctx.texts(f"sentence.tricks.{mode.key}", **_fields(mode, ctx))
    except TextError:
        return mode.sentence


def _fields(mode: Refused, ctx: Context) -> dict[str, object]:
    if ctx.session is None:
        return {}
    scene = scene_of(ctx)
    card, seat = mode.facts.get("card"), mode.facts.get("seat", scene.view.to_act)
    known = isinstance(card, int) and 0 <= card < len(scene.rules.cards)
    return {
        "label": scene.full(card) if known and isinstance(card, int) else "",
        "name": scene.name(seat) if isinstance(seat, int) and seat >= 0 else "",
    }


# -- what mends it -----------------------------------------------------------------------
def _key(flows: Flows, mode: Refused, ctx: Context, press: Press) -> Reply:
    """Let YES mend and NO ignore; other keys are those underneath."""
    press = pressed(ctx, press)
    if not press.long and press.key == "yes" and mode.key in MENDS:
        return MENDS[mode.key](mode, ctx)
    if not press.long and press.key == "no":
        return Reply(mode=mode.under)
    return held(mode, ctx, press) or through(flows, mode, ctx, press)


def _pick(mode: Refused, ctx: Context) -> Reply:
    """Ask which card the unknown tag is on; one that can stand for no card is not learned (R6)."""
    uid = mode.tap.uid if mode.tap else ""
    bad = bool(uid) and unusable(uid, ctx.box.deck.cards if ctx.box else ()) is not None
    cards = pickable(scene_of(ctx))
    pick = PickCard(under=mode.under, cards=cards, uid="" if bad else uid)
    return Reply(mode=pick, note=ctx.texts("deck.unfit") if bad else "")


def _correct(mode: Refused, ctx: Context) -> Reply:
    """Open the menu of corrections; what was read stays unknown."""
    return Reply(mode=Menu(under=ground(mode), path=("correct",)))


MENDS: Mapping[str, Callable[[Refused, Context], Reply]] = {"unknown-tag": _pick, "not-here": _correct}
"""What YES does about a refusal."""
