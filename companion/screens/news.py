"""What the last entry came to, as pages that give way to the prompt: the most important first.

Result screens wait for nobody: every input is carried out at once (device-ux.md 1.2), and each page
stands 4 s, a new card 2 s.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.screens import news_corrected, news_discover, news_end, news_tax, news_trade
from companion.screens.happenings import Step, steps_of
from companion.screens.page import Page
from companion.screens.scene import Scene

Teller = Callable[[Scene, Sequence[Step]], Sequence[Page]]
TELLERS: tuple[Teller, ...] = (
    news_discover.busts,
    news_tax.taxes,
    news_trade.takes,
    news_trade.claims,
    news_end.reshuffles,
    news_end.last_rounds,
    news_trade.payouts,
    news_discover.expeditions,
    news_trade.skips,
    news_discover.repelled,
    news_discover.new_card,
)
"""In the order of importance."""


def told(scene: Scene) -> tuple[Step, ...]:
    """Give what happened in the entry that is news, nothing for an entry taken back or brought back."""
    news = scene.ctx.news
    if news is None or news.entry.kind != "play":
        return ()
    return steps_of(scene.rules, news.before, news.entry.events)


def pages(scene: Scene, tellers: Sequence[Teller] = TELLERS) -> tuple[Page, ...]:
    """Give all pages about the last entry."""
    steps = told(scene)
    if not steps:
        return ()
    corrected = scene.ctx.news is not None and scene.ctx.news.corrected
    first = news_corrected.corrections(scene, steps) if corrected else ()
    return (*first, *(page for tell in tellers for page in tell(scene, steps)))


def current(scene: Scene, tellers: Sequence[Teller] = TELLERS) -> tuple[Page | None, float]:
    """Give the page that stands now, None for the prompt, and for how many seconds more; 0 for ever."""
    if scene.ctx.news is None:
        return None, 0.0
    left_s = scene.ctx.now_s - scene.ctx.news.at_s
    for page in pages(scene, tellers):
        if left_s < page.lasts_s:
            return page, page.lasts_s - left_s
        left_s -= page.lasts_s
    return None, 0.0
