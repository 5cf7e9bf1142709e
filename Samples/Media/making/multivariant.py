"""Writes FOLDER/index.m3u8 from the renditions in it, with attributes measured from their bytes."""
import argparse
import json
import math
import os
import subprocess

from playlist import MediaPlaylist

NAMES = {"en": "English", "fr": "Français"}


def codec(playlist):
    """The RFC 6381 name of the H.264 stream, from its sequence parameter set or `avcC` box."""
    head = (playlist.map or playlist.segments[0]).read()
    at = head.find(b"avcC")
    at = at + 5 if at >= 0 else head.find(b"\0\0\1\x67") + 4
    return "avc1." + head[at:at + 3].hex().upper()


def size(playlist):
    head = (playlist.map.read() if playlist.map else b"") + playlist.segments[0].read()
    answer = subprocess.run(
        ["ffprobe", "-v", "error", "-select_streams", "v", "-show_entries", "stream=width,height",
         "-of", "json", "-"], check=True, capture_output=True, input=head)
    stream = json.loads(answer.stdout)["streams"][0]
    return f"{stream['width']}x{stream['height']}"


parser = argparse.ArgumentParser()
parser.add_argument("folder")
parser.add_argument("--version", required=True)
parser.add_argument("--frame-rate", type=float, required=True)
parser.add_argument("--audio", nargs="*", default=[])
parser.add_argument("--subtitles", nargs="*", default=[])
parser.add_argument("--variants", nargs="+")
parser.add_argument("--announce-key", action="store_true", help="as the first variant has it")
options = parser.parse_args()

lines = ["#EXTM3U", f"#EXT-X-VERSION:{options.version}", "#EXT-X-INDEPENDENT-SEGMENTS", ""]
sound = []
for kind, group, languages in (("AUDIO", "audio", options.audio),
                               ("SUBTITLES", "subtitles", options.subtitles)):
    for place, language in enumerate(languages):
        uri = f"{group}-{language}/index.m3u8"
        default = "YES" if kind == "AUDIO" and place == 0 else "NO"
        channels = ',CHANNELS="2"' if kind == "AUDIO" else ""
        lines.append(
            f'#EXT-X-MEDIA:TYPE={kind},GROUP-ID="{group}",NAME="{NAMES[language]}",'
            f'LANGUAGE="{language}",DEFAULT={default},AUTOSELECT=YES{channels},URI="{uri}"')
        if kind == "AUDIO":
            sound.append(MediaPlaylist(os.path.join(options.folder, uri)).rates())
lines.append("")
if options.announce_key:
    with open(os.path.join(options.folder, options.variants[0], "index.m3u8"),
              encoding="utf-8") as file:
        tag = next(line for line in file if line.startswith("#EXT-X-KEY:"))
    lines += [tag.strip().replace("#EXT-X-KEY:", "#EXT-X-SESSION-KEY:"), ""]
for variant in options.variants:
    playlist = MediaPlaylist(os.path.join(options.folder, variant, "index.m3u8"))
    peak, average = playlist.rates()
    peak += max(rate[0] for rate in sound)
    average += max(rate[1] for rate in sound)
    groups = ',AUDIO="audio"' + (',SUBTITLES="subtitles"' if options.subtitles else "")
    lines += [
        f"#EXT-X-STREAM-INF:BANDWIDTH={math.ceil(peak)},AVERAGE-BANDWIDTH={math.ceil(average)},"
        f'CODECS="{codec(playlist)},mp4a.40.2",RESOLUTION={size(playlist)},'
        f"FRAME-RATE={options.frame_rate:.3f}{groups}", f"{variant}/index.m3u8"]
with open(os.path.join(options.folder, "index.m3u8"), "w", encoding="utf-8") as file:
    file.write("\n".join(lines) + "\n")
