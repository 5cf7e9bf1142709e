"""check.py ASSET...: holds the assets against what ffprobe and their bytes say, and tells the facts.

Every EXTINF must be true to a millisecond, and each asset must have the oddity it is there for.
"""
import json
import os
import subprocess
import sys
import tempfile

from playlist import MediaPlaylist
from transport import presentation_times

VIDEO = 0x100


def probe(path, *entries):
    answer = subprocess.run(
        ["ffprobe", "-v", "error", "-of", "json", "-show_entries", ":".join(entries), path],
        check=True, capture_output=True)
    return json.loads(answer.stdout)


def span(packets):
    """First presentation time and end of the last frame, in seconds."""
    times = [float(p["pts_time"]) for p in packets]
    return min(times), max(t + float(p.get("duration_time", 0)) for t, p in zip(times, packets))


def measure(playlist, segment):
    """Type and length of the segment's leading stream."""
    with tempfile.NamedTemporaryFile() as file:
        if playlist.map:
            file.write(playlist.map.read())
        file.write(segment.read())
        file.flush()
        packets = probe(file.name, "packet=codec_type,pts_time,duration_time")["packets"]
    kind = "video" if any(p["codec_type"] == "video" for p in packets) else "audio"
    first, end = span([p for p in packets if p["codec_type"] == kind])
    return kind, end - first


def check_playlist(path):
    playlist = MediaPlaylist(path)
    for segment in playlist.segments:
        assert round(segment.duration) <= playlist.target, path
        if segment.path.endswith(".vtt"):
            assert segment.read().startswith(b"WEBVTT\nX-TIMESTAMP-MAP="), segment.path
            kind = "text"
            continue
        kind, seconds = measure(playlist, segment)
        assert abs(seconds - segment.duration) < 0.001, (segment.path, seconds, segment.duration)
    duration = float(probe(path, "format=duration")["format"]["duration"])
    assert abs(duration - playlist.duration) < 0.001, (path, duration, playlist.duration)
    print(f"  {path}: {kind}, {len(playlist.segments)} segments, {playlist.duration:.6f} s")
    return playlist


def check_wrap(playlist):
    times = [list(presentation_times(s.read(), VIDEO)) for s in playlist.segments]
    wraps = [max(t) - min(t) > 1 << 32 for t in times]
    assert wraps == [False, True, False], wraps
    print(f"  33-bit PTS of each segment: {[(min(t), max(t)) for t in times]}")


def check_discontinuity(playlist):
    starts = [min(presentation_times(s.read(), VIDEO)) for s in playlist.segments]
    assert playlist.breaks == [2, 4]
    assert all(starts[at] < starts[at - 1] for at in (2,)) and starts[4] == starts[0]
    print(f"  first PTS of each segment: {starts}")


def check_tags(playlist):
    with open("making/id3.json", encoding="utf-8") as file:
        expected = [10 + entry["time"] for entry in json.load(file)]
    packets = probe("id3/index.m3u8", "packet=codec_type,pts_time")["packets"]
    found = [float(p["pts_time"]) for p in packets if p["codec_type"] == "data"]
    assert found == expected, found
    print(f"  timed ID3 at {found}")


def check_packed(playlist):
    owner = b"com.apple.streaming.transportStreamTimestamp\0"
    ticks = [int.from_bytes(s.read().partition(owner)[2][:8], "big") for s in playlist.segments]
    time = 10.0
    for segment, tick in zip(playlist.segments, ticks):
        assert abs(tick / 90000 - time) < 0.0001, (tick, time)
        time += segment.duration
    print(f"  transportStreamTimestamp of each segment: {ticks}")


def check_movie(path):
    with open(path, "rb") as file:
        data = file.read()
    assert data.index(b"moov") > data.index(b"mdat") and b"elst" in data
    packets = probe(path, "packet=codec_type,pts_time,dts_time,duration_time")["packets"]
    video = [p for p in packets if p["codec_type"] == "video"]
    first, end = span(video)
    assert first == 0 and float(video[0]["dts_time"]) < 0
    print(f"  {path}: {first:.6f} to {end:.6f} s, {len(video)} frames, first decoded at "
          f"{video[0]['dts_time']} s")


oddities = {"pts-wrap": check_wrap, "discontinuity": check_discontinuity, "id3": check_tags,
            "packed-audio": check_packed}
for asset in sys.argv[1:]:
    print(f"check: {asset}")
    if asset == "progressive":
        check_movie("progressive/movie.mp4")
        continue
    children = sorted(entry.path for entry in os.scandir(asset) if entry.is_dir())
    for child in children:
        check_playlist(os.path.join(child, "index.m3u8"))
    if not children:
        playlist = check_playlist(os.path.join(asset, "index.m3u8"))
        if asset in oddities:
            oddities[asset](playlist)
