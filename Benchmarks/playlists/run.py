#!/usr/bin/env python3
"""Measures parsing of long media playlists against Python's m3u8 package, in one run.

Prints our speed in MB/s, the ratio to m3u8, and how the time grows with the segments. With
--check it fails when a threshold is missed. Everything it makes lies in Benchmarks/.work.
"""
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
BENCHMARKS = os.path.dirname(HERE)
WORK = os.path.join(BENCHMARKS, ".work")
VENV = os.path.join(WORK, "venv")
THRESHOLDS = {"MB/s": 100, "times m3u8": 20, "growth": 1.5}


def playlist(segments, kind):
    """A playlist of about 100 bytes a segment; the kinds differ in what a segment carries."""
    path = os.path.join(WORK, f"{kind}-{segments}.m3u8")
    if os.path.exists(path):
        return path
    lines = ["#EXTM3U", "#EXT-X-VERSION:7", "#EXT-X-TARGETDURATION:6", "#EXT-X-PLAYLIST-TYPE:VOD"]
    for number in range(segments):
        if kind == "plain":
            lines.append("#EXTINF:6.00600,")
            lines.append(
                "https://cdn.example.com/assets/4f1c2a90/video/1080p/6500k/movie-"
                f"{number:08d}.ts?v=1"
            )
        else:
            seconds = number * 6
            lines.append(
                "#EXT-X-PROGRAM-DATE-TIME:2024-01-"
                f"{1 + seconds // 86400 % 28:02d}T{seconds // 3600 % 24:02d}"
                f":{seconds // 60 % 60:02d}:{seconds % 60:02d}.000Z"
            )
            lines.append("#EXTINF:6.00600,")
            lines.append(f"#EXT-X-BYTERANGE:123456@{number * 123456}")
            lines.append("movie.ts")
    lines.append("#EXT-X-ENDLIST")
    with open(path, "w") as file:
        file.write("\n".join(lines) + "\n")
    return path


def has_peer(python):
    """Whether the virtual environment is there with the package in it."""
    if not os.path.exists(python):
        return False
    return subprocess.run([python, "-c", "import m3u8"], capture_output=True).returncode == 0


def prepare():
    """Makes the peer and our program; returns how to run them."""
    os.makedirs(WORK, exist_ok=True)
    python = os.path.join(VENV, "bin", "python")
    if not has_peer(python):
        subprocess.run([sys.executable, "-m", "venv", VENV], check=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", "m3u8==6.0.0"], check=True)
    build = ["swift", "build", "-c", "release", "--package-path", BENCHMARKS,
             "--product", "playlist-bench"]
    subprocess.run(build, check=True, stdout=sys.stderr)
    where = subprocess.run(build + ["--show-bin-path"], check=True, capture_output=True, text=True)
    return python, os.path.join(where.stdout.strip(), "playlist-bench")


PEER = """
import sys, time, m3u8
text = open(sys.argv[1]).read()
start = time.perf_counter()
playlist = m3u8.loads(text)
print(time.perf_counter() - start, len(playlist.segments))
"""


def measure(command):
    seconds, segments = subprocess.run(
        command, check=True, capture_output=True, text=True).stdout.split()
    return float(seconds), int(segments)


def main():
    python, bench = prepare()
    failures = []

    def check(name, value, holds):
        if not holds:
            failures.append(f"{name}: {value:.2f}, threshold {THRESHOLDS[name]}")

    for kind in ("plain", "dated"):
        path = playlist(100_000, kind)
        size = os.path.getsize(path) / 1e6
        ours, theirs = [], []
        for _ in range(3):
            seconds, count = measure([bench, path, "5"])
            ours.append(seconds)
            peer, peer_count = measure([python, "-c", PEER, path])
            theirs.append(peer)
            assert count == peer_count == 100_000, (count, peer_count)
        speed, ratio = size / min(ours), min(theirs) / min(ours)
        print(f"{kind:6} {size:5.1f} MB  ours {min(ours) * 1000:7.1f} ms = {speed:6.0f} MB/s"
              f"   m3u8 {min(theirs) * 1000:7.0f} ms   {ratio:5.0f} times as fast")
        check("MB/s", speed, speed >= THRESHOLDS["MB/s"])
        check("times m3u8", ratio, ratio >= THRESHOLDS["times m3u8"])

    per_segment = {}
    for segments in (10_000, 100_000, 1_000_000):
        seconds, _ = measure([bench, playlist(segments, "plain"), "5"])
        per_segment[segments] = seconds / segments
        print(f"{segments:9,} segments {seconds * 1000:8.1f} ms"
              f"   {per_segment[segments] * 1e9:5.0f} ns a segment")
    growth = per_segment[1_000_000] / per_segment[10_000]
    print(f"growth of the cost per segment from 10,000 to 1,000,000: {growth:.2f}")
    check("growth", growth, growth <= THRESHOLDS["growth"])

    for failure in failures:
        print(f"missed: {failure}", file=sys.stderr)
    if failures and "--check" in sys.argv:
        sys.exit(1)


if __name__ == "__main__":
    main()
