"""Live: a month of a sliding window, a day of parts, and a broadcast that 200 clients load."""
import json
import os
import subprocess

import media
import serving
from contest import CannotRun, contest

SECONDS, SEGMENT = 96, 6
HOUR = 3600


def source(work):
    """One variant stream and one audio rendition of 96 s, which is a whole number of audio frames."""
    def make(draft):
        os.makedirs(draft)
        video = ["-f", "lavfi", "-i", f"testsrc2=size=640x360:rate=25:duration={SECONDS}",
                 "-c:v", "libx264", "-preset", "veryfast", "-pix_fmt", "yuv420p", "-b:v", "1850k",
                 "-minrate", "1850k", "-maxrate", "1850k", "-bufsize", "1850k",
                 "-x264-params", "nal-hrd=cbr", "-bf", "0", "-g", "150", "-keyint_min", "150",
                 "-sc_threshold", "0"]
        audio = ["-f", "lavfi", "-i", f"sine=frequency=440:sample_rate=48000:duration={SECONDS}",
                 "-c:a", "aac", "-b:a", "128k"]
        for name, stream in (("video", video), ("audio", audio)):
            path = os.path.join(draft, f"{name}.m3u8")
            media.run("ffmpeg", "-v", "error", "-y", *stream, "-f", "hls", "-hls_time",
                      str(SEGMENT), "-hls_list_size", "0", "-hls_playlist_type", "vod",
                      "-hls_segment_filename", os.path.join(draft, f"{name}-%03d.ts"), path)
            trim(path)
        with open(os.path.join(draft, "index.m3u8"), "w", encoding="utf-8") as file:
            file.write(
                '#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="English",'
                'LANGUAGE="en",DEFAULT=YES,AUTOSELECT=YES,URI="audio.m3u8"\n'
                '#EXT-X-STREAM-INF:BANDWIDTH=2300000,RESOLUTION=640x360,'
                'CODECS="avc1.42c01e,mp4a.40.2",AUDIO="a"\nvideo.m3u8\n')
    return os.path.join(media.once(os.path.join(work, "live-source"), make), "index.m3u8")


def trim(path):
    """Removes the audio frames of the encoder's delay, which are in a separate segment."""
    with open(path, encoding="utf-8") as file:
        lines = file.read().splitlines()
    uris = [at for at, line in enumerate(lines) if line and not line.startswith("#")]
    last = uris[SECONDS // SEGMENT - 1]
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(lines[:last + 1] + ["#EXT-X-ENDLIST", ""]))


PARTS = """      parts: { target: 1s, independent: all }
      server-control: { block: true, can-skip-until: 36s, part-hold-back: 3s }
      rendition-reports: true
"""


def scenario(bench, name, hours, level="playlist", more=""):
    """A scenario that plays a broadcast for some hours."""
    path = os.path.join(bench.work, f"{name}.play.yaml")
    with open(path, "w", encoding="utf-8") as file:
        file.write(f"playctl: 1\nassets:\n  - live:\n      source: {source(bench.work)}\n"
                   "      id: news\n      ran-for: 1h\n      loop: continuous\n"
                   f"      window: {{ length: 60s }}\n{more}"
                   f"player: {{ verification: {level} }}\n"
                   f"steps:\n  - {{ at: {hours}h, stop: }}\n")
    return path


def play(bench, *arguments, **options):
    return [bench.playctl, "run", "--quiet", scenario(bench, *arguments, **options)]


def requests_by_hour(bench, command):
    """The number of requests that start in each hour of a run."""
    path = os.path.join(bench.work, "live-requests.json")
    subprocess.run([*command, "--requests", path], check=True)
    hours = {}
    with open(path, encoding="utf-8") as file:
        for line in file:
            hour = int(float(json.loads(line)["start"]) // HOUR)
            hours[hour] = hours.get(hour, 0) + 1
    return [hours[hour] for hour in sorted(hours)]


def live(bench):
    bench.report.title("live: 30 days of a sliding window, six-second segments, video and audio")
    runs = min(bench.runs, 3)
    month = 30 * 24
    result = contest({
        "short": play(bench, "live-hours", 2), "month": play(bench, "live-month", month),
        "demux": play(bench, "live-demux", month, "demux"),
        "parts": play(bench, "live-parts", 24, more=PARTS)}, runs)
    for name, title in (("month", "30 days from the playlists"), ("demux", "30 days, demuxed"),
                        ("parts", "24 hours of parts")):
        bench.report.value(f"live: seconds of {title}", result[name].seconds,
                           f"{result[name].megabytes:.1f} MB")
    long, short = result["month"].megabytes, result["short"].megabytes
    bench.report.value("live: peak memory of 30 days, MB", long)
    bench.report.value("live: peak memory, 30 days to 2 hours", long / short,
                       f"{long:.1f} MB : {short:.1f} MB")
    counts = requests_by_hour(bench, play(bench, "live-days", 48))[2:-1]
    if not counts:
        raise CannotRun("no hour of requests")
    bench.report.value("live: requests of an hour, most to fewest", max(counts) / min(counts),
                       f"{max(counts)} : {min(counts)}")


def served(bench):
    bench.report.title("served: 2 Mb/s in six-second segments for 200 connections, 60 s")
    ours = serving.playctl(bench.playctl, scenario(bench, "live-served", 24), bench.work)
    theirs = serving.nginx(os.path.dirname(source(bench.work)), bench.work)
    bench.report.value("served: processor seconds of a minute", ours.processor,
                       f"{ours.megabytes:.0f} MB sent, {ours.failures} failures")
    bench.report.value("served: processor time to nginx's", ours.processor / theirs.processor,
                       f"{ours.processor:.2f} s : {theirs.processor:.2f} s")
    held = serving.held(bench.playctl, scenario(bench, "live-held", 24, more=PARTS), bench.work)
    bench.report.value("served: processor seconds of 200 held reloads", held.processor,
                       f"{held.count} answers")
    bench.report.value("served: threads with 200 held reloads", held.threads)
