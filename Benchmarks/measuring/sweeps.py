"""Sweeps: one asset of ten minutes is played again and again, each time with one fault."""
import os
import re
import shutil
import subprocess

import media

MINUTES, SEGMENT = 10, 6


def ten_minutes(work):
    """The path of a playlist with copies of the first 100 segments of the two hours."""
    count = MINUTES * 60 // SEGMENT

    def make(draft):
        folder = media.two_hours(work, "ts")
        os.makedirs(draft)
        with open(os.path.join(folder, "index.m3u8"), encoding="utf-8") as file:
            lines = file.read().splitlines()
        uris = [at for at, line in enumerate(lines) if not line.startswith("#")]
        lines = lines[:uris[count - 1] + 1] + ["#EXT-X-ENDLIST", ""]
        for at in uris[:count]:
            shutil.copyfile(os.path.join(folder, lines[at]), os.path.join(draft, lines[at]))
        with open(os.path.join(draft, "index.m3u8"), "w", encoding="utf-8") as file:
            file.write("\n".join(lines))
    return os.path.join(media.once(os.path.join(work, "ten-minutes-ts"), make), "index.m3u8")


def runs_of(command):
    """The number of runs of a sweep, from its output."""
    output = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True).stdout
    return int(re.search(r"^ *all +(\d+) runs", output, re.MULTILINE)[1])


def sweep(bench):
    index = ten_minutes(bench.work)
    every = [bench.playctl, "sweep", "--faults", index]
    some = every + ["--only", "*:503"]
    count, part = runs_of(every), runs_of(some)
    bench.report.title(f"sweep: ten minutes of MPEG-TS, played {count} times with one fault each")
    ffmpeg = ["ffmpeg", "-nostdin", "-v", "error", "-i", index, "-map", "0", "-c", "copy",
              "-f", "null", "-"]
    result = bench.contest(two=every + ["--jobs", "2"], one=every + ["--jobs", "1"],
                           part=some + ["--jobs", "2"], ffmpeg=ffmpeg)
    two, one = result["two"], result["one"]
    theirs = result["ffmpeg"].seconds * count
    bench.report.value("sweep: time relative to as many runs of ffmpeg", two.seconds / theirs,
                       f"{two.seconds:.2f} s : {theirs:.1f} s")
    bench.report.value("sweep: seconds", two.seconds, f"{count / two.seconds:.0f} runs a second")
    bench.report.value("sweep: one core's time to two cores'", one.seconds / two.seconds,
                       f"{one.seconds:.2f} s : {two.seconds:.2f} s")
    bench.report.value("sweep: peak memory, all runs to a tenth",
                       two.megabytes / result["part"].megabytes,
                       f"{two.megabytes:.1f} MB for {count} : "
                       f"{result['part'].megabytes:.1f} MB for {part}")


def scenarios(bench):
    """1,000 scenarios that play the ten minutes, each with a different network and seek."""
    index = ten_minutes(bench.work)
    folders = {}
    for count in (100, 1000):
        folders[count] = os.path.join(bench.work, f"scenarios-{count}")
        os.makedirs(folders[count], exist_ok=True)
        for number in range(count):
            path = os.path.join(folders[count], f"play-{number:04}.play.yaml")
            with open(path, "w", encoding="utf-8") as file:
                file.write(f"playctl: 1\nassets: [{index}]\nseed: {number}\n"
                           f"network: {{rate: {2500 + number}k, latency: {number % 200}ms}}\n"
                           f"steps:\n  - {{at: 20s, seek: {30 + number % 500}s}}\n"
                           "expect: [{end: true}]\n")
    run = [bench.playctl, "run"]
    bench.report.title("scenarios: 1,000 files of ten minutes each, in one process")
    result = bench.contest(
        bench.runs,
        two=run + [folders[1000], "--jobs", "2"], one=run + [folders[1000], "--jobs", "1"],
        few=run + [folders[100], "--jobs", "2"])
    two, one, few = result["two"], result["one"], result["few"]
    bench.report.value("scenarios: a second", 1000 / two.seconds,
                       f"{two.seconds:.2f} s, {two.seconds:.2f} ms each")
    if "two beside" in result:
        bench.report.value("scenarios: time of the build beside to ours",
                           result["two beside"].seconds / two.seconds)
    bench.report.value("scenarios: one core's time to two cores'", one.seconds / two.seconds,
                       f"{one.seconds:.2f} s : {two.seconds:.2f} s")
    bench.report.value("scenarios: peak memory, 1000 to 100", two.megabytes / few.megabytes,
                       f"{two.megabytes:.1f} MB : {few.megabytes:.1f} MB")
