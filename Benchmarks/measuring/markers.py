"""Verification of two hours with ten thousand cue points or four subtitle languages, against play."""
import os
import subprocess

import media


def verify(bench):
    index = os.path.join(media.two_hours(bench.work, "ts"), "index.m3u8")
    points = media.cue_points(bench.work, "ten-thousand.json", 10_000, 0, 7200)
    page = os.path.join(bench.work, "verify.html")
    bench.report.title("verify: two hours of MPEG-TS with 10,000 cue points, beside playing them")
    verify = [bench.playctl, "verify", "--cue-points", points, "--keyframe-tolerance", "10", index]
    subprocess.run(verify, stdout=subprocess.DEVNULL, check=True)  # into the page cache
    result = bench.contest(
        verify=verify, play=bench.play("--cue-points", points, index),
        page=verify + ["--html", page])
    ours, theirs = result["verify"], result["play"]
    bench.report.value("verify: time relative to play", ours.seconds / theirs.seconds,
                       f"{ours.seconds:.2f} s : {theirs.seconds:.2f} s")
    bench.report.note(f"peak memory {ours.megabytes:.1f} MB : {theirs.megabytes:.1f} MB")
    written = result["page"]
    bench.report.value("verify: seconds of the page", written.seconds - ours.seconds,
                       f"with its pictures; {written.seconds:.2f} s : {ours.seconds:.2f} s")
    bench.report.value("verify: MB of the page", os.path.getsize(page) / 1e6, "10,000 cue points")
    languages(bench)


def languages(bench):
    """Verifies two hours with subtitles in four languages, and reads every segment of each."""
    index = media.languages(bench.work, ["en", "de", "fr", "es"])
    bench.report.title("verify: two hours with four subtitle languages, beside playing them with one")
    verify = [bench.playctl, "verify", index]
    subprocess.run(verify, stdout=subprocess.DEVNULL, check=True)  # into the page cache
    result = bench.contest(verify=verify, play=bench.play(index))
    ours, theirs = result["verify"], result["play"]
    bench.report.value("verify: time relative to play, four languages", ours.seconds / theirs.seconds,
                       f"{ours.seconds:.2f} s : {theirs.seconds:.2f} s")
    bench.report.note(f"peak memory {ours.megabytes:.1f} MB : {theirs.megabytes:.1f} MB")
