"""The cases; each case is a function that compares contenders with each other."""
import os
import subprocess
import sys

import core
import linting
import live
import markers
import media
import offline
import sweeps
from contest import CannotRun, contest

READY = rb'"type": ?"Ready"'


class Bench:
    """The tools of a case; `beside` is another build of playctl, or `None`."""

    def __init__(self, playctl, root, work, runs, report, beside=None):
        self.playctl, self.root, self.work = playctl, root, work
        self.runs, self.report, self.beside = runs, report, beside
        self.short = os.path.join(root, "Samples/Media/single/index.m3u8")

    def play(self, *arguments, verify="demux", events="none"):
        return [self.playctl, "play", "--verify", verify, "--events", events, *arguments]

    def contest(self, runs=None, **contenders):
        """Runs contenders in turn; each command of playctl also runs with the other build."""
        twins = {f"{name} beside": twin for name, contender in contenders.items()
                 if (twin := self.twin(contender))}
        result = contest(contenders | twins, runs or self.runs)
        for twin in twins:
            ours, theirs = result[twin.removesuffix(" beside")], result[twin]
            self.report.note(f"{twin}: {theirs.seconds:.3f} s : {ours.seconds:.3f} s, "
                             f"{theirs.seconds / ours.seconds:.2f} times as fast now")
        return result

    def twin(self, contender):
        """The command of a contender with the other build; `None` if there is no other build."""
        command, until = contender if isinstance(contender, tuple) else (contender, None)
        if self.beside is None or command[0] != self.playctl:
            return None
        command = [self.beside, *command[1:]]
        return command if until is None else (command, until)

    def tool(self, name):
        """A measuring program of this package, in a release build."""
        build = ["swift", "build", "-c", "release", "--package-path",
                 os.path.join(self.root, "Benchmarks"), "--product", name]
        if sys.platform == "linux":
            build.append("--static-swift-stdlib")  # as the tool is built
        if subprocess.run(build, stdout=sys.stderr).returncode != 0:
            raise CannotRun(f"{name} cannot be built")
        return os.path.join(self.root, "Benchmarks/.build/release", name)


def two_hours(bench, kind):
    folder = media.two_hours(bench.work, kind)
    index, pieces = os.path.join(folder, "index.m3u8"), media.segments(folder)
    size = sum(os.path.getsize(piece) for piece in pieces)
    name = "MPEG-TS" if kind == "ts" else "fMP4"
    bench.report.title(f"{kind}: two hours of {name}, {len(pieces)} segments, {size / 1e9:.2f} GB")
    cat = ["cat", *pieces]
    subprocess.run(cat, stdout=subprocess.DEVNULL, check=True)  # into the page cache
    result = bench.contest(
        playctl=bench.play(index),
        ffmpeg=["ffmpeg", "-nostdin", "-v", "error", "-i", index, "-map", "0", "-c", "copy",
                "-f", "null", "-"],
        ffprobe=["ffprobe", "-v", "error", "-show_packets", index],
        cat=cat)
    ours = result["playctl"]
    for rival in ("ffmpeg", "ffprobe", "cat"):
        theirs = result[rival]
        bench.report.value(f"{kind}: time to {rival}'s", ours.seconds / theirs.seconds,
                           f"{ours.seconds:.2f} s : {theirs.seconds:.2f} s")
    for rival in ("ffmpeg", "ffprobe"):
        theirs = result[rival]
        bench.report.value(f"{kind}: peak memory to {rival}'s", ours.megabytes / theirs.megabytes,
                           f"{ours.megabytes:.1f} MB : {theirs.megabytes:.1f} MB")
    long = contest({"day": bench.play(media.day(folder))}, bench.runs)["day"]
    bench.report.value(f"{kind}: peak memory, 24 hours to 2", long.megabytes / ours.megabytes,
                       f"{long.megabytes:.1f} MB : {ours.megabytes:.1f} MB")
    bench.report.note(f"24 hours took {long.seconds:.2f} s, {long.seconds / ours.seconds:.1f} times "
                      "the two hours")


def decryption(bench, name, kind):
    """Compares the same two hours, encrypted and clear, to measure the cost of decryption."""
    clear, secret = media.two_hours(bench.work, kind), media.protected(bench.work, kind)
    bench.report.title(f"{name}: the two hours of {kind} encrypted, beside the clear ones")
    for folder in (clear, secret):
        subprocess.run(["cat", *media.segments(folder)], stdout=subprocess.DEVNULL, check=True)
    key = f"{media.KEY_URI}={media.KEY.hex()}"
    result = bench.contest(
        secret=bench.play("--key-uri", key, os.path.join(secret, "index.m3u8")),
        clear=bench.play(os.path.join(clear, "index.m3u8")))
    secret, clear = result["secret"], result["clear"]
    bench.report.value(f"{name}: time relative to clear media", secret.seconds / clear.seconds,
                       f"{secret.seconds:.2f} s : {clear.seconds:.2f} s")
    bench.report.note(f"peak memory {secret.megabytes:.1f} MB : {clear.megabytes:.1f} MB")


def ready(bench):
    bench.report.title("ready: from the start of the process to the first Ready, ten seconds")
    result = bench.contest(
        bench.runs * 5,
        playctl=(bench.play(bench.short, events="ndjson"), READY),
        ffprobe=["ffprobe", "-v", "error", "-show_format", bench.short])
    ours, theirs = result["playctl"].seconds, result["ffprobe"].seconds
    bench.report.value("ready: time to ffprobe's", ours / theirs,
                       f"{ours * 1000:.1f} ms : {theirs * 1000:.1f} ms")


def cost_per_tick(bench, seconds, fine, coarse, *arguments):
    """The nanoseconds of one progress tick, from two runs that differ only in their number of ticks."""
    result = bench.contest(
        fine=bench.play("--progress-interval", str(fine), *arguments, verify="playlist"),
        coarse=bench.play("--progress-interval", str(coarse), *arguments, verify="playlist"))
    ticks = seconds / fine - seconds / coarse
    cost = (result["fine"].seconds - result["coarse"].seconds) / ticks * 1e9
    if cost <= 0:
        raise CannotRun("the ticks cost less than the noise of this machine")
    return cost


def sessions(bench):
    bench.report.title("sessions: many in one process, one after another, ten seconds each")
    result = bench.contest(
        many=bench.play("--auto-advance", *[bench.short] * 1000),
        few=bench.play("--auto-advance", *[bench.short] * 10))
    many, few = result["many"], result["few"]
    bench.report.note(
        f"1,000 sessions: {many.seconds:.2f} s, {many.seconds:.2f} ms each, {many.megabytes:.1f} MB;"
        f" 10 sessions: {few.seconds:.3f} s, {few.megabytes:.1f} MB")
    few = cost_per_tick(bench, 100, 0.0001, 1, "--auto-advance", *[bench.short] * 10)
    many = cost_per_tick(bench, 10000, 0.01, 1, "--auto-advance", *[bench.short] * 1000)
    bench.report.value("sessions: cost per tick, 1000 to 10", many / few,
                       f"{many:.0f} ns : {few:.0f} ns")


def cue_points(bench):
    bench.report.title("cue-points: two hours from the playlist alone, with a million cue points")
    index = os.path.join(media.two_hours(bench.work, "ts"), "index.m3u8")
    spread = media.cue_points(bench.work, "million.json", 1_000_000, 0, 7200)
    last = media.cue_points(bench.work, "million-last.json", 1_000_000, 7199, 7200)
    result = bench.contest(
        none=bench.play(index, verify="playlist"),
        million=bench.play("--cue-points", spread, index, verify="playlist"))
    none, million = result["none"], result["million"]
    bench.report.note(
        f"a million: {million.seconds:.2f} s, {million.megabytes:.1f} MB; "
        f"none: {none.seconds:.3f} s, {none.megabytes:.1f} MB")
    # All cue points are in the last second: before that, a tick must not examine them.
    few = cost_per_tick(bench, 7200, 0.01, 1, index)
    many = cost_per_tick(bench, 7200, 0.01, 1, "--cue-points", last, index)
    bench.report.value("cue-points: cost per tick, a million to none", many / few,
                       f"{many:.0f} ns : {few:.0f} ns")


def m3u8_python(work):
    """A Python with the package m3u8: this one, or a virtual environment made for it."""
    home = os.path.join(work, "python")
    for python in (sys.executable, os.path.join(home, "bin/python")):
        if os.path.exists(python) and subprocess.run(
                [python, "-c", "import m3u8"], capture_output=True).returncode == 0:
            return python
    try:
        media.run(sys.executable, "-m", "venv", home)
        media.run(os.path.join(home, "bin/python"), "-m", "pip", "install", "-q", "m3u8")
    except CannotRun as problem:
        raise CannotRun(f"Python's m3u8 package is not available: {problem}") from problem
    return os.path.join(home, "bin/python")


def playlist(bench):
    paths = {count: media.long_playlist(bench.work, count) for count in (0, 10_000, 100_000)}
    sizes = {count: os.path.getsize(path) for count, path in paths.items()}
    bench.report.title(f"playlist: reading one of 100,000 segments, {sizes[100_000] / 1e6:.1f} MB")

    def probe(count):
        return [bench.playctl, "probe", "--playlist-only", "--json", paths[count]]

    # The time for an empty playlist is subtracted, so that start-up does not count.
    result = contest({"empty": probe(0), "tenth": probe(10_000), "whole": probe(100_000)},
                     bench.runs * 3)
    empty, tenth, whole = (result[name].seconds for name in ("empty", "tenth", "whole"))
    bench.report.value("playlist: MB/s", sizes[100_000] / (whole - empty) / 1e6,
                       f"{(whole - empty) * 1000:.1f} ms beside {empty * 1000:.1f} ms of start-up")
    bench.report.value("playlist: cost per segment, 100000 to 10000",
                       (whole - empty) / 10 / max(tenth - empty, 1e-9))
    python = m3u8_python(bench.work)
    code = "import m3u8, sys; m3u8.loads(open(sys.argv[1]).read())"
    theirs = contest({"empty": [python, "-c", code, paths[0]],
                      "whole": [python, "-c", code, paths[100_000]]}, min(bench.runs, 3))
    theirs = theirs["whole"].seconds - theirs["empty"].seconds
    bench.report.value("playlist: time of m3u8's to ours", theirs / (whole - empty),
                       f"{theirs:.2f} s : {whole - empty:.3f} s")


ALL = {
    "ts": lambda bench: two_hours(bench, "ts"),
    "fmp4": lambda bench: two_hours(bench, "fmp4"),
    "aes-128": lambda bench: decryption(bench, "aes-128", "ts"),
    "cbcs": lambda bench: decryption(bench, "cbcs", "fmp4"),
    "ready": ready,
    "core": core.core,
    "sessions": sessions,
    "cue-points": cue_points,
    "playlist": playlist,
    "download": offline.download,
    "list": offline.listing,
    "sweep": sweeps.sweep,
    "verify": markers.verify,
    "lint": linting.lint,
    "scenarios": sweeps.scenarios,
    "live": live.live,
    "served": live.served,
}
