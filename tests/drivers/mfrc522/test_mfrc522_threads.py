"""The MFRC522 driver in its own thread and in real time, alone and beside others."""

from __future__ import annotations

import threading
import time

import pytest

from drivers.buses import SystemClock
from drivers.mfrc522 import Mfrc522Reader
from drivers.ports import CardGone, CardReader, CardSeen, ReaderLost
from drivers.reader_loop import Outages, TurnThread
from drivers.sim.clock import RunningClock, SteppedClock
from drivers.sim.spi import Mfrc522OnSpi, SimSpiBoard
from drivers.tags import ntag213

A, B = ntag213(bytes.fromhex("04a1b2c3d4e5f6")), ntag213(bytes.fromhex("04a1b2c3d4e5f7"))


@pytest.fixture
def sim() -> Mfrc522OnSpi:
    return Mfrc522OnSpi(SystemClock())


@pytest.fixture
def reader(sim, inbox):
    it = Mfrc522Reader("main", sim.open_port, SystemClock())
    yield it
    it.close()


def test_a_tap_in_real_time(sim, reader, inbox, eventually):
    port: CardReader = reader
    port.start(inbox)
    assert eventually(lambda: sim.chip.air.frames > 2)
    placed_s = time.monotonic()
    sim.place(A)
    seen = inbox.wait(CardSeen)
    assert (seen.reader, seen.uid) == ("main", A.uid_hex)
    assert placed_s <= seen.at_s <= time.monotonic()
    sim.lift()
    assert inbox.wait(CardGone).uid == A.uid_hex


def test_R18_an_idle_reader_leaves_the_processor_alone(sim, reader, inbox, eventually):
    reader.start(inbox)
    assert eventually(lambda: sim.chip.air.frames > 2)
    frames, cpu_s = sim.chip.air.frames, time.thread_time()
    used_s = time.process_time()
    time.sleep(1)
    assert sim.chip.air.frames - frames <= 45
    # the simulated chip counts as well
    assert time.process_time() - used_s - (time.thread_time() - cpu_s) <= 0.2


@pytest.mark.parametrize("state", ["idle", "tag", "unplugged", "starting", "never started", "waiting"])
def test_close_ends_the_reader_from_any_state(sim, inbox, eventually, state):
    slot = threading.Lock()
    reader = Mfrc522Reader("main", sim.open_port, SystemClock(), field_slot=slot)
    if state == "waiting":
        slot.acquire()
    if state != "never started":
        reader.start(inbox)
    if state == "tag":
        sim.place(A)
        inbox.wait(CardSeen)
    elif state == "unplugged":
        sim.unplug()
        inbox.wait(ReaderLost)
    elif state == "idle":
        assert eventually(lambda: sim.chip.air.frames > 2)
    elif state == "waiting":
        time.sleep(0.05)
    began_s = time.monotonic()
    reader.close()
    reader.close()
    assert time.monotonic() - began_s < 2
    assert not [thread for thread in threading.enumerate() if thread.name == "reader-main"]
    assert not sim.chip.field_is_on
    assert sim.board.opened == 0


def test_a_reader_starts_once(sim, reader, inbox):
    reader.start(inbox)
    with pytest.raises(RuntimeError, match="started before"):
        reader.start(inbox)


def test_R35_a_consumer_that_raises_loses_one_tap_and_no_more(sim, reader, inbox, caplog):
    fails, failed = iter([True, False]), threading.Event()

    def sink(item):
        if next(fails):
            failed.set()
            raise LookupError("a bug of the consumer")
        inbox(item)

    reader.start(sink)
    sim.place(A)
    assert failed.wait(20)
    sim.lift()
    inbox.wait(CardGone)
    assert "an input was lost" in caplog.text


@pytest.mark.parametrize("paced", [True, False])
def test_a_clock_that_is_moved_by_hand_is_followed(inbox, eventually, paced):
    """The chip's own time goes on meanwhile, or nothing on the air takes any."""
    clock = SteppedClock()
    sim = Mfrc522OnSpi(SystemClock() if paced else clock, paced=paced)
    reader = Mfrc522Reader("main", sim.open_port, clock)
    reader.start(inbox)
    assert eventually(lambda: sim.chip.air.frames == 1)
    sim.place(A)
    time.sleep(0.1)
    assert inbox.items == []  # it is not time for the next look
    clock.advance(0.03)
    assert inbox.wait(CardSeen).at_s == pytest.approx(0.03)
    reader.close()


def test_R20_two_readers_near_each_other_never_have_their_fields_on_together(inbox, eventually):
    board, slot = SimSpiBoard(), threading.Lock()
    on: set[int] = set()
    together = []
    sims = [Mfrc522OnSpi(SystemClock(), board=board, device=device) for device in (0, 1)]
    for number, sim in enumerate(sims):

        def watch(is_on, number=number):
            (on.add if is_on else on.discard)(number)
            together.append(len(on))

        sim.chip.on_field = watch
    readers = [
        Mfrc522Reader(f"seat-{number}", sim.open_port, RunningClock(speed=2), gain=48, field_slot=slot)
        for number, sim in enumerate(sims, start=1)
    ]
    for reader in readers:
        reader.start(inbox)
    sims[0].place(A)
    sims[1].place(B)
    inbox.wait(CardSeen, times=2)
    assert {(item.reader, item.uid) for item in inbox.of(CardSeen)} == {
        ("seat-1", A.uid_hex), ("seat-2", B.uid_hex),
    }  # fmt: skip
    for sim in sims:
        sim.lift()
    inbox.wait(CardGone, times=2)
    assert eventually(lambda: together.count(1) > 10)
    for reader in readers:
        reader.close()
    assert max(together) == 1
    assert board.opened == 0


def test_R20_a_chip_that_fails_gives_its_turn_to_the_others(inbox):
    slot = threading.Lock()
    broken, sound = Mfrc522OnSpi(SystemClock()), Mfrc522OnSpi(SystemClock())
    broken.chip.deaf = True
    readers = [
        Mfrc522Reader(name, sim.open_port, RunningClock(speed=5), field_slot=slot)
        for name, sim in (("broken", broken), ("sound", sound))
    ]
    for reader in readers:
        reader.start(inbox)
    assert inbox.wait(ReaderLost).reader == "broken"
    sound.place(A)
    assert inbox.wait(CardSeen).reader == "sound"
    assert not broken.chip.field_is_on
    for reader in readers:
        reader.close()


def test_turns_end_with_the_last_one(eventually):
    said = []
    loop = TurnThread("loop", SystemClock(), lambda: said.append("turn") or 60.0, lambda: said.append("end"))
    loop.start()
    assert eventually(lambda: said)
    loop.close()
    assert said == ["turn", "end"]
    with pytest.raises(RuntimeError):
        loop.start()


def test_a_turn_that_stumbles_is_logged_and_is_not_the_last(caplog, eventually):
    turns = []

    def turn() -> float:
        turns.append(1)
        raise ZeroDivisionError("a bug of ours")

    loop = TurnThread("reader-main", RunningClock(speed=100), turn, lambda: None)
    loop.start()
    assert eventually(lambda: len(turns) > 1)
    loop.close()
    assert "reader-main stumbled" in caplog.text


def test_outages_are_told_once_and_their_pauses_grow_and_begin_anew():
    items = []
    outages = Outages("main", SteppedClock())
    outages.back()  # nothing was lost: nothing to tell
    outages.sink = items.append
    assert [outages.lost("pulled", absent=False) for _ in range(4)] == [1, 2, 4, 4]
    outages.back()
    outages.back()
    assert [outages.lost("pulled", absent=True) for _ in range(3)] == [1, 2, 2]
    assert [type(item).__name__ for item in items] == ["ReaderLost", "ReaderBack", "ReaderLost"]
