"""Only the virtual core: a month of ticks, as many events of a bare loop, and many worlds."""
import media

MONTH, SEGMENT = 30 * 24 * 3600, 6
SESSIONS, MINUTES = 10_000, 10


def core(bench):
    tool = bench.tool("core-bench")
    month = media.promise(bench.work, "month.m3u8", MONTH // SEGMENT, SEGMENT)
    bench.report.title(f"core: {MONTH // SEGMENT:,} segments from the playlist alone, a tick a second")
    result = bench.contest(play=[tool, "play", month], loop=[tool, "loop", str(MONTH)])
    play, loop = result["play"], result["loop"]
    bench.report.value("core: ticks to events of the bare loop", loop.seconds / play.seconds,
                       f"{rate(MONTH, play)} : {rate(MONTH, loop)}")
    bench.report.value("core: peak memory, MB", play.megabytes, f"loop {loop.megabytes:.1f} MB")
    short = media.promise(bench.work, "minutes.m3u8", MINUTES * 60 // SEGMENT, SEGMENT)
    many = [tool, "many", short, str(SESSIONS)]
    result = bench.contest(one=many + ["1"], two=many + ["2"], play=[tool, "play", month])
    one, two, play = result["one"], result["two"], result["play"]
    ticks = SESSIONS * MINUTES * 60
    bench.report.note(f"{SESSIONS:,} sessions of {MINUTES} minutes: {rate(ticks, one)}, "
                      f"{one.megabytes:.1f} MB; two at a time: {rate(ticks, two)}")
    bench.report.value("core: cost per tick, 10000 sessions to one",
                       one.seconds / ticks / (play.seconds / MONTH),
                       f"{one.seconds / ticks * 1e9:.0f} ns : {play.seconds / MONTH * 1e9:.0f} ns")
    bench.report.value("core: one core's time to two cores'", one.seconds / two.seconds,
                       f"{one.seconds:.2f} s : {two.seconds:.2f} s")


def rate(count, result):
    return f"{count / result.seconds / 1e6:.2f} million a second"
