"""What only The Adventure Begins is set up with: mode, chapter, groups, characters, extra coins (AD22)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import msgspec
from msgspec.structs import replace

from companion.adventure.finish import campaign_of
from companion.adventure.newgame_characters import ChooseCharacter, Plan, character_flows, in_list
from companion.doors import Doors, no_tap
from companion.draft import Draft
from companion.flow import Context, Flow, Flows, Mode, Press, Reply, Tap
from companion.lists import listed
from companion.newgame import ChooseHelp
from companion.packs import SHIPPED
from companion.screen import Screen, screen
from engine.adventure.head import Mode as Play
from engine.adventure.pack import CHAPTERS, LOOSE, Pack, inserts_before

MODES: tuple[Play, ...] = ("coop", "competitive", "variable")
TASKS = 4
"""Of a variable game (Z02)."""


class ChoosePack(msgspec.Struct, frozen=True):
    """Asks whether the real cards are played with, or the invented ones."""

    draft: Draft
    cursor: int = 0


class ChooseMode(msgspec.Struct, frozen=True):
    """Asks whether all play together."""

    plan: Plan
    cursor: int = 0


class ChooseChapter(msgspec.Struct, frozen=True):
    """Asks which chapter is played."""

    plan: Plan
    cursor: int = 0


class ChooseGroups(msgspec.Struct, frozen=True):
    """Asks which cards lie in the pile already (S21, A4)."""

    plan: Plan
    groups: tuple[str, ...]
    """Those that do."""
    cursor: int = 0


class ChooseTasks(msgspec.Struct, frozen=True):
    """Asks which four tasks were drawn for a variable game."""

    plan: Plan
    cursor: int = 0


def prepare(doors: Doors, draft: Draft, ctx: Context) -> Mode:
    """Begin with what was used last time."""
    last = draft.head.pack.name if draft.head else ""
    return ChoosePack(draft, SHIPPED.index(last) if last in SHIPPED else 0)


def newgame_flows(doors: Doors) -> Flows:
    """Give the flows of this part of a new game."""
    return {
        ChoosePack: Flow(draw=_draw_pack, key=partial(_key_pack, doors), tap=no_tap),
        ChooseMode: Flow(draw=_draw_mode, key=_key_mode, tap=no_tap),
        ChooseChapter: Flow(draw=_draw_chapter, key=_key_chapter, tap=no_tap),
        ChooseGroups: Flow(draw=_draw_groups, key=_key_groups, tap=no_tap),
        ChooseTasks: Flow(draw=_draw_tasks, key=_key_tasks, tap=_tap_task),
        **character_flows(_before_characters),
    }


def _list(ctx: Context, header: str, lines: Sequence[str], cursor: int, *notes: str) -> Screen:
    """Draw a list with notes under it."""
    room = 6 - len(notes)
    body = listed(ctx.texts, lines, min(cursor, len(lines) - 1), room=room)
    gap = [""] * (room - len(body))
    return screen(header, *body, *gap, *notes, keys=ctx.texts("new.keys"))


# -- which cards -------------------------------------------------------------------------
def _draw_pack(mode: ChoosePack, ctx: Context) -> Screen:
    lines = [ctx.texts(f"new.adv.pack.{name}") for name in SHIPPED]
    real = mode.cursor == 0
    notes = ("new.adv.pack.note", "new.adv.pack.note-2") if real else ("adv.invented", "new.adv.pack.demo")
    return _list(ctx, ctx.texts("new.adv.pack.header"), lines, mode.cursor, *map(ctx.texts, notes))


def _key_pack(doors: Doors, mode: ChoosePack, ctx: Context, press: Press) -> Reply:
    def chosen() -> Reply:
        try:
            pack = doors.pack(SHIPPED[mode.cursor])
        except ValueError as error:
            return Reply(note=str(error), signal="refused")
        return Reply(mode=_mode_step(Plan(draft=mode.draft, pack=pack), ctx))

    return in_list(mode, press, len(SHIPPED), ChooseHelp(mode.draft), chosen)


# -- how ---------------------------------------------------------------------------------
def _modes(plan: Plan) -> tuple[Play, ...]:
    return MODES[:1] if len(plan.names) == 1 else MODES


def _mode_step(plan: Plan, ctx: Context) -> Mode:
    """Ask how, unless somebody plays alone (S01)."""
    if len(_modes(plan)) == 1:
        return _chapter_step(plan, ctx)
    last = plan.draft.head.mode if plan.draft.head else MODES[0]
    return ChooseMode(plan, MODES.index(last))


def _draw_mode(mode: ChooseMode, ctx: Context) -> Screen:
    lines = [ctx.texts(f"new.adv.mode.{one}") for one in _modes(mode.plan)]
    notes = (ctx.texts("new.adv.mode.note"), ctx.texts("new.adv.mode.note-2"))
    return _list(ctx, ctx.texts("new.adv.mode.header"), lines, mode.cursor, *notes)


def _key_mode(mode: ChooseMode, ctx: Context, press: Press) -> Reply:
    def chosen() -> Reply:
        plan = replace(mode.plan, mode=MODES[mode.cursor])
        return Reply(mode=ChooseTasks(plan) if plan.mode == "variable" else _chapter_step(plan, ctx))

    return in_list(mode, press, len(_modes(mode.plan)), ChoosePack(mode.plan.draft), chosen)


# -- which chapter -----------------------------------------------------------------------
def _chapter_step(plan: Plan, ctx: Context) -> Mode:
    due = campaign_of(ctx.settings, plan.pack.name).chapter
    return ChooseChapter(plan, CHAPTERS.index(due))


def _draw_chapter(mode: ChooseChapter, ctx: Context) -> Screen:
    campaign = campaign_of(ctx.settings, mode.plan.pack.name)
    keys = ["next" if chapter == campaign.chapter else "line" for chapter in CHAPTERS]
    lines = [ctx.texts(f"new.adv.chapter.{key}", task=n) for key, n in zip(keys, CHAPTERS, strict=True)]
    due = CHAPTERS[mode.cursor] == campaign.chapter and campaign.failures
    notes = (ctx.texts("new.adv.chapter.failures", num=campaign.failures),) if due else ()
    return _list(ctx, ctx.texts("new.adv.chapter.header"), lines, mode.cursor, *notes)


def _key_chapter(mode: ChooseChapter, ctx: Context, press: Press) -> Reply:
    plan = mode.plan

    def chosen() -> Reply:
        chapter = CHAPTERS[mode.cursor]
        campaign = campaign_of(ctx.settings, plan.pack.name)
        failures = campaign.failures if chapter == campaign.chapter and plan.mode == "coop" else 0
        chosen_plan = replace(plan, chapter=chapter, failures=failures)
        return Reply(mode=_groups_step(chosen_plan, ctx))

    back = _mode_step(plan, ctx) if len(_modes(plan)) > 1 else ChoosePack(plan.draft)
    return in_list(mode, press, len(CHAPTERS), back, chosen)


# -- which cards are in the pile already ---------------------------------------------------
def _groups(pack: Pack) -> tuple[str, ...]:
    return tuple(group for group in pack.groups if group != LOOSE)


def _groups_step(plan: Plan, ctx: Context) -> Mode:
    """Ask which groups are in, with those that the campaign remembers, or all of earlier chapters (A4)."""
    campaign = campaign_of(ctx.settings, plan.pack.name)
    there = campaign.inserted
    if not there or plan.chapter > campaign.chapter:
        there = tuple(dict.fromkeys((*there, *inserts_before(plan.pack, plan.chapter))))
    if not _groups(plan.pack) or (plan.chapter == 1 and not there):
        return ChooseCharacter(replace(plan, inserted=there or None))
    return ChooseGroups(plan, tuple(group for group in _groups(plan.pack) if group in there))


def _draw_groups(mode: ChooseGroups, ctx: Context) -> Screen:
    lines = [ctx.texts("new.help.start")]
    lines += [f"{group} {'+' if group in mode.groups else '-'}" for group in _groups(mode.plan.pack)]
    return _list(ctx, ctx.texts("new.adv.chapter.groups"), lines, mode.cursor)


def _key_groups(mode: ChooseGroups, ctx: Context, press: Press) -> Reply:
    groups = _groups(mode.plan.pack)

    def chosen() -> Reply:
        if mode.cursor == 0:
            return Reply(mode=ChooseCharacter(replace(mode.plan, inserted=mode.groups)))
        group = groups[mode.cursor - 1]
        there = [one for one in groups if (one in mode.groups) != (one == group)]
        return Reply(mode=replace(mode, groups=tuple(there)))

    return in_list(mode, press, len(groups) + 1, _chapter_step(mode.plan, ctx), chosen)


# -- the tasks of a variable game ----------------------------------------------------------
def _stars(pack: Pack) -> tuple[str, ...]:
    return tuple(number for number, task in pack.tasks.items() if task.star is not False)


def _draw_tasks(mode: ChooseTasks, ctx: Context) -> Screen:
    plan = mode.plan
    lines = [
        f"{n:<3} {'+' if n in plan.tasks else ' '} {plan.pack.tasks[n].title or ''}"[:20]
        for n in _stars(plan.pack)
    ]
    header = ctx.texts("new.adv.tasks.header", nth=len(plan.tasks))
    return _list(ctx, header, lines, mode.cursor)


def _key_tasks(mode: ChooseTasks, ctx: Context, press: Press) -> Reply:
    stars = _stars(mode.plan.pack)
    return in_list(
        mode, press, len(stars), _mode_step(mode.plan, ctx), lambda: _drawn(mode, stars[mode.cursor])
    )


def _tap_task(mode: ChooseTasks, ctx: Context, tap: Tap) -> Reply:
    number = tap.kind.removeprefix("task-")
    return _drawn(mode, number) if number in _stars(mode.plan.pack) else Reply(signal="refused")


def _drawn(mode: ChooseTasks, number: str) -> Reply:
    """Let a task be one of the four, or not any more."""
    there = mode.plan.tasks
    tasks = tuple(n for n in there if n != number) if number in there else (*there, number)
    plan = replace(mode.plan, tasks=tasks)
    return Reply(mode=ChooseCharacter(plan) if len(tasks) == TASKS else replace(mode, plan=plan))


def _before_characters(plan: Plan, ctx: Context) -> Mode:
    return ChooseTasks(replace(plan, tasks=())) if plan.mode == "variable" else _chapter_step(plan, ctx)
