"""check.py ASSET...: compares the assets with ffprobe's output and their bytes, and prints the facts.

Every EXTINF must be exact to a millisecond, and each asset must have its intended property.
"""
import contextlib
import json
import os
import subprocess
import sys
import tempfile

from cbcs import decrypted_sound
from playlist import MediaPlaylist
from transport import presentation_times

VIDEO = 0x100


def probe(path, *entries, options=()):
    answer = subprocess.run(
        ["ffprobe", "-v", "error", *options, "-of", "json", "-show_entries", ":".join(entries),
         path], check=True, capture_output=True)
    return json.loads(answer.stdout)


def contents(path, *options):
    """The time and the digest of every packet."""
    options = ("-show_data_hash", "md5", *options)
    return probe(path, "packet=stream_index,pts,dts,size,data_hash", options=options)["packets"]


def span(packets):
    """The first presentation time and the end of the last frame, in seconds."""
    times = [float(p["pts_time"]) for p in packets]
    return min(times), max(t + float(p.get("duration_time", 0)) for t, p in zip(times, packets))


@contextlib.contextmanager
def joined(segment):
    """A file of a segment, preceded by its initialization section."""
    with tempfile.NamedTemporaryFile() as file:
        file.write((segment.map.read() if segment.map else b"") + segment.read())
        file.flush()
        yield file


def measure(segment):
    """The type and the length of the segment's main stream."""
    with joined(segment) as file:
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
        kind, seconds = measure(segment)
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


def check_markers(folder):
    """Checks that segments announce a stream of SCTE 35, and that keyframes are at their starts."""
    for name in ("low", "high"):
        playlist = MediaPlaylist(f"{folder}/{name}/index.m3u8")
        begin, messages, keyframes = 0.0, 0, []
        for segment in playlist.segments:
            found = probe(segment.path, "stream=codec_name", "packet=codec_type,pts_time,flags")
            assert "scte_35" in [stream.get("codec_name") for stream in found["streams"]]
            messages += sum(p["codec_type"] == "data" for p in found["packets"])
            times = [float(p["pts_time"]) - 10 for p in found["packets"]
                     if p["codec_type"] == "video" and "K" in p["flags"]]
            assert abs(times[0] - begin) < 0.001, (segment.path, times, begin)
            keyframes += [round(time, 3) for time in times]
            begin += segment.duration
        print(f"  {folder}/{name}: {messages} messages, keyframes at {keyframes}")


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


def check_aes128():
    """Checks that FFmpeg reads the same media from it as from its clear original."""
    twins = [contents(f"{folder}/index.m3u8", "-allowed_extensions", "ALL")
             for folder in ("protected-aes128", "single")]
    assert twins[0] == twins[1] and len(twins[0]) > 700
    methods = [s.key and (s.key["URI"], "IV" in s.key)
               for s in MediaPlaylist("protected-aes128/index.m3u8").segments]
    print(f"  ffprobe finds the {len(twins[0])} packets of single; keys: {methods}")


def check_cbcs():
    """Compares decrypted media: video by FFmpeg, audio here, as FFmpeg 5 lacks the full pattern."""
    with open("protected-cbcs/policies.json", encoding="utf-8") as file:
        key = json.load(file)["protected-cbcs"]["key"]
    for name in ("video-180p", "audio-en"):
        playlists = [MediaPlaylist(f"{folder}/{name}/index.m3u8")
                     for folder in ("protected-cbcs", "cmaf-byteranges")]
        assert [s.duration for s in playlists[0].segments] == [
            s.duration for s in playlists[1].segments]
        count = 0
        for secret, clear in zip(*(playlist.segments for playlist in playlists), strict=True):
            with joined(secret) as secret_file, joined(clear) as clear_file:
                twin = contents(clear_file.name)
                if secret.key is None:
                    assert contents(secret_file.name) == twin
                elif name == "video-180p":
                    assert contents(secret_file.name) != twin
                    assert contents(secret_file.name, "-decryption_key", key) == twin
                else:
                    check_sound(secret, clear, contents(secret_file.name), bytes.fromhex(key))
                count += len(twin)
        print(f"  {name}: {count} packets, equal to cmaf-byteranges")


def check_sound(secret, clear, packets, key):
    """Decrypts the samples of a segment, which are adjacent in its last box."""
    section, found, expected = secret.map.read(), secret.read(), clear.read()
    table = section.index(b"tenc") + 4
    vector = section[table + 25:table + 41]
    secret_at, clear_at = (data.index(b"mdat") + 4 for data in (found, expected))
    for size in (int(packet["size"]) for packet in packets):
        sample = decrypted_sound(found[secret_at:secret_at + size], key, vector)
        assert sample == expected[clear_at:clear_at + size]
        secret_at, clear_at = secret_at + size, clear_at + size
    assert secret_at == len(found) and clear_at == len(expected)


twins = {"protected-aes128": check_aes128, "protected-cbcs": check_cbcs}
def check_sidecar(folder):
    for name in sorted(os.listdir(folder)):
        if name.endswith(".vtt"):
            path = os.path.join(folder, name)
            # FFmpeg 5.1 does not read cues after a style sheet.
            with open(path, encoding="utf-8") as file:
                times = [line.split()[0] for line in file if " --> " in line]
            print(f"  {path}: cues at {times}")
    assert float(probe(f"{folder}/index.m3u8", "format=duration")["format"]["duration"]) == 10


oddities = {"pts-wrap": check_wrap, "discontinuity": check_discontinuity, "id3": check_tags,
            "packed-audio": check_packed}
for asset in sys.argv[1:]:
    print(f"check: {asset}")
    if asset == "progressive":
        check_movie("progressive/movie.mp4")
        continue
    if asset in twins:
        twins[asset]()
    if asset == "subtitled":
        check_sidecar(asset)
        continue
    if asset.startswith("markers"):
        check_markers(asset)
    children = sorted(entry.path for entry in os.scandir(asset) if entry.is_dir())
    for child in children:
        check_playlist(os.path.join(child, "index.m3u8"))
    if not children:
        playlist = check_playlist(os.path.join(asset, "index.m3u8"))
        if asset in oddities:
            oddities[asset](playlist)
